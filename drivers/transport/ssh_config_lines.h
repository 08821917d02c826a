// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <initializer_list>
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

/// Who is to be connected to, as the blocks of a configuration see it.
struct SshTarget {
    std::string_view host; ///< as the user wrote it
    std::string_view user; ///< empty: not said
    std::string_view local_user;
};

/// The values that these lines give a host for one keyword, in file order; where it may be set only once, the first
/// counts. Of Match, all, host, originalhost, user and localuser are understood.
[[nodiscard]] std::vector<std::string> host_values(
    const std::vector<SshConfigLine>& lines, const SshTarget& target, std::string_view keyword);

/// The first of these keywords that stands in a Match block whose condition we cannot judge ("exec"); empty: none does.
[[nodiscard]] std::string unjudged_keyword(const std::vector<SshConfigLine>& lines,
    const SshTarget& target,
    std::initializer_list<std::string_view> keywords);

/// The words of a value; double quotes keep blanks together.
[[nodiscard]] std::vector<std::string> config_words(std::string_view value);

}
