// SPDX-License-Identifier: Apache-2.0
// Scripts that a script holds: inside quotes, as after `bash -c` or `ssh HOST`, and in here-documents, which a
// program runs, or which become a file.
#include "drivers/app_env/job_form.h"
#include "drivers/app_env/script_reader.h"
#include "models/text/ascii.h"

#include <utility>

namespace rocelint::app_env {
namespace {

// A program that runs the commands of its standard input.
bool runs_input(std::string_view name)
{
    return is_one_of(
        name, {"bash", "sh", "zsh", "dash", "ksh", "ssh", "sbatch", "qsub", "bsub", "su", "pdsh"});
}

std::string_view program_of(const ShellCommand& command, std::size_t& at)
{
    while (at < command.words.size()
        && (is_one_of(command.words[at].text, {"sudo", "env", "exec"})
            || command.words[at].text.starts_with('-') || !assigned_name(command.words[at].written).empty()))
        ++at;
    if (at == command.words.size())
        return {};
    const std::string_view text = command.words[at].text;
    return text.substr(text.find_last_of('/') + 1);
}

// The file that `tee FILE` writes.
std::string_view file_of_tee(const ShellCommand& command, std::size_t at)
{
    while (++at < command.words.size()) {
        if (!command.words[at].text.starts_with('-'))
            return command.words[at].text;
    }
    return {};
}

}

void ScriptReader::read_commands(
    std::string_view inside, bool outer_expands, bool is_scope, const ShellCommand& command, int depth)
{
    constexpr int deepest = 3;
    if (depth >= deepest || left_ == 0 || inside.find('\\') != std::string_view::npos)
        return leave_inner(inside);
    // Within double quotes it is the outer script that expands `${NAME:-default}`.
    ShellScript script = follow(inside, !outer_expands);
    std::size_t effort = 1 + inside.size() / 64;
    for (const ShellCommand& inner : script.commands)
        effort += 1 + inner.words.size();
    left_ = script.too_long || effort > left_ ? 0 : left_ - effort;
    if (script.broken_at != 0xffffffffU || script.too_long)
        leave_inner(inside);
    // A script of its own does not change the options of the outer one.
    const bool exports_all = exports_all_;
    const bool scope = std::exchange(is_scope_, is_scope_ || is_scope);
    const bool expands = std::exchange(outer_expands_, outer_expands_ || outer_expands);
    ++inside_;
    for (std::size_t index = 0; index < script.commands.size(); ++index) {
        ShellCommand& inner = script.commands[index];
        // The variables of a single command are known if it runs.
        inner.certain = inner.certain && (command.certain || (is_scope && !is_part_));
        read_command(script.commands, index, depth + 1);
    }
    --inside_;
    is_scope_ = scope;
    outer_expands_ = expands;
    exports_all_ = exports_all;
}

// Counts a script inside quotes as unread, wholly or from some command on.
void ScriptReader::leave_inner(std::string_view inside)
{
    const Span at = source_.span_of(inside);
    lines_.mark(at.offset, at.offset + at.length, CoverageState::unsupported);
    job_.note_variable();
    job_.may_be_set_elsewhere("a part of the script is not read");
}

// The lines of `cat <<EOF` are a text that is printed, unless they go to a program or to a file.
void ScriptReader::read_here_document(
    std::string_view name, const Commands& commands, std::size_t index, std::size_t first, int depth)
{
    const ShellCommand& command = commands[index];
    const ShellDocument& document = command.document;
    if (document.text.data() == nullptr || !has_communication_variable(document.text))
        return;
    std::size_t at = first;
    std::string_view program = program_of(command, at);
    std::string_view file = command.target.written.empty() ? std::string_view{} : command.target.text;
    if (is_one_of(name, {"cat", "echo"}) && file.empty() && command.pipes && index + 1 < commands.size()) {
        at = 0;
        program = program_of(commands[index + 1], at);
        if (program == "tee")
            file = file_of_tee(commands[index + 1], at);
    } else if (program == "tee") {
        file = file_of_tee(command, at);
    }
    if (!file.empty() && (is_one_of(program, {"cat", "tee", "echo"})))
        read_written_file(file, document, command, depth);
    else if (runs_input(program) || is_launcher(program))
        read_commands(document.text, !document.literal, true, command, depth);
    else if (!is_one_of(program, {"cat", "tee", "echo", "read"}))
        leave_inner(document.text);
}

// `cat > job.env <<EOF` writes a file, which the job reads later.
void ScriptReader::read_written_file(
    std::string_view file, const ShellDocument& document, const ShellCommand& command, int depth)
{
    file = without_quotes(file);
    file = file.substr(file.find_last_of('/') + 1);
    written_.insert(file);
    const bool is_script = is_named_as_script(file) || document.text.starts_with("#!");
    if (is_assignments(document.text)) {
        std::string_view rest = document.text;
        while (!rest.empty()) {
            Assignments line(ascii::take_until(rest, '\n'));
            while (const auto set = line.next()) {
                // NCCL takes from nccl.conf only what is not set yet.
                if (file == "nccl.conf" && runs_.has(set->name))
                    continue;
                take({.name = set->name,
                    .value = set->value,
                    .at = source_.span_of(set->whole),
                    .known = set->value.find_first_of("$`") == std::string_view::npos,
                    .certain = command.certain});
            }
        }
    } else if (is_script && starts_a_job(document.text)) {
        read_commands(document.text, !document.literal, true, command, depth);
    } else if (is_script) {
        read_commands(document.text, !document.literal, false, command, depth);
    } else if (sets_variable(document.text)) {
        leave_inner(document.text);
    }
}

}
