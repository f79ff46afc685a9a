// SPDX-License-Identifier: Apache-2.0
#include "result/judgement.hpp"

namespace assay::result {

std::string_view word(Verdict verdict) {
  switch (verdict) {
    case Verdict::incorrect: return "incorrect";
    case Verdict::void_run: return "void";
    case Verdict::unfit: return "unfit";
    case Verdict::null: return "null";
    case Verdict::faster: return "faster";
    case Verdict::slower: return "slower";
    case Verdict::unresolved: return "unresolved";
  }
  return "unresolved";
}

}  // namespace assay::result
