// SPDX-License-Identifier: Apache-2.0
// Where a walker goes from here, and the light that it asks for.
@group(0) @binding(0) var<storage, read> walkers: array<u32>;
@group(0) @binding(1) var<storage, read> depths: array<u32>;
@group(0) @binding(2) var<storage, read> alive: array<u32>;
@group(0) @binding(3) var<storage, read_write> next: array<u32>;
@group(0) @binding(4) var<storage, read_write> asked: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= alive[0]) { return; }
  let turned = (walkers[id.x] ^ depths[id.x]) * 3266489917u;
  next[id.x] = turned ^ (turned >> 13u);
  asked[id.x] = turned & 255u;
}
