// SPDX-License-Identifier: Apache-2.0
#include "rules/ecn/bound_profiles.h"

#include <fmt/format.h>

namespace rocelint::rules::ecn018 {
namespace {

constexpr Example examples[] = {
    {.title = "The tunnel interface does not carry ECN marks",
        .files = {{{"eos", "leaf1", R"(-ip routing
+interface Vxlan1
+   vxlan source-interface Loopback0
+   no vxlan qos ecn propagation
+ip routing
)"}}},
        .flagged = "no vxlan qos ecn propagation"},
    {.title = "No line of the tunnel interface says that it carries ECN marks, and by default it does not",
        .files = {{{"eos", "leaf1", R"(-ip routing
+interface Vxlan1
+   vxlan source-interface Loopback0
+ip routing
)"}}},
        .flagged = "interface Vxlan1"},
    {.title = "The tunnel interface copies ECN marks out and in", .files = {{{"eos", "leaf1", R"(-ip routing
+interface Vxlan1
+   vxlan source-interface Loopback0
+   vxlan qos ecn propagation
+ip routing
)"}}}},
    {.title = "VXLAN of this platform always copies ECN marks",
        .files = {{{"nxos", "leaf1", R"(+interface nve1
+  no shutdown
+  host-reachability protocol bgp
+  source-interface loopback0
)"}}}},
};

void check(DeviceContext& context)
{
    const Device& device = context.device();
    const bool marks = !context.facts().bound_profiles().empty();
    for (std::uint32_t index = 0; index < device.ports.size() && marks; ++index) {
        const Port& port = device.ports[index];
        if (port.kind != PortKind::tunnel)
            continue;
        const std::string_view why = device.origins.look_up(port.carries_ecn.origin).note;
        // Tunnels have no verdict, so no other code reports their unread settings.
        if (!port.carries_ecn.peek_known() && !why.empty())
            context.not_checked({context.index, index},
                fmt::format("whether ECN marks pass through the tunnel is unknown: {}", why));
        if (!port.carries_ecn.peek_known() || port.carries_ecn.value)
            continue;
        context.report({.at = device.place(port.carries_ecn.origin, &port),
            .message = fmt::format(
                "{} does not carry ECN marks: if RDMA crosses it, which is assumed, marks that packets get on "
                "their way through the tunnel are lost at its end",
                context.port_label({context.index, index})),
            .subjects = {{{context.index, index}, Property::ecn}},
            .fix = fmt::format("Let {} copy ECN marks to the outer header and back.", port.name)});
    }
}

}

extern const Rule rule = {
    .code = "ECN018",
    .name = "tunnel-without-ecn",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "A tunnel does not carry ECN marks, on a switch that marks RDMA.",
    .why
    = "Switches between the ends of a tunnel see and mark its outer header only. An entrance that does not copy the "
      "ECN field makes packets that cannot be marked, so that they are dropped early or wait for pause; an exit that "
      "does not copy the mark back throws it away, and the senders never slow down.",
    .source
    = "RFC 6040 sections 4.1 and 4.2 (copying the ECN field at both ends of a tunnel); Arista AVD, "
      "eos_cli_config_gen schema vxlan_interface (qos ecn_propagation); Arista TOI, tag dscp, of 31 August 2023 "
      "(without it, the ECN bits of the outer header are zero)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Switch the copying of ECN marks on at both ends of the tunnel.",
    .check_device = check,
};

}
