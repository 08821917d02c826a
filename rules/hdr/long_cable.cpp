// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/lossless_headroom.h"
#include "models/catalog/asic.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::hdr010 {
namespace {

constexpr Example examples[] = {
    {.title = "A lossless link of 10 km on a switch whose memory is on the chip",
        .files = {{{"sonic",
            "leaf1",
            R"({"CABLE_LENGTH": {"AZURE": {"Ethernet4": "10000m"}},
 "BUFFER_PG": {"Ethernet4|3": {"profile": "pg_lossless_100000_10000m_profile"}},
 "BUFFER_POOL": {"ingress_lossless_pool": {"size": "12582912"}, "ingress_lossy_pool": {"size": "8388608"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_10000m_profile": {"pool": "ingress_lossless_pool", "xon": "19456",
  "xoff": "3145728", "size": "3165184", "dynamic_th": "0"}}})"}}},
        .flagged = R"("Ethernet4": "10000m")"},
    {.title = "Cables within a building", .files = {{{"sonic", "leaf1", ""}}}},
};

constexpr double limits[] = {2000};
constexpr double memories[] = {1e9};
constexpr Parameter parameters[] = {
    {.name = "max_m",
        .defaults = limits,
        .unit = "m",
        .meaning = "longest lossless cable of a switch without deep buffers",
        .source = "sonic-buildimage device/*/pg_profile_lookup.ini: rows above 2000 m exist for deep-buffer "
                  "switches alone (79.9 MB for one group at 400G and 120 km)"},
    {.name = "deep_memory",
        .defaults = memories,
        .unit = "bytes",
        .meaning = "packet memory from which a switch counts as one with deep buffers",
        .source = "models/catalog/asics.yaml: chips with memory on the chip have up to 263 MB, those with "
                  "external memory gigabytes"},
};

void check(PortContext& context)
{
    if (!pauses_rdma(context.analysis, context.id))
        return;
    const catalog::Asic* asic = catalog::asic_of(context.device());
    const CableLength cable = cable_for_headroom(context.fabric, context.id, nullptr);
    if (!cable.known() || cable.length.count <= context.number("max_m") || asic == nullptr
        || !asic->is_shallow(context.number("deep_memory")))
        return;
    constexpr double bits_per_byte = 8;
    constexpr double light_in_fibre = 198e6;
    const Setting<BitsPerSecond>& speed = context.port().speed;
    const double on_cable = 2.0 * cable.length.count * static_cast<double>(speed.value_or({}).count)
        / (bits_per_byte * light_in_fibre);
    const Span at
        = context.port().cable_length.known() ? context.place(context.port().cable_length.origin) : cable.at;
    context.report({.at = at,
        .message = fmt::format("{} carries lossless traffic over {}, on a switch ({}) without deep buffers{}",
            context.port_label(context.id),
            describe(cable),
            asic->name,
            speed.known()
                ? fmt::format(": {:.0f} bytes may be on the cable for each lossless class", on_cable)
                : std::string()),
        .subjects = {context.subject(Property::headroom)},
        .fix = "End long lossless links on a deep-buffer switch, or make their class lossy."});
}

}

extern const Rule rule = {
    .code = "HDR010",
    .name = "long-cable-on-shallow-buffer",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "A lossless link is longer than a switch without deep buffers is made for.",
    .why = "Headroom grows with the cable: at 400G each kilometre holds half a megabyte for every lossless "
           "class. On a chip whose memory is some tens of megabytes a few such ports leave nothing for the "
           "rest.",
    .source = "sonic-buildimage device/arista/x86_64-arista_7800r3a_36d2_lc/Arista-7800R3A-36D2-C36/0/"
              "pg_profile_lookup.ini",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Use a deep-buffer switch at both ends of the link.",
    .check_port = check,
};

}
