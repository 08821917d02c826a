// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/credit_loops.h"
#include "rules/ib/example_tables.h"
#include "rules/ib/fault_finding.h"

namespace rocelint::rules::ib032 {
namespace {

constexpr std::string_view no_link
    = R"(+Unicast lids [0x0-0x68] of switch Lid 11 guid 0x0000000000000011 (leaf1):
+  Lid  Out   Destination
+       Port     Info
+0x000b 000 :
+0x000c 031 :
+0x0015 031 :
+0x0016 032 :
+0x0065 001 :
+0x0066 002 :
+0x0067 031 :
+0x0068 032 :
+8 valid lids dumped
+Unicast lids [0x0-0x68] of switch Lid 12 guid 0x0000000000000012 (leaf2):
+  Lid  Out   Destination
+       Port     Info
+0x000b 031 :
+0x000c 000 :
+0x0015 031 :
+0x0016 032 :
+0x0065 031 :
+0x0066 032 :
+0x0067 001 :
+0x0068 002 :
+8 valid lids dumped
+Unicast lids [0x0-0x68] of switch Lid 21 guid 0x0000000000000021 (spine1):
+  Lid  Out   Destination
+       Port     Info
+0x000b 001 :
+0x000c 002 :
+0x0015 000 :
+0x0016 001 :
+0x0065 001 :
+0x0066 001 :
+0x0067 009 :
+0x0068 002 :
+8 valid lids dumped
+Unicast lids [0x0-0x68] of switch Lid 22 guid 0x0000000000000022 (spine2):
+  Lid  Out   Destination
+       Port     Info
+0x000b 001 :
+0x000c 002 :
+0x0015 001 :
+0x0016 000 :
+0x0065 001 :
+0x0066 001 :
+0x0067 002 :
+0x0068 002 :
+8 valid lids dumped
)";

constexpr Example examples[] = {
    {.title = "spine1 sends packets for host3 to a port without a cable",
        .files = {{{"ib-fabric", "fabric", no_link}}},
        .flagged = "0x0067 009"},
    {.title = "Entries lead to where the cables lead", .files = {{{"ib-fabric", "fabric", example_tables}}}},
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
