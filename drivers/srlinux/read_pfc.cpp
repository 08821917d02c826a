// SPDX-License-Identifier: Apache-2.0
// PFC of a port: its mapping profile says which packets fill a PFC queue and what that pauses, which egress queues obey a
// pause, and the watchdog. A PFC queue is the model's priority group.
#include "drivers/srlinux/config.h"

#include <algorithm>

namespace rocelint::srlinux {
namespace {

constexpr std::string_view pfc_is_off
    = "PFC is off here, and no mapping profile is bound: the class is in no PFC queue; the model has one group for all such classes";
constexpr std::string_view profile_of_system
    = "no pfc-mapping-profile is bound, and the profile `default` of the system is not in the configuration";
constexpr std::string_view in_no_queue
    = "the mapping profile puts it into no PFC queue, so that it is never paused; the model has one group for all such classes";
constexpr std::string_view pauses_nothing = "no PFC queue of the mapping profile pauses it";
constexpr std::string_view by_dot1p
    = "packets with VLAN tags fill a PFC queue by their 802.1p priority, and which class that means is not known";
constexpr std::string_view by_class_index
    = "on a 7250 IXR the index of the forwarding class chooses the PFC queue (SR Linux 24.7 QoS Guide, PFC)";
constexpr std::string_view of_dynamic = "it is allocated dynamically";
constexpr std::string_view of_family
    = "it depends on the chassis, which `info from state platform chassis` would show";
constexpr std::string_view share_of_reserve
    = "it is a share of the reserve for PFC, whose size in bytes only the switch shows (pfc-reserved-buffer-size)";

struct Profile {
    const Statement* reference = nullptr;
    const Statement* profile = nullptr;
    [[nodiscard]] const Statement* filled() const
    {
        return inside(profile, {"received-traffic", "unicast-mapping"});
    }
    [[nodiscard]] const Statement* obeyed() const { return inside(profile, {"received-pfc-pause-frames"}); }
};

std::optional<Priority> priority_in(const Config& config, const Statement& queue)
{
    const Statement* priority = queue.child("pfc-pause-frame-priority");
    const auto number
        = priority == nullptr || config.is_rejected(*priority) ? std::nullopt : parse_number(priority->key);
    return number && *number < queue_count ? std::optional(static_cast<Priority>(*number)) : std::nullopt;
}

bool is_on(const Statement& queue) { return queue.value("enable-pfc") == "true"; }

// The group of all classes that are never paused: the lowest number that no PFC queue of the profile has.
std::uint8_t lossy_group(Config& config, const Profile& bound)
{
    PrioritySet taken;
    const Statement* queues = bound.filled();
    for (const Statement* queue = queues == nullptr ? nullptr : queues->first; queue != nullptr;
         queue = queue->next) {
        const Setting<std::uint8_t> index = config.queue_named(Named::pfc_queue, *queue, queue->key);
        if (index.peek_known() && index.value < queue_count)
            taken.insert(index.value);
    }
    std::uint8_t lossy = 0;
    while (lossy < queue_count - 1 && taken.has(lossy))
        ++lossy;
    return lossy;
}

// Priorities to the PFC queue whose fill pauses them, or to the egress queue that their pause stops.
Setting<Ref> priority_map(Config& config, const Profile& bound, MapKind kind)
{
    ClassMap map;
    map.kind = kind;
    map.name = bound.profile->key;
    map.at = bound.profile->at;
    map.origin.fill(config.through(*bound.reference, *bound.profile));
    const bool sends = kind == MapKind::priority_to_priority_group;
    const Statement* queues = sends ? bound.filled() : bound.obeyed();
    for (const Statement* queue = queues == nullptr ? nullptr : queues->first; queue != nullptr;
         queue = queue->next) {
        if (queue->word() != (sends ? "pfc-queue" : "queue") || (!sends && !is_on(*queue)))
            continue;
        const auto priority = priority_in(config, *queue);
        const Setting<std::uint8_t> index
            = config.queue_named(sends ? Named::pfc_queue : Named::queue, *queue, queue->key);
        if (priority && index.peek_known())
            map.set(*priority, index.value, config.here(*queue));
        else if (priority)
            map.origin[*priority] = index.origin;
    }
    const OriginId never = config.device.origins.derived(bound.profile->at, {}, pauses_nothing);
    for (std::uint8_t priority = 0; sends && priority < queue_count; ++priority) {
        if (map.to[priority] == ClassMap::unmapped && map.origin[priority].kind() != OriginKind::unread)
            map.set(priority, lossy_group(config, bound), never);
    }
    return {add_to(config.device.maps, map), config.here(*bound.reference)};
}

// Classes to PFC queues: by forwarding class for packets without a tag, by 802.1p for others.
Setting<Ref> group_map(Config& config, const Port& port, const Profile& bound)
{
    if (config.family == Family::dnx)
        return Setting<Ref>::unread(config.unread(by_class_index));
    ClassMap map;
    map.kind = MapKind::tc_to_priority_group;
    map.name = bound.profile->key;
    map.at = bound.profile->at;
    const bool tagged = !port.tagged.peek_known() || port.tagged.value;
    const ClassMap* pcps = tagged ? config.device.map(port.pcp_to_tc) : nullptr;
    if (tagged && pcps == nullptr)
        return Setting<Ref>::unread(config.unread(by_dot1p));
    const Statement* queues = bound.filled();
    for (const Statement* queue = queues == nullptr ? nullptr : queues->first; queue != nullptr;
         queue = queue->next) {
        if (queue->word() != "pfc-queue")
            continue;
        const Setting<std::uint8_t> index = config.queue_named(Named::pfc_queue, *queue, queue->key);
        for (const Statement& source : *queue) {
            const bool by_class = source.word() == "forwarding-class";
            if (by_class == tagged || (!by_class && source.word() != "dot1p"))
                continue;
            const auto pcp = by_class ? std::nullopt : parse_number(source.key);
            const std::uint8_t of_pcp = pcp && *pcp < queue_count ? pcps->to[*pcp] : ClassMap::unmapped;
            const Setting<std::uint8_t> tc = by_class ? config.class_named(source, source.key)
                                                      : Setting<std::uint8_t>(of_pcp, config.here(source));
            if (tc.peek_known() && tc.value < queue_count && index.peek_known())
                map.set(tc.value, index.value, config.here(source));
        }
    }
    const OriginId never = config.device.origins.derived(bound.profile->at, {}, in_no_queue);
    for (std::uint8_t tc = 0; tc < queue_count; ++tc) {
        if (map.to[tc] == ClassMap::unmapped)
            map.set(tc, lossy_group(config, bound), never);
    }
    return {add_to(config.device.maps, map), config.here(*bound.reference)};
}

void bind_watchdog(Config& config, const Profile& bound, Port& port)
{
    PfcWatchdog& watchdog = port.watchdog;
    const Statement* deadlock = inside(bound.obeyed(), {"deadlock"});
    const Statement& place = deadlock != nullptr ? *deadlock : *bound.profile;
    const auto absent = [&](auto setting) {
        setting.origin = config.device.origins.lacking(setting.origin, place.at);
        return setting;
    };
    watchdog.enabled = config.truth(deadlock, "enable", absent(config.defaults.value("deadlock", false)));
    watchdog.detection = config.number<Milliseconds>(
        deadlock, "detection-timer", absent(config.defaults.number_as<Milliseconds>("detection")));
    watchdog.restoration = config.number<Milliseconds>(
        deadlock, "recovery-timer", absent(config.defaults.number_as<Milliseconds>("recovery")));
    watchdog.priorities = port.pfc_rx;
    watchdog.action = config.defaults.value("deadlock_action", WatchdogAction::forward);
}

// The maps of a port without a mapping profile whose PFC is off: nothing pauses a class, and no queue obeys.
void bind_no_maps(Config& config, Port& port)
{
    const OriginId never = config.device.origins.derived(port.at, {}, pfc_is_off);
    const auto made = [&](MapKind kind, bool has_group) {
        ClassMap map;
        map.kind = kind;
        map.at = port.at;
        map.origin.fill(never);
        for (std::uint8_t number = 0; has_group && number < queue_count; ++number)
            map.set(number, 0, never);
        return Setting<Ref>{add_to(config.device.maps, map), never};
    };
    port.tc_to_priority_group = made(MapKind::tc_to_priority_group, true);
    port.priority_to_priority_group = made(MapKind::priority_to_priority_group, true);
    port.priority_to_queue = made(MapKind::priority_to_queue, false);
}

// What the mapping profile says counts as soon as PFC is on, so it is read whatever PFC is.
void bind_maps(Config& config, const Profile& bound, Port& port)
{
    port.priority_to_queue = priority_map(config, bound, MapKind::priority_to_queue);
    port.priority_to_priority_group = priority_map(config, bound, MapKind::priority_to_priority_group);
    port.tc_to_priority_group = group_map(config, port, bound);
}

void leave_open(Port& port, OriginId why)
{
    port.pfc_rx = port.pfc_tx = Setting<PrioritySet>::unread(why);
    port.watchdog.enabled = Setting<bool>::unread(why);
}

// What a PFC queue may hold. Below it, packets fill the reserve: that is the headroom.
Ref buffer_of(Config& config, const Statement* queue, const Statement* reference)
{
    const auto [entry, fresh] = config.buffers.try_emplace({reference, queue});
    if (!fresh)
        return entry->second;
    BufferProfile made;
    made.name = reference == nullptr ? std::string_view{} : reference->key;
    made.at = queue != nullptr ? queue->at : reference != nullptr ? reference->at : Span{};
    const OriginId unknown = config.unread(config.family == Family::unknown ? of_family : not_understood);
    if (!config.reserve.none())
        made.pool = {config.reserve, config.class_is_queue};
    if (config.truth(queue, "use-dynamic-allocation", {}).value) {
        made.fixed_threshold = Setting<Bytes>::unread(config.unread(of_dynamic));
    } else if (config.family == Family::xgs) {
        made.fixed_threshold = config.number<Bytes>(
            queue, "maximum-burst-size", config.defaults.number_as<Bytes>("burst_size"));
    } else if (config.family == Family::dnx) {
        made.reserved = config.number<Bytes>(
            queue, "committed-burst-size", config.defaults.number_as<Bytes>("reserved_burst"));
        const auto part_of = [&](std::string_view word, Default usual) {
            const Setting<std::uint64_t> percent
                = config.number<std::uint64_t>(queue, word, config.defaults.number_as<std::uint64_t>(usual));
            if (!made.reserved.peek_known() || !percent.peek_known())
                return Setting<Bytes>::unread(unknown);
            return Setting<Bytes>{Bytes{made.reserved.value.count * percent.value / 100}, percent.origin};
        };
        made.fixed_threshold = part_of("pfc-on-threshold", "on_threshold");
        made.xon = part_of("pfc-off-threshold", "off_threshold");
    } else {
        made.fixed_threshold = Setting<Bytes>::unread(unknown);
    }
    made.xoff = config.number<Bytes>(
        queue, "maximum-pfc-reserved-share-bytes", Setting<Bytes>::unread(config.unread(share_of_reserve)));
    return entry->second = add_to(config.device.buffer_profiles, std::move(made));
}

}

void resolve_reserve(Config& config)
{
    if (config.family != Family::xgs || config.qos == nullptr)
        return;
    const Statement* reservation = nullptr;
    for (const Statement& card : *config.qos) {
        if (card.word() == "linecard" && reservation == nullptr)
            reservation = inside(&card, {"forwarding-complex", "input", "pfc-buffer-reservation"});
    }
    BufferPool pool;
    pool.name = "pfc-buffer-reservation";
    pool.at = reservation == nullptr ? config.qos->at : reservation->at;
    pool.direction = {PoolDirection::ingress, config.class_is_queue};
    pool.mode = {ThresholdMode::fixed, config.class_is_queue};
    const auto usual
        = Percent::whole(static_cast<std::uint32_t>(config.defaults.number("buffer_reservation")));
    pool.percentage = config.defaults.value("buffer_reservation", usual);
    if (reservation != nullptr) {
        const auto number = parse_number(reservation->key);
        if (number && *number <= 100 && !config.is_rejected(*reservation))
            pool.percentage
                = {Percent::whole(static_cast<std::uint32_t>(*number)), config.here(*reservation)};
        else
            pool.percentage = Setting<Percent>::unread(config.unread(not_understood));
    }
    pool.size = pool.shared_headroom = Setting<Bytes>::unread(config.unread(share_of_reserve));
    config.reserve = add_to(config.device.pools, pool);
}

void resolve_pfc(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const Bound* all = config.bound_of(index);
    const Statement* pfc = all == nullptr ? nullptr : inside(all->port, {"pfc"});
    const Setting<bool> enabled = config.truth(pfc, "pfc-enable", config.defaults.value("pfc", false));
    Profile bound;
    bound.reference = inside(pfc, {"pfc-mapping-profile"});
    bound.profile
        = bound.reference == nullptr ? nullptr : config.find(Named::mapping_profile, *bound.reference);
    const std::string_view own_qos = pfc == nullptr ? config.unread_qos(index) : std::string_view{};
    const bool is_off = own_qos.empty() && enabled.peek_known() && !enabled.value;
    const OriginId open = !own_qos.empty()                  ? config.unread(own_qos)
        : !enabled.peek_known() || bound.profile != nullptr ? enabled.origin
        : bound.reference == nullptr
        ? config.unread(profile_of_system)
        : config.lost(Named::mapping_profile, *bound.reference, bound.reference->key);
    if (bound.profile != nullptr)
        bind_maps(config, bound, port);
    else if (is_off)
        bind_no_maps(config, port);
    else
        port.tc_to_priority_group = port.priority_to_queue = port.priority_to_priority_group
            = Setting<Ref>::unread(open);
    if (is_off) {
        port.pfc_rx = port.pfc_tx = {PrioritySet{}, enabled.origin};
        port.watchdog.enabled = {false, enabled.origin};
        return;
    }
    if (!enabled.peek_known() || !own_qos.empty() || bound.profile == nullptr)
        return leave_open(port, open);
    port.pfc_tx = port.pfc_rx = {PrioritySet{}, config.through(*bound.reference, *bound.profile)};
    const Statement* filled = bound.filled();
    for (const Statement* queue = filled == nullptr ? nullptr : filled->first; queue != nullptr;
         queue = queue->next) {
        if (const auto priority = priority_in(config, *queue))
            port.pfc_tx.value.insert(*priority);
    }
    const Statement* obeyed = bound.obeyed();
    for (const Statement* queue = obeyed == nullptr ? nullptr : obeyed->first; queue != nullptr;
         queue = queue->next) {
        const auto priority = priority_in(config, *queue);
        if (queue->word() == "queue" && is_on(*queue) && priority)
            port.pfc_rx.value.insert(*priority);
    }
    if (config.family == Family::dnx && filled == nullptr)
        port.pfc_tx = Setting<PrioritySet>::unread(config.unread(by_class_index));
    bind_watchdog(config, bound, port);
}

void resolve_groups(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const ClassMap* groups = config.device.map(port.priority_to_priority_group);
    port.first_group = static_cast<std::uint32_t>(config.device.groups.size());
    const Bound* all = config.bound_of(index);
    const Statement* reference
        = all == nullptr ? nullptr : inside(all->port, {"input", "pfc-buffer-allocation-profile"});
    const Statement* profile
        = reference == nullptr ? nullptr : config.find(Named::allocation_profile, *reference);
    const Statement* shares = inside(profile, {"queues"});
    const PrioritySet paused = port.pfc_tx.value;
    for (std::uint8_t number = 0; number < queue_count; ++number) {
        PriorityGroup group{.number = number, .buffer = {}, .lossless = {false, port.pfc_tx.origin}};
        for (const Priority priority : groups == nullptr ? PrioritySet{} : paused)
            group.lossless.value = group.lossless.value || groups->to[priority] == number;
        const Statement* share = nullptr;
        for (const Statement* each = shares == nullptr ? nullptr : shares->first; each != nullptr;
             each = each->next) {
            if (each->word() == "pfc-queue"
                && config.queue_named(Named::pfc_queue, *each, each->key).is(number))
                share = each;
        }
        if (group.lossless.value)
            group.buffer = {buffer_of(config, share, reference),
                reference == nullptr ? port.pfc_tx.origin : config.here(*reference)};
        config.device.groups.push_back(group);
    }
    port.group_count = queue_count;
    port.groups_visible = true;
}

}
