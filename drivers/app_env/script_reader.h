// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/app_env/job/assignment.h"
#include "drivers/app_env/job/job_reader.h"
#include "drivers/app_env/job/line_states.h"
#include "drivers/app_env/job_form.h"
#include "drivers/app_env/script_runs.h"
#include "drivers/shell/shell.h"
#include "drivers/shell/shell_words.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace rocelint::app_env {

/// Whether a word is one of these.
inline bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

/// Reads the variables of a job from a script, which it follows as far as the script's text decides.
class ScriptReader {
public:
    /// `is_part`: the script belongs to one job of a file of another form, whatever it runs.
    ScriptReader(JobReader& job, LineStates& lines, bool is_part)
        : job_(job), source_(job.source()), lines_(lines), is_part_(is_part)
    {
    }

    /// Reads a script; returns where it stops to be understood.
    std::uint32_t read(std::string_view text);
    /// Returns the jobs found in the script.
    [[nodiscard]] std::vector<Job> jobs() { return runs_.jobs(job_); }

private:
    using Commands = std::vector<ShellCommand>;

    [[nodiscard]] ShellScript follow(std::string_view part, bool takes_defaults);
    // Reports that text which a template inserts into the script is not checked.
    void warn_of_inclusion(const ShellInclusion& inclusion, std::string_view part);
    [[nodiscard]] bool is_in_file(std::string_view part) const;
    [[nodiscard]] Span place(std::string_view text, std::string_view written) const;
    // Whether the text that a word expands to is known.
    [[nodiscard]] bool is_known(const ShellWord& word) const;
    // A word that is `NAME=value`, unquoted or quoted as a whole.
    [[nodiscard]] std::optional<Stated> assignment(const ShellWord& word, bool certain) const;

    // Commands, and what the shell itself does with variables.
    void read_command(const Commands& commands, std::size_t index, int depth);
    void read_program(
        std::string_view name, const Commands& commands, std::size_t index, std::size_t first, int depth);
    void read_export(std::string_view name, const ShellCommand& command, std::size_t first);
    void read_unset(const ShellCommand& command, std::size_t first);
    void read_set(const ShellCommand& command, std::size_t first);
    void read_source(const ShellCommand& command, std::size_t first);
    void read_printed(const Commands& commands, std::size_t index, std::size_t first);
    void warn_of_kept();
    void warn_of_lost(std::string_view list, const ShellWord& word);
    // A value that a template has yet to fill in is not known; says so.
    void look_for_marks(Stated& stated);
    // Takes a variable for all later commands of the script.
    void take(Stated stated);
    // Takes a variable for one command alone.
    void take_for_command(Stated stated);
    // Gives the command at hand what its branch has exported.
    void take_for_branch();
    // Remembers a text with options or assignments, `OPTIONS="-x NCCL_IB_TC=106"`, which some command has to use.
    void note_text(const ShellWord& word, std::string_view name);
    // Counts the texts as unread that no command uses.
    void leave_unused_texts();
    // Keeps a variable of the shell until it is exported.
    void keep(const Stated& stated);
    // A command passes on a variable without a value: it has the value that it has where the script is started,
    // unless the script sets it.
    void pass_on(std::string_view name, const ShellWord& word, bool certain);

    // Directives of a batch system, and the options of a command.
    void read_directives(std::string_view text);
    void read_options(std::string_view name, const ShellCommand& command, std::size_t first, int depth);
    void read_runtime_environment(std::string_view json, const ShellWord& word, bool certain);
    void take_list(std::string_view list, const ShellWord& word, bool certain);
    void take_pair(std::string_view pair, const ShellWord& word, bool certain);
    [[nodiscard]] std::optional<Stated> pair(
        std::string_view text, const ShellWord& word, bool certain) const;
    void take_two(const ShellWord& name, const ShellWord& value, bool certain);

    // Scripts inside quotes and here-documents.
    void read_quoted(std::string_view name,
        std::string_view before,
        const ShellWord& word,
        const ShellCommand& command,
        int depth);
    void read_here_document(
        std::string_view name, const Commands& commands, std::size_t index, std::size_t first, int depth);
    void read_written_file(
        std::string_view file, const ShellDocument& document, const ShellCommand& command, int depth);
    void read_commands(
        std::string_view inside, bool outer_expands, bool is_scope, const ShellCommand& command, int depth);
    void leave_inner(std::string_view inside);
    // `bash -c "cat > FILE" <<EOF`
    void read_input_of_shell(const ShellWord& word, const ShellCommand& command, int depth);
    // `echo NAME=value >> nccl.conf`
    void read_written_line(std::string_view file, const ShellCommand& command, std::size_t first);
    // Takes an assignment from a file that the script writes.
    void take_written(std::string_view file, Stated stated);

    // A variable that a branch exports.
    struct BranchVariable {
        Stated stated;
        CoverageState state = CoverageState::read; ///< of its line
        std::uint32_t branch = 0;
    };

    void forget_in_branches(std::string_view name);

    JobReader& job_;
    const Source& source_;
    LineStates& lines_;
    bool is_part_ = false;
    ScriptRuns runs_;
    std::vector<Stated> scope_; ///< what only the command at hand gets
    std::vector<BranchVariable> in_branches_;
    std::uint32_t branch_ = 0; ///< of the command at hand
    std::map<std::string_view, Stated> kept_; ///< set, but not exported
    std::set<std::string_view> exported_;
    std::set<std::string_view> written_; ///< the files that the script writes itself
    std::vector<std::string_view> texts_; ///< see note_text()
    std::set<std::pair<std::string_view, std::string_view>> taken_; ///< names and values of variables
    bool is_template_ = is_template(source_.file_name()); ///< whose marks something has yet to fill in
    std::set<std::uint32_t> marked_; ///< where a template has yet to fill in a value
    int inside_ = 0; ///< how many scripts of commands around the one at hand
    bool exports_all_ = false;
    bool is_scope_ = false; ///< within a script that a single command runs
    bool outer_expands_ = false; ///< the outer script expands the text that is read
    std::size_t left_ = 65536; ///< how many more words of scripts inside quotes are read
};

}
