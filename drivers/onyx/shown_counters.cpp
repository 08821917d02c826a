// SPDX-License-Identifier: Apache-2.0
// Counters in the output of `show interfaces ethernet counters pfc prio N` and `show interfaces ethernet counters tc N`, as the
// switch survey of linkmon (SwitchSurvey.parse_hpe, for the M-series switches of HPE, which run Onyx) and Intel's
// mfd-switchmanagement (mellanox/base.py, get_pfc_counters) read them: "Eth1/1:", below it "PFC 3:" with "Rx" and "Tx", or
// "TC 3:". No source was found for what `show interfaces congestion-control` prints of marked packets.
#include "drivers/onyx/shown_counters.h"

#include "drivers/line_cli/read/shown_counters.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>

namespace rocelint::onyx {
namespace {

// "Eth1/1:" is Eth1/1; empty for other lines.
std::string_view port_heading(std::string_view line)
{
    const bool is_one = line.size() > 4 && line.starts_with("Eth") && ascii::is_digit(line[3])
        && line.ends_with(':') && line.find(' ') == std::string_view::npos;
    return is_one ? line.substr(0, line.size() - 1) : std::string_view{};
}

// "leaf1 [standalone: master] # show interfaces ethernet counters tc 3"
bool is_command(std::string_view line) { return line.find(" # show ") != std::string_view::npos; }

// The number in "PFC 3:" behind "PFC".
std::optional<std::uint8_t> numbered_heading(std::string_view line, std::string_view word)
{
    Words words(line);
    if (!words.take(word))
        return std::nullopt;
    const std::string_view number = words.next();
    return words.at_end() && number.ends_with(':')
        ? line_cli::number_behind(number.substr(0, number.size() - 1), {})
        : std::nullopt;
}

class PortCounters {
public:
    PortCounters(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems)
        : counters_(device, tree, problems)
    {
    }

    void take(const Node& line)
    {
        const std::string_view text = line.key;
        if (const std::string_view port = port_heading(text); !port.empty()) {
            end();
            port_ = port;
            line.mark(State::read);
        } else if (is_command(text)) {
            end();
            line.mark(State::irrelevant);
        } else if (!port_.empty()) {
            line.mark(take_line(text));
        }
    }

    void end()
    {
        port_ = {};
        priority_.reset();
        queue_.reset();
        direction_.reset();
    }

private:
    State take_line(std::string_view text)
    {
        if (const auto priority = numbered_heading(text, "PFC")) {
            priority_ = priority;
            queue_.reset();
            direction_.reset();
            return State::read;
        }
        if (const auto queue = numbered_heading(text, "TC")) {
            queue_ = queue;
            priority_.reset();
            return State::read;
        }
        if (!priority_ && !queue_)
            return State::unrecognised;
        if (text.starts_with("Rx") || text.starts_with("Tx")) {
            direction_ = text.starts_with("Rx") ? CounterKind::pause_received : CounterKind::pause_sent;
            return State::read;
        }
        return take_counter(Words(text));
    }

    // "1200   pause packets"
    State take_counter(Words words)
    {
        const std::string_view value = words.next();
        const std::string_view name = words.rest();
        if (priority_ && name == "pause packets") {
            if (!direction_)
                return State::unrecognised;
            const bool is_received = *direction_ == CounterKind::pause_received;
            return counters_.add({port_,
                fmt::format("PFC {} {} pause packets", *priority_, is_received ? "Rx" : "Tx"),
                *direction_,
                *priority_,
                value});
        }
        if (queue_ && name == "unicast no buffer discard")
            return counters_.add(
                {port_, fmt::format("TC {} {}", *queue_, name), CounterKind::queue_dropped, *queue_, value});
        return State::irrelevant;
    }

    line_cli::ShownCounters counters_;
    std::string_view port_; ///< that the next lines are about; empty: none
    std::optional<std::uint8_t> priority_; ///< that the next lines are about
    std::optional<std::uint8_t> queue_; ///< the same
    std::optional<CounterKind> direction_; ///< of the next pause frames
};

}

Detection detect_counters(const Source& source)
{
    constexpr std::size_t lines_looked_at = 200;
    std::string_view text = source.text();
    bool is_behind_port = false;
    for (std::size_t count = 0; count < lines_looked_at && !text.empty(); ++count) {
        const std::string_view line = ascii::trimmed(ascii::take_until(text, '\n'), ascii::is_blank_or_cr);
        if (is_behind_port && (numbered_heading(line, "PFC") || numbered_heading(line, "TC")))
            return {100, "output of show interfaces ethernet counters"};
        if (!line.empty())
            is_behind_port = !port_heading(line).empty();
    }
    return {};
}

void read_shown_counters(Device& device, std::span<const Tree> trees, std::vector<SyntaxProblem>& problems)
{
    for (const Tree& tree : trees) {
        PortCounters counters(device, tree, problems);
        line_cli::for_each_shown_line(
            tree, [&](const Node& line) { counters.take(line); }, [&](const Node&) { counters.end(); });
    }
}

}
