// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/app_env/job/assignment.h"
#include "drivers/app_env/job/job_reader.h"
#include "drivers/app_env/job/line_states.h"
#include "drivers/shell/shell.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace rocelint::app_env {

/// Whether a command starts the processes of a job.
[[nodiscard]] bool starts_processes(const ShellCommand& command);

/// The commands of a script that get variables of their own: `NCCL_IB_TC=0 ./probe` sets it for this command
/// alone, and each set of variables that differs is a job.
class ScriptRuns {
public:
    /// Notes a variable that all later commands of the script get.
    void note(const Stated& stated);
    /// Whether the commands get this variable.
    [[nodiscard]] bool has(std::string_view name) const { return exported_.contains(name); }
    /// The variables that the commands get, by name.
    [[nodiscard]] const std::map<std::string_view, Stated>& exported() const { return exported_; }
    /// The command at hand runs on these hosts.
    void runs_on(const std::vector<std::string_view>& nodes)
    {
        named_.insert(named_.end(), nodes.begin(), nodes.end());
    }
    /// A command ends that got `scope` in addition to what `job` holds.
    void end_command(
        const JobReader& job, const ShellCommand& command, std::vector<Stated> scope, LineStates& lines);
    /// What the commands so far do not set may be set elsewhere, for this reason, a literal.
    void may_be_set_elsewhere(std::string_view reason);
    /// The jobs of the script; `job` holds the variables that all commands get.
    [[nodiscard]] std::vector<Job> jobs(JobReader& job);

private:
    struct Run {
        JobReader job;
        std::vector<Stated> scope{};
        std::uint32_t version = 0;
        std::uint32_t begin = 0;
    };
    std::vector<Run> runs_;
    std::map<std::string_view, Stated> exported_;
    std::uint32_t version_ = 0; ///< of `exported_`
    bool launches_without_ = false; ///< a command that starts processes got no variables of its own
    std::vector<std::string_view> named_; ///< by the command at hand
    std::vector<std::string_view> nodes_; ///< of commands without variables of their own
    bool is_anywhere_ = false; ///< one of them names no host
    bool overrides_ = false; ///< a command got another value than the others
    bool too_many_ = false;
};

}
