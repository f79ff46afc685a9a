// SPDX-License-Identifier: Apache-2.0
// The light that was asked for, added to the picture: whole numbers, so that the order of the additions is no matter.
@group(0) @binding(0) var<storage, read> asked: array<u32>;
@group(0) @binding(1) var<storage, read> alive: array<u32>;
@group(0) @binding(2) var<storage, read_write> picture: array<atomic<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= alive[0]) { return; }
  atomicAdd(&picture[id.x % arrayLength(&picture)], asked[id.x]);
}
