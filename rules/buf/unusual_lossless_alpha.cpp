// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/group_memory.h"
#include "models/catalog/catalog.h"
#include "rules/buf/profile_change.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::buf014 {
namespace {

constexpr double three[] = {3};

constexpr Parameter parameters[] = {
    {.name = "steps",
        .defaults = three,
        .unit = "steps",
        .meaning
        = "how far a dynamic threshold may lie outside of what is shipped for the chip; a step is a factor "
          "of two",
        .source = "shipped profiles of one chip differ by up to three steps (tomahawk2: 0 in "
                  "device/common/profiles/th2, -3 in device/dell/x86_64-dellemc_z9264f_c3538-r0)"},
    {.name = "dynamic_threshold",
        .defaults = {},
        .unit = "exponent",
        .meaning = "smallest and largest dynamic threshold of lossless groups, instead of what is shipped",
        .source = "the site's own"},
};

constexpr Example examples[] = {
    {.title = "Lossless groups may take a thirty-second of what is free",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"dynamic_th": "-5"}}})"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = R"("dynamic_th": "-5")"},
    {.title = "Lossless groups may take half of what is free",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"dynamic_th": "-1"}}})"}}},
        .policy = "version: 1\nprofile: lossless\n"},
    {.title = "The site wants exactly 0",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"dynamic_th": "-1"}}})"}}},
        .policy = "version: 1\nprofile: lossless\n"
                  "rules: {BUF014: {parameters: {dynamic_threshold: [0, 0]}}}\n",
        .flagged = R"("dynamic_th": "-1")"},
    {.title = "A share that no other switch of this chip has",
        .files = {{{"sample-nos", "leaf1", R"(-pool: {size: 33554432}
+asic: spectrum-2
+pool: {size: 33554432}
-lossless_buffer: {reserved: 19456, xon: 19456, xoff: 180224, alpha: 0}
+lossless_buffer: {reserved: 19456, xon: 19456, xoff: 180224, alpha: 5}
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "alpha: 5"},
    {.title = "A lossless priority may take nearly all that is free",
        .files = {{{"nvue",
            "leaf1",
            R"(+nv set qos advance-buffer-config default-global ingress-lossless-buffer shared-alpha alpha_64
)"}}},
        .topology = "devices: {leaf1: {role: leaf, asic: spectrum-4}}\n",
        .flagged = "ingress-lossless-buffer shared-alpha alpha_64"},
};

struct Window {
    std::int64_t least = 0;
    std::int64_t most = 0;
    std::string_view source;
};

std::optional<Window> window_of(const DeviceContext& context)
{
    const auto own = context.parameter("dynamic_threshold");
    if (own.size() == 2)
        return Window{static_cast<std::int64_t>(own[0]), static_cast<std::int64_t>(own[1]), "the policy"};
    const catalog::Asic* asic = catalog::asic_of(context.device());
    if (asic == nullptr || !asic->shipped_alpha_least.known() || !asic->shipped_alpha_most.known())
        return std::nullopt;
    const auto steps = static_cast<std::int64_t>(context.number("steps"));
    return Window{asic->shipped_alpha_least.value - steps,
        asic->shipped_alpha_most.value + steps,
        asic->shipped_alpha_least.source};
}

// Values that the platform rejects are left to BUF008.
bool is_refused(const Device& device, std::int64_t threshold)
{
    const auto least
        = parse_signed(catalog::platform_default(device.platform, "dynamic_threshold_min").value);
    const auto most = parse_signed(catalog::platform_default(device.platform, "dynamic_threshold_max").value);
    return (least && threshold < *least) || (most && threshold > *most);
}

void report(DeviceContext& context, const BufferProfile& profile, const Window& window)
{
    const Device& device = context.device();
    const std::int64_t threshold = profile.dynamic_threshold.value;
    const catalog::Asic* asic = catalog::asic_of(device);
    const bool low = threshold < window.least;
    // The site's own window states limits, not a target, so the nearer limit is proposed; without it, the
    // shipped value.
    const bool own = !context.parameter("dynamic_threshold").empty() || asic == nullptr;
    const std::int64_t wanted = own ? (low ? window.least : window.most)
        : low                       ? asic->shipped_alpha_least.value
                                    : asic->shipped_alpha_most.value;
    Diagnosis diagnosis{.at = device.place(profile.dynamic_threshold.origin),
        .message
        = fmt::format("buffer profile {} of {} has the dynamic threshold {}, outside of {} to {}: {}",
            profile.name,
            device.name,
            threshold,
            window.least,
            window.most,
            threshold < window.least ? "its groups pause at a small fill and links stand idle"
                                     : "one congested port takes most of the pool and pause comes late"),
        .subjects = {context.subject(Property::buffer_threshold, Part::of(profile))},
        .related = {{{}, fmt::format("expected range: {}", window.source)}},
        .fix
        = fmt::format("Choose a dynamic threshold from {} to {}, or state the site's own in rocelint.yaml.",
            window.least,
            window.most)};
    propose_for_profile(
        context, diagnosis, context.index, profile, Property::buffer_threshold, DynamicThreshold{wanted});
    context.report(std::move(diagnosis));
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch || device.buffer_profiles.empty())
        return;
    const auto window = window_of(context);
    if (!window)
        return;
    const auto is_roce = [&context](std::uint32_t port) {
        return context.analysis.is_roce({context.index, port});
    };
    for (const LosslessProfile& found : lossless_profiles(device, is_roce)) {
        const Setting<std::int64_t>& threshold = found.profile->dynamic_threshold;
        if (threshold.known() && (threshold.value < window->least || threshold.value > window->most)
            && !is_refused(device, threshold.value))
            report(context, *found.profile, *window);
    }
}

}

extern const Rule rule = {
    .code = "BUF014",
    .name = "unusual-lossless-threshold",
    .severity = Severity::warning,
    .without_policy = Severity::info,
    .scope = Scope::device,
    .summary = "The dynamic threshold of a lossless group is far from what is shipped for its chip.",
    .why
    = "The threshold decides at which fill a group pauses its senders. A small share pauses early and often, "
      "and pause spreads; a large one lets one port starve the others of buffer. Vendors ship values that "
      "fit the chip's memory and number of ports.",
    .source = "sonic-buildimage device/*/pg_profile_lookup.ini, by chip",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Use the nearest dynamic threshold that is shipped for the chip, or one that the site's own window "
      "in rocelint.yaml allows.",
    .check_device = check,
};

}
