// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/hop/hop.h"
#include "models/physics/wire.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::mtu007 {
namespace {

constexpr double default_overhead[] = {physics::vxlan_headers};
constexpr Parameter parameters[] = {{.name = "overhead",
    .defaults = default_overhead,
    .unit = "bytes",
    .meaning = "what a tunnel puts before a frame",
    .source = "RFC 7348 section 5: outer Ethernet 14, IPv4 20, UDP 8 and VXLAN 8 bytes"}};

constexpr Example examples[] = {
    {.title = "The uplink of a tunnel endpoint has no room for the outer headers",
        .files = {{{"eos", "leaf1", R"(+interface Vxlan1
+   vxlan source-interface Loopback0
+   vxlan udp-port 4789
+   vxlan qos ecn propagation
@ interface Ethernet2/1
-   mtu 9214
+   mtu 4220
)"},
            {"linux-host", "host1", ""}}},
        .topology = "devices:\n  spine1: {role: spine}\n"
                    "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"host1:ens1f0np0\"}\n"
                    "  - {a: \"leaf1:Ethernet2/1\", b: \"spine1:Ethernet1/1\"}\n",
        .flagged = "mtu 4220"},
    {.title = "The uplink has room for them",
        .files = {{{"eos", "leaf1", R"(+interface Vxlan1
+   vxlan source-interface Loopback0
+   vxlan udp-port 4789
+   vxlan qos ecn propagation
)"},
            {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"host1:ens1f0np0\"}\n"},
};

const Port* tunnel_of(const Device& device)
{
    const auto found = std::ranges::find_if(device.ports,
        [](const Port& port) { return port.kind == PortKind::tunnel && !port.admin_up.is(false); });
    return found == device.ports.end() ? nullptr : &*found;
}

bool leads_to_host(const FabricContext& context, PortId id)
{
    const auto peer = context.fabric.peer(id);
    return context.analysis.judgement(id).evidence == EvidenceKind::topology
        || (peer && context.fabric.device(*peer).kind == DeviceKind::host);
}

void check_port(FabricContext& context, PortId id, const Port& tunnel, const proof::Frame& frame)
{
    const Device& device = context.fabric.device(id);
    const Port& port = context.fabric.port(id);
    const double needed = static_cast<double>(frame.size.count) + context.number("overhead");
    // MTU002 reports ports that do not even carry the bare frame.
    if (!port.max_frame.known() || port.max_frame.value < frame.size
        || static_cast<double>(port.max_frame.value.count) >= needed)
        return;
    context.report({.at = device.place(port.max_frame.origin, &port),
        .message = fmt::format(
            "{} carries frames of {} bytes, and hosts send {}: if RDMA crosses the tunnel {} of {}, {:.0f} "
            "bytes are needed",
            context.port_label(id),
            port.max_frame.value.count,
            frame.size.count,
            tunnel.name,
            device.name,
            needed),
        .subjects = {{id, Property::mtu}},
        .related = {{tunnel.at, "the tunnel"}, {frame.at, "the hosts' largest frame"}},
        .fix = fmt::format("Raise the MTU of {} to the platform's maximum.", context.port_label(id)),
        .changes = {{.port = id,
            .property = Property::mtu,
            .value
            = context.shared().frames().for_port(id, {static_cast<std::uint64_t>(std::ceil(needed))})}}});
}

void check(FabricContext& context)
{
    const proof::Frame frame = proof::largest_frame(context.analysis);
    if (!frame.from.valid())
        return;
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        const Device& device = context.fabric.devices[index];
        const Port* tunnel = device.kind == DeviceKind::network_switch ? tunnel_of(device) : nullptr;
        if (tunnel == nullptr)
            continue;
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            if (device.ports[port].kind == PortKind::physical && context.analysis.is_roce({index, port})
                && !leads_to_host(context, {index, port}))
                check_port(context, {index, port}, *tunnel, frame);
        }
    }
}

}

extern const Rule rule = {
    .code = "MTU007",
    .name = "no-room-for-tunnel-headers",
    .severity = Severity::info,
    .scope = Scope::fabric,
    .summary
    = "A switch with a tunnel has uplinks that cannot carry the hosts' largest frames with an outer header.",
    .why
    = "A tunnel puts its own headers before every frame. If the links below it have only room for the bare frame, "
      "full-size RDMA packets vanish inside the tunnel while everything smaller passes. Whether RDMA uses the "
      "tunnel is not known from the configuration of its endpoint alone.",
    .source = "RFC 7348 sections 4.3 and 5",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Raise the MTU of all links below a tunnel, at least to what a host's frame and the tunnel's headers take.",
    .check_fabric = check,
};

}
