// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"
#include "drivers/opensm/edit/file_patch.h"
#include "models/text/objection.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::opensm {

/// One of the manager's files on its host.
struct HostFile {
    std::string name; ///< as collected: "opensm.conf", or the file's own name
    std::string path; ///< its real path: symbolic links are followed
    std::string text; ///< including its keys
};

/// The state of a host, as read_script() found it.
struct HostState {
    std::vector<std::string> processes; ///< IDs of the running opensm processes
    std::vector<std::string> units; ///< the services to which they belong, without duplicates
    std::string arguments; ///< arguments of the first process, one per line
    std::vector<std::string> option_files; ///< paths of the option files that opensm reads, in order
    std::vector<HostFile> files; ///< the option file first, if there is one
    [[nodiscard]] const HostFile* find(std::string_view name) const;
};

/// Parses the output of read_script(). `unreadable` if the output is truncated.
[[nodiscard]] Result<HostState> read_host_state(std::string_view printed);

/// Returns the files in the form in which they are stored. A key of the subnet (m_key, sm_key, …) other than
/// the installation default becomes `<redacted 0123456789ab>`, made with `key` so that equal keys stay equal.
/// Other text that looks like a secret, in a comment or an unknown line, is redacted too.
[[nodiscard]] std::vector<CollectedFile> stored_files(
    const std::vector<HostFile>& files, std::string_view key);
/// Returns everything that counts for state_hash().
[[nodiscard]] std::string whole_text(const HostState& state);

/// Options by name, as `opensm -c` wrote them.
using OptionDump = std::map<std::string, std::string, std::less<>>;
[[nodiscard]] OptionDump read_dump(std::string_view text);
/// Why opensm understands the new files differently than intended. Does not reveal keys.
Objection misunderstanding(
    const OptionDump& before, const OptionDump& after, const std::vector<MeantOption>& meant);

}
