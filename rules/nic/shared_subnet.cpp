// SPDX-License-Identifier: Apache-2.0
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rocelint::rules::nic030 {
namespace {

constexpr Example examples[] = {
    {.title = "Two NICs have addresses of one subnet, and each answers ARP for both",
        .files = {{{"linux-host",
            "host1",
            R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# ip addr
+2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
+    inet 192.0.2.1/24 brd 192.0.2.255 scope global ens1f0np0
+3: ens2f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
+    inet 192.0.2.2/24 brd 192.0.2.255 scope global ens2f0np0
+root@host1:~# rdma link show mlx5_1/1
+link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens2f0np0
+root@host1:~# sysctl -a
+net.ipv4.conf.all.arp_announce = 2
+net.ipv4.conf.all.arp_ignore = 0
+net.ipv4.conf.all.rp_filter = 2
+net.ipv4.conf.ens1f0np0.arp_announce = 0
+net.ipv4.conf.ens1f0np0.arp_ignore = 0
+net.ipv4.conf.ens1f0np0.rp_filter = 0
+net.ipv4.conf.ens2f0np0.arp_announce = 0
+net.ipv4.conf.ens2f0np0.arp_ignore = 0
+net.ipv4.conf.ens2f0np0.rp_filter = 0
)"}}},
        .flagged = "net.ipv4.conf.all.arp_ignore = 0"},
    {.title = "ARP requests of each NIC name the address of the other",
        .files = {{{"linux-host",
            "host1",
            R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# ip addr
+2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
+    inet 192.0.2.1/24 brd 192.0.2.255 scope global ens1f0np0
+3: ens2f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
+    inet 192.0.2.2/24 brd 192.0.2.255 scope global ens2f0np0
+root@host1:~# rdma link show mlx5_1/1
+link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens2f0np0
+root@host1:~# sysctl -a
+net.ipv4.conf.all.arp_announce = 0
+net.ipv4.conf.all.arp_ignore = 1
+net.ipv4.conf.all.rp_filter = 2
+net.ipv4.conf.ens1f0np0.arp_announce = 0
+net.ipv4.conf.ens2f0np0.arp_announce = 0
)"}}},
        .flagged = "net.ipv4.conf.all.arp_announce = 0"},
    {.title = "The strict filter drops packets that arrive at the other NIC",
        .files = {{{"linux-host",
            "host1",
            R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# ip addr
+2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
+    inet 192.0.2.1/24 brd 192.0.2.255 scope global ens1f0np0
+3: ens2f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
+    inet 192.0.2.2/24 brd 192.0.2.255 scope global ens2f0np0
+root@host1:~# rdma link show mlx5_1/1
+link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens2f0np0
+root@host1:~# sysctl -a
+net.ipv4.conf.all.arp_announce = 2
+net.ipv4.conf.all.arp_ignore = 1
+net.ipv4.conf.all.rp_filter = 1
+net.ipv4.conf.ens1f0np0.rp_filter = 0
+net.ipv4.conf.ens2f0np0.rp_filter = 0
)"}}},
        .flagged = "net.ipv4.conf.all.rp_filter = 1"},
    {.title = "The kernel answers by the NIC to which routes by source address lead",
        .files = {{{"linux-host",
            "host1",
            R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# ip addr
+2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
+    inet 192.0.2.1/24 brd 192.0.2.255 scope global ens1f0np0
+3: ens2f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
+    inet 192.0.2.2/24 brd 192.0.2.255 scope global ens2f0np0
+root@host1:~# rdma link show mlx5_1/1
+link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens2f0np0
+root@host1:~# sysctl -a
+net.ipv4.conf.all.arp_announce = 2
+net.ipv4.conf.all.arp_filter = 1
+net.ipv4.conf.all.arp_ignore = 0
+net.ipv4.conf.all.rp_filter = 1
+net.ipv4.conf.ens1f0np0.arp_ignore = 0
+net.ipv4.conf.ens1f0np0.rp_filter = 1
+net.ipv4.conf.ens2f0np0.arp_ignore = 0
+net.ipv4.conf.ens2f0np0.rp_filter = 1
)"}}}},
    {.title = "Each NIC answers for its own address alone",
        .files = {{{"linux-host",
            "host1",
            R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# ip addr
+2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
+    inet 192.0.2.1/24 brd 192.0.2.255 scope global ens1f0np0
+3: ens2f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
+    inet 192.0.2.2/24 brd 192.0.2.255 scope global ens2f0np0
+root@host1:~# rdma link show mlx5_1/1
+link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens2f0np0
+root@host1:~# sysctl -a
+net.ipv4.conf.all.arp_announce = 2
+net.ipv4.conf.all.arp_ignore = 1
+net.ipv4.conf.all.rp_filter = 2
)"}}}},
    {.title = "Each NIC has a subnet of its own",
        .files = {{{"linux-host",
            "host1",
            R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# ip addr
+2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
+    inet 192.0.2.1/31 scope global ens1f0np0
+3: ens2f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP group default qlen 1000
+    inet 192.0.2.3/31 scope global ens2f0np0
+root@host1:~# rdma link show mlx5_1/1
+link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens2f0np0
+root@host1:~# sysctl -a
+net.ipv4.conf.all.arp_ignore = 0
+net.ipv4.conf.ens1f0np0.arp_ignore = 0
+net.ipv4.conf.ens2f0np0.arp_ignore = 0
)"}}}},
};

// The IPv4 addresses of the RDMA NICs of a host.
std::vector<const InterfaceAddress*> addresses_of_nics(const DeviceContext& context)
{
    std::vector<const InterfaceAddress*> found;
    bool any_roce = false;
    const Device& host = context.device();
    for (const InterfaceAddress& address : host.forwarding.addresses) {
        if (address.port >= host.ports.size() || !address.prefix.is_v4())
            continue;
        const Port& port = host.ports[address.port];
        if (port.kind != PortKind::physical || port.nic == Port::no_index
            || host.nics[port.nic].rdma_device.empty())
            continue;
        any_roce = any_roce || context.analysis.is_roce({context.index, address.port});
        found.push_back(&address);
    }
    return any_roce ? found : std::vector<const InterfaceAddress*>{};
}

bool share_subnet(const InterfaceAddress& one, const InterfaceAddress& other)
{
    return one.port != other.port && one.prefix.length == other.prefix.length
        && one.prefix.contains(other.prefix.address);
}

struct Default {
    std::string_view name;
    const Setting<std::uint8_t>* setting = nullptr;
    std::string_view effect;
};

// The settings of the NIC that make it answer, or ask, for another NIC's address.
std::vector<Default> defaults_of(const Nic& nic)
{
    std::vector<Default> found;
    if (nic.arp_ignore.peek_known() && nic.arp_ignore.value == 0)
        found.push_back({"arp_ignore 0",
            &nic.arp_ignore,
            "the kernel answers for one NIC's address with the other's MAC address, and RDMA packets arrive at "
            "a NIC that does not have the address they are for"});
    if (nic.arp_announce.peek_known() && nic.arp_announce.value == 0)
        found.push_back({"arp_announce 0",
            &nic.arp_announce,
            "ARP requests by one NIC may name the other's address, and RDMA packets of the neighbours arrive at "
            "a NIC that does not have the address they are for"});
    return found;
}

// The strict filter does not see RDMA packets, and routes by source address satisfy it.
std::vector<Default> strict_filter_of(const Nic& nic)
{
    if (!nic.arp_ignore.peek_known() || !nic.arp_announce.peek_known() || !nic.reverse_path.peek_known()
        || nic.reverse_path.value != 1)
        return {};
    return {{"rp_filter 1",
        &nic.reverse_path,
        "without routes by source address, the kernel drops TCP packets, such as those by which jobs connect, "
        "that arrive at one NIC if its route to the sender leaves by the other"}};
}

// Those of the settings that were not captured.
std::vector<std::string_view> unread_of(const Nic& nic)
{
    std::vector<std::string_view> names;
    for (const auto& [name, setting, effect] : {Default{"arp_ignore", &nic.arp_ignore, {}},
             Default{"arp_announce", &nic.arp_announce, {}},
             Default{"rp_filter", &nic.reverse_path, {}}}) {
        if (!setting->peek_known())
            names.push_back(name);
    }
    return names;
}

// Says why the NIC could not be judged: kernel settings were not captured, or routes decide.
void explain(DeviceContext& context, PortId port, const Nic& nic)
{
    for (const Setting<std::uint8_t>* setting : {&nic.arp_ignore, &nic.arp_announce}) {
        if (!setting->peek_known() && setting->origin != OriginId{}) {
            static_cast<void>(context.need(
                port, *setting, "which of several NICs with addresses of one subnet answers for an address"));
            return;
        }
    }
    if (const std::vector<std::string_view> names = unread_of(nic); !names.empty())
        context.not_checked(port,
            fmt::format(
                "which NIC answers for an address is unknown: several have addresses of one subnet, and {} "
                "of net.ipv4.conf {} not captured",
                listed(names),
                one_or_many(names.size(), "was", "were")));
}

// Reports one of two NICs of a subnet, if its settings are at fault.
bool report(DeviceContext& context, const InterfaceAddress& one, const InterfaceAddress& other)
{
    const Device& host = context.device();
    const Port& port = host.ports[one.port];
    const Nic& nic = host.nics[port.nic];
    std::vector<Default> faults = defaults_of(nic);
    const bool mild = faults.empty();
    if (mild)
        faults = strict_filter_of(nic);
    if (faults.empty()) {
        explain(context, {context.index, one.port}, nic);
        return false;
    }
    std::vector<std::string_view> names;
    for (const Default& fault : faults)
        names.push_back(fault.name);
    Diagnosis diagnosis{.at = host.place(faults.front().setting->origin, &port),
        .message = fmt::format("{} and {} of {} have addresses of one subnet, {}, with {}: {}",
            port.name,
            host.ports[other.port].name,
            host.name,
            to_string(one.prefix),
            listed(names),
            faults.front().effect),
        .subjects = {{{context.index, one.port}, Property::forwarding}},
        .related = {{host.place(one.at, &port), "the address of one NIC"},
            {host.place(other.at, &host.ports[other.port]), "and that of the other"}},
        .fix = fmt::format(
            "Set arp_ignore to 1, arp_announce to 2 and rp_filter to 2 for {0} and {1} (net.ipv4.conf.{0}.arp_ignore, "
            "in /etc/sysctl.d) and route by source address (ip rule), or give each NIC a subnet of its own.",
            port.name,
            host.ports[other.port].name)};
    if (mild)
        diagnosis.severity = Severity::info;
    context.report(std::move(diagnosis));
    return true;
}

void check(DeviceContext& context)
{
    if (context.device().kind != DeviceKind::host)
        return;
    const std::vector<const InterfaceAddress*> addresses = addresses_of_nics(context);
    for (const InterfaceAddress* one : addresses) {
        const auto other = std::ranges::find_if(
            addresses, [one](const InterfaceAddress* two) { return share_subnet(*one, *two); });
        if (other != addresses.end() && report(context, *one, **other))
            return;
    }
}

}

extern const Rule rule = {
    .code = "NIC030",
    .name = "nics-of-one-subnet",
    .severity = Severity::warning,
    .other_severities = {{{Severity::info, "where only the reverse-path filter is strict"}}},
    .scope = Scope::host,
    .summary
    = "Several RDMA NICs of a host have addresses of one subnet, and the kernel answers ARP for each of "
      "them on any interface.",
    .why
    = "By default Linux answers an ARP request on the interface on which it arrives, whichever interface "
      "has the address, and asks with any of its addresses. The neighbour then sends to the MAC address of "
      "another NIC, which does not have the GID of the packet and drops it: connections are rejected or "
      "hang, or all traffic uses one NIC, and a different one after each ARP timeout. A strict "
      "reverse-path filter does not see RDMA packets, but drops TCP packets where routes do not follow the "
      "source address.",
    .source
    = "rdma-core Documentation/librdmacm.md (Using multiple interfaces: arp_ignore); libfabric wiki, Verbs Provider on "
      "Multi-NIC Systems; IBM, Linux on Z, SMC-R: High-availability considerations (arp_ignore=1, arp_announce=2, "
      "rp_filter=2); Linux Documentation/networking/ip-sysctl.rst (the defaults; the larger of all and the interface counts)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "For each RDMA interface IF, sysctl net.ipv4.conf.IF.arp_ignore=1 net.ipv4.conf.IF.arp_announce=2 "
      "net.ipv4.conf.IF.rp_filter=2, kept in /etc/sysctl.d, and a routing table for its address (ip rule add from "
      "ADDRESS lookup TABLE).",
    .check_device = check,
};

}
