// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/shell/shell.h"

#include <optional>
#include <string_view>

namespace rocelint::app_env {

/// The lines that a command reads after `<<EOF`.
struct HereDocument {
    std::string_view text; ///< a view into the file
    bool expands = true; ///< the shell expands variables in it: no part of the word after << is quoted
};

/// The here-document of a command, if it has one. `file` is the whole text.
[[nodiscard]] std::optional<HereDocument> here_document(std::string_view file, const ShellCommand& command);

}
