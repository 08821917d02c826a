// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/knob/member.h"
#include "drivers/linux_host/output/host_builder.h"
#include "drivers/linux_host/shell/command.h"

#include <array>

namespace rocelint::linux_host {

/// The output of one command: the children of `node`.
struct Section {
    const Tree& tree;
    const Node& node;
    Command command;

    /// Marks each line that nothing has read yet with the state that `take` returns for it.
    template <class Take>
    void take_lines(Take&& take) const
    {
        for (const Node& line : node) {
            if (line.kind == Node::Kind::line && line.state == CoverageState::unrecognised)
                line.mark(take(line));
        }
    }
    [[nodiscard]] Span span(const Node& line) const { return tree.span(line); }
    [[nodiscard]] Span span(std::string_view part) const { return tree.source->span_of(part); }
    /// Where the port is named: on the command line, else in the first line of output.
    [[nodiscard]] Span place() const
    {
        return tree.span(node.length != 0 || node.first == nullptr ? node : *node.first);
    }
};

// mlnx_qos and iproute2's dcb
void read_mlnx_qos(HostBuilder& host, const Section& section);
void read_dcb(HostBuilder& host, const Section& section);

// ip link, ethtool and /proc/net/bonding
void read_ip_link(HostBuilder& host, const Section& section);
void read_ethtool(HostBuilder& host, const Section& section);
void read_bonding(HostBuilder& host, const Section& section);

// counters: ethtool -S, rdma statistic, and one file below hw_counters
void read_ethtool_statistics(HostBuilder& host, const Section& section);
void read_rdma_statistic(HostBuilder& host, const Section& section);
[[nodiscard]] CoverageState read_hardware_counter(HostBuilder& host,
    const Section& section,
    std::string_view device,
    std::string_view name,
    std::string_view value,
    Span at);
/// How a bond chooses the member for a packet, in the words of `ip -d link` or of /proc/net/bonding.
struct BondHash {
    std::string_view mode;
    std::string_view policy;
};
/// Sets what the bond hashes, if its mode hashes packets at all. Returns false for an unknown policy.
[[nodiscard]] bool set_member_hash(HostBuilder& host, std::uint32_t bond, const BondHash& hash, Span at);
void read_sysctl(HostBuilder& host, const Section& section);
/// Whether a kernel setting decides which interface answers for an IPv4 address: net.ipv4.conf.all.arp_ignore.
[[nodiscard]] bool decides_addresses(std::string_view variable);
/// Whether the last part of a kernel setting's name is one of those, "arp_ignore".
[[nodiscard]] bool is_address_setting(std::string_view name);
/// The place of one of those settings in `addresses`.
[[nodiscard]] Setting<std::uint8_t>& address_setting(AddressSettings& addresses, std::string_view name);
void read_ip_json(HostBuilder& host, const Section& section);
void read_ip_route(HostBuilder& host, const Section& section);
/// `text` is "10.0.0.2/31", or "10.0.0.2" if it is followed by a peer.
[[nodiscard]] bool add_address(HostBuilder& host, std::uint32_t port, std::string_view text, OriginId at);

// ethtool -m and mlxlink: the cable, and the quality of the link
void read_module(HostBuilder& host, const Section& section);
void read_mlxlink(HostBuilder& host, const Section& section);

// mlxconfig and mlxreg: settings stored in the firmware, and retransmission
void read_mlxconfig(HostBuilder& host, const Section& section);
[[nodiscard]] bool is_mlxconfig_json(const Node& root);
void read_mlxconfig_json(HostBuilder& host, const Tree& tree);
void read_mlxreg(HostBuilder& host, const Section& section);

// nicctl: AMD Pensando NICs
/// Finds the cards and their interfaces, before the outputs that only name a card are read.
void find_nic_cards(HostBuilder& host, const Section& section);
void read_nicctl(HostBuilder& host, const Section& section);
void read_nicctl_lif(HostBuilder& host, const Section& section);
void read_nicctl_statistics(HostBuilder& host, const Section& section);

// lspci -vvv: the bridges that redirect traffic between NICs and GPUs to the root complex
void read_lspci(HostBuilder& host, const Section& section);

// nvidia-smi -L and nvidia-smi topo -m
void read_gpus(HostBuilder& host, const Section& section);

/// The port that an output of dcb or lldptool is about: that of the command line, or the host's only interface.
/// Warns about an output of an unknown interface, unless it is empty, and returns Port::no_index.
[[nodiscard]] std::uint32_t port_of_output(HostBuilder& host, const Section& section, std::string_view tool);

/// The interface of the output, which is named in its first line, on the command line or nowhere.
[[nodiscard]] std::uint32_t ethtool_port(HostBuilder& host, const Section& section);

// What lldpad is configured to send and accept (lldptool -t -c), devlink dev param show, and modprobe.d
void read_lldptool_config(HostBuilder& host, const Section& section);
/// What the neighbour says by DCBX (lldptool -t -n).
void read_lldptool_neighbour(HostBuilder& host, const Section& section);
void read_devlink_param(HostBuilder& host, const Section& section);
void read_module_options(HostBuilder& host, const Section& section);
/// Records that lldpad answered for the port: it speaks DCBX there.
void note_host_agent(HostBuilder& host, std::uint32_t port, Span at);

/// The line that dcb prints for a member of its JSON: "prio-pfc 0:off 1:on". Empty for a member without one.
[[nodiscard]] std::string dcb_line_of(const Node& member);

// The RDMA devices
void read_rdma_link(HostBuilder& host, const Section& section);
void read_ibdev2netdev(HostBuilder& host, const Section& section);
void read_devinfo(HostBuilder& host, const Section& section);
void read_gids(HostBuilder& host, const Section& section);
void read_cma(HostBuilder& host, const Section& section);

// Files under /sys: `path:value` lines, or the value of the file named by the command
void read_sysfs(HostBuilder& host, const Section& section);
/// Reads a line of the form `/sys/…:value` in any output. Returns false for any other line.
bool read_sysfs_line(HostBuilder& host, const Section& section, const Node& line);

/// `document` is the object that holds "lldp".
void read_lldp(HostBuilder& host, const Tree& tree, const Node& document);

// Shared by mlnx_qos and dcb (traffic_classes.cpp)

void apply(HostBuilder& host, std::uint32_t index, const TrafficClasses& facts);
/// Whether an output has shown a class, or the class of a priority.
[[nodiscard]] bool shows_classes(const TrafficClasses& facts);

void apply(HostBuilder& host, std::uint32_t index, const ReceiveBuffers& facts);

/// Applies a map from DSCP to priority. DSCPs that are not in the map get the priority given by the catalog.
void apply_dscp_map(HostBuilder& host, std::uint32_t index, ClassMap map);
void apply_pfc(HostBuilder& host, std::uint32_t index, PrioritySet priorities, Span at);

/// Parses a small integer in a column or a word; nothing if it is above `limit`.
[[nodiscard]] std::optional<std::uint8_t> small_number(std::string_view text, std::uint8_t limit);
[[nodiscard]] std::optional<BitsPerSecond> gigabits(std::string_view text);
/// The text after "key:", trimmed; nothing if the line does not begin with it.
[[nodiscard]] std::optional<std::string_view> value_of(std::string_view line, std::string_view key);

}
