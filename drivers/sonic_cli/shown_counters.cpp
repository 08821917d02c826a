// SPDX-License-Identifier: Apache-2.0
// The two tables of `show qos interface Ethernet all priority-flow-control statistics`: a row for each port, a column for each
// priority (SONiC, QoS PFC high-level design, show commands; amd/node-scraper, DellPfcStatistics).
#include "drivers/sonic_cli/shown_counters.h"

#include "drivers/line_cli/read/shown_counters.h"
#include "models/syntax/indent_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rocelint::sonic_cli {
namespace {

class PauseTables {
public:
    PauseTables(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems)
        : counters_(device, tree, problems)
    {
    }

    void take(const Node& line)
    {
        constexpr std::string_view title = "Flow Control frames ";
        if (line.key.starts_with(title)) {
            received_ = line.key.substr(title.size()) == "received";
            line.mark(State::read);
        } else if (received_ && line.key.starts_with("Port ")) {
            line.mark(State::read);
        } else if (received_ && line_cli::is_table_rule(line.key)) {
            line.mark(State::irrelevant);
        } else if (received_) {
            line.mark(take_row(Words(line.key)));
        }
    }

    /// A line that something else has read ends the table; the line of dashes below its heading does not.
    void pass(const Node& line)
    {
        if (!line_cli::is_table_rule(line.key))
            received_.reset();
    }

private:
    State take_row(Words words)
    {
        const std::string_view port = words.next();
        const auto values = line_cli::last_words<8>(words);
        if (!values) {
            received_.reset();
            return State::unrecognised;
        }
        if (port == "CPU")
            return State::irrelevant;
        State state = State::read;
        for (std::uint8_t priority = 0; priority < values->size(); ++priority)
            state = std::max(state,
                counters_.add({port,
                    fmt::format("PFC{} frames {}", priority, *received_ ? "received" : "transmitted"),
                    *received_ ? CounterKind::pause_received : CounterKind::pause_sent,
                    priority,
                    values->at(priority)}));
        return state;
    }

    line_cli::ShownCounters counters_;
    std::optional<bool> received_; ///< what the table counts that the next lines are rows of
};

}

void read_shown_counters(Device& device, std::span<const Tree> trees, std::vector<SyntaxProblem>& problems)
{
    for (const Tree& tree : trees) {
        PauseTables tables(device, tree, problems);
        line_cli::for_each_shown_line(
            tree, [&](const Node& line) { tables.take(line); }, [&](const Node& line) { tables.pass(line); });
    }
}

}
