// SPDX-License-Identifier: Apache-2.0
// Sum of each tile of 1,024 numbers: four loads per invocation, then a tree in workgroup memory with one barrier a level.
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> partials: array<f32>;

const WIDTH = 256u;
const PER_INVOCATION = 4u;

var<workgroup> sums: array<f32, WIDTH>;

@compute @workgroup_size(WIDTH)
fn main(@builtin(workgroup_id) wid: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let tile = wid.x + wid.y * groups.x;
  let count = arrayLength(&input);
  var sum = 0.0;
  for (var k = 0u; k < PER_INVOCATION; k++) {
    let i = (tile * PER_INVOCATION + k) * WIDTH + lane;
    if (i < count) {
      sum += input[i];
    }
  }
  sums[lane] = sum;
  workgroupBarrier();
  for (var half = WIDTH / 2u; half > 0u; half /= 2u) {
    if (lane < half) {
      sums[lane] += sums[lane + half];
    }
    workgroupBarrier();
  }
  if (lane == 0u && tile < arrayLength(&partials)) {
    partials[tile] = sums[0];
  }
}
