// SPDX-License-Identifier: Apache-2.0
// Reads a working set again and again within one dispatch; the calibration times it at growing sizes. A dispatch for
// each time would cost more than a cache's worth of reading takes. A workgroup reads one chunk and ends: workgroups
// begin in about the order of their number on every device, however many run at a time, so that a chunk comes round
// again when all others have been read.
@group(0) @binding(0) var<storage, read> source: array<vec4u>;
@group(0) @binding(1) var<storage, read> parameters: array<u32>;  // chunks of 32 KiB, a power of two
@group(0) @binding(2) var<storage, read_write> sink: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) wid: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let chunk = (wid.x + wid.y * groups.x) & (parameters[0] - 1u);
  let at = chunk * 2048u + lane;
  let seen = source[at] ^ source[at + 256u] ^ source[at + 512u] ^ source[at + 768u] ^ source[at + 1024u] ^
             source[at + 1280u] ^ source[at + 1536u] ^ source[at + 1792u];
  // Practically never; without a use the reads could be left out.
  if (all(seen == vec4u(0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u))) {
    sink[0] = 1u;
  }
}
