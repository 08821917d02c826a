// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/lossless_headroom.h"
#include "models/fabric/fields/value_text.h"
#include "rules/hdr/table_findings.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::hdr011 {
namespace {

constexpr Example examples[] = {
    {.title = "The headroom for 300 m leaves out half of the cable",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"pg_lossless_100000_300m_profile": {"pool": "ingress_lossless_pool",
 "xon": "19456", "xoff": "61440", "size": "80896", "dynamic_th": "0"}}})"}}},
        .flagged = R"("xoff": "61440")"},
    {.title = "Far more headroom for 40 m than for 5 m",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"pg_lossless_100000_40m_profile": {"xoff": "131072", "size": "150528"}}})"}}},
        .flagged = R"("xoff": "131072")"},
    {.title = "Headroom grows as the bytes on the cable do", .files = {{{"sonic", "leaf1", ""}}}},
};

constexpr double least[] = {0.95};
constexpr double most[] = {4.0};
constexpr double roundings[] = {1024};
constexpr std::string_view source
    = "measured over sonic-buildimage device/*/pg_profile_lookup.ini: from 0.99 (Marvell, Spectrum-4) to 3.96 "
      "(Tofino 2) times 1.26 bytes a metre for every Gb/s";
constexpr Parameter parameters[] = {
    {.name = "least",
        .defaults = least,
        .unit = "times light",
        .meaning = "slowest growth of headroom with the cable, as a multiple of the bytes on it both ways",
        .source = source},
    {.name = "most",
        .defaults = most,
        .unit = "times light",
        .meaning = "fastest growth; above it headroom is more than needed",
        .source = source},
    {.name = "rounding",
        .defaults = roundings,
        .unit = "bytes",
        .meaning = "to which tables are rounded",
        .source = "sonic-swss cfgmgr/buffer_headroom_mellanox.lua rounds to KiB"},
};

void check(DeviceContext& context)
{
    const Device& device = context.device();
    const std::vector<HeadroomPoint> points = headroom_points(device);
    // A vendor's own table is not the site's to fix.
    if (is_shipped(points))
        return;
    const double lower = context.number("least");
    const Bytes rounding{static_cast<std::uint64_t>(context.number("rounding"))};
    const std::vector<HeadroomStep> steps = odd_slopes(points, lower, context.number("most"), rounding);
    for (const HeadroomStep& step : steps) {
        const bool flat = step.slope < lower;
        Diagnosis diagnosis{.severity = flat ? Severity::warning : Severity::info,
            .at = place_of_xoff(device, device.buffer_profiles[step.more.row]),
            .message = fmt::format(
                "the headroom table of {} grows by {:.2f} times the bytes on the cable from {} m ({} "
                "bytes) to {} m ({} bytes) at {}: {}",
                device.name,
                step.slope,
                step.less.cable.count,
                step.less.xoff.count,
                step.more.cable.count,
                step.more.xoff.count,
                value_text(step.more.speed),
                flat ? "the longer row leaves out packets that are on their way"
                     : "one of the two rows is out of line with the other"),
            .related = {{place_of_xoff(device, device.buffer_profiles[step.less.row]),
                fmt::format("{} bytes for {}", step.less.xoff.count, label_of(step.less))}},
            .fix = flat
                ? fmt::format("Compute the headroom for {} again.", label_of(step.more))
                : fmt::format("Check the rows for {} and {}.", label_of(step.less), label_of(step.more))};
        blame_table(context, diagnosis, {step});
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "HDR011",
    .name = "odd-headroom-slope",
    .severity = Severity::warning,
    .other_severities = {{{Severity::info, "where headroom grows faster than the cable asks for"}}},
    .scope = Scope::device,
    .summary = "A headroom table grows with the cable more slowly than light allows, or far faster.",
    .why
    = "A metre of cable holds 1.26 bytes for every Gb/s, both ways counted. Packing into cells makes that "
      "up to three times as much, never less. A table that grows more slowly has no room for packets that "
      "are on the cable; one that grows much faster has an odd row.",
    .source = "sonic-swss cfgmgr/buffer_headroom_mellanox.lua (198 000 km/s); sonic-buildimage "
              "device/*/pg_profile_lookup.ini",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Compute the rows again with one model. Which one the site trusts is its own choice.",
    .check_device = check,
};

}
