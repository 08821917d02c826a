// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::cli {

/// A refusal by the command-line parser, in its own words.
struct RefusedWords {
    std::string_view kind; ///< "RequiredError"
    std::string_view message; ///< "CODE is required"
    std::string command; ///< the command given: "baseline create"; empty: none
    std::vector<std::string> subcommands; ///< the subcommands of that command
    /// The values of its options, by option name: {"--report", "FORMAT=FILE"}. Empty for a flag.
    std::vector<std::pair<std::string, std::string>> values;
};

/// Describes the refusal in a sentence that says what to write instead.
[[nodiscard]] std::string describe(const RefusedWords& refused);

}
