// SPDX-License-Identifier: Apache-2.0
// Assigns lines to the device, a port, a map or a policy, and classifies what a grammar row alone cannot.
#include "drivers/line_cli/live/terminal.h"
#include "drivers/line_cli/read/line_sorter.h"
#include "drivers/sonic_cli/config.h"
#include "drivers/sonic_cli/syntax.h"

#include <set>

namespace rocelint::sonic_cli {
namespace {

// "map NAME match-type fields match-any": returns the first word, the name.
std::string_view first_word(const Fact& header) { return Words(header.text).peek(); }

constexpr std::string_view other_sources[]{"dhcp", "unnumbered", "anycast"};
constexpr line_cli::PortLineKinds port_kinds{
    LineKind::address, LineKind::address6, LineKind::vrf, other_sources};

class Sorter final : public line_cli::LineSorter<Config> {
public:
    using LineSorter::LineSorter;

private:
    void take_unmatched(const Node& node) override
    {
        if (line_cli::is_prompt(node.key) || node.key.find_first_not_of('-') == std::string_view::npos)
            node.mark(State::irrelevant);
    }

    void finish() override
    {
        for (const auto& [header, name] : policies_)
            header->node->mark_subtree(bound_.contains(name) ? State::unsupported : State::irrelevant);
    }

    void take_interface(const Fact& header, std::span<const Fact> inside)
    {
        const std::string_view prefix = says(header) == LineKind::port_channel ? "PortChannel" : "";
        if (prefix.empty() && kind_of_port(header.text) == PortKind::other)
            return header.node->mark_subtree(State::unrecognised);
        config_.for_each_port_line(header, prefix, inside, [&](std::uint32_t port, const Fact& fact) {
            take_port_line(port, fact);
        });
    }

    void take_port_line(std::uint32_t port, const Fact& fact)
    {
        if (says(fact) == LineKind::service) {
            fact.node->mark(State::unsupported);
            bound_.insert(fact.text);
        }
        config_.take_port_line(port, fact, port_kinds);
    }

    void take_peer_link(std::span<const Fact> inside)
    {
        for (const Fact& line : inside) {
            if (says(line) != LineKind::peer_link || line.sense != Sense::set)
                continue;
            std::string name(line.text);
            std::erase(name, ' ');
            config_.device.forwarding.mlag_peer_link
                = {config_.port_spelt(config_.device.arena->keep(name), line.at),
                    config_.device.origins.explicit_at(line.at)};
        }
    }

    // "Interface:   Ethernet0,via: LLDP", followed by what the neighbor reports about itself.
    void take_neighbour(const Fact& header, std::span<const Fact> inside)
    {
        Neighbour neighbour;
        neighbour.at = header.at;
        for (const Fact& line : inside) {
            if (says(line) == LineKind::lldp_system)
                neighbour.device = line.text;
            else if (says(line) == LineKind::lldp_port_id)
                neighbour.port_id = line.text;
            else if (says(line) == LineKind::lldp_description)
                neighbour.port_description = line.text;
        }
        neighbour.port = config_.port_spelt(header.text.substr(0, header.text.find(',')), header.at);
        config_.device.neighbours.push_back(neighbour);
    }

    void take(const Stanza& stanza, const Fact& header, std::span<const Fact> inside) override
    {
        const bool set = header.sense == Sense::set;
        switch (says(header)) {
        case LineKind::interface_:
        case LineKind::port_channel:
            if (set)
                take_interface(header, inside);
            return;
        case LineKind::map:
            for (const Fact& line : inside) {
                if (says(line) != entry_of(static_cast<MapKind>(header.number)))
                    line.node->mark(State::unrecognised);
            }
            [[fallthrough]];
        case LineKind::marking_policy:
        case LineKind::scheduler_policy:
            return config_.blocks.add(config_.lines, stanza);
        case LineKind::class_map:
        case LineKind::policy_map:
            policies_.emplace_back(&header, first_word(header));
            return;
        case LineKind::mclag_domain:
            header.node->mark(State::irrelevant);
            return take_peer_link(inside);
        case LineKind::bgp:
            // If the line has no count, FRR's default applies, as on SONiC.
            return config_.take_bgp(header,
                inside,
                LineKind::allowas_in,
                catalog::platform_default("sonic", "allow_as_count").number());
        case LineKind::link_state:
            return config_.take_link_state(header, "vrf ");
        case LineKind::lldp_port:
            return take_neighbour(header, inside);
        case LineKind::route:
            return config_.take_route(header);
        case LineKind::hash:
            config_.hashes.push_back(&header);
            return;
        case LineKind::pool:
        case LineKind::profile:
            config_.pools.push_back(&header);
            return;
        case LineKind::service:
            header.node->mark(State::unsupported);
            bound_.insert(header.text);
            config_.said.put(config_.whole, header);
            return;
        case LineKind::hostname:
            return; // name_device() reads it
        default:
            config_.said.put(config_.whole, header);
        }
    }

    std::vector<std::pair<const Fact*, std::string_view>> policies_;
    std::set<std::string_view> bound_; ///< policies bound to ports
};

}

Config::Config(Device& target, std::span<const Tree> trees, std::vector<SyntaxProblem>& found)
    : DeviceLines(grammar(), scope::top, trees, target, found, kind_of_port, type_word)
    , daemons("sonic", daemon_names, target.origins, target.fragment)
    , defaults("sonic-cli", default_names, target.origins, target.fragment)
{
}

void place_lines(Config& config) { Sorter(config).run(); }

}
