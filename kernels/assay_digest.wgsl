// SPDX-License-Identifier: Apache-2.0
// Adds the digest of a binding to four u32 lanes. Sums modulo 2^32 commute, so neither the number of workgroups nor
// their order can change the result; the index inside each term makes the order of the words count. docs/kernels.md.
@group(0) @binding(0) var<storage, read> subject: array<u32>;
// 0, 0, 0, bits of the last word that do not count, index of the first word, 0, 0, 0
@group(0) @binding(1) var<storage, read> parameters: array<u32, 8>;
@group(0) @binding(2) var<storage, read_write> lanes: array<atomic<u32>, 4>;

const GROUP_SIZE = 256u;

var<workgroup> group_lanes: array<atomic<u32>, 4>;

fn mix32(value: u32) -> u32 {
  var x = value;
  x = (x ^ (x >> 16u)) * 0x21f0aaadu;
  x = (x ^ (x >> 15u)) * 0xd35a2d97u;
  return x ^ (x >> 15u);
}

fn terms(word: u32, i: u32) -> vec4<u32> {
  return vec4<u32>(mix32(word ^ mix32(i ^ 0x243f6a88u)), mix32(word ^ mix32(i ^ 0x85a308d3u)),
                   mix32(word ^ mix32(i ^ 0x13198a2eu)), mix32(word ^ mix32(i ^ 0x03707344u)));
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) local: u32,
        @builtin(num_workgroups) groups: vec3<u32>) {
  // Not left to the engine: some modes skip the zeroing of workgroup memory.
  if (local < 4u) {
    atomicStore(&group_lanes[local], 0u);
  }
  workgroupBarrier();

  let count = arrayLength(&subject);
  let stride = groups.x * GROUP_SIZE;
  var sum = vec4<u32>(0u);
  var i = id.x;
  while (i < count) {
    let unused = select(0u, parameters[3], i == count - 1u);
    sum += terms(subject[i] & ~unused, parameters[4] + i);
    if (count - i <= stride) {  // i + stride could wrap
      break;
    }
    i += stride;
  }
  atomicAdd(&group_lanes[0], sum.x);
  atomicAdd(&group_lanes[1], sum.y);
  atomicAdd(&group_lanes[2], sum.z);
  atomicAdd(&group_lanes[3], sum.w);

  workgroupBarrier();
  if (local < 4u) {
    atomicAdd(&lanes[local], atomicLoad(&group_lanes[local]));
  }
}
