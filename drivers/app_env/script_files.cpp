// SPDX-License-Identifier: Apache-2.0
// Files that a script writes, of which a job or NCCL later takes its variables.
#include "drivers/app_env/script_files.h"

#include "drivers/app_env/job_form.h"
#include "drivers/app_env/script_reader.h"
#include "models/text/ascii.h"

#include <array>

namespace rocelint::app_env {
namespace {

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

std::string_view file_of(const ShellCommand& command, const ShellCommand* next)
{
    if (!command.target.written.empty())
        return command.target.text;
    const ShellCommand& last = next == nullptr ? command : *next;
    std::size_t at = 0;
    return program_of(last, at) == "tee" ? file_of_tee(last, at) : std::string_view{};
}

const ShellWord* text_of_shell(std::string_view program, const ShellCommand& command, std::size_t at)
{
    if (!is_one_of(program, {"bash", "sh", "zsh", "dash", "ksh"}))
        return nullptr;
    for (++at; at + 1 < command.words.size(); ++at) {
        const std::string_view option = command.words[at].text;
        if (option.starts_with('-') && !option.starts_with("--") && option.ends_with('c'))
            return &command.words[at + 1];
    }
    return nullptr;
}

bool is_file_of_variables(std::string_view path)
{
    path = without_quotes(path);
    const std::string_view name = path.substr(path.find_last_of('/') + 1);
    return is_one_of(name, {"nccl.conf", ".nccl.conf", "environment"}) || name.ends_with(".env")
        || path.find("environ.d/") != std::string_view::npos
        || path.find("profile.d/") != std::string_view::npos;
}

// Slurm sets what a task prolog prints as `export NAME=value` (Slurm, Prolog and Epilog Guide, TaskProlog);
// enroot what a hook adds to the file ENROOT_ENVIRON (enroot, documentation of its hooks). Any other text is only printed.
void ScriptReader::read_printed(const Commands& commands, std::size_t index, std::size_t first)
{
    const ShellCommand& command = commands[index];
    const ShellCommand* next = command.pipes && index + 1 < commands.size() ? &commands[index + 1] : nullptr;
    if (const std::string_view file = file_of(command, next); is_file_of_variables(file))
        return read_written_line(file, command, first);
    if (command.words[first].text == "printf")
        return;
    const bool is_hook = command.target.written.find("ENROOT_ENVIRON") != std::string_view::npos;
    const bool is_prolog
        = source_.file_name().find("rolog") != std::string_view::npos && command.target.written.empty();
    bool exports = is_hook;
    for (std::size_t at = first + 1; (is_hook || is_prolog) && at < command.words.size(); ++at) {
        const ShellWord& word = command.words[at];
        std::string_view text = word.known ? word.text : without_quotes(word.written);
        constexpr std::string_view before = "export ";
        if (text == "export") {
            exports = true;
            continue;
        }
        if (!exports && !text.starts_with(before))
            continue;
        if (text.starts_with(before))
            text.remove_prefix(before.size());
        if (const auto stated = pair(text, word, command.certain))
            take(*stated);
    }
}

// `echo "NCCL_IB_TC=106" >> FILE`, also with several lines in one text.
void ScriptReader::read_written_line(std::string_view file, const ShellCommand& command, std::size_t first)
{
    constexpr std::string_view escaped_end = "\\n";
    for (std::size_t at = first + 1; at < command.words.size(); ++at) {
        const ShellWord& word = command.words[at];
        std::string_view rest = word.known ? word.text : without_quotes(word.written);
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find('\n'), rest.find(escaped_end));
            std::string_view line = ascii::trimmed(rest.substr(0, end), ascii::is_blank);
            if (line.starts_with("export "))
                line = ascii::trimmed(line.substr(line.find(' ')), ascii::is_blank);
            if (auto stated = pair(line, word, command.certain)) {
                stated->known = stated->known && stated->value.find('%') == std::string_view::npos;
                take_written(file, *stated);
            }
            const std::size_t gap = end == std::string_view::npos ? 0
                : rest[end] == '\n'                               ? 1
                                                                  : escaped_end.size();
            rest.remove_prefix(std::min(end, rest.size() - gap) + gap);
        }
    }
}

void ScriptReader::take_written(std::string_view file, Stated stated)
{
    // NCCL takes from nccl.conf only what is not set yet.
    if (file.ends_with("nccl.conf") && runs_.has(stated.name))
        return;
    take(stated);
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
                take_written(file,
                    {.name = set->name,
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
