// SPDX-License-Identifier: Apache-2.0
#include "cli/command/infer_policy.h"

#include "analysis/analysis.h"

#include <fmt/format.h>

#include <iterator>

namespace rocelint::cli {
namespace {

std::string dscp_list(DscpSet set)
{
    std::string out;
    for (const Dscp dscp : set)
        out += fmt::format("{}{}", out.empty() ? "" : ", ", dscp);
    return out;
}

}

std::string policy_yaml(const ClassModel& model)
{
    std::string out
        = "# What switches, hosts and jobs agree on. Read it, correct it, and keep it beside the\n"
          "# configuration: from then on it is what the configuration is checked against.\n"
          "version: 1\n";
    if (model.classes.empty())
        out += "# No device pauses any priority, so there is no lossless class to state.\n";
    else
        out += "classes:\n";
    for (const RdmaClass& entry : model.classes)
        fmt::format_to(std::back_inserter(out),
            "  # {}\n  - {{name: \"{}\", priority: {}, dscp: [{}], trust: {}}}\n",
            entry.evidence,
            entry.name,
            entry.priority,
            dscp_list(entry.dscps),
            entry.trust == Trust::pcp ? "pcp" : "dscp");
    if (model.cnp.dscp || model.cnp.priority) {
        out += "cnp: {";
        if (model.cnp.priority)
            fmt::format_to(std::back_inserter(out), "priority: {}", *model.cnp.priority);
        if (model.cnp.dscp)
            fmt::format_to(
                std::back_inserter(out), "{}dscp: {}", model.cnp.priority ? ", " : "", *model.cnp.dscp);
        out += "}\n";
    }
    return out;
}

ExitCode run_infer_policy(const InputOptions& options)
{
    Progress progress(true);
    auto inputs = read_inputs(options, progress);
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
        print_error("rocelint: no device was recognised, so there is nothing to infer from\n");
        return ExitCode::unreadable;
    }
    print(policy_yaml(infer_classes(fabric)));
    return unreadable.empty() ? ExitCode::good : ExitCode::unreadable;
}

}
