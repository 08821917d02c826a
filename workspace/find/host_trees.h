// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace rocelint::workspace {

/// The folder that mirrors a host's root directory, for a path that reveals one by its folder names: the part
/// before /sys/class, /etc/netplan, /usr/lib/systemd, sos_commands (of a sosreport) and similar; "." if the
/// path begins with one of these. Empty for any other path.
[[nodiscard]] std::string host_root(std::string_view path);

/// Finds the folder of each host once all files are known. A host with captures or at least one such path
/// owns everything below its etc, usr, opt and so on, however deep.
class HostTrees {
public:
    /// Adds the path of a file that contains data about a host.
    void add(std::string_view path);
    /// Returns the folder of the host that a file belongs to.
    [[nodiscard]] std::string folder(std::string_view path) const;

private:
    std::set<std::string, std::less<>> roots_;
};

}
