// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/command.h"
#include "drivers/linux_host/host_builder.h"

#include <array>

namespace rocelint::linux_host {

/// What one command printed: the children of `node`.
struct Section {
    const Tree& tree;
    const Node& node;
    Command command;

    /// Marks each line that nothing has read yet as `take` says of it.
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
    /// Where the port is named: the command line, else the first line of output.
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
void read_ip_json(HostBuilder& host, const Section& section);
void read_ip_route(HostBuilder& host, const Section& section);
/// `text` is "10.0.0.2/31" or, with a peer, "10.0.0.2".
[[nodiscard]] bool add_address(HostBuilder& host, std::uint32_t port, std::string_view text, OriginId at);

// ethtool -m and mlxlink: the cable, and how well the link does on it
void read_module(HostBuilder& host, const Section& section);
void read_mlxlink(HostBuilder& host, const Section& section);

// mlxconfig and mlxreg: what the firmware starts with, and how it sends again
void read_mlxconfig(HostBuilder& host, const Section& section);
[[nodiscard]] bool is_mlxconfig_json(const Node& root);
void read_mlxconfig_json(HostBuilder& host, const Tree& tree);
void read_mlxreg(HostBuilder& host, const Section& section);

// lspci -vvv: which bridges send what NICs and GPUs say to each other up to the root
void read_lspci(HostBuilder& host, const Section& section);

// nvidia-smi -L and nvidia-smi topo -m
void read_gpus(HostBuilder& host, const Section& section);

/// The interface that output is about that names it in its first line, on the command line or nowhere.
[[nodiscard]] std::uint32_t ethtool_port(HostBuilder& host, const Section& section);

// The RDMA devices
void read_rdma_link(HostBuilder& host, const Section& section);
void read_ibdev2netdev(HostBuilder& host, const Section& section);
void read_devinfo(HostBuilder& host, const Section& section);
void read_gids(HostBuilder& host, const Section& section);
void read_cma(HostBuilder& host, const Section& section);

/// What the NIC forces on every queue pair; nothing at a class of -1, as MLNX_OFED has it.
void set_traffic_class(Nic& nic, int traffic_class, OriginId at);

// Files under /sys: `path:value` lines, or the value of the file that the command names
void read_sysfs(HostBuilder& host, const Section& section);
/// Reads a line of the form `/sys/…:value`, wherever it stands. False when it is none.
bool read_sysfs_line(HostBuilder& host, const Section& section, const Node& line);

/// `document` is the object that holds "lldp".
void read_lldp(HostBuilder& host, const Tree& tree, const Node& document);

// What mlnx_qos and dcb have in common (traffic_classes.cpp)

void apply(HostBuilder& host, std::uint32_t index, const TrafficClasses& facts);

void apply(HostBuilder& host, std::uint32_t index, const ReceiveBuffers& facts);

/// DSCP to priority. What a map leaves out goes to the priority that the catalog names.
void apply_dscp_map(HostBuilder& host, std::uint32_t index, ClassMap map);
void apply_pfc(HostBuilder& host, std::uint32_t index, PrioritySet priorities, Span at);

/// Small integer of a column or a word: nothing when it is above `limit`.
[[nodiscard]] std::optional<std::uint8_t> small_number(std::string_view text, std::uint8_t limit);
[[nodiscard]] std::optional<BitsPerSecond> gigabits(std::string_view text);
/// What follows "key:" without blanks; nothing when the line does not begin so.
[[nodiscard]] std::optional<std::string_view> value_of(std::string_view line, std::string_view key);

}
