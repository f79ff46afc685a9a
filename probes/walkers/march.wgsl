// SPDX-License-Identifier: Apache-2.0
// The long one: each walker takes up to 64 steps, fewer where its state says so.
@group(0) @binding(0) var<storage, read> walkers: array<u32>;
@group(0) @binding(1) var<storage, read> alive: array<u32>;
@group(0) @binding(2) var<storage, read_write> depths: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= alive[0]) { return; }
  var state = walkers[id.x];
  let steps = 32u + (state & 31u);
  for (var step = 0u; step < steps; step++) {
    state = (state ^ (state >> 15u)) * 2246822519u + step;
  }
  depths[id.x] = state;
}
