// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/credit/credit_loops.h"
#include "rules/ib/example_tables.h"
#include "rules/ib/examples.h"
#include "rules/ib/fault_finding.h"
#include "rules/ib/route_place.h"

#include <fmt/format.h>

namespace rocelint::rules::ib030 {
namespace {

constexpr ib::EditedText circle(ib::example_tables, {{"(spine1)", "+0x0067 002 :", "+0x0067 001 :"}});

constexpr Example examples[] = {
    ib::example("spine1 sends packets for host3 back to leaf1", circle, "0x0067 031"),
    ib::example("Tables that lead up, then down", ib::example_tables),
};

// The switches of the loop that packets for the LID run in.
std::vector<std::uint32_t> circle_of(const Subnet& subnet, std::uint32_t node, Lid lid)
{
    std::vector<std::uint32_t> nodes;
    do {
        nodes.push_back(node);
        const IbForwarding* table = subnet.forwarding_of(node);
        const std::uint32_t port
            = table == nullptr ? Subnet::none : subnet.port_of(node, table->port_of(lid));
        const std::uint32_t peer = port == Subnet::none ? Subnet::none : subnet.peer_of(port);
        if (peer == Subnet::none)
            break;
        node = subnet.ports[peer].node;
    } while (node != nodes.front() && nodes.size() < subnet.nodes.size());
    return nodes;
}

void check(FabricContext& context)
{
    for (const std::uint32_t device : context.fabric.subnets) {
        explain_gaps(context, device);
        const Subnet& subnet = *context.fabric.devices[device].subnet;
        for (const lid_routing::RouteFault& fault : context.credits(device).faults) {
            if (fault.fate != lid_routing::Fate::circles)
                continue;
            const std::vector<std::uint32_t> circle = circle_of(subnet, fault.at, fault.first.front());
            Diagnosis diagnosis = diagnosis_of(context, device, fault);
            for (const std::uint32_t node : circle) {
                if (node != fault.at)
                    diagnosis.show(row_of_lid(context.fabric, subnet, node, fault.first.front()),
                        fmt::format("{} sends them on by port {}",
                            subnet.node_name(node),
                            int{subnet.forwarding_of(node)->port_of(fault.first.front())}));
            }
            diagnosis.fix
                = "Let the subnet manager set the tables again (a heavy sweep), or correct the file that "
                  "they are loaded from.";
            context.report(std::move(diagnosis));
        }
    }
}

}

extern const Rule rule = {
    .code = "IB030",
    .name = "forwarding-circle",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where only packets of management ports are concerned"}}},
    .scope = Scope::fabric,
    .summary = "InfiniBand forwarding tables send packets for a LID around in a circle.",
    .why
    = "InfiniBand packets have no hop limit within a subnet. One that goes round stays until a port discards it for having "
      "waited too long, holds a buffer on every cable of the circle meanwhile, and never arrives. Tables that were set by "
      "two managers, loaded from a file, or captured while they changed look like this.",
    .source
    = "InfiniBand Architecture Specification volume 1, 7.8 (the local route header has no hop limit) and 18.2.4 "
      "(forwarding); opensm(8) 3.3.23, Modular Routing Engine",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Let the subnet manager set the tables again.",
    .check_fabric = check,
};

}
