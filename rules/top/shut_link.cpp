// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::top013 {
namespace {

constexpr std::string_view leaf_to_spine = "links:\n  - {a: \"leaf1:Ethernet4\", b: \"spine1:Ethernet4\"}\n";

constexpr Example examples[] = {
    {.title = "The leaf's end of a planned uplink is shut",
        .files = {{{"sonic", "leaf1", R"({"PORT": {"Ethernet4": {"admin_status": "down"}}})"},
            {"sonic", "spine1", ""}}},
        .topology = leaf_to_spine,
        .flagged = R"("admin_status": "down")"},
    {.title = "Both ends are up",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "spine1", ""}}},
        .topology = leaf_to_spine},
    {.title = "Nothing is planned on the port that is shut",
        .files = {{{"sonic", "leaf1", R"({"PORT": {"Ethernet4": {"admin_status": "down"}}})"}}}},
    {.title = "The spine's end of a planned link is shut",
        .files = {{{"eos", "leaf1", ""}, {"eos", "spine1", R"(@ interface Ethernet1/1
+   shutdown
)"}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"spine1:Ethernet1/1\"}\n",
        .flagged = "shutdown",
        .flagged_device = "spine1"},
    {.title = "Both ends are up",
        .files = {{{"eos", "leaf1", ""}, {"eos", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"spine1:Ethernet1/1\"}\n"},
    {.title = "The leaf's end of a planned link is disabled",
        .files = {{{"junos", "leaf1", R"(@ et-0/0/0 {
+        disable;
)"},
            {"junos", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/0\", b: \"spine1:et-0/0/0\"}\n",
        .flagged = "disable;"},
    {.title = "Both ends are up",
        .files = {{{"junos", "leaf1", ""}, {"junos", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/0\", b: \"spine1:et-0/0/0\"}\n"},
    {.title = "The spine's end of a planned link is shut",
        .files = {{{"os10", "leaf1", ""}, {"os10", "spine1", R"(@ interface ethernet1/1/1
- no shutdown
+ shutdown
)"}}},
        .topology = "links:\n  - {a: \"leaf1:ethernet1/1/1\", b: \"spine1:ethernet1/1/1\"}\n",
        .flagged = "shutdown",
        .flagged_device = "spine1"},
    {.title = "The spine's end of a planned link is shut",
        .files = {{{"nxos", "leaf1", ""}, {"nxos", "spine1", R"(@ interface Ethernet1/1
-  no shutdown
+  shutdown
)"}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"spine1:Ethernet1/1\"}\n",
        .flagged = "shutdown",
        .flagged_device = "spine1"},
    {.title = "The leaf's end of a planned link is shut",
        .files = {{{"sonic-cli", "leaf1", R"(@ interface Eth1/2
- no shutdown
+ shutdown
)"},
            {"sonic-cli", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Eth1/2\", b: \"spine1:Eth1/1\"}\n",
        .flagged = "shutdown",
        .flagged_device = "leaf1"},
    {.title = "The leaf's end of a planned link is down by its configuration",
        .files = {{{"nvue", "leaf1", R"(+nv set interface swp2 link state down
)"},
            {"nvue", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:swp2\", b: \"spine1:swp1\"}\n",
        .flagged = "link state down",
        .flagged_device = "leaf1"},
    {.title = "The leaf's end of a planned link is shut",
        .files = {{{"vrp", "leaf1", R"(@ interface 100GE1/0/2
+ shutdown
)"},
            {"vrp", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:100GE1/0/2\", b: \"spine1:100GE1/0/2\"}\n",
        .flagged = "shutdown",
        .flagged_device = "leaf1"},
    {.title = "The leaf's end of a planned link is shut",
        .files = {{{"aoscx", "leaf1", R"(@ interface 1/1/2
-    no shutdown
+    shutdown
)"},
            {"aoscx", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:1/1/2\", b: \"spine1:1/1/2\"}\n",
        .flagged = "shutdown",
        .flagged_device = "leaf1"},
    {.title = "The leaf's end of a planned link is shut",
        .files = {{{"iosxr", "leaf1", R"(@ interface HundredGigE0/0/0/1
+ shutdown
)"},
            {"iosxr", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:HundredGigE0/0/0/1\", b: \"spine1:HundredGigE0/0/0/1\"}\n",
        .flagged = "shutdown",
        .flagged_device = "leaf1"},
    {.title = "The leaf's end of a planned link is shut",
        .files = {{{"comware", "leaf1", R"(@ interface HundredGigE1/0/2
+ shutdown
)"},
            {"comware", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:HundredGigE1/0/2\", b: \"spine1:HundredGigE1/0/2\"}\n",
        .flagged = "shutdown",
        .flagged_device = "leaf1"},
    {.title = "The uplink is disabled",
        .files = {{{"srlinux", "leaf1", R"(@ interface ethernet-1/2 {
-    admin-state enable
+    admin-state disable
)"},
            {"srlinux", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:ethernet-1/2\", b: \"spine1:ethernet-1/2\"}\n",
        .flagged = "admin-state disable",
        .flagged_device = "leaf1"},
};

// Whether the port carries RDMA, or would if it were up.
bool is_for_rdma(const LinkContext& context, PortId id)
{
    return context.analysis.is_roce(id) || context.analysis.judgement(id).idle;
}

void check(LinkContext& context)
{
    const Link& link = context.link();
    if (link.source != LinkSource::topology
        || (!is_for_rdma(context, link.a) && !is_for_rdma(context, link.b)))
        return;
    const auto is_shut = [&](PortId id) { return context.fabric.port(id).admin_up.is(false); };
    for (const auto& [end, other] : {std::pair(link.a, link.b), std::pair(link.b, link.a)}) {
        if (!is_shut(end))
            continue;
        const Device& device = context.fabric.device(end);
        const Port& port = context.fabric.port(end);
        context.report({.at = device.place(port.admin_up.origin, &port),
            .message = fmt::format(
                "{} is shut, but the topology plans a link from there to {}: RDMA takes the links that are "
                "left, which then carry more than they were planned for",
                context.port_label(end),
                context.port_label(other)),
            .subjects = {{end, Property::cabling}},
            .related = {{link.at, "the plan"}},
            .fix
            = fmt::format("Bring {} up, or take the link out of the topology.", context.port_label(end))});
        if (is_shut(other))
            return;
    }
}

}

extern const Rule rule = {
    .code = "TOP013",
    .name = "planned-link-shut",
    .severity = Severity::info,
    .scope = Scope::link,
    .summary = "A link that the topology plans for RDMA is shut at one end.",
    .why = "The rules judge no port that is shut, so that a link which was shut for an hour and forgotten "
           "would pass unseen. Its traffic takes the other links of the leaf: more flows share each of them "
           "than the fabric was planned for, and a leaf with one uplink less is slower for every job that it "
           "serves.",
    .source
    = "RFC 8343 section 5 (enabled, admin-status); sonic-port.yang admin_status (down by default); Juniper, "
      "Junos CLI reference: disable (interfaces)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Bring the port up, or correct topology.yaml.",
    .check_link = check,
};

}
