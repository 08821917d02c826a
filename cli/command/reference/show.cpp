// SPDX-License-Identifier: Apache-2.0
// Reads files as `check` does and shows what was found in them, without judging it.
#include "cli/command/reference/show.h"

#include "cli/report/show/show_report.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "workspace/input/planned_devices.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

std::unique_ptr<ShownFabric> understand(workspace::Inputs inputs, bool among_several)
{
    auto shown = std::make_unique<ShownFabric>();
    if (among_several)
        shown->folder = inputs.folder.empty() ? "." : inputs.folder;
    shown->policy = std::move(inputs.policy);
    shown->files = std::move(inputs.loaded.files);
    shown->fabric = link(
        std::move(inputs.loaded.devices), std::move(inputs.loaded.sources), std::move(inputs.topology));
    workspace::compare_with_plan(shown->fabric, inputs.loaded.reach, shown->files, inputs.loaded.unreadable);
    shown->analysis = analyse(shown->fabric, shown->policy);
    return shown;
}

// What to do where nothing was recognised; empty if a device was.
std::string without_devices(const ShownFabrics& fabrics, const ShowOptions& options)
{
    const auto has_devices = [](const auto& shown) { return !shown->fabric.devices.empty(); };
    const auto has_files = [](const auto& shown) { return !shown->files.empty(); };
    if (std::ranges::any_of(fabrics, has_devices))
        return {};
    const std::string path = visible(options.input.paths.front());
    if (std::ranges::none_of(fabrics, has_files))
        return fmt::format(
            "rocelint: there is nothing to read below {}; name a folder with configurations or captures\n",
            path);
    return options.subject == ShowSubject::files
        ? std::string("rocelint: no device was recognised in any file\n")
        : fmt::format(
            "rocelint: no device was recognised in any file; `rocelint show files {}` says why\n", path);
}

}

ExitCode run_show(const ShowOptions& options)
{
    Progress progress(options.format == ShowOptions::Format::text);
    auto inputs = workspace::read_fabrics(options.input, progress.sink());
    if (!inputs) {
        print_failure(inputs.error());
        return ExitCode::usage;
    }
    bool any_unreadable = false;
    ShownFabrics fabrics;
    for (workspace::Inputs& one : *inputs) {
        for (const Error& error : one.loaded.unreadable) {
            print_failure(error);
            any_unreadable = true;
        }
        fabrics.push_back(understand(std::move(one), inputs->size() > 1));
    }
    print(options.format == ShowOptions::Format::json ? show_json(fabrics, options.subject)
                                                      : show_text(fabrics, options.subject, table_width()));
    const std::string problem = any_unreadable ? std::string() : without_devices(fabrics, options);
    print_error(problem);
    return any_unreadable || !problem.empty() ? ExitCode::unreadable : ExitCode::good;
}

}
