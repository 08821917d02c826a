// SPDX-License-Identifier: Apache-2.0
#include "drivers/windows_host/foreign_table.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace rocelint::windows_host {
namespace {

constexpr std::string_view read_cmdlets[]{"get-netqosflowcontrol",
    "get-netqostrafficclass",
    "get-netqosdcbxsetting",
    "get-netqospolicy",
    "get-netadapterqos",
    "get-netadapterrdma",
    "get-netadapteradvancedproperty",
    "get-netlldpagent"};

// The cmdlet that a command runs alone: behind a pipe, its properties may be others.
std::string_view cmdlet_of(std::string_view command)
{
    const std::string_view word = command.substr(0, command.find(' '));
    const bool is_read = command.find('|') == std::string_view::npos
        && std::ranges::find(read_cmdlets, ascii::lowered(word)) != std::end(read_cmdlets);
    return is_read ? word : std::string_view{};
}

}

std::optional<SyntaxProblem> warning_of_foreign_table(
    const Tree& tree, std::string_view asked, std::span<const Record> records)
{
    const std::string_view cmdlet = cmdlet_of(asked);
    if (cmdlet.empty() || records.empty() || records.front().cells.empty()
        || kind_of(records.front()) != RecordKind::unknown)
        return std::nullopt;
    constexpr std::size_t most = 3;
    std::string words;
    for (const Cell& cell :
        std::span(records.front().cells).first(std::min(most, records.front().cells.size())))
        words.append(words.empty() ? "" : ", ").append(cell.name.substr(0, 40));
    return SyntaxProblem{.severity = SyntaxProblem::Severity::warning,
        .at = tree.source->span_of(records.front().cells.front().name),
        .message = fmt::format(
            "the properties {} are not those of {} in English, so nothing of this output is read: capture it with `| ConvertTo-Json`",
            words,
            cmdlet)};
}

}
