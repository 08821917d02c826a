// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/command.h"

#include "models/text/nearest.h"

#include <algorithm>

namespace rocelint::cli {
namespace {

std::string no_words() { return {}; }

}

std::vector<std::string> split_at_commas(const std::string& list)
{
    std::vector<std::string> parts = CLI::detail::split(list, ',');
    std::erase(parts, "");
    return parts;
}

TakeWord whole_number(std::uint64_t least, std::uint64_t most)
{
    return [least, most](const std::string& word) {
        const auto number = parse_number(word);
        return number && *number >= least && *number <= most
            ? std::string()
            : fmt::format("cannot be '{}'; it is a whole number from {} to {}", word, least, most);
    };
}

TakeWord one_of(Words words)
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
    std::vector<std::string> examples,
    std::vector<ExitMeaning> exits,
    Command* parent)
    : CLI::App(std::move(help), std::move(name), parent)
    , examples_(std::move(examples))
    , exits_(std::move(exits))
{
    exits_.push_back({ExitCode::bug, "an internal error of rocelint"});
    formatter(help_formatter());
    allow_extras();
    require_subcommand(parent == nullptr ? 0 : 1, 1);
    section("Options"); // not that of the parent
}

Command& Command::add(const char* name, const char* help, std::vector<ExitMeaning> exits)
{
    const auto added
        = std::make_shared<Command>(name, help, std::vector<std::string>(), std::move(exits), this);
    add_subcommand(added)->group(
        option_defaults()->get_group() == "Options" ? "Commands" : option_defaults()->get_group());
    return *added;
}

std::string Command::full_name() const
{
    const auto* parent = static_cast<const Command*>(get_parent());
    return parent == nullptr ? get_name() : parent->full_name() + ' ' + get_name();
}

std::string Command::path() const
{
    const std::string name = full_name();
    return name.substr(std::min(name.find(' '), name.size() - 1) + 1);
}

std::vector<const Command*> Command::commands() const
{
    std::vector<const Command*> all;
    for (const CLI::App* app : get_subcommands([](const CLI::App*) { return true; }))
        all.push_back(static_cast<const Command*>(app));
    return all;
}

std::vector<const Command*> Command::all_commands() const
{
    std::vector<const Command*> all;
    for (const Command* command : commands()) {
        all.push_back(command);
        const std::vector<const Command*> below = command->all_commands();
        all.insert(all.end(), below.begin(), below.end());
    }
    return all;
}

const Command* Command::find(std::string_view name) const
{
    const std::vector<const Command*> all = commands();
    const auto found = std::ranges::find(all, name, &CLI::App::get_name);
    return found == all.end() ? nullptr : *found;
}

std::vector<std::string> Command::examples() const
{
    std::vector<std::string> all = examples_;
    if (!all.empty() || can_run())
        return all;
    for (const Command* below : commands()) {
        if (!below->examples_.empty())
            all.push_back(below->examples_.front());
    }
    return all;
}

std::string Command::help_page() const
{
    return get_formatter()->make_help(this, full_name(), CLI::AppFormatMode::Normal);
}

CLI::Option* Command::value(const char* names, const std::string& help, TakeWord store, const Words& words)
{
    const std::string_view spelling = names;
    const std::size_t blank = std::min(spelling.find(' '), spelling.size());
    const std::string all_names(spelling.substr(0, blank));
    const CLI::callback_t store_all = [store = std::move(store), all_names](const CLI::results_t& given) {
        for (const std::string& word : given) {
            if (const std::string why = store(word); !why.empty())
                throw CLI::ValidationError(all_names.substr(all_names.rfind(',') + 1), why);
        }
        return true;
    };
    return add_option(all_names, store_all, help)
        ->option_text(std::string(spelling.substr(std::min(blank + 1, spelling.size()))))
        ->type_name_fn(words ? words : no_words)
        ->check([](const std::string& word) { return std::string(word.empty() ? "cannot be empty" : ""); });
}

CLI::Option* Command::text(const char* names, std::string& to, const char* help, const Words& words)
{
    const TakeWord store = [&to](const std::string& word) {
        to = word;
        return std::string();
    };
    return value(names, help, store, words)->default_str(to);
}

CLI::Option* Command::list(
    const char* names, std::vector<std::string>& to, const char* help, const Words& words)
{
    const TakeWord store = [&to](const std::string& word) {
        const std::vector<std::string> parts = split_at_commas(word);
        to.insert(to.end(), parts.begin(), parts.end());
        return std::string(parts.empty() ? "cannot be empty" : "");
    };
    return value(names, help, store, words)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::Option* Command::arguments(
    const char* name, std::vector<std::string>& to, const char* help, const Words& words)
{
    return add_option(name, to, help)->type_name_fn(words ? words : no_words);
}

std::vector<std::string> names_of(const CLI::Option& option)
{
    return CLI::detail::split_names(option.get_name(false, true));
}

std::string help_of(const CLI::Option& option)
{
    const std::string initial = option.get_default_str();
    return option.get_description() + (initial.empty() ? "" : fmt::format(" (default: {})", initial));
}

}
