// SPDX-License-Identifier: Apache-2.0
// Reads the table of `show interface priority-flow-control`: for each port its mode, and what is in force.
#include "drivers/line_cli/read/shown_counters.h"
#include "drivers/nxos/config.h"
#include "models/text/ascii.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <optional>

namespace rocelint::nxos {
namespace {

// The priorities of the map in brackets, "(8)": priority 3. No known source says whether the switch writes it in decimal
// or in hexadecimal, so two decimal digits have two meanings.
std::optional<PrioritySet> priorities_of(std::string_view map)
{
    std::uint8_t bits = 0;
    bool decimal = true;
    for (const char c : map) {
        const int digit = ascii::hex_value(c);
        if (digit < 0)
            return std::nullopt;
        decimal = decimal && ascii::is_digit(c);
        bits = static_cast<std::uint8_t>(bits * 16 + digit);
    }
    if (map.empty() || map.size() > 2 || (map.size() == 2 && decimal))
        return std::nullopt;
    return PrioritySet{bits};
}

// The map that stands in brackets in the word; empty if there is none.
std::string_view in_brackets(std::string_view word)
{
    const std::size_t open = word.find('(');
    return open == std::string_view::npos || word.back() != ')'
        ? std::string_view{}
        : word.substr(open + 1, word.size() - open - 2);
}

class PfcTable {
public:
    explicit PfcTable(Config& config) : config_(config) { }

    void take(const Node& node)
    {
        const std::string_view line = node.key;
        if (node.state != State::unrecognised) {
            inside_ = false;
        } else if (line.starts_with("Port ") && line.find(" Oper(VL bmap)") != std::string_view::npos) {
            inside_ = true;
            config_.device.shows_state = true;
            node.mark(State::irrelevant);
        } else if (line_cli::is_table_rule(line)) {
            node.mark(State::irrelevant);
        } else if (inside_) {
            node.mark(take_row(node));
        }
    }

private:
    // The frames of all priorities together in "(8)       4088353    1890"; the map may be missing.
    State take_counts(std::string_view port, Words words)
    {
        if (words.peek().starts_with('('))
            words.next();
        const auto frames = line_cli::last_words<2>(words);
        if (!frames)
            return State::unrecognised;
        const auto place = std::ranges::find_if(
            config_.trees, [&](const Tree& tree) { return tree.source->span_of(frames->back()).length > 0; });
        return place == config_.trees.end()
            ? State::unrecognised
            : line_cli::ShownCounters(config_.device, *place, config_.problems)
                  .add_all({{port, "RxPPP", CounterKind::pause_received, Counter::whole, frames->front()},
                      {port, "TxPPP", CounterKind::pause_sent, Counter::whole, frames->back()}});
    }

    // "Ethernet1/1        Auto On  (8)       0          0", or "On(8)", in whatever case.
    State take_row(const Node& node)
    {
        Words words(node.key);
        const std::string_view name = words.next();
        const std::string_view mode = words.next();
        const std::string_view state = words.next();
        const std::string_view word = state.substr(0, state.find('('));
        const bool is_on = equal_ignoring_case(word, "On");
        const bool is_auto = equal_ignoring_case(mode, "Auto");
        if ((!is_auto && !equal_ignoring_case(mode, "On") && !equal_ignoring_case(mode, "Off"))
            || (!is_on && !equal_ignoring_case(state, "Off")))
            return State::unrecognised;
        const State counts = take_counts(name, words);
        const std::uint32_t port = config_.device.find_port(name);
        // Interfaces that the configuration does not list.
        if (port == Port::no_index)
            return counts;
        const OriginId here = config_.device.origins.explicit_at(line_cli::span_in(config_.trees, node));
        line_cli::ShownPfc& shown = config_.shown_pfc[port];
        shown.negotiated = {is_auto, here};
        const auto paused = is_on
            ? priorities_of(in_brackets(word.size() == state.size() ? words.peek() : state))
            : PrioritySet{};
        shown.paused = paused
            ? Setting<PrioritySet>(*paused, here)
            : Setting<PrioritySet>::unread(config_.unread(
                "PFC is in mode auto, and the map of priorities that the switch shows in force may be "
                "decimal or hexadecimal"));
        return counts;
    }

    Config& config_;
    bool inside_ = false; ///< the next lines are rows of the table
};

}

void read_shown_pfc(Config& config)
{
    PfcTable table(config);
    for (const Node* node : config.lines.unmatched)
        table.take(*node);
}

}
