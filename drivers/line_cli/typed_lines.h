// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/editing.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// Puts lines that are typed on a switch into `made`; where a name in them holds what a command line takes for more than a name (a
/// question mark, a pipe, a quote, a control character), nothing, and all of so many changes are refused.
void typed(Commands& made, std::string lines, std::size_t changes);

/// The same lines, those that begin with one of `beginnings` behind all others: what is still used cannot be taken away.
[[nodiscard]] std::string with_last(std::string_view lines, std::span<const std::string_view> beginnings);

}
