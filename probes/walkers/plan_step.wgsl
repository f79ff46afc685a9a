// SPDX-License-Identifier: Apache-2.0
// Workgroups of the passes behind it, from the number of walkers that are alive: what an indirect dispatch reads.
@group(0) @binding(0) var<storage, read> alive: array<u32>;
@group(0) @binding(1) var<storage, read_write> groups: array<u32>;

@compute @workgroup_size(1)
fn main() {
  groups[0] = (alive[0] + 63u) / 64u;
  groups[1] = 1u;
  groups[2] = 1u;
}
