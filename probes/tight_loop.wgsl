// SPDX-License-Identifier: Apache-2.0
// A chain of multiply-adds: each waits for the one before it, so that what the engine adds to the loop shows.
@group(0) @binding(0) var<storage, read> seeds: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&sums)) { return; }
  let seed = seeds[id.x];
  var sum = seed;
  for (var i = 0u; i < 20000u; i++) {
    sum = fma(sum, 0.5, seed);
  }
  sums[id.x] = sum;
}
