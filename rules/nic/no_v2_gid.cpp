// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

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
    {.title = "The NIC has a link-local GID of RoCE v2 alone",
        .files = {{{"linux-host",
            "host1",
            R"(-mlx5_0	1	2	0000:0000:0000:0000:0000:ffff:c000:0201	192.0.2.1  	v1	ens1f0np0
-mlx5_0	1	3	0000:0000:0000:0000:0000:ffff:c000:0201	192.0.2.1  	v2	ens1f0np0
)"}}},
        .flagged = "mlx5_0	1	1"},
    {.title = "The firmware turns RoCE off",
        .files = {{{"linux-host",
            "host1",
            R"(-        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        ROCE_CONTROL                                ROCE_ENABLE(2)       ROCE_DISABLE(1)      ROCE_DISABLE(1)
)"}}},
        .flagged = "ROCE_CONTROL"},
    {.title = "The NVM of a NIC turns RDMA off",
        .files = {{{"linux-host", "host1", R"(-driver: mlx5_core
+driver: bnxt_en
-bus-info: 0000:1a:00.0
+bus-info: 0000:1a:00.0
+root@host1:~# niccli -dev 0000:1a:00.0 nvm -getoption support_rdma -scope 0
+support_rdma = False
)"}}},
        .flagged = "support_rdma = False"},
    {.title = "The NIC has GIDs of both versions", .files = {{{"linux-host", "host1", ""}}}},
};

bool is_v2(const Gid& gid) { return gid.version == RoceVersion::v2; }

// Every interface has a link-local address; the table lists what else it has.
void check_routable(PortContext& context, const Nic& nic)
{
    const auto local = std::ranges::find_if(nic.gids, is_v2);
    const auto is_routable = [](const Gid& gid) { return is_v2(gid) && !gid.link_local; };
    if (local == nic.gids.end() || std::ranges::any_of(nic.gids, is_routable))
        return;
    context.report({.severity = Severity::warning,
        .at = context.place(local->at),
        .message = fmt::format(
            "{} ({}) has GIDs of RoCE v2 for link-local addresses alone: no router forwards what it sends",
            context.port_label(context.id),
            nic.rdma_device),
        .subjects = {context.subject(Property::roce_version)},
        .fix = "Give the interface an address."});
}

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical)
        return;
    if (!nic->has_v2_gid.is(false))
        return check_routable(context, *nic);
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
    .other_severities
    = {{{Severity::warning, "where those of RoCE v2 are link-local, which reach the hosts of one subnet"}}},
    .scope = Scope::host,
    .summary = "A NIC has GIDs, but no routable one of RoCE v2.",
    .why
    = "A queue pair speaks the version of the GID that it sends from. Without one of version 2 its packets "
      "have no IP header: no router forwards them, no switch sees a DSCP or marks them. An interface "
      "without an address has only the version 2 GID of its link-local address. With that it reaches its "
      "own subnet but nothing behind a router: where leaves route, no host of another leaf.",
    .source
    = "InfiniBand Architecture Specification volume 1, annex A17 (RoCEv2); Linux "
      "Documentation/ABI/stable/sysfs-class-infiniband, gid_attrs/types; RFC 4291 section 2.5.6 (routers do not "
      "forward packets with link-local addresses)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Turn RoCE v2 on in the firmware (ROCE_CONTROL, support_rdma) and give the interface an address.",
    .check_port = check,
};

}
