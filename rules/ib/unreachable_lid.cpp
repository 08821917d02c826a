// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/credit/credit_loops.h"
#include "rules/ib/example_tables.h"
#include "rules/ib/examples.h"
#include "rules/ib/fault_finding.h"

namespace rocelint::rules::ib031 {
namespace {

constexpr ib::EditedText missing(
    ib::example_tables, {{"(leaf1)", "+0x0067 031 :\n", ""}, {"(leaf1)", "+8 valid", "+7 valid"}});

constexpr Example examples[] = {
    ib::example("leaf1 has no entry for host3", missing, "of switch Lid 11"),
    ib::example("Every switch has an entry for every host", ib::example_tables),
};

void check_rules(FabricContext& context, std::uint32_t device, const proof::CreditProof& proof)
{
    if (proof.cut_off_pairs == 0)
        return;
    const Subnet& subnet = *context.fabric.devices[device].subnet;
    const std::uint32_t to = proof.cut_off.second;
    context.report({.at = subnet.nodes[to].at,
        .message = proof::cut_off_text(proof, subnet) + ": hosts on the one cannot reach those on the other",
        .subjects = {{{device, subnet.nodes[to].first_port}, Property::forwarding}},
        .fix = "List other root switches, or lay a cable over which packets can go up, then down.",
        .fix_class = FixClass::manual});
}

void check(FabricContext& context)
{
    for (const std::uint32_t device : context.fabric.subnets) {
        explain_gaps(context, device);
        const proof::CreditProof& proof = context.credits(device);
        for (const lid_routing::RouteFault& fault : proof.faults) {
            if (fault.fate != lid_routing::Fate::no_entry)
                continue;
            Diagnosis diagnosis = diagnosis_of(context, device, fault);
            diagnosis.fix
                = "Look for the address in the subnet manager's log; with up/down routing, list other "
                  "roots.";
            context.report(std::move(diagnosis));
        }
        check_rules(context, device, proof);
    }
}

}

extern const Rule rule = {
    .code = "IB031",
    .name = "unreachable-lid",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where only packets of management ports are concerned"}}},
    .scope = Scope::fabric,
    .summary = "A switch on a packet's path has no forwarding entry for its InfiniBand address.",
    .why
    = "A switch drops a packet for a LID that its table has no port for; the sender sees a timeout only. "
      "Engines that restrict paths leave out addresses that no allowed path leads to. From spine to "
      "spine that is normal, since nothing is sent there; from a leaf to a host it is an outage.",
    .source
    = "InfiniBand Architecture Specification volume 1, 18.2.4.3 (LinearForwardingTable: 0xFF discards); opensm(8) "
      "3.3.23, Purpose of UPDN Algorithm",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Choose roots or an engine that reach every host, or complete the cabling.",
    .check_fabric = check,
};

}
