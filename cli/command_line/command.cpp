// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/command.h"

#include "models/text/nearest.h"

#include <algorithm>

namespace rocelint::cli {

std::vector<std::string> split_at_commas(const std::string& list)
{
    std::vector<std::string> parts = CLI::detail::split(list, ',');
    std::erase(parts, "");
    return parts;
}

tl::expected<std::uint64_t, std::string> parse_within(
    std::string_view word, std::uint64_t least, std::uint64_t most)
{
    const auto number = parse_number(word);
    if (number && *number >= least && *number <= most)
        return *number;
    return tl::unexpected(
        fmt::format("cannot be '{}'; it is a whole number from {} to {}", word, least, most));
}

CheckWord one_of(Words words)
{
    return [words = std::move(words)](const std::string& word) {
        const std::vector<std::string> list = split_at_commas(words());
        if (std::ranges::find(list, word) != list.end())
            return std::string();
        const std::string_view near = nearest(word, std::vector<std::string_view>(list.begin(), list.end()));
        return near.empty() ? fmt::format("cannot be '{}'; it is one of {}", word, fmt::join(list, ", "))
                            : fmt::format("cannot be '{}'; did you mean '{}'?", word, near);
    };
}

Command::Command(std::string name,
    std::string help,
    std::vector<ExitMeaning> exits,
    std::vector<std::string> examples,
    Command* parent)
    : CLI::App(std::move(help), std::move(name), parent)
    , exits_(std::move(exits))
    , examples_(std::move(examples))
{
    exits_.push_back({ExitCode::bug, "an internal error of rocelint"});
    formatter(help_formatter());
    require_subcommand(parent == nullptr ? 0 : 1, 1);
    section("Options"); // not that of the parent
}

Command& Command::add(
    const char* name, const char* help, std::vector<ExitMeaning> exits, std::vector<std::string> examples)
{
    if (get_parent() != nullptr && !can_run() && !examples.empty())
        examples_.push_back(examples.front());
    const auto added = std::make_shared<Command>(name, help, std::move(exits), std::move(examples), this);
    const std::string& section = option_defaults()->get_group();
    add_subcommand(added)->group(section == "Options" ? "Commands" : section);
    return *added;
}

std::string Command::path() const
{
    const auto* parent = static_cast<const Command*>(get_parent());
    return parent == nullptr ? "" : CLI::detail::trim_copy(parent->path() + ' ' + get_name());
}

std::vector<const Command*> Command::commands(bool nested) const
{
    std::vector<const Command*> all;
    for (const CLI::App* app : get_subcommands({})) {
        all.push_back(static_cast<const Command*>(app));
        if (nested)
            std::ranges::copy(all.back()->commands(true), std::back_inserter(all));
    }
    return all;
}

const Command* Command::find(std::string_view name) const
{
    const std::vector<const Command*> all = commands();
    const auto found = std::ranges::find(all, name, &CLI::App::get_name);
    return found == all.end() ? nullptr : *found;
}

std::string Command::help_page() const
{
    // CLI11 leaves no empty line before the usage, and two between sections.
    std::string page = get_formatter()->make_help(this, full_name(), CLI::AppFormatMode::Normal);
    page = CLI::detail::find_and_replace(page, "\nUsage: ", "\n\nUsage: ");
    return CLI::detail::find_and_replace(page, "\n\n\n", "\n\n");
}

CLI::Option* Command::value(const char* names, const std::string& help, const Words& words)
{
    const std::vector<std::string> spelling = CLI::detail::split(names, ' ');
    return add_option(spelling.front(), CLI::callback_t(), help)
        ->option_text(spelling.size() > 1 ? spelling.back() : "")
        ->type_name_fn(words ? words : no_words)
        ->check([](const std::string& word) { return std::string(word.empty() ? "cannot be empty" : ""); });
}

CLI::Option* Command::list(
    const char* names, std::vector<std::string>& to, const char* help, const Words& words)
{
    return value(names, help, words)
        ->check([&to](const std::string& word) {
            const std::vector<std::string> parts = split_at_commas(word);
            to.insert(to.end(), parts.begin(), parts.end());
            return std::string(parts.empty() ? "cannot be empty" : "");
        })
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

std::string help_of(const CLI::Option& option)
{
    const std::string& help = option.get_description();
    const std::string initial = option.get_default_str();
    return initial.empty() || help.find("(default: ") != std::string::npos
        ? help
        : fmt::format("{} (default: {})", help, initial);
}

}
