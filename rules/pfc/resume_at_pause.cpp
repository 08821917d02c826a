// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/group_memory.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>

namespace rocelint::rules::pfc016 {
namespace {

constexpr double one[] = {1};

constexpr Parameter parameters[] = {
    {.name = "least_offset",
        .defaults = one,
        .unit = "bytes",
        .meaning = "the smallest distance between the fill at which pause is sent and the one at which it is "
                   "lifted",
        .source
        = "shipped tables have from 448 bytes up (sonic-buildimage device/*/pg_profile_lookup.ini); Zhu et "
          "al., SIGCOMM 2015, take two packets"},
};

constexpr Example examples[] = {
    {.title = "Pause is lifted at the very fill at which it is sent",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"xon_offset": "0", "xon": "0"}}})"}}},
        .flagged = R"("xon_offset": "0")"},
    {.title = "Pause is lifted two packets below",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"xon_offset": "9216", "xon": "0"}}})"}}}},
    {.title = "The platform's own distance applies", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Pause is lifted at the fill at which it is sent, both stated as a fill",
        .files = {{{"nxos", "leaf1", R"(@ policy-map type network-qos FABRIC-NQ
-    pause pfc-cos 3
+    pause buffer-size 200000 pause-threshold 60000 resume-threshold 60000 pfc-cos 3
)"}}},
        .flagged = "resume-threshold 60000"},
    {.title = "Pause is lifted well below the fill at which it is sent",
        .files = {{{"nxos", "leaf1", R"(@ policy-map type network-qos FABRIC-NQ
-    pause pfc-cos 3
+    pause buffer-size 200000 pause-threshold 60000 resume-threshold 40000 pfc-cos 3
)"}}}},
};

/// How far the fill must fall below the pause threshold before pause is lifted, and where that is configured.
struct Distance {
    std::int64_t bytes = 0;
    OriginId origin;
};

// Either configured directly, or derived from two fill levels of a buffer without a dynamic or fixed
// threshold: the space above the first level is its headroom.
std::optional<Distance> resume_distance(const BufferProfile& profile)
{
    if (profile.xon_offset.known())
        return Distance{static_cast<std::int64_t>(profile.xon_offset.value.count), profile.xon_offset.origin};
    const bool has_threshold
        = profile.dynamic_threshold.origin != OriginId{} || profile.fixed_threshold.origin != OriginId{};
    const int fills = static_cast<int>(profile.reserved.peek_known())
        + static_cast<int>(profile.xoff.peek_known()) + static_cast<int>(profile.xon.peek_known());
    // If two of the three values are present, the third is unread; with fewer, the platform does not state
    // fill levels.
    if (has_threshold || fills < 2 || !profile.reserved.known() || !profile.xoff.known()
        || !profile.xon.known())
        return std::nullopt;
    return Distance{static_cast<std::int64_t>(profile.reserved.value.count)
            - static_cast<std::int64_t>(profile.xoff.value.count)
            - static_cast<std::int64_t>(profile.xon.value.count),
        profile.xon.origin};
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch)
        return;
    const auto is_roce = [&context](std::uint32_t port) {
        return context.analysis.is_roce({context.index, port});
    };
    for (const LosslessProfile& found : lossless_profiles(device, is_roce)) {
        const BufferProfile& profile = *found.profile;
        const std::optional<Distance> distance = resume_distance(profile);
        if (!distance || static_cast<double>(distance->bytes) >= context.number("least_offset"))
            continue;
        context.report({.at = device.place(distance->origin),
            .message = fmt::format(
                "{} of {} lifts pause {} bytes below the fill at which it is sent: with "
                "every packet its groups pause and resume, and the link is as busy with pause frames as "
                "with data",
                profile.name.empty() ? std::string("the lossless buffer")
                                     : fmt::format("buffer profile {}", profile.name),
                device.name,
                distance->bytes),
            .subjects = {context.subject(Property::headroom, Part::of(profile))},
            .fix = profile.xon_offset.known()
                ? fmt::format("Give {} the xon_offset that is shipped for the chip.", profile.name)
                : "Lift pause at least two of the largest packets below the fill at which it is sent."});
    }
}

}

extern const Rule rule = {
    .code = "PFC016",
    .name = "resume-at-pause",
    .severity = Severity::warning,
    .without_policy = Severity::info,
    .scope = Scope::device,
    .summary = "Pause is lifted at the fill at which it was sent.",
    .why
    = "A group that has paused its sender resumes it when it has drained by xon_offset, or below xon if "
      "that is higher. If the two are equal, one more packet pauses and one fewer resumes: the port sends "
      "pause and resume frames at packet rate, and its sender never gets up to speed.",
    .source
    = "SAI inc/saibuffer.h, SAI_BUFFER_PROFILE_ATTR_XON_TH (resumes below max(XOFF_TH - XON_OFFSET_TH, "
      "XON_TH)); Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015 (two packets)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Use the xon_offset of the table that is shipped for the chip.",
    .check_device = check,
};

}
