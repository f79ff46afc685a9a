// SPDX-License-Identifier: Apache-2.0
// Sum of each tile of 1,024 numbers: four loads per invocation, one subgroupAdd, then one invocation adds the sums of the
// subgroups. WGSL promises no order of invocations within a workgroup's subgroups, so each subgroup takes the next free
// slot instead of computing one from its index; any subgroup size from 4 to 128 fits.
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> partials: array<f32>;

const WIDTH = 256u;
const PER_INVOCATION = 4u;
const MOST_SUBGROUPS = 64u;  // of the smallest subgroup size, 4

var<workgroup> sums: array<f32, MOST_SUBGROUPS>;
var<workgroup> taken: atomic<u32>;

@compute @workgroup_size(WIDTH)
fn main(@builtin(workgroup_id) wid: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32, @builtin(subgroup_invocation_id) subgroup_lane: u32) {
  if (lane == 0u) {
    atomicStore(&taken, 0u);  // engines without their checks do not zero workgroup memory
  }
  workgroupBarrier();
  let tile = wid.x + wid.y * groups.x;
  let count = arrayLength(&input);
  var sum = 0.0;
  for (var k = 0u; k < PER_INVOCATION; k++) {
    let i = (tile * PER_INVOCATION + k) * WIDTH + lane;
    if (i < count) {
      sum += input[i];
    }
  }
  let subgroup_sum = subgroupAdd(sum);
  if (subgroup_lane == 0u) {
    sums[atomicAdd(&taken, 1u)] = subgroup_sum;
  }
  workgroupBarrier();
  if (lane == 0u && tile < arrayLength(&partials)) {
    var total = 0.0;
    let subgroups = atomicLoad(&taken);
    for (var s = 0u; s < subgroups; s++) {
      total += sums[s];
    }
    partials[tile] = total;
  }
}
