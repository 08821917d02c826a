// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/lossless_headroom.h"
#include "models/catalog/asic.h"
#include "models/fabric/fields/value_text.h"
#include "rules/blame.h"
#include "rules/hdr/length_class.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::hdr004 {
namespace {

constexpr Example examples[] = {
    {.title = "The table shipped for the switch has no row for 77 m",
        .files = {{{"sonic",
            "leaf1",
            R"({"CABLE_LENGTH": {"AZURE": {"Ethernet4": "77m"}}, "BUFFER_PG": {"Ethernet4|3": null}})"}}},
        .flagged = R"("Ethernet4": "77m")"},
    {.title = "The table has a row for 300 m",
        .files = {{{"sonic",
            "leaf1",
            R"({"CABLE_LENGTH": {"AZURE": {"Ethernet4": "300m"}}, "BUFFER_PG": {"Ethernet4|3": null}})"}}}},
};

const catalog::HeadroomRow* exact_row(const catalog::HeadroomTable& table, BitsPerSecond speed, Metres cable)
{
    const catalog::HeadroomRow* row = table.row(speed, cable);
    return row != nullptr && row->cable == cable ? row : nullptr;
}

void report(PortContext& context, const LosslessGroups& groups, const catalog::HeadroomTable* shipped)
{
    const BufferProfile& profile = *groups.profile;
    const Device& device = context.device();
    const Port& port = context.port();
    const std::string table = shipped == nullptr
        ? std::string("the headroom table of the switch")
        : fmt::format("the headroom table that is shipped for {} (assumed to be in use)", shipped->sku);
    Diagnosis diagnosis{.basis = shipped == nullptr ? std::nullopt : std::optional(Basis::assumed_default),
        .at
        = port.cable_length.known() ? context.place(port.cable_length.origin) : context.place(groups.bound),
        .message
        = fmt::format("{} runs at {} with {} m of cable, for which {} has no row: the switch reserves no "
                      "headroom, and priority {} loses packets",
            context.port_label(context.id),
            value_text(profile.for_speed.value),
            profile.for_cable.value.count,
            table,
            to_string(groups.priorities)),
        .subjects = headroom_subjects(context, groups.priorities),
        .fix = fmt::format(
            "Set the cable length of {} to the next longer one in the table, or add a row.", port.name)};
    if (shipped == nullptr)
        diagnosis.show(device.place(device.headroom.table_collected.origin), "the table begins here");
    if (const auto length = length_class(device, port, profile.for_cable.value))
        diagnosis.changes.push_back(context.change(Property::cable_length, *length));
    context.report(std::move(diagnosis));
}

void check(PortContext& context)
{
    const Device& device = context.device();
    if (!pauses_rdma(context.analysis, context.id) || !device.headroom.dynamic.is(false))
        return;
    const catalog::HeadroomTable* shipped = catalog::table_of_sku(device.model);
    for (const LosslessGroups& groups : lossless_groups(device, context.port())) {
        const BufferProfile& profile = *groups.profile;
        // A profile with numbers was configured or taken from the table.
        if (profile.xoff.known() || !profile.for_speed.known() || !profile.for_cable.known())
            continue;
        if (device.headroom.table_collected.is(true))
            report(context, groups, nullptr);
        else if (shipped != nullptr
            && exact_row(*shipped, profile.for_speed.value, profile.for_cable.value) == nullptr)
            report(context, groups, shipped);
    }
}

}

extern const Rule rule = {
    .code = "HDR004",
    .name = "no-headroom-row",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .scope = Scope::port,
    .summary = "The headroom table has no row for the speed and cable length of a lossless port.",
    .why = "A switch with a static buffer model looks up headroom by speed and configured length, and "
           "needs an exact match. Without one the daemon logs an error and creates no lossless group: "
           "the port pauses and still drops packets.",
    .source = "sonic-swss cfgmgr/buffermgr.cpp, doSpeedUpdateTask (\"No PG profile configured for speed\"); "
              "sonic-buildimage device/*/pg_profile_lookup.ini",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Configure the next longer length that the table has. Where it has none, add the row by hand.",
    .check_port = check,
};

}
