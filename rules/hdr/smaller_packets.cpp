// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/headroom_need.h"
#include "analysis/facts/memory/lossless_headroom.h"
#include "models/fabric/target.h"
#include "models/physics/wire.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::hdr006 {
namespace {

constexpr std::string_view one_link = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n";

constexpr Example examples[] = {
    {.title = "The host sends packets of 4096 bytes, the switch assumes 1024",
        .files = {{{"sonic",
                       "leaf1",
                       R"({"DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}},
 "LOSSLESS_TRAFFIC_PATTERN": {"AZURE": {"mtu": "1024", "small_packet_percentage": "100"}},
 "BUFFER_PG": {"Ethernet0|3": {"profile": "NULL"}}})"},
            {"linux-host", "host1", ""}}},
        .topology = one_link,
        .flagged = R"("mtu": "1024")"},
    {.title = "With half of the packets minimal, larger ones would lower the headroom that the formula gives",
        .files = {{{"sonic",
                       "leaf1",
                       R"({"DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}},
 "LOSSLESS_TRAFFIC_PATTERN": {"AZURE": {"mtu": "1024", "small_packet_percentage": "50"}},
 "CABLE_LENGTH": {"AZURE": {"Ethernet0": "300m"}},
 "BUFFER_PG": {"Ethernet0|3": {"profile": "NULL"}}})"},
            {"linux-host", "host1", ""}}},
        .topology = one_link},
    {.title = "Headroom assumes packets of 2500 bytes where nothing states a size",
        .files = {{{"junos", "leaf1", R"(@ code-point 011010 {
-                        mru 9216;
)"},
            {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/0\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "et-0/0/0 {"},
    {.title = "Headroom assumes the packets that the port can receive",
        .files = {{{"junos", "leaf1", ""}, {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/0\", b: \"host1:ens1f0np0\"}\n"},
    {.title = "The no-drop class is for packets of 1500 bytes, and the ports carry 9216",
        .files = {{{"nxos", "leaf1", R"(@ policy-map type network-qos FABRIC-NQ
-    mtu 9216
+    mtu 1500
)"}}},
        .flagged = "mtu 1500"},
    {.title = "The no-drop class is for packets of the MTU of the ports", .files = {{{"nxos", "leaf1", ""}}}},
    {.title = "The no-drop class is for packets of 2240 bytes, and the hosts send packets of 2048",
        .files = {{{"nxos", "leaf1", R"(@ policy-map type network-qos FABRIC-NQ
-    mtu 9216
+    mtu 2240
)"},
            {"linux-host", "host1", R"(-		active_mtu:		4096 (5)
+		active_mtu:		2048 (4)
)"}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"host1:ens1f0np0\"}\n"},
    {.title = "The profile is for packets of 2500 bytes, and the port carries 9216",
        .files = {{{"junos", "leaf1", R"(@ code-point 011010 {
-                        mru 9216;
+                        mru 2500;
)"}}},
        .flagged = "mru 2500;"},
    {.title = "The switch assumes what the host sends",
        .files = {{{"sonic",
                       "leaf1",
                       R"({"DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}},
 "LOSSLESS_TRAFFIC_PATTERN": {"AZURE": {"mtu": "4200", "small_packet_percentage": "50"}},
 "BUFFER_PG": {"Ethernet0|3": {"profile": "NULL"}}})"},
            {"linux-host", "host1", ""}}},
        .topology = one_link},
};

constexpr double largest_path_mtu[] = {physics::largest_path_mtu};
constexpr Parameter parameters[] = {
    {.name = "rdma_mtu",
        .defaults = largest_path_mtu,
        .unit = "bytes",
        .meaning = "RDMA path MTU that is expected where no host was read",
        .source = "InfiniBand Architecture Specification volume 1, 9.6.8: path MTU 256 to 4096"},
};

// The largest RDMA packet that the NIC connected to this port sends; `peer` becomes the NIC's port.
const Setting<Bytes>* rdma_mtu_behind(const PortContext& context, PortId& peer)
{
    const auto found = context.fabric.peer(context.id);
    if (!found || context.fabric.device(*found).kind != DeviceKind::host)
        return nullptr;
    peer = *found;
    const Device& host = context.fabric.device(peer);
    const auto nic = std::ranges::find(host.nics, peer.port, &Nic::port);
    return nic == host.nics.end() || !nic->rdma_mtu.known() ? nullptr : &nic->rdma_mtu;
}

// Without a NIC behind the port, a line that states fewer bytes than a port with this MTU lets RDMA packets have is
// judged by the largest path MTU of the hosts that were read, otherwise by the one that the site expects.
void check_stated_size(PortContext& context)
{
    const Port& port = context.port();
    const double wanted = context.number("rdma_mtu");
    const std::uint64_t used = context.shared().path_mtu().count;
    const std::uint64_t largest = used > 0 ? used : wanted > 0 ? static_cast<std::uint64_t>(wanted) : 0;
    if (!port.headroom_packet.configured() || port.headroom_packet.value.count >= largest
        || !port.ip_mtu.known() || port.ip_mtu.value.count < largest + physics::roce_headers)
        return;
    context.report({.at = context.place(port.headroom_packet.origin),
        .message = fmt::format(
            "{} works its headroom out for lossless packets of at most {} bytes, but its MTU of {} lets RDMA packets "
            "of {} bytes and their headers through: the one that is under way when pause arrives has no room",
            context.port_label(context.id),
            port.headroom_packet.value.count,
            port.ip_mtu.value.count,
            largest),
        .subjects = {context.subject(Property::headroom)},
        .related = {{context.place(port.ip_mtu.origin), "the MTU of the port"}},
        .fix = fmt::format(
            "State that {} receives packets of {} bytes and their headers, as a rule the MTU of the port.",
            port.name,
            largest)});
}

// Only computed headroom depends on the configured packet size.
bool works_headroom_out(const Device& device, const Port& port)
{
    if (!device.headroom.dynamic.is(true))
        return false;
    return std::ranges::any_of(device.groups_of(port), [&](const PriorityGroup& group) {
        if (!group.lossless.is(true))
            return false;
        const BufferProfile* profile = target_of(device.buffer_profiles, group.buffer);
        return profile == nullptr || !profile->xoff.known();
    });
}

// The headroom that the device computes for the port with packets of size `packet`; nullopt if its formula is
// unknown.
std::optional<Bytes> made_with(const PortContext& context, Bytes packet)
{
    const Device& device = context.device();
    const catalog::Asic* asic = catalog::asic_of(device);
    const CableLength cable = cable_for_headroom(context.fabric, context.id, nullptr);
    if (asic == nullptr || !asic->model.known() || asic->model.value != catalog::HeadroomModel::spectrum
        || !context.port().speed.known() || !cable.known())
        return std::nullopt;
    physics::HeadroomInput input = headroom_input(context.port().speed.value, cable.length);
    input.lanes = context.port().lanes.value_or(static_cast<std::uint8_t>(input.lanes));
    input.mtu = context.port().ip_mtu.value_or(input.mtu);
    input.lossless_mtu = packet;
    input.small_packets = device.headroom.small_packets.value_or(input.small_packets);
    input.shared_headroom = has_shared_headroom(device).value_or(false);
    return physics::spectrum_headroom(input, asic->delays()).xoff;
}

// The bytes that still arrive with packets of this size even if the peer stops at once.
Bytes floor_with(const PortContext& context, Bytes packet)
{
    const CableLength cable = cable_for_headroom(context.fabric, context.id, nullptr);
    physics::HeadroomInput input = headroom_input(context.port().speed.value_or({}), cable.length);
    input.lossless_mtu = packet;
    return physics::headroom_floor(input);
}

// The packet size that the port's headroom is computed for: its own, or the device's; null if neither is
// relevant.
const Setting<Bytes>* counted_packet(const PortContext& context)
{
    const Device& device = context.device();
    if (context.port().headroom_packet.known())
        return &context.port().headroom_packet;
    return device.headroom.lossless_mtu.known() && works_headroom_out(device, context.port())
        ? &device.headroom.lossless_mtu
        : nullptr;
}

void check(PortContext& context)
{
    const Device& device = context.device();
    if (!pauses_rdma(context.analysis, context.id))
        return;
    const Setting<Bytes>* packet = counted_packet(context);
    PortId peer;
    const Setting<Bytes>* sent = packet == nullptr ? nullptr : rdma_mtu_behind(context, peer);
    if (packet != nullptr && sent == nullptr)
        return check_stated_size(context);
    if (sent == nullptr || sent->value <= packet->value)
        return;
    const Setting<Bytes>& counted = *packet;
    const bool of_port = packet == &context.port().headroom_packet;
    const auto now = made_with(context, counted.value);
    const auto then = made_with(context, sent->value);
    // With larger packets there are fewer packets of minimum size between them, which wastes fewer cells: the
    // formula may require less.
    const bool raises = now && then && *now < *then;
    if (now && !raises && *now >= floor_with(context, sent->value))
        return;
    Diagnosis diagnosis{.at = of_port ? context.place(counted.origin) : device.place(counted.origin),
        .message
        = fmt::format("{} works its headroom out for lossless packets of at most {} bytes, but {} sends RDMA "
                      "packets of up to {}: the one that is under way when pause arrives has no room",
            context.port_label(context.id),
            counted.value.count,
            context.port_label(peer),
            sent->value.count),
        .subjects = {context.subject(Property::headroom)},
        .related = {{context.fabric.device(peer).place(sent->origin), "the RDMA MTU"}},
        .fix = of_port
            ? fmt::format("State that {} receives packets of {} bytes and their headers.",
                context.port().name,
                sent->value.count)
            : fmt::format("Set the MTU of the lossless traffic pattern of {} to at least {} bytes.",
                device.name,
                sent->value.count)};
    if (raises && !of_port) {
        diagnosis.show(
            {}, fmt::format("it works out {} bytes of headroom now, and {} then", now->count, then->count));
        diagnosis.changes.push_back({.port = {context.id.device, Port::no_index},
            .property = Property::lossless_packet,
            .value = sent->value});
    }
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "HDR006",
    .name = "headroom-for-smaller-packets",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary
    = "A switch sizes headroom for smaller lossless packets than its hosts send, or than RDMA uses at its "
      "MTU.",
    .why = "A packet that has begun cannot be stopped: headroom must hold a whole one of the largest size "
           "of the lossless class. The dynamic model takes that size from the traffic pattern, whose "
           "shipped value of 1024 bytes is less than the usual RDMA MTU of 4096. If many packets are of "
           "minimal size, the formula gives less headroom for a larger maximum; then the rule compares "
           "headroom only with what arrives in any case.",
    .source
    = "sonic-swss cfgmgr/buffer_headroom_mellanox.lua (LOSSLESS_TRAFFIC_PATTERN mtu); Junos OS CLI Reference, "
      "mru (Congestion Notification Profiles): 2500 bytes by default; "
      "CiscoDevNet terraform-provider-nxos, network_qos.yaml (the MTU of a class, ipqosSetMTU); IEEE 802.1Q-2022 annex N",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "State the largest RDMA packet, headers included, in the traffic pattern.",
    .check_port = check,
};

}
