// SPDX-License-Identifier: Apache-2.0
// A job's script is followed as far as its text decides: which commands run, and what their variables hold. The
// rest stays unread.
#include "drivers/app_env/job_script.h"

#include "drivers/app_env/job_form.h"
#include "drivers/app_env/script_reader.h"

#include <fmt/format.h>

#include <functional>
#include <utility>

namespace rocelint::app_env {
namespace {

using State = CoverageState;

constexpr std::string_view from_template = "a template inserts text into the script that is not in the file";

std::string_view last_part(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

// Puts what functions do that nothing calls behind the commands before them: another program may run them, with
// the variables that the script has set by then.
std::vector<ShellCommand> in_text_order(ShellScript& script)
{
    std::vector<ShellCommand> ordered;
    ordered.reserve(script.commands.size());
    std::size_t next = script.uncalled;
    for (std::size_t index = 0; index < script.uncalled; ++index) {
        while (next < script.commands.size() && script.commands[next].begin < script.commands[index].begin)
            ordered.push_back(std::move(script.commands[next++]));
        ordered.push_back(std::move(script.commands[index]));
    }
    while (next < script.commands.size())
        ordered.push_back(std::move(script.commands[next++]));
    return ordered;
}

}

std::uint32_t ScriptReader::read(std::string_view text)
{
    read_directives(text);
    const ShellScript script = follow(text, true);
    for (std::size_t index = 0; index < script.commands.size(); ++index) {
        if (!script.inclusions.empty() && script.inclusions.front().begin < script.commands[index].begin)
            job_.may_be_set_elsewhere(from_template);
        branch_ = script.commands[index].branch;
        if (!is_part_ && branch_ != 0 && starts_processes(script.commands[index]))
            take_for_branch();
        read_command(script.commands, index, 0);
        if (!is_part_)
            runs_.end_command(job_, script.commands[index], std::exchange(scope_, {}), lines_);
    }
    leave_unused_texts();
    for (const BranchVariable& each : in_branches_)
        lines_.mark(each.stated.at.offset, each.stated.at.offset + each.stated.at.length, each.state);
    warn_of_kept();
    if (!script.inclusions.empty())
        job_.may_be_set_elsewhere(from_template);
    if (script.broken_at != 0xffffffffU)
        job_.warn({source_.id(), script.broken_at, 1},
            "the shell would not understand the script from here on, so its rest is not read");
    if (script.broken_at != 0xffffffffU || script.too_long)
        job_.may_be_set_elsewhere("a part of the script is not read");
    return script.broken_at;
}

ShellScript ScriptReader::follow(std::string_view part, bool takes_defaults)
{
    const ShellDialect dialect{
        .takes_defaults = takes_defaults, .follows_choices = !is_part_, .jinja = is_template_};
    ShellScript script = follow_shell(source_.text(), part, dialect, job_.arena());
    if (script.uncalled > 0)
        script.commands = in_text_order(script);
    for (const ShellInclusion& inclusion : script.inclusions)
        warn_of_inclusion(inclusion, part);
    return script;
}

void ScriptReader::warn_of_inclusion(const ShellInclusion& inclusion, std::string_view part)
{
    if (!is_in_file(part))
        return job_.may_be_set_elsewhere(from_template);
    if (inside_ > 0 || is_part_)
        job_.may_be_set_elsewhere(from_template);
    if (!marked_.insert(inclusion.begin).second)
        return;
    const Span at{source_.id(), inclusion.begin, inclusion.end - inclusion.begin};
    const std::string_view mark = source_.text_at(at);
    job_.warn(at,
        fmt::format("what {} brings into the script is not checked, because a template has yet to fill it in",
            mark.substr(0, mark.find('\n'))));
}

bool ScriptReader::is_in_file(std::string_view part) const
{
    const std::string_view text = source_.text();
    return std::less_equal<>()(text.data(), part.data())
        && std::less_equal<>()(part.data() + part.size(), text.data() + text.size());
}

Span ScriptReader::place(std::string_view text, std::string_view written) const
{
    if (is_in_file(text))
        return source_.span_of(text);
    const std::size_t at = written.find(text);
    return source_.span_of(at == std::string_view::npos ? written : written.substr(at, text.size()));
}

bool ScriptReader::is_known(const ShellWord& word) const
{
    return word.known && !(outer_expands_ && word.written.find_first_of("$`") != std::string_view::npos);
}

std::optional<Stated> ScriptReader::assignment(const ShellWord& word, bool certain) const
{
    const bool is_open = outer_expands_ && word.written.find_first_of("$`") != std::string_view::npos;
    if (const std::string_view name = assigned_name(word.written); !name.empty())
        return Stated{.name = name,
            .value = word.value,
            .at = source_.span_of(word.written),
            .known = word.value_known && word.written[name.size()] == '=' && !is_open,
            .certain = certain,
            .assumed = word.assumed};
    const std::string_view text = word.known ? word.text : without_quotes(word.written);
    const std::string_view name = assigned_name(text);
    if (name.empty() || text[name.size()] != '=')
        return std::nullopt;
    return Stated{.name = name,
        .value = text.substr(name.size() + 1),
        .at = place(text, word.written),
        .known = word.known && !is_open,
        .certain = certain,
        .assumed = word.assumed};
}

void ScriptReader::look_for_marks(Stated& stated)
{
    const std::string_view written = source_.text_at(stated.at);
    const auto holds_mark = [](std::string_view text) {
        return text.find("{{") != std::string_view::npos || text.find("{%") != std::string_view::npos
            || text.find("{#") != std::string_view::npos;
    };
    const bool has_mark = holds_mark(stated.value) || holds_mark(written);
    if (!is_template_ || !stated.known || !has_mark || !is_judged_variable(stated.name))
        return;
    stated.known = false;
    if (marked_.insert(stated.at.offset).second)
        job_.warn(
            stated.at, fmt::format("a template has yet to fill in {}; check the rendered file", stated.name));
}

void ScriptReader::take(Stated stated)
{
    look_for_marks(stated);
    if (is_scope_)
        return take_for_command(stated);
    kept_.erase(stated.name);
    taken_.emplace(stated.name, stated.value);
    runs_.note(stated);
    const State state = job_.take(stated);
    forget_in_branches(stated.name);
    if (branch_ != 0 && !is_part_ && !stated.certain && !stated.removed && is_judged_variable(stated.name))
        in_branches_.push_back({stated, state, branch_});
    else
        lines_.mark(stated.at.offset, stated.at.offset + stated.at.length, state);
}

// What a later statement, also one in a branch within the branch or `unset`, leaves in force is not what was exported before.
void ScriptReader::forget_in_branches(std::string_view name)
{
    std::erase_if(in_branches_, [&](const BranchVariable& each) {
        if (each.stated.name != name)
            return false;
        lines_.mark(each.stated.at.offset, each.stated.at.offset + each.stated.at.length, each.state);
        return true;
    });
}

// What a branch exports is set for a command that starts processes in the same branch, although nothing shows which
// branch runs.
void ScriptReader::take_for_branch()
{
    for (BranchVariable& each : in_branches_) {
        if (each.branch != branch_)
            continue;
        Stated stated = each.stated;
        stated.certain = true;
        scope_.push_back(stated);
        each.state = State::read;
    }
}

void ScriptReader::take_for_command(Stated stated)
{
    look_for_marks(stated);
    // A command in a branch is a job if it runs, and then has its own variables.
    stated.certain = stated.certain || (!is_part_ && inside_ == 0);
    kept_.erase(stated.name);
    taken_.emplace(stated.name, stated.value);
    if (is_part_)
        lines_.mark(stated.at.offset, stated.at.offset + stated.at.length, job_.take(stated));
    else
        scope_.push_back(stated);
}

void ScriptReader::keep(const Stated& stated)
{
    kept_[stated.name] = stated;
    if (!is_communication_variable(stated.name))
        return;
    job_.note_variable();
    lines_.mark(stated.at.offset, stated.at.offset + stated.at.length, State::read);
}

void ScriptReader::pass_on(std::string_view name, const ShellWord& word, bool certain)
{
    const bool is_set = runs_.has(name) || kept_.contains(name)
        || std::ranges::find(scope_, name, &Stated::name) != scope_.end();
    if (!is_judged_variable(name) || is_set)
        return;
    take_for_command({.name = name, .at = place(name, word.written), .known = false, .certain = certain});
}

void ScriptReader::read_command(const Commands& commands, std::size_t index, int depth)
{
    const ShellCommand& command = commands[index];
    const std::vector<ShellWord>& words = command.words;
    std::size_t first = 0;
    while (first < words.size() && !assigned_name(words[first].written).empty())
        ++first;
    for (std::size_t at = 0; at < first; ++at) {
        const auto stated = assignment(words[at], command.certain);
        if (!stated)
            continue;
        note_text(words[at], stated->name);
        if (first < words.size())
            take_for_command(*stated);
        else if (exports_all_ || exported_.contains(stated->name))
            take(*stated);
        else
            keep(*stated);
    }
    if (first < words.size())
        read_program(last_part(words[first].text), commands, index, first, depth);
}

void ScriptReader::read_program(
    std::string_view name, const Commands& commands, std::size_t index, std::size_t first, int depth)
{
    const ShellCommand& command = commands[index];
    const std::vector<ShellWord>& words = command.words;
    read_here_document(name, commands, index, first, depth);
    if (is_one_of(name, {"export", "declare", "typeset", "readonly", "local"}))
        read_export(name, command, first);
    else if (name == "setenv" && first + 2 < words.size())
        take({.name = words[first + 1].text,
            .value = words[first + 2].text,
            .at = place(words[first + 2].text, words[first + 2].written),
            .known = is_known(words[first + 2]),
            .certain = command.certain,
            .assumed = words[first + 2].assumed});
    else if (name == "unset" || name == "unsetenv")
        read_unset(command, first);
    else if (name == "set")
        read_set(command, first);
    else if (name == "source" || name == ".")
        read_source(command, first);
    else if (is_one_of(
                 name, {"mlnx_qos", "dcb", "cma_roce_tos", "cma_roce_mode", "mlxconfig", "niccli", "nicctl"}))
        lines_.mark(command.begin, command.end, State::unsupported);
    else if (is_one_of(name, {"echo", "print", "printf"}))
        read_printed(commands, index, first);
    else if (!is_one_of(name, {"test", "[", "[[", "grep", "sed", "awk", "read", "cat", "tee"}))
        read_options(name, command, first, depth);
}

// A sourced file may set variables, unless the script has written the file itself.
void ScriptReader::read_source(const ShellCommand& command, std::size_t first)
{
    if (first + 1 < command.words.size()
        && written_.contains(last_part(without_quotes(command.words[first + 1].text))))
        return;
    job_.may_be_set_elsewhere("the script also runs the commands of another file");
}

std::vector<Job> read_job_script(const Tree& tree, JobReader& job)
{
    LineStates lines(tree);
    ScriptReader reader(job, lines, false);
    lines.finish(reader.read(job.source().text()));
    return reader.jobs();
}

void read_script_part(std::string_view part, JobReader& job, LineStates& lines)
{
    ScriptReader(job, lines, true).read(part);
}

}
