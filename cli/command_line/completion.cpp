// SPDX-License-Identifier: Apache-2.0
// Shells load a script that asks the program itself for the completions at the cursor, so that they propose
// exactly what it accepts.
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

class Candidates {
public:
    Candidates(const Command& program, std::span<const std::string> before, const std::string& current)
        : command_(&program), current_(current)
    {
        for (const std::string& word : before)
            pass(word);
        const std::size_t equals = current.starts_with("--") ? current.find('=') : std::string::npos;
        if (awaited_ != nullptr)
            add_values(*awaited_, 0);
        else if (options_ended_ || !current.starts_with('-'))
            add_arguments();
        else if (equals == std::string::npos)
            add_options();
        else if (const CLI::Option* option = command_->get_option_no_throw(current.substr(0, equals)))
            add_values(*option, equals + 1);
    }
    [[nodiscard]] std::string list() const { return fmt::format("{}\n{}", paths_, lines_); }

private:
    // Passes a word before the cursor.
    void pass(const std::string& word)
    {
        const bool is_option = !options_ended_ && word.starts_with('-') && word.size() > 1;
        const CLI::Option* option = is_option ? command_->get_option_no_throw(word) : nullptr;
        const Command* below = options_ended_ ? nullptr : command_->find(word);
        if (awaited_ != nullptr)
            awaited_ = nullptr;
        else if (word == "--")
            options_ended_ = true;
        else if (is_option)
            awaited_ = option != nullptr && option->get_items_expected_max() > 0 ? option : nullptr;
        else if (below != nullptr)
            command_ = below;
        else
            arguments_ += word + ' ';
    }

    void add(const std::string& word, const std::string& help = {})
    {
        if (word.starts_with(current_))
            lines_ += fmt::format("{}{}{}\n", word, help.empty() ? "" : "\t", help);
    }

    void add_options()
    {
        for (const CLI::Option* option : command_->get_options()) {
            for (const std::string& name : CLI::detail::split_names(option->get_name(false, true)))
                add(name, help_of(*option));
        }
    }

    // The value begins at `at`. In a comma-separated list, completes the last part.
    void add_values(const CLI::Option& option, std::size_t at)
    {
        const std::vector<std::string> known = split_at_commas(option.get_type_name());
        paths_ = known.empty()                        ? paths_for(option.get_option_text())
            : current_.find('=', at) != current_.npos ? "files"
                                                      : "none";
        const bool may_repeat = option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
        const std::size_t comma = may_repeat ? current_.rfind(',') + 1 : 0;
        for (const std::string& word : known)
            add(current_.substr(0, std::max(at, comma)) + word);
    }

    // `rules` is a command and also has a subcommand; the argument of `help` may have two words (`policy
    // infer`).
    void add_arguments()
    {
        if (arguments_.empty() && !options_ended_) {
            for (const Command* below : command_->commands())
                add(below->get_name(), below->get_description());
        }
        for (const CLI::Option* option :
            command_->get_options([](const CLI::Option* one) { return one->get_positional(); })) {
            const std::vector<std::string> known = split_at_commas(option->get_type_name());
            paths_ = known.empty() ? paths_for(option->get_name()) : "none";
            for (const std::string& words : known) {
                if (words.starts_with(arguments_) && words.find(' ', arguments_.size()) == std::string::npos)
                    add(words.substr(arguments_.size()));
            }
        }
    }

    const Command* command_;
    const CLI::Option* awaited_ = nullptr; ///< the option whose value comes next
    bool options_ended_ = false;
    std::string arguments_; ///< words that are neither commands nor options, each with a trailing blank
    std::string current_;
    std::string_view paths_ = "none";
    std::string lines_;
};

}

std::string completion_candidates(const Command& program, std::span<const std::string> words)
{
    return words.empty() ? completion_candidates(program, std::vector<std::string>(1))
                         : Candidates(program, words.first(words.size() - 1), words.back()).list();
}

Meanings<std::string_view> completion_scripts()
{
    return {
        {"bash", R"script(# bash completion for rocelint
_rocelint()
{
    local i line cut="" program="${COMP_WORDS[0]/#\~/$HOME}"
    local -a all=() lines=()
    # bash takes "=" for a word of its own.
    for ((i = 1; i <= COMP_CWORD; i++)); do
        [[ $i == 1 || ${COMP_WORDS[i]} != "=" && ${COMP_WORDS[i - 1]} != "=" ]] && all+=("")
        all[-1]+="${COMP_WORDS[i]}"
    done
    [[ ${all[-1]} == *=* && ${COMP_WORDBREAKS} == *=* ]] && cut="${all[-1]%=*}="
    mapfile -t lines < <("$program" completion candidates "${all[@]}" 2>/dev/null)
    COMPREPLY=()
    for line in "${lines[@]:1}"; do
        line="${line%%$'\t'*}"
        [[ $line == *= ]] && compopt -o nospace 2>/dev/null
        COMPREPLY+=("${line#"$cut"}")
    done
    # bash itself knows about "~", variables, quotes, and names with a line break in them.
    case "${lines[0]-}" in
        files) compopt -o default 2>/dev/null ;;
        folders) compopt -o dirnames 2>/dev/null ;;
    esac
}
complete -F _rocelint rocelint
)script"},
        {"zsh", R"script(#compdef rocelint
# zsh completion for rocelint
_rocelint() {
    local line
    local -a lines shown open
    lines=("${(@f)$(${(Q)~words[1]} completion candidates "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
    for line in "${(@)lines[2,-1]}"; do
        [[ -n $line ]] || continue
        line="${line//:/\\:}"
        line="${line/$'\t'/:}"
        if [[ ${line%%:*} == *= ]]; then open+=("$line"); else shown+=("$line"); fi
    done
    ((${#shown})) && _describe -V rocelint shown
    ((${#open})) && _describe -V rocelint open -S ''
    [[ $lines[1] == none ]] || compset -P '*='
    case $lines[1] in
        files) _files ;;
        folders) _files -/ ;;
    esac
}
if [[ $funcstack[1] == _rocelint ]]; then
    _rocelint "$@"
else
    compdef _rocelint rocelint
fi
)script"},
        {"fish", R"script(# fish completion for rocelint
function __rocelint_answer
    set -l words (commandline -opc)
    set -l token (commandline -ct)
    test -n "$token"; or set token ''
    set -l program (string replace -r '^~(?=/)' -- "$HOME" $words[1])
    command $program completion candidates $words[2..-1] $token 2>/dev/null
end
function __rocelint_candidates
    set -l lines (__rocelint_answer)
    printf '%s\n' $lines[2..-1]
    test "$lines[1]" = folders; or return
    set -l token (commandline -ct)
    set -l before (string match -r '^.*=' -- $token)
    __fish_complete_directories (string replace -r '^.*=' '' -- $token) | string replace -r -- '^' "$before"
end
complete -c rocelint -f -a '(__rocelint_candidates)'
# fish itself knows about "~", variables and quotes, and about what stands before a "=".
complete -c rocelint -n 'string match -q files (__rocelint_answer)[1]' -F
)script"},
    };
}

}
