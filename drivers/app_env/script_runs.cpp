// SPDX-License-Identifier: Apache-2.0
#include "drivers/app_env/script_runs.h"

#include "drivers/app_env/job_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rocelint::app_env {
namespace {

// How many different sets of variables are followed.
constexpr std::size_t most_runs = 64;

}

bool starts_processes(const ShellCommand& command)
{
    return std::ranges::any_of(command.words,
        [](const ShellWord& word) { return is_launcher(word.text.substr(word.text.find_last_of('/') + 1)); });
}

void ScriptRuns::note(const Stated& stated)
{
    if (!is_judged_variable(stated.name))
        return;
    if (stated.removed) {
        if (stated.certain)
            exported_.erase(stated.name);
        return;
    }
    Stated& before = exported_[stated.name];
    if (before == stated)
        return;
    before = stated;
    ++version_;
}

void ScriptRuns::end_command(
    const JobReader& job, const ShellCommand& command, std::vector<Stated> scope, LineStates& lines)
{
    const bool is_ours = std::ranges::any_of(scope, is_communication_variable, &Stated::name);
    const std::vector<std::string_view> nodes = std::exchange(named_, {});
    if (!is_ours) {
        const bool starts = starts_processes(command);
        launches_without_ = launches_without_ || starts;
        is_anywhere_ = is_anywhere_ || (starts && nodes.empty());
        nodes_.insert(nodes_.end(), nodes.begin(), nodes.end());
        return;
    }
    std::erase_if(scope, [](const Stated& stated) { return !is_judged_variable(stated.name); });
    const bool is_repeated = std::ranges::any_of(
        runs_, [&](const Run& run) { return run.version == version_ && run.scope == scope; });
    if (is_repeated)
        return;
    if (runs_.size() >= most_runs) {
        too_many_ = true;
        return;
    }
    Run run{.job = job, .version = version_, .begin = command.begin};
    for (const Stated& stated : scope) {
        lines.mark(stated.at.offset, stated.at.offset + stated.at.length, run.job.take(stated));
        const auto before = exported_.find(stated.name);
        overrides_ = overrides_ || (before != exported_.end() && before->second.value != stated.value);
    }
    run.job.runs_on(nodes);
    run.scope = std::move(scope);
    runs_.push_back(std::move(run));
}

void ScriptRuns::may_be_set_elsewhere(std::string_view reason)
{
    for (Run& run : runs_)
        run.job.may_be_set_elsewhere(reason);
}

std::vector<Job> ScriptRuns::jobs(JobReader& job)
{
    std::vector<Job> made;
    if (too_many_)
        job.may_be_set_elsewhere("a part of the script is not read");
    // Variables that all commands get are a job of their own if a command without variables of its own is
    // one.
    const bool is_job
        = runs_.empty() || runs_.back().version != version_ || (launches_without_ && overrides_);
    if (!is_anywhere_)
        job.runs_on(nodes_);
    if (is_job && job.has_variable())
        made.push_back(job.finish());
    // A command whose variables decide nothing is a job only if there is no other.
    const auto decides = [](const Run& run) { return !run.scope.empty(); };
    const bool any_decides = std::ranges::any_of(runs_, decides);
    const auto counts
        = [&](const Run& run) { return any_decides ? decides(run) : !is_job && &run == &runs_.front(); };
    const auto number = static_cast<std::size_t>(std::ranges::count_if(runs_, counts)) + made.size();
    for (Run& run : runs_) {
        if (!counts(run))
            continue;
        if (number > 1) {
            const std::string_view before = job.source().text().substr(0, run.begin);
            run.job.is_one_of_several(
                run.begin, job.arena().keep(fmt::format("line {}", 1 + std::ranges::count(before, '\n'))));
        }
        made.push_back(run.job.finish());
    }
    return made;
}

}
