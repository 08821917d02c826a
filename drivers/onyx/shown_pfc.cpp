// SPDX-License-Identifier: Apache-2.0
// Reads the output of `show dcb priority-flow-control`: the priorities of the switch, and for each port whether PFC is in
// force. The words are those that the module onyx_pfc_interface of mellanox.onyx looks for.
#include "drivers/onyx/config.h"
#include "models/text/nearest.h"

#include <optional>

namespace rocelint::onyx {
namespace {

// The text behind the colon of "PFC: enabled" or "PFC      : enabled"; nothing for a line with another label.
std::optional<std::string_view> behind_label(std::string_view line, std::string_view label)
{
    if (!line.starts_with(label))
        return std::nullopt;
    const std::size_t colon = line.find_first_not_of(' ', label.size());
    if (colon == std::string_view::npos || line[colon] != ':')
        return std::nullopt;
    return line.substr(colon + 1);
}

std::optional<PrioritySet> priorities_in(std::string_view list)
{
    PrioritySet priorities;
    for (Words words(list); !words.at_end();) {
        const std::string_view word = words.next();
        if (word.size() != 1 || word.front() < '0' || word.front() > '7')
            return std::nullopt;
        priorities.insert(static_cast<Priority>(word.front() - '0'));
    }
    return priorities;
}

class PfcTable {
public:
    explicit PfcTable(Config& config) : config_(config) { }

    void take(const Node& node)
    {
        const std::string_view line = node.key;
        if (node.state != State::unrecognised)
            return;
        if (const auto list = behind_label(line, "Priority Enabled List")) {
            enabled_ = priorities_in(*list);
            node.mark(enabled_ ? State::read : State::unrecognised);
        } else if (behind_label(line, "PFC") || behind_label(line, "Priority Disabled List")
            || (!line.empty() && line.find_first_not_of('-') == std::string_view::npos)) {
            node.mark(State::irrelevant);
        } else if (line.find(" # show dcb priority-flow-control") != std::string_view::npos) {
            inside_ = false;
            node.mark(State::irrelevant);
        } else if (line.starts_with("Interface ") && line.find(" PFC oper") != std::string_view::npos) {
            inside_ = true;
            config_.device.shows_state = true;
            node.mark(State::irrelevant);
        } else if (inside_) {
            node.mark(take_row(node));
        }
    }

private:
    // "Eth1/1           Auto             Enabled", in whatever case.
    State take_row(const Node& node)
    {
        Words words(node.key);
        const std::string_view name = words.next();
        const std::string_view admin = words.next();
        const std::string_view state = words.next();
        const bool is_auto = equal_ignoring_case(admin, "Auto");
        const bool is_on = equal_ignoring_case(state, "Enabled");
        if (!enabled_ || !words.at_end()
            || (!is_auto && !equal_ignoring_case(admin, "On") && !equal_ignoring_case(admin, "Disabled"))
            || (!is_on && !equal_ignoring_case(state, "Disabled")))
            return State::unrecognised;
        const std::uint32_t port = config_.device.find_port(name);
        // Interfaces that the configuration does not list.
        if (port == Port::no_index)
            return State::unsupported;
        const OriginId here = config_.device.origins.explicit_at(line_cli::span_in(config_.trees, node));
        config_.shown_pfc[port]
            = {.negotiated = {is_auto, here}, .paused = {is_on ? *enabled_ : PrioritySet{}, here}};
        return State::read;
    }

    Config& config_;
    std::optional<PrioritySet> enabled_; ///< by the switch, on ports where PFC is in force
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
