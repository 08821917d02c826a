// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/spreading_switches.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::lb003 {
namespace {

constexpr std::string_view spraying = R"(-lossless: [3]
+lossless: [3]
+ecmp: {fields: [source-ip, destination-ip, source-port], per_packet: yes}
)";
constexpr std::string_view junos_spraying = R"(-version 23.4R2-S3.9-EVO;
+version 23.4R2-S3.9-EVO;
+forwarding-options {
+    enhanced-hash-key {
+        ecmp-dlb {
+            per-packet;
+        }
+    }
+}
)";
constexpr std::string_view plan = R"(devices: {leaf1: {role: leaf}, host1: {role: host}}
links:
  - {a: "leaf1:p1", b: "host1:ens1f0np0"}
)";

constexpr Example examples[] = {
    {.title = "The leaf spreads packets, and the NIC requires them in order",
        .files = {{{"sample-nos", "leaf1", spraying}, {"linux-host", "host1", ""}}},
        .topology = plan,
        .flagged = "ROCE_ADAPTIVE_ROUTING_EN",
        .flagged_device = "host1"},
    {.title = "A Junos leaf balances packet by packet, and the NIC requires them in order",
        .files = {{{"junos", "leaf1", junos_spraying}, {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/0\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "ROCE_ADAPTIVE_ROUTING_EN",
        .flagged_device = "host1"},
    {.title = "The NIC accepts packets out of order",
        .files = {{{"sample-nos", "leaf1", spraying},
            {"linux-host",
                "host1",
                R"(-        ROCE_ADAPTIVE_ROUTING_EN                    False(0)             False(0)             False(0)
+        ROCE_ADAPTIVE_ROUTING_EN                    False(0)             True(1)              True(1)
-roce_tx_window_en                              | 0x00000000
-roce_slow_restart_en                           | 0x00000001
+roce_tx_window_en                              | 0x00000001
+roce_slow_restart_en                           | 0x00000000
)"}}},
        .topology = plan},
    {.title = "The leaf keeps a flow on one path",
        .files = {{{"sample-nos", "leaf1", ""}, {"linux-host", "host1", ""}}},
        .topology = plan},
    {.title
        = "The switches of the NIC's plane keep a flow on one path, and a switch that no cable connects to them spreads packets",
        .files = {{{"sample-nos", "leaf1", ""},
            {"sample-nos", "spine1", ""},
            {"sample-nos", "superspine1", spraying},
            {"linux-host", "host1", ""}}},
        .topology
        = R"(devices: {leaf1: {role: leaf}, superspine1: {role: super-spine}, spine1: {role: spine}, host1: {role: host}}
links:
  - {a: "leaf1:p1", b: "host1:ens1f0np0"}
  - {a: "leaf1:p2", b: "spine1:p1"}
)"},
    {.title = "A Spectrum leaf routes adaptively, and the NIC requires packets in order",
        .files = {{{"nvue", "leaf1", R"(+nv set router adaptive-routing enable on
+nv set interface swp2 router adaptive-routing enable on
)"},
            {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:swp1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "ROCE_ADAPTIVE_ROUTING_EN",
        .flagged_device = "host1"},
};

void check(FabricContext& context)
{
    const SpreadingSwitches switches(context.fabric, context.facts());
    for (std::uint32_t device = 0; device < context.fabric.devices.size(); ++device) {
        const Device& host = context.fabric.devices[device];
        if (host.kind != DeviceKind::host)
            continue;
        for (const Nic& nic : host.nics) {
            const PortId port{device, nic.port};
            if (nic.port == Port::no_index || !context.analysis.is_roce(port))
                continue;
            const Device* spreading = switches.of_port(port);
            if (spreading == nullptr)
                continue;
            const bool* takes
                = context.need(port, nic.out_of_order, "whether the NIC accepts packets out of order");
            if (takes == nullptr || *takes)
                continue;
            context.report({.at = host.place(nic.out_of_order.origin, &host.ports[nic.port]),
                .message = fmt::format(
                    "{} spreads the packets of one flow over several paths, but {} does not accept them "
                    "out of order: each packet that is overtaken is requested again",
                    spreading->name,
                    context.port_label(port)),
                .subjects = {{port, Property::transport}},
                .related = {{spreading->place(spreading->load_balancing.per_packet.origin),
                    "packets are spread here"}},
                .fix = "Let the NIC accept packets out of order (ROCE_ADAPTIVE_ROUTING_EN, "
                       "adaptive_routing_forced_en), or keep flows on one path."});
        }
    }
}

}

extern const Rule rule = {
    .code = "LB003",
    .name = "spraying-without-reordering",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "A switch spreads the packets of one flow, and a NIC does not accept them out of order.",
    .why
    = "RoCE numbers its packets, and a receiver that sees a gap requests everything from there on again. "
      "Where a switch sends the packets of one flow over several paths there are gaps all the time: "
      "throughput falls to a fraction, although no packet is lost. NICs that place packets by their "
      "address accept any order, where that is enabled.",
    .source
    = "NVIDIA Spectrum-X, ROCE_ADAPTIVE_ROUTING_EN and the register ROCE_ACCL (adaptive_routing_forced_en); "
      "InfiniBand Architecture Specification volume 1, 9.7.5 (NAK for a sequence error); Cisco Hyperfabric, "
      "dynamic load balancing (per-packet mode only with NICs that reorder)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Enable out-of-order receive on all NICs, or do not spray RDMA.",
    .witness = Witness::reordering,
    .check_fabric = check,
};

}
