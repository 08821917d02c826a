// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// One line of an ssh_config file that sets something.
struct SshConfigLine {
    int depth = 0; ///< 0: the file itself; one more for each Include
    std::string keyword; ///< in lower case
    std::string value; ///< the rest of the line, including quotes
};

/// The lines of the file and of the files it includes, in order of precedence. A missing file has none.
[[nodiscard]] Result<std::vector<SshConfigLine>> read_ssh_config(
    const std::string& file, const std::string& home);

/// The host to connect to, as the blocks of a configuration match it.
struct SshTarget {
    std::string_view host; ///< as the user wrote it
    std::string_view user; ///< empty: not set
    std::string_view local_user;
};

/// The values that these lines give a host for one keyword, in file order; for a keyword that may be set only
/// once, the first counts. Understands all, host, originalhost, user and localuser in Match.
[[nodiscard]] std::vector<std::string> host_values(
    const std::vector<SshConfigLine>& lines, const SshTarget& target, std::string_view keyword);

/// The first of these keywords inside a Match block whose
/// condition we cannot evaluate ("exec"); empty if there is none.
[[nodiscard]] std::string unjudged_keyword(const std::vector<SshConfigLine>& lines,
    const SshTarget& target,
    std::initializer_list<std::string_view> keywords);

/// Splits a value into words; double quotes keep blanks together.
[[nodiscard]] std::vector<std::string> config_words(std::string_view value);

}
