// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/port_headroom.h"
#include "models/fabric/fields/value_text.h"
#include "rules/blame.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::hdr001 {
namespace {

constexpr Example examples[] = {
    {.title = "The headroom is less than what arrives while the peer stops",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"xoff": "12288"}}})"}}},
        .flagged = R"("xoff": "12288")"},
    {.title = "The headroom is less than any model requires",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"pg_lossless_100000_40m_profile": {"xoff": "37888"}}})"}}},
        .flagged = R"("xoff": "37888")"},
    {.title = "The headroom is that of the table which is shipped for the switch",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"pg_lossless_100000_40m_profile": {"xoff": "44032"}}})"}}}},
    {.title = "The site uses the component model alone, which asks for more",
        .files = {{{"sonic", "leaf1", ""}}},
        .policy = "version: 1\nprofile: lossless\nheadroom: {model: 8021qbb}\n"
                  "rules: {HDR001: {parameters: {tolerance: 23000}}}\n"},
    {.title = "Less headroom than the cable holds, whatever the chip",
        .files = {{{"sample-nos",
            "leaf1",
            R"(-lossless_buffer: {reserved: 19456, xon: 19456, xoff: 180224, alpha: 0}
+lossless_buffer: {reserved: 19456, xon: 19456, xoff: 5120, alpha: 0}
)"}}},
        .flagged = "xoff: 5120"},
    {.title = "Headroom for its speed and cable", .files = {{{"sample-nos", "leaf1", ""}}}},
};

std::string assumptions(const PortHeadroom& judged)
{
    const physics::HeadroomInput& input = judged.question.input;
    return fmt::format("{}, lossless packets of at most {} bytes, {}",
        describe(judged.cable),
        input.lossless_mtu.count,
        input.response_quanta ? fmt::format("{} pause quanta until the peer stops", *input.response_quanta)
                              : std::string("the peer's response time is not known"));
}

void report(PortContext& context, const LosslessGroups& groups, const PortHeadroom& judged)
{
    const Device& device = context.device();
    const BufferProfile& profile = *groups.profile;
    const HeadroomNeed& need = judged.need;
    const AcceptedHeadroom least = need.accepted.empty() ? AcceptedHeadroom{} : need.accepted.front();
    const bool lossy = judged.verdict == HeadroomVerdict::lossy;
    const bool floods = judged.xoff < need.floor;
    const std::string needed = floods
        ? fmt::format("at least {} arrive after the pause{}",
            need.floor.count,
            need.accepted.empty() ? std::string()
                                  : fmt::format(", and {} asks for {}", describe(least), least.xoff.count))
        : fmt::format("the least that a model asks for is {} ({})", least.xoff.count, describe(least));
    Diagnosis diagnosis{.severity = lossy ? Severity::error : Severity::warning,
        .at = device.place(profile.xoff.origin),
        .message = fmt::format(
            "{} keeps {} bytes of headroom for priority {} at {}, but {}: packets {} dropped. Computed "
            "with {}",
            context.port_label(context.id),
            judged.xoff.count,
            to_string(groups.priorities),
            value_text(judged.speed),
            needed,
            floods ? "are" : "may be",
            assumptions(judged)),
        .subjects = headroom_subjects(context, groups.priorities),
        .fix = need.accepted.empty()
            ? fmt::format(
                "Set xoff to what the vendor gives for this speed and length, which is more than {} bytes.",
                need.floor.count)
            : fmt::format("Set xoff to {} bytes ({}), or correct the cable length.",
                need.advised.xoff.count,
                describe(need.advised))};
    diagnosis.subjects.push_back(context.subject(Property::speed));
    if (judged.cable.at.somewhere())
        diagnosis.show(judged.cable.at, "the length of the cable");
    diagnosis.show(context.place(groups.bound), "the profile is bound here");
    if (judged.xoff < need.advised.xoff) {
        for (const Priority priority : groups.priorities)
            diagnosis.changes.push_back({.port = context.id,
                .property = Property::headroom,
                .number = priority,
                .value = need.advised.xoff});
    }
    context.report(std::move(diagnosis));
}

// A profile without numbers that the device takes from its shipped table has the headroom of that table.
bool is_shipped_row(const PortContext& context, const BufferProfile& profile, const CableLength& cable)
{
    if (!profile.for_speed.known() || !profile.for_cable.known())
        return false;
    const auto has_row = [&](const catalog::HeadroomTable* table) {
        const catalog::HeadroomRow* row = table->row(profile.for_speed.value, profile.for_cable.value);
        return row != nullptr && row->cable == profile.for_cable.value && cable.length <= row->cable;
    };
    return std::ranges::any_of(catalog::tables_of_sku(context.device().model), has_row);
}

void check_groups(PortContext& context, const LosslessGroups& groups)
{
    const BufferProfile& profile = *groups.profile;
    const CableLength cable = cable_for_headroom(context.fabric, context.id, &profile);
    if (!profile.xoff.known() && is_shipped_row(context, profile, cable))
        return;
    // In the dynamic model, the device computes what the profile leaves open.
    if (!profile.xoff.known() && context.device().headroom.dynamic.is(true))
        return;
    const Bytes* xoff = context.need(context.id, profile.xoff, "the headroom of a lossless priority group");
    const Setting<BitsPerSecond>& speed
        = context.port().speed.known() ? context.port().speed : profile.for_speed;
    if (xoff == nullptr || context.need(context.id, speed, "the speed") == nullptr)
        return;
    if (!cable.known())
        return context.not_checked(context.id, "the length of the cable is unknown");
    // nullopt if the site has turned this rule off; then it does not run anyway.
    const auto limits = headroom_limits(context.analysis.policy_of(context.id.device));
    if (!limits)
        return;
    const PortHeadroom judged
        = judge_headroom(context.analysis, context.id, *xoff, speed.value, cable, *limits);
    if (judged.verdict == HeadroomVerdict::unproven)
        return context.not_checked(context.id, judged.why_unproven());
    if (judged.verdict != HeadroomVerdict::enough)
        report(context, groups, judged);
}

void check(PortContext& context)
{
    if (!pauses_rdma(context.analysis, context.id))
        return;
    if (!context.port().groups_visible)
        return context.not_checked(context.id, "headroom is not visible here");
    for (const LosslessGroups& groups : lossless_groups(context.device(), context.port())) {
        // Zero headroom is another rule's fault.
        if (!groups.profile->xoff.known() || groups.profile->xoff.value.count > 0)
            check_groups(context, groups);
    }
}

}

extern const Rule rule = {
    .code = "HDR001",
    .name = "headroom-too-small",
    .severity = Severity::warning,
    .other_severities = {{{Severity::error,
        "where it is below the physical floor, or so far below the vendor's least that no assumption explains it"}}},
    .scope = Scope::port,
    .summary = "The headroom of a lossless priority meets no model for its speed and cable.",
    .why = "After a switch sends pause, packets still arrive: what is on the cable in both directions, the "
           "packet that the peer has begun, and all that it sends until it reacts. They need room above the "
           "threshold, and what does not fit is dropped from a class that must not lose any. The need grows "
           "with speed and length.",
    .source = "IEEE 802.1Q-2022 annex N; IEEE 802.3-2022 clause 31B.3.7 (response time); sonic-swss "
              "cfgmgr/buffer_headroom_mellanox.lua; sonic-buildimage device/*/pg_profile_lookup.ini",
    .parameters = headroom_parameters,
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Set the headroom that a model gives for the port's speed and real cable length. `rocelint "
           "simulate` computes how much of it an incast uses, and from how many senders on packets are lost.",
    .witness = Witness::headroom,
    .check_port = check,
};

}
