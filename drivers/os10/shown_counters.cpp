// SPDX-License-Identifier: Apache-2.0
// The table of `show queuing statistics interface ethernet 1/1/4`: a row for each egress queue, with what left it and what found
// no room in it (Linux netdev list, 2022-03-25, "nvme-tcp: support specifying the congestion-control": output of two OS10
// switches). No source was found for what OS10 prints of PFC frames.
#include "drivers/os10/shown_counters.h"

#include "drivers/line_cli/live/terminal.h"
#include "drivers/line_cli/read/shown_counters.h"
#include "models/syntax/indent_tree.h"

#include <fmt/format.h>

#include <array>
#include <string>

namespace rocelint::os10 {
namespace {

constexpr std::array columns{"Queue", "Packets", "Bytes", "Dropped-Packets", "Dropped-Bytes"};

bool is_heading(Words words)
{
    for (const std::string_view column : columns) {
        if (!words.take(column))
            return false;
    }
    return words.at_end();
}

class QueueTable {
public:
    QueueTable(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems)
        : counters_(device, tree, problems)
    {
    }

    void take(const Node& line)
    {
        Words words(line.key);
        if (line_cli::is_prompt(line.key)) {
            end();
        } else if (words.take("Interface")) {
            interface_ = words.next();
            inside_ = false;
            if (words.at_end())
                line.mark(State::read);
            else
                end();
        } else if (!interface_.empty() && is_heading(Words(line.key))) {
            inside_ = true;
            line.mark(State::read);
        } else if (inside_) {
            line.mark(take_row(Words(line.key)));
        }
    }

    void end()
    {
        interface_ = {};
        inside_ = false;
    }

private:
    // "3     2000      128000      5      320"
    State take_row(Words words)
    {
        const auto queue = line_cli::number_behind(words.next(), {});
        const auto values = line_cli::last_words<4>(words);
        if (!queue || !values) {
            end();
            return State::unrecognised;
        }
        const std::string sent = fmt::format("Queue {} Packets", *queue);
        const std::string dropped = fmt::format("Queue {} Dropped-Packets", *queue);
        return counters_.add_all({{interface_, sent, CounterKind::queue_sent, *queue, values->at(0)},
            {interface_, dropped, CounterKind::queue_dropped, *queue, values->at(2)}});
    }

    line_cli::ShownCounters counters_;
    std::string_view interface_; ///< that the next lines are about; empty: none
    bool inside_ = false; ///< the next lines are rows of its table
};

}

void read_shown_counters(Device& device, std::span<const Tree> trees, std::vector<SyntaxProblem>& problems)
{
    for (const Tree& tree : trees) {
        QueueTable table(device, tree, problems);
        line_cli::for_each_shown_line(
            tree, [&](const Node& line) { table.take(line); }, [&](const Node&) { table.end(); });
    }
}

}
