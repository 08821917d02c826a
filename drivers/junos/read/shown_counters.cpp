// SPDX-License-Identifier: Apache-2.0
// Counters in the output of `show interfaces extensive` and `show interfaces queue` (Juniper, Junos CLI Reference, show
// interfaces (QFX Series), show interfaces queue).
#include "drivers/junos/read/shown_counters.h"

#include "drivers/line_cli/read/shown_counters.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace rocelint::junos {
namespace {

using State = CoverageState;
using line_cli::ShownCounters;

constexpr std::string_view interface_label = "Physical interface: ";

class InterfaceText {
public:
    InterfaceText(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems)
        : counters_(device, tree, problems)
    {
    }

    void take(const Node& line)
    {
        if (begins_interface(line.key)) {
            interface_ = ascii::first_word(line.key.substr(interface_label.size()), ',');
            table_ = Table::none;
            queue_.reset();
            is_egress_ = true;
            line.mark(State::read);
        } else {
            line.mark(interface_.empty() ? State::irrelevant : take_inside(line.key));
        }
    }

private:
    enum class Table : std::uint8_t { none, pause, queues };

    State take_inside(std::string_view text)
    {
        if (text.starts_with("MAC Priority Flow Control Statistics")) {
            table_ = Table::pause;
            return State::read;
        }
        if (text.starts_with("Ingress queues:") || text.starts_with("Egress queues:")) {
            is_egress_ = text.front() == 'E';
            table_ = Table::none;
            queue_.reset();
            return State::read;
        }
        // Ingress queues are not the queues that a class leaves by.
        if (!is_egress_ && (text.starts_with("Queue: ") || text.starts_with("Queue counters:"))) {
            table_ = Table::none;
            queue_.reset();
            return State::irrelevant;
        }
        if (text.starts_with("Queue counters:")) {
            const bool is_known = text.find("Transmitted packets") < text.find("Dropped packets");
            table_ = is_known ? Table::queues : Table::none;
            return is_known ? State::read : State::unrecognised;
        }
        // "Queue: 3, Forwarding classes: lossless"
        if (text.starts_with("Queue: ")) {
            queue_ = line_cli::number_behind(ascii::first_word(text.substr(7), ','), {});
            is_sent_ = false;
            return State::read;
        }
        if (text == "Queued:" || text == "Transmitted:") {
            is_sent_ = text == "Transmitted:";
            return State::read;
        }
        if (table_ == Table::pause && text.starts_with("Priority "))
            return take_priority(text);
        if (table_ == Table::queues && ascii::is_digit(text.front()))
            return take_queue_row(Words(text));
        table_ = Table::none;
        return queue_ ? take_of_queue(text) : State::irrelevant;
    }

    // "Priority :  3             900                1200": received, sent
    State take_priority(std::string_view text)
    {
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos)
            return State::unrecognised;
        Words words(text.substr(colon + 1));
        const auto priority = line_cli::number_behind(words.next(), {});
        const std::string_view received = words.next();
        const std::string_view sent = words.next();
        if (!priority || sent.empty())
            return State::unrecognised;
        const std::string receive = fmt::format("Priority {} Receive", *priority);
        const std::string transmit = fmt::format("Priority {} Transmit", *priority);
        return counters_.add_all({{interface_, receive, CounterKind::pause_received, *priority, received},
            {interface_, transmit, CounterKind::pause_sent, *priority, sent}});
    }

    // "3     queued packets    transmitted packets    dropped packets"; QFX writes the forwarding class behind the number
    State take_queue_row(Words words)
    {
        const std::string_view number = words.next();
        const auto queue = line_cli::number_behind(number, {});
        if (!ascii::is_number(words.peek()))
            words.next();
        words.next();
        const std::string_view sent = words.next();
        const std::string_view dropped = words.next();
        if (dropped.empty() || !words.at_end() || !ascii::is_number(number))
            return State::unrecognised;
        // Queues of multicast.
        if (!queue)
            return State::irrelevant;
        return counters_.add_all({{interface_, "Transmitted packets", CounterKind::queue_sent, *queue, sent},
            {interface_, "Dropped packets", CounterKind::queue_dropped, *queue, dropped}});
    }

    // "ECN-CE packets       :                     0                     0 pps"
    State take_of_queue(std::string_view text)
    {
        struct Row {
            std::string_view label;
            CounterKind kind = CounterKind::queue_sent;
        };
        constexpr std::array rows{Row{"Packets", CounterKind::queue_sent},
            Row{"ECN-CE packets", CounterKind::marked},
            Row{"Tail-dropped packets", CounterKind::queue_dropped},
            Row{"RL-dropped packets", CounterKind::queue_dropped},
            Row{"RED-dropped packets", CounterKind::queue_dropped},
            Row{"Total-dropped packets", CounterKind::queue_dropped}};
        const std::size_t colon = text.find(':');
        const std::string_view label = ascii::trimmed_back(text.substr(0, colon), ascii::is_blank);
        const auto row = std::ranges::find(rows, label, &Row::label);
        if (row == rows.end() && label.ends_with("-dropped packets"))
            return State::unrecognised;
        if (colon == std::string_view::npos || row == rows.end() || (label == "Packets" && !is_sent_))
            return State::irrelevant;
        const std::string_view value = Words(text.substr(colon + 1)).peek();
        // "Not Available"
        return value == "Not"
            ? State::irrelevant
            : counters_.add(
                {interface_, fmt::format("queue {} {}", *queue_, label), row->kind, *queue_, value});
    }

    ShownCounters counters_;
    std::string_view interface_; ///< that the next lines are about; empty: none
    Table table_ = Table::none;
    std::optional<std::uint8_t> queue_; ///< that the next lines of `show interfaces queue` are about
    bool is_sent_ = false; ///< the next lines are about packets that left
    bool is_egress_ = true; ///< the next queues in the output are egress queues
};

}

bool begins_interface(std::string_view line) { return line.starts_with(interface_label); }

void read_shown_counters(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems)
{
    if (tree.root == nullptr)
        return;
    InterfaceText text(device, tree, problems);
    for (const Node& line : *tree.root)
        text.take(line);
}

}
