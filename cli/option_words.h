// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// The values of options as the user typed them.
struct OptionWords {
    std::string format = "text";
    std::string fail_on = "error";
    std::string colour = "auto";
    std::vector<std::string> select; ///< lists of codes with commas
    std::vector<std::string> ignore;
    std::vector<std::string> ends_and_paths; ///< of trace: two ends of the fabric, then paths
    int jobs = 0;
    bool write = false;
    bool check = false;
    bool commands = false;
};

/// Puts into `options` what the words mean for that command, or tells why one of them is refused.
[[nodiscard]] std::optional<std::string> give_meaning(const OptionWords& words, CheckOptions& options);
[[nodiscard]] std::optional<std::string> give_meaning(const OptionWords& words, FixOptions& options);
[[nodiscard]] std::optional<std::string> give_meaning(const OptionWords& words, RenderOptions& options);
[[nodiscard]] std::optional<std::string> give_meaning(const OptionWords& words, RulesOptions& options);
[[nodiscard]] std::optional<std::string> give_meaning(const OptionWords& words, ExplainOptions& options);
[[nodiscard]] std::optional<std::string> give_meaning(const OptionWords& words, TraceOptions& options);

}
