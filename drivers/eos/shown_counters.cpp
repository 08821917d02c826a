// SPDX-License-Identifier: Apache-2.0
// Counters in the output of show commands. JSON: `show priority-flow-control counters`, all priorities of a port together,
// `show interfaces priority-flow-control counters detail`, `show priority-flow-control counters watchdog` (as Meta's TAAC reads
// them: DsfPfcHealthCheck), `show qos interfaces ecn counters queue` (aristanetworks/anta, VerifyInterfacesECNCounters;
// amd/node-scraper, AristaEcnCounters). Tables: `show priority-flow-control counters`, `show interfaces counters queue detail`
// (amd/node-scraper, AristaPerQueueCounters; Arista EOS User Manual 4.33, Quality of Service). A switch leaves out ports that
// counted nothing. A chassis with virtual output queues also has the JSON of `show interfaces counters queue`
// (arista-northwest/go-passpersist, queue counters) and of `show interfaces counters queue drops` (aristanetworks/anta,
// VerifyInterfaceQueuDropsJericho): drops of a traffic class towards a port.
#include "drivers/eos/shown_counters.h"

#include "drivers/line_cli/live/terminal.h"
#include "drivers/line_cli/read/shown_counters.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <string>

namespace rocelint::eos {
namespace {

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
        } else if (table_ != Table::none && line_cli::is_table_rule(text)) {
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
            const auto frames = line_cli::last_words<2>(words);
            if (!frames)
                return State::unrecognised;
            const auto& [received, sent] = *frames;
            return counters_.add_all({{port, "RxPfc", CounterKind::pause_received, Counter::whole, received},
                {port, "TxPfc", CounterKind::pause_sent, Counter::whole, sent}});
        }
        const std::string_view name = words.next();
        const auto values = line_cli::last_words<4>(words);
        if (!values)
            return State::unrecognised;
        const auto queue = line_cli::number_behind(name, "UC");
        if (!queue)
            return State::irrelevant;
        const std::string sent = fmt::format("{} Counter/pkts", name);
        const std::string dropped = fmt::format("{} Drop/pkts", name);
        return counters_.add_all({{port, sent, CounterKind::queue_sent, *queue, values->at(0)},
            {port, dropped, CounterKind::queue_dropped, *queue, values->at(2)}});
    }

    ShownCounters counters_;
    Table table_ = Table::none; ///< that the next lines are rows of
};

// Members that no rule needs: a queue that recovers was stuck before, which is counted.
constexpr std::string_view passed_over[]{"recoveryCount", "enqueuedPackets", "enqueuedBytes", "droppedBytes"};

// The members of a traffic class that count its drops, in the queues of the other chips and in those of the port.
constexpr std::string_view sides_of_class[]{"ingressVoqCounters", "egressQueueCounters"};

class CounterDocument {
public:
    CounterDocument(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems)
        : root_(*tree.root), counters_(device, tree, problems)
    {
    }

    void read()
    {
        root_.mark(State::read);
        for_each_member(
            root_, "interfaceCounters", [&](const Node& port) { read_pause(port, port, Counter::whole); });
        for_each_member(root_, "intfQueueCounters", [&](const Node& port) {
            for_each_member(port, "queueCounters", [&](const Node& queue) { read_marks(port, queue); });
        });
        for_each_member(root_, "interfaces", [&](const Node& port) {
            for_each_member(port, "priorities", [&](const Node& priority) {
                if (const auto number = line_cli::number_behind(priority.key, {}))
                    read_pause(port, priority, *number);
            });
            for_each_member(port, "txQueues", [&](const Node& queue) { read_stuck(port, queue); });
            for_each_member(port, "trafficClasses", [&](const Node& tc) {
                for (const std::string_view side : sides_of_class) {
                    const Node* counters = line_cli::look_into(tc, side);
                    const Node* sum
                        = counters == nullptr ? nullptr : line_cli::look_into(*counters, "countersSum");
                    if (sum != nullptr)
                        read_class_drops(port, tc, side, *sum);
                }
            });
        });
        if (const Node* virtual_queues = line_cli::look_into(root_, "ingressVoqCounters")) {
            for_each_member(*virtual_queues, "interfaces", [&](const Node& port) {
                for_each_member(port, "trafficClasses", [&](const Node& tc) {
                    read_class_drops(port, tc, "ingressVoqCounters", tc);
                });
            });
        }
        line_cli::pass_over(root_, passed_over);
    }

private:
    // Calls `use` for what is below the member, and marks it as read if it has members itself.
    template <class Use>
    static void for_each_member(const Node& object, std::string_view key, Use&& use)
    {
        const Node* members = line_cli::look_into(object, key);
        if (members == nullptr)
            return;
        for (const Node& member : *members) {
            if (member.is_container())
                member.mark(State::read);
            use(member);
        }
    }

    void read_pause(const Node& port, const Node& from, std::uint8_t part)
    {
        counters_.add({port.key, "rxFrames", CounterKind::pause_received, part, {}}, from.child("rxFrames"));
        counters_.add({port.key, "txFrames", CounterKind::pause_sent, part, {}}, from.child("txFrames"));
    }

    void read_marks(const Node& port, const Node& queue)
    {
        const auto number = line_cli::number_behind(queue.key, {});
        if (!number)
            return;
        const std::string name = fmt::format("queueCounters {}", *number);
        counters_.add({port.key, name, CounterKind::marked, *number, {}}, &queue);
    }

    void read_class_drops(const Node& port, const Node& tc, std::string_view side, const Node& from)
    {
        const auto number = line_cli::number_behind(tc.key, "TC");
        if (!number)
            return;
        const std::string name = fmt::format("{} {} droppedPackets", side, tc.key);
        counters_.add(
            {port.key, name, CounterKind::class_dropped, *number, {}}, from.child("droppedPackets"));
    }

    void read_stuck(const Node& port, const Node& queue)
    {
        const std::string name = fmt::format("txQueues {} stuckCount", queue.key);
        counters_.add(
            {port.key, name, CounterKind::queue_stuck, Counter::whole, {}}, queue.child("stuckCount"));
    }

    const Node& root_;
    ShownCounters counters_;
};

}

Detection detect(const Source& source)
{
    const line_cli::CaptureHead head(source.text());
    if (!head.is_object())
        return {};
    if ((head.holds("\"interfaceCounters\"") && head.holds("\"rxFrames\""))
        || head.holds("\"intfQueueCounters\"") || (head.holds("\"priorities\"") && head.holds("\"rxFrames\""))
        || head.holds("\"stuckCount\"") || head.holds("\"ingressVoqCounters\""))
        return {100, "counters as the commands of EOS print them in JSON"};
    return {};
}

void read_shown_counters(Device& device, std::span<const Tree> trees, std::vector<SyntaxProblem>& problems)
{
    for (const Tree& tree : trees) {
        if (tree.root == nullptr)
            continue;
        if (tree.root->is_container()) {
            CounterDocument(device, tree, problems).read();
            continue;
        }
        CounterTables tables(device, tree, problems);
        line_cli::for_each_shown_line(
            tree, [&](const Node& line) { tables.take(line); }, [&](const Node&) { tables.end(); });
    }
}

}
