// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/spreading_switches.h"
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <array>
#include <string>

namespace rocelint::rules::spx001 {
namespace {

constexpr std::string_view plan = "links:\n  - {a: \"leaf1:swp1\", b: \"host1:ens1f0np0\"}\n";
constexpr std::string_view routes_adaptively = R"(+nv set router adaptive-routing enable on
+nv set interface swp2 router adaptive-routing enable on
)";

constexpr Example examples[] = {
    {.title = "The NIC takes packets out of order, and restarts slowly after each detour",
        .files = {{{"nvue", "leaf1", routes_adaptively},
            {"linux-host",
                "host1",
                R"(-        ROCE_ADAPTIVE_ROUTING_EN                    False(0)             False(0)             False(0)
+        ROCE_ADAPTIVE_ROUTING_EN                    False(0)             True(1)              True(1)
-roce_tx_window_en                              | 0x00000000
+roce_tx_window_en                              | 0x00000001
+roce_slow_restart_idle_en                      | 0x00000001
)"}}},
        .topology = plan,
        .flagged = "roce_slow_restart_en",
        .flagged_device = "host1"},
    {.title = "The NIC has the transport that the reference architecture sets with adaptive routing",
        .files = {{{"nvue", "leaf1", routes_adaptively},
            {"linux-host",
                "host1",
                R"(-        ROCE_ADAPTIVE_ROUTING_EN                    False(0)             False(0)             False(0)
+        ROCE_ADAPTIVE_ROUTING_EN                    False(0)             True(1)              True(1)
-roce_tx_window_en                              | 0x00000000
-roce_slow_restart_en                           | 0x00000001
+roce_tx_window_en                              | 0x00000001
+roce_slow_restart_en                           | 0x00000000
+roce_slow_restart_idle_en                      | 0x00000000
+adaptive_routing_forced_en                     | 0x00000001
)"}}},
        .topology = plan},
    {.title = "The leaf keeps a flow on one path",
        .files = {{{"nvue", "leaf1", ""},
            {"linux-host",
                "host1",
                R"(-        ROCE_ADAPTIVE_ROUTING_EN                    False(0)             False(0)             False(0)
+        ROCE_ADAPTIVE_ROUTING_EN                    False(0)             True(1)              True(1)
)"}}},
        .topology = plan},
};

// The NIC settings of the reference architecture that belong to adaptive routing.
struct Transport {
    std::string_view words;
    Setting<bool> Nic::*setting;
    bool wanted;
};
constexpr std::array transports{
    Transport{"adaptive retransmission", &Nic::adaptive_retransmission, true},
    Transport{"the send window", &Nic::send_window, true},
    Transport{"slow restart", &Nic::slow_restart, false},
    Transport{"slow restart after idle times", &Nic::slow_restart_idle, false},
};

void check_nic(
    FabricContext& context, const Device& spreading, const Device& host, const Nic& nic, PortId port)
{
    // Without it, LB003 reports the NIC.
    if (!nic.out_of_order.is(true))
        return;
    if (context.need(
            port, nic.slow_restart, "whether the NIC restarts slowly (mlxreg --reg_name ROCE_ACCL --get)")
        == nullptr)
        return;
    std::string wrong;
    OriginId first;
    for (const Transport& transport : transports) {
        const Setting<bool>& held = nic.*transport.setting;
        if (!held.peek_known() || held.value == transport.wanted)
            continue;
        if (wrong.empty())
            first = held.origin;
        add_item(wrong, fmt::format("{} {}", transport.words, held.value ? "on" : "off"));
    }
    if (wrong.empty())
        return;
    context.report({.at = host.place(first, &host.ports[nic.port]),
        .message = fmt::format(
            "{} has {}, but {} routes its packets adaptively: NVIDIA's reference architectures set the transport of "
            "the NIC otherwise with adaptive routing",
            context.port_label(port),
            wrong,
            spreading.name),
        .subjects = {{port, Property::transport}},
        .related = {{spreading.place(spreading.load_balancing.per_packet.origin), "packets are spread here"}},
        .fix
        = "mlxreg -d DEVICE --reg_name ROCE_ACCL --set "
          "roce_adp_retrans_en=1,roce_tx_window_en=1,roce_slow_restart_en=0,roce_slow_restart_idle_en=0, at boot."});
}

void check(FabricContext& context)
{
    const SpreadingSwitches switches(context.fabric, context.facts());
    for (std::uint32_t device = 0; device < context.fabric.devices.size(); ++device) {
        const Device& host = context.fabric.devices[device];
        for (const Nic& nic :
            host.kind == DeviceKind::host ? std::span<const Nic>(host.nics) : std::span<const Nic>{}) {
            const PortId port{device, nic.port};
            if (nic.port == Port::no_index || !context.analysis.is_roce(port))
                continue;
            if (const Device* spreading = switches.of_port(port))
                check_nic(context, *spreading, host, nic, port);
        }
    }
}

}

extern const Rule rule = {
    .code = "SPX001",
    .name = "nic-of-adaptive-routing",
    .severity = Severity::info,
    .scope = Scope::fabric,
    .summary
    = "A switch spreads the packets of one flow, and a NIC that takes them out of order retransmits as on a single path.",
    .why
    = "A NIC that restarts slowly takes a detour for congestion, and begins again at a low rate although the other "
      "paths are free. A packet that is lost on one of many paths is noticed late, since those of the other paths "
      "still arrive: adaptive retransmission has short timeouts for it, and the send window limits how much is sent "
      "in the meantime. NVIDIA's reference architectures for Spectrum-X set the four together with adaptive routing. "
      "The fabric works without; how much it loses depends on its traffic. LB003 reports NICs that do not accept the "
      "packets at all.",
    .source
    = "Mellanox/nic-configuration-operator, bindata/spectrum-x RA1.3, RA2.0, RA2.1 and RA3.0, runtimeConfig, "
      "adaptiveRouting (Adaptive Retransmission and Tx Window true, Slow Restart and Slow Restart Idle false); "
      "Mellanox/mstflint 4.36.0 adb, roce_accl_reg_ext (roce_slow_restart_en: initiated when congestion is identified)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Set the register ROCE_ACCL as the reference architecture does, at boot.",
    .check_fabric = check,
};

}
