// SPDX-License-Identifier: Apache-2.0
// Compares two bindings word by word. A word differs when its bits do: no float comparison takes part, so a NaN cannot
// pass by comparing false. docs/kernels.md.
@group(0) @binding(0) var<storage, read> left: array<u32>;
@group(0) @binding(1) var<storage, read> right: array<u32>;
// 0, element type, 0, bits of the last word that do not count, index of the first word, and the result of equal
// buffers: 0xffffffff, 0, 0
@group(0) @binding(2) var<storage, read> parameters: array<u32, 8>;
// First differing word, number of differing words, largest difference.
@group(0) @binding(3) var<storage, read_write> difference: array<atomic<u32>, 3>;

const GROUP_SIZE = 256u;
const NONE = 0xffffffffu;

const TYPE_I32 = 1u;
const TYPE_F32 = 2u;
const TYPE_F16 = 3u;

var<workgroup> group_first: atomic<u32>;
var<workgroup> group_count: atomic<u32>;
var<workgroup> group_largest: atomic<u32>;

fn distance_u32(a: u32, b: u32) -> u32 {
  return max(a, b) - min(a, b);
}

// Moves the signed order of i32 onto u32.
fn distance_i32(a: u32, b: u32) -> u32 {
  return distance_u32(a ^ 0x80000000u, b ^ 0x80000000u);
}

// Units in the last place between two bit patterns of one float format: `sign` is its sign bit, `infinity` the bits of
// +infinity. +0 and -0 are 0 apart; a NaN is NONE away from everything with other bits.
fn distance_float(a: u32, b: u32, sign: u32, infinity: u32) -> u32 {
  if (a == b) {
    return 0u;
  }
  let a_magnitude = a & (sign - 1u);
  let b_magnitude = b & (sign - 1u);
  if (a_magnitude > infinity || b_magnitude > infinity) {
    return NONE;
  }
  if ((a & sign) != (b & sign)) {
    return a_magnitude + b_magnitude;
  }
  return distance_u32(a_magnitude, b_magnitude);
}

fn distance_of(a: u32, b: u32) -> u32 {
  switch (parameters[1]) {
    case TYPE_I32: {
      return distance_i32(a, b);
    }
    case TYPE_F32: {
      return distance_float(a, b, 0x80000000u, 0x7f800000u);
    }
    case TYPE_F16: {
      return max(distance_float(a & 0xffffu, b & 0xffffu, 0x8000u, 0x7c00u),
                 distance_float(a >> 16u, b >> 16u, 0x8000u, 0x7c00u));
    }
    default: {
      return distance_u32(a, b);
    }
  }
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) local: u32,
        @builtin(num_workgroups) groups: vec3<u32>) {
  // Not left to the engine: some modes skip the zeroing of workgroup memory.
  if (local == 0u) {
    atomicStore(&group_first, NONE);
    atomicStore(&group_count, 0u);
    atomicStore(&group_largest, 0u);
  }
  workgroupBarrier();

  let count = min(arrayLength(&left), arrayLength(&right));
  let stride = groups.x * GROUP_SIZE;
  var first = NONE;
  var differing = 0u;
  var largest = 0u;
  var i = id.x;
  while (i < count) {
    let unused = select(0u, parameters[3], i == count - 1u);
    let a = left[i] & ~unused;
    let b = right[i] & ~unused;
    if (a != b) {
      first = min(first, parameters[4] + i);
      differing += 1u;
      largest = max(largest, distance_of(a, b));
    }
    if (count - i <= stride) {  // i + stride could wrap
      break;
    }
    i += stride;
  }
  if (differing > 0u) {
    atomicMin(&group_first, first);
    atomicAdd(&group_count, differing);
    atomicMax(&group_largest, largest);
  }

  workgroupBarrier();
  if (local == 0u) {
    atomicMin(&difference[0], atomicLoad(&group_first));
    atomicAdd(&difference[1], atomicLoad(&group_count));
    atomicMax(&difference[2], atomicLoad(&group_largest));
  }
}
