// SPDX-License-Identifier: Apache-2.0
// Counters in the output of show commands, whether it is a file of its own or part of a transcript.
#pragma once

#include "models/fabric/device.h"
#include "models/syntax/indent_tree.h"
#include "models/syntax/tree.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// One counter as a line or a member of JSON shows it.
struct ShownCounter {
    std::string_view on; ///< the port, as the capture names it
    std::string_view name; ///< as the platform spells it
    CounterKind kind = CounterKind::pause_received;
    std::uint8_t part = Counter::whole; ///< see CounterReading::part
    std::string_view value; ///< as it stands in the capture
};

/// Adds a counter that stands at `at` to a device. Returns the words of a problem if its value is not a number, and an
/// empty text otherwise, also where the device does not have the counter ("N/A").
[[nodiscard]] std::string add_counter(Device& device, const ShownCounter& counter, Span at);

/// Adds the counters of one file to a device.
class ShownCounters {
public:
    ShownCounters(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems)
        : device_(device), tree_(tree), problems_(problems)
    {
    }

    /// Adds a counter that a line shows; `counter.value` is part of the line. A value that is not a number is a
    /// problem. Returns the state of the line.
    CoverageState add(const ShownCounter& counter)
    {
        return add(counter, tree_.source->span_of(counter.value));
    }
    /// Adds the counters of a line in this order, and returns its state.
    CoverageState add_all(std::initializer_list<ShownCounter> counters)
    {
        CoverageState state = CoverageState::read;
        for (const ShownCounter& counter : counters)
            state = std::max(state, add(counter));
        return state;
    }
    /// Adds the counter that a member of JSON holds, and marks the member; does nothing without a scalar member.
    void add(ShownCounter counter, const Node* member);

private:
    CoverageState add(const ShownCounter& counter, Span at);

    Device& device_;
    const Tree& tree_;
    std::vector<SyntaxProblem>& problems_;
};

/// Calls `take(line)` for the lines of an indented text that are not recognised yet, in the order of the file, also for
/// those below lines outside of blocks, and `pass(line)` for all other outermost lines. Indentation means nothing in the
/// tables of show commands.
template <class Take, class Pass>
void for_each_shown_line(const Tree& tree, Take&& take, Pass&& pass)
{
    if (tree.root == nullptr || tree.root->kind != Node::Kind::line)
        return;
    const auto walk = [&take](const Node& node, const auto& again) -> void {
        if (node.state == CoverageState::unrecognised)
            take(node);
        for (const Node& below : node)
            again(below, again);
    };
    for (const Node& line : *tree.root) {
        if (line.state != CoverageState::unrecognised)
            pass(line);
        if (line.state == CoverageState::unrecognised
            || (line.state == CoverageState::irrelevant && !line.state_covers_subtree))
            walk(line, walk);
    }
}

/// The beginning of a file, by which a platform recognises what its show commands print.
class CaptureHead {
public:
    explicit CaptureHead(std::string_view text);

    /// Whether the file is an object in JSON.
    [[nodiscard]] bool is_object() const;
    [[nodiscard]] bool holds(std::string_view part) const
    {
        return text_.find(part) != std::string_view::npos;
    }

private:
    std::string_view text_;
};

/// Marks a JSON member as read, but not its children. Returns the member, or null if it is absent.
const Node* look_into(const Node& object, std::string_view key);

/// Marks as irrelevant, with everything below them, the members at any depth that have one of the names and that nothing
/// has marked. What is left unmarked is reported as not understood.
void pass_over(const Node& node, std::span<const std::string_view> names);

/// Whether a line only divides a table: "-----  ----", "=====".
[[nodiscard]] bool is_table_rule(std::string_view line);

/// The remaining words of a line, if it has exactly this number of them.
template <std::size_t count>
[[nodiscard]] std::optional<std::array<std::string_view, count>> last_words(Words words)
{
    std::array<std::string_view, count> found;
    for (std::string_view& word : found)
        word = words.next();
    return found.back().empty() || !words.at_end() ? std::nullopt : std::optional(found);
}

/// The cells of a line that separates them with bars, "| Tx Pkts | 12| 0|", without blanks around them. Empty for a line
/// with more cells than `most`.
inline constexpr std::size_t most_cells = 8;
[[nodiscard]] std::span<const std::string_view> cells_between_bars(
    std::string_view line, std::array<std::string_view, most_cells>& cells);

/// The priority or queue in "3", "UC3" or "PFC3", behind the letters; nothing for other text and other numbers.
[[nodiscard]] std::optional<std::uint8_t> number_behind(std::string_view word, std::string_view letters);

}
