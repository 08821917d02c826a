// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::nic001 {
namespace {

constexpr Example examples[] = {
    {.title = "The NIC trusts the PCP, as it does from the factory",
        .files = {{{"linux-host", "host1", R"(-Priority trust state: dscp
+Priority trust state: pcp
)"}}},
        .flagged = "Priority trust state: pcp"},
    {.title = "A template lets the NICs trust the PCP",
        .files = {{{"kubernetes", "nics", R"(-        trust: dscp
+        trust: pfc
)"}}},
        .flagged = "trust: pfc"},
    {.title = "The NIC trusts DSCP", .files = {{{"linux-host", "host1", ""}}}},
    {.title = "The driver of an ESXi host lets its NICs trust the VLAN tag",
        .files = {{{"esxi-host",
            "host1",
            R"(-trust_state  int   2      What the priority of a packet is taken from
+trust_state  int   1      What the priority of a packet is taken from
)"}}},
        .flagged = "trust_state  int   1"},
    {.title = "The driver of an ESXi host lets its NICs trust DSCP", .files = {{{"esxi-host", "host1", ""}}}},
    {.title = "The class of storage hosts is marked in the VLAN tag, that of the others by DSCP",
        .files = {{{"windows-host", "host1", ""}}},
        .topology = "devices:\n  host1: {role: storage}\nlinks: []\n",
        .policy = "version: 1\n"
                  "classes:\n"
                  "  - {name: training, priority: 4, dscp: [26], roles: [host, leaf]}\n"
                  "  - {name: storage, priority: 3, trust: pcp, roles: [storage, leaf]}\n"},
};

bool marks_by_dscp(const Nic& nic)
{
    const Setting<std::uint8_t>& tos = nic.forces_class() ? nic.traffic_class : nic.cm_tos;
    return tos.known() && tos.value != 0;
}

void check(PortContext& context)
{
    if (context.on_host() && context.judgement().idle)
        return context.not_checked_idle();
    const Nic* nic = context.nic();
    const Port& port = context.port();
    if (!context.on_host() || !context.is_roce() || nic == nullptr || port.kind != PortKind::physical)
        return;
    const Role role = context.device().role.value_or(Role::unknown);
    const bool by_dscp = std::ranges::any_of(context.classes.classes, [role](const RdmaClass& rdma_class) {
        return ClassModel::applies_to(rdma_class, role) && rdma_class.trust == Trust::dscp
            && !rdma_class.dscps.empty();
    });
    if (!by_dscp)
        return;
    const Trust* trust = context.need(context.id, port.trust, "trust");
    if (trust == nullptr || *trust == Trust::dscp || *trust == Trust::dscp_else_pcp)
        return;
    // Without a policy, a host that marks no DSCP may send tagged frames on purpose.
    const bool sure = !context.assumed() || marks_by_dscp(*nic);
    context.report({.basis = sure ? std::nullopt : std::optional(Basis::assumed_default),
        .at = context.place(port.trust.origin),
        .message = fmt::format("{} carries RDMA but trusts {}: RoCEv2 packets without a VLAN tag fall into "
                               "priority 0, {}",
            context.port_label(context.id),
            *trust == Trust::pcp ? "the PCP" : "nothing",
            context.classes.lossless().empty() ? "that of all other traffic" : "which has no PFC"),
        .subjects = {context.subject(Property::trust)},
        .related = {{context.judgement().at,
            "considered a RoCE port: " + describe(context.judgement(), context.fabric)}},
        .fix = !context.device().has_linux_tools()
            ? fmt::format(
                "Let {} trust DSCP, or state in the policy that the VLAN tag classifies.", port.name)
            : fmt::format("Let {} trust DSCP (mlnx_qos -i {} --trust dscp).", port.name, port.name),
        .changes = {context.change(Property::trust, Trust::dscp)}});
}

}

extern const Rule rule = {
    .code = "NIC001",
    .name = "nic-without-dscp-trust",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .scope = Scope::host,
    .summary = "An RDMA NIC does not classify its packets by DSCP.",
    .why = "A NIC that trusts the PCP takes the priority from the VLAN tag. RoCEv2 packets usually have "
           "none, so all RDMA leaves in priority 0: the NIC neither obeys pause for its RDMA traffic nor "
           "sends any for what it receives.",
    .source
    = "NVIDIA doroce-linux doRoCE.sh (mlnx_qos --trust dscp); Linux "
      "drivers/net/ethernet/mellanox/mlx5/core/en_dcbnl.c (trust state); VMware, vSphere 7.0, vSphere Storage, "
      "Configure Lossless Ethernet for NVMe over RDMA (trust_state=2 with PFC based on DSCP)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "mlnx_qos -i IFACE --trust dscp, and the same in the host's boot configuration; on ESXi, trust_state=2 of "
      "nmlx5_core.",
    .check_port = check,
};

}
