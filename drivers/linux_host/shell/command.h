// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace rocelint::linux_host {

/// The kinds of output that commands print, and why other output is not relevant to RDMA.
enum class Output : std::uint8_t {
    unknown, ///< not a command that we know
    irrelevant, ///< known; neither the command nor its output concerns RDMA traffic
    unsupported, ///< known; concerns RDMA traffic, in a form that we do not read
    /// Only sets something, and its output does not show whether that worked.
    setting,
    ip_route,
    gpus, ///< nvidia-smi -L and topo -m
    module_options, ///< options of kernel modules, in files of /etc/modprobe.d
    /// Shows links as well; alone, it does not make a file a capture about RDMA.
    ip_address,
    mlnx_qos,
    ethtool,
    ethtool_pause,
    ethtool_fec,
    ethtool_driver,
    ethtool_module, ///< what the cable or transceiver reports about itself
    ethtool_eee,
    ethtool_tunable, ///< how long the NIC may pause
    ethtool_flags, ///< the driver's own switches of an interface
    ethtool_statistics, ///< ethtool -S: counters
    lldptool_config, ///< lldptool -t -c: what lldpad is configured to send and accept
    devlink_param, ///< devlink dev param show
    mlxlink,
    mlxconfig, ///< settings stored in the firmware
    mlxreg, ///< the register for RoCE acceleration
    nicctl, ///< classes, DCQCN and ports of AMD Pensando NICs
    nicctl_lif, ///< the cards and interfaces of AMD Pensando NICs, as JSON
    nicctl_statistics, ///< counters of the ports of AMD Pensando NICs, as JSON
    lspci, ///< including the capabilities of each device
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
    qos_tlvs, ///< niccli's and bnxtqos' DCB settings
    lldp_tlvs, ///< lldptool: what the host sends
    lldp_neighbour, ///< lldptool -n: what the neighbour sends
    niccli_queues, ///< the receive queues of a Broadcom NIC
    niccli_option, ///< options of the NVM of a Broadcom NIC
    niccli_list,
    rdma_link,
    rdma_statistic, ///< counters of RDMA devices
    ibdev2netdev,
    devinfo,
    bonding,
    sysctl, ///< kernel settings of interfaces
    hostname,
    hostnamectl,
    uname,
};

/// A parsed command line.
struct Command {
    Output output = Output::unknown;
    /// The interface, RDMA device or file that the command asks about; empty if the output names it.
    std::string_view subject;
    std::uint8_t rdma_port = 1;
};

[[nodiscard]] Command parse_command(std::string_view line);

/// `nicctl …`, without its name.
[[nodiscard]] Command parse_nicctl(std::string_view arguments);

/// A transcript line that begins with a shell's prompt, or with the `+` of `set -x`.
struct Prompt {
    bool found = false;
    std::string_view host; ///< from `user@host:~#`; else empty
    std::string_view command; ///< empty if nothing was typed
};

/// `line` begins at the first column and has no line end.
[[nodiscard]] Prompt parse_prompt(std::string_view line);

/// The command whose output begins with this line (its first word, as on a command line), for output that
/// identifies itself. Empty for any other line.
[[nodiscard]] std::string_view command_by_first_line(std::string_view line);

/// What a file's name or path reveals about its content: `mlnx_qos.ens1f0np0.txt`, `host1/sys/class/net/…`.
struct FileHint {
    std::string_view command; ///< a string literal; empty if the name reveals nothing
    std::string_view subject; ///< a view into `path`
};
[[nodiscard]] FileHint hint_of_path(std::string_view path);
/// Whether the file name is that of a command whose output is read: "rdma-link.txt", "ethtool-i.ens1f0np0.txt".
[[nodiscard]] bool is_capture_name(std::string_view path);

}
