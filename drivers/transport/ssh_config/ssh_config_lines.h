// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// One line of an ssh_config file that sets something.
struct SshConfigLine {
    int depth = 0; ///< 0: the file itself; one more for each Include
    std::string keyword; ///< in lower case; empty where an included file begins
    std::string value; ///< the rest of the line, including quotes
    std::string file;
    std::size_t number = 0; ///< 1: the first of the file
};

/// The lines of the file and of the files it includes, in order of precedence. A missing file has none. Relative
/// names of included files are below `folder`; `~` is `home`.
[[nodiscard]] Result<std::vector<SshConfigLine>> read_ssh_config(
    const std::string& file, const std::string& folder, const std::string& home);

/// The host to connect to, as the blocks of a configuration match it.
struct SshTarget {
    std::string_view host; ///< as the user wrote it
    std::string_view user; ///< empty: not set
    std::string_view local_user;
};

/// A line that sets something for a host.
struct SshSetting {
    const SshConfigLine* line = nullptr;
    bool unjudged = false; ///< it is in a Match block whose condition we cannot evaluate ("exec")
};

/// The lines that set something for a host, in order: for a keyword that may be set only once, the first
/// counts. Understands all, canonical, final, host, originalhost, user and localuser in Match; if `final` or
/// `canonical` stands there, the file is gone through a second time, as OpenSSH does.
[[nodiscard]] std::vector<SshSetting> settings_of(
    const std::vector<SshConfigLine>& lines, const SshTarget& target);

/// Whether the text matches a list of patterns separated by blanks or commas, of which some may be negated with !: the
/// pattern-list of Match and IgnoreUnknown. A comma in a pattern of Host is part of it (ssh_config(5), PATTERNS).
[[nodiscard]] bool pattern_list_matches(std::string_view patterns, std::string_view text);

/// Splits a value into words; quotes keep blanks together, and a word that begins with # ends the value.
[[nodiscard]] std::vector<std::string> config_words(std::string_view value);

}
