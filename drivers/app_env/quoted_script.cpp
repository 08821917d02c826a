// SPDX-License-Identifier: Apache-2.0
// Scripts that a script holds: inside quotes, as after `bash -c` or `ssh HOST`, and in here-documents, which a
// program runs, or which become a file.
#include "drivers/app_env/job_form.h"
#include "drivers/app_env/script_files.h"
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
    const ShellCommand* next = command.pipes && index + 1 < commands.size() ? &commands[index + 1] : nullptr;
    const std::string_view file = file_of(command, next);
    if (is_one_of(name, {"cat", "echo"}) && command.target.written.empty() && next != nullptr) {
        at = 0;
        program = program_of(*next, at);
    }
    if (!file.empty() && (is_one_of(program, {"cat", "tee", "echo"})))
        read_written_file(file, document, command, depth);
    else if (const ShellWord* text = text_of_shell(program, command, at); text != nullptr)
        read_input_of_shell(*text, command, depth);
    else if (runs_input(program) || is_launcher(program))
        read_commands(document.text, !document.literal, true, command, depth);
    else if (!is_one_of(program, {"cat", "tee", "echo", "read"}))
        leave_inner(document.text);
}

// `bash -c "cat > FILE" <<EOF`: what the shell runs reads the lines.
void ScriptReader::read_input_of_shell(const ShellWord& word, const ShellCommand& command, int depth)
{
    const ShellScript script = follow(without_quotes(word.written), false);
    std::size_t at = 0;
    const bool is_one = script.commands.size() == 1 && script.broken_at == 0xffffffffU;
    const std::string_view program = is_one ? program_of(script.commands.front(), at) : std::string_view{};
    const std::string_view file = is_one ? file_of(script.commands.front(), nullptr) : std::string_view{};
    if (is_one_of(program, {"cat", "tee"}) && !file.empty())
        read_written_file(file, command.document, command, depth);
    else
        leave_inner(command.document.text);
}

}
