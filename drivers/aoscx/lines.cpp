// SPDX-License-Identifier: Apache-2.0
// Assigns lines to the switch, a port or a profile, and classifies what a row alone cannot.
#include "drivers/aoscx/config.h"
#include "drivers/line_cli/live/terminal.h"
#include "drivers/line_cli/read/line_sorter.h"

#include <fmt/format.h>

namespace rocelint::aoscx {
namespace {

// "apply policy P out" neither classifies nor polices ingress traffic; any other policy may change both, and the DSCP.
bool is_outbound(const Fact& policy)
{
    return policy.node->key.ends_with(" out") || policy.node->key.ends_with(" routed-out");
}

class Sorter final : public line_cli::LineSorter<Config> {
public:
    using LineSorter::LineSorter;

private:
    void take_unmatched(const Node& node) override
    {
        if (line_cli::is_prompt(node.key) || node.key.starts_with("-- MORE --"))
            node.mark(State::irrelevant);
    }

    void take_interface(const Fact& header, std::span<const Fact> inside)
    {
        std::string_view prefix;
        for (const line_cli::PortHeader& each : port_blocks().headers)
            prefix = each.fact == header.kind ? each.prefix : prefix;
        if (prefix.empty() && kind_of_port(header.text) == PortKind::other)
            return header.node->mark_subtree(State::unrecognised);
        config_.for_each_port_line(header, prefix, inside, [&](std::uint32_t port, const Fact& fact) {
            take_port_line(port, fact);
        });
    }

    void take_port_line(std::uint32_t port, const Fact& fact)
    {
        constexpr std::string_view elsewhere[]{"dhcp", "link-local", "autoconfig"};
        switch (says(fact)) {
        case LineKind::address:
        case LineKind::address6:
            return config_.take_address(
                port, fact, Words(fact.text), elsewhere, says(fact) == LineKind::address);
        case LineKind::vrf:
            fact.node->mark(State::irrelevant);
            break;
        case LineKind::service:
            if (is_outbound(fact))
                return;
            if (config_.device.ports[port].kind == PortKind::vlan) {
                VlanIds vlans = vlan_of_interface(config_.device.ports[port].name);
                // Without a number in its name, it may be any VLAN.
                if (vlans.none())
                    vlans.set();
                config_.vlan_policies.push_back({&fact, vlans});
            }
            break;
        case LineKind::pfc:
            if (fact.sense == Sense::set && !pausing_of(fact.text))
                fact.node->mark(State::unrecognised);
            break;
        default:
            break;
        }
        config_.said.put(config_.ports[port].place, fact);
    }

    // A line replaces the one of its index; its priorities say nothing about which line that is.
    void take_pool(const Fact& line)
    {
        for (std::uint8_t index = 1; index <= pool_count; ++index) {
            if (line.number == index || line.number == Fact::no_number)
                config_.pool_lines.at(index) = line.sense == Sense::clear ? nullptr : &line;
        }
    }

    // "10.0.0.0/8 (ADDRESS | INTERFACE) … [vrf V]": with the order that other platforms have.
    void take_route(const Fact& header)
    {
        std::string_view text = header.text;
        std::string vrf;
        if (const std::size_t at = text.find(" vrf "); at != std::string_view::npos) {
            Words behind(text.substr(at));
            behind.next();
            vrf = fmt::format("vrf {} ", behind.next());
            text = text.substr(0, at);
        }
        Fact route = header;
        route.text = config_.device.arena->keep(vrf + std::string(text));
        config_.take_route(route);
    }

    void take_peer_link(std::span<const Fact> inside)
    {
        for (const Fact& line : inside) {
            if (says(line) != LineKind::peer_link || line.sense != Sense::set)
                continue;
            Words words(line.text);
            const std::string name
                = words.take("lag") ? fmt::format("lag{}", words.next()) : std::string(words.next());
            if (!words.at_end() || kind_of_port(name) == PortKind::other) {
                // Other lines of the same beginning set timers.
                line.node->mark(State::irrelevant);
                continue;
            }
            config_.device.forwarding.mlag_peer_link
                = {config_.port_of_name(name, line.at), config_.device.origins.explicit_at(line.at)};
        }
    }

    void take(const Stanza& stanza, const Fact& header, std::span<const Fact> inside) override
    {
        const bool set = header.sense == Sense::set;
        switch (says(header)) {
        case LineKind::port_:
        case LineKind::lag:
        case LineKind::vlan_interface:
        case LineKind::loopback:
        case LineKind::tunnel:
        case LineKind::vxlan:
            if (set)
                take_interface(header, inside);
            return;
        case LineKind::queue_profile:
        case LineKind::schedule_profile:
        case LineKind::threshold_profile:
            return config_.blocks.add(config_.lines, stanza);
        case LineKind::vlan:
            header.node->mark(State::irrelevant);
            for (const Fact& line : inside) {
                if (says(line) == LineKind::service && !is_outbound(line))
                    config_.vlan_policies.push_back(
                        {&line, parse_vlan_ids(header.text).value_or(VlanIds{}.set())});
            }
            return;
        case LineKind::vsx:
            header.node->mark(State::irrelevant);
            return take_peer_link(inside);
        case LineKind::bgp:
            config_.take_bgp(header, inside, LineKind::own_as, 1);
            return config_.take_paths(header, inside, LineKind::most_paths, LineKind::count);
        case LineKind::link_state:
            return config_.take_link_state(header);
        case LineKind::route:
            return take_route(header);
        case LineKind::product:
            if (family_of_model(header.text) == Family::unknown)
                header.node->mark(State::irrelevant);
            else
                config_.device.model = header.text;
            return;
        case LineKind::hostname:
            return; // name_device() reads it
        case LineKind::pool:
            return take_pool(header);
        case LineKind::service:
            if (!is_outbound(header))
                config_.said.put(config_.whole, header);
            return;
        default:
            config_.said.put(config_.whole, header);
        }
    }
};

}

Config::Config(Device& target, std::span<const Tree> files, std::vector<SyntaxProblem>& found)
    : DeviceLines(grammar(), scope::top, files, target, found, kind_of_port)
    , defaults("aoscx", default_names, target.origins, target.fragment)
{
}

void place_lines(Config& config)
{
    config.family = family_of(config.lines);
    Sorter(config).run();
}

}
