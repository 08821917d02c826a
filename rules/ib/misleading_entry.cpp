// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/credit/credit_loops.h"
#include "rules/ib/example_tables.h"
#include "rules/ib/examples.h"
#include "rules/ib/fault_finding.h"

namespace rocelint::rules::ib032 {
namespace {

constexpr ib::EditedText no_link(ib::example_tables, {{"(spine1)", "+0x0067 002 :", "+0x0067 009 :"}});

constexpr Example examples[] = {
    ib::example("spine1 sends packets for host3 to a port without a cable", no_link, "0x0067 009"),
    ib::example("Entries lead to where the cables lead", ib::example_tables),
};

using lid_routing::Fate;

void check(FabricContext& context)
{
    for (const std::uint32_t device : context.fabric.subnets) {
        explain_gaps(context, device);
        for (const lid_routing::RouteFault& fault : context.credits(device).faults) {
            if (fault.fate != Fate::no_link && fault.fate != Fate::other_end
                && fault.fate != Fate::other_switch)
                continue;
            Diagnosis diagnosis = diagnosis_of(context, device, fault);
            diagnosis.fix
                = "Let the subnet manager set the tables again (a heavy sweep); if tables and topology were captured at "
                  "different times, capture both again.";
            context.report(std::move(diagnosis));
        }
    }
}

}

extern const Rule rule = {
    .code = "IB032",
    .name = "misleading-entry",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where only packets of management ports are concerned"}}},
    .scope = Scope::fabric,
    .summary
    = "An InfiniBand forwarding entry leads to a port without a link, or to a node that does not have the address.",
    .why
    = "A subnet manager sets the tables by the links that it has seen. Where an entry leads nowhere, a link or a node has "
      "gone or was moved since, and the manager has not noticed or could not write the table: packets are lost until it "
      "does. A channel adapter drops what is not for its LID.",
    .source
    = "InfiniBand Architecture Specification volume 1, 18.2.4.3 (LinearForwardingTable) and 9.6.1 (a packet whose "
      "DLID is not the port's is dropped)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Let the subnet manager set the tables again, and see why it did not.",
    .check_fabric = check,
};

}
