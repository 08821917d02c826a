// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::dlk003 {
namespace {

constexpr std::string_view switched = R"(-ip routing
+vlan 20
+!
+interface Vlan20
+   mtu 9214
+   ip address 10.0.2.1/24
+!
+mac address-table aging-time 300
+arp aging timeout default 14400
+ip routing
@ interface Ethernet1/1
-   no switchport
-   ip address 10.0.1.1/31
+   switchport access vlan 20
)";

constexpr std::string_view agreeing = R"(-ip routing
+vlan 20
+!
+interface Vlan20
+   mtu 9214
+   ip address 10.0.2.1/24
+!
+mac address-table aging-time 1800
+arp aging timeout default 1500
+ip routing
@ interface Ethernet1/1
-   no switchport
-   ip address 10.0.1.1/31
+   switchport access vlan 20
)";

constexpr Example examples[] = {
    {.title = "Addresses stay resolved for hours, but the port behind them is forgotten after five minutes",
        .files = {{{"eos", "leaf1", switched}}},
        .flagged = "arp aging timeout default 14400"},
    {.title = "The port is remembered longer than the address", .files = {{{"eos", "leaf1", agreeing}}}},
    {.title = "Without switched RoCE ports nothing is flooded", .files = {{{"eos", "leaf1", ""}}}},
};

bool routes_for_vlans(const Device& device)
{
    return std::ranges::any_of(device.forwarding.addresses, [&device](const InterfaceAddress& entry) {
        return entry.port < device.ports.size() && device.ports[entry.port].kind == PortKind::vlan;
    });
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    const Forwarding& forwarding = device.forwarding;
    if (device.kind != DeviceKind::network_switch || !routes_for_vlans(device))
        return;
    std::uint32_t first = Port::no_index;
    for (std::uint32_t index = 0; index < device.ports.size() && first == Port::no_index; ++index) {
        const Port& port = device.ports[index];
        if (port.kind == PortKind::physical && port.routed.is(false)
            && context.analysis.is_roce({context.index, index}) && port.pfc_tx.known()
            && !(port.pfc_tx.value & context.classes.lossless()).empty())
            first = index;
    }
    if (first == Port::no_index)
        return;
    const PortId id{context.index, first};
    if (context.need(id, forwarding.arp_timeout, "how long an address stays resolved") == nullptr
        || context.need(id, forwarding.mac_timeout, "how long the port of an address is remembered")
            == nullptr
        || forwarding.arp_timeout.value <= forwarding.mac_timeout.value)
        return;
    const bool by_arp = forwarding.arp_timeout.configured() || !forwarding.mac_timeout.configured();
    const auto word = [](const auto& setting) { return setting.configured() ? "" : " (by default)"; };
    context.report(
        {.at = device.place(by_arp ? forwarding.arp_timeout.origin : forwarding.mac_timeout.origin),
            .message = fmt::format(
                "{} keeps addresses for {} s{} but forgets their ports after {} s{}: in between, lossless "
                "packets to a silent host are assumed to be flooded to every port of its VLAN, paths that no "
                "deadlock check covers",
                device.name,
                forwarding.arp_timeout.value.count(),
                word(forwarding.arp_timeout),
                forwarding.mac_timeout.value.count(),
                word(forwarding.mac_timeout)),
            .subjects = {context.subject(Property::forwarding)},
            .related
            = {{device.ports[first].at, fmt::format("{} is switched and lossless", context.port_label(id))}},
            .fix = fmt::format(
                "Let {} remember ports longer than addresses, or drop lossless packets to addresses whose "
                "port is not known.",
                device.name)});
}

}

extern const Rule rule = {
    .code = "DLK003",
    .name = "lossless-flooding",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "A switch with switched RoCE ports forgets the port of an address before the address itself.",
    .why
    = "A switch that knows the MAC address of a host but not its port floods the packet to every port of the "
      "VLAN. Flooded lossless packets wait in buffers on paths that no route uses; that has closed rings "
      "of buffers, and stopped them, in a production fabric.",
    .source
    = "Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016 (deadlock, of which the abstract was "
      "seen); ipspace.net blog, On ARP and MAC Aging Timers",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Set the MAC aging time above the ARP timeout, or route the ports. Which timer can move "
           "depends on the rest of the network.",
    .check_device = check,
};

}
