// SPDX-License-Identifier: Apache-2.0
// Headroom on a hop is broken only below the minimum of all models; all other shortfalls are left to HDR001.
#include "analysis/facts/memory/port_headroom.h"
#include "analysis/proof/hop/hop_ends.h"
#include "models/fabric/fields/value_text.h"
#include "models/fabric/target.h"

namespace rocelint::proof {
namespace {

// Adds nothing if the size, the speed or the length is unknown: HDR001 lists those ports.
void judge_headroom_size(StepWriter& steps,
    const Analysis& analysis,
    const LinkEnd& receiver,
    const PriorityGroup& group,
    Priority priority)
{
    const Device& device = *receiver.device;
    const BufferProfile* bound = target_of(device.buffer_profiles, group.buffer);
    if (bound == nullptr)
        return;
    const BufferProfile& profile = *bound;
    const Setting<BitsPerSecond>& speed
        = receiver.port->speed.known() ? receiver.port->speed : profile.for_speed;
    const CableLength cable = cable_for_headroom(*analysis.fabric, receiver.id, &profile);
    const auto limits = headroom_limits(analysis.policy_of(receiver.id.device));
    if (!limits || !profile.xoff.known() || profile.xoff.value.count == 0 || !speed.known() || !cable.known())
        return;
    const PortHeadroom judged
        = rocelint::judge_headroom(analysis, receiver.id, profile.xoff.value, speed.value, cable, *limits);
    if (judged.verdict == HeadroomVerdict::enough || judged.verdict == HeadroomVerdict::unproven)
        return;
    const bool lossy = judged.verdict == HeadroomVerdict::lossy;
    const bool floods = judged.xoff < judged.need.floor;
    steps.add(Aspect::headroom_size,
        lossy ? Grade::broken : Grade::unproven,
        receiver.id,
        profile.xoff.origin,
        receiver.subject(Property::headroom, priority),
        "keeps {} bytes of headroom for priority {}, but {} {} at {} with {}",
        judged.xoff.count,
        priority,
        floods
            ? fmt::format("at least {}", judged.need.floor.count)
            : fmt::format("the least that a model asks for is {}", judged.need.accepted.front().xoff.count),
        floods ? "arrive after the pause" : "bytes",
        value_text(judged.speed),
        describe(judged.cable));
}

}

void judge_headroom(StepWriter& steps,
    const Analysis& analysis,
    const LinkEnd& receiver,
    std::uint8_t number,
    Priority priority)
{
    const PriorityGroup* group = receiver.device->group(*receiver.port, number);
    if (group == nullptr || !group->lossless.known()) {
        steps.add(Aspect::headroom,
            Grade::assumed,
            receiver.id,
            {},
            {},
            "headroom is not visible: assumed where PFC is on");
        return;
    }
    // Daemons create headroom for connected ports, and this port is connected.
    if (group->lossless.value || group->lossless.origin.kind() == OriginKind::derived) {
        steps.add(Aspect::headroom,
            Grade::proven,
            receiver.id,
            group->lossless.origin,
            {},
            "priority group {} has headroom",
            group->number);
        judge_headroom_size(steps, analysis, receiver, *group, priority);
        return;
    }
    const bool bound = group->buffer.known() && !group->buffer.value.none();
    steps.add(Aspect::headroom,
        Grade::broken,
        receiver.id,
        bound ? group->buffer.origin : group->lossless.origin,
        receiver.subject(Property::headroom, priority),
        "priority group {} has no headroom: packets that arrive after the pause are dropped",
        group->number);
}

}
