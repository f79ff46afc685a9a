// SPDX-License-Identifier: Apache-2.0
// The picture in eight bits a word.
@group(0) @binding(0) var<storage, read> picture: array<u32>;
@group(0) @binding(1) var<storage, read_write> shown: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&shown)) { return; }
  shown[id.x] = min(picture[id.x] / 24u, 255u);
}
