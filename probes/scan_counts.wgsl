// SPDX-License-Identifier: Apache-2.0
// Exclusive sums of 256 counts, in one workgroup.
@group(0) @binding(0) var<storage, read> counts: array<u32>;
@group(0) @binding(1) var<storage, read_write> starts: array<u32>;

var<workgroup> sums: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(local_invocation_index) lane: u32) {
  sums[lane] = counts[lane];
  workgroupBarrier();
  for (var reach = 1u; reach < 256u; reach *= 2u) {
    var before = 0u;
    if (lane >= reach) {
      before = sums[lane - reach];
    }
    workgroupBarrier();
    sums[lane] += before;
    workgroupBarrier();
  }
  starts[lane] = sums[lane] - counts[lane];
}
