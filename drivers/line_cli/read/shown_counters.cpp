// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/read/shown_counters.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

namespace rocelint::line_cli {

void ShownCounters::add(ShownCounter counter, const Node* member)
{
    if (member == nullptr || !member->is_scalar())
        return;
    counter.value = member->value;
    add(counter, tree_.value_span(*member));
}

CoverageState ShownCounters::add(const ShownCounter& counter, Span at)
{
    const CounterText text = add_reading(device_,
        {.on = counter.on, .name = counter.name, .kind = counter.kind, .part = counter.part, .at = at},
        counter.value);
    if (text != CounterText::unknown)
        return CoverageState::read;
    problems_.push_back({SyntaxProblem::Severity::warning,
        at,
        fmt::format("'{}' is not a number that the device prints: the counter {} of {} is not used",
            counter.value,
            counter.name,
            counter.on)});
    return CoverageState::unrecognised;
}

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
