// SPDX-License-Identifier: Apache-2.0
// Copies one vector of four words an invocation; the calibration times it at growing sizes.
@group(0) @binding(0) var<storage, read> source: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> target_words: array<vec4u>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) wid: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let i = (wid.x + wid.y * groups.x) * 256u + lane;
  if (i < arrayLength(&target_words)) {
    target_words[i] = source[i];
  }
}
