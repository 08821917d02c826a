// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/read/shown_counters.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rocelint::line_cli {

std::string add_counter(Device& device, const ShownCounter& counter, Span at)
{
    const CounterText text = add_reading(device,
        {.on = counter.on, .name = counter.name, .kind = counter.kind, .part = counter.part, .at = at},
        counter.value);
    if (text != CounterText::unknown)
        return {};
    return fmt::format("'{}' is not a number that the device prints: the counter {} of {} is not used",
        counter.value,
        counter.name,
        counter.on);
}

void ShownCounters::add(ShownCounter counter, const Node* member)
{
    if (member == nullptr || !member->is_scalar())
        return;
    counter.value = member->value;
    member->mark(add(counter, tree_.value_span(*member)));
}

CoverageState ShownCounters::add(const ShownCounter& counter, Span at)
{
    std::string problem = add_counter(device_, counter, at);
    if (problem.empty())
        return CoverageState::read;
    problems_.push_back({SyntaxProblem::Severity::warning, at, std::move(problem)});
    return CoverageState::unrecognised;
}

CaptureHead::CaptureHead(std::string_view text) : text_(text.substr(0, std::size_t{16} << 10)) { }

bool CaptureHead::is_object() const
{
    const std::size_t first = text_.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text_[first] == '{';
}

const Node* look_into(const Node& object, std::string_view key)
{
    const Node* member = object.child(key);
    if (member != nullptr)
        member->mark(CoverageState::read);
    return member;
}

void pass_over(const Node& node, std::span<const std::string_view> names)
{
    for (const Node& member : node) {
        if (member.state_covers_subtree)
            continue;
        if (member.state == CoverageState::unrecognised
            && std::ranges::find(names, member.key) != names.end())
            member.mark_subtree(CoverageState::irrelevant);
        else
            pass_over(member, names);
    }
}

bool is_table_rule(std::string_view line) { return line.find_first_not_of("-= ") == std::string_view::npos; }

std::span<const std::string_view> cells_between_bars(
    std::string_view line, std::array<std::string_view, most_cells>& cells)
{
    if (line.empty() || line.front() != '|')
        return {};
    std::size_t count = 0;
    for (std::string_view rest = line.substr(1); !rest.empty();) {
        const std::string_view cell = ascii::trimmed(ascii::take_until(rest, '|'), ascii::is_blank);
        if (rest.empty() && cell.empty())
            break;
        if (count == cells.size())
            return {};
        cells[count++] = cell;
    }
    return std::span(cells).first(count);
}

std::optional<std::uint8_t> number_behind(std::string_view word, std::string_view letters)
{
    if (word.size() != letters.size() + 1 || !word.starts_with(letters) || word.back() < '0'
        || word.back() > '7')
        return std::nullopt;
    return static_cast<std::uint8_t>(word.back() - '0');
}

}
