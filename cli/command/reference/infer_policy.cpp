// SPDX-License-Identifier: Apache-2.0
// Only prints and never writes a file: a policy is the site's decision, so a person must read it before it
// becomes a file.
#include "cli/command/reference/infer_policy.h"

#include "analysis/analysis.h"
#include "analysis/class_names.h"
#include "analysis/infer_practice.h"
#include "analysis/infer_scope.h"
#include "analysis/policy_text.h"
#include "cli/terminal/terminal.h"

namespace rocelint::cli {
ExitCode run_infer_policy(const workspace::InputOptions& options)
{
    Progress progress(true);
    auto inputs = workspace::read_inputs(options, progress.sink());
    if (!inputs) {
        print_failure(inputs.error());
        return ExitCode::usage;
    }
    const std::vector<Error> unreadable = std::move(inputs->loaded.unreadable);
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
    const ClassModel classes = infer_classes(fabric);
    print(policy_yaml(
        classes, infer_scope(fabric, classes), infer_practice(fabric), propose_class_names(fabric, classes)));
    return unreadable.empty() ? ExitCode::good : ExitCode::unreadable;
}

}
