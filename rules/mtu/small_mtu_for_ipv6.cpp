// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/tiers.h"
#include "models/fabric/value/unread_watch.h"
#include "models/physics/wire.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
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
    {.title = "No host of the switch's plane has only IPv6 addresses",
        .files = {{{"eos", "leaf1", ""},
            {"eos", "leaf9", R"(@ interface Ethernet2/1
-   mtu 9214
+   mtu 4164
)"},
            {"linux-host", "host1", six_alone}}},
        .topology = R"(devices: {leaf1: {plane: compute}, leaf9: {plane: storage}}
links:
  - {a: "leaf1:Ethernet1/1", b: "host1:ens1f0np0"}
)"},
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

// The switch port at the other end of a sender's cable, or of one of its members.
std::optional<PortId> first_hop(const Fabric& fabric, PortId sender)
{
    if (const auto peer = fabric.peer(sender))
        return peer;
    const std::vector<Port>& ports = fabric.device(sender).ports;
    for (std::uint32_t at = 0; at < ports.size(); ++at) {
        if (ports[at].lag != sender.port)
            continue;
        if (const auto peer = fabric.peer({sender.device, at}))
            return peer;
    }
    return std::nullopt;
}

enum class Passes : std::uint8_t { yes, no, unknown };

// Whether packets of this sender pass the switch: not if it is of another plane, and surely if known cables lead there.
Passes passes(FabricContext& context, const Sender& sender, std::uint32_t device)
{
    const Tiers& tiers = context.facts().tiers();
    const auto leaf = first_hop(context.fabric, sender.port);
    std::string_view plane = leaf ? tiers.plane(leaf->device) : std::string_view{};
    if (plane.empty())
        plane = tiers.plane(sender.port.device);
    const std::string_view own = tiers.plane(device);
    if (!plane.empty() && !own.empty() && plane != own)
        return Passes::no;
    return leaf && tiers.component(leaf->device) == tiers.component(device) ? Passes::yes : Passes::unknown;
}

// The senders whose packets pass one switch, the first of each kind.
struct Passing {
    const Sender* certain = nullptr;
    const Sender* unread = nullptr; ///< its path MTU is unread
    const Sender* doubtful = nullptr; ///< no known cable leads from it to the switch
};

Passing passing(FabricContext& context, const std::vector<Sender>& senders, std::uint32_t device)
{
    Passing found;
    const auto take
        = [](const Sender*& first, const Sender& one) { first = first == nullptr ? &one : first; };
    for (const Sender& one : senders) {
        switch (passes(context, one, device)) {
        case Passes::yes:
            take(one.mtu->peek_known() ? found.certain : found.unread, one);
            break;
        case Passes::unknown:
            take(found.doubtful, one);
            break;
        case Passes::no:
            break;
        }
    }
    return found;
}

// The same for all switches: it depends on the plane of a switch and on the switches that cables connect it to.
class PassingSenders {
public:
    PassingSenders(FabricContext& context, const std::vector<Sender>& senders)
        : context_(context), senders_(senders)
    {
    }

    [[nodiscard]] const Passing& of(std::uint32_t device)
    {
        const UnwatchedScope unwatched; // of the tiers, only planes and cables count here, not speeds
        const Tiers& tiers = context_.facts().tiers();
        const auto [place, is_new] = known_.try_emplace({tiers.component(device), tiers.plane(device)});
        if (is_new)
            place->second = passing(context_, senders_, device);
        return place->second;
    }

private:
    FabricContext& context_;
    const std::vector<Sender>& senders_;
    std::map<std::pair<std::uint32_t, std::string_view>, Passing> known_;
};

void report(FabricContext& context, PortId id, const Sender& sender, std::uint64_t needed)
{
    const Device& device = context.fabric.device(id);
    const Port& port = context.fabric.port(id);
    const Device& host = context.fabric.device(sender.port);
    const Port& there = context.fabric.port(sender.port);
    context.report({.at = device.place(port.ip_mtu.origin, &port),
        .message = fmt::format("{} has MTU {}, and {} sends RDMA packets of {} bytes by IPv6, which need "
                               "{}: the first packet of each WRITE is lost here, and smaller ones pass",
            context.port_label(id),
            port.ip_mtu.value.count,
            context.port_label(sender.port),
            physics::largest_path_mtu,
            needed),
        .subjects = {{id, Property::mtu}},
        .related = {{host.place(sender.gid, &there), "the address that it sends from"},
            {host.place(sender.mtu->origin, &there), "its path MTU"}},
        .fix = fmt::format("Raise the MTU of {} to at least {}, as a rule to the maximum.",
            context.port_label(id),
            needed)});
}

void check(FabricContext& context)
{
    const std::vector<Sender> senders = senders_by_ipv6(context);
    if (senders.empty())
        return;
    // What MTU001 requires of a port covers IPv4.
    constexpr std::uint64_t of_ipv4 = physics::largest_path_mtu + physics::roce_headers;
    const auto needed
        = physics::largest_path_mtu + static_cast<std::uint64_t>(std::max(0.0, context.number("overhead")));
    PassingSenders known(context, senders);
    std::set<const Sender*> unread; // a port is too narrow if one of them sends such packets
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        const Device& device = context.fabric.devices[index];
        if (device.kind != DeviceKind::network_switch)
            continue;
        const Passing* here = nullptr;
        for (std::uint32_t at = 0; at < device.ports.size(); ++at) {
            const Port& port = device.ports[at];
            const PortId id{index, at};
            if (port.kind != PortKind::physical || !context.analysis.is_roce(id) || !port.ip_mtu.known()
                || port.ip_mtu.value.count < of_ipv4 || port.ip_mtu.value.count >= needed)
                continue;
            if (here == nullptr)
                here = &known.of(index);
            if (here->certain != nullptr)
                report(context, id, *here->certain, needed);
            else if (here->unread != nullptr)
                unread.insert(here->unread);
            else if (here->doubtful != nullptr)
                context.not_checked(id,
                    fmt::format(
                        "its MTU is too small for RDMA packets of 4096 bytes by IPv6, which {} may send, and no known "
                        "cables lead from there to {}",
                        context.port_label(here->doubtful->port),
                        device.name));
        }
    }
    for (const Sender* sender : unread)
        static_cast<void>(context.need(sender->port, *sender->mtu, "the MTU of RDMA"));
}

}

extern const Rule rule = {
    .code = "MTU009",
    .name = "small-mtu-for-ipv6",
    .severity = Severity::error,
    .scope = Scope::fabric,
    .summary
    = "A switch port carries RDMA packets of 4096 bytes over IPv4, and hosts of its plane send them over IPv6.",
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
