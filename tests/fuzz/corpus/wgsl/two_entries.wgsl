// SPDX-License-Identifier: Apache-2.0
@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@group(0) @binding(0) var<storage, read_write> b: array<f32>;
@compute @workgroup_size(1) fn main() { a[0] = 1; }
@workgroup_size(0x40) @compute fn other() { b[0] = 1; }
