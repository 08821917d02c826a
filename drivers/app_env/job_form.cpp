// SPDX-License-Identifier: Apache-2.0
// A script that starts a job is not one that sets up a host, although both are shell scripts: a job's script
// starts processes on several hosts, or has directives for a batch system.
#include "drivers/app_env/job_form.h"

#include "drivers/app_env/ceph.h"
#include "drivers/app_env/job/assignment.h"
#include "drivers/app_env/json_file.h"
#include "drivers/app_env/log/job_log.h"
#include "drivers/app_env/spdk.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <array>

namespace rocelint::app_env {
namespace {

constexpr std::size_t form_looked_at = 65536;

std::string_view next_line(std::string_view& text)
{
    return ascii::trimmed(ascii::take_until(text, '\n'), ascii::is_blank_or_cr);
}

// Whether lines that are all assignments are for a shell: they start a command, or expand another variable.
bool needs_shell(std::string_view text, bool is_of_shell, bool is_of_template)
{
    while (!text.empty()) {
        const std::string_view line = next_line(text);
        const bool exports = line.starts_with("export ") || line.starts_with("declare ");
        Assignments assignments(line);
        while (const auto assignment = assignments.next()) {
            if ((is_of_shell || exports) && assignment->value.find_first_of("$`") != std::string_view::npos)
                return true;
            if (!is_of_shell || exports)
                continue;
            const std::string_view after = ascii::trimmed(
                line.substr(line.find(assignment->whole) + assignment->whole.size()), ascii::is_blank);
            if (is_of_template && assignment->value.starts_with("{{"))
                continue;
            const bool is_quoted = assignment->whole.ends_with('"') || assignment->whole.ends_with('\'');
            if ((!after.empty() && !after.starts_with('#'))
                || (!is_quoted && assignment->value.find_first_of(" \t;") != std::string_view::npos))
                return true;
        }
    }
    return false;
}

bool is_shell(const Source& source, std::string_view text)
{
    std::string_view first = text;
    first = next_line(first);
    if (first.starts_with("#!"))
        return first.find("sh") != std::string_view::npos && first.find("python") == std::string_view::npos;
    return is_named_as_script(source.file_name());
}

// Whether a word may stand before the name of a program: an assignment, an option, `sudo` and so on.
bool precedes_program(std::string_view word)
{
    constexpr auto words = std::to_array<std::string_view>({"sudo",
        "env",
        "exec",
        "time",
        "nohup",
        "if",
        "then",
        "else",
        "do",
        "while",
        "until",
        "!",
        "{",
        "\\"});
    const std::size_t equals = word.find('=');
    const bool assigns = equals != std::string_view::npos && is_variable_name(word.substr(0, equals));
    return assigns || word.empty() || word.front() == '-' || std::ranges::find(words, word) != words.end();
}

// Whether a line starts a program on the hosts of a job. Only the first word of a command counts: `systemctl
// restart docker` starts no job. `is_first`: whether the line begins with it; at the end, whether the next does.
bool starts_job(std::string_view line, bool& is_first)
{
    while (!line.empty()) {
        std::string_view word = ascii::take_word(line, ascii::is_blank_or_cr);
        const bool ends = word.find_last_of(";&|(") == word.size() - 1;
        word = ascii::trimmed(word, [](char c) { return c == ';' || c == '&' || c == '|' || c == '('; });
        const std::string_view name = word.substr(word.find_last_of('/') + 1);
        if (is_first && is_launcher(name))
            return true;
        is_first = ends || (is_first && precedes_program(word));
    }
    return false;
}

bool is_image(std::string_view text)
{
    bool from = false;
    bool env = false;
    while (!text.empty()) {
        const std::string_view line = next_line(text);
        if (line.empty() || line.starts_with('#') || line.starts_with("ARG "))
            continue;
        if (!from && !line.starts_with("FROM "))
            return false;
        from = true;
        env = env || line.starts_with("ENV ");
    }
    return env;
}

// Objects of Kubernetes, or services of Docker Compose, with a variable outside of comments.
bool is_manifest(std::string_view text)
{
    bool version = false;
    bool kind = false;
    bool services = false;
    bool variable = false;
    while (!text.empty()) {
        const std::string_view whole = ascii::take_until(text, '\n');
        std::string_view line = ascii::trimmed(whole, ascii::is_blank_or_cr);
        services = services || (line == "services:" && !ascii::is_blank(whole.front()));
        if (line.starts_with("- "))
            line = ascii::trimmed(line.substr(2), ascii::is_blank);
        version = version || line.starts_with("apiVersion:");
        kind = kind || line.starts_with("kind:");
        variable = variable || (!line.starts_with('#') && has_communication_variable(line));
    }
    return variable && (services || (version && kind));
}

}

bool is_launcher(std::string_view program)
{
    constexpr auto programs = std::to_array<std::string_view>({"mpirun",
        "mpiexec",
        "mpiexec.hydra",
        "srun",
        "sbatch",
        "qsub",
        "bsub",
        "aprun",
        "prun",
        "torchrun",
        "deepspeed",
        "accelerate",
        "horovodrun",
        "orterun",
        "mpiexec.openmpi",
        "mpirun_rsh"});
    return std::ranges::find(programs, program) != programs.end();
}

bool starts_a_job(std::string_view script)
{
    bool is_first = true;
    while (!script.empty()) {
        const std::string_view line = next_line(script);
        if (is_directive(line) || (!line.starts_with('#') && starts_job(line, is_first)))
            return true;
        is_first = is_first || !line.ends_with('\\');
    }
    return false;
}

// "NCCL_IB_TC=106", "setenv NCCL_IB_TC 106", "-genv NCCL_IB_TC 106", "env_vars": {"NCCL_IB_TC": "106"}
bool sets_variable(std::string_view text)
{
    while (!text.empty()) {
        std::string_view line = next_line(text);
        if (!has_communication_variable(line) || (line.starts_with('#') && !is_directive(line)))
            continue;
        for (std::string_view rest = line; !rest.empty();) {
            const std::size_t begin = rest.find_first_of("NUM");
            if (begin == std::string_view::npos)
                break;
            rest.remove_prefix(begin);
            std::size_t end = 0;
            while (end < rest.size() && (ascii::is_letter_or_digit(rest[end]) || rest[end] == '_'))
                ++end;
            const bool set = end < rest.size()
                && (rest[end] == '=' || (rest[end] == ' ' && line.find("env ") != std::string_view::npos)
                    || (rest[end] == '"' && line.find("env_vars") != std::string_view::npos));
            if (set && is_communication_variable(rest.substr(0, end)))
                return true;
            rest.remove_prefix(end);
        }
    }
    return false;
}

bool is_assignments(std::string_view text)
{
    bool ours = false;
    while (!text.empty()) {
        Assignments line(ascii::take_until(text, '\n'));
        while (const auto assignment = line.next())
            ours = ours || is_communication_variable(assignment->name);
        if (!line.is_whole())
            return false;
    }
    return ours;
}

bool is_template(std::string_view file_name)
{
    return file_name.ends_with(".j2") || file_name.ends_with(".jinja2") || file_name.ends_with(".jinja");
}

bool is_named_as_script(std::string_view file_name)
{
    if (is_template(file_name))
        file_name = file_name.substr(0, file_name.rfind('.'));
    constexpr auto suffixes = std::to_array<std::string_view>(
        {".sh", ".bash", ".sbatch", ".slurm", ".srun", ".pbs", ".qsub", ".lsf", ".bsub", ".sge"});
    return std::ranges::any_of(
        suffixes, [file_name](std::string_view suffix) { return file_name.ends_with(suffix); });
}

bool is_directive(std::string_view line)
{
    constexpr auto beginnings = std::to_array<std::string_view>({"#SBATCH ", "#PBS ", "#BSUB ", "#$ -"});
    return std::ranges::any_of(
        beginnings, [line](std::string_view beginning) { return line.starts_with(beginning); });
}

JobFile job_file(const Source& source)
{
    std::string_view text = source.text().substr(0, form_looked_at);
    if (source.size() > form_looked_at)
        text = text.substr(0, text.rfind('\n'));
    if (is_ceph_with_rdma(text))
        return {JobForm::ceph, false};
    if (is_spdk_with_rdma(source, text))
        return {JobForm::spdk, false};
    if (is_job_log(text))
        return {JobForm::log, false};
    if (!has_communication_variable(text))
        return {};
    if (is_json_with_variables(text))
        return {JobForm::json, false};
    const bool is_of_shell = is_shell(source, text);
    if (is_assignments(text)) {
        if (needs_shell(text, is_of_shell, is_template(source.file_name())))
            return {JobForm::script, starts_a_job(text)};
        return {JobForm::assignments, false};
    }
    if (is_image(text))
        return {JobForm::image, false};
    if (is_manifest(text))
        return {JobForm::manifest, false};
    const bool has_directive = text.find("\n#SBATCH ") != std::string_view::npos
        || text.find("\n#PBS ") != std::string_view::npos || text.find("\n#BSUB ") != std::string_view::npos;
    if ((is_of_shell || has_directive) && sets_variable(text))
        return {JobForm::script, starts_a_job(text)};
    return {};
}

}
