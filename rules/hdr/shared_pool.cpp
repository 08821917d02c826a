// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/lossless_headroom.h"
#include "models/fabric/target.h"
#include "models/physics/memory.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <optional>

namespace rocelint::rules::hdr009 {
namespace {

constexpr Example examples[] = {
    {.title = "The pool cannot hold the headroom of one port",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_POOL": {"ingress_lossless_pool": {"xoff": "30720"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"size": "19456"},
  "pg_lossless_100000_40m_profile": {"size": "19456"}}})"}}},
        .flagged = R"("xoff": "30720")"},
    {.title = "The pool holds what both ports need",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_POOL": {"ingress_lossless_pool": {"xoff": "81920"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"size": "19456"},
  "pg_lossless_100000_40m_profile": {"size": "19456"}}})"}}}},
};

constexpr double ratios[] = {4};
constexpr Parameter parameters[] = {
    {.name = "max_ratio",
        .defaults = ratios,
        .unit = "times",
        .meaning = "how many times the pool the headroom of all lossless ports may be",
        .source
        = "sonic-swss tests/test_buffer_dynamic.py tries ratios of 2 and 4; shipped configurations use 2"},
};

struct Demand {
    std::uint64_t all = 0; ///< total of all lossless ports
    std::uint64_t worst = 0; ///< the largest demand of a single port
    std::uint32_t ports = 0;
    PortId worst_port;
};

// The bytes that one group takes from the pool beyond its own reservation.
std::optional<std::uint64_t> beyond_reserved(const BufferProfile& profile)
{
    if (!profile.xoff.known() || !profile.reserved.known())
        return std::nullopt;
    const std::uint64_t wanted = profile.xon.value_or({}).count + profile.xoff.value.count;
    return wanted > profile.reserved.value.count ? wanted - profile.reserved.value.count : 0;
}

// The demand of the ports that carry RDMA and use this pool. Ports with unknown sizes count as zero, so the
// sum is a lower bound.
Demand demand_on(const DeviceContext& context, std::uint32_t pool)
{
    const Device& device = context.device();
    Demand demand;
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const Port& port = device.ports[index];
        const PortId id{context.index, index};
        if (port.kind != PortKind::physical || port.admin_up.is(false) || !context.analysis.is_roce(id))
            continue;
        std::uint64_t wanted = 0;
        for (const PriorityGroup& group : device.groups_of(port)) {
            const BufferProfile* profile = target_of(device.buffer_profiles, group.buffer);
            if (!group.lossless.is(true) || profile == nullptr)
                continue;
            if (profile->pool.known() && profile->pool.value.index == pool)
                wanted += beyond_reserved(*profile).value_or(0);
        }
        demand.all += wanted;
        demand.ports += wanted == 0 ? 0 : 1;
        if (wanted > demand.worst) {
            demand.worst = wanted;
            demand.worst_port = id;
        }
    }
    return demand;
}

void check_pool(DeviceContext& context, std::uint32_t index)
{
    const Device& device = context.device();
    const BufferPool& pool = device.pools[index];
    if (!pool.shared_headroom.known() || pool.shared_headroom.value.count == 0)
        return;
    const std::uint64_t size = pool.shared_headroom.value.count;
    const Demand demand = demand_on(context, index);
    const Span at = device.place(pool.shared_headroom.origin);
    if (demand.worst > size) {
        context.report({.at = at,
            .message = fmt::format(
                "the shared headroom pool of {} has {} bytes, less than the {} that {} alone may need: "
                "one paused port overflows it",
                device.name,
                size,
                demand.worst,
                context.port_label(demand.worst_port)),
            .subjects = {context.subject(Property::headroom_pool)},
            .fix = fmt::format("Make the shared headroom pool at least {} bytes.", demand.worst)});
        return;
    }
    const double ratio = static_cast<double>(demand.all) / static_cast<double>(size);
    if (ratio <= context.number("max_ratio"))
        return;
    context.report({.severity = Severity::warning,
        .at = at,
        .message = fmt::format(
            "the {} lossless ports of {} need {} bytes of headroom and share {}: oversubscribed {:.1f} "
            "times, the pool overflows when more than {} of them are paused at once",
            demand.ports,
            device.name,
            demand.all,
            size,
            ratio,
            physics::ports_until_loss({size}, {demand.worst})),
        .subjects = {context.subject(Property::headroom_pool)},
        .fix = "Enlarge the shared headroom pool, or accept the ratio in the policy."});
}

// A device that sizes the pool itself has a configured ratio instead.
void check_ratio(DeviceContext& context)
{
    const Setting<std::uint32_t>& ratio = context.device().headroom.oversubscription;
    if (!ratio.known() || ratio.value <= context.number("max_ratio"))
        return;
    context.report({.severity = Severity::warning,
        .at = context.device().place(ratio.origin),
        .message = fmt::format(
            "{} makes its shared headroom pool {} times smaller than the headroom of its lossless groups: "
            "the pool overflows when more than one in {} of them is paused and full",
            context.device().name,
            ratio.value,
            ratio.value),
        .subjects = {context.subject(Property::headroom_pool)},
        .fix = fmt::format("Use a ratio of at most {}.", context.number("max_ratio"))});
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch)
        return;
    for (std::uint32_t index = 0; index < device.pools.size(); ++index)
        check_pool(context, index);
    check_ratio(context);
}

}

extern const Rule rule = {
    .code = "HDR009",
    .name = "shared-headroom-pool",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where one port alone fits and all of them together do not"}}},
    .scope = Scope::device,
    .summary = "The shared headroom pool is too small for the ports that share it.",
    .why
    = "A shared pool holds the headroom of all lossless ports on the bet that few are paused at once. It must "
      "hold that of any one port; and the more ports share it, the fewer may be paused together before "
      "packets of a lossless class are dropped.",
    .source
    = "sonic-swss cfgmgr/buffer_pool_mellanox.lua (shared headroom pool); SONiC doc/qos, Shared headroom "
      "pool design",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Enlarge the shared headroom pool, or accept the ratio in the policy. What it takes is "
           "missing from other pools.",
    .check_device = check,
};

}
