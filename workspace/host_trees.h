// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace rocelint::workspace {

/// The folder that mirrors a host's root directory, for a path that shows one by its folders: what stands before
/// /sys/class, /etc/netplan, /usr/lib/systemd, sos_commands (of a sosreport) and the like; "." where they begin the path.
/// Empty for any other path.
[[nodiscard]] std::string host_root(std::string_view path);

/// Which folder is a host's, once all files are known. A host of which captures or one such path were found owns everything
/// beneath its etc, usr, opt and so on, however deep.
class HostTrees {
public:
    /// `path`: of a file that says something of a host.
    void add(std::string_view path);
    /// The folder of the host that a file belongs to.
    [[nodiscard]] std::string folder(std::string_view path) const;

private:
    std::set<std::string, std::less<>> roots_;
};

}
