// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::cli {

/// What the parser of the command line refused, as it says it itself.
struct RefusedWords {
    std::string_view kind; ///< "RequiredError"
    std::string_view message; ///< "CODE is required"
    std::string command; ///< that was named: "baseline create"; empty: none
    std::vector<std::string> subcommands; ///< that it has
    /// What its options take, by name: {"--report", "FORMAT=FILE"}. Empty for a flag.
    std::vector<std::pair<std::string, std::string>> values;
};

/// The same in a sentence that says what to write instead.
[[nodiscard]] std::string describe(const RefusedWords& refused);

}
