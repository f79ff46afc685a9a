// SPDX-License-Identifier: Apache-2.0
// One walker in eight goes home.
@group(0) @binding(0) var<storage, read_write> alive: array<u32>;

@compute @workgroup_size(1)
fn main() {
  alive[0] = alive[0] - alive[0] / 8u;
}
