// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/lossless_headroom.h"
#include "rules/hdr/default_cable.h"
#include "rules/hdr/length_class.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::hdr013 {
namespace {

constexpr Example examples[] = {
    {.title = "Headroom for 40 m of passive copper",
        .files = {{{"sample-nos", "leaf1", "@ p2:\n+    media: {passive_copper: yes}\n"}}},
        .flagged = "cable: 40m"},
    {.title = "Headroom for 5 m of passive copper",
        .files = {{{"sample-nos", "leaf1", "@ p1:\n+    media: {passive_copper: yes}\n"}}}},
    {.title = "Headroom for 7 m of passive copper that has 5 m in the topology",
        .files = {{{"sample-nos",
                       "leaf1",
                       "@ p2:\n-    cable: 40m\n+    cable: 7m\n+    media: {passive_copper: yes}\n"},
            {"sample-nos", "spine1", "@ p2:\n-    cable: 40m\n+    cable: 5m\n"}}},
        .topology = "links:\n  - {a: \"leaf1:p2\", b: \"spine1:p2\", cable_m: 5}\n",
        .flagged = "cable: 7m",
        .flagged_device = "leaf1"},
    {.title = "A NIC whose driver assumes 7 m by default",
        .files = {{{"linux-host", "host1", R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# ethtool -m ens1f0np0
+	Identifier                                : 0x11 (QSFP28)
+	Connector                                 : 0x23 (No separable connector)
+	Length (Copper or Active cable)           : 2m
+	Transmitter technology                    : 0xa0 (Copper cable unequalized)
)"}}}},
    {.title = "Passive copper of 40 Gb/s reaches 7 m",
        .files = {{{"sample-nos",
            "leaf1",
            "@ p2:\n-    speed: 100G\n+    speed: 40G\n-    cable: 40m\n+    cable: 7m\n-    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}\n+    ecn: {queue: 3, min: 100000, max: 300000, probability: 10}\n+    media: {passive_copper: yes}\n"}}}},
};

constexpr double limits[] = {5};
constexpr double slow_limits[] = {7};
constexpr Parameter parameters[] = {
    {.name = "dac_max",
        .defaults = limits,
        .unit = "m",
        .meaning = "longest passive copper cable",
        .source
        = "IEEE 802.3-2022 clause 110 (25GBASE-CR: 5 m); at 50 Gb/s a lane and above it is 3 m or less"},
    {.name = "dac_max_40g",
        .defaults = slow_limits,
        .unit = "m",
        .meaning = "longest passive copper cable at 40 Gb/s and below",
        .source = "IEEE 802.3-2022 clause 85 (40GBASE-CR4: at least 7 m)"},
};

// The longest passive cable at the speed of the port; 10 Gb/s lanes reach further.
std::uint32_t longest(const PortContext& context)
{
    constexpr std::uint64_t slow = 40'000'000'000;
    const Setting<BitsPerSecond>& speed = context.port().speed;
    return static_cast<std::uint32_t>(
        context.number(speed.peek_known() && speed.value.count <= slow ? "dac_max_40g" : "dac_max"));
}

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.is_roce() || port.kind != PortKind::physical || !port.passive_copper.is(true))
        return;
    const Link* link = context.fabric.link(context.id);
    const std::uint32_t limit = longest(context);
    // A correct plan does not correct a configured length, so either of them is flagged. A driver's default
    // length is left to HDR012.
    const bool planned = link != nullptr && link->cable.has_value() && link->cable->count > limit;
    const CableLength told = planned
        ? CableLength{*link->cable, CableEvidence::plan, link->at}
        : CableLength{port.cable_length.value,
            port.cable_length.known() ? CableEvidence::configured : CableEvidence::unknown,
            context.place(port.cable_length.origin)};
    if (!told.known() || told.length.count <= limit || (!planned && has_default_cable(context)))
        return;
    Diagnosis diagnosis{.at = told.at,
        .message = fmt::format("{} has a passive copper cable, which is at most {} m long, but assumes {}",
            context.port_label(context.id),
            limit,
            describe(told)),
        .subjects = {context.subject(Property::headroom)},
        .related = {{context.place(port.passive_copper.origin), "the cable is passive copper"}},
        .fix = planned ? "Correct cable_m in the topology." : "Configure the real length of the cable."};
    if (!planned) {
        // No passive cable is longer, so headroom for this length is enough for any passive cable.
        const auto length = length_class(context.device(), port, {limit});
        if (length && *length < port.cable_length.value)
            diagnosis.changes.push_back(context.change(Property::cable_length, *length));
    }
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "HDR013",
    .name = "long-passive-cable",
    .severity = Severity::info,
    .scope = Scope::port,
    .summary = "A port with a passive copper cable is set up for a length that no such cable has.",
    .why
    = "A signal without amplifiers crosses a few metres of copper and no more. A longer length is a mistake "
      "in the plan or the configuration, and wastes headroom.",
    .source
    = "IEEE 802.3-2022 clause 85 (40GBASE-CR4), clause 110 (25GBASE-CR) and clause 136 (50GBASE-CR, 3 m)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Configure the longest length of a passive cable, or correct the plan by hand.",
    .check_port = check,
};

}
