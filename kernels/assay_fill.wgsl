// SPDX-License-Identifier: Apache-2.0
// Writes every word of a binding: the initial contents of buffers, and poison. docs/kernels.md defines each bit; integer
// arithmetic only, so that no driver's float rules can change an input.
@group(0) @binding(0) var<storage, read_write> subject: array<u32>;
// kind, element type, seed, bound, index of the first word, mask, 0, 0
@group(0) @binding(1) var<storage, read> parameters: array<u32, 8>;

const GROUP_SIZE = 256u;
const GOLDEN = 0x9e3779b9u;

const KIND_ZERO = 0u;
const KIND_IOTA = 1u;
const KIND_BITS = 2u;
const KIND_INTEGERS = 3u;
const KIND_UNIFORM = 4u;
const KIND_NORMAL = 5u;
const KIND_POISON = 6u;

const TYPE_F32 = 2u;
const TYPE_F16 = 3u;

const POISON_DRAW = 16u;

fn mix32(value: u32) -> u32 {
  var x = value;
  x = (x ^ (x >> 16u)) * 0x21f0aaadu;
  x = (x ^ (x >> 15u)) * 0xd35a2d97u;
  return x ^ (x >> 15u);
}

// Draw `which` of index i under the seed.
fn random(i: u32, which: u32) -> u32 {
  let stream = mix32(parameters[2]);
  let a = mix32(stream + (2u * which + 1u) * GOLDEN);
  let b = mix32(stream + (2u * which + 2u) * GOLDEN);
  return mix32(mix32(i ^ a) + (i ^ b));
}

// High word of the 64-bit product.
fn multiply_high(x: u32, y: u32) -> u32 {
  let x_low = x & 0xffffu;
  let x_high = x >> 16u;
  let y_low = y & 0xffffu;
  let y_high = y >> 16u;
  let middle = x_high * y_low + ((x_low * y_low) >> 16u);
  let carry = x_low * y_high + (middle & 0xffffu);
  return x_high * y_high + (middle >> 16u) + (carry >> 16u);
}

// m with its leading one moved to bit `position`, rounded to nearest, ties to even; m is not 0.
fn significand(m: u32, exponent: u32, position: u32) -> u32 {
  if (exponent <= position) {
    return m << (position - exponent);
  }
  let shift = exponent - position;
  let kept = m >> shift;
  let dropped = m << (32u - shift);
  let up = dropped > 0x80000000u || (dropped == 0x80000000u && (kept & 1u) == 1u);
  return kept + select(0u, 1u, up);
}

// Bits of the f32 m / 2^scale.
fn f32_bits(m: u32, scale: u32) -> u32 {
  if (m == 0u) {
    return 0u;
  }
  let exponent = 31u - countLeadingZeros(m);
  // The significand's leading one adds the missing 1 to the exponent, and a carry out of rounding another.
  return ((exponent + 126u - scale) << 23u) + significand(m, exponent, 23u);
}

// Bits of the f16 m / 2^scale; infinity when it is too large.
fn f16_bits(m: u32, scale: u32) -> u32 {
  if (m == 0u) {
    return 0u;
  }
  let exponent = 31u - countLeadingZeros(m);
  return min(((exponent + 14u - scale) << 10u) + significand(m, exponent, 10u), 0x7c00u);
}

fn as_type(whole: u32) -> u32 {
  switch (parameters[1]) {
    case TYPE_F32: {
      return f32_bits(whole, 0u);
    }
    case TYPE_F16: {
      return f16_bits(whole, 0u);
    }
    default: {
      return whole;
    }
  }
}

fn uniform_element(i: u32) -> u32 {
  let r = random(i, 0u);
  switch (parameters[1]) {
    case TYPE_F32: {
      return f32_bits(r >> 8u, 24u);
    }
    case TYPE_F16: {
      return f16_bits(r >> 21u, 11u);
    }
    default: {
      return r;
    }
  }
}

// Twelve 16-bit integers, less their mean, over their standard deviation 2^16.
fn normal_f32(i: u32) -> u32 {
  var sum = 0u;
  for (var which = 0u; which < 6u; which++) {
    let r = random(i, which);
    sum += (r & 0xffffu) + (r >> 16u);
  }
  if (sum < 393210u) {
    return 0x80000000u | f32_bits(393210u - sum, 16u);
  }
  return f32_bits(sum - 393210u, 16u);
}

// Twelve bytes, less their mean, over their standard deviation 2^8.
fn normal_f16(i: u32) -> u32 {
  var sum = 0u;
  for (var which = 0u; which < 3u; which++) {
    let r = random(i, which);
    sum += (r & 0xffu) + ((r >> 8u) & 0xffu) + ((r >> 16u) & 0xffu) + (r >> 24u);
  }
  if (sum < 1530u) {
    return 0x8000u | f16_bits(1530u - sum, 8u);
  }
  return f16_bits(sum - 1530u, 8u);
}

fn normal_element(i: u32) -> u32 {
  switch (parameters[1]) {
    case TYPE_F32: {
      return normal_f32(i);
    }
    case TYPE_F16: {
      return normal_f16(i);
    }
    default: {
      return random(i, 0u);
    }
  }
}

fn element(i: u32) -> u32 {
  switch (parameters[0]) {
    case KIND_IOTA: {
      return as_type(i);
    }
    case KIND_INTEGERS: {
      return as_type(multiply_high(random(i, 0u), parameters[3]));
    }
    case KIND_UNIFORM: {
      return uniform_element(i);
    }
    case KIND_NORMAL: {
      return normal_element(i);
    }
    default: {
      return 0u;
    }
  }
}

fn word(i: u32) -> u32 {
  switch (parameters[0]) {
    case KIND_ZERO: {
      return 0u;
    }
    case KIND_BITS: {
      return random(i, 0u);
    }
    case KIND_POISON: {
      return random(i, POISON_DRAW);
    }
    default: {
      if (parameters[1] == TYPE_F16) {
        return element(2u * i) | (element(2u * i + 1u) << 16u);
      }
      return element(i);
    }
  }
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let count = arrayLength(&subject);
  let stride = groups.x * GROUP_SIZE;
  var i = id.x;
  while (i < count) {
    subject[i] = word(parameters[4] + i) ^ parameters[5];
    if (count - i <= stride) {  // i + stride could wrap
      break;
    }
    i += stride;
  }
}
