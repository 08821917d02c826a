// SPDX-License-Identifier: Apache-2.0
// Passes the tables of commands and options to CLI11, and words its errors for our users.
#include "cli/options.h"

#include "cli/completion.h"
#include "cli/help_text.h"
#include "cli/option_setters.h"
#include "cli/refused_words.h"
#include "cli/terminal/version.h"
#include "cli/terminal/visible.h"
#include "models/text/nearest.h"
#include "models/text/sentence.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace rocelint::cli {
namespace {

// One option of one command, with the user's input.
struct Given {
    const OptionSpec& spec;
    CLI::Option* option = nullptr;
    std::string word;
    std::vector<std::string> words;
    bool flag = false;
};

// The value that CLI11 passes for a flag without a value.
constexpr std::string_view left_out = "true";

bool may_be_left_out(const OptionSpec& spec)
{
    return spec.value != nullptr && std::string_view(spec.value).starts_with("[=");
}

struct Added {
    const CommandSpec& spec;
    CLI::App* app = nullptr;
    std::deque<Given> given; // CLI11 keeps pointers to these, so they must not move
};

class CommandLine {
public:
    CommandLine()
    {
        app_.name("rocelint");
        app_.set_version_flag("-V,--version", fmt::format("rocelint {}", version), "Print the version");
        app_.set_help_flag("-h,--help", "Print this help");
        app_.allow_extras();
        app_.require_subcommand(0, 1);
        app_.footer(all_exit_codes);
        for (const CommandSpec& spec : command_table())
            add(spec);
    }

    Command parse(int argc, const char* const* argv)
    {
        if (argc <= 1)
            return Answer{short_help, false, ExitCode::usage};
        try {
            app_.parse(argc, argv);
        } catch (const CLI::CallForHelp&) {
            return Answer{help_of_chosen(), false, ExitCode::good};
        } catch (const CLI::CallForVersion&) {
            return Answer{fmt::format("rocelint {}\n", version), false, ExitCode::good};
        } catch (const CLI::ParseError& error) {
            if (const auto unknown = unknown_argument())
                return *unknown;
            return refuse(own_words(error));
        }
        if (const auto unknown = unknown_argument())
            return *unknown;
        return command();
    }

private:
    void add(const CommandSpec& spec)
    {
        const std::string_view name = spec.name;
        const std::size_t blank = name.find(' ');
        CLI::App& parent = blank == std::string_view::npos
            ? app_
            : *app_.get_subcommand(std::string(name.substr(0, blank)));
        Added& added = added_.emplace_back(
            Added{spec, parent.add_subcommand(std::string(name.substr(name.rfind(' ') + 1)), spec.help), {}});
        added.app->allow_extras();
        if (spec.make == nullptr)
            added.app->require_subcommand(1);
        added.app->footer(spec.footer != nullptr ? spec.footer : exit_codes);
        for (const OptionSpec& option : option_table()) {
            if ((option.commands & spec.bit) != 0)
                add(option, added);
        }
        exclude_each_other(added.given);
    }

    static void add(const OptionSpec& spec, Added& to)
    {
        Given& given = to.given.emplace_back(Given{spec});
        const bool positional = *spec.name != '-';
        if (spec.value == nullptr)
            given.option = to.app->add_flag(spec.name, given.flag, spec.help);
        else if (may_be_left_out(spec))
            given.option = to.app->add_flag(spec.name, given.word, spec.help);
        else if (spec.many)
            given.option = to.app->add_option(spec.name, given.words, spec.help);
        else
            given.option = to.app->add_option(spec.name, given.word, spec.help);
        if (spec.value != nullptr)
            given.option->option_text(spec.value);
        if (spec.many && !positional && !may_be_left_out(spec))
            given.option->allow_extra_args(false);
        given.option->required(spec.required);
    }

    static void exclude_each_other(std::deque<Given>& all)
    {
        for (Given& one : all) {
            for (Given& other : all) {
                if (&one != &other && one.spec.group != nullptr && one.spec.group == other.spec.group)
                    one.option->excludes(other.option);
            }
        }
    }

    // The innermost command given.
    CLI::App& chosen()
    {
        CLI::App* at = &app_;
        while (!at->get_subcommands().empty())
            at = at->get_subcommands().front();
        return *at;
    }

    // For example "config show".
    std::string name_of_chosen()
    {
        std::string name;
        for (CLI::App* at = &app_; !at->get_subcommands().empty(); at = at->get_subcommands().front())
            add_item(name, at->get_subcommands().front()->get_name(), " ");
        return name;
    }

    std::string help_of_chosen()
    {
        std::string parents;
        CLI::App* at = &app_;
        for (; !at->get_subcommands().empty(); at = at->get_subcommands().front())
            add_item(parents, at->get_name(), " ");
        return at->help(parents);
    }

    std::string own_words(const CLI::ParseError& error)
    {
        const std::string kind = error.get_name();
        RefusedWords refused{.kind = kind, .message = error.what(), .command = name_of_chosen()};
        for (const CLI::App* known : chosen().get_subcommands([](CLI::App*) { return true; }))
            refused.subcommands.push_back(known->get_name());
        for (const Added& added : added_) {
            if (added.app != &chosen())
                continue;
            for (const Given& given : added.given)
                refused.values.emplace_back(
                    given.option->get_name(), given.spec.value == nullptr ? "" : given.spec.value);
        }
        return describe(refused);
    }

    // Implements `help COMMAND` as `COMMAND --help`.
    static Command help_of(const std::vector<std::string>& words)
    {
        const std::string name = fmt::format("{}", fmt::join(words, " "));
        std::vector<std::string_view> known;
        for (const CommandSpec& spec : command_table())
            known.emplace_back(spec.name);
        if (!words.empty() && std::ranges::find(known, name) == known.end()) {
            const std::string_view near = nearest(name, known);
            return refuse(near.empty() ? fmt::format("unknown command '{}'; see rocelint --help", name)
                                       : fmt::format("unknown command '{}'; did you mean '{}'?", name, near));
        }
        std::vector<const char*> line{"rocelint"};
        for (const std::string& word : words)
            line.push_back(word.c_str());
        line.push_back("--help");
        return CommandLine().parse(static_cast<int>(line.size()), line.data());
    }

    static Answer refuse(const std::string& message)
    {
        return {fmt::format("rocelint: {}\n", visible(message)), true, ExitCode::usage};
    }

    std::optional<Answer> unknown_argument()
    {
        CLI::App& command = chosen();
        std::vector<std::string> rest = command.remaining();
        if (rest.empty())
            rest = app_.remaining(true);
        // CLI11 keeps the "--" that ends the options.
        std::erase(rest, "--");
        if (rest.empty())
            return std::nullopt;
        const std::string word = rest.front().substr(0, rest.front().find('='));
        const bool is_option = word.starts_with('-') && word.size() > 1;
        std::vector<std::string> names;
        if (is_option) {
            for (const CLI::Option* option : command.get_options()) {
                for (const std::string& name : option->get_lnames())
                    names.push_back("--" + name);
            }
        } else {
            for (const CLI::App* known : command.get_subcommands([](CLI::App*) { return true; }))
                names.push_back(known->get_name());
        }
        const std::vector<std::string_view> known(names.begin(), names.end());
        const std::string_view near = nearest(word, known);
        const std::string_view kind = is_option ? "option" : known.empty() ? "argument" : "command";
        const std::string of = &command == &app_ ? std::string{} : fmt::format(" of {}", name_of_chosen());
        return refuse(near.empty()
                ? fmt::format("unknown {} '{}'{}; see rocelint --help", kind, word, of)
                : fmt::format("unknown {} '{}'{}; did you mean '{}'?", kind, word, of, near));
    }

    Command command()
    {
        const CLI::App& named = chosen();
        for (const Added& added : added_) {
            if (added.app != &named || added.spec.make == nullptr)
                continue;
            if (added.spec.bit == for_help)
                return help_of(added.given.front().words);
            Command command = added.spec.make();
            for (const Given& given : added.given) {
                if (const Refusal refusal = set(command, given))
                    return refuse(*refusal);
                if (given.option->count() > 0)
                    note_given(command, given.spec);
            }
            if (added.spec.finish != nullptr) {
                if (const Refusal refusal = added.spec.finish(command))
                    return refuse(*refusal);
            }
            return command;
        }
        return Answer{short_help, false, ExitCode::usage};
    }

    static void note_given(Command& command, const OptionSpec& spec)
    {
        if (auto* shown = std::get_if<ShowConfigOptions>(&command))
            shown->given.emplace_back(long_name(spec));
    }

    static Refusal set(Command& command, const Given& given)
    {
        if (given.option->count() == 0)
            return std::nullopt;
        if (!given.spec.many)
            return given.spec.set.set(
                command, given.spec, given.word == left_out ? std::string{} : given.word);
        for (const std::string& word : given.words) {
            if (Refusal refusal = given.spec.set.set(command, given.spec, word))
                return refusal;
        }
        return std::nullopt;
    }

    CLI::App app_{"Checks switch and host configuration for RDMA (RoCE)"};
    std::deque<Added> added_;
};

}

Command parse_command_line(int argc, const char* const* argv)
{
    // What follows is an incomplete command line: none of its words is an option for this program.
    if (argc > 2 && argv[1] == std::string_view("completion") && argv[2] == candidates_word)
        return CompletionOptions{{argv + 2, argv + argc}};
    return CommandLine().parse(argc, argv);
}

}
