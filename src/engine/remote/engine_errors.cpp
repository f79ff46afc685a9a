// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/engine_errors.hpp"

#include <fmt/format.h>

namespace assay::engine {
namespace {

constexpr std::string_view kRunAgain = "run again; if it repeats, try another driver or a smaller problem";
constexpr std::string_view kReport = "this is a fault of Assay or of its engine's process: please report it";

std::string quoted_last_words(const std::string& last_words) {
  return last_words.empty() ? std::string() : "last words: " + last_words;
}

/// What shortens the wait for that answer, or allows a longer one.
std::string give_it_time(std::string_view request) {
  if (request == "hello" || request == "open") return "use a longer --deadline, or try another driver";
  if (request == "kernels") return "use a simpler kernel, or a longer --deadline";
  return "use a smaller problem, or a longer --deadline";
}

std::string of_message(std::string_view request) { return fmt::format("message '{}'", request); }

}  // namespace

Error error_of(const messages::Failure& failure, std::string_view request) {
  using Kind = messages::Failure::Kind;
  Error error{.what = failure.what, .value = failure.value, .limit = failure.limit};
  error.where = failure.where.empty() || failure.where == request ? of_message(request) : failure.where;
  switch (failure.kind) {
    case Kind::unsupported:
      // A library or driver that is not there is a matter of installing it, not of this rig.
      error.fault =
          failure.where == "engine library" || failure.where == kDriverPlace ? Fault::bad_input : Fault::unfit;
      error.advice = error.fault == Fault::bad_input ? "run scripts/setup" : "`assay devices` lists other devices";
      break;
    case Kind::validation: error.fault = Fault::bad_input; break;
    case Kind::out_of_memory:
      error.fault = Fault::unfit;
      error.advice = "use a smaller problem or a device with more memory";
      break;
    case Kind::protocol:
      error.fault = Fault::internal;
      error.what = "the engine refused a request as malformed: " + failure.what;
      error.advice = kReport;
      break;
    case Kind::lost:
      error.fault = Fault::broken_run;
      error.what = "the device was lost: " + failure.what;
      error.advice = kRunAgain;
      break;
    case Kind::deadline:
      error.fault = Fault::broken_run;
      error.advice = give_it_time(request);
      break;
    case Kind::internal:
      error.fault = Fault::broken_run;
      error.what = "the engine failed: " + failure.what;
      error.advice = kRunAgain;
      break;
  }
  if (failure.what.empty()) error.what += "the engine gave no reason";
  return error;
}

Error error_of(const Cut& cut, std::string_view request, std::chrono::milliseconds allowed,
               const std::string& last_words) {
  Error error{.fault = Fault::broken_run,
              .what = fmt::format("the engine's process {} during '{}'", cut.how, request),
              .value = quoted_last_words(last_words),
              .advice = std::string(kRunAgain)};
  switch (cut.kind) {
    case Cut::Kind::ended: break;
    case Cut::Kind::silent:
      error.what += " and was killed";
      error.limit = fmt::format("{} ms", allowed.count());
      error.advice = give_it_time(request);
      break;
    case Cut::Kind::broken:
      error.what += " and was killed";
      error.advice = kReport;
      break;
    case Cut::Kind::interrupted:
      error.fault = Fault::interrupted;
      error.what = fmt::format("interrupted during '{}'", request);
      error.value.clear();
      error.advice.clear();
      break;
  }
  return error;
}

Error device_lost(const std::string& text, std::string_view request, const std::string& last_words) {
  return Error{.fault = Fault::broken_run,
               .what = "the device was lost: " + (text.empty() ? std::string("the engine gave no reason") : text),
               .value = quoted_last_words(last_words),
               .where = of_message(request),
               .advice = std::string(kRunAgain)};
}

Error protocol_broken(const std::string& how, std::string_view request, const std::string& last_words) {
  return Error{.fault = Fault::broken_run,
               .what = fmt::format("the engine's process {} during '{}' and was killed", how, request),
               .value = quoted_last_words(last_words),
               .advice = std::string(kReport)};
}

}  // namespace assay::engine
