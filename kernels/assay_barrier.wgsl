// SPDX-License-Identifier: Apache-2.0
// Barrier self-test: the sum of one value per invocation by halving steps in workgroup memory. LANES is replaced by the
// host, because a workgroup size that is an override is not accepted everywhere.
// What the simulated device needs to know of it:
// sim: sum
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;

var<workgroup> sums: array<u32, LANES>;

@compute @workgroup_size(LANES)
fn main(@builtin(local_invocation_index) lane: u32) {
  sums[lane] = values[lane];
  workgroupBarrier();
  var live = u32(LANES);
  while (live > 1u) {
    // The upper half, rounded down, is folded into the lower half, rounded up: any size works.
    let half = (live + 1u) / 2u;
    if (lane + half < live) {
      sums[lane] = sums[lane] + sums[lane + half];
    }
    workgroupBarrier();
    live = half;
  }
  if (lane == 0u) {
    result[0] = sums[0];
  }
}
