// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/config.h"
#include "drivers/line_cli/port_ranges.h"

#include <algorithm>

namespace rocelint::eos {
namespace {

using State = CoverageState;

// First words of interface lines that do not touch how RDMA packets are classified, queued, paused or sized.
constexpr auto words_of_other_matters = std::to_array<std::string_view>({"address",
    "aging",
    "arp",
    "autostate",
    "bfd",
    "bgp",
    "bmp",
    "carrier-delay",
    "comment",
    "description",
    "dhcp",
    "dot1x",
    "dps",
    "encapsulation",
    "errdisable",
    "evpn",
    "exit",
    "flow",
    "flow-spec",
    "graceful-restart",
    "igmp",
    "interface-group",
    "ip",
    "ipv4",
    "ipv6",
    "isis",
    "l2-protocol",
    "lacp",
    "layer",
    "link",
    "link-debounce",
    "lldp",
    "load-interval",
    "local-interface",
    "logging",
    "loopback",
    "mac",
    "mac-address",
    "maintenance",
    "mcs",
    "metric",
    "mfib",
    "mlag",
    "mld",
    "monitor",
    "mpls",
    "msrp",
    "multicast",
    "mvrp",
    "nat",
    "node-segment",
    "ntp",
    "ospf",
    "peer",
    "phy",
    "pim",
    "poe",
    "port-channel",
    "private-vlan",
    "ptp",
    "pvlan",
    "rip",
    "sampled-mirroring",
    "sflow",
    "snmp",
    "spanning-tree",
    "switchport",
    "sync-e",
    "tap",
    "tcp",
    "tool",
    "traffic-loopback",
    "transceiver",
    "trunk",
    "tunnel",
    "unidirectional",
    "vlan",
    "vrf"});

static_assert(std::ranges::is_sorted(words_of_other_matters));

State read_mtu(Config& config, PortLines& lines, Words words, bool off, const Tree& tree, const Node& node)
{
    if (off) {
        lines.mtu = {};
        return State::read;
    }
    const auto mtu = parse_number(words.next());
    constexpr std::uint64_t largest = 65'535;
    if (!mtu || *mtu == 0 || *mtu > largest) {
        config.reject(tree.span(node), "the MTU is out of range");
        lines.mtu = Setting<Bytes>::unread(config.unread("the mtu line is not understood"));
        return State::unrecognised;
    }
    lines.mtu = {Bytes{*mtu}, config.here(tree, node)};
    return State::read;
}

State read_fec(Config& config, Port& port, Words words, bool negated, bool to_default, OriginId here)
{
    if (!words.take("encoding"))
        return State::irrelevant;
    const std::string_view encoding = words.next();
    if (to_default) {
        port.fec = {};
        return State::read;
    }
    if (negated) {
        if (encoding.empty())
            port.fec = {Fec::none, here};
        return State::read;
    }
    if (encoding == "reed-solomon") {
        port.fec = {Fec::rs, here};
    } else if (encoding == "fire-code") {
        port.fec = {Fec::base_r, here};
    } else {
        port.fec = Setting<Fec>::unread(config.unread("the FEC encoding is not understood"));
        return State::unrecognised;
    }
    return State::read;
}

State read_flowcontrol(PortLines& lines, Words words, bool off, OriginId here)
{
    const std::string_view direction = words.next();
    if (direction != "send" && direction != "receive")
        return State::unrecognised;
    const std::string_view word = words.next();
    // `desired` asks the peer; the port ends up with it wherever the peer agrees.
    const bool on = !off && (word == "on" || word == "desired");
    if (!off && !on && word != "off")
        return State::unrecognised;
    (direction == "send" ? lines.pause_send : lines.pause_receive) = {on, here};
    return State::read;
}

State read_channel_group(
    Config& config, PortLines& lines, Words words, bool off, const Tree& tree, const Node& node)
{
    if (off) {
        lines.channel_group = {};
        return State::read;
    }
    const auto number = parse_number(words.next());
    constexpr std::uint64_t largest = 999'999;
    if (!number || *number > largest)
        return State::unrecognised;
    lines.channel_group = {static_cast<std::uint32_t>(*number), config.here(tree, node)};
    return State::read;
}

State read_vxlan(Words words, bool off)
{
    // What becomes of DSCP and CE marks in a tunnel.
    if (words.peek() == "qos")
        return off ? State::irrelevant : State::unsupported;
    return State::irrelevant;
}

bool is_qos_word(std::string_view word)
{
    return word == "qos" || word == "tx-queue" || word == "uc-tx-queue" || word == "mc-tx-queue"
        || word == "priority-flow-control" || word == "service-policy" || word == "shape";
}

State read_switchport(Port& port, Words words, bool off, bool to_default, OriginId here)
{
    if (!words.at_end())
        return State::irrelevant;
    port.routed = to_default ? Setting<bool>{} : Setting<bool>{off, here};
    return State::read;
}

}

CoverageState read_interface_line(
    Config& config, Port& port, PortLines& lines, const Tree& tree, const Node& node)
{
    Words words(node.key);
    std::string_view word = words.next();
    const bool to_default = word == "default";
    const bool off = to_default || word == "no";
    if (off)
        word = words.next();
    if (word.empty())
        return State::unrecognised;
    if (is_qos_word(word))
        return read_qos_line(config, lines.qos, tree, node);
    if (word == "description") {
        port.description = off ? std::string_view{} : words.rest();
        return State::read;
    }
    if (word == "switchport")
        return read_switchport(
            port, words, off, to_default, words.at_end() ? config.here(tree, node) : OriginId{});
    if (word == "mtu")
        return read_mtu(config, lines, words, off, tree, node);
    if (word == "shutdown") {
        port.admin_up = to_default ? Setting<bool>{} : Setting<bool>{off, config.here(tree, node)};
        return State::read;
    }
    if (const auto state = read_interface_forwarding(config, lines, tree, node))
        return *state;
    if (contains_word(words_of_other_matters, word))
        return State::irrelevant;
    if (word == "channel-group")
        return read_channel_group(config, lines, words, off, tree, node);
    if (word == "service-profile") {
        const std::string_view name = words.next();
        lines.profile
            = off ? Setting<std::string_view>{} : Setting<std::string_view>{name, config.here(tree, node)};
        return State::read;
    }
    if (word == "speed") {
        if (off) {
            port.speed = {};
            port.lanes = {};
            port.autoneg = {};
            return State::read;
        }
        const auto speed = parse_speed_line(words);
        if (!speed)
            return State::unrecognised;
        const OriginId here = config.here(tree, node);
        port.speed = speed->speed ? Setting<BitsPerSecond>{*speed->speed, here} : Setting<BitsPerSecond>{};
        port.lanes = speed->lanes ? Setting<std::uint8_t>{*speed->lanes, here} : Setting<std::uint8_t>{};
        port.autoneg = speed->autoneg ? Setting<bool>{*speed->autoneg, here} : Setting<bool>{};
        return State::read;
    }
    if (word == "error-correction")
        return read_fec(config, port, words, off, to_default, config.here(tree, node));
    if (word == "flowcontrol")
        return read_flowcontrol(lines, words, off, config.here(tree, node));
    if (word == "vxlan")
        return read_vxlan(words, off);
    // Known unicast, which RDMA is, counts only towards `storm-control all`.
    if (word == "storm-control" && words.peek() != "all")
        return State::irrelevant;
    // Known, and able to hold back, drop or reclassify RDMA packets; or a second size limit whose exact meaning (tags
    // and FCS) is not documented.
    if (word == "l2" || word == "storm-control" || word == "dcbx" || word == "traffic-policy"
        || word == "profile" || word == "platform" || word == "load-balance" || word == "hardware")
        return off ? State::irrelevant : State::unsupported;
    return State::unrecognised;
}

void read_interface(Config& config, const Tree& tree, const Node& node)
{
    const Span at = tree.span(node);
    Words words(node.key);
    words.next();
    const std::string_view header = words.rest();
    node.mark(State::read);
    const auto read_into = [&](std::uint32_t index) {
        Port& port = config.device.ports[index];
        PortLines& lines = config.ports[index];
        if (!lines.configured)
            port.at = at;
        lines.configured = true;
        for (const Node& line : node)
            mark_block(line, read_interface_line(config, port, lines, tree, line));
    };
    if (!line_cli::is_port_range(header)) {
        read_into(port_index(config, header, at));
        return;
    }
    std::size_t lines_per_port = 1;
    for (const Node& line : node)
        lines_per_port += 1 + std::size_t{line.child_count};
    constexpr std::size_t most_ports = 4096;
    const auto names
        = line_cli::expand_ports(header, std::min(most_ports, config.range_budget / lines_per_port));
    if (!names) {
        config.reject(at, "this list of interfaces cannot be expanded; its lines are not read");
        node.mark_subtree(State::unrecognised);
        return;
    }
    config.range_budget -= names->size() * lines_per_port;
    for (const std::string& name : *names) {
        const auto known = config.port_by_name.find(name);
        read_into(known != config.port_by_name.end()
                ? known->second
                : port_index(config, config.device.arena->keep(name), at));
    }
}

}
