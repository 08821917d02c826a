// SPDX-License-Identifier: Apache-2.0
// Reads the table of `show interface priority-flow-control`: for each port its mode, and what is in force.
#include "drivers/nxos/config.h"
#include "models/text/ascii.h"
#include "models/text/nearest.h"

#include <array>
#include <optional>

namespace rocelint::nxos {
namespace {

using State = CoverageState;

bool is_rule(std::string_view line)
{
    return !line.empty() && line.find_first_not_of("=-") == std::string_view::npos;
}

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
            node.mark(State::irrelevant);
        } else if (is_rule(line)) {
            node.mark(State::irrelevant);
        } else if (inside_) {
            node.mark(take_row(node));
        }
    }

private:
    // The frames of all priorities together in "(8)       4088353    1890"; the map may be missing.
    bool take_counts(std::string_view port, std::string_view rest)
    {
        std::array<std::string_view, 2> counts;
        for (Words words(rest); !words.at_end();) {
            counts[0] = counts[1];
            counts[1] = words.next();
        }
        if (!ascii::is_number(counts[0]) || !ascii::is_number(counts[1]))
            return false;
        constexpr std::array names{"RxPPP", "TxPPP"};
        constexpr std::array kinds{CounterKind::pause_received, CounterKind::pause_sent};
        for (std::size_t at = 0; at < counts.size(); ++at) {
            CounterReading reading{.on = port, .name = names[at], .kind = kinds[at], .part = Counter::whole};
            for (const Tree& tree : config_.trees) {
                if (const Span place = tree.source->span_of(counts[at]); place.length > 0)
                    reading.at = place;
            }
            add_reading(config_.device, reading, counts[at]);
        }
        return true;
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
        const bool counts = take_counts(name, words.rest());
        const std::uint32_t port = config_.device.find_port(name);
        // Interfaces that the configuration does not list.
        if (port == Port::no_index)
            return counts ? State::read : State::unsupported;
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
        return State::read;
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
