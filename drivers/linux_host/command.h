// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace rocelint::linux_host {

/// What a command prints, or why its output says nothing about RDMA.
enum class Output : std::uint8_t {
    unknown, ///< not a command that we know
    irrelevant, ///< known; neither it nor what it prints touches RDMA traffic
    unsupported, ///< known; touches RDMA traffic, in a form that is not read
    setting, ///< only sets something, and prints nothing that tells whether it worked
    ip_route,
    gpus, ///< nvidia-smi -L and topo -m
    ip_address, ///< shows links as well; alone, it does not make a file a capture about RDMA
    mlnx_qos,
    ethtool,
    ethtool_pause,
    ethtool_fec,
    ethtool_driver,
    ethtool_module, ///< what the cable or transceiver says of itself
    ethtool_eee,
    ethtool_tunable, ///< how long the NIC may pause
    mlxlink,
    mlxconfig, ///< what the firmware starts with
    mlxreg, ///< the register of RoCE accelerations
    lspci, ///< with the capabilities of each device
    ip_link,
    ip_json, ///< ip -j link and ip -j address
    sysfs, ///< a value, or lines of `path:value`
    cma_tos,
    cma_mode,
    gids,
    lldp,
    dcb_pfc,
    dcb_ets,
    dcb_app,
    dcb_apptrust,
    dcb_dcbx,
    dcb_buffer,
    rdma_link,
    ibdev2netdev,
    devinfo,
    bonding,
    hostname,
    hostnamectl,
    uname,
};

/// A command line, understood.
struct Command {
    Output output = Output::unknown;
    /// The interface, RDMA device or file that it asks about; empty where the output names it itself.
    std::string_view subject;
    std::uint8_t rdma_port = 1;
};

[[nodiscard]] Command parse_command(std::string_view line);

/// A line of a transcript that begins with a shell's prompt, or with the `+` of `set -x`.
struct Prompt {
    bool found = false;
    std::string_view host; ///< of `user@host:~#`; else empty
    std::string_view command; ///< empty when nothing was typed
};

/// `line` begins at the first column, without its line end.
[[nodiscard]] Prompt parse_prompt(std::string_view line);

/// The command that prints output which begins with this line (its first word, as on a command line), for output that
/// says what it is. Empty for any other line.
[[nodiscard]] std::string_view command_by_first_line(std::string_view line);

/// What a file's name or path says about its content: `mlnx_qos.ens1f0np0.txt`, `host1/sys/class/net/…`.
struct FileHint {
    std::string_view command; ///< a literal; empty when the name says nothing
    std::string_view subject; ///< lies in `path`
};
[[nodiscard]] FileHint hint_of_path(std::string_view path);

}
