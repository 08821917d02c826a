// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/editing.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// Puts lines to be typed on a switch into `made`. If a name in them contains a character that is special on
/// a command line (a question mark, a pipe, a quote, a control character), `made` gets no lines, and all
/// `changes` changes are refused.
void typed(Commands& made, std::string lines, std::size_t changes);

}
