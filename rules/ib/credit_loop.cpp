// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/credit_loops.h"
#include "rules/ib/route_place.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::ib013 {
namespace {

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
            text += fmt::format("{}{}", text.empty() ? "" : ", ", sl);
    }
    return loop.sls == 0xffffU || loop.sls == 0 ? std::string() : fmt::format(" with service level {}", text);
}

// Where the first of the loop's packets are sent on; by rules where the engine is named.
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
            Finding& finding = context.report(
                loop.sure && !loop.management ? Severity::error : Severity::warning,
                place_of(context, device, loop),
                fmt::format("packets{} can wait for each other in a circle of {} cables for ever: {} ({})",
                    levels_of(loop),
                    loop.hops.size(),
                    names_of(loop, subnet),
                    cause_of(proof, loop)));
            for (std::size_t at = 0; at < loop.hops.size(); ++at) {
                const proof::CreditHop& hop = loop.hops[at];
                finding.blame({device, hop.from}, Property::forwarding);
                const proof::CreditHop& next = loop.hops[(at + 1) % loop.hops.size()];
                const Span row = hop.lids.empty()
                    ? subnet.ports[hop.to].at
                    : row_of_lid(context.fabric, subnet, subnet.ports[next.from].node, hop.lids.front());
                finding.related.push_back({row, proof::to_text(loop, at, subnet), {}});
            }
            finding.fix
                = "Let the subnet manager route without loops: updn or ftree with the roots listed, or an engine "
                  "that assigns service levels, with qos and enough lanes; or lay the cables as a tree.";
            finding.fix_class = FixClass::manual;
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
    .scope = Scope::fabric,
    .summary
    = "InfiniBand packets can wait for each other's buffers in a circle, so that traffic stops for good.",
    .why
    = "InfiniBand drops no packet for want of room: a port sends only what the next has granted credits for. Where "
      "forwarding tables lead packets around a circle of cables in one virtual lane, each buffer can be full of packets "
      "for the next, and none ever gets a credit. The ports then discard what waits too long (head-of-queue lifetime), "
      "again and again, and everything that leads there stalls. Packets that go up, then down close no such circle. "
      "Management ports of switches answer and do not talk to each other: ways from switch to switch are left out. Multicast "
      "is not looked at.",
    .source
    = "Dally and Seitz, Deadlock-free message routing, IEEE Transactions on Computers 1987; InfiniBand Architecture "
      "Specification volume 1, 7.6 (virtual lanes) and 7.9 (flow control); opensm(8) 3.3.23, ROUTING",
    .fix_class = FixClass::manual,
    .fix = "Choose a routing engine that closes no loop in this subnet, or lay the cables as a tree.",
    .check_fabric = check,
};

}
