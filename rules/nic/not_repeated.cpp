// SPDX-License-Identifier: Apache-2.0
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

namespace rocelint::rules::nic024 {
namespace {

constexpr std::string_view register_by_hand = R"(-roce_slow_restart_en                           | 0x00000001
+roce_slow_restart_en                           | 0x00000001
+adaptive_routing_forced_en                     | 0x00000001
)";

constexpr Example examples[] = {
    {.title = "The host's script sets trust, and PFC was set by hand",
        .files = {{{"linux-host", "host1", ""}, {"linux-host", "host1", R"(#!/bin/sh
mlnx_qos -i ens1f0np0 --trust dscp
echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class
cma_roce_tos -d mlx5_0 -t 106
)"}}},
        .flagged = "enabled     0   0   0   1"},
    {.title = "The DSCP of CNPs was set by hand, and the firmware starts with another",
        .files
        = {{{"linux-host",
                "host1",
                R"(-        CNP_DSCP_P1                                 48                   48                   48
+        CNP_DSCP_P1                                 48                   4                    4
)"},
            {"linux-host", "host1", R"(#!/bin/sh
mlnx_qos -i ens1f0np0 --trust dscp
mlnx_qos -i ens1f0np0 --pfc 0,0,0,1,0,0,0,0
echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class
cma_roce_tos -d mlx5_0 -t 106
)"}}},
        .flagged = "cnp_dscp:48"},
    {.title = "The register that makes the NIC take packets out of order was written by hand",
        .files = {{{"linux-host", "host1", register_by_hand}, {"linux-host", "host1", R"(#!/bin/sh
mlnx_qos -i ens1f0np0 --trust dscp
mlnx_qos -i ens1f0np0 --pfc 0,0,0,1,0,0,0,0
echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class
cma_roce_tos -d mlx5_0 -t 106
)"}}},
        .flagged = "adaptive_routing_forced_en"},
    {.title = "The host's script writes the register at each boot",
        .files = {{{"linux-host", "host1", register_by_hand}, {"linux-host", "host1", R"(#!/bin/sh
mlnx_qos -i ens1f0np0 --trust dscp
mlnx_qos -i ens1f0np0 --pfc 0,0,0,1,0,0,0,0
echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class
cma_roce_tos -d mlx5_0 -t 106
mlxreg -d mlx5_0 --reg_name ROCE_ACCL --set adaptive_routing_forced_en=0x1 --yes
)"}}}},
    {.title = "The firmware stores the same, and the register may be lost",
        .files
        = {{{"linux-host",
                "host1",
                R"(-        ROCE_ADAPTIVE_ROUTING_EN                    False(0)             False(0)             False(0)
+        ROCE_ADAPTIVE_ROUTING_EN                    False(0)             True(1)              True(1)
-roce_slow_restart_en                           | 0x00000001
+roce_slow_restart_en                           | 0x00000001
+adaptive_routing_forced_en                     | 0x00000001
)"},
            {"linux-host", "host1", R"(#!/bin/sh
mlnx_qos -i ens1f0np0 --trust dscp
mlnx_qos -i ens1f0np0 --pfc 0,0,0,1,0,0,0,0
echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class
cma_roce_tos -d mlx5_0 -t 106
)"}}}},
    {.title = "The host's script sets all that is in effect",
        .files = {{{"linux-host", "host1", ""}, {"linux-host", "host1", R"(#!/bin/sh
mlnx_qos -i ens1f0np0 --trust dscp
mlnx_qos -i ens1f0np0 --pfc 0,0,0,1,0,0,0,0
echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class
cma_roce_tos -d mlx5_0 -t 106
)"}}}},
};

struct Lost {
    OriginId origin;
    std::string_view what;
    Property property;
};

// Settings that only captures show and that differ from the NIC's initial values. Initial values survive a
// reboot.
std::vector<Lost> lost_settings(PortContext& context)
{
    const Device& host = context.device();
    const Port& port = context.port();
    const Nic* nic = context.nic();
    const auto is_kept = [&host](OriginId origin) {
        if (origin.kind() != OriginKind::explicit_)
            return true;
        const SourceId file = host.origins.span(origin).source;
        return std::ranges::find(host.boot_files, file) != host.boot_files.end();
    };
    std::vector<Lost> lost;
    const auto add = [&](const auto& setting, bool set, std::string_view what, Property property) {
        if (setting.peek_known() && set && !is_kept(setting.origin))
            lost.push_back({setting.origin, what, property});
    };
    add(port.pfc_rx, port.pfc_rx.known() && !port.pfc_rx.value.empty(), "PFC", Property::pfc);
    add(port.trust, port.trust.known() && port.trust.value == Trust::dscp, "trust in DSCP", Property::trust);
    if (nic == nullptr)
        return lost;
    add(nic->traffic_class,
        !(nic->class_unset.peek_known() && nic->class_unset.value),
        "the forced traffic class",
        Property::rdma_marking);
    add(nic->cm_tos, nic->cm_tos.value != 0, "the type of service of connections", Property::rdma_marking);
    // The firmware can store another initial value for these settings.
    const auto starts_otherwise = [](const auto& now, const auto& stored) {
        return stored.known() && now.known() && now.value != stored.value;
    };
    add(nic->cnp_dscp,
        starts_otherwise(nic->cnp_dscp, nic->stored_cnp_dscp),
        "the DSCP of CNPs",
        Property::cnp_marking);
    add(nic->cnp_priority,
        starts_otherwise(nic->cnp_priority, nic->stored_cnp_priority),
        "the priority of CNPs",
        Property::cnp_marking);
    // A register turns these on in addition to what the firmware stores, and is empty after a boot.
    const auto add_register
        = [&](const Setting<bool>& now, const Setting<bool>& stored, std::string_view what) {
              if (!now.is(true) || is_kept(now.origin))
                  return;
              const bool* at_boot = context.need(
                  context.id, stored, fmt::format("whether the firmware starts with {} (mlxconfig)", what));
              add(now, at_boot != nullptr && !*at_boot, what, Property::transport);
          };
    add_register(nic->out_of_order, nic->stored_out_of_order, "out-of-order receive");
    add_register(nic->selective_repeat, nic->stored_selective_repeat, "selective repeat");
    return lost;
}

void check(PortContext& context)
{
    if (!context.on_host() || !context.is_roce() || context.port().kind != PortKind::physical
        || context.device().boot_files.empty() || context.device().boot_files_are_corrections)
        return;
    const std::vector<Lost> lost = lost_settings(context);
    if (lost.empty())
        return;
    const std::string what = listed(lost | std::views::transform(&Lost::what));
    Diagnosis diagnosis{.at = context.place(lost.front().origin),
        .message = fmt::format(
            "{} has {} set, but none of the host's own files that were collected sets {} at boot: a reboot undoes "
            "{}",
            context.port_label(context.id),
            what,
            one_or_many(lost.size(), "it", "them"),
            one_or_many(lost.size(), "it", "them")),
        .fix = "Add the settings to the script or unit that sets up the NICs at boot."};
    for (const Lost& setting : lost)
        diagnosis.subjects.push_back(context.subject(setting.property));
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "NIC024",
    .name = "setting-not-repeated-at-boot",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "A NIC has RDMA settings that the host's boot files do not set, although they set others.",
    .why
    = "mlnx_qos, dcb, mlxreg and sysfs write to the running NIC; the next boot, or a reload of the driver, starts with "
      "the firmware's defaults. A host that was set up by hand works until then, and the reboot that takes it out of the "
      "lossless class comes weeks later. Judged only where files that set NICs up at boot were collected.",
    .source
    = "Mellanox/mlnx-tools, mlnx_qos (settings do not survive a reboot); NVIDIA/doroce-linux doRoCE.sh "
      "(installs a service for that reason); Mellanox/nic-configuration-operator, Spectrum-X reference architectures 1.3 to "
      "3.0 (nvConfig is stored; adaptive routing that is forced is runtimeConfig, which is applied after each boot)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Set it in a script of systemd or udev.",
    .check_port = check,
};

}
