// SPDX-License-Identifier: Apache-2.0
requires subgroups_stuff;
diagnostic(off, subgroup_uniformity);
struct Cell { a: vec3<f32>, b: array<vec2u, 3>, @align(32) c: mat3x4f, @size(64) d: atomic<u32> };
alias Cells = array<Cell>;
const M = 17u;
override R: u32 = 2u * M;
@id(3) override S: f32;
@group(0) @binding(0) var<storage, read> x: Cells;
@group(0) @binding(1) var<storage, read_write> y: array<atomic<u32>>;
@group(1) @binding(2) var<uniform> u: vec4f;
@group(1) @binding(3) var t: texture_2d<f32>;
var<workgroup> bins: array<atomic<u32>, 256u * M>;
var<private> p: f32;
/* a /* nested */ comment */
fn helper(i: u32) -> u32 { return atomicAdd(&bins[i % M], u32(u.x)); }
@compute @workgroup_size(64, R, 1) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&x)) { atomicStore(&y[id.x], helper(id.x)); }
}
fn unused() { let q = t; }
