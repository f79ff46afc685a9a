// SPDX-License-Identifier: Apache-2.0
// Is workgroup memory zero when a workgroup begins, as WGSL promises? Each workgroup keeps what it found and leaves
// something else behind for the next one.
@group(0) @binding(0) var<storage, read_write> found: array<u32>;

var<workgroup> words: array<u32, 1024>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) wid: vec3u, @builtin(local_invocation_index) lane: u32) {
  var any = 0u;
  for (var i = lane; i < 1024u; i += 64u) {
    any |= words[i];
  }
  found[wid.x * 64u + lane] = any;
  workgroupBarrier();
  for (var i = lane; i < 1024u; i += 64u) {
    words[i] = 0xA55A0000u + wid.x * 64u + lane;
  }
}
