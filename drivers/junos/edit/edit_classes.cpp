// SPDX-License-Identifier: Apache-2.0
// Changes of forwarding classes, schedulers and hashing, which many ports share.
#include "drivers/junos/edit/edit_context.h"
#include "models/fabric/classify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::junos {
namespace {

// Returns the written class that a priority pauses.
Statement* written_class(EditContext& context, Priority priority, std::uint32_t port)
{
    const Setting<std::uint8_t> tc = tc_of_priority(context.device(), context.port(port), priority);
    const ForwardingClass* of_class = nullptr;
    for (const ForwardingClass* candidate : context.config().class_of_queue) {
        if (candidate != nullptr && candidate->pfc_priority.is(priority))
            of_class = candidate;
    }
    if (of_class == nullptr && tc.known() && tc.value < queues_at_most)
        of_class = context.config().class_of_queue[tc.value];
    const Statement* top = class_of_service(context.config());
    const Statement* all = top == nullptr ? nullptr : top->child("forwarding-classes");
    const Statement* found
        = of_class == nullptr || all == nullptr ? nullptr : all->child("class", of_class->name);
    return found == nullptr ? nullptr : context.draft().written(*found);
}

Objection set_no_loss(EditContext& context, const Change& change, Priority priority, bool on)
{
    const std::uint32_t index = change.port.port;
    Statement* of_class = written_class(context, priority, index);
    if (of_class == nullptr)
        return Objection(
            fmt::format("no class statement of priority {} is written, to which no-loss belongs", priority));
    const std::uint32_t other
        = context.asked().first_unwilling(change, context.ports(), [&](std::uint32_t user, const auto& need) {
              const Port& port = context.port(user);
              if (port.kind == PortKind::physical && port.pfc_tx.known() && port.pfc_tx.value.has(priority))
                  need(change.number);
          });
    if (other != Port::no_index)
        return Objection(fmt::format("the class {} is that of {} too, which must not change",
            of_class->key,
            context.port(other).name));
    if (on)
        return context.draft().set(of_class, {"no-loss"});
    Statement* no_loss = context.draft().find(of_class, {"no-loss"});
    if (no_loss != nullptr)
        context.draft().remove(*no_loss);
    return {};
}

// Returns the scheduler of a port's queue.
const Scheduler* scheduler_of(const EditContext& context, std::uint32_t port, std::uint8_t number)
{
    const Queue* queue = context.device().queue(context.port(port), number);
    return queue != nullptr && queue->scheduler.known()
            && queue->scheduler.value.index < context.device().schedulers.size()
        ? &context.device().schedulers[queue->scheduler.value.index]
        : nullptr;
}

// Returns the written scheduler, if only ports and queues that want the change use it; otherwise the reason
// why not.
Objection take_scheduler(
    EditContext& context, const Change& change, const Statement*& now, Statement*& written)
{
    const Scheduler* scheduler = scheduler_of(context, change.port.port, change.number);
    if (scheduler == nullptr)
        return Objection(
            fmt::format("queue {} of {} has no scheduler: give it one in its scheduler map by hand",
                change.number,
                context.port(change.port.port).name));
    for (std::uint32_t other = 0; other < context.device().ports.size() && !change.shared; ++other) {
        const Port& port = context.port(other);
        for (const Queue& queue : context.device().queues_of(port)) {
            const bool same = scheduler_of(context, other, queue.number) == scheduler;
            if (same && (queue.number != change.number || !context.wants(other, change)))
                return Objection(
                    fmt::format("the scheduler {} serves queue {} of {} too, which must not change",
                        scheduler->name,
                        queue.number,
                        port.name));
        }
    }
    const Statement* top = class_of_service(context.config());
    const Statement* all = top == nullptr ? nullptr : top->child("schedulers");
    now = all == nullptr ? nullptr : all->child({}, scheduler->name);
    written = now == nullptr ? nullptr : context.draft().written(*now);
    if (written == nullptr)
        return Objection(fmt::format("the scheduler {} is not in the files read", scheduler->name));
    return {};
}

// A layer without fields stands for all its fields (Junos OS CLI Reference, family inet (Forwarding
// Options)).
Objection take_whole_layer(Draft& draft, Statement& key, std::string_view word)
{
    Objection reason = draft.set(&key, {word});
    const Statement* layer = draft.find(&key, {word});
    if (reason || layer == nullptr)
        return reason;
    for (Statement* field = layer->first; field != nullptr; field = field->next)
        draft.remove(*field);
    return {};
}

}

Objection edit_headroom(EditContext& context, const Change& change)
{
    const auto* delta = std::get_if<PriorityDelta>(&change.value);
    if (delta == nullptr)
        return "Junos works out the headroom of a port itself, from its cable-length and its largest packet";
    for (const Priority priority : delta->add | delta->remove) {
        if (Objection reason = set_no_loss(context, change, priority, delta->add.has(priority)))
            return reason;
    }
    return {};
}

Objection edit_scheduler(EditContext& context, const Change& change)
{
    const auto* target = std::get_if<SchedulerTarget>(&change.value);
    if (target == nullptr || target->weight)
        return "Junos shares bandwidth out in percent, not by weights";
    const Statement* now = nullptr;
    Statement* written = nullptr;
    if (Objection reason = take_scheduler(context, change, now, written))
        return reason;
    const Scheduler* scheduler = scheduler_of(context, change.port.port, change.number);
    // Junos OS Traffic Management User Guide for the QFX Series, Configuring Queue Scheduling Priority.
    const std::string_view priority = target->kind == SchedulerKind::strict ? "strict-high" : "low";
    Objection reason;
    if (!scheduler->kind.is(target->kind))
        reason = context.draft().set(written, {"priority", priority});
    if (reason || !target->bandwidth)
        return reason;
    if (target->bandwidth->hundredths % 100 != 0)
        return "Junos takes a transmit-rate in whole percent";
    if (Objection range
        = objection_unless_empty(out_of_range(percent_limit, target->bandwidth->hundredths / 100)))
        return range;
    return context.draft().set(
        written, {"transmit-rate", "percent", fmt::format("{}", target->bandwidth->hundredths / 100)});
}

// A scheduler marks by the drop profile that it names for packets with low loss priority. The edit names
// another drop profile of the device that has the wanted points.
Objection edit_marking(EditContext& context, const Change& change)
{
    const auto* shares = std::get_if<EcnShares>(&change.value);
    if (shares == nullptr)
        return "Junos writes marking thresholds as shares of a queue's depth, and how many bytes that is only the "
               "device knows: edit the drop profile by hand";
    const std::string_view profile = drop_profile_with(context.config(), *shares);
    if (profile.empty())
        return Objection(fmt::format("no drop profile has the fill levels {} and {}: define one by hand",
            shares->min_fill.value(),
            shares->max_fill.value()));
    const Statement* now = nullptr;
    Statement* written = nullptr;
    if (Objection reason = take_scheduler(context, change, now, written))
        return reason;
    const Statement* map = now->child("drop-profile-map");
    bool has_one = false;
    for (const Statement* loss = map == nullptr ? nullptr : map->first; loss != nullptr; loss = loss->next) {
        if (loss->key != "any" && loss->key != "low")
            continue;
        for (const Statement& protocol : *loss) {
            const Statement* reference = protocol.child("drop-profile");
            Statement* place = reference == nullptr ? nullptr : context.draft().written(*reference);
            if (place == nullptr)
                return "where the scheduler names its drop profile is not in the files read";
            context.draft().change(*place, context.draft().keep(profile));
            has_one = true;
        }
    }
    Objection reason;
    if (!has_one)
        reason = context.draft().set(written,
            {"drop-profile-map", "loss-priority", "any", "protocol", "any", "drop-profile", profile});
    return reason ? reason : context.draft().set(written, {"explicit-congestion-notification"});
}

Objection edit_hashing(EditContext& context, const Change& change)
{
    const auto* fields = std::get_if<HashFields>(&change.value);
    if (fields == nullptr)
        return "the change names no fields";
    struct HashWord {
        HashField field;
        std::string_view layer; ///< in the hash key, which does not select single fields of IPv4
        std::string_view removed; ///< in the enhanced hash key, which has every field that is not removed
    };
    constexpr std::array words{HashWord{HashField::source_ip, "layer-3", "no-ipv4-source-address"},
        HashWord{HashField::destination_ip, "layer-3", "no-ipv4-destination-address"},
        HashWord{HashField::ip_protocol, "layer-3", "no-protocol"},
        HashWord{HashField::source_port, "layer-4", "no-l4-source-port"},
        HashWord{HashField::destination_port, "layer-4", "no-l4-destination-port"}};
    Draft& draft = context.draft();
    Statement* enhanced = draft.find(draft.root(), {"forwarding-options", "enhanced-hash-key", "inet"});
    Statement* key = draft.find(draft.root(), {"forwarding-options", "hash-key", "family", "inet"});
    for (const HashWord& word : words) {
        if (!fields->has(word.field))
            continue;
        Statement* gone = enhanced == nullptr ? nullptr : draft.find(enhanced, {word.removed});
        if (gone != nullptr)
            draft.remove(*gone);
        if (key == nullptr)
            continue;
        if (Objection reason = take_whole_layer(draft, *key, word.layer))
            return reason;
    }
    if (enhanced == nullptr && key == nullptr)
        return "the configuration leaves the fields to the hardware: set the hash key by hand";
    return {};
}

}
