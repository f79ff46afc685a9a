// SPDX-License-Identifier: Apache-2.0
// Sets every word to zero.
@group(0) @binding(0) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&words)) {
    words[id.x] = 0u;
  }
}
