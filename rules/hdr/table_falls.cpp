// SPDX-License-Identifier: Apache-2.0
#include "rules/hdr/table_findings.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::hdr005 {
namespace {

constexpr Example examples[] = {
    {.title = "Less headroom for 300 m than for 40 m",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"pg_lossless_100000_300m_profile": {"pool": "ingress_lossless_pool",
 "xon": "19456", "xoff": "40960", "size": "60416", "dynamic_th": "0"}}})"}}},
        .flagged = R"("xoff": "40960")"},
    {.title = "Headroom grows with the cable",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"pg_lossless_100000_300m_profile": {"pool": "ingress_lossless_pool",
 "xon": "19456", "xoff": "117760", "size": "137216", "dynamic_th": "0"}}})"}}}},
};

void check(DeviceContext& context)
{
    const Device& device = context.device();
    const std::vector<HeadroomStep> steps = falling_steps(headroom_points(device));
    if (steps.empty())
        return;
    const HeadroomStep& first = steps.front();
    Diagnosis diagnosis{.at = place_of_xoff(device, device.buffer_profiles[first.more.row]),
        .message = fmt::format(
            "the headroom table of {} has {} bytes for {} but {} for {}: more cable or more speed never "
            "needs less{}",
            device.name,
            first.more.xoff.count,
            label_of(first.more),
            first.less.xoff.count,
            label_of(first.less),
            steps.size() == 1 ? std::string() : fmt::format(" ({} more such rows)", steps.size() - 1)),
        .fix = fmt::format("Give {} at least the {} bytes of {}.",
            label_of(first.more),
            first.less.xoff.count,
            label_of(first.less))};
    blame_table(context, diagnosis, steps);
    constexpr std::size_t most_shown = 10;
    for (std::size_t at = 0; at < steps.size() && at < most_shown; ++at) {
        if (at > 0)
            diagnosis.show(place_of_xoff(device, device.buffer_profiles[steps[at].more.row]),
                fmt::format("{} bytes for {}", steps[at].more.xoff.count, label_of(steps[at].more)));
        diagnosis.show(place_of_xoff(device, device.buffer_profiles[steps[at].less.row]),
            fmt::format("{} bytes for {}", steps[at].less.xoff.count, label_of(steps[at].less)));
    }
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "HDR005",
    .name = "headroom-table-falls",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "A headroom table has less for a longer cable or a higher speed.",
    .why = "What arrives after a pause grows with the length of the cable, and overall with the speed as "
           "well, though a single term, such as the peer's response in bit times, may fall. Where a table "
           "falls, one of the two rows is wrong, and the smaller one is the one that loses packets. Shipped "
           "tables have such rows.",
    .source = "IEEE 802.1Q-2022 annex N; sonic-buildimage device/mellanox/x86_64-nvidia_sn5600-r0/"
              "Mellanox-SN5600-C224O8/pg_profile_lookup.ini (10G: 20480 for 40 m, 14336 for 250 m)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Raise the smaller row to that of the shorter cable or lower speed. The table does not show which "
           "of the two rows is wrong.",
    .check_device = check,
};

}
