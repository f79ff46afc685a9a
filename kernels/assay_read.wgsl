// SPDX-License-Identifier: Apache-2.0
// Reads a working set again and again within one dispatch; the calibration times it at growing sizes. A dispatch for
// each time would cost more than a cache's worth of reading takes.
@group(0) @binding(0) var<storage, read> source: array<vec4u>;
@group(0) @binding(1) var<storage, read> parameters: array<u32>;  // chunks of 16 KiB (a power of two), steps
@group(0) @binding(2) var<storage, read_write> sink: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) wid: vec3u, @builtin(local_invocation_index) lane: u32) {
  let last_chunk = parameters[0] - 1u;
  let steps = parameters[1];
  // All workgroups walk round the same ring of chunks. Begun a golden section apart, they stand about evenly on it,
  // however many of them the device runs at a time: what one has read comes round again when nearly all the rest has
  // been read, which is when only a cache of the whole working set still holds it.
  let apart = u32(f32(parameters[0]) * 0.618034) | 1u;
  var seen = vec4u(0u);
  var chunk = (wid.x * apart) & last_chunk;
  for (var step = 0u; step < steps; step++) {
    let at = chunk * 1024u + lane;
    seen ^= source[at] ^ source[at + 256u] ^ source[at + 512u] ^ source[at + 768u];
    chunk = (chunk + 1u) & last_chunk;
  }
  // Practically never; without a use the reads could be left out.
  if (all(seen == vec4u(0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u))) {
    sink[0] = 1u;
  }
}
