// SPDX-License-Identifier: Apache-2.0
// A fixed number of dependent integer multiply-adds per invocation, then one word of output. The shift makes the
// recurrence non-linear, so that no compiler can replace the loop by a formula. What lies beyond `result` goes to
// `surplus`: more workgroups mean more work and the same result.
@group(0) @binding(0) var<storage, read> seed: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;
@group(0) @binding(2) var<storage, read_write> surplus: array<u32>;

override ROUNDS: u32 = 64u;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) wid: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let i = (wid.x + wid.y * groups.x) * 64u + lane;
  var x = i ^ seed[0];
  for (var round = 0u; round < ROUNDS; round++) {
    x = x * 747796405u + (x >> 16u) + 2891336453u;
  }
  let count = arrayLength(&result);
  if (i < count) {
    result[i] = x;
  } else if (i - count < arrayLength(&surplus)) {
    surplus[i - count] = x;
  }
}
