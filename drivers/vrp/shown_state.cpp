// SPDX-License-Identifier: Apache-2.0
// The tables of `display dcb` (PFC after negotiation), `display dcb pfc` (PFC frames and deadlocks of each queue) and `display qos
// queue statistics interface 100GE1/0/1` (packets that each queue sent and dropped). Huawei CloudEngine 8800 and 6800 Series
// V300R023C00: Command Reference, DCB Configuration Commands and Priority Mapping Configuration Commands; Configuration Guide,
// Example for Configuring DCB, Example for Configuring Antilocking PFC (a table of the same columns), and Example for
// Configuring Priority Mapping. A queue has the number of its priority.
#include "drivers/vrp/shown_state.h"

#include "drivers/line_cli/live/terminal.h"
#include "drivers/line_cli/read/shown_counters.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"
#include "models/text/prompt.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace rocelint::vrp {
namespace {

using State = CoverageState;

constexpr std::string_view of_queues = "display qos queue statistics interface ";

// "100GE1/0/1" of "100GE1/0/1" and of "100ge 1/0/1", as a person types it.
std::string port_in(std::string_view command)
{
    const std::size_t at = command.find(of_queues);
    if (at == std::string_view::npos)
        return {};
    std::string name;
    for (const char c : command.substr(at + of_queues.size())) {
        if (!ascii::is_white(c))
            name += ascii::upper(c);
    }
    return name;
}

bool is_command(std::string_view line)
{
    return static_cast<bool>(bracket_prompt(line)) || line_cli::is_prompt(line);
}

class Tables {
public:
    Tables(Config& config, const Tree& tree)
        : config_(config), tree_(tree), counters_(config.device, tree, config.problems)
    {
    }

    void begin(std::string_view line)
    {
        table_ = Table::none;
        port_ = port_in(line);
        row_.clear();
        rule_above_ = nullptr;
    }

    void take(const Node& node)
    {
        const std::string_view line = node.key;
        if (begins_table(line) || (table_ != Table::none && line_cli::is_table_rule(line))) {
            node.mark(State::irrelevant);
            return;
        }
        switch (table_) {
        case Table::none:
            rule_above_ = line_cli::is_table_rule(line) ? &node : nullptr;
            return;
        case Table::negotiated:
            node.mark(take_negotiated(node));
            return;
        case Table::frames:
            node.mark(take_frames(Words(line)));
            return;
        case Table::queues:
            node.mark(take_queue(Words(line)));
            return;
        }
    }

private:
    enum class Table : std::uint8_t { none, negotiated, frames, queues };

    bool begins_table(std::string_view line)
    {
        const auto holds
            = [line](std::string_view part) { return line.find(part) != std::string_view::npos; };
        if (line.starts_with("Interface ") && holds(" PFC Status")) {
            table_ = Table::negotiated;
            config_.device.shows_state = true;
        } else if (line.starts_with("Interface ") && holds(" Received(Frames)")) {
            table_ = Table::frames;
        } else if (line.starts_with("Queue ") && holds(" CIR/PIR") && !port_.empty()) {
            table_ = Table::queues;
        } else {
            return line.starts_with("M:Manual;") || line.starts_with("Transmitted(Frames)")
                || (table_ == Table::queues && line.starts_with("(% or kbps)"));
        }
        row_.clear();
        if (rule_above_ != nullptr)
            rule_above_->mark(State::irrelevant);
        rule_above_ = nullptr;
        return true;
    }

    // "100GE1/0/1   default   FAILED(A)   ets1   SUCCEED   -"
    State take_negotiated(const Node& node)
    {
        const auto cells = line_cli::last_words<6>(Words(node.key));
        if (!cells)
            return State::unrecognised;
        const std::string_view status = cells->at(2);
        const bool is_known = status == "-" || status.starts_with("SUCCEED") || status.starts_with("ENABLE")
            || status.starts_with("FAILED");
        const std::uint32_t port = config_.device.find_port(cells->front());
        if (!is_known || port == Port::no_index)
            return is_known ? State::unsupported : State::unrecognised;
        if (status.starts_with("FAILED"))
            config_.failed_pfc[port] = config_.device.origins.explicit_at(tree_.span(node));
        else
            config_.failed_pfc.erase(port); // the last output of a log is the newest
        return State::read;
    }

    // What a queue received, with its interface and number, and in the next line what it sent.
    State take_frames(Words words)
    {
        if (row_.empty()) {
            const auto cells = line_cli::last_words<5>(words);
            const auto queue = cells ? line_cli::number_behind(cells->at(1), {}) : std::nullopt;
            if (!queue)
                return State::unrecognised;
            row_ = cells->front();
            queue_ = *queue;
            const std::string received = fmt::format("queue {} Received(Frames)", queue_);
            const std::string stuck = fmt::format("queue {} DeadlockNum", queue_);
            return counters_.add_all({{row_, received, CounterKind::pause_received, queue_, cells->at(2)},
                {row_, stuck, CounterKind::queue_stuck, queue_, cells->at(4)}});
        }
        const std::string row = std::exchange(row_, {});
        const auto cells = line_cli::last_words<3>(words);
        if (!cells)
            return State::unrecognised;
        const std::string sent = fmt::format("queue {} Transmitted(Frames)", queue_);
        return counters_.add({row, sent, CounterKind::pause_sent, queue_, cells->front()});
    }

    // Packets of a queue, "3  0  900000  12  7  0  -", whose last cell may be a date and a time, and in the next line its bytes.
    State take_queue(Words words)
    {
        if (line_cli::last_words<5>(words))
            return State::irrelevant;
        const auto with_time = line_cli::last_words<8>(words);
        const auto cells = line_cli::last_words<7>(words);
        if (!cells && !with_time)
            return State::unrecognised;
        const auto cell = [&](std::size_t at) { return cells ? cells->at(at) : with_time->at(at); };
        const auto queue = line_cli::number_behind(cell(0), {});
        if (!queue)
            return State::unrecognised;
        const std::string passed = fmt::format("queue {} Passed", *queue);
        const std::string dropped = fmt::format("queue {} Dropped", *queue);
        return counters_.add_all({{port_, passed, CounterKind::queue_sent, *queue, cell(2)},
            {port_, dropped, CounterKind::queue_dropped, *queue, cell(4)}});
    }

    Config& config_;
    const Tree& tree_;
    line_cli::ShownCounters counters_;
    Table table_ = Table::none;
    const Node* rule_above_
        = nullptr; ///< a line that may divide the heading of a table from what is above it
    std::string port_; ///< of the command above; empty: it names none
    std::string row_; ///< the interface whose first line was read
    std::uint8_t queue_ = 0; ///< of that line
};

}

void read_shown_state(Config& config, std::span<const Tree> trees)
{
    for (const Tree& tree : trees) {
        Tables tables(config, tree);
        line_cli::for_each_shown_line(
            tree,
            [&](const Node& line) {
                if (is_command(line.key))
                    tables.begin(line.key);
                else
                    tables.take(line);
            },
            [&](const Node& line) { tables.begin(line.key); });
    }
}

void apply_shown_pfc(Config& config, std::uint32_t index)
{
    const auto failed = config.failed_pfc.find(index);
    Port& port = config.device.ports[index];
    if (failed == config.failed_pfc.end() || !port.pfc_tx.peek_known() || port.pfc_tx.value.empty())
        return;
    port.pfc_negotiated
        = {true, port.pfc_negotiated.peek_known() ? port.pfc_negotiated.origin : failed->second};
    port.pfc_rx = port.pfc_tx = {PrioritySet{}, failed->second};
}

}
