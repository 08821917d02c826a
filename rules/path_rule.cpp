// SPDX-License-Identifier: Apache-2.0
// The rules that judge paths differ only in the property of a hop and in their words.
#include "rules/path_rule.h"

#include <fmt/format.h>

namespace rocelint {
namespace {

// The first port that carries RDMA, preferably on a host, since hosts mark the packets.
PortId first_rdma_port(const FabricContext& context)
{
    PortId found;
    for (std::uint32_t device = 0; device < context.fabric.devices.size(); ++device) {
        const bool host = context.fabric.devices[device].kind == DeviceKind::host;
        for (std::uint32_t port = 0; port < context.fabric.devices[device].ports.size(); ++port) {
            if ((!host && found.valid()) || !context.analysis.is_roce({device, port}))
                continue;
            if (host)
                return {device, port};
            found = {device, port};
        }
    }
    return found;
}

// Paths of a class can only be followed with its code point.
void explain_unmarked(FabricContext& context)
{
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (!proof::lacks_code_point(rdma_class))
            continue;
        if (const PortId port = first_rdma_port(context); port.valid())
            context.not_checked(port,
                fmt::format(
                    "no DSCP of {} is stated or captured, so its packets cannot be followed from switch to switch",
                    rdma_class.label()));
    }
}

void explain_unproven(FabricContext& context, bool (*is_about)(proof::Aspect))
{
    for (const proof::Step& step : proof::unproven_steps(context.paths(), is_about))
        context.not_checked(step.port, step.text);
    explain_unmarked(context);
}

}

void check_paths(FabricContext& context, const PathRule& row)
{
    if (context.classes.classes.empty())
        return;
    for (const proof::BrokenCause& cause : proof::broken_causes(context.paths(), row.is_about)) {
        if (row.reports != nullptr && !row.reports(cause))
            continue;
        const std::string port = context.port_label(cause.step.port);
        const RdmaClass& rdma_class = context.classes.classes[cause.step.kind];
        context.report(
            {.basis = cause.step.aspect == proof::Aspect::ecn ? context.basis_of_marking(rdma_class)
                                                              : context.basis_of(rdma_class),
                .at = cause.step.at,
                .message = fmt::format("{} {}{}", port, row.lead, cause.step.text),
                .subjects = cause.subjects,
                .fix = fmt::format(fmt::runtime(row.fix), port)});
    }
    explain_unproven(context, row.is_about);
}

}
