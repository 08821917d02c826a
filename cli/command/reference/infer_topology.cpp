// SPDX-License-Identifier: Apache-2.0
// Only prints and never writes a file: a plan of the cables is the site's own, so a person must read it
// before it becomes a file.
#include "cli/command/reference/infer_topology.h"

#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "workspace/topology_export/inferred_topology.h"

namespace rocelint::cli {

ExitCode run_infer_topology(const workspace::InputOptions& options)
{
    Progress progress(true);
    auto inputs = workspace::read_inputs(options, progress.sink());
    if (!inputs) {
        print_failure(inputs.error());
        return ExitCode::usage;
    }
    const std::vector<Error> unreadable = std::move(inputs->loaded.unreadable);
    // What devices show, independent of the cables that a topology already states.
    inputs->topology.links.clear();
    const Fabric fabric = link(
        std::move(inputs->loaded.devices), std::move(inputs->loaded.sources), std::move(inputs->topology));
    for (const Error& error : unreadable)
        print_failure(error);
    if (fabric.devices.empty()) {
        print_error(
            "rocelint: no device was recognised, so there is nothing to infer from; `rocelint show files` says "
            "why\n");
        return ExitCode::unreadable;
    }
    print(visible_lines(workspace::inferred_topology(fabric)));
    return unreadable.empty() ? ExitCode::good : ExitCode::unreadable;
}

}
