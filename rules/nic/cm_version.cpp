// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::nic007 {
namespace {

constexpr Example examples[] = {
    {.title = "Connections through the RDMA connection manager use RoCE v1",
        .files = {{{"linux-host", "host1", R"(-RoCE v2
+IB/RoCE v1
)"}}},
        .flagged = "IB/RoCE v1"},
    {.title = "A template makes connections use RoCE v1",
        .files = {{{"kubernetes", "nics", R"(-      roceMode: 2
+      roceMode: 1
)"}}},
        .flagged = "roceMode: 1"},
    {.title = "Connections use RoCE v2", .files = {{{"linux-host", "host1", ""}}}},
};

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical)
        return;
    const RoceVersion* version
        = context.need(context.id, nic->cm_version, "the RoCE version of the connection manager");
    if (version == nullptr || *version == RoceVersion::v2)
        return;
    context.report({.at = context.place(nic->cm_version.origin),
        .message = fmt::format(
            "{} ({}) makes RDMA connections with RoCE v1: its packets have no IP header, so that they are "
            "neither routed nor classified by DSCP",
            context.port_label(context.id),
            nic->rdma_device),
        .subjects = {context.subject(Property::roce_version)},
        .fix = !context.device().has_linux_tools()
            ? fmt::format("Let {} speak RoCE v2.", context.port().name)
            : fmt::format("cma_roce_mode -d {} -p 1 -m 2", nic->rdma_device),
        .changes = {context.change(Property::roce_version, RoceVersion::v2)}});
}

}

extern const Rule rule = {
    .code = "NIC007",
    .name = "rdma-cm-with-roce-v1",
    .severity = Severity::error,
    .scope = Scope::host,
    .summary = "The RDMA connection manager of a NIC makes RoCE v1 connections.",
    .why = "RoCE v1 is a layer 2 protocol: EtherType 0x8915 without an IP header. It does not cross a "
           "router, carries no DSCP and no ECN bits, and so gets neither the lossless class nor "
           "congestion control of a routed fabric.",
    .source = "InfiniBand Architecture Specification volume 1, annex A17 (RoCEv2); Linux "
              "drivers/infiniband/core/cma_configfs.c, default_roce_mode; "
              "Mellanox/nic-configuration-operator pkg/consts",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "cma_roce_mode -d DEVICE -p PORT -m 2",
    .check_port = check,
};

}
