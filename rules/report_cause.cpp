// SPDX-License-Identifier: Apache-2.0
// The rules that judge paths all find lines that break packets, and report them in the same way.
#include "rules/report_cause.h"

#include <fmt/format.h>

namespace rocelint {

Finding& report_cause(FabricContext& context, const proof::BrokenCause& cause, std::string_view lead)
{
    const proof::Step& step = cause.step;
    // Without a policy, the class itself is only what most devices agree on.
    const std::string message = fmt::format("{} {}{}", context.port_label(step.port), lead, step.text);
    Finding& finding = context.assumed() ? context.report(Severity::warning, step.at, message)
                                         : context.report(step.at, message);
    finding.subjects = cause.subjects;
    return finding;
}

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

}

void explain_unproven(FabricContext& context, bool (*wanted)(proof::Aspect))
{
    for (const proof::Step& step : proof::unproven_steps(context.paths(), wanted))
        context.not_checked(step.port, step.text);
    explain_unmarked(context);
}

}
