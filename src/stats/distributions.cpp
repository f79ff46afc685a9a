// SPDX-License-Identifier: Apache-2.0
// The only file that includes Boost.Math. Its errors are exceptions; none leaves this file.
#include "stats/distributions.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <exception>

namespace assay::stats {

namespace {

template <class Function>
Number guarded(Function function) {
  try {
    return finite(function());
  } catch (const std::exception&) {
    return tl::unexpected(Missing::not_finite);
  }
}

}  // namespace

Number student_t_quantile(double probability, double degrees_of_freedom) {
  return guarded([=] { return quantile(boost::math::students_t(degrees_of_freedom), probability); });
}

Number chi_squared_quantile(double probability, double degrees_of_freedom) {
  return guarded([=] { return quantile(boost::math::chi_squared(degrees_of_freedom), probability); });
}

Number fair_coin_cdf(double successes, double trials) {
  return guarded([=] { return cdf(boost::math::binomial(trials, 0.5), successes); });
}

Number log_beta(double a, double b) {
  if (!(a > 0) || !(b > 0)) return tl::unexpected(Missing::not_finite);
  return guarded([=] { return boost::math::lgamma(a) + boost::math::lgamma(b) - boost::math::lgamma(a + b); });
}

}  // namespace assay::stats
