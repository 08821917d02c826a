// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/credit_loops.h"
#include "rules/ib/fault_finding.h"

#include <fmt/format.h>

namespace rocelint::rules::ib031 {
namespace {

void check_rules(FabricContext& context, std::uint32_t device, const proof::CreditProof& proof)
{
    if (proof.cut_off.empty())
        return;
    const Subnet& subnet = *context.fabric.devices[device].subnet;
    const auto [from, to] = proof.cut_off.front();
    Finding& finding = context.report(subnet.nodes[to].at,
        fmt::format("{} allows no way from {} to {}{}: hosts on the one cannot reach those on the other",
            proof.cut_off_by,
            subnet.node_name(from),
            subnet.node_name(to),
            proof.cut_off.size() == 1
                ? std::string()
                : fmt::format(", nor between {} more pairs of switches", proof.cut_off.size() - 1)));
    finding.blame({device, subnet.nodes[to].first_port}, Property::forwarding);
    finding.fix = "List other root switches, or lay a cable over which packets can go up, then down.";
    finding.fix_class = FixClass::manual;
}

void check(FabricContext& context)
{
    for (const std::uint32_t device : context.fabric.subnets) {
        const proof::CreditProof& proof = context.credits(device);
        for (const lid_routing::RouteFault& fault : proof.faults) {
            if (fault.fate != lid_routing::Fate::no_entry)
                continue;
            Finding& finding = report_fault(
                context, device, fault, "are dropped, since its forwarding table has no port for them");
            finding.fix
                = "Look for the address in the subnet manager's log; where it is routed by up and down, list other "
                  "roots.";
        }
        check_rules(context, device, proof);
    }
}

}

extern const Rule rule = {
    .code = "IB031",
    .name = "unreachable-lid",
    .severity = Severity::error,
    .scope = Scope::fabric,
    .summary = "A switch that packets pass has no forwarding entry for an InfiniBand address.",
    .why
    = "A switch drops a packet for a LID that its table has no port for; the sender sees a timeout only. Engines that "
      "restrict ways leave addresses out that no allowed way leads to. From spine to spine that is usual and nobody sends "
      "there; from a leaf to a host it is an outage.",
    .source
    = "InfiniBand Architecture Specification volume 1, 18.2.4.3 (LinearForwardingTable: 0xFF discards); opensm(8) "
      "3.3.23, Purpose of UPDN Algorithm",
    .fix_class = FixClass::manual,
    .fix = "Choose roots or an engine that reach every host, or complete the cabling.",
    .check_fabric = check,
};

}
