// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every text and key of a probe may end up on a terminal: each is one line of visible characters.
#pragma once

#include "plan/document.hpp"

namespace assay::plan {

/// Refuses, with its place, the first string or key that holds a control character (C0, DEL, C1), a line or paragraph
/// separator, or a mark that turns the direction of text: with these a question could rewrite the report around it.
void refuse_unprintable(const Source& source, const Node& document);

}  // namespace assay::plan
