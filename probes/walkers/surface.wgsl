// SPDX-License-Identifier: Apache-2.0
// What a walker met, from where it stopped.
@group(0) @binding(0) var<storage, read> alive: array<u32>;
@group(0) @binding(1) var<storage, read_write> depths: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= alive[0]) { return; }
  let depth = depths[id.x];
  depths[id.x] = ((depth >> 16u) * 40503u) ^ depth;
}
