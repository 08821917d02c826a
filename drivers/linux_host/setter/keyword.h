// SPDX-License-Identifier: Apache-2.0
// Keywords of tools that read their command line word by word, as iproute2 and ethtool do.
#pragma once

#include "drivers/linux_host/setter/setter.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace rocelint::linux_host {

/// A keyword of a tool.
struct Keyword {
    std::string_view word;
    bool whole = false; ///< false: its beginning is enough (iproute2's matches())
    std::uint8_t values = 1; ///< how many words follow it
};

/// The first keyword that the word is, or begins, or null.
[[nodiscard]] const Keyword* find_keyword(std::span<const Keyword> keywords, std::string_view word);
/// Reports a command that `tool` refuses for the reason in `what`, as in "dcb does not accept 3:yes".
[[nodiscard]] CoverageState refuse_command(SetterSink& sink, const ShellWord& word, std::string_view what);
/// Reports a word that `tool` does not know, with the keyword that was probably meant.
[[nodiscard]] CoverageState refuse_unknown(
    SetterSink& sink, const ShellWord& word, std::string_view tool, std::span<const Keyword> keywords);

}
