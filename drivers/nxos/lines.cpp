// SPDX-License-Identifier: Apache-2.0
// Assigns lines to what they apply to: the device, a port, or a policy. Handles here what a row cannot
// express.
#include "drivers/line_cli/read/line_sorter.h"
#include "drivers/line_cli/read/neighbour_lines.h"
#include "drivers/nxos/config.h"

#include <fmt/format.h>

namespace rocelint::nxos {
namespace {

constexpr std::string_view other_sources[]{"dhcp", "unnumbered", "use-link-local-only"};
constexpr line_cli::PortLineKinds port_kinds{
    LineKind::address, LineKind::address6, LineKind::vrf, other_sources};

constexpr line_cli::NeighbourKinds neighbour_kinds{LineKind::lldp_chassis,
    LineKind::lldp_local,
    LineKind::lldp_port_id,
    LineKind::lldp_description,
    LineKind::lldp_system};

class Sorter final : public line_cli::LineSorter<Config> {
public:
    using LineSorter::LineSorter;

private:
    void take_unmatched(const Node& node) override
    {
        if (is_of_terminal(node.key))
            node.mark(State::irrelevant);
    }

    void take_vlan(const Fact& header, std::span<const Fact> inside)
    {
        if (header.sense == Sense::set)
            header.node->mark(State::irrelevant);
        for (const Fact& line : inside) {
            if (says(line) != LineKind::service_qos || line.sense == Sense::clear)
                continue;
            header.node->mark(State::read);
            config_.vlan_policies.push_back(
                {.line = &line, .vlans = parse_vlan_ids(header.text).value_or(VlanIds{})});
        }
    }

    void take(const Stanza& stanza, const Fact& header, std::span<const Fact> inside) override
    {
        const bool set = header.sense == Sense::set;
        switch (says(header)) {
        case LineKind::interface_:
            if (set)
                config_.take_ports(header, inside, port_kinds);
            return;
        case LineKind::class_map:
            for (const Fact& fact : inside) {
                if (says(fact) == LineKind::match_other)
                    fact.node->mark(State::unsupported);
            }
            [[fallthrough]];
        case LineKind::group_map:
        case LineKind::queue_map:
        case LineKind::classifier:
        case LineKind::network_policy:
        case LineKind::queuing_policy:
            return config_.blocks.add(config_.lines, stanza);
        case LineKind::access_list:
            if (set) {
                header.node->mark_subtree(State::irrelevant);
                config_.access_lists[header.text] = header.node;
            }
            return;
        case LineKind::system_qos:
            for (const Fact& fact : inside)
                config_.said.put(config_.whole, fact);
            return;
        case LineKind::vlan_configuration:
            return take_vlan(header, inside);
        case LineKind::hostname:
            return; // see name_device()
        case LineKind::version:
            if (config_.device.version.empty())
                config_.device.version = Words(header.text).peek();
            return;
        case LineKind::vrf_context:
            header.node->mark(State::irrelevant);
            return;
        case LineKind::route:
            return config_.take_route(header);
        case LineKind::bgp:
            // Without a number, the own AS may occur several times; how often is undocumented. At least once
            // is certain.
            config_.take_paths(header, inside, LineKind::most_paths, LineKind::relaxed_paths);
            return config_.take_bgp(header, inside, LineKind::allowas_in, 1);
        case LineKind::link_state:
            return config_.take_link_state(header);
        case LineKind::lldp_chassis:
            header.node->mark(State::irrelevant);
            [[fallthrough]];
        case LineKind::lldp_port_id:
        case LineKind::lldp_description:
        case LineKind::lldp_local:
        case LineKind::lldp_system:
            return neighbours_.take(config_, header);
        default:
            config_.said.put(config_.whole, header);
        }
    }

    line_cli::NeighbourLines neighbours_{neighbour_kinds};
};

}

Config::Config(Device& target, std::span<const Tree> files, std::vector<SyntaxProblem>& found)
    : DeviceLines(grammar(), scope::top, files, target, found, kind_of_port, type_word)
    , trees(files)
    , defaults("nxos", default_names, target.origins, target.fragment)
{
}

void place_lines(Config& config)
{
    Sorter(config).run();
    read_shown_pfc(config);
}

}
