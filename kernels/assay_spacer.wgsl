// SPDX-License-Identifier: Apache-2.0
// Keeps the queue busy for a chosen number of steps. Each step needs the one before it, the number of steps is known
// only at run time and the last value is stored, so no compiler may shorten it. docs/kernels.md.
// steps, 0, start, 0, 0, 0, 0, 0
@group(0) @binding(0) var<storage, read> parameters: array<u32, 8>;
@group(0) @binding(1) var<storage, read_write> sink: array<u32, 1>;

@compute @workgroup_size(1)
fn main() {
  let steps = parameters[0];
  var x = parameters[2];
  for (var i = 0u; i < steps; i++) {
    // Multiplying alone has a closed form; the shift between two products breaks it.
    x = (x ^ (x >> 15u)) * 0x2c1b3c6du + 0x9e3779b9u;
  }
  sink[0] = x;
}
