// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"
#include "drivers/opensm/file_patch.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::opensm {

/// One of the manager's files, as it lies on its host.
struct HostFile {
    std::string name; ///< as it is collected: "opensm.conf", or the file's own name
    std::string path; ///< where it lies: symbolic links are followed
    std::string text; ///< with its keys
};

/// What read_script() found on a host.
struct HostState {
    std::vector<std::string> processes; ///< ids of running ones
    std::vector<std::string> units; ///< the services that they belong to, each once
    std::string arguments; ///< of the first process, one to a line
    std::vector<std::string> option_files; ///< paths of those that opensm reads, in order
    std::vector<HostFile> files; ///< the option file first, where there is one
    [[nodiscard]] const HostFile* find(std::string_view name) const;
};

/// Reads what read_script() printed. `unreadable` where it breaks off.
[[nodiscard]] Result<HostState> read_host_state(std::string_view printed);

/// The files as they are stored: keys of the subnet (m_key, sm_key, …) that are not those which every installation starts
/// with are `<redacted 0123456789ab>`, made with `key`, so that equal ones stay equal; so is what else looks like a secret in a comment or
/// in a line that is not known.
[[nodiscard]] std::vector<CollectedFile> stored_files(
    const std::vector<HostFile>& files, std::string_view key);
/// Everything that counts, for state_hash().
[[nodiscard]] std::string whole_text(const HostState& state);

/// Options by name, as `opensm -c` wrote them.
using OptionDump = std::map<std::string, std::string, std::less<>>;
[[nodiscard]] OptionDump read_dump(std::string_view text);
/// Why what opensm makes of the new files is not what is meant; empty where it is. Keys are not told.
[[nodiscard]] std::string misunderstanding(
    const OptionDump& before, const OptionDump& after, const std::vector<MeantOption>& meant);

}
