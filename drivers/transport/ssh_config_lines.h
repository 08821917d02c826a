// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// One line of an ssh_config file that says something.
struct SshConfigLine {
    int depth = 0; ///< 0: the file itself; one more for each Include
    std::string keyword; ///< in small letters
    std::string value; ///< the rest of the line, quotes and all
};

/// The lines of the file and of what it includes, in the order in which they count. A file that is not there has none.
[[nodiscard]] Result<std::vector<SshConfigLine>> read_ssh_config(
    const std::string& file, const std::string& home);

/// The values that the Host blocks of these lines give a host for one keyword, in file order; where it may be set only
/// once, the first counts. Match blocks give nothing, but for `Match all`.
[[nodiscard]] std::vector<std::string> host_values(
    const std::vector<SshConfigLine>& lines, std::string_view host, std::string_view keyword);

/// The words of a value; double quotes keep blanks together.
[[nodiscard]] std::vector<std::string> config_words(std::string_view value);

}
