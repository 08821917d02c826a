// SPDX-License-Identifier: Apache-2.0
// Changes of how queues mark and are served.
#include "drivers/srlinux/edit_context.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::srlinux {
namespace {

constexpr std::uint32_t hundredths = 100;

// The statement of a list of queues that is about the queue with this index; null: none.
const Statement* about_queue(Config& config, const Statement* queues, std::uint8_t number)
{
    for (const Statement* each = queues == nullptr ? nullptr : queues->first; each != nullptr;
         each = each->next) {
        if (each->word() != "queue")
            continue;
        const Setting<std::uint8_t> index = config.queue_named(Named::queue, *each, each->key);
        if (index.peek_known() && index.value == number)
            return each;
    }
    return nullptr;
}

}

// Thresholds in bytes and as shares exclude each other.
Objection Editor::set_thresholds(const Path& slope, const Change& change)
{
    struct Wanted {
        std::string_view low;
        std::string_view high;
        std::uint64_t min;
        std::uint64_t max;
        Percent probability;
    };
    const Wanted bytes{"min-threshold", "max-threshold", 0, 0, {}};
    const Wanted shares{"min-threshold-percent", "max-threshold-percent", 0, 0, {}};
    Wanted wanted = bytes;
    if (const auto* target = value_of<EcnTarget>(change); target != nullptr) {
        wanted.min = target->min_threshold.count;
        wanted.max = target->max_threshold.count;
        wanted.probability = target->max_probability;
    } else if (const auto* fill = value_of<EcnShares>(change); fill != nullptr) {
        if (fill->min_fill.hundredths % hundredths != 0 || fill->max_fill.hundredths % hundredths != 0)
            return "SR Linux takes thresholds in whole percent";
        wanted = shares;
        wanted.min = fill->min_fill.hundredths / hundredths;
        wanted.max = fill->max_fill.hundredths / hundredths;
        wanted.probability = fill->max_probability;
    } else {
        return "the new marking has no thresholds";
    }
    if (wanted.probability.hundredths % hundredths != 0)
        return "SR Linux takes the marking probability in whole percent";
    const Wanted& other = wanted.low == bytes.low ? shares : bytes;
    remove(joined(slope, {other.low}));
    remove(joined(slope, {other.high}));
    Objection reason = put(joined(slope, {wanted.low, keep(wanted.min)}));
    if (!reason)
        reason = put(joined(slope, {wanted.high, keep(wanted.max)}));
    return reason ? std::move(reason)
                  : put(joined(slope,
                      {"max-drop-probability-percent", keep(wanted.probability.hundredths / hundredths)}));
}

Objection Editor::set_marking(const Change& change)
{
    const Port& port = port_of(change);
    if (change.number >= queue_count || port.kind != PortKind::physical)
        return "marking belongs to the queues 0 to 7 of physical ports";
    const auto use_of = [&](std::uint32_t other, std::uint8_t number) {
        const Statement* queue = about_queue(config(), bound_to(other, {"output", "queues"}), number);
        return queue == nullptr ? nullptr : queue->child("queue-management-profile");
    };
    std::string_view queue;
    if (Objection reason = queue_of(Named::queue, change.number, queue))
        return reason;
    const Statement* allocation = bound_to(change.port.port, {"output", "buffer-allocation-profile"});
    const Statement* profile
        = allocation == nullptr ? nullptr : config().find(Named::allocation_profile, allocation->key);
    const Statement* share = about_queue(config(), inside(profile, {"queues"}), change.number);
    if (share == nullptr || parse_number(share->value("maximum-burst-size")).value_or(0) == 0)
        return Objection(fmt::format(
            "a queue marks only if its maximum-burst-size is set: give {} one in a buffer-allocation-profile of the port's "
            "output (srl_nokia-qos.yang, queue-management-profile)",
            queue));
    const Statement* reference = use_of(change.port.port, change.number);
    std::string_view name = reference == nullptr ? std::string_view{} : reference->key;
    const Statement* management
        = reference == nullptr ? nullptr : config().find(Named::management_profile, name);
    if (reference != nullptr && management == nullptr)
        return Objection(fmt::format("queue-management-profile {} is not in the files", name));
    for (std::uint32_t other = 0; reference != nullptr && !change.shared && other < device().ports.size();
         ++other) {
        for (std::uint8_t number = 0; number < queue_count; ++number) {
            const Statement* use = use_of(other, number);
            if (use != nullptr && use->key == name && device().ports[other].kind == PortKind::physical
                && !asked_.wants(other, change, number))
                return Objection(fmt::format(
                    "queue-management-profile {} is that of queue {} of {} too, which must not change",
                    name,
                    number,
                    device().ports[other].name));
        }
    }
    if (reference == nullptr) {
        // Ports that want the same marking get one profile.
        const auto* target = value_of<EcnTarget>(change);
        name = keep(target == nullptr ? fmt::format("ECN-{}", change.number)
                                      : fmt::format("ECN-{}-{}-{}",
                                          target->min_threshold.count,
                                          target->max_threshold.count,
                                          target->max_probability.hundredths / hundredths));
        if (config().find(Named::management_profile, name) != nullptr)
            return Objection(fmt::format("there is a queue-management-profile {} already", name));
        Path entry;
        if (Objection reason = entry_of(change, {}, entry))
            return reason;
        if (Objection reason
            = put(joined(entry, {"output", "queues", "queue", queue, "queue-management-profile", name})))
            return reason;
    }
    if (Objection reason = put({"qos", "explicit-congestion-notification"}))
        return reason;
    // A slope for all packets, or else the one that counts for green ones.
    std::string_view drops = "all";
    const Statement* wred = inside(management, {"wred"});
    for (const Statement* traffic = wred == nullptr ? nullptr : wred->first; traffic != nullptr;
         traffic = traffic->next) {
        for (const Statement& each : *traffic) {
            if (each.key == "low" && each.child("enable-ecn", "true") != nullptr)
                drops = "low";
        }
    }
    return set_thresholds({"qos",
                              "buffer-management",
                              "queue-management-profile",
                              name,
                              "wred",
                              "wred-slope",
                              "all",
                              "drop-probability",
                              drops,
                              "enable-ecn",
                              "true"},
        change);
}

Objection Editor::set_scheduler(const Change& change)
{
    const auto* target = value_of<SchedulerTarget>(change);
    const Port& port = port_of(change);
    if (target == nullptr || change.number >= queue_count || port.kind != PortKind::physical)
        return "service belongs to the queues 0 to 7 of physical ports";
    if (target->bandwidth)
        return "SR Linux serves queues by weights, not by shares";
    const auto reference_of = [&](std::uint32_t other) {
        return bound_to(other, {"output", "scheduler", "scheduler-policy"});
    };
    const Statement* reference = reference_of(change.port.port);
    const Statement* policy
        = reference == nullptr ? nullptr : config().find(Named::scheduler_policy, reference->key);
    if (policy == nullptr)
        return "no scheduler-policy of the files is bound to the port";
    if (Objection reason = refuse_for_others(change, "scheduler-policy", reference_of))
        return reason;
    const Statement* own = nullptr;
    for (const Statement& scheduler : *policy) {
        for (const Statement& input : scheduler) {
            const Statement* queue = input.child("queue-name");
            const Setting<std::uint8_t> index = queue == nullptr
                ? Setting<std::uint8_t>{}
                : config().queue_named(Named::queue, *queue, queue->key);
            if (index.peek_known() && index.value == change.number)
                own = &input;
        }
    }
    std::string_view queue;
    if (Objection reason = queue_of(Named::queue, change.number, queue))
        return reason;
    const bool strict = target->kind == SchedulerKind::strict;
    const std::string_view id = own == nullptr ? queue : own->key;
    const Path base{"qos", "scheduler-policies", "scheduler-policy", policy->key};
    const Path scheduler = joined(base, {"scheduler", strict ? "0" : "1"});
    const Path input = joined(scheduler, {"input", id});
    const bool moves = own != nullptr && (own->parent->key == "0") != strict;
    if (!strict && !target->weight && (own == nullptr || moves))
        return "a queue that is not strict needs a weight";
    if (moves && own->child("peak-rate-percent") != nullptr) {
        if (Objection reason = put(joined(input, {"peak-rate-percent", own->value("peak-rate-percent")})))
            return reason;
    }
    if (moves)
        remove(joined(base, {"scheduler", strict ? "1" : "0", "input", id}));
    Objection reason = put(joined(input, {"queue-name", queue}));
    if (!reason && strict)
        reason = put(joined(scheduler, {"priority", "strict"}));
    if (!reason && !strict && target->weight)
        reason = put(joined(input, {"weight", keep(*target->weight)}));
    return reason;
}

}
