// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/lost_names.h"

#include <fmt/format.h>

namespace rocelint {

OriginId LostNames::take(std::string_view what, std::string_view name, Span at, std::string_view home)
{
    constexpr std::size_t longest_name = 80;
    const std::string_view shown = name.substr(0, longest_name);
    const auto [entry, fresh] = reasons_.try_emplace({what, name});
    if (fresh) {
        device_.names_undefined = true;
        const std::string message = device_.fragment
            ? fmt::format("{} \"{}\" is not defined in the files read", what, shown)
            : fmt::format("no {} \"{}\" is defined", what, shown);
        entry->second = device_.arena->keep(message);
        // An uncollected part of the configuration may define the name.
        problems_.push_back(
            {.severity = device_.fragment ? SyntaxProblem::Severity::warning : SyntaxProblem::Severity::error,
                .at = at,
                .message = message,
                .lost_name = std::string(shown),
                .lost_from = home});
    }
    return device_.origins.lacking(device_.origins.unread(entry->second), at);
}

}
