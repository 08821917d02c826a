// SPDX-License-Identifier: Apache-2.0
// Assigns lines to what they apply to: the device, a port, or a profile. Handles here what a row cannot
// express (a child of the line, a list of ports, an address).
#include "drivers/eos/config.h"
#include "drivers/eos/policing.h"
#include "drivers/line_cli/live/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rocelint::eos {
namespace {

constexpr std::string_view policy_types[]{"qos", "quality-of-service"};
constexpr line_cli::ClassPolicyWords policy_words{.types = policy_types, .effects = read_policing};

LineKind says(const Fact& fact) { return static_cast<LineKind>(fact.kind); }

// Buffer and PFC settings of one ASIC family. All other lines below `platform` program other tables.
bool is_buffer_line(std::string_view line)
{
    return std::ranges::any_of(
        std::initializer_list<std::string_view>{
            "mmu", "buffer", "qos", "headroom", "pfc", "queue", "fadt", "priority-flow-control"},
        [&](std::string_view word) { return line.find(word) != std::string_view::npos; });
}

State state_of_platform(const Node& node)
{
    const bool buffers = is_buffer_line(node.key)
        || std::ranges::any_of(node, [](const Node& inner) { return is_buffer_line(inner.key); });
    return buffers ? State::unsupported : State::irrelevant;
}

// Multicast queues carry no RDMA, but they share the port with queues that do.
State state_of_multicast_queue(const Node& node)
{
    const bool silent
        = std::ranges::all_of(node, [](const Node& line) { return line.key.starts_with("no "); });
    return silent ? State::irrelevant : State::unsupported;
}

// A stored set of interface lines. Lines that would be read on an interface are not applied to the ports that
// use the set.
void mark_interface_profile(const Node& node)
{
    node.mark(State::irrelevant);
    for (const Node& line : node) {
        Words words(line.key);
        State state = State::unrecognised;
        if (words.take("command")) {
            const line_cli::Match match = grammar().match(scope::port, words.rest());
            const bool read = match.coverage == State::read;
            state = !read                                                             ? match.coverage
                : match.fact.kind == static_cast<std::uint8_t>(LineKind::description) ? State::irrelevant
                                                                                      : State::unsupported;
        }
        line.mark_subtree(state);
    }
}

// Whether the last line of this kind wins. Marks lines whose state a row cannot express.
bool is_put(const Fact& fact)
{
    switch (says(fact)) {
    case LineKind::mc_tx_queue:
        if (fact.sense == Sense::set)
            fact.node->mark_subtree(state_of_multicast_queue(*fact.node));
        return false;
    case LineKind::vrf:
        line_cli::mark_line(*fact.node, State::irrelevant);
        return true;
    case LineKind::shape:
    case LineKind::port_shape:
        if (fact.sense == Sense::set
            && fact.statement->slots[0].terms[fact.values[0].term].measure != native_measure)
            fact.node->mark(State::unsupported);
        return true;
    // `no error-correction encoding` with an encoding removes only that encoding, and says nothing about the
    // others.
    case LineKind::fec:
        return fact.sense != Sense::off || !fact.values[0].written();
    default:
        return true;
    }
}

class Sorter {
public:
    explicit Sorter(Config& config) : config_(config) { }

    void run()
    {
        std::size_t interfaces = 0;
        for (const Stanza& stanza : config_.lines.stanzas)
            interfaces += says(config_.lines.header(stanza)) == LineKind::interface_ ? 1U : 0U;
        config_.device.ports.reserve(interfaces);
        config_.ports.reserve(interfaces);
        config_.port_by_name.reserve(interfaces);
        config_.said.reserve(interfaces + 2);
        for (const Stanza& stanza : config_.lines.stanzas)
            take(stanza);
        for (const Node* node : config_.lines.unmatched) {
            if (line_cli::is_prompt(node->key))
                node->mark_subtree(State::irrelevant);
        }
        config_.policies.build();
    }

private:
    // An interface type that EOS does not have makes no port, and the lines below it are not in force.
    void reject_interface(const Fact& header)
    {
        header.node->mark_subtree(State::unrecognised);
        const std::string_view near = nearest_port_type(header.text);
        if (!near.empty())
            config_.problems.push_back({SyntaxProblem::Severity::error,
                header.at,
                fmt::format("EOS has no interface {}; did you mean {}?", header.text.substr(0, 40), near)});
    }

    void take(const Stanza& stanza)
    {
        const Fact& header = config_.lines.header(stanza);
        const std::span<const Fact> inside = config_.lines.inside(stanza);
        const Node& node = *header.node;
        const bool set = header.sense == Sense::set;
        switch (says(header)) {
        case LineKind::interface_:
            if (kind_of_port(header.text) == PortKind::other)
                return reject_interface(header);
            if (set)
                config_.for_each_port(
                    header, {}, inside, [&](std::uint32_t port) { take_port(port, inside); });
            return;
        case LineKind::qos_profile:
            if (set)
                put_all(profile_place(header.text), inside);
            return;
        case LineKind::interface_defaults:
        case LineKind::mlag:
            put_all(config_.whole, inside);
            return;
        case LineKind::hostname:
            if (set) {
                config_.device.name = header.text;
                config_.device.name_is_configured = true;
                config_.device.identity = header.at;
            }
            return;
        case LineKind::interface_profile:
            mark_interface_profile(node);
            return;
        case LineKind::class_policy:
            if (set)
                config_.policies.add(*stanza.tree, node);
            return;
        case LineKind::access_list:
            if (set)
                config_.policies.add_access_list(*stanza.tree, node);
            return;
        case LineKind::neighbours:
            if (set)
                config_.neighbours.push_back(&stanza);
            return;
        case LineKind::platform:
            node.mark_subtree(state_of_platform(node));
            return;
        case LineKind::route:
            config_.take_route(header);
            return;
        case LineKind::bgp:
            read_bgp(config_, header, inside);
            return;
        case LineKind::link_state:
            return config_.take_link_state(header);
        case LineKind::dscp_map:
        case LineKind::cos_map:
        case LineKind::queue_map:
        case LineKind::rewrite_map:
            read_map(config_, header);
            return;
        case LineKind::hash_seed:
        case LineKind::hash_fields:
        case LineKind::lag_fields:
            read_hash(config_, header);
            return;
        case LineKind::load_policies:
            read_sand_profile(config_, inside);
            return;
        default:
            config_.said.put(config_.whole, header);
        }
    }

    std::uint32_t profile_place(std::string_view name)
    {
        const auto [found, fresh]
            = config_.profile_by_name.try_emplace(name, static_cast<std::uint32_t>(config_.profiles.size()));
        if (fresh)
            config_.profiles.push_back({name, config_.said.add_place()});
        return config_.profiles[found->second].place;
    }

    void put(std::uint32_t place, const Fact& fact)
    {
        // A block is identified by its first header.
        const bool counts = says(fact) == LineKind::tx_queue
            ? fact.sense == Sense::set && config_.find(place, LineKind::tx_queue, fact.number) == nullptr
            : is_put(fact);
        if (says(fact) == LineKind::tx_queue && fact.sense == Sense::set)
            config_.queue_blocks.emplace_back(place, &fact);
        if (counts)
            config_.said.put(place, fact);
    }

    void put_all(std::uint32_t place, std::span<const Fact> inside)
    {
        for (const Fact& fact : inside)
            put(place, fact);
    }

    void take_port(std::uint32_t index, std::span<const Fact> inside)
    {
        for (const Fact& fact : inside) {
            if (says(fact) == LineKind::address || says(fact) == LineKind::address6)
                take_address(config_, index, fact);
            else
                put(config_.ports[index].place, fact);
        }
    }

    Config& config_;
};

}

Config::Config(Device& target, std::vector<SyntaxProblem>& found, line_cli::Lines&& read)
    : DeviceLines(grammar(), std::move(read), target, found, kind_of_port)
    , defaults("eos", default_names, target.origins, target.fragment)
    , policies(policy_words, target, found)
{
    if (!target.fragment)
        defaults.explain("watchdog_without_timeout",
            target.origins,
            "no watchdog timeout is configured, and EOS's default is undocumented");
}

void sort_lines(Config& config) { Sorter(config).run(); }

}
