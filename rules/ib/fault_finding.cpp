// SPDX-License-Identifier: Apache-2.0
#include "rules/ib/fault_finding.h"

#include "analysis/proof/credit/credit_loops.h"
#include "rules/ib/route_place.h"

namespace rocelint {

Diagnosis diagnosis_of(
    const FabricContext& context, std::uint32_t device, const lid_routing::RouteFault& fault)
{
    const Subnet& subnet = *context.fabric.devices[device].subnet;
    const std::uint32_t port = subnet.port_of(fault.at, fault.port);
    return {.severity = fault.data_lids != 0 ? Severity::error : Severity::warning,
        .at = row_of_lid(context.fabric, subnet, fault.at, fault.first.front()),
        .message = proof::to_text(fault, subnet),
        .subjects = {{{device, port == Subnet::none ? Port::no_index : port}, Property::forwarding}},
        .fix_class = FixClass::manual};
}

void explain_gaps(FabricContext& context, std::uint32_t device)
{
    for (const std::string& gap : context.credits(device).gaps)
        context.not_checked({device, Port::no_index}, gap);
}

}
