// SPDX-License-Identifier: Apache-2.0
// Counts the low eight bits of every key, in workgroup memory first, so that keys of one workgroup do not queue for
// device memory.
@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> counts: array<atomic<u32>>;

var<workgroup> local_counts: array<atomic<u32>, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) wid: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  // WGSL promises zeros here; wgpu-native 29 does not keep that promise (assay devices --certify).
  atomicStore(&local_counts[lane], 0u);
  workgroupBarrier();
  let first = (wid.x + wid.y * groups.x) * 1024u;
  for (var k = 0u; k < 4u; k++) {
    let i = first + k * 256u + lane;
    if (i < arrayLength(&keys)) {
      atomicAdd(&local_counts[keys[i] & 255u], 1u);
    }
  }
  workgroupBarrier();
  atomicAdd(&counts[lane], atomicLoad(&local_counts[lane]));
}
