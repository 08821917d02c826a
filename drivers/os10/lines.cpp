// SPDX-License-Identifier: Apache-2.0
// Assigns lines to what they apply to: the device, a port, or a policy. Handles here what a row cannot
// express.
#include "drivers/line_cli/live/terminal.h"
#include "drivers/line_cli/read/line_sorter.h"
#include "drivers/line_cli/read/shown_pfc.h"
#include "drivers/os10/config.h"

namespace rocelint::os10 {
namespace {

constexpr std::string_view classifier_types[]{"qos"};

// Dell EMC OS10 Enterprise Edition User Guide 10.3.2E (S5148F-ON), Quality of service, police: a committed and a peak rate;
// what becomes of packets between and above them it does not say.
std::optional<line_cli::ClassEffects> read_policing(Words line, Span at)
{
    if (!line.take("police"))
        return std::nullopt;
    return line_cli::ClassEffects{State::unsupported,
        {{.why_unknown = "no guide that was found says what OS10 does with packets above its rates",
            .at = at}}};
}

constexpr line_cli::ClassPolicyWords classifier_words{
    .types = classifier_types, .set_class = "qos-group", .effects = read_policing};

constexpr std::string_view other_sources[]{"dhcp", "autoconfig", "unnumbered"};
constexpr line_cli::PortLineKinds port_kinds{
    LineKind::address, LineKind::address6, LineKind::vrf, other_sources};

class Sorter final : public line_cli::LineSorter<Config> {
public:
    using LineSorter::LineSorter;

private:
    void finish() override { config_.classifiers.build(); }

    // Handles text between the configurations of a transcript. The only output of `show` commands that is
    // read is the LLDP table.
    void take_unmatched(const Node& node) override
    {
        const std::string_view line = node.key;
        if (line_cli::is_prompt(line) || line.starts_with("---") || line.starts_with("port-group")) {
            in_neighbours_ = in_neighbours_ && line.starts_with("---");
            node.mark(State::irrelevant);
        } else if (line.starts_with("Loc PortID ")) {
            in_neighbours_ = true;
            node.mark(State::irrelevant);
        } else if (in_neighbours_) {
            node.mark(take_neighbour(node) ? State::read : State::irrelevant);
        }
    }

    // "ethernet1/1/1  leaf2  ethernet1/1/1  74:86:e2:c1:bc:a0": a truncated name ends with dots, and a
    // sentence replaces a name that was not sent.
    bool take_neighbour(const Node& node)
    {
        Words words(node.key);
        const std::string_view port = words.next();
        Neighbour neighbour;
        neighbour.device = words.next();
        neighbour.port_id = words.next();
        words.next();
        neighbour.at = line_cli::span_in(config_.trees, node);
        if (!words.at_end() || neighbour.device.ends_with("...") || kind_of_port(port) == PortKind::other
            || !neighbour.at.somewhere())
            return false;
        neighbour.port = config_.port_spelt(port, neighbour.at);
        config_.device.neighbours.push_back(neighbour);
        return true;
    }

    void take(const Stanza& stanza, const Fact& header, std::span<const Fact> inside) override
    {
        const bool set = header.sense == Sense::set;
        switch (says(header)) {
        case LineKind::interface_:
        case LineKind::interface_range:
            if (set)
                config_.take_ports(header, inside, port_kinds);
            return;
        case LineKind::breakout:
            if (set)
                config_.breakouts[Words(header.text).peek()] = &header;
            return;
        case LineKind::system_qos:
            for (const Fact& fact : inside)
                config_.said.put(config_.whole, fact);
            return;
        case LineKind::classifier:
            if (set)
                config_.classifiers.add(*stanza.tree, *header.node);
            return;
        case LineKind::access_list:
            if (set)
                config_.classifiers.add_access_list(*stanza.tree, *header.node);
            return;
        case LineKind::group_map:
        case LineKind::queue_map:
        case LineKind::network_policy:
        case LineKind::queuing_policy:
        case LineKind::pcp_map:
        case LineKind::dscp_map:
        case LineKind::traffic_map:
        case LineKind::wred:
            return config_.blocks.add(config_.lines, stanza);
        case LineKind::hostname:
            return; // see name_device()
        case LineKind::vlt:
            header.node->mark(State::irrelevant);
            for (const Fact& fact : inside) {
                if (fact.sense == Sense::set)
                    config_.discovery.push_back(&fact);
            }
            return;
        case LineKind::route:
            return config_.take_route(header);
        case LineKind::bgp:
            config_.take_paths(header, inside, LineKind::most_paths, LineKind::relaxed_paths);
            return config_.take_bgp(header, inside, LineKind::allowas_in, 1);
        case LineKind::link_state:
            if (set)
                config_.device.forwarding.link_state = {true, config_.device.origins.explicit_at(header.at)};
            return;
        default:
            config_.said.put(config_.whole, header);
        }
    }

    bool in_neighbours_ = false; ///< the next lines are the table of `show lldp neighbors`
};

}

Config::Config(Device& target, std::span<const Tree> files, std::vector<SyntaxProblem>& found)
    : DeviceLines(grammar(), scope::top, files, target, found, kind_of_port, type_word)
    , trees(files)
    , defaults("os10", default_names, target.origins, target.fragment)
    , classifiers(classifier_words, target, found)
{
    if (target.fragment)
        return;
    defaults.explain("most_paths",
        target.origins,
        "maximum-paths is not configured, and no source was found for the number of next hops that OS10 then uses");
    defaults.explain("relaxed_paths",
        target.origins,
        "bestpath as-path multipath-relax is not configured, and Dell's texts disagree on whether it is on by default");
}

const Block* Config::policy(const Stated& line)
{
    if (!line.is(Sense::set))
        return nullptr;
    const bool network = says(*line.fact) == LineKind::service_network;
    return blocks.find(network ? LineKind::network_policy : LineKind::queuing_policy, line.fact->text);
}

void place_lines(Config& config) { Sorter(config).run(); }

}
