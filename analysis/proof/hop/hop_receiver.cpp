// SPDX-License-Identifier: Apache-2.0
// A packet that is classified wrongly is reported at the first hop that does so. It is then followed as if it
// had been classified correctly, so that later hops do not repeat the finding.
#include "analysis/facts/memory/group_mismatch.h"
#include "analysis/proof/hop/hop_ends.h"

#include <fmt/format.h>

namespace rocelint::proof {
namespace {

// The receiving end of a lossless hop: class, priority, pause, headroom.
class HopReceiver {
public:
    HopReceiver(StepWriter& steps, const Analysis& analysis, const LinkEnd& to, Packet& packet)
        : analysis_(analysis)
        , classes_(analysis.classes)
        , steps_(steps)
        , to_(to)
        , packet_(packet)
        , wanted_(class_of(analysis.classes, packet).priority)
    {
    }

    Setting<std::uint8_t> judge()
    {
        const Treatment treatment = treat(classes_, to_, packet_);
        if (treatment.decided_by != nullptr && treatment.decided_by->set_dscp.known())
            packet_.dscp = treatment.decided_by->set_dscp.value;
        if (!treatment.tc.known() && treatment.decided_by == nullptr && to_.port->trust.known()
            && !trusts_mark(classes_, to_, packet_)) {
            judge_untrusted(steps_, classes_, to_, packet_);
            return {wanted_, to_.port->pfc_tx.origin};
        }
        if (!treatment.tc.known()) {
            steps_.unread(Aspect::classification, to_.id, treatment.tc.origin, "the traffic class");
            return {};
        }
        const Setting<std::uint8_t> priority = to_.on_host() ? treatment.tc : priority_of(treatment);
        if (!priority.known()) {
            steps_.unread(Aspect::classification, to_.id, priority.origin, "the priority");
            return {};
        }
        if (!to_.port->pfc_tx.known()) {
            packet_.tc = treatment.tc.value;
            steps_.unread(Aspect::pause, to_.id, to_.port->pfc_tx.origin, "PFC");
            return {};
        }
        const PrioritySet sends = to_.port->pfc_tx.value;
        const Setting<std::uint8_t> mended{wanted_, to_.port->pfc_tx.origin};
        if (priority.value != wanted_ && !sends.has(priority.value) && !sends.empty()) {
            misclassified(treatment, priority.value);
            packet_.tc = mended_tc();
            return mended;
        }
        classified(treatment, priority.value);
        if (priority.value != wanted_ && sends.empty()) {
            lacks_pause(wanted_);
            return mended;
        }
        packet_.tc = treatment.tc.value;
        if (!sends.has(priority.value)) {
            lacks_pause(priority.value);
            return mended;
        }
        steps_.add(Aspect::pause,
            Grade::proven,
            to_.id,
            to_.port->pfc_tx.origin,
            {},
            "sends pause for priority {}",
            priority.value);
        if (to_.on_switch() && treatment.group.known())
            judge_headroom(steps_, analysis_, to_, treatment.group.value, priority.value);
        return priority;
    }

private:
    // The traffic class of correctly classified packets, so that later hops treat these packets like all
    // others.
    [[nodiscard]] std::uint8_t mended_tc() const
    {
        const Setting<std::uint8_t> stopped = queue_of_priority(*to_.device, *to_.port, wanted_);
        for (std::uint8_t offset = 0; stopped.known() && offset < 8; ++offset) {
            const auto tc = static_cast<std::uint8_t>((wanted_ + offset) % 8);
            if (queue_of_tc(*to_.device, *to_.port, tc).is(stopped.value))
                return tc;
        }
        return Packet::unknown_tc;
    }

    void classified(const Treatment& treatment, std::uint8_t priority)
    {
        if (to_.on_host())
            steps_.add(Aspect::classification,
                Grade::proven,
                to_.id,
                treatment.tc.origin,
                {},
                "puts DSCP {} into priority {}",
                packet_.dscp,
                priority);
        else
            steps_.add(Aspect::classification,
                Grade::proven,
                to_.id,
                treatment.tc.origin,
                {},
                "puts {} into traffic class {}, priority {}{}",
                mark(),
                treatment.tc.value,
                priority,
                priority == wanted_ ? "" : fmt::format(" instead of {}", wanted_));
    }

    [[nodiscard]] std::string mark() const
    {
        return class_of(classes_, packet_).trust == Trust::pcp ? fmt::format("PCP {}", wanted_)
                                                               : fmt::format("DSCP {}", packet_.dscp);
    }

    void lacks_pause(Priority priority)
    {
        steps_.add(Aspect::pause,
            Grade::broken,
            to_.id,
            to_.port->pfc_tx.origin,
            to_.subject(Property::pfc, priority),
            "sends no pause for priority {}: it drops what it cannot hold",
            priority);
    }

    void misclassified(const Treatment& treatment, std::uint8_t priority)
    {
        const bool trusts = treatment.decided_by != nullptr || trusts_mark(classes_, to_, packet_);
        OriginId why = trusts ? treatment.tc.origin : to_.port->trust.origin;
        Subject subject
            = trusts ? to_.map_subject(Property::dscp_map, packet_.dscp) : to_.subject(Property::trust);
        // The queue is right but the priority group is wrong, so the map to groups is at fault.
        const bool group_alone
            = to_.on_switch() && groups_disagree(*to_.device, *to_.port, treatment, wanted_);
        if (group_alone) {
            why = treatment.group.origin;
            subject = to_.map_subject(Property::priority_group_map, treatment.tc.value);
        }
        steps_.add(Aspect::classification,
            Grade::broken,
            to_.id,
            why,
            subject,
            "puts {} into {}priority {}, which it never pauses, instead of {}",
            trusts ? mark() : mark() + " (which it does not trust)",
            to_.on_host() ? std::string() : fmt::format("traffic class {}, ", treatment.tc.value),
            priority,
            wanted_);
    }

    const Analysis& analysis_;
    const ClassModel& classes_;
    StepWriter& steps_;
    const LinkEnd& to_;
    Packet& packet_;
    Priority wanted_;
};

}

void judge_unpaused_receiver(StepWriter& steps, const ClassModel& classes, const LinkEnd& end, Packet& packet)
{
    const bool by_pcp = class_of(classes, packet).trust == Trust::pcp;
    const Treatment treatment
        = by_pcp ? treat(classes, end, packet) : forward_dscp(*end.device, *end.port, packet.dscp);
    if (treatment.decided_by != nullptr && treatment.decided_by->set_dscp.known())
        packet.dscp = treatment.decided_by->set_dscp.value;
    if (treatment.decided_by == nullptr && end.port->trust.known() && !trusts_mark(classes, end, packet))
        return judge_untrusted(steps, classes, end, packet);
    if (!treatment.tc.known())
        return steps.unread(Aspect::classification, end.id, treatment.tc.origin, "the traffic class");
    packet.tc = treatment.tc.value;
    const Setting<std::uint8_t> ordinary = forward_dscp(*end.device, *end.port, 0).queue;
    const bool shared = end.on_switch() && !by_pcp && packet.dscp != 0 && treatment.queue.known()
        && ordinary.is(treatment.queue.value);
    steps.add(Aspect::classification,
        shared ? Grade::broken : Grade::proven,
        end.id,
        treatment.tc.origin,
        shared ? end.map_subject(Property::dscp_map, packet.dscp) : Subject{},
        "puts DSCP {} into {} {}{}",
        packet.dscp,
        end.on_host() ? "priority" : "traffic class",
        treatment.tc.value,
        shared ? ", that of unmarked packets: RDMA is lost with them" : "");
    if (!shared)
        return;
    // From here on, treat the packet as if it had been marked and classified correctly.
    packet.tc = Packet::unknown_tc;
    packet.dscp = class_of(classes, packet).dscps.first();
}

Setting<std::uint8_t> judge_receiver(
    StepWriter& steps, const Analysis& analysis, const LinkEnd& end, Packet& packet)
{
    return HopReceiver(steps, analysis, end, packet).judge();
}

}
