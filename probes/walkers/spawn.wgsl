// SPDX-License-Identifier: Apache-2.0
// One walker each: its state is a hash of its index. The first invocation says how many are alive.
@group(0) @binding(0) var<storage, read_write> walkers: array<u32>;
@group(0) @binding(1) var<storage, read_write> alive: array<u32>;

fn hash(seed: u32) -> u32 {
  let state = seed * 747796405u + 2891336453u;
  let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&walkers)) { return; }
  walkers[id.x] = hash(id.x);
  if (id.x == 0u) { alive[0] = arrayLength(&walkers); }
}
