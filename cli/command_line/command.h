// SPDX-License-Identifier: Apache-2.0
// A command is a CLI::App, so its help, completion and manual page all come from it. This file adds the kinds
// of option values that we need, so that one row defines an option: its names, the member that it sets, its
// words or bounds, its help.
#pragma once

#include "cli/terminal/exit_code.h"
#include "models/fabric/value/priority.h"
#include "models/text/objection.h"
#include "models/text/sentence.h"

#include <CLI/CLI.hpp>
#include <fmt/ranges.h>
#include <tl/expected.hpp>

#include <functional>
#include <memory>
#include <ranges>
#include <string_view>
#include <type_traits>

namespace rocelint::cli {

/// Stores or checks a word of the command line. Returns why it is rejected, in words that follow the name of
/// the option ("cannot be 'x'; did you mean 'y'?"), or an empty string.
using TakeWord = std::function<std::string(const std::string& word)>;
/// Returns accepted words, joined by commas, for completion. A word that ends with '=' is followed by a file.
using Words = std::function<std::string()>;

/// Joins the words of a table: `joined(all_drivers(), &Driver::name)`.
template <class Rows, class Word>
[[nodiscard]] std::string joined(const Rows& rows, Word word)
{
    return fmt::format("{}", fmt::join(rows | std::views::transform(word), ","));
}

/// Splits at commas, without empty parts.
[[nodiscard]] std::vector<std::string> split_at_commas(const std::string& list);
/// Checks that a word is a whole number within two bounds.
[[nodiscard]] TakeWord whole_number(std::uint64_t least, std::uint64_t most);
/// Checks that a word is one of the words, and otherwise proposes the most similar one.
[[nodiscard]] TakeWord one_of(Words words);

/// Thrown while a command line is read; contains the reason as a whole sentence.
struct Refused : CLI::ParseError {
    explicit Refused(std::string sentence)
        : CLI::ParseError(std::move(sentence), CLI::ExitCodes::ValidationError)
    {
    }
};

/// One exit code and when a command ends with it.
struct ExitMeaning {
    ExitCode code = ExitCode::good;
    const char* meaning = nullptr;
};

/// The words of a choice, each with the value that it stands for.
template <class Value>
using Meanings = std::vector<std::pair<std::string_view, std::type_identity_t<Value>>>;

/// The program, or one of its commands. Options are declared with the placeholder of their value
/// ("-o,--output FILE") and reject an empty word.
class Command : public CLI::App {
public:
    /// Without a parent, it is the program itself. `examples` are command lines for the help.
    Command(std::string name,
        std::string help,
        std::vector<std::string> examples,
        std::vector<ExitMeaning> exits,
        Command* parent = nullptr);

    template <class Options>
    struct Added {
        Command& command;
        Options& options; ///< lives as long as the command
    };
    /// Adds a command that only groups others.
    Command& add(const char* name, const char* help, std::vector<ExitMeaning> exits);
    /// Adds a command that calls `run`.
    template <class Options, class Run>
    Added<Options> add(const char* name,
        const char* help,
        Run run,
        std::vector<std::string> examples,
        std::vector<ExitMeaning> exits,
        Options defaults = {})
    {
        Command& added = add(name, help, std::move(exits));
        const auto options = std::make_shared<Options>(std::move(defaults));
        added.require_subcommand(0, 1);
        added.examples_ = std::move(examples);
        added.run_ = [options, run] { return run(*options); };
        return {added, *options};
    }
    [[nodiscard]] bool can_run() const { return run_ != nullptr; }
    [[nodiscard]] ExitCode run() const { return run_(); }

    /// "rocelint policy infer".
    [[nodiscard]] std::string full_name() const;
    /// The same without the program's name.
    [[nodiscard]] std::string path() const;
    /// The commands directly below this one; and all commands below it, each before its own subcommands.
    [[nodiscard]] std::vector<const Command*> commands() const;
    [[nodiscard]] std::vector<const Command*> all_commands() const;
    /// The command with this name directly below this one, or null.
    [[nodiscard]] const Command* find(std::string_view name) const;
    /// Command lines for the help: its own, or the first of each command below one that only groups others.
    [[nodiscard]] std::vector<std::string> examples() const;
    [[nodiscard]] const std::vector<ExitMeaning>& exits() const { return exits_; }
    [[nodiscard]] std::string help_page() const;

    /// Has `complete` judge the options together and fill in what follows from them, once all are read.
    template <class Options>
    void completed_by(Objection (*complete)(Options&), std::type_identity_t<Options>& options)
    {
        callback([complete, &options] {
            if (Objection objection = complete(options))
                throw Refused(std::move(objection).sentence());
        });
    }

    /// Begins a section of the help for the options or commands that are added next.
    void section(const char* title) { option_defaults()->group(title); }
    /// Adds an option or argument whose words go to `store`.
    CLI::Option* value(const char* names, const std::string& help, TakeWord store, const Words& words = {});
    /// Adds an option or argument that takes any text.
    CLI::Option* text(const char* names, std::string& to, const char* help, const Words& words = {});
    /// Adds an option that takes a comma-separated list and may be repeated.
    CLI::Option* list(
        const char* names, std::vector<std::string>& to, const char* help, const Words& words = {});
    /// Adds an argument that may occur any number of times.
    CLI::Option* arguments(
        const char* name, std::vector<std::string>& to, const char* help, const Words& words = {});

    /// Adds an option whose value `parse` reads.
    template <class Member, class Value>
    CLI::Option* parsed(const char* names,
        Member& to,
        tl::expected<Value, std::string> (*parse)(const std::string&),
        const char* help)
    {
        return value(names, help, [&to, parse](const std::string& word) {
            const auto read = parse(word);
            if (read)
                to = *read;
            return read ? std::string() : read.error();
        });
    }

    /// Adds an option that takes a whole number within two bounds. If its default is within them, the help
    /// shows it, unless the help text already has one.
    template <class Number>
    CLI::Option* number(
        const char* names, Number& to, std::uint64_t least, std::uint64_t most, const std::string& help)
    {
        CLI::Option* option = value(names, help, [&to](const std::string& word) {
            to = static_cast<Number>(*parse_number(word));
            return std::string();
        });
        std::string initial;
        if constexpr (requires { to.count(); })
            initial = fmt::format("{}", to.count());
        else if constexpr (std::is_integral_v<Number>)
            initial = fmt::format("{}", to);
        if (whole_number(least, most)(initial).empty() && help.find("(default: ") == std::string::npos)
            option->default_str(initial);
        return option->check(whole_number(least, most));
    }

    /// Adds an option that takes one of several words. In its help, "{}" stands for the words, which the
    /// default follows.
    template <class Value>
    CLI::Option* choice(
        const char* names, Value& to, const Meanings<Value>& meanings, std::string help = "{}")
    {
        std::string initial;
        for (const auto& [word, meaning] : meanings)
            initial = meaning == to ? word : initial;
        help.replace(help.find("{}"), 2, listed(meanings | std::views::keys, "or"));
        const auto store = [&to, meanings](const std::string& word) {
            for (const auto& [known, meaning] : meanings)
                to = known == word ? meaning : to;
            return std::string();
        };
        const Words known = [meanings] { return joined(meanings | std::views::keys, std::identity()); };
        return value(names, help, store, known)->default_str(initial)->check(one_of(known));
    }

private:
    std::vector<std::string> examples_;
    std::vector<ExitMeaning> exits_;
    std::function<ExitCode()> run_;
};

/// The names of an option ("-o" and "--output"), or the name of an argument.
[[nodiscard]] std::vector<std::string> names_of(const CLI::Option& option);
/// The help of an option with its default.
[[nodiscard]] std::string help_of(const CLI::Option& option);
/// The formatter of all help pages.
[[nodiscard]] std::shared_ptr<CLI::Formatter> help_formatter();

}
