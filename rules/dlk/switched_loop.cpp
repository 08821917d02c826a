// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::rules::dlk004 {
namespace {

constexpr std::string_view two_cables = R"(devices:
  leaf1: {role: leaf}
  leaf2: {role: leaf}
links:
  - {a: "leaf1:Ethernet1/1", b: "leaf2:Ethernet1/1"}
  - {a: "leaf1:Ethernet2/1", b: "leaf2:Ethernet2/1"}
)";

constexpr std::string_view switched = R"(@ interface Ethernet1/1
-   no switchport
-   ip address 10.0.1.1/31
+   switchport mode trunk
@ interface Ethernet2/1
-   no switchport
-   ip address 10.0.0.1/31
+   switchport mode trunk
)";

constexpr Example examples[] = {
    {.title = "Two switched cables join the same two switches",
        .files = {{{"eos", "leaf1", switched}, {"eos", "leaf2", switched}}},
        .topology = two_cables,
        .flagged = "interface Ethernet2/1"},
    {.title = "Two routed cables",
        .files = {{{"eos", "leaf1", ""}, {"eos", "leaf2", ""}}},
        .topology = two_cables},
};

// Sets of switches that are connected so far.
class Joined {
public:
    explicit Joined(std::size_t devices) : root_(devices) { std::iota(root_.begin(), root_.end(), 0U); }
    std::uint32_t find(std::uint32_t device)
    {
        while (root_[device] != device)
            device = root_[device] = root_[root_[device]];
        return device;
    }
    // Returns false if the two were connected before.
    bool join(std::uint32_t a, std::uint32_t b)
    {
        a = find(a);
        b = find(b);
        root_[std::max(a, b)] = std::min(a, b);
        return a != b;
    }

private:
    std::vector<std::uint32_t> root_;
};

bool is_peer_link(const Device& device, std::uint32_t port)
{
    const Setting<std::uint32_t>& peer_link = device.forwarding.mlag_peer_link;
    return peer_link.known() && peer_link.value < device.ports.size()
        && (peer_link.value == port || peer_link.value == device.ports[port].lag);
}

bool is_switched(const FabricContext& context, PortId id)
{
    const Device& device = context.fabric.device(id);
    const Port& port = device.ports[id.port];
    const Port& logical = port.lag < device.ports.size() ? device.ports[port.lag] : port;
    return device.kind == DeviceKind::network_switch && context.analysis.is_roce(id)
        && logical.routed.is(false);
}

void report(FabricContext& context, const Link& link)
{
    const Device& device = context.fabric.device(link.a);
    const Port& port = context.fabric.port(link.a);
    context.report({.at = device.place(port.routed.origin, &port),
        .message = fmt::format(
            "the switched RoCE link between {} and {} closes a loop of switched links: what keeps packets "
            "from going around is assumed to be the spanning tree, whose blocked links and changes lossless "
            "traffic cannot tolerate",
            context.port_label(link.a),
            context.port_label(link.b)),
        .subjects = {{link.a, Property::forwarding}, {link.b, Property::forwarding}},
        .related = {{context.fabric.port(link.b).at, "the other end"}},
        .fix = "Route the links between switches, or make one LAG of parallel links."});
}

// All links, with their ends and the links themselves sorted by names of devices and ports. Which link closes
// a loop, and at which end that is reported, then depends neither on the order of files nor on that of the
// topology.
std::vector<Link> links_by_name(const Fabric& fabric)
{
    const auto name = [&fabric](PortId id) {
        return std::pair(std::string_view(fabric.device(id).name), std::string_view(fabric.port(id).name));
    };
    std::vector<Link> links = fabric.links;
    for (Link& link : links) {
        if (name(link.b) < name(link.a))
            std::swap(link.a, link.b);
    }
    std::ranges::stable_sort(
        links, {}, [&](const Link& link) { return std::pair(name(link.a), name(link.b)); });
    return links;
}

void check(FabricContext& context)
{
    const std::vector<Link> links = links_by_name(context.fabric);
    Joined joined(context.fabric.devices.size());
    // To the other switches, the two switches of an MLAG pair act as one.
    for (const Link& link : links) {
        if (is_peer_link(context.fabric.device(link.a), link.a.port)
            || is_peer_link(context.fabric.device(link.b), link.b.port))
            joined.join(link.a.device, link.b.device);
    }
    std::set<std::pair<PortId, PortId>> bundles;
    for (const Link& link : links) {
        const Port& a = context.fabric.port(link.a);
        const Port& b = context.fabric.port(link.b);
        if (!is_switched(context, link.a) || !is_switched(context, link.b)
            || is_peer_link(context.fabric.device(link.a), link.a.port)
            || is_peer_link(context.fabric.device(link.b), link.b.port))
            continue;
        // Members of one LAG are one link, and so are the LAGs of one switch to both switches of a pair.
        const bool bundled = a.lag != Port::no_index || b.lag != Port::no_index;
        const PortId from{joined.find(link.a.device), a.lag};
        const PortId to{joined.find(link.b.device), b.lag};
        if (bundled && !bundles.insert({std::min(from, to), std::max(from, to)}).second)
            continue;
        if (!joined.join(link.a.device, link.b.device))
            return report(context, link);
    }
}

}

extern const Rule rule = {
    .code = "DLK004",
    .name = "switched-loop",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "Switched RoCE links between switches close a loop.",
    .why
    = "A loop of switched links works only while the spanning tree blocks one of them. Half of the links idle, "
      "a change of the tree floods and drops, and while it settles packets can go around in a circle of "
      "lossless buffers. Routed links need no such tree.",
    .source
    = "IEEE 802.1Q-2022 clause 13 (spanning tree); that lossless traffic should be routed is design advice "
      "without a primary source",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Route the links between switches.",
    .check_fabric = check,
};

}
