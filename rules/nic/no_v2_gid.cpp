// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::nic011 {
namespace {

constexpr Example examples[] = {
    {.title = "The NIC has GIDs of RoCE v1 alone",
        .files = {{{"linux-host",
            "host1",
            R"(-mlx5_0	1	1	fe80:0000:0000:0000:0000:00ff:fe00:0110			v2	ens1f0np0
-mlx5_0	1	3	0000:0000:0000:0000:0000:ffff:c000:0201	192.0.2.1  	v2	ens1f0np0
)"}}},
        .flagged = "mlx5_0	1	2"},
    {.title = "The NIC has GIDs of both versions", .files = {{{"linux-host", "host1", ""}}}},
};

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical || !nic->has_v2_gid.is(false))
        return;
    context.report({.at = context.place(nic->has_v2_gid.origin),
        .message
        = fmt::format("{} ({}) has no GID of RoCE v2: what it sends is neither routed nor classified by DSCP",
            context.port_label(context.id),
            nic->rdma_device),
        .subjects = {context.subject(Property::roce_version)},
        .fix = "Turn RoCE v2 on in the NIC's firmware, and give the interface an address."});
}

}

extern const Rule rule = {
    .code = "NIC011",
    .name = "no-roce-v2-gid",
    .severity = Severity::error,
    .scope = Scope::host,
    .summary = "A NIC has GIDs, and none of RoCE v2.",
    .why
    = "A queue pair speaks the version of the GID that it sends from. Without one of version 2 its packets "
      "have no IP header: no router forwards them, no switch sees a DSCP or marks them.",
    .source = "InfiniBand Architecture Specification volume 1, annex A17 (RoCEv2); Linux "
              "Documentation/ABI/stable/sysfs-class-infiniband, gid_attrs/types",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Turn RoCE v2 on in the firmware (ROCE_CONTROL) and give the interface an address.",
    .check_port = check,
};

}
