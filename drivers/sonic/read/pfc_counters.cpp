// SPDX-License-Identifier: Apache-2.0
// The two tables of `show pfc counters`: a row for each port, a column for each priority, numbers with commas between
// thousands, "N/A" where the switch has no counter (sonic-utilities, scripts/pfcstat).
#include "drivers/sonic/read/reader.h"
#include "models/syntax/indent_tree.h"

#include <fmt/format.h>

#include <array>
#include <optional>

namespace rocelint::sonic {
namespace {

using State = CoverageState;

struct CounterTable {
    CounterKind kind = CounterKind::pause_received;
    std::string_view title; ///< "Port Rx"
};

// The table that begins with this line.
std::optional<CounterTable> counter_table_at(const Node& line)
{
    Words words(line.key);
    if (!words.take("Port"))
        return std::nullopt;
    if (words.take("Rx") && words.peek() == "PFC0")
        return CounterTable{CounterKind::pause_received, "Port Rx"};
    if (words.take("Tx") && words.peek() == "PFC0")
        return CounterTable{CounterKind::pause_sent, "Port Tx"};
    return std::nullopt;
}

State take_counter_row(Reader& reader, const Tree& tree, const CounterTable& table, const Node& line)
{
    constexpr std::array received{"Port Rx PFC0",
        "Port Rx PFC1",
        "Port Rx PFC2",
        "Port Rx PFC3",
        "Port Rx PFC4",
        "Port Rx PFC5",
        "Port Rx PFC6",
        "Port Rx PFC7"};
    constexpr std::array sent{"Port Tx PFC0",
        "Port Tx PFC1",
        "Port Tx PFC2",
        "Port Tx PFC3",
        "Port Tx PFC4",
        "Port Tx PFC5",
        "Port Tx PFC6",
        "Port Tx PFC7"};
    Words words(line.key);
    const std::string_view port = words.next();
    std::array<std::string_view, 8> values;
    for (std::string_view& value : values)
        value = words.next();
    if (values.back().empty() || !words.at_end())
        return State::unrecognised;
    for (std::uint8_t priority = 0; priority < values.size(); ++priority) {
        if (values[priority] == "N/A")
            continue;
        const auto count = parse_count(values[priority]);
        const Span at = tree.source->span_of(values[priority]);
        if (!count) {
            reader.problem(at,
                fmt::format(
                    "'{}' is not a number that `show pfc counters` prints: the counter of priority {} of {} is not "
                    "used",
                    values[priority],
                    priority,
                    port),
                SyntaxProblem::Severity::warning);
            continue;
        }
        reader.device().counter_readings.push_back({.on = port,
            .name = table.kind == CounterKind::pause_received ? received[priority] : sent[priority],
            .kind = table.kind,
            .part = priority,
            .value = *count,
            .at = at});
    }
    return State::read;
}

}

std::string_view host_of_pfc_counters(const Tree& tree)
{
    if (tree.root == nullptr)
        return {};
    for (const Node& line : *tree.root) {
        const std::size_t at = line.key.find('@');
        const std::size_t colon = line.key.find(':');
        if (at != std::string_view::npos && colon != std::string_view::npos && at < colon
            && line.key.find("show pfc counters") != std::string_view::npos)
            return line.key.substr(at + 1, colon - at - 1);
    }
    return {};
}

void read_pfc_counters(Reader& reader, const Tree& tree)
{
    if (tree.root == nullptr)
        return;
    Device& device = reader.device();
    if (const std::string_view host = host_of_pfc_counters(tree);
        !host.empty() && !device.name_is_configured) {
        device.name = host;
        device.name_is_configured = true;
        device.identity = tree.source->span_of(host);
    }
    std::optional<CounterTable> table;
    for (const Node& line : *tree.root) {
        if (const auto begun = counter_table_at(line)) {
            table = begun;
            line.mark(State::read);
        } else if (line.key.find_first_not_of("- ") == std::string_view::npos
            || line.key.find("show pfc counters") != std::string_view::npos) {
            line.mark(State::irrelevant);
        } else if (table) {
            line.mark(take_counter_row(reader, tree, *table, line));
        }
    }
}

}
