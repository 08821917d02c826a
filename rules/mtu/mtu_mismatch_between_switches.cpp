// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::mtu002 {
namespace {

constexpr std::string_view leaf_to_spine = "links:\n  - {a: \"leaf1:Ethernet4\", b: \"spine1:Ethernet4\"}\n";
constexpr std::string_view with_host = "links:\n"
                                       "  - {a: \"leaf1:Ethernet4\", b: \"spine1:Ethernet4\"}\n"
                                       "  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n";

constexpr Example examples[] = {
    {.title = "The spine cannot carry what the hosts send",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "spine1", R"({"PORT": {"Ethernet4": {"mtu": "4500"}}})"},
            {"linux-host", "host1", ""}}},
        .topology = with_host,
        .flagged = R"("mtu": "4500")",
        .flagged_device = "spine1"},
    {.title = "The two ends have one MTU",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "spine1", ""}, {"linux-host", "host1", ""}}},
        .topology = with_host},
    {.title = "The two ends differ, though nothing known is lost yet",
        .files
        = {{{"sonic", "leaf1", ""}, {"sonic", "spine1", R"({"PORT": {"Ethernet4": {"mtu": "9000"}}})"}}},
        .topology = leaf_to_spine,
        .flagged = R"("mtu": "9000")",
        .flagged_device = "spine1"},
    {.title = "Two vendors count the MTU differently",
        .files = {{{"eos", "leaf1", ""}, {"sonic", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet2/1\", b: \"spine1:Ethernet4\"}\n"},
    {.title = "The spine's end takes smaller frames",
        .files = {{{"junos", "leaf1", ""}, {"junos", "spine1", R"(@ et-0/0/0 {
-        mtu 9216;
+        mtu 9100;
)"}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/0\", b: \"spine1:et-0/0/0\"}\n",
        .flagged = "mtu 9100;",
        .flagged_device = "spine1"},
    {.title = "Both ends have an MTU of 9216",
        .files = {{{"junos", "leaf1", ""}, {"junos", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/0\", b: \"spine1:et-0/0/0\"}\n"},
    {.title = "The spine's end takes smaller packets",
        .files = {{{"onyx", "leaf1", ""}, {"onyx", "spine1", R"(+   interface ethernet 1/2 mtu 9000 force
)"}}},
        .topology = "links:\n  - {a: \"leaf1:Eth1/2\", b: \"spine1:Eth1/2\"}\n",
        .flagged = "mtu 9000",
        .flagged_device = "spine1"},
    {.title = "Both ends have an MTU of 9216",
        .files = {{{"onyx", "leaf1", ""}, {"onyx", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Eth1/2\", b: \"spine1:Eth1/2\"}\n"},
    {.title = "The ends of a link between switches differ in MTU",
        .files = {{{"nxos", "leaf1", R"(@ interface Ethernet1/2
-  mtu 9216
+  mtu 8000
)"},
            {"nxos", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/2\", b: \"spine1:Ethernet1/2\"}\n",
        .flagged = "mtu 8000"},
    {.title = "The ends of a link between switches differ in MTU",
        .files = {{{"os10", "leaf1", R"(@ interface ethernet1/1/2
- mtu 9216
+ mtu 8000
)"},
            {"os10", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:ethernet1/1/2\", b: \"spine1:ethernet1/1/2\"}\n",
        .flagged = "mtu 8000"},
    {.title = "The ends of a link between switches differ in MTU",
        .files = {{{"sonic-cli", "leaf1", R"(@ interface Eth1/2
- mtu 9216
+ mtu 8000
)"},
            {"sonic-cli", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Eth1/2\", b: \"spine1:Eth1/2\"}\n",
        .flagged = "mtu 8000"},
    {.title = "The ends of a link between switches differ in MTU",
        .files = {{{"nvue", "leaf1", R"(+nv set interface swp2 link mtu 8000
)"},
            {"nvue", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:swp2\", b: \"spine1:swp2\"}\n",
        .flagged = "mtu 8000"},
    {.title = "The ends of a link between switches differ in their largest frame",
        .files = {{{"vrp", "leaf1", R"(@ interface 100GE1/0/2
- jumboframe enable 9216
+ jumboframe enable 8000
)"},
            {"vrp", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:100GE1/0/2\", b: \"spine1:100GE1/0/2\"}\n",
        .flagged = "jumboframe enable 8000"},
    {.title = "The ends of a link between switches differ in MTU",
        .files = {{{"aoscx", "leaf1", R"(@ interface 1/1/2
-    mtu 9198
-    ip mtu 9198
+    mtu 8000
+    ip mtu 8000
)"},
            {"aoscx", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:1/1/2\", b: \"spine1:1/1/2\"}\n",
        .flagged = "mtu 8000"},
    {.title = "The ends of a link between switches differ in MTU",
        .files = {{{"iosxr", "leaf1", R"(@ interface HundredGigE0/0/0/1
- mtu 9216
+ mtu 8000
)"},
            {"iosxr", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:HundredGigE0/0/0/1\", b: \"spine1:HundredGigE0/0/0/1\"}\n",
        .flagged = "mtu 8000"},
    {.title = "The ends of a link between switches differ in MTU",
        .files = {{{"comware", "leaf1", R"(@ interface HundredGigE1/0/2
- jumboframe enable 9216
- mtu 9198
+ jumboframe enable 8018
+ mtu 8000
)"},
            {"comware", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:HundredGigE1/0/2\", b: \"spine1:HundredGigE1/0/2\"}\n",
        .flagged = "jumboframe enable 8018"},
    {.title = "The ends of a link between switches differ in MTU",
        .files = {{{"srlinux", "leaf1", R"(@ interface ethernet-1/2 {
-    mtu 9232
+    mtu 8000
-        ip-mtu 9198
+        ip-mtu 7986
)"},
            {"srlinux", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:ethernet-1/2\", b: \"spine1:ethernet-1/2\"}\n",
        .flagged = "mtu 8000"},
};

// The largest frame that any RDMA host of the fabric sends.
struct LargestFrame {
    Bytes size{};
    PortId from;
};

LargestFrame largest_host_frame(const FabricContext& context)
{
    LargestFrame largest;
    for (std::uint32_t device = 0; device < context.fabric.devices.size(); ++device) {
        const Device& host = context.fabric.devices[device];
        for (std::uint32_t port = 0; host.kind == DeviceKind::host && port < host.ports.size(); ++port) {
            const Setting<Bytes>& frame = host.ports[port].max_frame;
            if (frame.known() && frame.value > largest.size && context.analysis.is_roce({device, port}))
                largest = {frame.value, {device, port}};
        }
    }
    return largest;
}

void report_too_small(FabricContext& context, PortId end, PortId other, const LargestFrame& host)
{
    const Device& device = context.fabric.device(end);
    const Port& port = context.fabric.port(end);
    const Device& sender = context.fabric.device(host.from);
    const Port& far = context.fabric.port(other);
    context.report({.at = device.place(port.max_frame.origin, &port),
        .message
        = fmt::format("{} carries frames of {} bytes at most, but {} sends up to {}: large RDMA packets "
                      "are lost between the switches",
            context.port_label(end),
            port.max_frame.value.count,
            context.port_label(host.from),
            host.size.count),
        .subjects = {{end, Property::mtu}},
        .related = {{sender.place(context.fabric.port(host.from).max_frame.origin), "the host's MTU"},
            {context.fabric.device(other).place(far.max_frame.origin, &far),
                fmt::format("the other end, {}", context.port_label(other))}},
        .fix = fmt::format("Raise the MTU of {}.", context.port_label(end)),
        .changes = {{.port = end,
            .property = Property::mtu,
            .value = context.shared().frames().for_port(
                end, std::max(host.size, far.max_frame.value_or(host.size)))}}});
}

// Both ends carry every host frame, if any is known, so the difference causes no RDMA loss at present.
void report_difference(FabricContext& context, PortId smaller, PortId larger, const LargestFrame& host)
{
    const Port& low = context.fabric.port(smaller);
    const Port& high = context.fabric.port(larger);
    context.report({.severity = host.from.valid() ? Severity::info : Severity::warning,
        .at = context.fabric.device(smaller).place(low.max_frame.origin, &low),
        .message = fmt::format("{} carries frames of up to {} bytes, {} at the other end up to {}: {}",
            context.port_label(smaller),
            low.max_frame.value.count,
            context.port_label(larger),
            high.max_frame.value.count,
            host.from.valid()
                ? fmt::format("hosts send no more than {}, so no RDMA packet is lost", host.size.count)
                : "frames between the two sizes are lost in one direction only"),
        .subjects = {{smaller, Property::mtu, Subject::whole}, {larger, Property::mtu, Subject::whole}},
        .related = {{context.fabric.device(larger).place(high.max_frame.origin, &high), "the other end"}},
        .fix = "Give both ends the same MTU.",
        .changes = {{.port = smaller, .property = Property::mtu, .value = high.max_frame.value}}});
}

void check(FabricContext& context)
{
    const LargestFrame host = largest_host_frame(context);
    for (const Link& link : context.fabric.links) {
        const Device& a = context.fabric.device(link.a);
        const Device& b = context.fabric.device(link.b);
        if (a.kind != DeviceKind::network_switch || b.kind != DeviceKind::network_switch
            || (!context.analysis.is_roce(link.a) && !context.analysis.is_roce(link.b)))
            continue;
        const Bytes* a_frame
            = context.need(link.a, context.fabric.port(link.a).max_frame, "the largest frame");
        const Bytes* b_frame
            = context.need(link.b, context.fabric.port(link.b).max_frame, "the largest frame");
        if (a_frame != nullptr && *a_frame < host.size)
            report_too_small(context, link.a, link.b, host);
        if (b_frame != nullptr && *b_frame < host.size)
            report_too_small(context, link.b, link.a, host);
        if (a_frame == nullptr || b_frame == nullptr || std::min(*a_frame, *b_frame) < host.size)
            continue;
        // Devices of different platforms may count their MTU differently; devices of one platform do not.
        if (*a_frame != *b_frame && a.platform == b.platform)
            report_difference(
                context, *a_frame < *b_frame ? link.a : link.b, *a_frame < *b_frame ? link.b : link.a, host);
    }
}

}

extern const Rule rule = {
    .code = "MTU002",
    .name = "mtu-mismatch-between-switches",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where the ends differ and no host's MTU is known"},
        {Severity::info, "where the ends differ and both carry what hosts send"}}},
    .scope = Scope::link,
    .summary = "A link between switches cannot carry the hosts' largest frames, or its ends differ.",
    .why = "A switch drops a frame that is larger than its port allows without telling the sender. "
           "Connections come up, small messages pass, and only full-size RDMA packets vanish, in one "
           "direction.",
    .source = "sonic-swss orchagent/portsorch.cpp (the port's MTU and its Ethernet header); Arista EOS "
              "User Manual, Ethernet Ports, command mtu (68 to 9214)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Give the smaller end what the larger one and other links between switches carry, as a rule the platform's "
      "maximum.",
    .check_fabric = check,
};

}
