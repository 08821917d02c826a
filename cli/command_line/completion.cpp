// SPDX-License-Identifier: Apache-2.0
// Shells ask the program itself for completions, so that they propose exactly what it accepts.
#include "cli/command_line/commands.h"

namespace rocelint::cli {
namespace {

// The kind of paths that a placeholder stands for: "files", "folders" or "none".
std::string_view paths_for(std::string_view placeholder)
{
    for (const char* file :
        {"FILE", "PATH", "OLD", "INTENT", "INVENTORY", "PLAN", "JOURNAL", "POLICY", "PROGRAM"}) {
        if (placeholder.find(file) != std::string_view::npos)
            return "files";
    }
    return placeholder.find("DIR") != std::string_view::npos ? "folders" : "none";
}

// The state of the command line before the cursor.
struct CompletedWord {
    explicit CompletedWord(const Command& program, std::span<const std::string> before) : command(&program)
    {
        for (const std::string& word : before) {
            const Command* below = command->find(word);
            const CLI::Option* option = word.starts_with('-') ? command->get_option_no_throw(word) : nullptr;
            if (awaited != nullptr)
                awaited = nullptr;
            else if (word == "--")
                options_ended = true;
            else if (!options_ended && word.starts_with('-') && word.size() > 1)
                awaited = option != nullptr && option->get_items_expected_max() > 0 ? option : nullptr;
            else if (!options_ended && below != nullptr)
                command = below;
            else
                arguments += word + ' ';
        }
    }
    const Command* command;
    const CLI::Option* awaited = nullptr; ///< the option whose value comes next
    std::string arguments; ///< words that are neither commands nor options, each with a trailing blank
    bool options_ended = false;
};

class Candidates {
public:
    Candidates(const Command& program, std::span<const std::string> words)
        : current_(words.empty() ? "" : words.back())
        , at_(program, words.first(words.empty() ? 0 : words.size() - 1))
    {
        const std::size_t equals = current_.starts_with("--") ? current_.find('=') : std::string::npos;
        if (at_.awaited != nullptr)
            add_values(*at_.awaited, "", current_);
        else if (at_.options_ended || !current_.starts_with('-'))
            add_arguments();
        else if (equals == std::string::npos)
            add_options();
        else if (const CLI::Option* option = at_.command->get_option_no_throw(current_.substr(0, equals));
                 option != nullptr && !option->get_option_text().empty())
            add_values(*option, current_.substr(0, equals + 1), current_.substr(equals + 1));
    }
    [[nodiscard]] std::string list() const { return fmt::format("{}\n{}", paths_, lines_); }

private:
    void add(const std::string& word, const std::string& help = {})
    {
        if (word.starts_with(current_))
            lines_ += fmt::format("{}{}{}\n", word, help.empty() ? "" : "\t", help);
    }

    void add_options()
    {
        for (const CLI::Option* option :
            at_.command->get_options([](const CLI::Option* one) { return one->nonpositional(); })) {
            for (const std::string& name : names_of(*option))
                add(name, help_of(*option));
        }
    }

    // In a comma-separated list, completes the last part.
    void add_values(const CLI::Option& option, const std::string& before, const std::string& value)
    {
        const std::vector<std::string> known = split_at_commas(option.get_type_name());
        paths_ = known.empty()                     ? paths_for(option.get_option_text())
            : value.find('=') != std::string::npos ? "files"
                                                   : "none";
        const bool may_repeat = option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
        for (const std::string& word : known)
            add(before + (may_repeat ? value.substr(0, value.rfind(',') + 1) : "") + word);
    }

    // `rules` is a command and also has a subcommand; the argument of `help` may have two words (`policy
    // infer`).
    void add_arguments()
    {
        if (at_.arguments.empty() && !at_.options_ended) {
            for (const Command* below : at_.command->commands())
                add(below->get_name(), below->get_description());
        }
        for (const CLI::Option* option :
            at_.command->get_options([](const CLI::Option* one) { return one->get_positional(); })) {
            const std::vector<std::string> known = split_at_commas(option->get_type_name());
            paths_ = known.empty() ? paths_for(option->get_name()) : "none";
            for (const std::string& words : known) {
                if (words.starts_with(at_.arguments)
                    && words.find(' ', at_.arguments.size()) == std::string::npos)
                    add(words.substr(at_.arguments.size()));
            }
        }
    }

    std::string current_;
    CompletedWord at_;
    std::string_view paths_ = "none";
    std::string lines_;
};

}

std::string completion_candidates(const Command& program, std::span<const std::string> words)
{
    return Candidates(program, words).list();
}

}
