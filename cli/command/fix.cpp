// SPDX-License-Identifier: Apache-2.0
// The diff goes to standard output, everything else to standard error, so that it can be piped into `patch`.
#include "cli/command/fix.h"

#include "cli/command/check.h"
#include "cli/command/fix_summary.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "models/parallel/parallel.h"
#include "workspace/check_fabrics.h"
#include "workspace/corrections.h"
#include "workspace/write_corrections.h"

#include <fmt/format.h>

#include <algorithm>

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
    print(fmt::format("{} correction{} in {} file{}\n",
        written.changes,
        written.changes == 1 ? "" : "s",
        written.files,
        written.files == 1 ? "" : "s"));
    if (written.errors.empty())
        print(corrected_text(outcome, corrections));
    return written.errors.empty();
}

// False where what was asked for could not be done to the end.
bool carry_out(FixOptions::Mode mode,
    const workspace::Outcome& outcome,
    const std::vector<workspace::Correction>& corrections)
{
    if (mode == FixOptions::Mode::write)
        return write_files(outcome, corrections);
    bool good = true;
    if (mode == FixOptions::Mode::diff) {
        for (const workspace::Correction& correction : corrections) {
            for (const workspace::CorrectedFile& file : correction.files)
                good = print(file.diff) && good;
        }
    } else if (mode == FixOptions::Mode::commands) {
        print_commands(outcome, corrections);
        print_error(without_commands_text(outcome, corrections));
        print_error(interruptions_text(outcome, corrections));
    }
    print_error(corrected_text(outcome, corrections, "would be corrected: "));
    return good;
}

ExitCode fix_fabric(const FixOptions& options, const workspace::Outcome& outcome)
{
    for (const Error& error : outcome.unreadable)
        print_failure(error);
    if (workspace::is_missing_devices(outcome)) {
        print_error("rocelint: no device was recognised in any file, so nothing was corrected\n");
        return ExitCode::unreadable;
    }
    const FixPlan plan = plan_fixes(outcome.report, {.disruptive = !options.hitless});
    const bool commands = options.mode == FixOptions::Mode::commands;
    const std::vector<workspace::Correction> corrections = workspace::correct(outcome,
        plan,
        {.files = true,
            .commands = commands,
            .hitless = options.hitless,
            .sku = options.sku,
            .release = options.release});
    const bool anything = std::ranges::any_of(
        corrections, [](const workspace::Correction& correction) { return !correction.files.empty(); });
    const bool good = carry_out(options.mode, outcome, corrections);
    print_error(left_text(outcome, plan, corrections, options.hitless));
    if (!good || !outcome.unreadable.empty())
        return ExitCode::unreadable;
    return options.mode == FixOptions::Mode::check && anything ? ExitCode::findings : ExitCode::good;
}

}

ExitCode run_fix(const FixOptions& options)
{
    set_threads(options.jobs);
    std::vector<std::unique_ptr<workspace::Outcome>> outcomes;
    {
        Progress progress(true);
        auto checked = workspace::check_fabrics(options.input, options.selection, progress.sink());
        if (!checked) {
            print_failure(checked.error());
            return ExitCode::usage;
        }
        outcomes = std::move(checked->outcomes);
    }
    ExitCode code = ExitCode::good;
    for (const auto& outcome : outcomes) {
        if (!outcome->folder.empty())
            print_error(fmt::format("fabric {}:\n", visible(outcome->folder)));
        code = std::max(code, fix_fabric(options, *outcome));
    }
    return code;
}

}
