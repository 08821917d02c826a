// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/lossless_headroom.h"
#include "rules/hdr/length_class.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::hdr003 {
namespace {

constexpr std::string_view short_end = R"({"CABLE_LENGTH": {"AZURE": {"Ethernet4": "5m"}},
 "BUFFER_PG": {"Ethernet4|3": {"profile": "pg_lossless_100000_5m_profile"}}})";

constexpr std::string_view at_300_m = R"({"CABLE_LENGTH": {"AZURE": {"Ethernet4": "300m"}},
 "BUFFER_PG": {"Ethernet4|3": {"profile": "pg_lossless_100000_300m_profile"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_40m_profile": null}})";
constexpr std::string_view from_300_m = "# speed cable size xon xoff threshold xon_offset\n"
                                        "100000 300m 168128 0 165568 0 2560\n"
                                        "100000 1000m 465952 0 463392 0 2560\n";

constexpr Example examples[] = {
    {.title = "A cable of 3 m with headroom for 40 m",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "leaf2", short_end}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet4\", b: \"leaf2:Ethernet4\", cable_m: 3}\n",
        .flagged = R"("Ethernet4": "40m")"},
    {.title = "A cable of 15 m with headroom for the next longer class",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "leaf2", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet4\", b: \"leaf2:Ethernet4\", cable_m: 15}\n"},
    {.title = "The headroom table of the switch begins at 300 m",
        .files = {{{"sonic", "leaf1", at_300_m},
            {"sonic", "leaf1", from_300_m, "pg_profile_lookup.ini"},
            {"sonic", "leaf2", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet4\", b: \"leaf2:Ethernet4\", cable_m: 40}\n"},
    {.title = "The switch assumes 40 m where the cable has 3 m",
        .files = {{{"nvue", "leaf1", ""},
            {"nvue",
                "leaf2",
                "+nv set qos pfc short switch-priority 3\n"
                "+nv set qos pfc short rx enable\n"
                "+nv set qos pfc short tx enable\n"
                "+nv set qos pfc short cable-length 3\n"
                "+nv set interface swp2 qos pfc profile short\n"}}},
        .topology = "links:\n  - {a: \"leaf1:swp2\", b: \"leaf2:swp2\", cable_m: 3}\n",
        .flagged = "nv set qos roce cable-length 40"},
};

constexpr double factors[] = {3};
constexpr double slacks[] = {20};
constexpr std::string_view source
    = "sonic-buildimage files/build_templates/buffers_config.j2: lengths come in classes of 5, 40 and 300 m";
constexpr Parameter parameters[] = {
    {.name = "over",
        .defaults = factors,
        .unit = "times",
        .meaning = "how many times the real length may be configured",
        .source = source},
    {.name = "slack", .defaults = slacks, .unit = "m", .meaning = "added to that", .source = source},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    // A platform's default length is not a declared one.
    if (!pauses_rdma(context.analysis, context.id) || !port.cable_length.known()
        || port.cable_length.origin.kind() == OriginKind::default_)
        return;
    // HDR002 reports unknown lengths.
    const CableLength real = real_cable(context.fabric, context.id);
    if (!real.known())
        return;
    const double limit = context.number("over") * real.length.count + context.number("slack");
    if (port.cable_length.value.count <= limit)
        return;
    const auto length = length_class(context.device(), port, real.length);
    const bool shorter = length && *length < port.cable_length.value;
    // The shortest length of the switch's table is not too long, however short the cable is.
    if (length && !shorter && has_length_table(context.device()))
        return;
    Diagnosis diagnosis{.at = context.place(port.cable_length.origin),
        .message = fmt::format(
            "{} is configured for {} m of cable but has {}: headroom that it never needs is missing "
            "from the shared buffer",
            context.port_label(context.id),
            port.cable_length.value.count,
            describe(real)),
        .subjects = {context.subject(Property::headroom)},
        .related = {{real.at, "the length of the cable"}},
        .fix = shorter
            ? fmt::format("Set the cable length of {} to {} m, the shortest that the switch has headroom "
                          "for and that covers the cable.",
                port.name,
                length->count)
            : fmt::format("Set the cable length of {} to the shortest one of at least {} m that the "
                          "headroom table of the switch has; the table was not read.",
                port.name,
                real.length.count)};
    if (shorter)
        diagnosis.changes.push_back(context.change(Property::cable_length, *length));
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "HDR003",
    .name = "cable-over-declared",
    .severity = Severity::info,
    .scope = Scope::port,
    .summary = "A lossless port is configured for a much longer cable than it has.",
    .why = "Headroom is taken from the memory that all ports share. What is reserved for bits that are "
           "never on the cable makes the other queues pause and mark earlier.",
    .source = "Cumulus Linux 5 user guide, Quality of Service: a cable length that is too long wastes buffer",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Configure the shortest length that the switch has headroom for and that covers the cable. Where "
           "it has none, correct this by hand.",
    .check_port = check,
};

}
