// SPDX-License-Identifier: Apache-2.0
// Assigns lines to the device, a port or a block that ports bind, and classifies what a row alone cannot.
#include "drivers/line_cli/live/terminal.h"
#include "drivers/line_cli/read/line_sorter.h"
#include "drivers/vrp/config.h"
#include "models/text/prompt.h"

#include <algorithm>

namespace rocelint::vrp {
namespace {

// The first lines of `display version`, whose line "HUAWEI CE8855 uptime is …" is read.
bool begins_version(std::string_view line)
{
    constexpr std::string_view beginnings[]{
        "Huawei Versatile Routing Platform Software", "Huawei YunShan OS", "VRP (R) software, Version "};
    return std::ranges::any_of(
        beginnings, [&](std::string_view beginning) { return line.starts_with(beginning); });
}

// Marks what `display version` shows, up to a prompt or a line of the configuration.
void mark_version(const Node& first)
{
    for (const Node* line = &first; line != nullptr; line = line->next) {
        if (line->state == State::unrecognised && !bracket_prompt(line->key))
            line->mark_subtree(State::irrelevant);
        else if (!line->key.starts_with("HUAWEI "))
            return;
    }
}

// "traffic-policy P outbound": it neither classifies nor polices ingress traffic.
bool is_outbound(const Fact& policy) { return policy.node->key.ends_with(" outbound"); }

// "traffic-policy P global slot 1 inbound"
std::optional<std::uint64_t> slot_in(const Fact& policy)
{
    Words words(policy.node->key);
    for (int before = 0; before < 3; ++before)
        words.next();
    return words.take("slot") ? parse_number(words.next()) : std::nullopt;
}

class Sorter final : public line_cli::LineSorter<Config> {
public:
    using LineSorter::LineSorter;

private:
    void take_unmatched(const Node& node) override
    {
        if (bracket_prompt(node.key) || line_cli::is_prompt(node.key))
            node.mark(State::irrelevant);
        else if (begins_version(node.key))
            mark_version(node);
    }

    void take_interface(const Fact& header, std::span<const Fact> inside)
    {
        if (kind_of_port(header.text) == PortKind::other && !header.text.starts_with("NULL"))
            return header.node->mark_subtree(State::unrecognised);
        config_.for_each_port_line(
            header, {}, inside, [&](std::uint32_t port, const Fact& fact) { take_port_line(port, fact); });
    }

    void take_port_line(std::uint32_t port, const Fact& fact)
    {
        constexpr std::string_view elsewhere[]{"dhcp-alloc", "unnumbered", "auto", "bootp-alloc"};
        switch (says(fact)) {
        case LineKind::address:
        case LineKind::address6:
            return config_.take_spaced_address(port, fact, elsewhere, says(fact) == LineKind::address);
        case LineKind::strict:
        case LineKind::by_weight:
        case LineKind::last:
            if (!queues_of(fact.text))
                fact.node->mark(State::unrecognised);
            config_.ports[port].lists.push_back(&fact);
            return;
        case LineKind::vrf:
        case LineKind::mtu: // of packets that the switch itself sends
            if (fact.sense != Sense::unread)
                fact.node->mark(State::irrelevant);
            break;
        case LineKind::service:
            if (is_outbound(fact))
                return;
            break;
        case LineKind::members:
            config_.members.emplace_back(port, &fact);
            return;
        case LineKind::peer_link:
            config_.device.forwarding.mlag_peer_link = {port, config_.device.origins.explicit_at(fact.at)};
            return;
        default:
            break;
        }
        config_.said.put(config_.ports[port].place, fact);
    }

    void take_bgp(const Fact& header, std::span<const Fact> inside)
    {
        // Its lines for neighbors are read here, since they begin with the neighbor.
        config_.take_bgp(header, inside, LineKind::count, 1);
        config_.take_paths(header, inside, LineKind::most_paths, LineKind::count);
        for (const Node& line : *header.node)
            config_.routes_vrfs
                = config_.routes_vrfs || line.key.find("vpn-instance ") != std::string_view::npos;
        config_.take_neighbors_as(inside, LineKind::own_as);
    }

    void take_shared(const Fact& header, std::span<const Fact> inside)
    {
        if (header.sense == Sense::set)
            header.node->mark(State::irrelevant);
        for (const Fact& line : inside) {
            if (says(line) == LineKind::service && !is_outbound(line)) {
                header.node->mark(State::read);
                config_.policies.push_back(
                    {.line = &line, .of = says(header), .name = header.text, .slot = {}});
            }
        }
    }

    void take_ecmp(std::span<const Fact> inside)
    {
        for (const Fact& line : inside) {
            if (says(line) == LineKind::hash)
                config_.hashes.push_back(&line);
            else
                config_.said.put(config_.whole, line);
        }
    }

    void take(const Stanza& stanza, const Fact& header, std::span<const Fact> inside) override
    {
        const bool set = header.sense == Sense::set;
        switch (says(header)) {
        case LineKind::interface_:
            if (set)
                take_interface(header, inside);
            return;
        case LineKind::pause_profile:
        case LineKind::ets_profile:
        case LineKind::domain:
        case LineKind::drop_profile:
            return config_.blocks.add(config_.lines, stanza);
        case LineKind::ecmp:
            return take_ecmp(inside);
        case LineKind::bgp:
            return take_bgp(header, inside);
        case LineKind::link_state:
            return config_.take_link_state(header, "vpn-instance ");
        case LineKind::route:
            return config_.take_spaced_route(header, "vpn-instance");
        case LineKind::model:
            if (const std::string_view model = Words(header.text).peek(); model.starts_with("CE"))
                config_.device.model = model;
            else
                header.node->mark(State::irrelevant);
            return;
        case LineKind::sysname:
            return; // name_device() reads it
        case LineKind::service:
            if (!is_outbound(header))
                config_.policies.push_back(
                    {.line = &header, .of = LineKind::nothing, .name = {}, .slot = slot_in(header)});
            return;
        case LineKind::vlan:
        case LineKind::bridge_domain:
        case LineKind::policy_group:
        case LineKind::vpn_instance:
            return take_shared(header, inside);
        case LineKind::pause_by_class:
        case LineKind::recovery_action:
            return; // slot_lines_of() finds them
        default:
            config_.said.put(config_.whole, header);
        }
    }
};

}

Config::Config(Device& target, std::span<const Tree> files, std::vector<SyntaxProblem>& found)
    : DeviceLines(grammar(), scope::top, files, target, found, kind_of_port)
    , defaults("vrp", default_names, target.origins, target.fragment)
{
}

void place_lines(Config& config)
{
    config.hardware = hardware_of(config.lines);
    config.slot_lines = slot_lines_of(config.lines);
    Sorter(config).run();
}

}
