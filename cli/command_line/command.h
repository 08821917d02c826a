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

/// Checks a word of the command line, and may store it; CLI11 calls it. Returns why the word is rejected, in
/// words that follow the name of the option ("cannot be 'x'; did you mean 'y'?"), or an empty string.
using CheckWord = std::function<std::string(const std::string& word)>;
/// Returns accepted words, joined by commas, for completion. A word that ends with '=' is followed by a file.
using Words = std::function<std::string()>;
[[nodiscard]] inline std::string no_words() { return {}; }

/// Joins the words of a table: `joined(all_drivers(), &Driver::name)`.
template <class Rows, class Word>
[[nodiscard]] std::string joined(const Rows& rows, Word word, std::string_view separator = ",")
{
    return fmt::format("{}", fmt::join(rows | std::views::transform(word), separator));
}

/// Splits at commas, without empty parts.
[[nodiscard]] std::vector<std::string> split_at_commas(const std::string& list);
/// Parses a whole number within two bounds; the error is worded like that of a CheckWord.
[[nodiscard]] tl::expected<std::uint64_t, std::string> parse_within(
    std::string_view word, std::uint64_t least, std::uint64_t most);
/// Checks that a word is one of the words, and otherwise proposes the most similar one.
[[nodiscard]] CheckWord one_of(Words words);

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
        std::vector<ExitMeaning> exits,
        std::vector<std::string> examples = {},
        Command* parent = nullptr);

    /// Adds a command that only groups others.
    Command& add(const char* name,
        const char* help,
        std::vector<ExitMeaning> exits,
        std::vector<std::string> examples = {});
    /// Adds a command that calls `run`; its options live as long as the command. If there is a function
    /// `complete` for the options, it judges them together and derives others, once all are read.
    template <class Options, class Run>
    std::pair<Command&, Options&> add(const char* name,
        const char* help,
        Run run,
        std::vector<std::string> examples,
        std::vector<ExitMeaning> exits,
        Options defaults = {})
    {
        Command& added = add(name, help, std::move(exits), std::move(examples));
        const auto options = std::make_shared<Options>(std::move(defaults));
        added.require_subcommand(0, 1);
        added.run_ = [options, run] { return run(*options); };
        if constexpr (requires { complete(*options); }) {
            added.callback([options] {
                if (Objection objection = complete(*options))
                    throw CLI::ParseError(objection.sentence(), CLI::ExitCodes::ValidationError);
            });
        }
        return {added, *options};
    }
    [[nodiscard]] bool can_run() const { return run_ != nullptr; }
    [[nodiscard]] ExitCode run() const { return run_(); }

    /// "policy infer"; empty for the program itself.
    [[nodiscard]] std::string path() const;
    /// The same after the program's name.
    [[nodiscard]] std::string full_name() const { return CLI::detail::trim_copy("rocelint " + path()); }
    /// The commands directly below this one, and with `nested` also those below them, each before its own.
    [[nodiscard]] std::vector<const Command*> commands(bool nested = false) const;
    /// The command with this name directly below this one, or null.
    [[nodiscard]] const Command* find(std::string_view name) const;
    /// Command lines for the help: its own, or the first of each command below one that only groups others.
    [[nodiscard]] const std::vector<std::string>& examples() const { return examples_; }
    [[nodiscard]] const std::vector<ExitMeaning>& exits() const { return exits_; }
    [[nodiscard]] std::string help_page() const;

    /// Begins a section of the help for the options or commands that are added next.
    void section(const char* title) { option_defaults()->group(title); }
    /// Adds an option or argument; CLI11's each() and check() say where its words go.
    CLI::Option* value(const char* names, const std::string& help, const Words& words = {});
    /// Adds an option or argument that takes any text.
    CLI::Option* text(const char* names, std::string& to, const char* help, const Words& words = {})
    {
        return value(names, help, words)->each([&to](const std::string& word) { to = word; });
    }
    /// Adds an option that takes a comma-separated list and may be repeated.
    CLI::Option* list(
        const char* names, std::vector<std::string>& to, const char* help, const Words& words = {});
    /// Adds an argument that may occur any number of times.
    CLI::Option* arguments(
        const char* name, std::vector<std::string>& to, const std::string& help, const Words& words = {})
    {
        return add_option(name, to, help)->type_name_fn(words ? words : no_words);
    }

    /// Adds an option whose value `parse` reads.
    template <class Member, class Parse>
    CLI::Option* parsed(const char* names, Member& to, Parse parse, const std::string& help)
    {
        return value(names, help)->check([&to, parse](const std::string& word) {
            const auto read = parse(word);
            if (read)
                to = static_cast<Member>(*read);
            return read ? std::string() : read.error();
        });
    }

    /// Adds an option that takes a whole number within two bounds. If its default is within them, the help
    /// shows it.
    template <class Number>
    CLI::Option* number(
        const char* names, Number& to, std::uint64_t least, std::uint64_t most, const std::string& help)
    {
        const auto parse = [least, most](const std::string& word) { return parse_within(word, least, most); };
        std::string initial;
        if constexpr (requires { to.count(); })
            initial = fmt::format("{}", to.count());
        else if constexpr (std::is_integral_v<Number>)
            initial = fmt::format("{}", to);
        return parsed(names, to, parse, help)->default_str(parse(initial) ? initial : "");
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
        const Words words = [meanings] { return joined(meanings | std::views::keys, std::identity()); };
        return value(names, help, words)
            ->each([&to, meanings](const std::string& word) {
                for (const auto& [known, meaning] : meanings)
                    to = known == word ? meaning : to;
            })
            ->check(one_of(words))
            ->default_str(initial);
    }

private:
    std::vector<ExitMeaning> exits_;
    std::vector<std::string> examples_;
    std::function<ExitCode()> run_;
};

/// The help of an option with its default, unless the help already names one.
[[nodiscard]] std::string help_of(const CLI::Option& option);
/// The formatter of all help pages.
[[nodiscard]] std::shared_ptr<CLI::Formatter> help_formatter();

}
