// SPDX-License-Identifier: Apache-2.0
// Memory: traffic pools, what PFC profiles reserve for lossless priorities, and packets that full queues
// trim. Also what `qos roce` stands for.
#include "drivers/nvue/config.h"
#include "models/fabric/classify.h"

#include <algorithm>
#include <array>

namespace rocelint::nvue {
namespace {

// NVIDIA Cumulus Linux 5.14 User Guide, RDMA over Converged Ethernet - RoCE: Default RoCE Configuration, and
// nv show qos roce in each mode. It prints its thresholds as 146.48 KB and 1.43 MB: 150000 and 1500000 bytes.
// clang-format off
constexpr std::array common_lines = std::to_array<std::string_view>({
    "qos mapping default-global trust both",
    "qos egress-queue-mapping default-global switch-priority 0-2,4-5,7 traffic-class 0",
    "qos egress-queue-mapping default-global switch-priority 3 traffic-class 3",
    "qos egress-queue-mapping default-global switch-priority 6 traffic-class 6",
    "qos egress-scheduler default-global traffic-class 0,3 mode dwrr",
    "qos egress-scheduler default-global traffic-class 0,3 bw-percent 50",
    "qos egress-scheduler default-global traffic-class 6 mode strict",
    "qos congestion-control default-global traffic-class 0,3 ecn enable",
    "qos congestion-control default-global traffic-class 0,3 red disable",
    "qos congestion-control default-global traffic-class 0,3 min-threshold 150000",
    "qos congestion-control default-global traffic-class 0,3 max-threshold 1500000",
    "qos congestion-control default-global traffic-class 0,3 probability 100",
    "qos pfc default-global switch-priority 3",
    "qos pfc default-global tx enable",
    "qos pfc default-global rx enable",
    "qos traffic-pool roce-lossless switch-priority 3",
    // Both pools have the same size in nv show interface swp16 qos roce status.
    "qos traffic-pool roce-lossless memory-percent 50",
    "qos traffic-pool default-lossy memory-percent 50"});
constexpr std::size_t single_count = common_lines.size() - 2;
constexpr std::size_t lossy_count = common_lines.size() - 6;
constexpr std::array multi_lines = std::to_array<std::string_view>({
    "qos mapping default-global trust both",
    "qos mapping default-global dscp 0,7-10,51-63 switch-priority 0",
    "qos mapping default-global dscp 1-2 switch-priority 1",
    "qos mapping default-global dscp 3-4 switch-priority 2",
    "qos mapping default-global dscp 5-6 switch-priority 3",
    "qos mapping default-global dscp 11-40 switch-priority 4",
    "qos egress-scheduler default-global traffic-class 0-7 mode dwrr",
    "qos egress-scheduler default-global traffic-class 0,6 bw-percent 4",
    "qos egress-scheduler default-global traffic-class 1 bw-percent 8",
    "qos egress-scheduler default-global traffic-class 2 bw-percent 18",
    "qos egress-scheduler default-global traffic-class 3-5 bw-percent 22",
    "qos egress-scheduler default-global traffic-class 7 bw-percent 0",
    "qos congestion-control default-global traffic-class 1-3 ecn enable",
    "qos congestion-control default-global traffic-class 1-3 min-threshold 166912",
    "qos congestion-control default-global traffic-class 1-3 max-threshold 239616",
    "qos congestion-control default-global traffic-class 1-3 probability 5",
    "qos remark lossy-multi-tc-host-group switch-priority 4 dscp 21",
    "qos remark lossy-multi-tc-network-group switch-priority 4 dscp 11",
    "system forwarding packet-trim profile packet-trim-default"});
// Cumulus Linux 5.15, What's New: lossy-multi-tc now maps these code points to traffic class 5, which until then
// were best effort (Cumulus Linux 5.14 and 5.16 User Guide, nv show qos roce).
constexpr std::array before_5_15 = std::to_array<std::string_view>({
    "qos mapping default-global dscp 41-50 switch-priority 0"});
constexpr std::array from_5_15 = std::to_array<std::string_view>({
    "qos mapping default-global dscp 41-50 switch-priority 5"});
// clang-format on

// Applies to traffic classes 1, 2 and 3 of all ports (Packet Trimming with Default Profile).
constexpr std::string_view default_trimming = "packet-trim-default";
constexpr std::uint64_t trimmed_by_default = 0b1110;
constexpr std::uint8_t priority_by_default = 4;
constexpr std::string_view trimming_source
    = "the profile packet-trim-default sets it (NVIDIA Cumulus Linux 5.14 User Guide, Packet Trimming)";

// The power of two of an alpha. Zero and infinity are as the chips' shipped profiles write them (asics.yaml,
// alpha_infinite).
constexpr std::uint64_t alpha_one = 16;
constexpr std::int64_t no_limit = 7;

Setting<std::int64_t> threshold_of(Config& config, const Stated& stated, Setting<std::int64_t> absent)
{
    const std::uint64_t alpha = stated.value_or(alpha_one);
    const std::int64_t value = alpha > alpha_one + 6 ? no_limit
        : alpha == 0                                 ? -no_limit - 1
                     : static_cast<std::int64_t>(alpha) - static_cast<std::int64_t>(alpha_one);
    return config.setting(stated, value, absent);
}

// Returns the limit of the queues of lossless priorities, if it is stated.
Setting<Ref> lossless_queue(Config& config)
{
    constexpr std::string_view name = "egress-lossless-buffer";
    const Stated alpha = config.find("advance-buffer-config", usual_profile, LineKind::egress_alpha);
    if (!alpha)
        return {};
    const auto known = std::ranges::find(config.device.buffer_profiles, name, &BufferProfile::name);
    if (known != config.device.buffer_profiles.end())
        return {Ref{static_cast<std::uint32_t>(known - config.device.buffer_profiles.begin())},
            known->dynamic_threshold.origin};
    BufferProfile made;
    made.name = name;
    made.at = alpha.fact->at;
    made.dynamic_threshold = threshold_of(config, alpha, {});
    return {add_to(config.device.buffer_profiles, made), config.origin(*alpha.fact)};
}

Ref group_profile(Config& config, std::string_view name, Span bound, Setting<Metres> cable)
{
    BufferProfile profile;
    profile.name = config.keep(name);
    const Stated reserved = config.find("pfc", name, LineKind::pfc_buffer);
    const Stated xoff = config.find("pfc", name, LineKind::pfc_xoff);
    const Stated xon = config.find("pfc", name, LineKind::pfc_xon);
    profile.at = reserved ? reserved.fact->at : bound.somewhere() ? bound : config.roce.at;
    profile.for_cable = cable;
    const Setting<Bytes> by_itself = Setting<Bytes>::unread(
        config.unread("the switch works it out from the cable length that is configured"));
    profile.reserved = config.setting(reserved, Bytes{reserved.value_or(0)}, by_itself, bound);
    profile.xoff = by_itself;
    profile.xon = xoff && xon
        ? config.setting(
            xon, Bytes{xoff.fact->value - std::min(xoff.fact->value, xon.fact->value)}, by_itself, bound)
        : by_itself;
    if (reserved && xoff && reserved.fact->value >= xoff.fact->value)
        profile.xoff = {Bytes{reserved.fact->value - xoff.fact->value},
            config.device.origins.derived(reserved.fact->at,
                xoff.fact->at,
                "the reserved buffer beyond the fill at which pause is sent")};
    profile.dynamic_threshold = threshold_of(config,
        config.find("advance-buffer-config", usual_profile, LineKind::lossless_alpha),
        config.defaults.value("lossless_alpha", std::int64_t{0}));
    if (config.find("advance-buffer-config", usual_profile, LineKind::lossless_fixed))
        profile.dynamic_threshold = Setting<std::int64_t>::unread(
            config.unread("a statement gives lossless groups a fixed buffer, or another pool"));
    const auto pool = std::ranges::find_if(config.device.pools, [](const BufferPool& each) {
        return each.name == "roce-lossless" || each.name == "default-lossless";
    });
    if (pool != config.device.pools.end())
        profile.pool = {Ref{static_cast<std::uint32_t>(pool - config.device.pools.begin())},
            config.device.origins.explicit_at(pool->at)};
    return add_to(config.device.buffer_profiles, profile);
}

void resolve_trimming(Config& config)
{
    Trimming& trimming = config.device.trimming;
    const Stated state = config.global(LineKind::trim_state);
    const Stated profile = config.global(LineKind::trim_profile);
    const bool usual = profile && profile.fact->text == default_trimming;
    if (!(state ? state.fact->value != 0 : usual))
        return;
    const OriginId by_profile = profile
        ? config.device.origins.derived(
            profile.fact->at.somewhere() ? profile.fact->at : config.roce.at, {}, trimming_source)
        : OriginId{};
    const Stated dscp = config.global(LineKind::trim_dscp);
    const auto point = dscp ? parse_number(dscp.fact->text) : std::nullopt;
    if (point && *point < 64)
        trimming.dscp = {static_cast<std::uint8_t>(*point), config.origin(*dscp.fact)};
    else if (!dscp)
        trimming.dscp = usual ? Setting<std::uint8_t>(
                            static_cast<std::uint8_t>(config.defaults.number("trim_dscp")), by_profile)
                              : config.defaults.value("trim_dscp",
                                  static_cast<std::uint8_t>(config.defaults.number("trim_dscp")));
    else if (dscp.fact->text != "port-level")
        config.problems.push_back(
            {SyntaxProblem::Severity::error, dscp.fact->at, "remark dscp: 0 to 63, or port-level"});
    const Stated priority = config.global(LineKind::trim_priority);
    trimming.tc = config.setting(priority,
        static_cast<std::uint8_t>(std::min<std::uint64_t>(priority.value_or(0), 7)),
        usual ? Setting<std::uint8_t>(priority_by_default, by_profile) : Setting<std::uint8_t>{});
    // NVIDIA Cumulus Linux 5.14 User Guide, Packet Trimming: packets of VXLAN are not trimmed.
    if (const Stated vxlan = config.global(LineKind::vxlan); vxlan && vxlan.fact->value != 0)
        trimming.spares_tunnels = config.setting(vxlan, true, {});
    // Trimmed packets leave by the queue of their switch priority, whatever DSCP they were given.
    if (trimming.tc.peek_known()) {
        const Stated queue
            = config.find("egress-queue-mapping", usual_profile, LineKind::queue_map, trimming.tc.value);
        trimming.queue = {static_cast<std::uint8_t>(queue.value_or(trimming.tc.value)), trimming.tc.origin};
    }
}

bool trims(const Config& config, std::uint32_t port, std::uint8_t queue)
{
    const Stated state = config.global(LineKind::trim_state);
    const Stated profile = config.global(LineKind::trim_profile);
    const bool usual = profile && profile.fact->text == default_trimming;
    if (!(state ? state.fact->value != 0 : usual))
        return false;
    const Stated eligible = config.find(port, LineKind::eligible);
    const std::uint64_t queues = eligible ? eligible.fact->value : usual ? trimmed_by_default : 0;
    return (queues >> queue & 1U) != 0;
}

// One for each statement, no matter how many ports it applies to.
Setting<Ref> trimming_buffer(Config& config, const Stated& eligible)
{
    Device& device = config.device;
    const Span at = eligible && eligible.fact->at.somewhere() ? eligible.fact->at : config.roce.at;
    const auto same = std::ranges::find_if(device.buffer_profiles,
        [&](const BufferProfile& each) { return each.trims.peek_known() && each.at == at; });
    if (same != device.buffer_profiles.end())
        return {Ref{static_cast<std::uint32_t>(same - device.buffer_profiles.begin())}, same->trims.origin};
    BufferProfile cut;
    cut.name = "packet-trim";
    cut.at = at;
    cut.trims = {true, eligible ? config.origin(*eligible.fact) : device.trimming.dscp.origin};
    return {add_to(device.buffer_profiles, cut), cut.trims.origin};
}

}

std::span<const std::string_view> multi_class_lines(const std::optional<Release>& release)
{
    constexpr Release changed{5, 15};
    return release && *release < changed ? std::span<const std::string_view>(before_5_15)
                                         : std::span<const std::string_view>(from_5_15);
}

std::span<const std::string_view> roce_lines(std::uint64_t mode)
{
    if (mode == lossy_multi_tc)
        return multi_lines;
    constexpr std::size_t counts[]{common_lines.size(), single_count, lossy_count};
    return std::span<const std::string_view>(common_lines).first(counts[std::min<std::uint64_t>(mode, 2)]);
}

namespace {

// Without `qos roce`, a pool that no statement names keeps all of the memory, whatever others are given.
void add_lossy_pool(Config& config)
{
    constexpr std::string_view name = "default-lossy";
    std::vector<BufferPool>& pools = config.device.pools;
    if (config.roce.on || !config.defaults.known("lossy_pool")
        || std::ranges::find(pools, name, &BufferPool::name) != pools.end())
        return;
    const auto shared = std::ranges::find_if(pools, [](const BufferPool& pool) {
        return pool.percentage.peek_known() && pool.percentage.value != Percent{};
    });
    if (shared == pools.end())
        return;
    BufferPool pool;
    pool.name = name;
    pool.at = shared->at;
    const OriginId origin = config.device.origins.lacking(config.defaults.origin("lossy_pool"), shared->at);
    pool.direction = {PoolDirection::both, origin};
    pool.mode = {ThresholdMode::dynamic, origin};
    pool.percentage
        = {Percent::whole(static_cast<std::uint32_t>(config.defaults.number("lossy_pool"))), origin};
    pools.push_back(pool);
}

}

void resolve_pools(Config& config)
{
    Device& device = config.device;
    std::vector<const Fact*> named; // the first statement of each pool
    for (const std::vector<Fact>* from : {&config.facts, &config.made}) {
        for (const Fact& fact : *from) {
            if (kind_of(fact.place) == "traffic-pool" && !fact.unset
                && std::ranges::find(named, fact.name, &Fact::name) == named.end())
                named.push_back(&fact);
        }
    }
    for (const Fact* statement : named) {
        const std::string_view name = statement->name;
        BufferPool pool;
        pool.name = config.keep(name);
        const Stated percent = config.find("traffic-pool", name, LineKind::pool_percent);
        const Stated priorities = config.find("traffic-pool", name, LineKind::pool_priorities);
        const Fact& first = percent ? *percent.fact : priorities ? *priorities.fact : *statement;
        pool.at = first.at.somewhere() ? first.at : config.roce.at;
        pool.direction = {PoolDirection::both, config.origin(first)};
        pool.mode = {ThresholdMode::dynamic, pool.direction.origin};
        if (percent && !percent.fact->unread)
            pool.percentage = {
                Percent::whole(static_cast<std::uint32_t>(std::min<std::uint64_t>(percent.fact->value, 100))),
                config.origin(*percent.fact)};
        if (config.find("advance-buffer-config", usual_profile, LineKind::pool_advanced))
            pool.percentage = Setting<Percent>::unread(
                config.unread("`advance-buffer-config` gives pools other shares (Advanced Buffer Tuning)"));
        device.pools.push_back(pool);
    }
    add_lossy_pool(config);
    resolve_trimming(config);
}

void resolve_groups(Config& config, std::uint32_t index)
{
    Device& device = config.device;
    Port& port = device.ports[index];
    port.first_group = static_cast<std::uint32_t>(device.groups.size());
    port.group_count = class_count;
    port.groups_visible = true;
    Span bound;
    const std::string_view name = config.profile_of(index, LineKind::pfc_profile, &bound);
    Ref made;
    for (std::uint8_t number = 0; number < class_count; ++number) {
        PriorityGroup group;
        group.number = number;
        const bool lossless = port.pfc_tx.peek_known() && port.pfc_tx.value.has(number);
        group.lossless = port.pfc_tx.peek_known() ? Setting<bool>(lossless, port.pfc_tx.origin)
                                                  : Setting<bool>::unread(port.pfc_tx.origin);
        if (lossless) {
            const auto known = std::ranges::find(device.buffer_profiles, name, &BufferProfile::name);
            if (made.none())
                made = known != device.buffer_profiles.end()
                    ? Ref{static_cast<std::uint32_t>(known - device.buffer_profiles.begin())}
                    : group_profile(config, name, bound, port.cable_length);
            const Stated shared = config.find(index, LineKind::shared_headroom);
            group.buffer = shared && (shared.fact->unread || shared.fact->value != 0)
                ? Setting<Ref>::unread(
                    config.unread("the port takes a part of its headroom from the shared headroom pool"))
                : Setting<Ref>(made, port.pfc_tx.origin);
        }
        device.groups.push_back(group);
        if (lossless) {
            const Setting<std::uint8_t> queue = queue_of_priority(device, port, number);
            if (queue.peek_known() && queue.value < class_count)
                device.queues[port.first_queue + queue.value].buffer = lossless_queue(config);
        }
        Queue& queue = device.queues[port.first_queue + number];
        if (trims(config, index, number))
            queue.buffer = trimming_buffer(config, config.find(index, LineKind::eligible));
    }
}

}
