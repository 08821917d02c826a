// SPDX-License-Identifier: Apache-2.0
#include "cli/command/fix.h"

#include "cli/command/check.h"
#include "cli/command/fix_summary.h"
#include "cli/corrections.h"
#include "cli/output_file.h"
#include "cli/terminal.h"
#include "models/parallel/parallel.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

// A file that changed since it was read is left alone.
Result<void> write_file(const Outcome& outcome, const CorrectedFile& file)
{
    const Source& source = *outcome.fabric.sources.find(file.source);
    const auto now = Source::read(source.id(), source.path());
    if (!now)
        return tl::unexpected(now.error());
    if ((*now)->text() != source.text())
        return fail(ErrorKind::unreadable,
            fmt::format("{}: changed while it was being checked, and is left as it is", source.path()));
    return write_output_file(source.path(), file.text);
}

bool write_files(const Outcome& outcome, const std::vector<Correction>& corrections)
{
    bool good = true;
    std::size_t files = 0;
    std::size_t changes = 0;
    for (const Correction& correction : corrections) {
        bool whole = true;
        for (const CorrectedFile& file : correction.files) {
            const auto written = write_file(outcome, file);
            if (!written)
                print_failure(written.error());
            whole = whole && written.has_value();
            files += written.has_value() ? 1 : 0;
        }
        changes += whole ? correction.made.size() : 0;
        good = good && whole;
    }
    print(fmt::format(
        "{} correction{} in {} file{}\n", changes, changes == 1 ? "" : "s", files, files == 1 ? "" : "s"));
    if (good)
        print(corrected_text(outcome, corrections));
    return good;
}

void print_commands(const Outcome& outcome, const std::vector<Correction>& corrections)
{
    for (const Correction& correction : corrections) {
        if (correction.commands.empty())
            continue;
        const Device& device = outcome.fabric.devices[correction.device];
        print(fmt::format("# {} ({})\n{}", device.name, device.platform, correction.commands));
        if (!correction.persistent.empty())
            print(fmt::format("# kept over a reboot of {}\n{}", device.name, correction.persistent));
        if (!correction.netconf.empty())
            print(fmt::format("# the same for {} as the <config> of an <edit-config>\n{}",
                device.name,
                correction.netconf));
    }
}

std::unique_ptr<Outcome> check_inputs(const FixOptions& options)
{
    Progress progress(true);
    auto inputs = read_inputs(options.input, progress);
    if (!inputs) {
        print_failure(inputs.error());
        return nullptr;
    }
    progress.stage("checking");
    return check_loaded(std::move(inputs->loaded),
        std::move(inputs->topology),
        std::move(inputs->policy),
        options.selection,
        today());
}

}

ExitCode run_fix(const FixOptions& options)
{
    set_threads(options.jobs);
    const std::unique_ptr<Outcome> outcome = check_inputs(options);
    if (outcome == nullptr)
        return ExitCode::usage;
    for (const Error& error : outcome->unreadable)
        print_failure(error);
    if (outcome->fabric.devices.empty()) {
        print_error("rocelint: no device was recognised in any file, so nothing was corrected\n");
        return ExitCode::unreadable;
    }
    const FixPlan plan = plan_fixes(outcome->report, {.disruptive = !options.hitless});
    const bool commands = options.mode == FixOptions::Mode::commands;
    const std::vector<Correction> corrections
        = correct(*outcome, plan, {.files = true, .commands = commands});
    bool good = true;
    const bool anything = std::ranges::any_of(
        corrections, [](const Correction& correction) { return !correction.files.empty(); });
    if (options.mode == FixOptions::Mode::diff) {
        for (const Correction& correction : corrections) {
            for (const CorrectedFile& file : correction.files)
                good = print(file.diff) && good;
        }
    } else if (options.mode == FixOptions::Mode::write) {
        good = write_files(*outcome, corrections);
    } else if (commands) {
        print_commands(*outcome, corrections);
    }
    if (commands)
        print_error(without_commands_text(*outcome, corrections));
    if (options.mode != FixOptions::Mode::write && anything)
        print_error("would be corrected:\n" + corrected_text(*outcome, corrections));
    print_error(left_text(*outcome, plan, corrections, options.hitless));
    if (!good || !outcome->unreadable.empty())
        return ExitCode::unreadable;
    return options.mode == FixOptions::Mode::check && anything ? ExitCode::findings : ExitCode::good;
}

}
