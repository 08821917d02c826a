// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint::bench {

/// The size of a generated fabric: two tiers; the leaves' uplinks are assigned to the spines in turn.
struct Size {
    std::uint32_t leaves = 10; ///< SONiC and EOS in turn, except those that `junos` replaces
    std::uint32_t spines = 2; ///< SONiC
    std::uint32_t hosts = 20;
    std::uint32_t nics = 2; ///< per host, each to a different leaf
    std::uint32_t ports = 64; ///< per switch; the first half of a leaf's ports leads to hosts
    std::uint32_t faults
        = 0; ///< per switch and kind of fault: PFC off, a small MTU, no watchdog or wrong trust
    std::uint32_t part = 0; ///< leaves in a part that has its own spines; 0: all leaves share all spines
    std::uint32_t small_files = 0; ///< of hosts: one file per command instead of a session
    std::uint32_t mtu = 0; ///< of every switch port, as written; 0: the value that RDMA needs
    std::uint32_t mtu_step = 0; ///< from each port of a file to the next, if `mtu` is given
    std::uint32_t jobs = 0; ///< environments of NCCL jobs that name no hosts
    std::uint32_t host_jobs = 0; ///< 1: an environment of a job in the folder of each host too
    std::uint32_t junos = 0; ///< 1: every third leaf is a Junos one, which has no faults
};

/// Clean configurations in the platforms' own formats, as the devices would write them.
[[nodiscard]] std::string sonic_leaf(const Size& size, std::uint32_t leaf);
[[nodiscard]] std::string sonic_spine(const Size& size, std::uint32_t spine);
[[nodiscard]] std::string eos_leaf(const Size& size, std::uint32_t leaf);
/// The leaf's ports and classes in Junos braces and as `set` commands.
[[nodiscard]] std::string junos_leaf(const Size& size, std::uint32_t leaf);
[[nodiscard]] std::string junos_commands(const Size& size);
/// The leaf's ports and classes as an NVUE startup.yaml.
[[nodiscard]] std::string nvue_leaf(const Size& size);
/// The leaf's ports and classes as an NX-OS running configuration.
[[nodiscard]] std::string nxos_leaf(const Size& size);
/// The running configuration of a Dell OS10 leaf with `size.ports` ports.
[[nodiscard]] std::string os10_leaf(const Size& size);
/// The leaf's ports and classes on the command line of Dell Enterprise SONiC.
[[nodiscard]] std::string sonic_cli_leaf(const Size& size);
[[nodiscard]] std::string host_capture(const Size& size, std::uint32_t host);

/// The same host as many small files below `folder`.
void write_host_files(const Size& size, std::uint32_t host, const std::string& folder);

/// The platform of a leaf.
enum class Platform : std::uint8_t { sonic, eos, junos };
[[nodiscard]] inline Platform platform_of(const Size& size, std::uint32_t leaf)
{
    if (size.junos != 0 && leaf % 3 == 2)
        return Platform::junos;
    return leaf % 2 == 0 ? Platform::sonic : Platform::eos;
}

/// Writes the whole fabric below `folder`: leafN.json, leafN.cfg or leafN.conf, spineN.json, hosts/hostN/capture.txt, jobs/jobN.env.
void write_fabric(const Size& size, const std::string& folder);

}
