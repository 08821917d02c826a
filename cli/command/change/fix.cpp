// SPDX-License-Identifier: Apache-2.0
// The diff goes to standard output and everything else to standard error, so that the diff can be piped into
// `patch`.
#include "cli/command/change/fix.h"

#include "cli/command/change/fix_commands.h"
#include "cli/command/change/fix_summary.h"
#include "cli/command/check/check.h"
#include "cli/command/print_gaps.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "models/parallel/parallel.h"
#include "models/text/sentence.h"
#include "workspace/amend/corrections.h"
#include "workspace/amend/prove_fixes.h"
#include "workspace/amend/write_corrections.h"
#include "workspace/check/check_fabrics.h"
#include "workspace/check/gaps.h"
#include "workspace/files/output_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rocelint::cli {
namespace {

void print_commands(const workspace::Outcome& outcome, const std::vector<workspace::Correction>& corrections)
{
    for (const workspace::Correction& correction : corrections) {
        if (correction.commands.empty())
            continue;
        const Device& device = outcome.fabric.devices[correction.device];
        print(fmt::format("# {} ({})\n{}", visible(device.name), device.platform, correction.commands));
        if (!correction.persistent.empty())
            print(fmt::format("# kept over a reboot of {}\n{}", visible(device.name), correction.persistent));
        if (!correction.netconf.empty())
            print(fmt::format("# the same for {} as the <config> of an <edit-config>\n{}",
                visible(device.name),
                correction.netconf));
    }
}

bool write_files(const workspace::Outcome& outcome, const std::vector<workspace::Correction>& corrections)
{
    const workspace::Written written = workspace::write_corrections(outcome, corrections);
    for (const Error& error : written.errors)
        print_failure(error);
    print(fmt::format("{} in {}\n", counted(written.changes, "correction"), counted(written.files, "file")));
    if (written.errors.empty())
        print(corrected_text(outcome, corrections));
    return written.errors.empty();
}

// Colors as in git: removed lines red, added lines green.
std::string coloured(std::string_view diff)
{
    std::string out;
    while (!diff.empty()) {
        const std::size_t end = std::min(diff.find('\n'), diff.size());
        const std::string_view line = diff.substr(0, end);
        const bool header = line.starts_with("--- ") || line.starts_with("+++ ");
        const std::string_view code = header ? "1"
            : line.starts_with("@@")         ? "36"
            : line.starts_with('-')          ? "31"
            : line.starts_with('+')          ? "32"
                                             : "";
        out += code.empty() ? std::string(line) : fmt::format("\033[{}m{}\033[m", code, line);
        if (end < diff.size())
            out += '\n';
        diff.remove_prefix(std::min(end + 1, diff.size()));
    }
    return out;
}

// Returns false if the request could not be carried out completely.
bool execute(const FixOptions& options,
    const workspace::Outcome& outcome,
    const std::vector<workspace::Correction>& corrections,
    std::vector<workspace::FolderFile>& files)
{
    const FixOptions::Mode mode = options.mode;
    if (mode == FixOptions::Mode::write)
        return write_files(outcome, corrections);
    bool good = true;
    if (mode == FixOptions::Mode::diff) {
        const bool colours = wants_colour(options.colour);
        for (const workspace::Correction& correction : corrections) {
            for (const workspace::CorrectedFile& file : correction.files)
                good = print(colours ? coloured(file.diff) : file.diff) && good;
        }
    } else if (mode == FixOptions::Mode::commands) {
        if (options.folder.empty())
            print_commands(outcome, corrections);
        else
            std::ranges::move(command_files(outcome, corrections), std::back_inserter(files));
        print_error(without_commands_text(outcome, corrections));
        print_error(interruptions_text(outcome, corrections));
    }
    print_error(corrected_text(outcome, corrections, "would be corrected: "));
    return good;
}

ExitCode fix_fabric(const FixOptions& options,
    workspace::Outcome& outcome,
    std::vector<workspace::FolderFile>& files,
    bool& any_corrected)
{
    const std::vector<workspace::Gap> gaps = workspace::find_gaps(outcome);
    print_gaps(gaps);
    if (workspace::is_missing_devices(outcome))
        return ExitCode::unreadable;
    const bool commands = options.mode == FixOptions::Mode::commands;
    workspace::ProvedCorrections proved = workspace::correct_and_prove(outcome,
        plan_fixes(outcome.report, {.disruptive = !options.hitless}),
        {.correction = {.files = true,
             .commands = commands,
             .hitless = options.hitless,
             .sku = options.sku,
             .release = options.release},
            .selection = {.disruptive = !options.hitless}});
    std::ranges::move(proved.later, std::back_inserter(outcome.report.findings));
    const FixPlan& plan = proved.plan;
    const std::vector<workspace::Correction>& corrections = proved.corrections;
    const bool anything = std::ranges::any_of(
        corrections, [](const workspace::Correction& correction) { return !correction.files.empty(); });
    any_corrected = any_corrected || anything;
    const bool good = execute(options, outcome, corrections, files);
    print_error(left_text(outcome, plan, corrections, options.hitless));
    if (!good)
        return ExitCode::unreadable;
    return worst_of(code_of(gaps),
        options.mode == FixOptions::Mode::check && anything ? ExitCode::findings : ExitCode::good);
}

}

ExitCode run_fix(const FixOptions& options)
{
    set_threads(options.jobs);
    std::vector<std::unique_ptr<workspace::Outcome>> outcomes;
    {
        Progress progress(!options.quiet);
        workspace::InputOptions input = options.input;
        input.progress = progress.count();
        Selection selection = options.selection;
        selection.progress = progress.count();
        auto checked = workspace::check_fabrics(input, selection, progress.sink());
        if (!checked) {
            print_failure(checked.error());
            return ExitCode::usage;
        }
        outcomes = std::move(checked->outcomes);
    }
    ExitCode code = ExitCode::good;
    std::vector<workspace::FolderFile> files;
    bool any_corrected = false;
    for (const auto& outcome : outcomes) {
        if (!outcome->folder.empty())
            print_error(fmt::format("fabric {}:\n", visible(outcome->folder)));
        code = worst_of(code, fix_fabric(options, *outcome, files, any_corrected));
    }
    if (options.mode == FixOptions::Mode::diff && !options.quiet && any_corrected)
        print_error(
            "--write makes these changes in the files, --commands prints what to type on the devices\n");
    if (options.folder.empty())
        return code;
    const auto written = workspace::write_output_folder(options.folder, "fix", files, options.force);
    if (!written) {
        print_failure(written.error());
        return worst_of(
            code, written.error().kind == ErrorKind::usage ? ExitCode::usage : ExitCode::unreadable);
    }
    print_error(fmt::format(
        "{} of commands written to {}\n", counted(files.size(), "file"), visible(options.folder)));
    return code;
}

}
