// SPDX-License-Identifier: Apache-2.0
// The parser's messages mention TEXT and subcommands; users who mistyped want to know what to write instead.
#include "cli/refused_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

std::string with_help(const RefusedWords& refused, const std::string& sentence)
{
    return fmt::format(
        "{}; see rocelint{}{} --help", sentence, refused.command.empty() ? "" : " ", refused.command);
}

std::string describe_missing(const RefusedWords& refused, std::string_view name)
{
    if (!refused.subcommands.empty())
        return fmt::format("{} needs a command: {}", refused.command, fmt::join(refused.subcommands, ", "));
    return with_help(refused, fmt::format("{} needs {}", refused.command, name));
}

// A missing value, or an option given too often.
std::string describe_mismatch(const RefusedWords& refused, std::string_view name)
{
    if (refused.message.find("At Most") != std::string_view::npos)
        return fmt::format("{} is given more than once", name);
    const auto value = std::ranges::find(refused.values, name, [](const auto& entry) { return entry.first; });
    return value == refused.values.end() || value->second.empty()
        ? with_help(refused, fmt::format("{} needs a value", name))
        : fmt::format("{} needs a value: {} {}", name, name, value->second);
}

}

std::string describe(const RefusedWords& refused)
{
    const std::string_view message = refused.message;
    if (refused.kind == "ArgumentMismatch")
        return describe_mismatch(refused, message.substr(0, message.find(':')));
    if (refused.kind == "RequiredError")
        return describe_missing(refused, message.substr(0, message.rfind(" is required")));
    constexpr std::string_view excludes = " excludes ";
    if (const std::size_t at = message.find(excludes);
        refused.kind == "ExcludesError" && at != std::string_view::npos)
        return fmt::format("{} and {} exclude each other; give one of them",
            message.substr(0, at),
            message.substr(at + excludes.size()));
    constexpr std::string_view not_a_flag = "Could not convert: ";
    if (refused.kind == "ConversionError" && message.starts_with(not_a_flag)) {
        const std::string_view rest = message.substr(not_a_flag.size());
        return fmt::format("{} takes no value", rest.substr(0, rest.find(" = ")));
    }
    return with_help(refused, std::string(message));
}

}
