// SPDX-License-Identifier: Apache-2.0
// Counters in the tables of `show queuing interface` and `show queuing pfc-queue` (Cisco Nexus 9000 Series NX-OS Command
// Reference (Show Commands), Release 9.3(x), show queuing; Cisco Nexus 9000 Series NX-OS Quality of Service Configuration
// Guide, Release 10.5(x)). A queue has the number of its qos-group.
#include "drivers/nxos/shown_counters.h"

#include "drivers/line_cli/read/shown_counters.h"
#include "drivers/nxos/queue_counters.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>

namespace rocelint::nxos {
namespace {

using line_cli::ShownCounters;

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
            else if (cells[at].ends_with(" Pkts"))
                state = State::unrecognised;
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
        const auto priority = line_cli::number_behind(Words(line).peek(), {});
        if (!in_pfc_ || !priority)
            return State::irrelevant;
        const auto row = line_cli::last_words<7>(Words(line));
        if (!row)
            return State::unrecognised;
        const std::string sent = fmt::format("COS {} TxCount", *priority);
        const std::string received = fmt::format("COS {} RxCount", *priority);
        return counters_.add_all({{interface_, sent, CounterKind::pause_sent, *priority, row->at(4)},
            {interface_, received, CounterKind::pause_received, *priority, row->at(6)}});
    }

    ShownCounters counters_;
    std::string_view interface_; ///< that the next lines are about; empty: none
    std::optional<std::uint8_t> queue_;
    bool in_pfc_ = false; ///< the next lines are rows of PFC's table
};

}

void read_shown_counters(Device& device, std::span<const Tree> trees, std::vector<SyntaxProblem>& problems)
{
    for (const Tree& tree : trees) {
        if (tree.root == nullptr)
            continue;
        if (tree.root->is_container()) {
            read_shown_document(device, tree, problems);
            continue;
        }
        QueuingText text(device, tree, problems);
        line_cli::for_each_shown_line(
            tree, [&](const Node& line) { text.take(line); }, [&](const Node& line) { text.pass(line); });
    }
}

}
