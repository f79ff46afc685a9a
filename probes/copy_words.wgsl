// SPDX-License-Identifier: Apache-2.0
// One word each, from one buffer to another.
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> target_words: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) wid: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let i = (wid.x + wid.y * groups.x) * 256u + lane;
  if (i < arrayLength(&target_words)) { target_words[i] = source[i]; }
}
