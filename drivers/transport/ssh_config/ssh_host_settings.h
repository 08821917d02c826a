// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/ssh_config/ssh_config_lines.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// What the configuration sets for one host, by the keyword's name in the manual. Every keyword in it is known
/// (ssh_keywords.h), and none of those that are refused applies to the host.
class SshHostSettings {
public:
    /// Statements that do not concern the host asked for.
    struct Exceptions {
        bool has_proxy
            = false; ///< it is reached through given jump hosts: ProxyJump and ProxyCommand do not count
        bool is_address = false; ///< it is an address: no name is canonicalized
    };

    /// `invalid`, with file and line, for a keyword that is unknown or refused, and for one in a Match block whose
    /// condition cannot be evaluated here. `name` begins the message.
    [[nodiscard]] static Result<SshHostSettings> of(const std::vector<SshConfigLine>& lines,
        const SshTarget& target,
        std::string_view name,
        const Exceptions& exceptions);

    /// The line that counts, or null; for IdentityFile use identity_files().
    [[nodiscard]] const SshConfigLine* find(std::string_view keyword) const;
    /// The words of that line; none if there is no such line.
    [[nodiscard]] std::vector<std::string> words(std::string_view keyword) const;
    /// The first value, or empty.
    [[nodiscard]] std::string word(std::string_view keyword) const;
    [[nodiscard]] const std::vector<const SshConfigLine*>& identity_files() const { return identity_files_; }
    /// The error about the value of a keyword that is set.
    [[nodiscard]] tl::unexpected<Error> wrong(std::string_view keyword, std::string_view what) const;
    /// The same for one of several lines.
    [[nodiscard]] tl::unexpected<Error> wrong(
        const SshConfigLine& line, std::string_view keyword, std::string_view what) const;

private:
    [[nodiscard]] Result<void> take(const SshSetting& setting, const Exceptions& exceptions);

    std::string name_;
    std::map<std::string_view, const SshConfigLine*> once_;
    std::vector<const SshConfigLine*> identity_files_;
    std::string ignored_; ///< the patterns of IgnoreUnknown
};

}
