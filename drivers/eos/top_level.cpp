// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/config.h"
#include "drivers/eos/load_balancing.h"

#include <algorithm>

namespace rocelint::eos {
namespace {

using State = CoverageState;

// Stanzas that neither classify, queue, pause, mark nor size what is forwarded.
constexpr auto stanzas_of_other_matters = std::to_array<std::string_view>({"aaa",
    "address",
    "agent",
    "alias",
    "application",
    "arp",
    "as-path",
    "banner",
    "bfd",
    "bgp",
    "boot",
    "cfm",
    "clock",
    "config",
    "control-plane",
    "cvx",
    "daemon",
    "dhcp",
    "dns",
    "domain",
    "dot1x",
    "dynamic",
    "email",
    "enable",
    "end",
    "environment",
    "errdisable",
    "event-handler",
    "event-monitor",
    "exit",
    "fips",
    "flow",
    "generate",
    "group",
    "hardware",
    "ip",
    "ipsec",
    "ipv6",
    "is-type",
    "isis",
    "kernel",
    "l2-protocol",
    "lacp",
    "license",
    "link",
    "lldp",
    "load-interval",
    "locator-led",
    "logging",
    "mac",
    "maintenance",
    "management",
    "match-list",
    "mcs",
    "metadata",
    "mirror",
    "mlag",
    "monitor",
    "mpls",
    "msrp",
    "mvrp",
    "nat",
    "ntp",
    "p4-runtime",
    "patch",
    "peer-filter",
    "poe",
    "port-channel",
    "prompt",
    "ptp",
    "queue-monitor",
    "radius-server",
    "rate-limit",
    "redundancy",
    "role",
    "route-map",
    "router",
    "sample",
    "schedule",
    "security",
    "service",
    "sflow",
    "snmp-server",
    "spanning-tree",
    "ssh",
    "stun",
    "switch",
    "sync-e",
    "system",
    "tacacs-server",
    "tap",
    "tech-support",
    "terminal",
    "track",
    "transceiver",
    "trunk",
    "tunnel",
    "username",
    "vlan",
    "vmtracer",
    "vrf",
    "zerotouch"});
static_assert(std::ranges::is_sorted(stanzas_of_other_matters));

State read_interface_defaults(Config& config, const Tree& tree, const Node& node)
{
    for (const Node& line : node) {
        Words words(line.key);
        const bool negated = words.take("no");
        const std::string_view word = words.next();
        if (word == "mtu") {
            const auto mtu = parse_number(words.next());
            if (mtu && *mtu <= 65'535)
                config.globals.interface_mtu = {Bytes{*mtu}, config.here(tree, line)};
            line.mark(mtu || negated ? State::read : State::unrecognised);
        } else if (word == "ethernet") {
            line.mark(State::read);
            for (const Node& inner : line) {
                const bool shut = inner.key == "shutdown";
                if (shut || inner.key == "no shutdown")
                    config.globals.ethernet_shutdown = {shut, config.here(tree, inner)};
                inner.mark(shut || inner.key == "no shutdown" ? State::read : State::unrecognised);
            }
        }
    }
    return State::read;
}

// A stored set of interface lines: what of it would be read on an interface is not applied to the ports that use it.
void mark_interface_profile(Config& config, const Tree& tree, const Node& node)
{
    node.mark(State::irrelevant);
    Port port;
    PortLines lines;
    for (const Node& line : node) {
        Words words(line.key);
        if (!words.take("command")) {
            line.mark_subtree(State::unrecognised);
            continue;
        }
        Node command = line;
        command.key = words.rest();
        command.first = nullptr;
        State state = read_interface_line(config, port, lines, tree, command);
        if (state == State::read)
            state = command.key.starts_with("description") ? State::irrelevant : State::unsupported;
        line.mark_subtree(state);
    }
}

void read_qos_profile(Config& config, const Tree& tree, const Node& node, std::string_view name)
{
    const auto [found, fresh]
        = config.profile_by_name.try_emplace(name, static_cast<std::uint32_t>(config.profiles.size()));
    if (fresh)
        config.profiles.push_back({name, config.here(tree, node), {}});
    node.mark(State::read);
    for (const Node& line : node)
        mark_block(line, read_qos_line(config, config.profiles[found->second].qos, tree, line));
}

// Buffer and PFC settings of one ASIC family. Everything else under `platform` programs other tables.
bool is_buffer_line(std::string_view line)
{
    for (const std::string_view word :
        {"mmu", "buffer", "qos", "headroom", "pfc", "queue", "fadt", "priority-flow-control"}) {
        if (line.find(word) != std::string_view::npos)
            return true;
    }
    return false;
}

// Ways of spreading flows that are not modelled; read_load_balancing() takes the others.
bool is_other_load_balancing(std::string_view line)
{
    return line.starts_with("ipv6 load-sharing") || line.starts_with("hardware ecmp")
        || line.starts_with("ip hardware ecmp");
}

void read_access_list(Config& config, const Tree& tree, const Node& node)
{
    Words words(node.key);
    words.next();
    words.next();
    if (words.peek() == "standard")
        words.next();
    node.mark_subtree(State::irrelevant);
    config.access_lists[words.next()].stanza = {&tree, &node};
}

State read_stanza(Config& config, const Tree& tree, const Node& node)
{
    const std::string_view line = node.key;
    Words words(line);
    std::string_view word = words.next();
    const bool negated = word == "no" || word == "default";
    if (negated) {
        word = words.next();
        // `no interface Vlan5` and the like take something away that is therefore not in the file.
        if (word == "interface" || word == "class-map" || word == "policy-map" || word == "traffic-policies"
            || word == "platform")
            return State::irrelevant;
    }
    if (word == "hostname") {
        const std::string_view name = words.next();
        if (negated || name.empty())
            return State::irrelevant;
        config.device.name = name;
        config.device.name_is_configured = true;
        config.device.identity = tree.span(node);
        return State::read;
    }
    if (word == "priority-flow-control")
        return read_pfc_global(config, words, negated, tree, node);
    if (word == "qos")
        return read_qos_global(config, words, negated, tree, node);
    if (word == "switchport") {
        if (!words.take("default") || !words.take("mode"))
            return State::irrelevant;
        const std::string_view mode = words.next();
        if (mode == "routed" && !negated)
            config.globals.ports_routed = {true, config.here(tree, node)};
        return mode == "routed" || mode == "access" || negated ? State::read : State::unsupported;
    }
    const bool buffers = word == "platform"
        && (is_buffer_line(line)
            || std::ranges::any_of(node, [](const Node& inner) { return is_buffer_line(inner.key); }));
    if (is_other_load_balancing(line.substr(negated ? line.find(' ') + 1 : 0)) || buffers
        || word == "traffic-policies" || word == "dcbx")
        return negated ? State::irrelevant : State::unsupported;
    if (word == "platform" || contains_word(stanzas_of_other_matters, word) || is_prompt(line))
        return State::irrelevant;
    return State::unrecognised;
}

bool is_stanza_of(const Node& node, std::string_view word)
{
    return node.key.size() > word.size() && node.key.starts_with(word) && node.key[word.size()] == ' ';
}

}

void read_top_level(Config& config, const Tree& tree)
{
    if (tree.root == nullptr)
        return;
    std::size_t interfaces = config.ports.size();
    for (const Node& node : *tree.root)
        interfaces += is_stanza_of(node, "interface") ? 1U : 0U;
    config.device.ports.reserve(interfaces);
    config.ports.reserve(interfaces);
    config.port_by_name.reserve(interfaces);
    for (const Node& node : *tree.root) {
        const std::string_view line = node.key;
        if (is_stanza_of(node, "interface")) {
            if (line == "interface defaults")
                node.mark(read_interface_defaults(config, tree, node));
            else if (line.starts_with("interface profile "))
                mark_interface_profile(config, tree, node);
            else
                read_interface(config, tree, node);
        } else if (is_stanza_of(node, "qos profile")) {
            Words words(line);
            words.next();
            words.next();
            read_qos_profile(config, tree, node, words.next());
        } else if (is_stanza_of(node, "class-map") || is_stanza_of(node, "policy-map")) {
            read_class_map(config, tree, node);
        } else if (is_stanza_of(node, "ip access-list") || is_stanza_of(node, "ipv6 access-list")) {
            read_access_list(config, tree, node);
        } else if (line.starts_with("Interface ") && line.find(" LLDP neighbors") != std::string_view::npos) {
            config.lldp_stanzas.push_back({&tree, &node});
        } else if (read_forwarding(config, tree, node)) {
            continue;
        } else if (is_load_balancing(line)) {
            read_load_balancing(config, tree, node);
        } else {
            mark_block(node, read_stanza(config, tree, node));
        }
    }
}

}
