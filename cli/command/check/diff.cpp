// SPDX-License-Identifier: Apache-2.0
// Compares two checks, for reviews, since a line diff does not show what a change means.
#include "cli/command/check/diff.h"

#include "cli/command/print_gaps.h"
#include "cli/command/written_files.h"
#include "cli/report/comparison/comparison_report.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "models/parallel/parallel.h"
#include "workspace/check/check_fabrics.h"
#include "workspace/check/gaps.h"
#include "workspace/compare/comparison.h"
#include "workspace/files/output_file.h"
#include "workspace/git/revision.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

namespace rocelint::cli {
namespace {

// One of the two sides, checked. The files of a revision are in a folder that lives as long as the side.
struct Side {
    workspace::RevisionFiles files;
    workspace::CheckedFabrics checked;
};

// `files` stay with the caller even if the check fails.
Result<workspace::CheckedFabrics> check_files(const DiffOptions& options,
    const workspace::RevisionFiles& files,
    const std::string& policy,
    Progress& progress)
{
    workspace::InputOptions input = options.input;
    input.progress = progress.count();
    input.paths = {files.path()};
    if (!policy.empty())
        input.policy = policy;
    if (!options.output.empty())
        input.not_inputs.push_back(options.output);
    auto checked = workspace::check_fabrics(input, {.progress = progress.count()}, progress.sink());
    if (!checked)
        return fail(checked.error().kind, files.with_given_names(checked.error().message));
    return checked;
}

// Checks the earlier side first. If its policy cannot be read but that of the later side can, the later
// policy applies to both, so that a user who fixes a policy gets an answer.
Result<std::vector<Side>> check_sides(const DiffOptions& options, Progress& progress, std::string& remark)
{
    std::vector<Side> sides;
    for (const std::string& path : options.input.paths) {
        auto files = workspace::RevisionFiles::find(path);
        if (!files)
            return tl::unexpected(files.error());
        sides.push_back({.files = *std::move(files), .checked = {}});
    }
    auto old = check_files(options, sides[0].files, {}, progress);
    if (!old && (old.error().kind == ErrorKind::unreadable || !options.input.policy.empty()))
        return tl::unexpected(old.error());
    auto now = check_files(options, sides[1].files, {}, progress);
    if (!now)
        return tl::unexpected(old ? now.error() : old.error());
    if (!old) {
        const std::string policy
            = now->outcomes.size() == 1 ? now->outcomes.front()->policy.path : std::string();
        if (policy.empty())
            return tl::unexpected(old.error());
        auto again = check_files(options, sides[0].files, policy, progress);
        if (!again)
            return tl::unexpected(old.error());
        remark = fmt::format(
            "{}; both sides are judged by {}", old.error().message, sides[1].files.with_given_names(policy));
        old = std::move(again);
    }
    sides[0].checked = *std::move(old);
    sides[1].checked = *std::move(now);
    return sides;
}

// Reports the gaps of a side: a comparison with it would be meaningless.
ExitCode refuse_side(const Side& side)
{
    ExitCode code = ExitCode::good;
    for (const auto& outcome : side.checked.outcomes) {
        const std::vector<workspace::Gap> gaps = workspace::find_gaps(*outcome);
        print_gaps(gaps, side.files.given());
        code = worst_of(code, code_of(gaps));
    }
    return code;
}

// Whether the path does not exist, neither on disk nor in a revision.
bool is_missing(const std::string& path)
{
    std::error_code error;
    return path != "-" && path.find(':') == std::string::npos && !std::filesystem::exists(path, error)
        && !error;
}

// As with git, users write `diff main site` for the files of a revision.
std::string missing_words(const std::vector<std::string>& paths, std::ptrdiff_t at)
{
    const std::string& missing = paths[static_cast<std::size_t>(at)];
    const std::string& other = paths[at == 0 ? 1 : 0];
    const std::string revision = fmt::format(
        "{}:{}", missing, is_missing(other) || other.find(':') != std::string::npos ? "PATH" : other);
    return fmt::format(
        "rocelint: {}: no such file or folder; for the files of a git revision write `rocelint diff {} {}`",
        missing,
        at == 0 ? revision : other,
        at == 0 ? other : revision);
}

// The severity in force: of several policies of the new side, the strictest.
std::optional<Severity> fail_on_of(const DiffOptions& options, const Side& now)
{
    std::optional<Severity> least;
    for (const auto& outcome : now.checked.outcomes) {
        const std::optional<Severity> one = options.fail_on.under(outcome->policy);
        if (one && (!least || *one < *least))
            least = one;
    }
    return least;
}

std::string report(const std::vector<workspace::FabricComparison>& compared,
    const DiffOptions& options,
    std::optional<Severity> fail_on)
{
    switch (options.format) {
    case DiffOptions::Format::markdown:
        return comparison_markdown(compared, fail_on);
    case DiffOptions::Format::json:
        return comparison_json(compared, fail_on);
    case DiffOptions::Format::text:
        break;
    }
    return comparison_text(compared, fail_on);
}

}

Objection complete(const DiffOptions& options)
{
    if (options.input.paths.size() == 2)
        return {};
    return "diff needs two paths: the old files, then the new ones; for those of a git revision write REV:PATH, "
           "as in `rocelint diff main:site site`";
}

ExitCode run_diff(const DiffOptions& options)
{
    if (const auto missing = std::ranges::find_if(options.input.paths, is_missing);
        missing != options.input.paths.end()) {
        print_error(
            visible(missing_words(options.input.paths, missing - options.input.paths.begin())) + '\n');
        return ExitCode::unreadable;
    }
    if (!options.output.empty()) {
        const NamedFile written[] = {{"-o " + options.output, options.output}};
        const NamedFile read[] = {{"--policy", options.input.policy}, {"--topology", options.input.topology}};
        if (const auto writable = check_written_files(written, read, options.input.paths); !writable) {
            print_failure(writable.error());
            return ExitCode::usage;
        }
    }
    set_threads(options.jobs);
    std::vector<Side> sides;
    std::string remark;
    {
        Progress progress(options.format == DiffOptions::Format::text && !options.quiet);
        auto checked = check_sides(options, progress, remark);
        if (!checked) {
            print_failure(checked.error());
            return ExitCode::usage;
        }
        sides = *std::move(checked);
    }
    if (!remark.empty() && !options.quiet)
        print_error(visible("rocelint: " + remark) + '\n');
    // Report the gaps of both sides.
    const ExitCode refused = refuse_side(sides[0]);
    if (const ExitCode code = worst_of(refuse_side(sides[1]), refused); code != ExitCode::good)
        return code;
    const std::vector<workspace::FabricComparison> compared = workspace::compare_fabrics(
        sides[0].checked.outcomes, sides[1].checked.outcomes, sides[0].files.path(), sides[1].files.path());
    const std::optional<Severity> fail_on = fail_on_of(options, sides[1]);
    const std::string text = report(compared, options, fail_on);
    if (options.output.empty()) {
        if (!print(text))
            return ExitCode::unreadable;
    } else if (const auto written = workspace::write_output_file(options.output, text); !written) {
        print_failure(written.error());
        return ExitCode::unreadable;
    }
    const bool worse = std::ranges::any_of(
        compared, [&](const workspace::FabricComparison& fabric) { return fabric.is_worse(fail_on); });
    return worse ? ExitCode::findings : ExitCode::good;
}

}
