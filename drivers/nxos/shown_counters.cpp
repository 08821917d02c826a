// SPDX-License-Identifier: Apache-2.0
// Counters in the output of `show queuing interface` and `show queuing pfc-queue`, as tables or as JSON, and in the JSON of
// `show interface priority-flow-control` (Cisco Nexus 9000 Series NX-OS Command Reference (Show Commands), Release 9.3(x),
// show queuing; Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, Release 10.5(x)). A queue has the number
// of its qos-group.
#include "drivers/nxos/shown_counters.h"

#include "drivers/line_cli/read/shown_counters.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace rocelint::nxos {
namespace {

using State = CoverageState;
using line_cli::ShownCounter;
using line_cli::ShownCounters;

struct QueueCounter {
    std::string_view name; ///< of packets
    CounterKind kind = CounterKind::queue_sent;
};

constexpr QueueCounter queue_counters[]{
    {"Tx Pkts", CounterKind::queue_sent},
    {"ECN Pkts", CounterKind::marked},
    {"Dropped Pkts", CounterKind::queue_dropped},
    {"WRED & Tail Drop Pkts", CounterKind::queue_dropped},
    {"WRED/AFD & Tail Drop Pkts", CounterKind::queue_dropped},
    {"WD & Tail Drop Pkts", CounterKind::queue_dropped},
};

const QueueCounter* find_queue_counter(std::string_view name)
{
    const auto found = std::ranges::find(queue_counters, name, &QueueCounter::name);
    return found == std::end(queue_counters) ? nullptr : found;
}

constexpr std::array headings{"Egress Queuing for ", "Ingress Queuing for "};

// The interface that a line begins to show; empty for other lines.
std::string_view interface_in(std::string_view line)
{
    for (const std::string_view heading : headings) {
        if (line.starts_with(heading))
            return Words(line.substr(heading.size())).peek();
    }
    return line.find(" Interface PFC watchdog: ") != std::string_view::npos ? Words(line).peek()
                                                                            : std::string_view{};
}

class QueuingText {
public:
    QueuingText(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems)
        : counters_(device, tree, problems)
    {
    }

    void take(const Node& line)
    {
        if (const std::string_view interface = interface_in(line.key); !interface.empty()) {
            interface_ = interface;
            queue_.reset();
            in_pfc_ = false;
            line.mark(State::read);
        } else if (!interface_.empty()) {
            line.mark(line.key.front() == '|' ? take_cells(line.key) : take_words(line.key));
        }
    }

    /// A line that something else has read, or a prompt, ends what is shown of an interface.
    void pass(const Node& line)
    {
        // The heading of a table that looks like a prompt.
        const bool is_heading = line.key.starts_with("QoS-Group# ");
        if (!is_heading && (line.state != State::irrelevant || is_of_terminal(line.key)))
            interface_ = {};
    }

private:
    State take_cells(std::string_view line)
    {
        std::array<std::string_view, line_cli::most_cells> room;
        const auto cells = line_cli::cells_between_bars(line, room);
        if (cells.empty())
            return State::irrelevant;
        if (cells.front().find("QOS GROUP") != std::string_view::npos) {
            Words words(cells.front());
            queue_ = words.take("QOS") && words.take("GROUP") ? line_cli::number_behind(words.next(), {})
                                                              : std::nullopt;
            return State::read;
        }
        State state = State::irrelevant;
        // "| Tx Pkts | 50| Dropped Pkts | 6|"
        for (std::size_t at = 0; queue_ && at + 1 < cells.size(); ++at) {
            const QueueCounter* counter = find_queue_counter(cells[at]);
            if (counter != nullptr)
                state = counters_.add({interface_, cells[at], counter->kind, *queue_, cells[at + 1]});
            else if (cells[at] == "Shutdown")
                state = counters_.add({interface_,
                    fmt::format("QOS GROUP {} Shutdown", *queue_),
                    CounterKind::queue_stuck,
                    Counter::whole,
                    cells[at + 1]});
        }
        return state;
    }

    // "   3         3         3  Active           7        Active                 8", below "COS QOS Group PG TxPause …"
    State take_words(std::string_view line)
    {
        if (line.starts_with("COS ") && line.find(" TxCount") != std::string_view::npos) {
            in_pfc_ = true;
            return State::read;
        }
        Words words(line);
        std::array<std::string_view, 7> row;
        for (std::string_view& word : row)
            word = words.next();
        const auto priority = line_cli::number_behind(row[0], {});
        if (!in_pfc_ || !priority || row.back().empty())
            return State::irrelevant;
        const State sent = counters_.add({interface_,
            fmt::format("COS {} TxCount", *priority),
            CounterKind::pause_sent,
            *priority,
            row[4]});
        const State received = counters_.add({interface_,
            fmt::format("COS {} RxCount", *priority),
            CounterKind::pause_received,
            *priority,
            row[6]});
        return std::max(sent, received);
    }

    ShownCounters counters_;
    std::string_view interface_; ///< that the next lines are about; empty: none
    std::optional<std::uint8_t> queue_;
    bool in_pfc_ = false; ///< the next lines are rows of PFC's table
};

// Calls `use` for the rows of a table below `node`, at any depth. A table with one row holds it instead of a list.
template <class Use>
void for_each_row(const Node& node, std::string_view table, Use&& use)
{
    for (const Node& child : node) {
        if (!child.key.starts_with("TABLE_") || child.key.substr(6) != table) {
            for_each_row(child, table, use);
            continue;
        }
        for (const Node& rows : child) {
            if (rows.kind == Node::Kind::object)
                use(rows);
            else
                for (const Node& row : rows)
                    use(row);
        }
    }
}

std::string_view text_of(const Node& row, std::string_view key)
{
    const Node* member = row.child(key);
    return member == nullptr ? std::string_view{} : member->value;
}

void read_queues(const Node& port, std::string_view name, ShownCounters& counters)
{
    for_each_row(port, "qosgrp_egress_stats", [&](const Node& group) {
        const auto queue = line_cli::number_behind(text_of(group, "eq-qosgrp"), {});
        for_each_row(group, "qosgrp_egress_stats_entry", [&](const Node& entry) {
            const std::string label
                = fmt::format("{} {}", text_of(entry, "eq-stat-type"), text_of(entry, "eq-stat-units"));
            const QueueCounter* counter = find_queue_counter(label);
            if (queue && counter != nullptr)
                counters.add({name, label, counter->kind, *queue, {}}, entry.child("eq-uc-stat-value"));
        });
    });
    for_each_row(port, "pfc_stats", [&](const Node& row) {
        const auto priority = line_cli::number_behind(text_of(row, "cos"), {});
        if (!priority)
            return;
        counters.add(
            {name, "tx-pause-count", CounterKind::pause_sent, *priority, {}}, row.child("tx-pause-count"));
        counters.add({name, "rx-pause-count", CounterKind::pause_received, *priority, {}},
            row.child("rx-pause-count"));
    });
}

void read_document(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems)
{
    ShownCounters counters(device, tree, problems);
    for_each_row(*tree.root, "queuing_interface", [&](const Node& port) {
        read_queues(port, text_of(port, "if_name_str"), counters);
    });
    for_each_row(*tree.root, "pfc_interface", [&](const Node& port) {
        const std::string_view name = text_of(port, "if_name_str");
        counters.add({name, "tx-stats", CounterKind::pause_sent, Counter::whole, {}}, port.child("tx-stats"));
        counters.add(
            {name, "rx-stats", CounterKind::pause_received, Counter::whole, {}}, port.child("rx-stats"));
    });
    tree.root->mark_subtree(State::read);
}

}

Detection detect(const Source& source)
{
    constexpr std::size_t looked_at = std::size_t{16} << 10;
    const std::string_view head = source.text().substr(0, looked_at);
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || head[first] != '{')
        return {};
    for (const std::string_view table : {"\"TABLE_queuing_interface\"", "\"TABLE_pfc_interface\""}) {
        if (head.find(table) != std::string_view::npos)
            return {100, "counters as the commands of NX-OS print them in JSON"};
    }
    return {};
}

void read_shown_counters(Device& device, std::span<const Tree> trees, std::vector<SyntaxProblem>& problems)
{
    for (const Tree& tree : trees) {
        if (tree.root == nullptr)
            continue;
        if (tree.root->is_container()) {
            read_document(device, tree, problems);
            continue;
        }
        QueuingText text(device, tree, problems);
        line_cli::for_each_shown_line(
            tree, [&](const Node& line) { text.take(line); }, [&](const Node& line) { text.pass(line); });
    }
}

}
