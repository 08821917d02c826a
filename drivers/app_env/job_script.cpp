// SPDX-License-Identifier: Apache-2.0
// A job's script is followed as far as its text decides: which commands run, and what their variables hold. The
// rest stays unread.
#include "drivers/app_env/job_script.h"

#include "drivers/app_env/job_form.h"
#include "drivers/shell/shell.h"
#include "drivers/shell/shell_words.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace rocelint::app_env {
namespace {

using State = CoverageState;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

class ScriptReader {
public:
    ScriptReader(JobReader& job, LineStates& lines) : job_(job), source_(job.source()), lines_(lines) { }

    // Reads a script; returns where it stops to be understood.
    std::uint32_t read(std::string_view text)
    {
        read_directives(text);
        const ShellScript script = follow(text, true);
        for (const ShellCommand& command : script.commands)
            read(command, 0);
        for (const auto& [name, stated] : kept_) {
            // Others, such as NCCL_HOME, are the script's own.
            if (is_communication_variable(name) && name.find("_IB_") != std::string_view::npos)
                job_.warn(stated.at,
                    fmt::format(
                        "{} is set but not exported, so the programs that the script starts do not see it",
                        name));
        }
        if (script.broken_at != 0xffffffffU)
            job_.warn({source_.id(), script.broken_at, 1},
                "the shell would not understand the script from here on, so its rest is not read");
        if (script.broken_at != 0xffffffffU || script.too_long)
            job_.may_be_set_elsewhere("a part of the script is not read");
        return script.broken_at;
    }

private:
    [[nodiscard]] ShellScript follow(std::string_view part, bool takes_defaults)
    {
        const ShellDialect dialect{.takes_defaults = takes_defaults};
        return follow_shell(source_.text(), part, dialect, job_.arena());
    }

    [[nodiscard]] bool is_in_file(std::string_view part) const
    {
        const std::string_view text = source_.text();
        return std::less_equal<>()(text.data(), part.data())
            && std::less_equal<>()(part.data() + part.size(), text.data() + text.size());
    }

    [[nodiscard]] Span place(std::string_view text, std::string_view written) const
    {
        if (is_in_file(text))
            return source_.span_of(text);
        const std::size_t at = written.find(text);
        return source_.span_of(at == std::string_view::npos ? written : written.substr(at, text.size()));
    }

    // "#SBATCH --export=ALL,NCCL_IB_TC=106", "#PBS -v NCCL_IB_TC=106", "#BSUB -env "all, NCCL_IB_TC=106""
    void read_directives(std::string_view text)
    {
        while (!text.empty()) {
            std::string_view line = ascii::trimmed(ascii::take_until(text, '\n'), ascii::is_blank_or_cr);
            if (!is_directive(line))
                continue;
            for (const std::string_view option : {" --export=", " --export ", " -v ", " -env "}) {
                const std::size_t at = line.find(option);
                if (at == std::string_view::npos)
                    continue;
                const std::string_view list
                    = first_word(ascii::trimmed(line.substr(at + option.size()), ascii::is_blank));
                take_list(list, {.written = list, .text = list}, true);
            }
        }
    }

    // The first word of a text, without the quotes around it. Blanks within quotes do not end it.
    static std::string_view first_word(std::string_view text)
    {
        char quote = '\0';
        std::size_t end = 0;
        for (; end < text.size() && (quote != '\0' || !ascii::is_blank(text[end])); ++end) {
            if (quote != '\0')
                quote = text[end] == quote ? '\0' : quote;
            else if (text[end] == '"' || text[end] == '\'')
                quote = text[end];
        }
        return without_quotes(text.substr(0, end));
    }

    // Takes "ALL,A=1,B='x,y'": a list that commas separate, outside of quotes.
    void take_list(std::string_view list, const ShellWord& word, bool certain)
    {
        while (!list.empty()) {
            char quote = '\0';
            std::size_t end = 0;
            for (; end < list.size() && (list[end] != ',' || quote != '\0'); ++end) {
                if (quote != '\0')
                    quote = list[end] == quote ? '\0' : quote;
                else if (list[end] == '"' || list[end] == '\'')
                    quote = list[end];
            }
            take_pair(ascii::trimmed(list.substr(0, end), ascii::is_blank), word, certain);
            list.remove_prefix(std::min(end + 1, list.size()));
        }
    }

    void take_pair(std::string_view pair, const ShellWord& word, bool certain)
    {
        const std::size_t equals = pair.find('=');
        if (equals == std::string_view::npos || !is_variable_name(pair.substr(0, equals)))
            return;
        const std::string_view value = pair.substr(equals + 1);
        take({.name = pair.substr(0, equals),
            .value = without_quotes(value),
            .at = place(pair, word.written),
            .known = word.known || value.find_first_of("$`") == std::string_view::npos,
            .certain = certain,
            .assumed = word.assumed});
    }

    void take(const Stated& stated)
    {
        kept_.erase(stated.name);
        lines_.mark(stated.at.offset, stated.at.offset + stated.at.length, job_.take(stated));
    }

    // Keeps a variable of the shell until it is exported.
    void keep(const Stated& stated)
    {
        kept_[stated.name] = stated;
        if (!is_communication_variable(stated.name))
            return;
        job_.note_variable();
        lines_.mark(stated.at.offset, stated.at.offset + stated.at.length, State::read);
    }

    // A word that is `NAME=value`, unquoted or quoted as a whole.
    [[nodiscard]] std::optional<Stated> assignment(const ShellWord& word, bool certain) const
    {
        if (const std::string_view name = assigned_name(word.written); !name.empty())
            return Stated{.name = name,
                .value = word.value,
                .at = source_.span_of(word.written),
                .known = word.value_known && word.written[name.size()] == '=',
                .certain = certain,
                .assumed = word.assumed};
        const std::string_view text = word.known ? word.text : without_quotes(word.written);
        const std::string_view name = assigned_name(text);
        if (name.empty() || text[name.size()] != '=')
            return std::nullopt;
        return Stated{.name = name,
            .value = text.substr(name.size() + 1),
            .at = place(text, word.written),
            .known = word.known,
            .certain = certain,
            .assumed = word.assumed};
    }

    void read(const ShellCommand& command, int depth)
    {
        const std::vector<ShellWord>& words = command.words;
        std::size_t first = 0;
        while (first < words.size() && !assigned_name(words[first].written).empty())
            ++first;
        for (std::size_t index = 0; index < first; ++index) {
            const auto stated = assignment(words[index], command.certain);
            if (!stated)
                continue;
            if (first < words.size() || exports_all_ || exported_.contains(stated->name))
                take(*stated);
            else
                keep(*stated);
        }
        if (first == words.size())
            return;
        const std::string_view path = words[first].text;
        read_command(path.substr(path.find_last_of('/') + 1), command, first, depth);
    }

    void read_command(std::string_view name, const ShellCommand& command, std::size_t first, int depth)
    {
        const std::vector<ShellWord>& words = command.words;
        if (is_one_of(name, {"export", "declare", "typeset", "readonly", "local"}))
            read_export(name, command, first);
        else if (name == "setenv" && first + 2 < words.size())
            take_two(words[first + 1], words[first + 2], command.certain);
        else if (name == "unset" || name == "unsetenv")
            read_unset(command, first);
        else if (name == "set")
            read_set(command, first);
        else if (name == "source" || name == ".")
            job_.may_be_set_elsewhere("the script also runs the commands of another file");
        else if (is_one_of(name,
                     {"mlnx_qos", "dcb", "cma_roce_tos", "cma_roce_mode", "mlxconfig", "niccli", "nicctl"}))
            lines_.mark(command.begin, command.end, State::unsupported);
        else if (name == "echo" || name == "print")
            read_printed(command, first);
        else if (!is_one_of(name, {"printf", "test", "[", "[[", "grep", "sed", "awk", "read", "cat"}))
            read_launch(name, command, first, depth);
    }

    // Slurm sets what a task prolog prints as `export NAME=value` (Slurm, Prolog and Epilog Guide, TaskProlog);
    // enroot what a hook adds to the file ENROOT_ENVIRON (enroot, documentation of its hooks). Any other text is only printed.
    void read_printed(const ShellCommand& command, std::size_t first)
    {
        const bool is_hook = command.target.written.find("ENROOT_ENVIRON") != std::string_view::npos;
        const bool is_prolog
            = source_.file_name().find("rolog") != std::string_view::npos && command.target.written.empty();
        bool exports = is_hook;
        for (std::size_t index = first + 1; (is_hook || is_prolog) && index < command.words.size(); ++index) {
            const ShellWord& word = command.words[index];
            std::string_view text = word.known ? word.text : without_quotes(word.written);
            constexpr std::string_view before = "export ";
            if (text == "export") {
                exports = true;
            } else if (text.starts_with(before)) {
                text.remove_prefix(before.size());
                take_pair(text, word, command.certain);
            } else if (exports) {
                take_pair(text, word, command.certain);
            }
        }
    }

    // `NAME VALUE`, in two words.
    void take_two(const ShellWord& name, const ShellWord& value, bool certain)
    {
        take({.name = name.text,
            .value = value.text,
            .at = place(value.text, value.written),
            .known = value.known,
            .certain = certain,
            .assumed = value.assumed});
    }

    // `set -a` and `set -o allexport` export every variable that is set after them.
    void read_set(const ShellCommand& command, std::size_t first)
    {
        for (std::size_t index = first + 1; index < command.words.size(); ++index) {
            const std::string_view option = command.words[index].text;
            const bool all = option == "allexport"
                || (option.size() > 1 && option.front() == '-' && option[1] != '-'
                    && option.find('a') != std::string_view::npos);
            exports_all_ = exports_all_ || all;
        }
    }

    void read_export(std::string_view name, const ShellCommand& command, std::size_t first)
    {
        const auto is_x = [](const ShellWord& word) {
            return word.text.starts_with('-') && word.text.find('x') != std::string_view::npos;
        };
        const bool reaches = name == "export" || std::ranges::any_of(command.words, is_x);
        for (std::size_t index = first + 1; index < command.words.size(); ++index) {
            const ShellWord& word = command.words[index];
            if (const auto stated = assignment(word, command.certain)) {
                if (reaches || exports_all_ || exported_.contains(stated->name))
                    take(*stated);
                else
                    keep(*stated);
                if (reaches)
                    exported_.insert(stated->name);
            } else if (reaches && !word.text.starts_with('-')) {
                exported_.insert(word.text);
                if (const auto kept = kept_.find(word.text); kept != kept_.end()) {
                    Stated now = kept->second;
                    now.certain = now.certain && command.certain;
                    take(now);
                }
            }
        }
    }

    void read_unset(const ShellCommand& command, std::size_t first)
    {
        for (std::size_t index = first + 1; index < command.words.size(); ++index)
            take({.name = command.words[index].text,
                .at = source_.span_of(command.words[index].written),
                .certain = command.certain,
                .removed = true});
    }

    // A command with its options: `mpirun -x A=1`, `srun --export=ALL,A=1`, `docker run -e A=1`, `bash -c '…'`.
    void read_launch(std::string_view name, const ShellCommand& command, std::size_t first, int depth)
    {
        const std::vector<ShellWord>& words = command.words;
        // Docker takes one variable with each option; the others take lists.
        const bool takes_one = is_one_of(name, {"docker", "podman", "nerdctl"});
        const bool submits = is_one_of(name, {"qsub", "qrsh"});
        for (std::size_t index = first + 1; index < words.size(); ++index) {
            const ShellWord& word = words[index];
            const std::string_view before = words[index - 1].text;
            const std::string_view text = word.known ? word.text : without_quotes(word.written);
            const bool lists
                = before == "--export" || (before == "--env" && !takes_one) || (before == "-v" && submits);
            const bool has_two = (before == "-genv" || before == "-env") && is_variable_name(text);
            if (text.find("\"env_vars\"") != std::string_view::npos)
                read_runtime_environment(text, word, command.certain);
            else if (lists)
                take_list(text, word, command.certain);
            else if (text.starts_with("--export="))
                take_list(text.substr(text.find('=') + 1), word, command.certain);
            else if (text.starts_with("--env=") && takes_one)
                take_pair(text.substr(text.find('=') + 1), word, command.certain);
            else if (text.starts_with("--env="))
                take_list(text.substr(text.find('=') + 1), word, command.certain);
            else if (is_script(word, before))
                read_inner(word, command.certain, depth);
            else if (const auto stated = assignment(word, command.certain))
                take(*stated);
            else if (has_two && index + 1 < words.size())
                take_two(word, words[index + 1], command.certain);
        }
    }

    // Ray's `--runtime-env-json='{"env_vars": {"NCCL_IB_TC": "106"}}'`.
    void read_runtime_environment(std::string_view json, const ShellWord& word, bool certain)
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
                take({.name = name,
                    .value = text,
                    .at = place(text, word.written),
                    .known = word.known || text.find_first_of("$`") == std::string_view::npos,
                    .certain = certain,
                    .assumed = word.assumed});
            name = is_key ? text : std::string_view{};
            open = close + 1;
        }
    }

    // A script inside quotes, as after `bash -c`, `ssh HOST` or `srun`. A value may hold blanks too.
    [[nodiscard]] static bool is_script(const ShellWord& word, std::string_view before)
    {
        const std::string_view inside = without_quotes(word.written);
        return inside.size() != word.written.size() && !is_one_of(before, {"-x", "-e", "--env"})
            && inside.find_first_of(" \t\n") != std::string_view::npos && has_communication_variable(inside);
    }

    void read_inner(const ShellWord& word, bool certain, int depth)
    {
        constexpr int deepest = 3;
        const std::string_view inside = without_quotes(word.written);
        if (depth >= deepest || left_ == 0 || inside.find('\\') != std::string_view::npos)
            return leave_inner(inside);
        // Within double quotes it is the outer script that expands `${NAME:-default}`.
        ShellScript script = follow(inside, word.written.front() != '"');
        std::size_t effort = 1 + inside.size() / 64;
        for (const ShellCommand& inner : script.commands)
            effort += 1 + inner.words.size();
        left_ = script.too_long || effort > left_ ? 0 : left_ - effort;
        if (script.broken_at != 0xffffffffU || script.too_long)
            leave_inner(inside);
        for (ShellCommand& inner : script.commands) {
            inner.certain = inner.certain && certain;
            read(inner, depth + 1);
        }
    }

    // Counts a script inside quotes as unread, wholly or from some command on.
    void leave_inner(std::string_view inside)
    {
        const Span at = source_.span_of(inside);
        lines_.mark(at.offset, at.offset + at.length, State::unsupported);
        job_.note_variable();
        job_.may_be_set_elsewhere("a part of the script is not read");
    }

    JobReader& job_;
    const Source& source_;
    LineStates& lines_;
    std::map<std::string_view, Stated> kept_; ///< set, but not exported
    std::set<std::string_view> exported_;
    bool exports_all_ = false;
    std::size_t left_ = 65536; ///< how many more words of scripts inside quotes are read
};

}

void read_job_script(const Tree& tree, JobReader& job)
{
    LineStates lines(tree);
    lines.finish(ScriptReader(job, lines).read(job.source().text()));
}

void read_script_part(std::string_view part, JobReader& job, LineStates& lines)
{
    ScriptReader(job, lines).read(part);
}

}
