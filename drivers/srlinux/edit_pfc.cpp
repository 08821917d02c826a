// SPDX-License-Identifier: Apache-2.0
// Changes of PFC, its watchdog and its reserve. A mapping profile that other ports use is changed only if they want the same;
// otherwise the port gets a profile of its own.
#include "drivers/srlinux/edit_context.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::srlinux {
namespace {

constexpr std::size_t most_profiles = 7; // srl_nokia-qos.yang, pfc-mapping-profile

Path profile_path(std::string_view name) { return {"qos", "pfc-mapping-profile", name}; }

// The statement in a list of queues that has this priority; null: none.
const Statement* with_priority(const Statement* queues, std::string_view word, std::string_view priority)
{
    for (const Statement* queue = queues == nullptr ? nullptr : queues->first; queue != nullptr;
         queue = queue->next) {
        if (queue->word() == word && queue->value("pfc-pause-frame-priority") == priority)
            return queue;
    }
    return nullptr;
}

}

// What a priority pauses is the class of its number, unless the profile says otherwise.
Objection Editor::pause(std::string_view profile, const Path& filled, const Path& obeyed, Priority priority)
{
    const std::string_view number = keep(priority);
    if (with_priority(drafted(filled), "pfc-queue", number) == nullptr) {
        std::string_view name;
        std::string_view queue;
        if (Objection reason = class_of(priority, name))
            return reason;
        if (Objection reason = queue_of(Named::pfc_queue, priority, queue))
            return reason;
        if (drafted(joined(filled, {"pfc-queue", queue})) != nullptr)
            return Objection(
                fmt::format("pfc-queue {} of profile {} is in use for another priority", queue, profile));
        const Path entry = joined(filled, {"pfc-queue", queue});
        if (Objection reason = put(joined(entry, {"forwarding-class", name})))
            return reason;
        if (Objection reason = put(joined(entry, {"pfc-pause-frame-priority", number})))
            return reason;
    }
    const Statement* stopped = with_priority(drafted(obeyed), "queue", number);
    std::string_view queue = stopped == nullptr ? std::string_view{} : stopped->key;
    if (stopped == nullptr) {
        if (Objection reason = queue_of(Named::queue, priority, queue))
            return reason;
        if (drafted(joined(obeyed, {"queue", queue, "pfc-pause-frame-priority"})) != nullptr)
            return Objection(
                fmt::format("queue {} of profile {} is in use for another priority", queue, profile));
        if (Objection reason = put(joined(obeyed, {"queue", queue, "pfc-pause-frame-priority", number})))
            return reason;
    }
    return put(joined(obeyed, {"queue", queue, "enable-pfc", "true"}));
}

Objection Editor::release(std::string_view profile, Priority priority)
{
    const std::string_view number = keep(priority);
    const Path filled = joined(profile_path(profile), {"received-traffic", "unicast-mapping"});
    const Path obeyed = joined(profile_path(profile), {"received-pfc-pause-frames"});
    if (const Statement* queue = with_priority(drafted(filled), "pfc-queue", number); queue != nullptr)
        remove(joined(filled, {"pfc-queue", queue->key}));
    if (const Statement* queue = with_priority(drafted(obeyed), "queue", number); queue != nullptr)
        remove(joined(obeyed, {"queue", queue->key}));
    return {};
}

Objection Editor::set_pfc(const Change& change)
{
    const auto* delta = value_of<PriorityDelta>(change);
    const Port& port = port_of(change);
    if (delta == nullptr || port.kind != PortKind::physical)
        return "PFC belongs to the physical ports";
    if (!port.pfc_tx.peek_known() || !port.pfc_rx.peek_known())
        return "which priorities the port pauses is not known";
    if (config().family == Family::dnx)
        return "on a 7250 IXR the index of a forwarding class chooses its PFC queue: set PFC by hand";
    const Change no_pause{.port = change.port, .property = Property::link_pause, .value = false};
    const auto on = [](const Setting<bool>& pause) { return pause.peek_known() && pause.value; };
    if ((on(port.pause_rx) || on(port.pause_tx)) && !asked_.wants(change.port.port, no_pause))
        return "the port has flow-control, which excludes PFC (srl_nokia-qos.yang, pfc-enable)";
    Path entry;
    if (Objection reason = entry_of(change, {}, entry))
        return reason;
    const PrioritySet wanted = ((port.pfc_tx.value | port.pfc_rx.value) | delta->add) - delta->remove;
    if (wanted.empty())
        return put(joined(entry, {"pfc", "pfc-enable", "false"}));
    const auto reference_of = [&](std::uint32_t other) {
        return bound_to(other, {"pfc", "pfc-mapping-profile"});
    };
    const Statement* reference = reference_of(change.port.port);
    const Statement* profile
        = reference == nullptr ? nullptr : config().find(Named::mapping_profile, reference->key);
    const auto& all = config().objects[static_cast<std::size_t>(Named::mapping_profile)];
    std::string_view name = profile == nullptr ? std::string_view{} : profile->key;
    if (profile == nullptr || refuse_for_others(change, "pfc-mapping-profile", reference_of)) {
        // A profile that another port already has for these priorities, or a new one.
        name = {};
        for (std::uint32_t other = 0; other < device().ports.size(); ++other) {
            const Port& model = device().ports[other];
            const bool same = model.pfc_tx.peek_known() && model.pfc_tx.value == wanted
                && model.pfc_rx.peek_known() && model.pfc_rx.value == wanted;
            if (const Statement* of_other = reference_of(other); same && of_other != nullptr && name.empty())
                name = of_other->key;
        }
        if (name.empty()) {
            std::string digits;
            for (const Priority priority : wanted)
                digits += fmt::format("{}", priority);
            name = keep(fmt::format("PFC-{}", digits));
            if (all.contains(name))
                return Objection(fmt::format(
                    "a pfc-mapping-profile {} exists already, and no port with these priorities uses it",
                    name));
            if (all.size() >= most_profiles)
                return "a switch has at most seven PFC mapping profiles (srl_nokia-qos.yang, pfc-mapping-profile)";
            if (profile != nullptr && drafted(profile_path(name)) == nullptr) {
                if (Objection reason = put(profile_path(name)))
                    return reason;
                if (Objection reason = draft_.copy(*profile, *drafted(profile_path(name))))
                    return reason;
            }
        }
    }
    const Path filled = joined(profile_path(name), {"received-traffic", "unicast-mapping"});
    const Path obeyed = joined(profile_path(name), {"received-pfc-pause-frames"});
    Objection reason;
    for (const Priority priority : delta->remove)
        reason = reason ? std::move(reason) : release(name, priority);
    for (const Priority priority : wanted)
        reason = reason ? std::move(reason) : pause(name, filled, obeyed, priority);
    new_profile_[change.port.port] = name;
    if (!reason)
        reason = put(joined(entry, {"pfc", "pfc-mapping-profile", name}));
    return reason ? std::move(reason) : put(joined(entry, {"pfc", "pfc-enable", "true"}));
}

Objection Editor::set_watchdog(const Change& change)
{
    const auto* target = value_of<WatchdogTarget>(change);
    const Port& port = port_of(change);
    const PrioritySet paused = asked_.pfc_after(change.port.port, port.pfc_rx.value_or({}));
    if (target == nullptr || paused.empty() || port.kind != PortKind::physical)
        return "the watchdog of SR Linux watches the queues that PFC stops, and this port has none";
    if (target->poll)
        return "the watchdog of SR Linux has no polling interval";
    if (!(target->priorities - paused).empty())
        return "SR Linux watches the queues that PFC stops, and no others";
    const auto reference_of = [&](std::uint32_t other) {
        return bound_to(other, {"pfc", "pfc-mapping-profile"});
    };
    const auto planned = new_profile_.find(change.port.port);
    std::string_view name = planned == new_profile_.end() ? std::string_view{} : planned->second;
    if (name.empty()) {
        const Statement* reference = reference_of(change.port.port);
        if (reference == nullptr || config().find(Named::mapping_profile, reference->key) == nullptr)
            return "no pfc-mapping-profile of the files is bound to the port";
        if (Objection reason = refuse_for_others(change, "pfc-mapping-profile", reference_of))
            return reason;
        name = reference->key;
    }
    const Path deadlock = joined(profile_path(name), {"received-pfc-pause-frames", "deadlock"});
    Objection reason = put(joined(deadlock, {"enable", "true"}));
    if (!reason && target->detection)
        reason = put(joined(deadlock, {"detection-timer", keep(target->detection->count())}));
    if (!reason && target->restoration)
        reason = put(joined(deadlock, {"recovery-timer", keep(target->restoration->count())}));
    return reason;
}

Objection Editor::set_headroom(const Change& change)
{
    const auto* bytes = value_of<Bytes>(change);
    const Port& port = port_of(change);
    if (bytes == nullptr)
        return "every PFC queue takes headroom of the reserve: how much of it is a choice (maximum-pfc-reserved-share-bytes)";
    const ClassMap* groups = device().map(port.priority_to_priority_group);
    if (groups == nullptr || change.number >= queue_count || groups->to[change.number] >= queue_count)
        return "the priority fills no PFC queue of the port";
    const auto reference_of = [&](std::uint32_t other) {
        return bound_to(other, {"input", "pfc-buffer-allocation-profile"});
    };
    const Statement* reference = reference_of(change.port.port);
    if (reference == nullptr || config().find(Named::allocation_profile, reference->key) == nullptr)
        return "no buffer-allocation-profile of the files is bound to the input of the port";
    if (Objection reason = refuse_for_others(change, "buffer-allocation-profile", reference_of))
        return reason;
    std::string_view queue;
    if (Objection reason = queue_of(Named::pfc_queue, groups->to[change.number], queue))
        return reason;
    return put({"qos",
        "buffer-management",
        "buffer-allocation-profile",
        reference->key,
        "queues",
        "pfc-queue",
        queue,
        "maximum-pfc-reserved-share-bytes",
        keep(bytes->count)});
}

// Which class fills a PFC queue, and which egress queue a pause stops.
Objection Editor::set_mapped_priority(const Change& change, const MapEntry& entry)
{
    if (entry.kind == MapKind::priority_to_priority_group)
        return "the PFC queue of a priority also has its headroom and its classes: move the class to the PFC queue that pauses "
               "the priority";
    const auto reference_of = [&](std::uint32_t other) {
        return bound_to(other, {"pfc", "pfc-mapping-profile"});
    };
    const Statement* reference = reference_of(change.port.port);
    if (reference == nullptr || config().find(Named::mapping_profile, reference->key) == nullptr)
        return "no pfc-mapping-profile of the files is bound to the port";
    if (config().family == Family::dnx || !port_of(change).tc_to_priority_group.peek_known())
        return "which packets fill its PFC queues is not known";
    if (Objection reason = refuse_for_others(change, "pfc-mapping-profile", reference_of))
        return reason;
    const Path profile = profile_path(reference->key);
    const bool stops = entry.kind == MapKind::priority_to_queue;
    const Path list = joined(profile,
        stops ? std::initializer_list<std::string_view>{"received-pfc-pause-frames"}
              : std::initializer_list<std::string_view>{"received-traffic", "unicast-mapping"});
    const std::string_view word = stops ? "queue" : "pfc-queue";
    std::string_view queue;
    if (Objection reason = queue_of(stops ? Named::queue : Named::pfc_queue, entry.to, queue))
        return reason;
    if (entry.kind == MapKind::tc_to_priority_group) {
        std::string_view name;
        if (Objection reason = class_of(entry.from, name))
            return reason;
        const Statement* all = drafted(list);
        for (const Statement* each = all == nullptr ? nullptr : all->first; each != nullptr;
             each = each->next) {
            if (each->key != queue)
                remove(joined(list, {word, each->key, "forwarding-class", name}));
        }
        return put(joined(list, {word, queue, "forwarding-class", name}));
    }
    const std::string_view number = keep(entry.from);
    if (const Statement* old = with_priority(drafted(list), word, number);
        old != nullptr && old->key != queue)
        remove(joined(list, {word, old->key, "pfc-pause-frame-priority"}));
    Objection reason = put(joined(list, {word, queue, "pfc-pause-frame-priority", number}));
    return reason || !stops ? std::move(reason) : put(joined(list, {word, queue, "enable-pfc", "true"}));
}

}
