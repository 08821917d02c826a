// SPDX-License-Identifier: Apache-2.0
// Assigns lines to what they apply to: the router, a port, a policy or a location. Handles here what a row cannot express.
#include "drivers/iosxr/config.h"
#include "drivers/line_cli/live/terminal.h"
#include "drivers/line_cli/read/line_sorter.h"
#include "drivers/line_cli/read/neighbour_lines.h"

#include <algorithm>
#include <string>

namespace rocelint::iosxr {
namespace {

constexpr std::string_view other_sources[]{"dhcp", "unnumbered"};
constexpr line_cli::PortLineKinds port_kinds{
    LineKind::address, LineKind::address6, LineKind::vrf, other_sources};

constexpr line_cli::NeighbourKinds neighbour_kinds{LineKind::lldp_local,
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
        if (line_cli::is_prompt(node.key) || node.key.starts_with("---"))
            node.mark(State::irrelevant);
    }

    // A line that is not modelled may be about any traffic class.
    static const Fact* line_of(const Block& lines, LineKind kind, std::uint8_t number)
    {
        const auto is_of_any = [kind](const Fact* line) {
            return says(*line) == kind && line->sense == Sense::unread && line->number == Fact::no_number;
        };
        const auto of_any = std::ranges::find_if(lines.facts, is_of_any);
        return of_any != lines.facts.end() ? *of_any : lines.find(kind, number);
    }

    void finish() override
    {
        for (const Stanza& stanza : config_.lines.stanzas) {
            const Fact& header = config_.lines.header(stanza);
            if (says(header) != LineKind::profile || header.sense != Sense::set)
                continue;
            Profile profile{
                .lines = config_.blocks.find(LineKind::profile, header.text), .internal = {}, .extended = {}};
            for (std::uint8_t number = 0; number < class_count; ++number) {
                profile.internal.at(number) = line_of(*profile.lines, LineKind::internal, number);
                profile.extended.at(number) = line_of(*profile.lines, LineKind::extended, number);
            }
            if (std::ranges::find(config_.profiles, profile.lines, &Profile::lines) == config_.profiles.end())
                config_.profiles.push_back(profile);
        }
    }

    // Routes have no first word: "10.0.0.0/8 192.0.2.1".
    void take_family(const Fact& header, const Node& family, const std::string& vrf)
    {
        for (const Node& line : family) {
            Fact route = header;
            route.node = &line;
            route.at = {header.at.source, line.offset, static_cast<std::uint32_t>(line.key.size())};
            route.text = vrf.empty() ? line.key : config_.device.arena->keep(vrf + std::string(line.key));
            config_.take_route(route);
        }
    }

    // Routes are below address families, which may be below VRFs.
    void take_routes(const Fact& header)
    {
        for (const Node& line : *header.node) {
            Words words(line.key);
            if (!words.take("vrf")) {
                take_family(header, line, {});
                continue;
            }
            const std::string vrf = "vrf " + std::string(words.next()) + ' ';
            for (const Node& family : line)
                take_family(header, family, vrf);
        }
    }

    // What a policer does is below its line: "conform-action transmit".
    static void mark_policer(const Node& policer)
    {
        policer.mark(State::unsupported);
        for (const Node& action : policer)
            action.mark_subtree(State::unsupported);
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
            return config_.blocks.add(config_.lines, stanza);
        case LineKind::policy_map:
            for (const Fact& fact : inside) {
                if (says(fact) == LineKind::police)
                    mark_policer(*fact.node);
            }
            [[fallthrough]];
        case LineKind::profile:
            return config_.blocks.add(config_.lines, stanza);
        case LineKind::access_list:
            if (set) {
                header.node->mark_subtree(State::irrelevant);
                config_.access_lists[{header.node->key.starts_with("ipv6"), header.text}] = header.node;
            }
            return;
        case LineKind::hostname:
            return; // see name_device()
        case LineKind::statics:
            if (set)
                take_routes(header);
            return;
        case LineKind::bgp:
            // Without a number, the own AS may occur several times, and no source that was read states how often. At
            // least once is certain.
            config_.take_paths(header, inside, LineKind::most_paths, LineKind::relaxed_paths);
            return config_.take_bgp(header, inside, LineKind::own_as, 1);
        case LineKind::link_state:
            return config_.take_link_state(header);
        case LineKind::lldp_local:
        case LineKind::lldp_port_id:
        case LineKind::lldp_description:
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
    , defaults("iosxr", default_names, target.origins, target.fragment)
{
}

const Profile* Config::profile_of(std::string_view port) const
{
    const Profile* shared = nullptr;
    for (const Profile& profile : profiles) {
        if (is_own_location(profile.lines->name, port))
            return &profile;
        if (is_shared_location(profile.lines->name, port))
            shared = &profile;
    }
    return shared;
}

void place_lines(Config& config) { Sorter(config).run(); }

}
