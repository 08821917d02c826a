// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::mtu003 {
namespace {

constexpr double no_margin[] = {0};
constexpr Parameter parameters[] = {
    {.name = "margin",
        .defaults = no_margin,
        .unit = "bytes",
        .meaning = "how much larger the switch port's largest frame must be than the host's",
        .source = "none is needed: both are frames without VLAN tags and FCS"},
};

constexpr Example examples[] = {
    {.title = "The host sends larger frames than its switch port takes",
        .files
        = {{{"sonic", "leaf1", R"({"PORT": {"Ethernet0": {"mtu": "8000"}}})"}, {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .flagged = R"("mtu": "8000")"},
    {.title = "The switch port takes what the host sends",
        .files = {{{"sonic", "leaf1", ""}, {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n"},
    {.title = "A routed port is smaller than the host",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
-   mtu 9214
+   mtu 5000
)"},
            {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "mtu 5000"},
    {.title = "A routed port of 9214 is large enough",
        .files = {{{"eos", "leaf1", ""}, {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"host1:ens1f0np0\"}\n"},
    {.title = "The leaf's port is smaller than its host",
        .files = {{{"junos", "leaf1", R"(@ et-0/0/0 {
-        mtu 9216;
+        mtu 5000;
)"},
            {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/0\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "mtu 5000;"},
    {.title = "The leaf's port takes what its host sends",
        .files = {{{"junos", "leaf1", ""}, {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/0\", b: \"host1:ens1f0np0\"}\n"},
    {.title = "A routed port is smaller than the host",
        .files = {{{"os10", "leaf1", R"(@ interface ethernet1/1/1
- mtu 9216
+ mtu 5000
)"},
            {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:ethernet1/1/1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "mtu 5000"},
    {.title = "A routed port is smaller than the host",
        .files = {{{"nxos", "leaf1", R"(@ interface Ethernet1/1
-  mtu 9216
+  mtu 5000
)"},
            {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "mtu 5000"},
    {.title = "A port is smaller than the host",
        .files = {{{"sonic-cli", "leaf1", R"(@ interface Eth1/1
- mtu 9216
+ mtu 5000
)"},
            {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Eth1/1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "mtu 5000"},
    {.title = "A port is smaller than the host",
        .files = {{{"nvue", "leaf1", R"(+nv set interface swp1 link mtu 5000
)"},
            {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:swp1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "mtu 5000"},
    {.title = "A port takes smaller frames than the host sends",
        .files = {{{"vrp", "leaf1", R"(@ interface 100GE1/0/1
- jumboframe enable 9216
+ jumboframe enable 5000
)"},
            {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:100GE1/0/1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "jumboframe enable 5000"},
    {.title = "A port takes smaller frames than the host sends",
        .files = {{{"aoscx", "leaf1", R"(@ interface 1/1/1
-    mtu 9198
+    mtu 5000
)"},
            {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:1/1/1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "mtu 5000"},
    {.title = "A port takes smaller frames than the host sends",
        .files = {{{"iosxr", "leaf1", R"(@ interface HundredGigE0/0/0/0
- mtu 9216
+ mtu 5000
)"},
            {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:HundredGigE0/0/0/0\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "mtu 5000"},
    {.title = "A port takes smaller frames than the host sends",
        .files = {{{"comware", "leaf1", R"(@ interface HundredGigE1/0/1
- jumboframe enable 9216
+ jumboframe enable 5018
)"},
            {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:HundredGigE1/0/1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "jumboframe enable 5018"},
};

void check(LinkContext& context)
{
    PortId host = context.link().a;
    PortId network = context.link().b;
    if (context.fabric.device(host).kind != DeviceKind::host)
        std::swap(host, network);
    if (context.fabric.device(host).kind != DeviceKind::host
        || context.fabric.device(network).kind != DeviceKind::network_switch
        || !context.analysis.is_roce(host))
        return;
    const Port& sender = context.fabric.port(host);
    const Port& receiver = context.fabric.port(network);
    const Bytes* sent = context.need(host, sender.max_frame, "the host's MTU");
    const Bytes* taken = context.need(network, receiver.max_frame, "the largest frame of the switch port");
    if (sent == nullptr || taken == nullptr
        || static_cast<double>(sent->count) + context.number("margin") <= static_cast<double>(taken->count))
        return;
    context.report({.at = context.fabric.device(network).place(receiver.max_frame.origin, &receiver),
        .message = fmt::format("{} takes frames of {} bytes at most, but {} sends up to {}: its large RDMA "
                               "packets are dropped at the first hop",
            context.port_label(network),
            taken->count,
            context.port_label(host),
            sent->count),
        .subjects = {{network, Property::mtu, Subject::whole}, {host, Property::mtu, Subject::whole}},
        .related = {{context.fabric.device(host).place(sender.max_frame.origin, &sender), "the host's MTU"},
            {context.link().at, "the link"}},
        .fix = fmt::format("Raise the MTU of {}.", context.port_label(network)),
        .changes = {{.port = network,
            .property = Property::mtu,
            .value = context.shared().frames().for_port(network, *sent)}}});
}

}

extern const Rule rule = {
    .code = "MTU003",
    .name = "host-mtu-above-switch",
    .severity = Severity::error,
    .scope = Scope::link,
    .summary = "A host sends larger frames than its switch port takes.",
    .why = "The switch silently drops frames that are larger than its port allows; RoCE has no path MTU "
           "discovery. The connection comes up with small packets and hangs with the first large ones.",
    .source = "IEEE 802.3-2022 clause 3 (frames beyond the port's limit are discarded); Linux "
              "include/rdma/ib_addr.h, iboe_get_mtu (the path MTU follows the host's own interface alone)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Raise the switch port's MTU to that of the other ports towards hosts, at least to what the host sends.",
    .check_link = check,
};

}
