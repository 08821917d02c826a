// SPDX-License-Identifier: Apache-2.0
#include "analysis/majority.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::lnk002 {
namespace {

constexpr std::string_view leaf_to_spine = "links:\n  - {a: \"leaf1:Ethernet4\", b: \"spine1:Ethernet4\"}\n";

constexpr Example examples[] = {
    {.title = "The spine's end is set to 40G, the leaf's to 100G",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "spine1", R"({"PORT": {"Ethernet4": {"speed": "40000"}},
 "BUFFER_PG": {"Ethernet4|3": null}})"}}},
        .topology = leaf_to_spine,
        .flagged = R"("speed": "40000")",
        .flagged_device = "spine1"},
    {.title = "Both ends run at 100G",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "spine1", ""}}},
        .topology = leaf_to_spine},
    {.title = "The host's link came up at 25G",
        .files
        = {{{"eos", "leaf1", ""}, {"linux-host", "host1", "-\tSpeed: 100000Mb/s\n+\tSpeed: 25000Mb/s\n"}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "Speed: 25000Mb/s",
        .flagged_device = "host1"},
    {.title = "The host's link runs at the port's speed",
        .files = {{{"eos", "leaf1", ""}, {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"host1:ens1f0np0\"}\n"},
    {.title = "The spine's end is set to 40g",
        .files = {{{"junos", "leaf1", ""}, {"junos", "spine1", R"(@ et-0/0/0 {
-        speed 100g;
+        speed 40g;
)"}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/0\", b: \"spine1:et-0/0/0\"}\n",
        .flagged = "speed 40g;",
        .flagged_device = "spine1"},
    {.title = "Both ends are set to 100g",
        .files = {{{"junos", "leaf1", ""}, {"junos", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/0\", b: \"spine1:et-0/0/0\"}\n"},
    {.title = "The host's link came up at 25G",
        .files
        = {{{"nxos", "leaf1", ""}, {"linux-host", "host1", "-\tSpeed: 100000Mb/s\n+\tSpeed: 25000Mb/s\n"}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "Speed: 25000Mb/s",
        .flagged_device = "host1"},
    {.title = "The host's link came up at 25G",
        .files
        = {{{"os10", "leaf1", ""}, {"linux-host", "host1", "-\tSpeed: 100000Mb/s\n+\tSpeed: 25000Mb/s\n"}}},
        .topology = "links:\n  - {a: \"leaf1:ethernet1/1/1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "Speed: 25000Mb/s",
        .flagged_device = "host1"},
    {.title = "The host's link came up at 25G",
        .files = {{{"sonic-cli", "leaf1", ""},
            {"linux-host", "host1", "-\tSpeed: 100000Mb/s\n+\tSpeed: 25000Mb/s\n"}}},
        .topology = "links:\n  - {a: \"leaf1:Eth1/1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "Speed: 25000Mb/s",
        .flagged_device = "host1"},
    {.title = "The host's link came up at 25G",
        .files
        = {{{"nvue", "leaf1", ""}, {"linux-host", "host1", "-\tSpeed: 100000Mb/s\n+\tSpeed: 25000Mb/s\n"}}},
        .topology = "links:\n  - {a: \"leaf1:swp1\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "Speed: 25000Mb/s",
        .flagged_device = "host1"},
};

std::string in_words(BitsPerSecond speed)
{
    constexpr std::uint64_t giga = 1'000'000'000;
    constexpr std::uint64_t mega = 1'000'000;
    return speed.count % giga == 0 ? fmt::format("{}G", speed.count / giga)
                                   : fmt::format("{}M", speed.count / mega);
}

Span place(const LinkContext& context, PortId id, OriginId origin)
{
    return context.fabric.device(id).place(origin, &context.fabric.port(id));
}

// The usual speed of the device's other ports with the same number of lanes.
std::optional<BitsPerSecond> usual_speed(const Fabric& fabric, PortId id)
{
    const Port& port = fabric.port(id);
    Majority<BitsPerSecond> votes;
    for (const Port& other : fabric.device(id).ports) {
        if (&other != &port && other.kind == PortKind::physical && other.speed.known()
            && other.lanes.known() == port.lanes.known() && other.lanes.value == port.lanes.value)
            votes.add(other.speed.value);
    }
    return votes.winner();
}

void report_speed(LinkContext& context, PortId slow, PortId fast)
{
    const Setting<BitsPerSecond>& low = context.fabric.port(slow).speed;
    const Setting<BitsPerSecond>& high = context.fabric.port(fast).speed;
    Diagnosis diagnosis{.at = place(context, slow, low.origin),
        .message
        = fmt::format("{} runs at {} but {} at the other end at {}: the link does not come up, or ECMP "
                      "and headroom assume a speed that it does not have",
            context.port_label(slow),
            in_words(low.value),
            context.port_label(fast),
            in_words(high.value)),
        .subjects = {{slow, Property::speed, Subject::whole}, {fast, Property::speed, Subject::whole}},
        .related = {{place(context, fast, high.origin), "the other end"}, {context.link().at, "the link"}},
        .fix = fmt::format("Set both ends to the same speed, or look for a degraded cable on {}.",
            context.port_label(slow))};
    if (usual_speed(context.fabric, slow) == high.value)
        diagnosis.changes.push_back({.port = slow, .property = Property::speed, .value = high.value});
    else if (usual_speed(context.fabric, fast) == low.value)
        diagnosis.changes.push_back({.port = fast, .property = Property::speed, .value = low.value});
    context.report(std::move(diagnosis));
}

void check_plan(LinkContext& context, PortId end)
{
    const Setting<BitsPerSecond>& speed = context.fabric.port(end).speed;
    const auto planned = context.link().speed;
    if (!planned || !speed.known() || speed.value == *planned)
        return;
    context.report({.at = place(context, end, speed.origin),
        .message = fmt::format("{} runs at {} but the topology plans {} for this link",
            context.port_label(end),
            in_words(speed.value),
            in_words(*planned)),
        .subjects = {{end, Property::speed}},
        .related = {{context.link().at, "the plan"}},
        .fix
        = fmt::format("Set {} to {}, or correct the topology.", context.port_label(end), in_words(*planned)),
        .changes = {{.port = end, .property = Property::speed, .value = *planned}}});
}

// Whether a NIC or an optical port negotiates at all is not visible, but contradictory settings on two
// switches are.
void check_autoneg(LinkContext& context)
{
    const auto& [a, b] = std::pair(context.link().a, context.link().b);
    if (context.fabric.device(a).kind != DeviceKind::network_switch
        || context.fabric.device(b).kind != DeviceKind::network_switch)
        return;
    const Setting<bool>& first = context.fabric.port(a).autoneg;
    const Setting<bool>& second = context.fabric.port(b).autoneg;
    if (!first.configured() || !second.configured() || first.value == second.value)
        return;
    const PortId off = first.value ? b : a;
    const PortId on = first.value ? a : b;
    context.report({.severity = Severity::warning,
        .at = place(context, off, context.fabric.port(off).autoneg.origin),
        .message
        = fmt::format("{} does not negotiate but {} at the other end does: on a copper cable the link stays "
                      "down or without link training",
            context.port_label(off),
            context.port_label(on)),
        .subjects = {{off, Property::speed, 1}, {on, Property::speed, 1}},
        .related = {{place(context, on, context.fabric.port(on).autoneg.origin), "the other end"}},
        .fix = "Set autonegotiation the same at both ends."});
}

void check(LinkContext& context)
{
    const Link& link = context.link();
    if (!context.analysis.is_roce(link.a) && !context.analysis.is_roce(link.b))
        return;
    check_autoneg(context);
    if (link.speed) {
        check_plan(context, link.a);
        check_plan(context, link.b);
    }
    const BitsPerSecond* a = context.need(link.a, context.fabric.port(link.a).speed, "the speed");
    const BitsPerSecond* b = context.need(link.b, context.fabric.port(link.b).speed, "the speed");
    if (a == nullptr || b == nullptr || *a == *b)
        return;
    // If the plan shows which end is wrong, the fault is reported already.
    if (!link.speed)
        report_speed(context, *a < *b ? link.a : link.b, *a < *b ? link.b : link.a);
}

}

extern const Rule rule = {
    .code = "LNK002",
    .name = "speed-mismatch",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where only one end negotiates"}}},
    .scope = Scope::link,
    .summary = "The two ends of a RoCE link differ in speed, or from the plan.",
    .why = "A link that runs slower than planned is a bottleneck that ECMP does not know of, and "
           "buffer profiles are made for the configured speed. Two ends with different fixed "
           "speeds do not come up at all.",
    .source = "IEEE 802.3-2022 clause 73 (autonegotiation); NVIDIA ibdiagnet, link speed and width "
              "checks; sonic-swss cfgmgr/buffermgr.cpp (headroom by speed)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Set both ends to the planned speed, or to the one that the other ports of that switch run at; if the hardware "
      "chose a lower one, replace cable or optic.",
    .check_link = check,
};

}
