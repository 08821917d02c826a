// SPDX-License-Identifier: Apache-2.0
#include "rules/proof/hop.h"

#include "rules/proof/hop_sides.h"
#include "rules/qos/group_mismatch.h"
#include "rules/rdma_queue.h"

namespace rocelint::proof {
namespace {

// The receiving end: class, priority, pause, headroom. Then the sending end: does that pause stop the right queue?
class LosslessHop {
public:
    LosslessHop(const Analysis& analysis, StepWriter& steps, const Side& from, const Side& to, Packet& packet)
        : analysis_(analysis)
        , classes_(analysis.classes)
        , steps_(steps)
        , from_(from)
        , to_(to)
        , packet_(packet)
        , wanted_(class_of(analysis.classes, packet).priority)
    {
    }

    void run()
    {
        const Packet sent = packet_;
        packet_.tc = Packet::unknown_tc;
        const Setting<std::uint8_t> paused = to_.known() ? receive() : Setting<std::uint8_t>{};
        if (from_.known())
            send(sent, paused);
    }

private:
    // The priority that the receiver pauses for these packets (once it is mended); unread where that is unknown.
    Setting<std::uint8_t> receive()
    {
        const Treatment treatment = treat(classes_, to_, packet_);
        if (treatment.decided_by != nullptr && treatment.decided_by->set_dscp.known())
            packet_.dscp = treatment.decided_by->set_dscp.value;
        if (!treatment.tc.known() && treatment.decided_by == nullptr && to_.port->trust.known()
            && !trusts_mark(to_)) {
            untrusted(to_);
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

    // The traffic class that the packets would be in if they were classified rightly, so that from here on they fare
    // like all others.
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
                "takes DSCP {} for priority {}",
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
        const bool trusts = treatment.decided_by != nullptr || trusts_mark(to_);
        OriginId why = trusts ? treatment.tc.origin : to_.port->trust.origin;
        Subject subject
            = trusts ? to_.map_subject(Property::dscp_map, packet_.dscp) : to_.subject(Property::trust);
        // The right queue, but the wrong priority group: then the map of the groups is to blame.
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

    // Without trust in the mark the packets fall into the port's default class, whichever it is.
    void untrusted(const Side& side)
    {
        steps_.add(Aspect::classification,
            Grade::broken,
            side.id,
            side.port->trust.origin,
            side.subject(Property::trust),
            "does not trust {}: the packets fall into its default class",
            class_of(classes_, packet_).trust == Trust::pcp ? "PCP" : "DSCP");
    }

    [[nodiscard]] bool trusts_mark(const Side& side) const
    {
        const Trust needed = class_of(classes_, packet_).trust == Trust::pcp ? Trust::pcp : Trust::dscp;
        return side.port->trust.is(needed) || side.port->trust.is(Trust::dscp_else_pcp);
    }

    void send(const Packet& sent, const Setting<std::uint8_t>& paused)
    {
        const Priority priority = paused.known() ? paused.value : wanted_;
        const Setting<PrioritySet>& rx = from_.port->pfc_rx;
        if (!rx.known()) {
            steps_.unread(Aspect::obedience, from_.id, rx.origin, "PFC");
            return;
        }
        if (!rx.value.has(priority) && !from_.port->pfc_asymmetric.is(true)) {
            steps_.add(Aspect::obedience,
                Grade::broken,
                from_.id,
                rx.origin,
                // Another priority than the fabric's is the fault of the end that uses it.
                priority != wanted_ && to_.known() ? to_.subject(Property::pfc, wanted_)
                                                   : from_.subject(Property::pfc, priority),
                "does not obey pause of priority {}: it sends on until the other end drops",
                priority);
            return;
        }
        if (from_.on_host() && sent.tc == Packet::unknown_tc && from_.port->trust.known()
            && !trusts_mark(from_)) {
            untrusted(from_);
            return;
        }
        if (sent.tc == Packet::unknown_tc) {
            steps_.add(Aspect::obedience,
                Grade::proven,
                from_.id,
                rx.origin,
                {},
                "obeys pause of priority {}",
                priority);
            return;
        }
        const Setting<std::uint8_t> leaves = queue_of(classes_, from_, sent);
        const Setting<std::uint8_t> stopped = queue_of_priority(*from_.device, *from_.port, priority);
        if (!leaves.known() || !stopped.known()) {
            steps_.unread(Aspect::queue,
                from_.id,
                leaves.known() ? stopped.origin : leaves.origin,
                leaves.known() ? "the queue that pause stops" : "the queue of the packets");
            return;
        }
        if (leaves.value == stopped.value) {
            steps_.add(Aspect::obedience,
                Grade::proven,
                from_.id,
                rx.origin,
                {},
                "pause of priority {} stops queue {}, by which the packets leave",
                priority,
                leaves.value);
            return;
        }
        stops_another(sent, leaves, stopped, priority);
    }

    void stops_another(const Packet& sent,
        const Setting<std::uint8_t>& leaves,
        const Setting<std::uint8_t>& stopped,
        Priority priority)
    {
        const bool blame_pause = leaves.value == sent.tc;
        const bool trusts = from_.port->trust.is(Trust::dscp) || from_.port->trust.is(Trust::dscp_else_pcp);
        Subject subject = from_.map_subject(Property::queue_map, sent.tc);
        OriginId why = blame_pause ? stopped.origin : leaves.origin;
        if (from_.on_host()) {
            subject = from_.subject(
                trusts ? Property::dscp_map : Property::trust, trusts ? sent.dscp : Subject::whole);
            why = trusts ? classify_dscp(*from_.device, *from_.port, sent.dscp).tc.origin
                         : from_.port->trust.origin;
        }
        steps_.add(Aspect::queue,
            Grade::broken,
            from_.id,
            why,
            subject,
            "pause of priority {} stops queue {} and not queue {}, by which the packets leave",
            priority,
            stopped.value,
            leaves.value);
    }

    const Analysis& analysis_;
    const ClassModel& classes_;
    StepWriter& steps_;
    const Side& from_;
    const Side& to_;
    Packet& packet_;
    Priority wanted_;
};

void not_collected(StepWriter& steps, const Side& known, std::string_view name)
{
    steps.add(Aspect::collected,
        Grade::unproven,
        known.id,
        {},
        {},
        "{} at the other end was not collected",
        name.empty() ? std::string_view("the device") : name);
}

}

Hop HopJudge::judge(PortId from, PortId to, Packet packet, Detail detail, std::string_view name) const
{
    const Fabric& fabric = *analysis_->fabric;
    const Side sender(fabric, from);
    const Side receiver(fabric, to);
    Hop hop;
    StepWriter steps(fabric, packet.kind, detail, hop);
    if (sender.known() && sender.on_switch()) {
        if (!packet.is_notification())
            judge_marking(steps, *analysis_, sender, packet);
        judge_rewrite(steps, analysis_->classes, sender, packet);
    }
    if (!packet.is_notification()) {
        for (const Side& side : {sender, receiver}) {
            if (side.known() && side.on_switch())
                judge_mtu(steps, *analysis_, side, frame_);
        }
        LosslessHop(*analysis_, steps, sender, receiver, packet).run();
    } else if (receiver.known()) {
        judge_notification(steps, *analysis_, receiver, packet);
    }
    if (!sender.known() || !receiver.known())
        not_collected(steps, sender.known() ? sender : receiver, name);
    hop.out = packet;
    return hop;
}

}
