// SPDX-License-Identifier: Apache-2.0
// Changes of the queues and priority groups of a port.
#include "models/change/port_changes.h"
#include "models/fabric/classify.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

const EcnCurve* green_of(const EcnProfile* profile)
{
    if (profile == nullptr)
        return nullptr;
    const auto found = std::ranges::find(profile->curves, Colour::green, &EcnCurve::colour);
    return found == profile->curves.end() ? nullptr : &*found;
}

}

bool PortChanges::keeps_headroom(PrioritySet priorities) const
{
    for (const PriorityGroup& group : wanted_.groups_of(b_)) {
        if (!group.lossless.is(true))
            continue;
        for (const Priority priority : priorities) {
            if (group_of_priority(wanted_, b_, priority).is(group.number))
                return true;
        }
    }
    return false;
}

bool PortChanges::has_other_speed() const
{
    return std::ranges::any_of(wanted_.groups_of(b_), [this](const PriorityGroup& group) {
        const BufferProfile* profile = target_of(wanted_.buffer_profiles, group.buffer);
        return profile != nullptr && profile->for_speed.known() && b_.speed.known()
            && profile->for_speed.value != b_.speed.value;
    });
}

void PortChanges::make_ecn()
{
    const auto now = live_.queues_of(a_);
    const auto then = wanted_.queues_of(b_);
    for (std::size_t index = 0; index < std::min(now.size(), then.size()); ++index) {
        const EcnProfile* before = target_of(live_.ecn_profiles, now[index].ecn);
        const EcnProfile* after = target_of(wanted_.ecn_profiles, then[index].ecn);
        const bool alike
            = before != nullptr && after != nullptr ? same_content(both_, *before, *after) : before == after;
        if (alike && now[index].ecn.known() == then[index].ecn.known())
            continue;
        if (after == nullptr)
            leave(Property::ecn, "a queue has an ECN profile, and should have none");
        else
            make_curve(then[index].number, before, *after);
    }
}

void PortChanges::make_curve(std::uint8_t number, const EcnProfile* live, const EcnProfile& wanted)
{
    const EcnCurve* before = green_of(live);
    const EcnCurve* after = green_of(&wanted);
    const bool complete = after != nullptr && after->marks.is(true) && after->min_threshold.known()
        && after->max_threshold.known() && after->max_probability.known();
    const EcnCurve nothing;
    const EcnCurve& was = before != nullptr ? *before : nothing;
    const bool other_share
        = after != nullptr && (!same(was.min_fill, after->min_fill) || !same(was.max_fill, after->max_fill));
    if (other_share)
        leave(Property::ecn, "a queue marks from another share of its buffer, and no change sets that");
    else if (!complete)
        leave(Property::ecn, "a queue should not mark, or should mark by thresholds that no change sets");
    if (!complete)
        return;
    const bool marked = before != nullptr && before->marks.is(true);
    const bool moves = !marked || !same(before->min_threshold, after->min_threshold)
        || !same(before->max_threshold, after->max_threshold)
        || !same(before->max_probability, after->max_probability);
    if (moves)
        add(marked ? Property::ecn_thresholds : Property::ecn,
            EcnTarget{after->min_threshold.value, after->max_threshold.value, after->max_probability.value},
            number);
    const bool plain = wanted.curves.size() == 1 && !after->drops.is(true);
    const bool was_plain = live == nullptr || (live->curves.size() == 1 && before != nullptr);
    const bool other_colours = live != nullptr && live->other_colours != wanted.other_colours;
    if (!plain || !was_plain || other_colours || (before != nullptr && !same(before->drops, after->drops)))
        leave(Property::ecn,
            "a queue drops packets early or treats colours differently, and a change sets marking only");
    if (!moves)
        for_each_field(ecn_curve_fields, [&](const auto& row) {
            if (row.compare == Compare::derived && !same_field(both_, row, was, *after))
                leave(Property::ecn, fmt::format("{} differs, and no change sets it", row.what));
        });
}

void PortChanges::make_schedulers()
{
    const auto now = live_.queues_of(a_);
    const auto then = wanted_.queues_of(b_);
    for (std::size_t index = 0; index < std::min(now.size(), then.size()); ++index) {
        const Scheduler* before = target_of(live_.schedulers, now[index].scheduler);
        const Scheduler* after = target_of(wanted_.schedulers, then[index].scheduler);
        if (after == nullptr || !after->kind.known()) {
            if (before != nullptr || now[index].scheduler.known() != then[index].scheduler.known())
                leave(Property::scheduler, "a queue has a scheduler, and should have none");
            continue;
        }
        const Scheduler nothing;
        const Scheduler& was = before != nullptr ? *before : nothing;
        const bool served = same(was.kind, after->kind) && same(was.weight, after->weight)
            && same(was.bandwidth, after->bandwidth);
        if (!served) {
            SchedulerTarget target{after->kind.value, std::nullopt, std::nullopt};
            if (after->bandwidth.known())
                target.bandwidth = after->bandwidth.value;
            if (after->weight.known())
                target.weight = after->weight.value;
            add(Property::scheduler, target, then[index].number);
        }
        const bool unsaid = (was.weight.known() && !after->weight.known())
            || (was.bandwidth.known() && !after->bandwidth.known());
        if (unsaid || !same(was.limit, after->limit))
            leave(Property::scheduler,
                "a queue has a share or a limit that it should not have, or lacks a limit");
    }
}

void PortChanges::make_queue_buffers()
{
    leave(Property::buffer_threshold, "the buffer profile of a queue differs, and no change sets it");
}

void PortChanges::make_groups()
{
    const auto now = live_.groups_of(a_);
    const auto then = wanted_.groups_of(b_);
    PriorityDelta delta;
    for (std::size_t index = 0; index < std::min(now.size(), then.size()); ++index) {
        const BufferProfile* before = target_of(live_.buffer_profiles, now[index].buffer);
        const BufferProfile* after = target_of(wanted_.buffer_profiles, then[index].buffer);
        std::optional<Priority> priority;
        for (const Priority one : PrioritySet::all()) {
            if (!group_of_priority(wanted_, b_, one).is(then[index].number))
                continue;
            priority = priority.value_or(one);
            if (then[index].lossless.is(true) && !now[index].lossless.is(true))
                delta.add.insert(one);
            if (then[index].lossless.is(false) && now[index].lossless.is(true))
                delta.remove.insert(one);
        }
        if (!priority && !same(now[index].lossless, then[index].lossless))
            leave(Property::headroom, "a group that no priority leads to differs in headroom");
        if (now[index].lossless.known() && !then[index].lossless.known())
            leave(Property::headroom, "nothing says whether the group should have headroom");
        const bool both = before != nullptr && after != nullptr;
        if (both && !same_content(both_, *before, *after))
            make_group_profile(then[index].number, priority.value_or(Change{}.number), *before, *after);
        else if (!both && (before != after || now[index].buffer.known() != then[index].buffer.known()))
            leave(Property::headroom, "a buffer profile is bound to a group on one side only");
    }
    if (!delta.add.empty() || !delta.remove.empty())
        add(Property::headroom, delta);
}

void PortChanges::make_group_profile(
    std::uint8_t number, Priority priority, const BufferProfile& live, const BufferProfile& wanted)
{
    if (!same(live.xoff, wanted.xoff)) {
        if (wanted.xoff.configured() && priority < 8)
            add(Property::headroom, wanted.xoff.value, priority);
        else
            leave(Property::headroom, "the device works headroom out itself, and arrives at another size");
    }
    if (!same(live.dynamic_threshold, wanted.dynamic_threshold)) {
        if (wanted.dynamic_threshold.known())
            add(Property::buffer_threshold, DynamicThreshold{wanted.dynamic_threshold.value}, number);
        else
            leave(Property::headroom, "a group has a dynamic threshold, and should have none");
    }
    if (!same(live.reserved, wanted.reserved)) {
        if (wanted.reserved.known())
            add(Property::reserve, wanted.reserved.value, number);
        else
            leave(Property::headroom, "a group reserves memory, and should not");
    }
    if (!same(live.xon, wanted.xon) || !same(live.xon_offset, wanted.xon_offset)
        || !same(live.fixed_threshold, wanted.fixed_threshold))
        leave(Property::headroom, "the fill at which a group resumes, or its fixed threshold, differs");
    const bool resized = std::ranges::any_of(out_.changes, [this](const Change& change) {
        return change.port == id_
            && (change.property == Property::headroom || change.property == Property::reserve
                || change.property == Property::buffer_threshold || change.property == Property::speed
                || change.property == Property::cable_length);
    });
    for_each_field(buffer_profile_fields, [&](const auto& row) {
        if (row.compare == Compare::derived && !resized && !same_field(both_, row, live, wanted))
            leave(Property::headroom, "headroom was worked out for another speed or cable");
    });
}

}
