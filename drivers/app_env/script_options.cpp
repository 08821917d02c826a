// SPDX-License-Identifier: Apache-2.0
// The options by which a command, or a directive of a batch system, gives variables to a job: `mpirun -x A=1`,
// `srun --export=ALL,A=1`, `docker run -e A=1`, `#PBS -v A=1`.
#include "drivers/app_env/job_form.h"
#include "drivers/app_env/script_reader.h"
#include "drivers/shell/jinja.h"
#include "models/text/ascii.h"
#include "models/text/nearest.h"

namespace rocelint::app_env {
namespace {

// The length of the first item of a text, up to one of these characters outside of quotes.
std::size_t unquoted_length(std::string_view text, std::string_view ends)
{
    char quote = '\0';
    std::size_t end = 0;
    for (; end < text.size() && (quote != '\0' || ends.find(text[end]) == std::string_view::npos); ++end) {
        if (quote != '\0')
            quote = text[end] == quote ? '\0' : quote;
        else if (text[end] == '"' || text[end] == '\'')
            quote = text[end];
    }
    return end;
}

// A program that runs, with their variables, the words that follow its own.
bool runs_arguments(std::string_view name)
{
    return is_launcher(name)
        || is_one_of(name,
            {"env",
                "sudo",
                "ssh",
                "nohup",
                "exec",
                "time",
                "nice",
                "numactl",
                "timeout",
                "stdbuf",
                "taskset",
                "pdsh",
                "clush",
                "xargs",
                "make"});
}

// A program that runs the text of a quoted argument.
bool runs_text(std::string_view name)
{
    return is_one_of(name,
        {"ssh",
            "pdsh",
            "pssh",
            "parallel-ssh",
            "clush",
            "dsh",
            "eval",
            "watch",
            "bsub",
            "ray",
            "screen",
            "tmux"});
}

// A program, or a function of the script, that prints what it is given, by a part of its name: `log_info`.
bool prints(std::string_view name)
{
    constexpr auto beginnings = std::to_array<std::string_view>({"log",
        "echo",
        "print",
        "info",
        "warn",
        "err",
        "msg",
        "message",
        "note",
        "die",
        "fail",
        "abort",
        "usage",
        "debug",
        "say",
        "banner"});
    while (!name.empty()) {
        const std::string_view part = name.substr(0, name.find_first_of("_-.:"));
        const auto is_begun = [part](std::string_view beginning) {
            return part.size() >= beginning.size()
                && equal_ignoring_case(part.substr(0, beginning.size()), beginning);
        };
        if (std::ranges::any_of(beginnings, is_begun))
            return true;
        name.remove_prefix(std::min(part.size() + 1, name.size()));
    }
    return false;
}

// Whether a list of hosts follows an option: of srun and the like, or of mpirun.
bool names_nodes(std::string_view name, std::string_view option)
{
    return is_one_of(name, {"srun", "sbatch", "salloc"})
        ? option == "-w" || option == "--nodelist"
        : name.starts_with("mpi") && is_one_of(option, {"-H", "-host", "--host", "-hosts"});
}

// `bash -lc '…'`, `sbatch --wrap '…'`
bool precedes_text(std::string_view option)
{
    return option == "--wrap"
        || (option.starts_with('-') && !option.starts_with("--") && option.ends_with('c'));
}

// A text of several words that sets a variable, in quotes.
bool is_quoted_script(const ShellWord& word, std::string_view before)
{
    const std::string_view inside = without_quotes(word.written);
    return inside.size() != word.written.size() && !is_one_of(before, {"-x", "-e", "--env"})
        && inside.find_first_of(" \t\n") != std::string_view::npos && has_communication_variable(inside);
}

}

// "#SBATCH --export=ALL,NCCL_IB_TC=106", "#PBS -v NCCL_IB_TC=106", "#BSUB -env "all, NCCL_IB_TC=106""
void ScriptReader::read_directives(std::string_view text)
{
    const std::string_view whole = text;
    const std::vector<JinjaMark> marks = is_template_ ? jinja_marks(text) : std::vector<JinjaMark>{};
    while (!text.empty()) {
        std::string_view line = ascii::trimmed(ascii::take_until(text, '\n'), ascii::is_blank_or_cr);
        if (!is_directive(line))
            continue;
        const auto at = static_cast<std::size_t>(line.data() - whole.data());
        if (is_in_jinja_comment(marks, at))
            continue;
        const bool certain = !is_in_jinja_block(whole, marks, at);
        for (const std::string_view option : {" --nodelist=", " --nodelist ", " -w "}) {
            const std::size_t found = line.find(option);
            if (found != std::string_view::npos && line.starts_with("#SBATCH")) {
                const std::string_view rest
                    = ascii::trimmed(line.substr(found + option.size()), ascii::is_blank);
                job_.runs_on(job_.nodes_of(without_quotes(rest.substr(0, unquoted_length(rest, " \t")))));
            }
        }
        for (const std::string_view option : {" --export=", " --export ", " -v ", " -env "}) {
            const std::size_t found = line.find(option);
            if (found == std::string_view::npos)
                continue;
            const std::string_view rest = ascii::trimmed(line.substr(found + option.size()), ascii::is_blank);
            std::string_view list = without_quotes(rest.substr(0, unquoted_length(rest, " \t")));
            const ShellWord word{.written = list, .text = list};
            while (!list.empty()) {
                const std::size_t end = unquoted_length(list, ",");
                if (const auto stated
                    = pair(ascii::trimmed(list.substr(0, end), ascii::is_blank), word, certain))
                    take(*stated);
                list.remove_prefix(std::min(end + 1, list.size()));
            }
        }
    }
}

// Takes "ALL,A=1,B='x,y'": a list that commas separate, outside of quotes.
void ScriptReader::take_list(std::string_view list, const ShellWord& word, bool certain)
{
    while (!list.empty()) {
        const std::size_t end = unquoted_length(list, ",");
        take_pair(ascii::trimmed(list.substr(0, end), ascii::is_blank), word, certain);
        list.remove_prefix(std::min(end + 1, list.size()));
    }
}

std::optional<Stated> ScriptReader::pair(std::string_view text, const ShellWord& word, bool certain) const
{
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || !is_variable_name(text.substr(0, equals)))
        return std::nullopt;
    const std::string_view value = text.substr(equals + 1);
    return Stated{.name = text.substr(0, equals),
        .value = without_quotes(value),
        .at = place(text, word.written),
        .known = is_known(word) || value.find_first_of("$`") == std::string_view::npos,
        .certain = certain,
        .assumed = word.assumed};
}

void ScriptReader::take_pair(std::string_view text, const ShellWord& word, bool certain)
{
    if (const auto stated = pair(text, word, certain))
        take_for_command(*stated);
    else if (is_variable_name(text))
        pass_on(text, word, certain);
}

// `NAME VALUE`, in two words.
void ScriptReader::take_two(const ShellWord& name, const ShellWord& value, bool certain)
{
    take_for_command({.name = name.text,
        .value = value.text,
        .at = place(value.text, value.written),
        .known = is_known(value),
        .certain = certain,
        .assumed = value.assumed});
}

void ScriptReader::read_options(
    std::string_view name, const ShellCommand& command, std::size_t first, int depth)
{
    const std::vector<ShellWord>& words = command.words;
    // Docker takes one variable with each option; the others take lists.
    const bool takes_one = is_one_of(name, {"docker", "podman", "nerdctl"});
    const bool submits = is_one_of(name, {"qsub", "qrsh"});
    const bool only_prints = prints(name) && !is_launcher(name);
    bool runs = runs_arguments(name);
    std::string_view launcher = name; // `env A=1 mpirun -H h1,h2`
    for (std::size_t index = first + 1; index < words.size() && !only_prints; ++index) {
        const ShellWord& word = words[index];
        const std::string_view before = words[index - 1].text;
        const std::string_view text = word.known ? word.text : without_quotes(word.written);
        const std::string_view after = text.substr(std::min(text.find('='), text.size() - 1) + 1);
        const bool lists = before == "--export" || (before == "--env" && !takes_one)
            || (before == "-v" && submits) || before == "--container-env";
        const bool has_two = (before == "-genv" || before == "-env") && is_variable_name(text);
        const bool gives_one = before == "-x" || ((before == "-e" || before == "--env") && takes_one);
        const std::string_view program = text.substr(text.find_last_of('/') + 1);
        launcher = is_launcher(program) ? program : launcher;
        if (names_nodes(launcher, before) && is_known(word))
            runs_.runs_on(job_.nodes_of(text));
        else if (text.starts_with("--nodelist=") && is_known(word))
            runs_.runs_on(job_.nodes_of(after));
        else if (text.find("\"env_vars\"") != std::string_view::npos)
            read_runtime_environment(text, word, command.certain);
        else if (lists || text.starts_with("--export=")) {
            take_list(lists ? text : after, word, command.certain);
            if (name == "srun" && (before == "--export" || !lists))
                warn_of_lost(lists ? text : after, word);
        } else if (text.starts_with("--env-file"))
            job_.may_be_set_elsewhere("an option names a file of variables");
        else if (text.starts_with("--env=") && takes_one)
            take_pair(after, word, command.certain);
        else if (text.starts_with("--env=") || text.starts_with("--container-env="))
            take_list(after, word, command.certain);
        else if (is_quoted_script(word, before) || word.written.starts_with("--wrap="))
            read_quoted(name, before, word, command, depth);
        // bash -c "$COMMAND"
        else if ((precedes_text(before) || runs_text(name)) && word.whole && sets_variable(text)
            && text.find_first_of(" \t\n") != std::string_view::npos)
            leave_inner(word.written);
        else if (const auto stated = assignment(word, command.certain)) {
            if (before.starts_with('-') || runs)
                take_for_command(*stated);
            else if (word.written.find_first_of("\"'") == std::string_view::npos
                && is_judged_variable(stated->name))
                leave_inner(word.written);
        } else if (has_two && index + 1 < words.size())
            take_two(word, words[index + 1], command.certain);
        else if (gives_one && is_variable_name(text))
            pass_on(text, word, command.certain);
        runs = runs || text == "env";
    }
}

void ScriptReader::read_quoted(std::string_view name,
    std::string_view before,
    const ShellWord& word,
    const ShellCommand& command,
    int depth)
{
    constexpr std::string_view wrap = "--wrap=";
    if (word.written.starts_with(wrap)) {
        const std::string_view text = word.written.substr(wrap.size());
        const std::string_view inside = without_quotes(text);
        if (inside.size() != text.size() && has_communication_variable(inside))
            read_commands(inside, text.front() == '"', true, command, depth);
    } else if (precedes_text(before) || runs_text(name)) {
        read_commands(
            without_quotes(word.written), word.written.front() == '"', name != "eval", command, depth);
    } else if (sets_variable(without_quotes(word.written))) {
        leave_inner(without_quotes(word.written));
    }
}

// Ray's `--runtime-env-json='{"env_vars": {"NCCL_IB_TC": "106"}}'`.
void ScriptReader::read_runtime_environment(std::string_view json, const ShellWord& word, bool certain)
{
    std::string_view name;
    for (std::size_t open = json.find('"'); open != std::string_view::npos; open = json.find('"', open)) {
        const std::size_t close = json.find('"', open + 1);
        if (close == std::string_view::npos)
            return;
        const std::string_view text = json.substr(open + 1, close - open - 1);
        const std::size_t next = std::min(json.find_first_not_of(" \t\n", close + 1), json.size());
        const bool is_key = next < json.size() && json[next] == ':';
        if (!is_key && is_variable_name(name))
            take_for_command({.name = name,
                .value = text,
                .at = place(text, word.written),
                .known = is_known(word) || text.find_first_of("$`") == std::string_view::npos,
                .certain = certain,
                .assumed = word.assumed});
        name = is_key ? text : std::string_view{};
        open = close + 1;
    }
}

}
