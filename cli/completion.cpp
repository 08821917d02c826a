// SPDX-License-Identifier: Apache-2.0
// Shells ask the program itself for completions, so that they propose exactly what it accepts.
#include "cli/completion.h"

#include "cli/completion_scripts.h"
#include "cli/option_setters.h"
#include "cli/terminal/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>

namespace rocelint::cli {
namespace {

enum class Paths : std::uint8_t { none, files, folders };

Paths paths_for(std::string_view value)
{
    for (const std::string_view file :
        {"FILE", "PATH", "OLD", "INTENT", "INVENTORY", "PLAN", "JOURNAL", "POLICY", "PROGRAM"}) {
        if (value.find(file) != std::string_view::npos)
            return Paths::files;
    }
    return value.find("DIR") != std::string_view::npos ? Paths::folders : Paths::none;
}

bool takes_value(const OptionSpec& option)
{
    return option.value != nullptr && !std::string_view(option.value).starts_with("[=");
}

bool is_positional(const OptionSpec& option) { return *option.name != '-'; }

class Candidates {
public:
    /// `words` are the words of a command line after the name of the program; the cursor is at the end of the
    /// last one.
    explicit Candidates(std::span<const std::string> words)
        : before_(words.first(words.empty() ? 0 : words.size() - 1))
        , current_(words.empty() ? "" : words.back())
    {
        find_command();
    }

    std::string list()
    {
        if (options_ended_)
            add_positional();
        else if (awaited_ != nullptr)
            add_values(*awaited_, "", current_);
        else if (current_.starts_with("--") && current_.find('=') != std::string::npos)
            add_value_of_word();
        else if (current_.starts_with('-'))
            add_options();
        else {
            // `rules` is a command and also has the subcommand `rules test`.
            if (positional_.empty())
                add_commands();
            add_positional();
        }
        static constexpr std::string_view names[] = {"none", "files", "folders"};
        std::string out = fmt::format("{}\n", names[static_cast<std::size_t>(paths_)]);
        for (const std::string& line : lines_)
            out += line + '\n';
        return out;
    }

private:
    // Evaluates the words before the cursor: the command, and whether the last word is an option that needs a
    // value.
    void find_command()
    {
        for (const std::string& word : before_) {
            if (awaited_ != nullptr)
                awaited_ = nullptr;
            else if (word == "--")
                options_ended_ = true;
            else if (word.starts_with('-') && word.size() > 1 && !options_ended_)
                awaited_ = option_of(word);
            else if (options_ended_ || !descend(word))
                positional_ += word + ' ';
        }
    }

    bool descend(std::string_view word)
    {
        const std::string name
            = command_ == nullptr ? std::string(word) : fmt::format("{} {}", command_->name, word);
        const auto found = std::ranges::find(command_table(), name, &CommandSpec::name);
        if (found == command_table().end())
            return false;
        command_ = &*found;
        return true;
    }

    // The option of the command with this name, if its value is in the next word.
    const OptionSpec* option_of(std::string_view word) const
    {
        for (const OptionSpec& option : option_table()) {
            if (belongs(option) && !is_positional(option) && takes_value(option) && names(option, word))
                return &option;
        }
        return nullptr;
    }

    bool belongs(const OptionSpec& option) const
    {
        return command_ != nullptr && (option.commands & command_->bit) != 0;
    }

    static bool names(const OptionSpec& option, std::string_view word)
    {
        const std::vector<std::string> all = split_at_commas(option.name);
        return std::ranges::find(all, word) != all.end();
    }

    void add(const std::string& word, std::string_view help)
    {
        if (word.starts_with(current_))
            lines_.push_back(help.empty() ? word : fmt::format("{}\t{}", word, help));
    }

    void add_commands()
    {
        const std::string parent = command_ == nullptr ? "" : fmt::format("{} ", command_->name);
        for (const CommandSpec& spec : command_table()) {
            const std::string_view name = spec.name;
            if (name.starts_with(parent) && name.find(' ', parent.size()) == std::string_view::npos)
                add(std::string(name.substr(parent.size())), spec.help);
        }
    }

    void add_options()
    {
        for (const OptionSpec& option : option_table()) {
            if (!belongs(option) || is_positional(option))
                continue;
            for (const std::string& name : split_at_commas(option.name))
                add(name, option.help);
        }
        add("--help", "Print this help");
        if (command_ == nullptr)
            add("--version", "Print the version");
    }

    // For example "--format=te".
    void add_value_of_word()
    {
        const std::size_t at = current_.find('=');
        for (const OptionSpec& option : option_table()) {
            if (belongs(option) && !is_positional(option) && option.value != nullptr
                && names(option, current_.substr(0, at)))
                add_values(option, current_.substr(0, at + 1), current_.substr(at + 1));
        }
    }

    // In a comma-separated list, completes the last part.
    void add_values(const OptionSpec& option, const std::string& before, const std::string& value)
    {
        if (option.set.words == nullptr) {
            paths_ = paths_for(option.value);
            return;
        }
        if (value.find('=') != std::string::npos) {
            paths_ = Paths::files;
            return;
        }
        const std::size_t comma = value.rfind(',');
        const std::string done = option.many && comma != std::string::npos ? value.substr(0, comma + 1) : "";
        for (const std::string_view word : option.set.words())
            add(fmt::format("{}{}{}", before, done, word), "");
    }

    void add_positional()
    {
        for (const OptionSpec& option : option_table()) {
            if (!belongs(option) || !is_positional(option))
                continue;
            if (option.set.words == nullptr)
                paths_ = paths_for(option.name);
            else
                add_words(option.set.words());
        }
    }

    // A command's name may have two words: `help policy infer`.
    void add_words(const std::vector<std::string_view>& known)
    {
        for (const std::string_view words : known) {
            if (words.starts_with(positional_)
                && words.find(' ', positional_.size()) == std::string_view::npos)
                add(std::string(words.substr(positional_.size())), "");
        }
    }

    std::span<const std::string> before_;
    std::string current_;
    const CommandSpec* command_ = nullptr;
    const OptionSpec* awaited_ = nullptr;
    // The words before the cursor that are neither commands nor options, each with a trailing blank.
    std::string positional_;
    bool options_ended_ = false;
    Paths paths_ = Paths::none;
    std::vector<std::string> lines_;
};

}

ExitCode run_completion(const CompletionOptions& options)
{
    const std::string& first = options.words.front();
    if (first == candidates_word) {
        print(Candidates(std::span(options.words).subspan(1)).list());
        return ExitCode::good;
    }
    for (const CompletionScript& script : completion_scripts) {
        if (first == script.shell && options.words.size() == 1) {
            print(script.text);
            return ExitCode::good;
        }
    }
    print_error("rocelint: completion takes one of bash, zsh and fish\n");
    return ExitCode::usage;
}

}
