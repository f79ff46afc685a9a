// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/draws.hpp"

#include <cmath>
#include <initializer_list>
#include <numbers>

namespace assay::engine::sim {
namespace {

constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;

std::uint64_t scrambled(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

}  // namespace

Draws::Draws(std::uint64_t seed, std::uint64_t process, Draw purpose, std::uint64_t key) : state_(seed) {
  for (const std::uint64_t part : {process, static_cast<std::uint64_t>(purpose), key}) {
    state_ = scrambled(state_ + kGolden) ^ part;
  }
}

std::uint64_t Draws::next() { return scrambled(state_ += kGolden); }

double Draws::unit() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

double Draws::student2(double scale) {
  const double u = unit() + 0x1p-54;  // strictly between 0 and 1; its distribution function has a closed inverse
  return scale * (2 * u - 1) / std::sqrt(2 * u * (1 - u));
}

double Draws::normal(double sd) {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - unit()));  // Box and Muller; 1 − u is never 0
  return sd * radius * std::cos(2.0 * std::numbers::pi * unit());
}

}  // namespace assay::engine::sim
