// SPDX-License-Identifier: Apache-2.0
// Changes of the queues and priority groups of a port.
#include "models/change/port_changes.h"
#include "models/fabric/classify.h"

#include <algorithm>

namespace rocelint {
namespace {

template <class T>
const T* bound(const std::vector<T>& all, const Setting<Ref>& ref)
{
    return ref.known() && ref.value.index < all.size() ? &all[ref.value.index] : nullptr;
}

template <class T>
bool alike(const Setting<T>& a, const Setting<T>& b)
{
    return a.known() == b.known() && (!a.known() || a.value == b.value);
}

bool same_curve(const EcnCurve& a, const EcnCurve& b)
{
    return a.colour == b.colour && alike(a.marks, b.marks) && alike(a.drops, b.drops)
        && alike(a.min_threshold, b.min_threshold) && alike(a.max_threshold, b.max_threshold)
        && alike(a.max_probability, b.max_probability);
}

bool same_profile(const EcnProfile* a, const EcnProfile* b)
{
    return a == b || (a != nullptr && b != nullptr && std::ranges::equal(a->curves, b->curves, same_curve));
}

const EcnCurve* green_of(const EcnProfile* profile)
{
    if (profile == nullptr)
        return nullptr;
    const auto found = std::ranges::find(profile->curves, Colour::green, &EcnCurve::colour);
    return found == profile->curves.end() ? nullptr : &*found;
}

bool same_sizes(const BufferProfile& a, const BufferProfile& b)
{
    return alike(a.reserved, b.reserved) && alike(a.xon, b.xon) && alike(a.xoff, b.xoff)
        && alike(a.dynamic_threshold, b.dynamic_threshold) && alike(a.fixed_threshold, b.fixed_threshold);
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
        const BufferProfile* profile = bound(wanted_.buffer_profiles, group.buffer);
        return profile != nullptr && profile->for_speed.known() && b_.speed.known()
            && profile->for_speed.value != b_.speed.value;
    });
}

void PortChanges::make_ecn()
{
    const auto now = live_.queues_of(a_);
    const auto then = wanted_.queues_of(b_);
    for (std::size_t index = 0; index < std::min(now.size(), then.size()); ++index) {
        const EcnProfile* before = bound(live_.ecn_profiles, now[index].ecn);
        const EcnProfile* after = bound(wanted_.ecn_profiles, then[index].ecn);
        if (same_profile(before, after) && now[index].ecn.known() == then[index].ecn.known())
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
    if (!complete)
        return leave(
            Property::ecn, "a queue should not mark, or should mark by thresholds that no change sets");
    const bool marked = before != nullptr && before->marks.is(true);
    const bool moves = !marked || !alike(before->min_threshold, after->min_threshold)
        || !alike(before->max_threshold, after->max_threshold)
        || !alike(before->max_probability, after->max_probability);
    if (moves)
        add(marked ? Property::ecn_thresholds : Property::ecn,
            EcnTarget{after->min_threshold.value, after->max_threshold.value, after->max_probability.value},
            number);
    const bool plain = wanted.curves.size() == 1 && !after->drops.is(true);
    const bool was_plain = live == nullptr || (live->curves.size() == 1 && before != nullptr);
    if (!plain || !was_plain || (before != nullptr && !alike(before->drops, after->drops)))
        leave(Property::ecn,
            "a queue drops packets early or treats colours differently, and a change sets marking only");
}

void PortChanges::make_schedulers()
{
    const auto now = live_.queues_of(a_);
    const auto then = wanted_.queues_of(b_);
    for (std::size_t index = 0; index < std::min(now.size(), then.size()); ++index) {
        const Scheduler* before = bound(live_.schedulers, now[index].scheduler);
        const Scheduler* after = bound(wanted_.schedulers, then[index].scheduler);
        if (after == nullptr || !after->kind.known()) {
            if (before != nullptr || now[index].scheduler.known() != then[index].scheduler.known())
                leave(Property::scheduler, "a queue has a scheduler, and should have none");
            continue;
        }
        const Scheduler nothing;
        const Scheduler& was = before != nullptr ? *before : nothing;
        const bool served = alike(was.kind, after->kind) && alike(was.weight, after->weight)
            && alike(was.bandwidth, after->bandwidth);
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
        if (unsaid || !alike(was.limit, after->limit))
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
        const BufferProfile* before = bound(live_.buffer_profiles, now[index].buffer);
        const BufferProfile* after = bound(wanted_.buffer_profiles, then[index].buffer);
        std::optional<Priority> priority;
        for (Priority one = 0; one < 8; ++one) {
            if (!group_of_priority(wanted_, b_, one).is(then[index].number))
                continue;
            priority = priority.value_or(one);
            if (then[index].lossless.is(true) && !now[index].lossless.is(true))
                delta.add.insert(one);
            if (then[index].lossless.is(false) && now[index].lossless.is(true))
                delta.remove.insert(one);
        }
        if (!priority && !alike(now[index].lossless, then[index].lossless))
            leave(Property::headroom, "a group that no priority leads to differs in headroom");
        if (now[index].lossless.known() && !then[index].lossless.known())
            leave(Property::headroom, "nothing says whether the group should have headroom");
        const bool both = before != nullptr && after != nullptr;
        if (both && !same_sizes(*before, *after))
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
    if (!alike(live.xoff, wanted.xoff)) {
        if (wanted.xoff.configured() && priority < 8)
            add(Property::headroom, wanted.xoff.value, priority);
        else
            leave(Property::headroom, "the device works headroom out itself, and arrives at another size");
    }
    if (!alike(live.dynamic_threshold, wanted.dynamic_threshold)) {
        if (wanted.dynamic_threshold.known())
            add(Property::buffer_threshold, DynamicThreshold{wanted.dynamic_threshold.value}, number);
        else
            leave(Property::headroom, "a group has a dynamic threshold, and should have none");
    }
    if (!alike(live.reserved, wanted.reserved)) {
        if (wanted.reserved.known())
            add(Property::reserve, wanted.reserved.value, number);
        else
            leave(Property::headroom, "a group reserves memory, and should not");
    }
    if (!alike(live.xon, wanted.xon) || !alike(live.fixed_threshold, wanted.fixed_threshold))
        leave(Property::headroom, "the fill at which a group resumes, or its fixed threshold, differs");
}

}
