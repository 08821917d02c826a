// SPDX-License-Identifier: Apache-2.0
#include "models/physics/wire.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::rules::mtu009 {
namespace {

constexpr double write_packet[] = {static_cast<double>(physics::global_route_header + physics::udp_header
    + physics::base_transport_header + physics::rdma_header + physics::invariant_crc)};
constexpr Parameter parameters[] = {
    {.name = "overhead",
        .defaults = write_packet,
        .unit = "bytes",
        .meaning
        = "headers of the first packet of an RDMA WRITE over IPv6 that count towards a switch's IP MTU",
        .source
        = "RFC 8200 (IPv6 40); InfiniBand Architecture Specification annex A17: UDP 8, BTH 12, RETH 16, "
          "ICRC 4"},
};

constexpr std::string_view six_alone
    = R"(-mlx5_0	1	2	0000:0000:0000:0000:0000:ffff:c000:0201	192.0.2.1  	v1	ens1f0np0
+mlx5_0	1	2	2001:0db8:0000:0000:0000:00ff:fe00:0110			v1	ens1f0np0
-mlx5_0	1	3	0000:0000:0000:0000:0000:ffff:c000:0201	192.0.2.1  	v2	ens1f0np0
+mlx5_0	1	3	2001:0db8:0000:0000:0000:00ff:fe00:0110			v2	ens1f0np0
-2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode DEFAULT group default qlen 1000
+2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 4192 qdisc mq state UP mode DEFAULT group default qlen 1000
)";

constexpr Example examples[] = {
    {.title = "A leaf's ports carry the packets of IPv4, and the hosts have IPv6 addresses alone",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet2/1
-   mtu 9214
+   mtu 4164
)"},
            {"linux-host", "host1", six_alone}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "mtu 4164"},
    {.title = "The leaf's ports carry the packets of IPv6 as well",
        .files = {{{"eos", "leaf1", ""}, {"linux-host", "host1", six_alone}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"host1:ens1f0np0\"}\n"},
};

// A NIC that can send by IPv6 alone.
struct Sender {
    PortId port;
    OriginId gid;
    const Setting<Bytes>* mtu = nullptr;
};

// The NICs that send packets of 4096 bytes by IPv6 alone, and those whose path MTU is unread.
std::vector<Sender> senders_by_ipv6(const FabricContext& context)
{
    std::vector<Sender> senders;
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        const Device& host = context.fabric.devices[index];
        if (host.kind != DeviceKind::host)
            continue;
        for (const Nic& nic : host.nics) {
            const PortId port{index, nic.port};
            if (nic.port == Port::no_index || !context.analysis.is_roce(port)
                || (nic.rdma_mtu.peek_known() && nic.rdma_mtu.value.count < physics::largest_path_mtu))
                continue;
            const auto is_routable
                = [](const Gid& gid) { return gid.version == RoceVersion::v2 && !gid.link_local; };
            const auto gid = std::ranges::find_if(nic.gids, is_routable);
            if (gid != nic.gids.end() && std::ranges::none_of(nic.gids, [&is_routable](const Gid& one) {
                    return is_routable(one) && one.ipv4;
                }))
                senders.push_back({port, gid->at, &nic.rdma_mtu});
        }
    }
    return senders;
}

void check(FabricContext& context)
{
    const std::vector<Sender> senders = senders_by_ipv6(context);
    if (senders.empty())
        return;
    const auto sender
        = std::ranges::find_if(senders, [](const Sender& one) { return one.mtu->peek_known(); });
    // What MTU001 requires of a port covers IPv4.
    constexpr std::uint64_t of_ipv4 = physics::largest_path_mtu + physics::roce_headers;
    const auto needed
        = physics::largest_path_mtu + static_cast<std::uint64_t>(std::max(0.0, context.number("overhead")));
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        const Device& device = context.fabric.devices[index];
        if (device.kind != DeviceKind::network_switch)
            continue;
        for (std::uint32_t at = 0; at < device.ports.size(); ++at) {
            const Port& port = device.ports[at];
            const PortId id{index, at};
            if (port.kind != PortKind::physical || !context.analysis.is_roce(id) || !port.ip_mtu.known()
                || port.ip_mtu.value.count < of_ipv4 || port.ip_mtu.value.count >= needed)
                continue;
            if (sender == senders.end()) {
                // A port is too narrow if one of them sends such packets.
                for (const Sender& one : senders)
                    static_cast<void>(context.need(one.port, *one.mtu, "the MTU of RDMA"));
                return;
            }
            const Device& host = context.fabric.device(sender->port);
            const Port& there = context.fabric.port(sender->port);
            context.report({.at = device.place(port.ip_mtu.origin, &port),
                .message
                = fmt::format("{} has MTU {}, and {} sends RDMA packets of {} bytes by IPv6, which need "
                              "{}: the first packet of each WRITE is lost here, and smaller ones pass",
                    context.port_label(id),
                    port.ip_mtu.value.count,
                    context.port_label(sender->port),
                    physics::largest_path_mtu,
                    needed),
                .subjects = {{id, Property::mtu}},
                .related = {{host.place(sender->gid, &there), "the address that it sends from"},
                    {host.place(sender->mtu->origin, &there), "its path MTU"}},
                .fix = fmt::format("Raise the MTU of {} to at least {}, as a rule to the maximum.",
                    context.port_label(id),
                    needed)});
        }
    }
}

}

extern const Rule rule = {
    .code = "MTU009",
    .name = "small-mtu-for-ipv6",
    .severity = Severity::error,
    .scope = Scope::fabric,
    .summary = "A switch port carries RDMA packets of 4096 bytes over IPv4, and hosts send them over IPv6.",
    .why = "An IPv6 header is 20 bytes larger than one of IPv4. Packets in the middle of a message have only "
           "the base header and fit; the first packet of a WRITE carries the address and length of the "
           "transfer as well, 4176 bytes in all over IPv6 and 4156 over IPv4. A port between the two numbers "
           "drops just this one, each time it is sent again: pings, small messages and connections work, and "
           "large transfers end with a retry error.",
    .source
    = "InfiniBand Architecture Specification volume 1, annex A17 (RoCEv2) and 9.4 (RETH in the first packet of a WRITE); "
      "RFC 8200 section 3; Linux include/rdma/ib_addr.h, iboe_get_mtu (counts 40 bytes for the IP header)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Raise the MTU of the switches' ports to 4200 or more, as a rule to the maximum.",
    .check_fabric = check,
};

}
