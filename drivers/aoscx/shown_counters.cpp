// SPDX-License-Identifier: Apache-2.0
// The tables of `show interface queues` (packets that each queue sent and dropped) and of `show interface qos buffers` (the
// most that lay in the headroom of a priority since the statistics were cleared, in kilobytes). AOS-CX 10.18.xxxx Quality of Service Guide
// (832x, 93xx, 100xx), show interface queues and show interface qos buffers. A kilobyte is 1024 bytes,
// as in the lines that set the limits. No guide that was read shows PFC frames.
#include "drivers/aoscx/shown_counters.h"

#include "drivers/line_cli/live/terminal.h"
#include "drivers/line_cli/read/shown_counters.h"

#include <fmt/format.h>

#include <array>
#include <string>

namespace rocelint::aoscx {
namespace {

using State = CoverageState;

class Tables {
public:
    Tables(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems)
        : device_(device), tree_(tree), counters_(device, tree, problems)
    {
    }

    void begin()
    {
        is_queues_ = is_buffers_ = false;
        interface_ = {};
        headings_ = {};
    }

    void take(const Node& line)
    {
        const std::string_view text = line.key;
        constexpr std::string_view buffers = "Buffer usage for ";
        if (text.starts_with(buffers)) {
            interface_ = Words(text.substr(buffers.size())).next();
            is_buffers_ = true;
            is_queues_ = false;
            line.mark(State::read);
        } else if (text.starts_with("Interface ")
            && (text.ends_with(" is up") || text.ends_with(" is down"))) {
            Words words(text);
            words.next();
            interface_ = words.next();
            is_queues_ = is_buffers_ = false;
            headings_ = {&line, nullptr};
        } else if (interface_.empty()) {
            return;
        } else if (text.starts_with("Tx Bytes ") && text.ends_with("Tx Drops")) {
            is_queues_ = true;
            line.mark(State::irrelevant);
            // Other commands begin with the same lines.
            for (const Node* heading : headings_) {
                if (heading != nullptr)
                    heading->mark(State::irrelevant);
            }
        } else if (is_queues_) {
            line.mark(take_queue(Words(text)));
        } else if (is_buffers_) {
            line.mark(take_priority(text));
        } else if (text.starts_with("Admin state is ")) {
            headings_.back() = &line;
        }
    }

private:
    // "Q3   900000   812   0"
    State take_queue(Words words)
    {
        const auto queue = line_cli::number_behind(words.next(), "Q");
        const auto values = line_cli::last_words<3>(words);
        if (!queue || !values) {
            is_queues_ = false;
            return State::unrecognised;
        }
        const std::string sent = fmt::format("Q{} Tx Packets", *queue);
        const std::string dropped = fmt::format("Q{} Tx Drops", *queue);
        return counters_.add_all({{interface_, sent, CounterKind::queue_sent, *queue, values->at(1)},
            {interface_, dropped, CounterKind::queue_dropped, *queue, values->at(2)}});
    }

    // "3    Headroom    1    0    0    6    65": in use, the recent peak, the peak and the limit. Other rows are of pools.
    State take_priority(std::string_view text)
    {
        Words words(text);
        const auto priority = line_cli::number_behind(words.next(), {});
        if (!priority || !words.take("Headroom"))
            return State::irrelevant;
        const auto values = line_cli::last_words<5>(words);
        const auto peak = values ? parse_count(values->at(3)) : std::nullopt;
        if (!peak)
            return State::unrecognised;
        constexpr std::uint64_t kilo = 1024;
        const std::string bytes = fmt::format("{}", *peak * kilo);
        const std::string name = fmt::format("priority {} Headroom Max Use", *priority);
        const std::string problem = line_cli::add_counter(device_,
            {interface_, name, CounterKind::headroom_peak, *priority, bytes},
            tree_.source->span_of(values->at(3)));
        return problem.empty() ? State::read : State::unrecognised;
    }

    Device& device_;
    const Tree& tree_;
    line_cli::ShownCounters counters_;
    std::string_view interface_; ///< that the next lines are about; empty: none
    std::array<const Node*, 2> headings_{}; ///< the lines above a table of queues
    bool is_queues_ = false; ///< the next lines are rows of its queues
    bool is_buffers_ = false;
};

}

void read_shown_counters(Device& device, std::span<const Tree> trees, std::vector<SyntaxProblem>& problems)
{
    for (const Tree& tree : trees) {
        Tables tables(device, tree, problems);
        line_cli::for_each_shown_line(
            tree,
            [&](const Node& line) {
                if (line_cli::is_prompt(line.key))
                    tables.begin();
                else
                    tables.take(line);
            },
            [&](const Node&) { tables.begin(); });
    }
}

}
