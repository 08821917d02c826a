// SPDX-License-Identifier: Apache-2.0
// A host may arrive as captures in one folder, as a copy of parts of its file system, as a report of support
// tools, or as all of these together. The folder that holds the copy of its root directory is the host.
#include "workspace/find/host_trees.h"

#include "workspace/files/path_names.h"

#include <algorithm>
#include <array>
#include <optional>

namespace rocelint::workspace {
namespace {

// Folders that no fabric repository has for itself. "etc" alone could belong to anything.
constexpr auto known_trees = std::to_array<std::string_view>({"sys/class/",
    "sys/kernel/",
    "proc/net/",
    "sos_commands/",
    "usr/lib/systemd/",
    "usr/lib/udev/",
    "usr/local/bin/",
    "usr/local/sbin/",
    "usr/bin/",
    "usr/sbin/",
    "lib/systemd/",
    "lib/udev/",
    "run/systemd/"});

// Entries of a host's /etc that concern its network, its services or its jobs.
constexpr auto known_in_etc = std::to_array<std::string_view>({"NetworkManager",
    "cron.d",
    "default",
    "hostname",
    "infiniband",
    "init.d",
    "mlnx",
    "modprobe.d",
    "modules-load.d",
    "nccl.conf",
    "netplan",
    "network",
    "networkd-dispatcher",
    "opensm",
    "profile.d",
    "rc.d",
    "rc.local",
    "rdma",
    "slurm",
    "slurm-llnl",
    "sysconfig",
    "sysctl.conf",
    "sysctl.d",
    "systemd",
    "tuned",
    "ucx",
    "udev"});

// Folders in a root directory.
constexpr auto of_a_root = std::to_array<std::string_view>(
    {"etc", "lib", "opt", "proc", "root", "run", "sos_commands", "sys", "usr", "var"});

bool begins_known_tree(std::string_view rest)
{
    constexpr std::string_view etc = "etc/";
    if (!rest.starts_with(etc))
        return std::ranges::any_of(
            known_trees, [rest](std::string_view tree) { return rest.starts_with(tree); });
    rest.remove_prefix(etc.size());
    return std::ranges::find(known_in_etc, rest.substr(0, rest.find('/'))) != known_in_etc.end();
}

// Walks through the folders of a path from its beginning, until `is_root(front, rest)` says that `front`
// holds a root directory. "/" itself is this machine and never a capture.
template <class IsRoot>
std::string first_root(std::string_view path, const IsRoot& is_root)
{
    for (std::size_t at = 0; at < path.size();) {
        const std::string_view front = path.substr(0, at == 0 ? 0 : at - 1);
        if ((at == 0 || !front.empty()) && is_root(front, path.substr(at)))
            return at == 0 ? "." : std::string(front);
        const std::size_t slash = path.find('/', at);
        if (slash == std::string_view::npos)
            break;
        at = slash + 1;
    }
    return {};
}

}

std::string host_root(std::string_view path)
{
    return first_root(path, [](std::string_view, std::string_view rest) { return begins_known_tree(rest); });
}

void HostTrees::add(std::string_view path)
{
    std::string root = host_root(path);
    roots_.insert(root.empty() ? folder_of(path) : std::move(root));
}

std::string HostTrees::folder(std::string_view path) const
{
    if (std::string root = host_root(path); !root.empty())
        return root;
    std::string root = first_root(path, [this](std::string_view front, std::string_view rest) {
        const std::size_t slash = rest.find('/');
        return slash != std::string_view::npos
            && std::ranges::find(of_a_root, rest.substr(0, slash)) != of_a_root.end()
            && roots_.contains(front.empty() ? std::string_view(".") : front);
    });
    return root.empty() ? folder_of(path) : root;
}

}
