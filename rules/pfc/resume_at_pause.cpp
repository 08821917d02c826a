// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/group_memory.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::pfc016 {
namespace {

constexpr double one[] = {1};

constexpr Parameter parameters[] = {
    {.name = "least_offset",
        .defaults = one,
        .unit = "bytes",
        .meaning
        = "the least distance between the fill at which pause is sent and the one at which it is lifted",
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
};

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
        if (!profile.xon_offset.known()
            || static_cast<double>(profile.xon_offset.value.count) >= context.number("least_offset"))
            continue;
        Finding& finding = context.report(context.assumed() ? Severity::info : Severity::warning,
            device.place(profile.xon_offset.origin),
            fmt::format(
                "buffer profile {} of {} lifts pause {} bytes below the fill at which it is sent: with "
                "every packet its groups pause and resume, and the link is as busy with pause frames as "
                "with data",
                profile.name,
                device.name,
                profile.xon_offset.value.count));
        context.blame(finding, Property::headroom, Part::of(profile));
        finding.fix = fmt::format("Give {} the xon_offset that is shipped for the chip.", profile.name);
    }
}

}

extern const Rule rule = {
    .code = "PFC016",
    .name = "resume-at-pause",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "Pause is lifted at the fill at which it was sent.",
    .why
    = "A group that has paused its sender resumes it when it has drained by xon_offset, or below xon if that is "
      "higher. Without a distance between the two one packet more pauses and one packet less resumes: pause "
      "frames in both senses at the rate of packets, and a sender that never gets up to speed.",
    .source
    = "SAI inc/saibuffer.h, SAI_BUFFER_PROFILE_ATTR_XON_TH (resumes below max(XOFF_TH - XON_OFFSET_TH, "
      "XON_TH)); Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015 (two packets)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Take the xon_offset of the table that is shipped for the chip.",
    .check_device = check,
};

}
