// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/group_memory.h"
#include "rules/buf/profile_change.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::buf010 {
namespace {

constexpr Example examples[] = {
    {.title = "A profile made for shared headroom where nothing is shared",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"size": "19456"}}})"}}},
        .flagged = R"("size": "19456")"},
    {.title = "The profile reserves its headroom", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "With a shared headroom pool a profile reserves only its xon",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_POOL": {"ingress_lossless_pool": {"xoff": "655360", "size": "20000000"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"size": "19456"},
  "pg_lossless_100000_40m_profile": {"size": "19456"}}})"}}}},
    {.title = "The group's own buffer is smaller than the fill at which senders may go on",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_POOL": {"ingress_lossless_pool": {"xoff": "655360", "size": "20000000"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"size": "9216"},
  "pg_lossless_100000_40m_profile": {"size": "19456"}}})"}}},
        .flagged = R"("size": "9216")"},
};

void report(DeviceContext& context, const LosslessProfile& found, bool shared)
{
    const Device& device = context.device();
    const BufferProfile& profile = *found.profile;
    const Bytes size = profile.reserved.value;
    const std::uint64_t wanted = profile.xon.value.count + (shared ? 0 : profile.xoff.value.count);
    Diagnosis diagnosis{.severity = shared ? Severity::warning : Severity::error,
        .at = device.place(profile.reserved.origin),
        .message = shared
            ? fmt::format(
                "buffer profile {} of {} reserves {} bytes, less than its xon of {}: the group draws on "
                "the shared headroom before it pauses",
                profile.name,
                device.name,
                size.count,
                profile.xon.value.count)
            : fmt::format(
                "buffer profile {} of {} reserves {} bytes, but xon and xoff take {} and no headroom is "
                "shared: {} bytes of headroom do not exist",
                profile.name,
                device.name,
                size.count,
                wanted,
                wanted - size.count),
        .related = {{device.place(profile.xoff.origin), "its headroom"}},
        .fix = fmt::format("Set the size of {} to at least {} bytes.", profile.name, wanted)};
    for (const std::uint32_t port : found.ports) {
        diagnosis.blame({context.index, port}, Property::headroom);
        if (port != found.ports.front())
            diagnosis.also_on.push_back({context.index, port});
    }
    propose_for_profile(context, diagnosis, context.index, profile, Property::reserve, Bytes{wanted});
    context.report(std::move(diagnosis));
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch || device.pools.empty())
        return;
    const catalog::Asic* asic = catalog::asic_of(device);
    // On other hardware, xon is part of the pool's share (Trident2: size 56368 with xon 18432 and xoff
    // 55120).
    if (asic == nullptr || !asic->model.known() || asic->model.value != catalog::HeadroomModel::spectrum)
        return;
    const bool shared = shares_headroom(device);
    const auto may_be_roce = [&context](std::uint32_t port) {
        return context.analysis.judgement({context.index, port}).verdict != Verdict::not_roce;
    };
    for (const LosslessProfile& found : lossless_profiles(device, may_be_roce)) {
        const BufferProfile& profile = *found.profile;
        // Without its pool, it is unknown whether headroom is shared.
        if (!profile.reserved.known() || !profile.xon.known() || !profile.xoff.known()
            || pool_of(device, profile) == nullptr)
            continue;
        const std::uint64_t wanted = profile.xon.value.count + (shared ? 0 : profile.xoff.value.count);
        if (profile.reserved.value.count < wanted)
            report(context, found, shared);
    }
}

}

extern const Rule rule = {
    .code = "BUF010",
    .name = "profile-smaller-than-headroom",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where the switch has a shared headroom pool"}}},
    .scope = Scope::port,
    .summary = "A lossless buffer profile reserves less than its thresholds need.",
    .why
    = "Where headroom is not shared, a profile's size is all that a group owns: xon bytes up to the point of "
      "pause and xoff bytes for what still arrives. A profile copied from a switch with a shared headroom "
      "pool has a size of xon alone, so that its headroom is a number without memory behind it.",
    .source
    = "sonic-swss cfgmgr/buffer_headroom_mellanox.lua (size = xon + xoff; with a shared headroom pool "
      "size = xon)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Set the profile's size to xon + xoff, or to xon where a shared headroom pool has the rest.",
    .check_device = check,
};

}
