// SPDX-License-Identifier: Apache-2.0
// The scripts that shells load. Each calls `rocelint completion candidates` for the candidates at the cursor.
#include "cli/command_line/commands.h"
#include "cli/terminal/terminal.h"

namespace rocelint::cli {
namespace {

constexpr std::pair<std::string_view, std::string_view> scripts[] = {
    {"bash", R"script(# bash completion for rocelint
_rocelint()
{
    local i line kind cut="" program="${COMP_WORDS[0]/#\~/$HOME}"
    local -a all=() lines=()
    # bash takes "=" for a word of its own.
    for ((i = 1; i <= COMP_CWORD; i++)); do
        if ((i > 1)) && [[ ${COMP_WORDS[i]} == "=" || ${COMP_WORDS[i - 1]} == "=" ]]; then
            all[-1]+="${COMP_WORDS[i]}"
        else
            all+=("${COMP_WORDS[i]}")
        fi
    done
    [[ ${all[-1]} == *=* && ${COMP_WORDBREAKS} == *=* ]] && cut="${all[-1]%=*}="
    mapfile -t lines < <("$program" completion candidates "${all[@]}" 2>/dev/null)
    kind="${lines[0]-}"
    COMPREPLY=()
    for line in "${lines[@]:1}"; do
        line="${line%%$'\t'*}"
        [[ $line == *= ]] && compopt -o nospace 2>/dev/null
        COMPREPLY+=("${line#"$cut"}")
    done
    # bash itself knows about "~", variables, quotes, and names with a line break in them.
    case "$kind" in
        files) compopt -o default 2>/dev/null ;;
        folders) compopt -o dirnames 2>/dev/null ;;
    esac
}
complete -F _rocelint rocelint
)script"},
    {"zsh", R"script(#compdef rocelint
# zsh completion for rocelint
_rocelint() {
    local line kind
    local -a lines shown open
    lines=("${(@f)$(${(Q)~words[1]} completion candidates "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
    kind="$lines[1]"
    for line in "${(@)lines[2,-1]}"; do
        [[ -n $line ]] || continue
        line="${line//:/\\:}"
        line="${line/$'\t'/:}"
        if [[ ${line%%:*} == *= ]]; then open+=("$line"); else shown+=("$line"); fi
    done
    ((${#shown})) && _describe -V rocelint shown
    ((${#open})) && _describe -V rocelint open -S ''
    [[ $kind == none ]] || compset -P '*='
    case $kind in
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

ExitCode print_completion_script(const std::string& shell)
{
    for (const auto& [name, script] : scripts)
        print(name == shell ? script : std::string_view());
    return ExitCode::good;
}

}
