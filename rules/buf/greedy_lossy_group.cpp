// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/group_memory.h"
#include "models/catalog/catalog.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::rules::buf006 {
namespace {

constexpr double six[] = {6};

constexpr Parameter parameters[] = {
    {.name = "steps",
        .defaults = six,
        .unit = "steps",
        .meaning = "how far the dynamic threshold of lossy groups may lie above that of lossless ones in the "
                   "same pool; a step is a factor of two",
        .source = "shipped profiles of one pool: 3 for lossy and -3 for lossless groups "
                  "(sonic-buildimage device/arista/x86_64-arista_7060_cx32s)"},
};

constexpr Example examples[] = {
    {.title = "Lossy groups may take all of the pool that lossless ones share equally",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"ingress_lossy_profile": {"pool": "ingress_lossless_pool", "dynamic_th": "7"}}})"}}},
        .flagged = R"("dynamic_th": "7")"},
    {.title = "Lossy groups may take eight times what is free, as in shipped profiles",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"ingress_lossy_profile": {"pool": "ingress_lossless_pool", "dynamic_th": "3"}}})"}}}},
    {.title = "Lossy groups have a pool of their own",
        .files
        = {{{"sonic", "leaf1", R"({"BUFFER_PROFILE": {"ingress_lossy_profile": {"dynamic_th": "7"}}})"}}}},
};

// The profiles of groups without headroom on ports that carry RDMA, each once.
std::vector<const BufferProfile*> lossy_profiles(const DeviceContext& context)
{
    const Device& device = context.device();
    std::vector<const BufferProfile*> profiles;
    for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
        if (!context.analysis.is_roce({context.index, port}))
            continue;
        for (const PriorityGroup& group : device.groups_of(device.ports[port])) {
            const BufferProfile* profile
                = group.lossless.is(false) ? buffer_profile_of(device, group.buffer) : nullptr;
            if (profile != nullptr && std::ranges::find(profiles, profile) == profiles.end())
                profiles.push_back(profile);
        }
    }
    return profiles;
}

bool is_unlimited(const Device& device, std::int64_t threshold)
{
    const catalog::Asic* asic = catalog::asic_of(device);
    const auto alpha = asic == nullptr ? std::nullopt : asic->alpha_of(threshold);
    return alpha && alpha->infinite;
}

void report(
    DeviceContext& context, const BufferProfile& lossy, const BufferProfile& lossless, const BufferPool& pool)
{
    const Device& device = context.device();
    context.report({.at = device.place(lossy.dynamic_threshold.origin),
        .message = fmt::format(
            "lossy groups of {} may take far more of {} than lossless ones (dynamic threshold {} of {} "
            "against {} of {}): a burst of lossy traffic leaves none of the pool to RDMA, whose senders "
            "are then paused while its buffer is almost empty",
            device.name,
            pool.name,
            lossy.dynamic_threshold.value,
            lossy.name,
            lossless.dynamic_threshold.value,
            lossless.name),
        .subjects = {context.subject(Property::buffer_threshold, Part::of(lossy))},
        .related = {{device.place(lossless.dynamic_threshold.origin), "the lossless groups"}},
        .fix = fmt::format(
            "Lower the dynamic threshold of {}, or give lossy groups a pool of their own.", lossy.name)});
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch)
        return;
    const auto is_roce = [&context](std::uint32_t port) {
        return context.analysis.is_roce({context.index, port});
    };
    const std::vector<LosslessProfile> lossless = lossless_profiles(device, is_roce);
    for (const BufferProfile* lossy : lossy_profiles(context)) {
        const BufferPool* pool = pool_of(device, *lossy);
        // A fixed limit is not a share: vendors ship one as large as the pool together with lossless groups
        // that have a share.
        const bool shares = pool != nullptr
            && (lossy->dynamic_threshold.peek_known() || !lossy->fixed_threshold.peek_known())
            && lossy->dynamic_threshold.known();
        if (!shares)
            continue;
        for (const LosslessProfile& found : lossless) {
            const Setting<std::int64_t>& theirs = found.profile->dynamic_threshold;
            if (pool_of(device, *found.profile) != pool || !theirs.known()
                || is_unlimited(device, theirs.value))
                continue;
            const std::int64_t ours = lossy->dynamic_threshold.value;
            if (is_unlimited(device, ours)
                || static_cast<double>(ours - theirs.value) > context.number("steps")) {
                report(context, *lossy, *found.profile, *pool);
                break;
            }
        }
    }
}

}

extern const Rule rule = {
    .code = "BUF006",
    .name = "greedy-lossy-group",
    .severity = Severity::warning,
    .without_policy = Severity::info,
    .scope = Scope::device,
    .summary = "Lossy priority groups may take far more of a pool than the lossless ones that share it.",
    .why
    = "Groups of one pool compete for what is free in it, each up to its own multiple. Lossy traffic is "
      "not paused: with a much larger multiple it holds the pool until its egress queues drop, and "
      "lossless groups reach their share of what is left after a few packets. They do not lose anything, "
      "but they pause.",
    .source
    = "sonic-buildimage device/*/buffers_defaults_*.j2 (ingress_lossy_profile in ingress_lossless_pool) and "
      "pg_profile_lookup.ini; SAI inc/saibuffer.h, SAI_BUFFER_PROFILE_ATTR_SHARED_DYNAMIC_TH",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Lower the dynamic threshold of the lossy profile, or give lossy groups a pool of their own.",
    .check_device = check,
};

}
