// SPDX-License-Identifier: Apache-2.0
// Schedulers and the queues of a port.
#include "drivers/junos/read/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::junos {
namespace {

void read_rates(Config& config, const Statement& statement, Scheduler& scheduler)
{
    if (const Statement* rate = statement.child("transmit-rate"); rate != nullptr) {
        if (const Statement* percent = rate->child("percent"); percent != nullptr) {
            if (const auto share = percent_of(config, *percent))
                scheduler.bandwidth = {*share, config.here(*percent)};
        }
        for (const Statement& word : *rate) {
            if (word.word().empty() && !parse_rate(word.key))
                config.reject(word, fmt::format("transmit-rate \"{}\" is not a rate", word.key));
        }
    }
    const Statement* shaping = statement.child("shaping-rate");
    if (shaping == nullptr || shaping->first == nullptr)
        return;
    const Statement& rate = *shaping->first;
    // `exact` is a word of transmit-rate (Junos OS 23.2R1 and 24.4R1, junos-qfx-conf-class-of-service.yang).
    for (const Statement* more = rate.next; more != nullptr; more = more->next)
        config.reject(*more, fmt::format("shaping-rate has no \"{}\"", more->key));
    if (!rate.word().empty()) {
        if (rate.node != nullptr)
            rate.node->mark(CoverageState::unsupported); // a share of a port's speed
        return;
    }
    if (const auto limit = parse_rate(rate.key))
        scheduler.limit = {*limit, config.here(rate)};
    else
        config.reject(rate, fmt::format("shaping-rate \"{}\" is not a rate", rate.key));
}

void read_scheduler(Config& config, const Statement& statement)
{
    Scheduler scheduler;
    scheduler.name = statement.key;
    scheduler.at = statement.at;
    if (const Statement* priority = statement.child("priority"); priority != nullptr)
        scheduler.kind = {priority->key == "strict-high" ? SchedulerKind::strict : SchedulerKind::weighted,
            config.here(*priority)};
    else
        scheduler.kind = config.defaults.value(Default::scheduler_priority, SchedulerKind::weighted);
    read_rates(config, statement, scheduler);
    const Ref made{static_cast<std::uint32_t>(config.device.schedulers.size())};
    config.device.schedulers.push_back(scheduler);
    config.schedulers[statement.key] = {made, make_ecn(config, statement)};
}

// The entry of a forwarding class in the port's scheduler maps, with the binding of the map.
struct Mapped {
    const Statement* binding = nullptr;
    const Statement* scheduler = nullptr;
};

using MappedQueues = std::array<const Statement*, queues_at_most>;

// Returns the scheduler of each queue in a scheduler map.
const MappedQueues& queues_of_map(Config& config, const Statement& map)
{
    const auto [entry, is_new] = config.mapped.try_emplace(&map);
    if (!is_new)
        return entry->second;
    for (const Statement& mapped : map) {
        const Statement* scheduler = mapped.child("scheduler");
        const auto of_class = config.classes.find(mapped.key);
        if (of_class == config.classes.end()) {
            if (!is_class_of_other_hardware(mapped.key))
                static_cast<void>(config.lost(mapped, "forwarding class", mapped.key));
            continue;
        }
        if (scheduler != nullptr && of_class->second.queue.known()
            && of_class->second.queue.value < queues_at_most)
            entry->second[of_class->second.queue.value] = scheduler;
    }
    return entry->second;
}

// Returns the reason why the queues are unknown, if the map is not defined.
std::optional<OriginId> collect_mapped(
    Config& config, const Statement& binding, std::array<Mapped, queues_at_most>& by_queue)
{
    const auto found = config.scheduler_maps.find(binding.key);
    config.names.use("scheduler-map", binding.key);
    if (found == config.scheduler_maps.end())
        return config.lost(binding, "scheduler map", binding.key);
    const MappedQueues& schedulers = queues_of_map(config, *found->second);
    for (std::size_t queue = 0; queue < schedulers.size(); ++queue) {
        if (schedulers[queue] != nullptr)
            by_queue[queue] = {&binding, schedulers[queue]};
    }
    return std::nullopt;
}

void bind_queue(Config& config, const Mapped& mapped, Queue& queue)
{
    const auto found = config.schedulers.find(mapped.scheduler->key);
    if (found == config.schedulers.end()) {
        queue.scheduler
            = Setting<Ref>::unread(config.lost(*mapped.scheduler, "scheduler", mapped.scheduler->key));
        queue.ecn = queue.scheduler;
        return;
    }
    queue.scheduler = {found->second.scheduler, config.through(*mapped.binding, mapped.scheduler->at)};
    const Setting<Ref>& ecn = found->second.ecn;
    queue.ecn = ecn;
    if (ecn.configured())
        queue.ecn.origin = config.through(*mapped.binding,
            ecn.value.none() ? config.device.schedulers[found->second.scheduler.index].at
                             : config.device.ecn_profiles[ecn.value.index].at);
}

}

void read_schedulers(Config& config)
{
    const Statement* top = class_of_service(config);
    if (top == nullptr)
        return;
    const auto index
        = [top](std::string_view word, std::unordered_map<std::string_view, const Statement*>& by_name) {
              if (const Statement* all = top->child(word); all != nullptr) {
                  for (const Statement& statement : *all)
                      by_name[statement.key] = &statement;
              }
          };
    index("drop-profiles", config.drop_profiles);
    index("scheduler-maps", config.scheduler_maps);
    index("traffic-control-profiles", config.control_profiles);
    index("congestion-notification-profile", config.profiles);
    if (const Statement* all = top->child("schedulers"); all != nullptr) {
        for (const Statement& scheduler : *all)
            read_scheduler(config, scheduler);
    }
}

void find_unbound(Config& config)
{
    const auto marks = [&](const Statement& map) {
        return std::ranges::any_of(queues_of_map(config, map), [&](const Statement* scheduler) {
            const auto found
                = scheduler == nullptr ? config.schedulers.end() : config.schedulers.find(scheduler->key);
            if (found == config.schedulers.end() || !found->second.ecn.configured())
                return false;
            const Ref ecn = found->second.ecn.value;
            return !ecn.none() && config.device.ecn_profiles[ecn.index].marks();
        });
    };
    const Statement* top = class_of_service(config);
    if (top == nullptr)
        return;
    const auto each = [&](std::string_view word, auto&& visit) {
        if (const Statement* all = top->child(word); all != nullptr) {
            for (const Statement& statement : *all)
                visit(statement);
        }
    };
    each("congestion-notification-profile", [&](const Statement& profile) {
        config.names.define(
            "congestion-notification-profile", profile.key, profile.at, Duties::of(Duty::pause));
    });
    each("scheduler-maps", [&](const Statement& map) {
        config.names.define("scheduler-map",
            map.key,
            map.at,
            Duties::of(Duty::scheduling) | (marks(map) ? Duties::of(Duty::marking) : Duties{}));
    });
    for (const ClassMap& map : config.device.maps) {
        if (map.kind == MapKind::dscp_to_tc && config.dscp_classifiers.contains(map.name))
            config.names.define("classifier", map.name, map.at, Duties::of(Duty::classification));
    }
    config.device.unbound = config.names.unbound();
}

void bind_queues(Config& config, const Binding& binding, Port& port)
{
    std::array<Mapped, queues_at_most> by_queue{};
    std::optional<OriginId> lost;
    for (const Statement* map : binding.scheduler_maps) {
        if (const auto reason = collect_mapped(config, *map, by_queue))
            lost = reason;
    }
    port.first_queue = static_cast<std::uint32_t>(config.device.queues.size());
    port.queues_visible = true;
    // A queue without a scheduler is missing in its scheduler map.
    const auto map = binding.scheduler_maps.empty()
        ? config.scheduler_maps.end()
        : config.scheduler_maps.find(binding.scheduler_maps.front()->key);
    const Statement* lacks = map == config.scheduler_maps.end() ? binding.block : map->second;
    // A port with a scheduler map no longer has the default schedulers; a class that the map does not name
    // has none.
    const Setting<Ref> no_scheduler = map == config.scheduler_maps.end()
        ? Setting<Ref>{}
        : config.lacking(lacks, Default::unnamed_scheduler, Ref{});
    const Setting<Ref> no_ecn = config.lacking(lacks, Default::ecn, Ref{});
    for (std::uint8_t number = 0; number < queues_at_most; ++number) {
        constexpr std::uint8_t unicast = 8; // queues that exist without a class
        if (number >= unicast && config.class_of_queue[number] == nullptr)
            continue;
        Queue queue;
        queue.number = number;
        queue.ecn = no_ecn;
        if (by_queue[number].scheduler != nullptr)
            bind_queue(config, by_queue[number], queue);
        else if (lost)
            queue.ecn = queue.scheduler = Setting<Ref>::unread(*lost);
        else
            queue.scheduler = no_scheduler;
        config.device.queues.push_back(queue);
    }
    port.queue_count = static_cast<std::uint16_t>(config.device.queues.size() - port.first_queue);
}

}
