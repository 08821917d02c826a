// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <optional>

namespace rocelint::rules::lnk004 {
namespace {

constexpr std::string_view plan_of_150_m = "links:\n  - {a: \"leaf1:p2\", b: \"spine1:p2\", cable_m: 150}\n";
constexpr std::string_view plan_of_half_metres
    = "links:\n  - {a: \"leaf1:p2\", b: \"spine1:p2\", cable_m: 3.5}\n";
constexpr std::string_view plan_of_3_m = "links:\n  - {a: \"leaf1:p2\", b: \"spine1:p2\", cable_m: 3}\n";

constexpr Example examples[] = {
    {.title = "An optic for 100 m on 150 m of fibre",
        .files
        = {{{"sample-nos", "leaf1", "@ p2:\n-    cable: 40m\n+    cable: 150m\n+    media: {reach: 100m}\n"},
            {"sample-nos", "spine1", "@ p2:\n-    cable: 40m\n+    cable: 150m\n"}}},
        .topology = plan_of_150_m,
        .flagged = "media: {reach: 100m}"},
    {.title = "An optic for 500 m on 150 m of fibre",
        .files
        = {{{"sample-nos", "leaf1", "@ p2:\n-    cable: 40m\n+    cable: 150m\n+    media: {reach: 500m}\n"},
            {"sample-nos", "spine1", "@ p2:\n-    cable: 40m\n+    cable: 150m\n"}}},
        .topology = plan_of_150_m},
    {.title = "Passive copper of 3.5 m for one lane of 100 Gb/s",
        .files
        = {{{"sample-nos",
                "leaf1",
                "@ p2:\n-    cable: 40m\n+    cable: 4m\n+    lanes: 1\n+    media: {passive_copper: yes}\n"},
            {"sample-nos", "spine1", "@ p2:\n-    cable: 40m\n+    cable: 4m\n"}}},
        .topology = plan_of_half_metres,
        .flagged = "passive_copper: yes"},
    {.title = "Passive copper of 3 m for one lane of 100 Gb/s",
        .files
        = {{{"sample-nos",
                "leaf1",
                "@ p2:\n-    cable: 40m\n+    cable: 3m\n+    lanes: 1\n+    media: {passive_copper: yes}\n"},
            {"sample-nos", "spine1", "@ p2:\n-    cable: 40m\n+    cable: 3m\n"}}},
        .topology = plan_of_3_m},
    {.title = "Passive copper of 3 m for four lanes of 25 Gb/s",
        .files
        = {{{"sample-nos",
                "leaf1",
                "@ p2:\n-    cable: 40m\n+    cable: 3m\n+    lanes: 4\n+    media: {passive_copper: yes}\n"},
            {"sample-nos", "spine1", "@ p2:\n-    cable: 40m\n+    cable: 3m\n"}}},
        .topology = plan_of_3_m},
    {.title = "Passive copper of 5 m for one lane of 100 Gb/s at the host",
        .files = {{{"sample-nos", "leaf1", ""}, {"linux-host", "host1", R"(-	Speed: 100000Mb/s
+	Speed: 100000Mb/s
+	Lanes: 1
-n_gids_found=4
+n_gids_found=4
+root@host1:~# ethtool -m ens1f0np0
+	Identifier                                : 0x11 (QSFP28)
+	Connector                                 : 0x23 (No separable connector)
+	Length (Copper or Active cable)           : 5m
+	Transmitter technology                    : 0xa0 (Copper cable unequalized)
)"}}},
        .topology = "links:\n  - {a: \"leaf1:p1\", b: \"host1:ens1f0np0\", cable_m: 5}\n",
        .flagged = "Copper cable unequalized",
        .flagged_device = "host1"},
};

constexpr double copper_25[] = {5.0};
constexpr double copper_50[] = {3.0};
constexpr double copper_100[] = {3.0};
constexpr Parameter parameters[] = {
    {"copper_25g",
        copper_25,
        "m",
        "longest passive copper cable for lanes of 25 Gb/s",
        "IEEE 802.3-2022 clause 110 (25GBASE-CR: at least 5 m)"},
    {"copper_50g",
        copper_50,
        "m",
        "the same for lanes of 50 Gb/s",
        "IEEE 802.3-2022 clause 136 (50GBASE-CR, 200GBASE-CR4: at least 3 m)"},
    {"copper_100g",
        copper_100,
        "m",
        "the same for lanes of 100 Gb/s",
        "NVIDIA, MCP7Y00-Nxxx Product Specifications, Ordering Information, and MCP7Y10-Nxxx (100G-PAM4, up to 3 m); "
        "IEEE 802.3ck-2022 clause 162 asks for at least 2 m"},
};

/// The length of the link according to the plan or the cable itself.
struct Length {
    Metres metres;
    Span at;
    std::string_view who;
};

std::optional<Length> length_of(const LinkContext& context)
{
    const Link& link = context.link();
    if (link.cable)
        return Length{*link.cable, link.at, "the topology"};
    for (const PortId id : {link.a, link.b}) {
        const Port& port = context.fabric.port(id);
        if (port.media_length.known() && port.media_is_reach.is(false))
            return Length{port.media_length.value,
                context.fabric.device(id).place(port.media_length.origin, &port),
                "the cable"};
    }
    return std::nullopt;
}

std::optional<double> copper_reach(const LinkContext& context, const Port& port)
{
    constexpr std::uint64_t slow = 30'000'000'000;
    constexpr std::uint64_t middling = 60'000'000'000;
    constexpr std::uint64_t fast = 120'000'000'000;
    const std::uint64_t lane = port.speed.value.count / port.lanes.value;
    if (lane > fast)
        return std::nullopt;
    return context.number(lane < slow ? "copper_25g" : lane < middling ? "copper_50g" : "copper_100g");
}

void report(LinkContext& context, PortId id, OriginId at, const Length& length, std::string reason)
{
    Diagnosis diagnosis{.at = context.fabric.device(id).place(at, &context.fabric.port(id)),
        .message = fmt::format(
            "{} is {} m long, as {} says, but {}: expect bit errors and a flapping link if the length is "
            "right",
            context.port_label(id),
            length.metres.exact(),
            length.who,
            reason),
        .subjects = {{id, Property::media, Subject::whole},
            {*context.fabric.peer(id), Property::media, Subject::whole}},
        .fix = "Use an optic or cable with enough reach, or correct the length."};
    if (length.at.somewhere())
        diagnosis.show(length.at, "the length");
    context.report(std::move(diagnosis));
}

// One finding per link, since both ends usually have the same kind of optic.
bool check_end(LinkContext& context, PortId id, const Length& length)
{
    const Port& port = context.fabric.port(id);
    if (port.media_is_reach.is(true) && port.media_length.known()
        && port.media_length.value < length.metres) {
        report(context,
            id,
            port.media_length.origin,
            length,
            fmt::format("its optic reaches {} m", port.media_length.value.exact()));
        return true;
    }
    if (!port.passive_copper.is(true) || !port.speed.known() || !port.lanes.known() || port.lanes.value == 0)
        return false;
    const std::optional<double> reach = copper_reach(context, port);
    if (!reach) {
        context.not_checked(id, "the reach of passive copper with lanes above 100 Gb/s is undocumented");
        return false;
    }
    if (length.metres.exact() <= *reach)
        return false;
    report(context,
        id,
        port.passive_copper.origin,
        length,
        fmt::format("no passive copper of more than {} m is specified for lanes of this speed", *reach));
    return true;
}

void check(LinkContext& context)
{
    const Link& link = context.link();
    if (!context.analysis.is_roce(link.a) && !context.analysis.is_roce(link.b))
        return;
    const auto length = length_of(context);
    if (length && !check_end(context, link.a, *length))
        check_end(context, link.b, *length);
}

}

extern const Rule rule = {
    .code = "LNK004",
    .name = "media-too-short",
    .severity = Severity::warning,
    .scope = Scope::link,
    .summary = "A link is longer than its optic or copper cable is made for.",
    .why
    = "Beyond its reach an optic or a copper cable has more bit errors than FEC corrects. The link may come up "
      "and lose packets under load or heat, which RoCE pays for with retransmission: of all that follows, unless the NICs repeat "
      "selectively.",
    .source
    = "IEEE 802.3-2022 clauses 110, 136; IEEE 802.3ck-2022 clause 162 (least reach of passive copper); NVIDIA, "
      "MCP7Y00-Nxxx and MCP7Y10-Nxxx Product Specifications; the optic's own "
      "statement of its reach (SFF-8636, CMIS)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Replace the optic or cable by one with enough reach.",
    .check_link = check,
};

}
