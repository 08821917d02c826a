// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/credit_loops.h"
#include "rules/ib/fault_finding.h"

#include <fmt/format.h>

namespace rocelint::rules::ib032 {
namespace {

using lid_routing::Fate;

std::string what_happens(const Subnet& subnet, const lid_routing::RouteFault& fault)
{
    if (fault.fate == Fate::no_link)
        return fmt::format("leave by port {}, which has no link, and are lost", int{fault.port});
    if (fault.fate == Fate::other_switch)
        return "are taken by the switch itself, whose address that is not";
    const std::uint32_t port = subnet.port_of(fault.at, fault.port);
    const std::uint32_t peer = port == Subnet::none ? Subnet::none : subnet.peer_of(port);
    return fmt::format("leave by port {} to {}, whose address that is not, and are dropped",
        int{fault.port},
        peer == Subnet::none ? std::string("another node") : subnet.port_name(peer));
}

void check(FabricContext& context)
{
    for (const std::uint32_t device : context.fabric.subnets) {
        const Subnet& subnet = *context.fabric.devices[device].subnet;
        for (const lid_routing::RouteFault& fault : context.credits(device).faults) {
            if (fault.fate != Fate::no_link && fault.fate != Fate::other_end
                && fault.fate != Fate::other_switch)
                continue;
            report_fault(context, device, fault, what_happens(subnet, fault)).fix
                = "Let the subnet manager set the tables anew (a heavy sweep); if tables and topology were captured at "
                  "different times, capture both again.";
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
    .fix_class = FixClass::manual,
    .fix = "Let the subnet manager set the tables anew, and see why it did not.",
    .check_fabric = check,
};

}
