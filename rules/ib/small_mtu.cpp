// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/subnet_facts.h"
#include "rules/ib/examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::ib026 {
namespace {

constexpr Example examples[] = {
    ib::example("The link is left at 2048 bytes",
        R"(+# Port info: Lid 11 port 1
+NeighborMTU:.....................2048
+MtuCap:..........................4096
+# Port info: Lid 101 port 1
+NeighborMTU:.....................2048
+MtuCap:..........................4096
)",
        "NeighborMTU:.....................2048"),
    ib::example("The link has what both ends support", R"(+# Port info: Lid 11 port 1
+NeighborMTU:.....................4096
+MtuCap:..........................4096
+# Port info: Lid 101 port 1
+NeighborMTU:.....................4096
+MtuCap:..........................4096
)"),
};

void check(DeviceContext& context)
{
    if (!context.device().subnet)
        return;
    const Subnet& subnet = *context.device().subnet;
    for (const IbLink& link : links_of(subnet)) {
        const IbPort& a = subnet.ports[link.a];
        const IbPort& b = subnet.ports[link.b];
        if (!a.mtu_supported.known() || !b.mtu_supported.known())
            continue;
        const Bytes best = std::min(a.mtu_supported.value, b.mtu_supported.value);
        const IbPort& shown = a.mtu.known() ? a : b;
        if (!shown.mtu.known() || shown.mtu.value >= best)
            continue;
        context.report({.at = context.device().place(shown.mtu.origin),
            .message = fmt::format("the link from {} to {} has an MTU of {}, and both ends support {}",
                subnet.port_name(link.a),
                subnet.port_name(link.b),
                shown.mtu.value.count,
                best.count),
            .subjects
            = {{{context.index, link.a}, Property::mtu}, {{context.index, link.b}, Property::mtu}}});
    }
}

}

extern const Rule rule = {
    .code = "IB026",
    .name = "ib-small-mtu",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "An InfiniBand link has a smaller MTU than both of its ends support.",
    .why
    = "Each packet carries headers of some 30 to 60 bytes and costs both adapters a fixed effort. At 2048 bytes instead of 4096 twice as many packets carry the same data, and since the path MTU is that of the smallest link on the way, one link lowers it for all routes over it.",
    .source
    = "IBA 1.5 14.2.5.6 (NeighborMTU, MTUCap); opensm man page (the subnet manager sets NeighborMTU to what both ends have)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "See why the subnet manager set less: an option that caps the MTU, or firmware that took it late; then let it sweep again.",
    .check_device = check,
};

}
