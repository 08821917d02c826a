// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/credit/credit_loops.h"
#include "models/text/sentence.h"
#include "rules/ib/example_tables.h"
#include "rules/ib/examples.h"
#include "rules/ib/route_place.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::ib013 {
namespace {

constexpr std::string_view round
    = R"(-[2]	"H-0000000000000103"[1](104) 		# "host2 mlx5_0" lid 102 4xHDR
-[2]	"H-0000000000000107"[1](108) 		# "host4 mlx5_0" lid 104 4xHDR
-[2]	"S-0000000000000012"[31]		# "leaf2" lid 12 4xHDR
+[2]	"S-0000000000000012"[31]		# "leaf2" lid 12 4xHDR
+[3]	"H-0000000000000103"[1](104) 		# "host2 mlx5_0" lid 102 4xHDR
-[2]	"S-0000000000000012"[32]		# "leaf2" lid 12 4xHDR
+[2]	"S-0000000000000012"[32]		# "leaf2" lid 12 4xHDR
+[3]	"H-0000000000000107"[1](108) 		# "host4 mlx5_0" lid 104 4xHDR
-[1](104) 	"S-0000000000000011"[2]		# lid 102 lmc 0 "leaf1" lid 11 4xHDR
+[1](104) 	"S-0000000000000021"[3]		# lid 102 lmc 0 "spine1" lid 21 4xHDR
-[1](108) 	"S-0000000000000012"[2]		# lid 104 lmc 0 "leaf2" lid 12 4xHDR
+[1](108) 	"S-0000000000000022"[3]		# lid 104 lmc 0 "spine2" lid 22 4xHDR
+Unicast lids [0x0-0x68] of switch Lid 11 guid 0x0000000000000011 (leaf1):
+  Lid  Out   Destination
+       Port     Info
+0x000b 000 :
+0x000c 031 :
+0x0015 031 :
+0x0016 032 :
+0x0065 001 :
+0x0066 031 :
+0x0067 031 :
+0x0068 032 :
+8 valid lids dumped
+Unicast lids [0x0-0x68] of switch Lid 12 guid 0x0000000000000012 (leaf2):
+  Lid  Out   Destination
+       Port     Info
+0x000b 032 :
+0x000c 000 :
+0x0015 031 :
+0x0016 032 :
+0x0065 032 :
+0x0066 031 :
+0x0067 001 :
+0x0068 032 :
+8 valid lids dumped
+Unicast lids [0x0-0x68] of switch Lid 21 guid 0x0000000000000021 (spine1):
+  Lid  Out   Destination
+       Port     Info
+0x000b 001 :
+0x000c 002 :
+0x0015 000 :
+0x0016 002 :
+0x0065 001 :
+0x0066 003 :
+0x0067 002 :
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
+0x0068 003 :
+8 valid lids dumped
)";

constexpr ib::EditedText broken_round(
    round, {{"(spine1)", "+0x0016 002 :", "+0x0016 001 :"}, {"(spine1)", "+0x0068 002 :", "+0x0068 001 :"}});

constexpr Example examples[] = {
    ib::example("Four switches in a ring, and packets for the far one go the same way round everywhere",
        round,
        "0x0067 031"),
    ib::example("The same ring, where spine1 reaches spine2 the other way", broken_round),
};

std::string names_of(const proof::CreditLoop& loop, const Subnet& subnet)
{
    std::string text;
    for (const proof::CreditHop& hop : loop.hops)
        text += subnet.node_name(subnet.ports[hop.from].node) + " -> ";
    return text + subnet.node_name(subnet.ports[loop.hops.front().from].node);
}

std::string levels_of(const proof::CreditLoop& loop)
{
    std::string text;
    for (unsigned sl = 0; sl < 16; ++sl) {
        if ((loop.sls >> sl & 1U) != 0)
            add_item(text, fmt::format("{}", sl));
    }
    return loop.sls == 0xffffU || loop.sls == 0 ? std::string() : fmt::format(" with service level {}", text);
}

// The row that forwards the first of the loop's packets; for a loop found by rules, the line that names the
// engine.
Span place_of(const FabricContext& context, std::uint32_t device, const proof::CreditLoop& loop)
{
    const Subnet& subnet = *context.fabric.devices[device].subnet;
    const proof::CreditHop& hop = loop.hops.front();
    if (!hop.lids.empty())
        return row_of_lid(context.fabric, subnet, subnet.ports[hop.from].node, hop.lids.front());
    for (const std::uint32_t manager : context.fabric.managers_of(device)) {
        const SubnetManager& files = *context.fabric.devices[manager].manager;
        if (files.engines_at.somewhere())
            return files.engines_at;
    }
    return subnet.ports[hop.from].at;
}

std::string cause_of(const proof::CreditProof& proof, const proof::CreditLoop& loop)
{
    std::string text = proof.basis == proof::CreditProof::Basis::rules
        ? "by " + proof.routes + ", whatever else it chooses"
        : "by " + proof.routes;
    if (loop.management)
        text += "; only packets to or from the management ports of switches do";
    if (!loop.sure)
        text
            += "; a subnet manager whose path records keep packets apart by their service level (lash, dfsssp, nue, "
               "torus-2QoS) would prevent it, and neither its files nor its path records were captured";
    return text;
}

void check(FabricContext& context)
{
    for (const std::uint32_t device : context.fabric.subnets) {
        const Subnet& subnet = *context.fabric.devices[device].subnet;
        const proof::CreditProof& proof = context.credits(device);
        for (const proof::CreditLoop& loop : proof.loops) {
            Diagnosis diagnosis{
                .severity = loop.sure && !loop.management ? Severity::error : Severity::warning,
                .at = place_of(context, device, loop),
                .message
                = fmt::format("packets{} can wait for each other in a circle of {} cables forever: {} "
                              "({})",
                    levels_of(loop),
                    loop.hops.size(),
                    names_of(loop, subnet),
                    cause_of(proof, loop)),
                .fix
                = "Let the subnet manager route without loops: updn or ftree with the roots listed, or an engine "
                  "that assigns service levels, with qos and enough lanes; or lay the cables as a tree.",
                .fix_class = FixClass::manual};
            for (std::size_t at = 0; at < loop.hops.size(); ++at) {
                const proof::CreditHop& hop = loop.hops[at];
                diagnosis.blame({device, hop.from}, Property::forwarding);
                const proof::CreditHop& next = loop.hops[(at + 1) % loop.hops.size()];
                const Span row = hop.lids.empty()
                    ? subnet.ports[hop.to].at
                    : row_of_lid(context.fabric, subnet, subnet.ports[next.from].node, hop.lids.front());
                diagnosis.show(row, proof::to_text(loop, at, subnet));
            }
            context.report(std::move(diagnosis));
        }
        for (const std::string& reason : proof.unproven)
            context.not_checked({device, Port::no_index}, reason);
    }
}

}

extern const Rule rule = {
    .code = "IB013",
    .name = "credit-loop",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning,
        "where service levels that were not captured may break the loop, or only management packets are in it"}}},
    .scope = Scope::fabric,
    .summary
    = "InfiniBand packets can wait for each other's buffers in a circle, so that traffic stops for good.",
    .why
    = "InfiniBand drops no packet for lack of buffer space: a port sends only what the next has granted credits "
      "for. Where forwarding tables lead packets around a circle of cables in one virtual lane, each "
      "buffer can be full of packets for the next, and none ever gets a credit. The ports then discard "
      "what waits too long (head-of-queue lifetime), again and again, and everything that leads there "
      "stalls. Packets that go up, then down close no such circle. Management ports of switches answer "
      "and do not talk to each other: paths from switch to switch are left out. Multicast is not judged.",
    .source
    = "Dally and Seitz, Deadlock-free message routing, IEEE Transactions on Computers 1987; InfiniBand Architecture "
      "Specification volume 1, 7.6 (virtual lanes) and 7.9 (flow control); opensm(8) 3.3.23, ROUTING",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Choose a routing engine that closes no loop in this subnet, or lay the cables as a tree.",
    .check_fabric = check,
};

}
