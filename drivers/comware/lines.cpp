// SPDX-License-Identifier: Apache-2.0
// Assigns lines to the device, a port or a block that is looked up by name, and classifies what a row alone cannot.
#include "drivers/comware/config.h"
#include "drivers/line_cli/live/terminal.h"
#include "drivers/line_cli/read/line_sorter.h"
#include "models/text/prompt.h"

namespace rocelint::comware {
namespace {

constexpr std::string_view not_applied
    = "lines of `buffer egress` act only once `buffer apply` follows them (Data buffer commands, buffer apply)";

// Marks what `display version` shows, up to a prompt or a line of the configuration.
void mark_version(const Node& first)
{
    for (const Node* line = first.next; line != nullptr && line->state == State::unrecognised;
         line = line->next) {
        if (bracket_prompt(line->key))
            return;
        line->mark_subtree(State::irrelevant);
    }
}

// What `display version` shows above the line that names the model.
bool begins_version(std::string_view line)
{
    return line.starts_with("Copyright (c) ") || line.starts_with("Comware Software, Version ");
}

// "qos apply policy P outbound": it neither classifies nor polices what enters.
bool is_outbound(const Fact& policy) { return policy.node->key.ends_with(" outbound"); }

class Sorter final : public line_cli::LineSorter<Config> {
public:
    using LineSorter::LineSorter;

private:
    void take_unmatched(const Node& node) override
    {
        if (bracket_prompt(node.key) || line_cli::is_prompt(node.key) || begins_version(node.key))
            node.mark(State::irrelevant);
    }

    void finish() override
    {
        const Fact* buffer = config_.global(LineKind::buffer);
        const Fact* applied = config_.global(LineKind::apply_buffers);
        if (buffer != nullptr && (applied == nullptr || !is_set(*applied)))
            config_.problems.push_back(
                {SyntaxProblem::Severity::warning, buffer->at, std::string(not_applied)});
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
        case LineKind::port_curve:
        case LineKind::port_curves:
        case LineKind::port_marks:
        case LineKind::port_averaging:
            config_.ports[port].lists.push_back(&fact);
            return;
        case LineKind::vrf:
            if (fact.sense != Sense::unread)
                fact.node->mark(State::irrelevant);
            break;
        case LineKind::service:
            if (is_outbound(fact))
                return;
            break;
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
        config_.take_neighbors_as(inside, LineKind::own_as);
    }

    void take_model(const Fact& header)
    {
        const std::string_view model = model_of(header.text);
        if (model.empty())
            return header.node->mark(State::unrecognised);
        config_.device.model = model;
        config_.cell = cell_of_model(model);
        mark_version(*header.node);
    }

    void take(const Stanza& stanza, const Fact& header, std::span<const Fact> inside) override
    {
        switch (says(header)) {
        case LineKind::interface_:
            if (is_set(header))
                take_interface(header, inside);
            return;
        case LineKind::map_table:
        case LineKind::wred_table:
            return config_.blocks.add(config_.lines, stanza);
        case LineKind::bgp:
            return take_bgp(header, inside);
        case LineKind::link_state:
            return config_.take_link_state(header, "vpn-instance ");
        case LineKind::route:
            return config_.take_spaced_route(header, "vpn-instance");
        case LineKind::model:
            return take_model(header);
        case LineKind::sysname:
            return; // name_device() reads it
        case LineKind::service:
            if (!is_outbound(header))
                config_.policy = &header;
            return;
        default:
            config_.said.put(config_.whole, header);
        }
    }
};

}

Config::Config(Device& target, std::span<const Tree> files, std::vector<SyntaxProblem>& found)
    : DeviceLines(grammar(), scope::top, files, target, found, kind_of_port)
    , defaults("comware", default_names, target.origins, target.fragment)
{
}

void place_lines(Config& config) { Sorter(config).run(); }

}
