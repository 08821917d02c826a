// SPDX-License-Identifier: Apache-2.0
// Counters in the output of show commands. JSON: `show priority-flow-control counters`, all priorities of a port together,
// `show interfaces priority-flow-control counters detail`, `show priority-flow-control counters watchdog` (as Meta's TAAC reads
// them: DsfPfcHealthCheck), `show qos interfaces ecn counters queue` (aristanetworks/anta, VerifyInterfacesECNCounters;
// amd/node-scraper, AristaEcnCounters). Tables: `show priority-flow-control counters`, `show interfaces counters queue detail`
// (amd/node-scraper, AristaPerQueueCounters; Arista EOS User Manual 4.33, Quality of Service). A switch leaves out ports that
// counted nothing.
#include "drivers/eos/shown_counters.h"

#include "drivers/line_cli/live/terminal.h"
#include "drivers/line_cli/read/shown_counters.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace rocelint::eos {
namespace {

using State = CoverageState;
using line_cli::ShownCounters;

// "Et1/1" is Ethernet1/1.
std::string whole_name(std::string_view port)
{
    const bool is_short = port.size() > 2 && port.starts_with("Et") && ascii::is_digit(port[2]);
    return is_short ? fmt::format("Ethernet{}", port.substr(2)) : std::string(port);
}

class CounterTables {
public:
    CounterTables(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems)
        : counters_(device, tree, problems)
    {
    }

    void take(const Node& line)
    {
        const std::string_view text = line.key;
        if (line_cli::is_prompt(text)) {
            table_ = Table::none;
        } else if (text.starts_with("Port ")) {
            table_ = begun_by(text);
            if (table_ != Table::none)
                line.mark(State::read);
        } else if (table_ != Table::none && text.find_first_not_of("- ") == std::string_view::npos) {
            line.mark(State::irrelevant);
        } else if (table_ != Table::none) {
            line.mark(take_row(Words(text)));
        }
    }

    void end() { table_ = Table::none; }

private:
    enum class Table : std::uint8_t { none, pause, queues };

    static Table begun_by(std::string_view heading)
    {
        const auto holds = [heading](std::string_view word) { return heading.find(word) != heading.npos; };
        if (holds(" RxPfc") && holds(" TxPfc"))
            return Table::pause;
        return holds(" TxQ ") && holds(" Drop/pkts") ? Table::queues : Table::none;
    }

    // "Et1/1  900  1200"; "Et1/1  UC3  pkts  bytes  dropped pkts  dropped bytes"
    State take_row(Words words)
    {
        const std::string port = whole_name(words.next());
        if (table_ == Table::pause) {
            const std::string_view received = words.next();
            const std::string_view sent = words.next();
            if (sent.empty() || !words.at_end())
                return State::unrecognised;
            return std::max(
                counters_.add({port, "RxPfc", CounterKind::pause_received, Counter::whole, received}),
                counters_.add({port, "TxPfc", CounterKind::pause_sent, Counter::whole, sent}));
        }
        const std::string_view name = words.next();
        std::array<std::string_view, 4> values;
        for (std::string_view& value : values)
            value = words.next();
        if (values.back().empty() || !words.at_end())
            return State::unrecognised;
        const auto queue = line_cli::number_behind(name, "UC");
        if (!queue)
            return State::irrelevant;
        return std::max(
            counters_.add(
                {port, fmt::format("{} Counter/pkts", name), CounterKind::queue_sent, *queue, values[0]}),
            counters_.add(
                {port, fmt::format("{} Drop/pkts", name), CounterKind::queue_dropped, *queue, values[2]}));
    }

    ShownCounters counters_;
    Table table_ = Table::none; ///< that the next lines are rows of
};

void read_pause(const Node& port, const Node& from, std::uint8_t part, ShownCounters& counters)
{
    counters.add({port.key, "rxFrames", CounterKind::pause_received, part, {}}, from.child("rxFrames"));
    counters.add({port.key, "txFrames", CounterKind::pause_sent, part, {}}, from.child("txFrames"));
}

void read_document(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems)
{
    ShownCounters counters(device, tree, problems);
    const Node& root = *tree.root;
    if (const Node* ports = root.child("interfaceCounters")) {
        for (const Node& port : *ports)
            read_pause(port, port, Counter::whole, counters);
    }
    if (const Node* ports = root.child("intfQueueCounters")) {
        for (const Node& port : *ports) {
            const Node* queues = port.child("queueCounters");
            for (const Node* queue = queues == nullptr ? nullptr : queues->first; queue != nullptr;
                 queue = queue->next) {
                if (const auto number = line_cli::number_behind(queue->key, {}))
                    counters.add({port.key,
                                     fmt::format("queueCounters {}", *number),
                                     CounterKind::marked,
                                     *number,
                                     {}},
                        queue);
            }
        }
    }
    if (const Node* ports = root.child("interfaces")) {
        for (const Node& port : *ports) {
            const Node* priorities = port.child("priorities");
            for (const Node* one = priorities == nullptr ? nullptr : priorities->first; one != nullptr;
                 one = one->next) {
                if (const auto priority = line_cli::number_behind(one->key, {}))
                    read_pause(port, *one, *priority, counters);
            }
            const Node* queues = port.child("txQueues");
            for (const Node* queue = queues == nullptr ? nullptr : queues->first; queue != nullptr;
                 queue = queue->next)
                counters.add({port.key,
                                 fmt::format("txQueues {} stuckCount", queue->key),
                                 CounterKind::queue_stuck,
                                 Counter::whole,
                                 {}},
                    queue->child("stuckCount"));
        }
    }
    root.mark_subtree(State::read);
}

}

Detection detect(const Source& source)
{
    constexpr std::size_t looked_at = std::size_t{16} << 10;
    const std::string_view head = source.text().substr(0, looked_at);
    const auto holds = [head](std::string_view text) { return head.find(text) != std::string_view::npos; };
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || head[first] != '{')
        return {};
    if ((holds("\"interfaceCounters\"") && holds("\"rxFrames\"")) || holds("\"intfQueueCounters\"")
        || (holds("\"priorities\"") && holds("\"rxFrames\"")) || holds("\"stuckCount\""))
        return {100, "counters as the commands of EOS print them in JSON"};
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
        CounterTables tables(device, tree, problems);
        line_cli::for_each_shown_line(
            tree, [&](const Node& line) { tables.take(line); }, [&](const Node&) { tables.end(); });
    }
}

}
