// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/lossless_headroom.h"
#include "models/fabric/fields/value_text.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::lnk005 {
namespace {

constexpr std::string_view slow_profile
    = R"({"BUFFER_PG": {"Ethernet4|3": {"profile": "pg_lossless_40000_40m_profile"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_40m_profile": null,
  "pg_lossless_40000_40m_profile": {"pool": "ingress_lossless_pool", "xon": "19456",
  "xoff": "37888", "size": "57344", "dynamic_th": "0"}}})";

constexpr Example examples[] = {
    {.title = "A port of 100G kept the headroom profile of 40G",
        .files = {{{"sonic", "leaf1", slow_profile}}},
        .flagged = R"("profile": "pg_lossless_40000_40m_profile")"},
    {.title = "The profile is for the port's speed", .files = {{{"sonic", "leaf1", ""}}}},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!pauses_rdma(context.analysis, context.id))
        return;
    for (const LosslessGroups& groups : lossless_groups(context.device(), port)) {
        const BufferProfile& profile = *groups.profile;
        // A port without a configured speed uses that of its transceiver, which is unknown here.
        if (!profile.for_speed.known() || !port.speed.known() || profile.for_speed.value == port.speed.value)
            continue;
        const bool slower = profile.for_speed.value < port.speed.value;
        // Either of the two may be wrong; the rule for links reports a wrong speed.
        Diagnosis diagnosis{.severity = slower ? Severity::error : Severity::info,
            .at = context.place(groups.bound),
            .message
            = fmt::format("{} runs at {} but priority {} has headroom that was worked out for {}: {}",
                context.port_label(context.id),
                value_text(port.speed.value),
                to_string(groups.priorities),
                value_text(profile.for_speed.value),
                slower ? "packets that arrive after the pause are dropped"
                       : "it takes more of the shared buffer than the port needs"),
            .subjects = {context.subject(Property::headroom), context.subject(Property::speed)},
            .related = {{context.place(port.speed.origin), "the port's speed"}},
            .fix = fmt::format("Bind the headroom profile for {} to priority {} of {}.",
                value_text(port.speed.value),
                to_string(groups.priorities),
                port.name)};
        if (slower)
            diagnosis.changes.push_back(
                context.change(Property::headroom, PriorityDelta{.add = groups.priorities, .remove = {}}));
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "LNK005",
    .name = "headroom-for-other-speed",
    .severity = Severity::error,
    .other_severities = {{{Severity::info, "where the headroom is for a higher speed"}}},
    .scope = Scope::port,
    .summary = "A lossless port uses the headroom profile of another speed.",
    .why
    = "Headroom grows with the speed: what is on the cable and what the peer sends until it stops. After a "
      "breakout or a new speed a profile that was bound by hand stays as it was.",
    .source = "sonic-swss cfgmgr/buffermgr.cpp (profiles by speed and cable length); sonic-buildimage "
              "device/*/pg_profile_lookup.ini",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Bind the profile of the port's speed and cable length. Reduce excess headroom by hand.",
    .check_port = check,
};

}
