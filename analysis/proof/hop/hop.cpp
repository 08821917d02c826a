// SPDX-License-Identifier: Apache-2.0
// One cable, one packet, one verdict, independent of the path: this allows each hop to be judged once for all
// pairs. What is not read or not collected is unproven, never assumed to be good.
#include "analysis/proof/hop/hop.h"

#include "analysis/proof/hop/hop_ends.h"

namespace rocelint::proof {
namespace {

// The sending end of a lossless hop: does pause from the other end stop the right queue?
class HopSender {
public:
    HopSender(
        StepWriter& steps, const ClassModel& classes, const LinkEnd& from, const LinkEnd& to, Priority wanted)
        : classes_(classes), steps_(steps), from_(from), to_(to), wanted_(wanted)
    {
    }

    // `paused`: the priority that the other end pauses; unread if unknown.
    void judge(const Packet& sent, const Setting<std::uint8_t>& paused)
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
                // If the priority differs from the fabric's, the end that uses it is at fault.
                priority != wanted_ && to_.known() ? to_.subject(Property::pfc, wanted_)
                                                   : from_.subject(Property::pfc, priority),
                "does not obey pause for priority {}: it goes on sending until the other end drops",
                priority);
            return;
        }
        if (from_.on_host() && sent.tc == Packet::unknown_tc && from_.port->trust.known()
            && !trusts_mark(classes_, from_, sent)) {
            judge_untrusted(steps_, classes_, from_, sent);
            return;
        }
        if (sent.tc == Packet::unknown_tc) {
            steps_.add(Aspect::obedience,
                Grade::proven,
                from_.id,
                rx.origin,
                {},
                "obeys pause for priority {}",
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
                "pause for priority {} stops queue {}, by which the packets leave",
                priority,
                leaves.value);
            return;
        }
        stops_another(sent, leaves, stopped, priority);
    }

private:
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
            "pause for priority {} stops queue {} and not queue {}, by which the packets leave",
            priority,
            stopped.value,
            leaves.value);
    }

    const ClassModel& classes_;
    StepWriter& steps_;
    const LinkEnd& from_;
    const LinkEnd& to_;
    Priority wanted_;
};

void judge_lossless(
    StepWriter& steps, const Analysis& analysis, const LinkEnd& from, const LinkEnd& to, Packet& packet)
{
    if (!analysis.is_lossless_at(class_of(analysis.classes, packet), to.known() ? to.id : from.id)) {
        packet.tc = Packet::unknown_tc;
        if (to.known())
            judge_unpaused_receiver(steps, analysis.classes, to, packet);
        return;
    }
    const Packet sent = packet;
    packet.tc = Packet::unknown_tc;
    const Setting<std::uint8_t> paused
        = to.known() ? judge_receiver(steps, analysis, to, packet) : Setting<std::uint8_t>{};
    if (from.known())
        HopSender(steps, analysis.classes, from, to, class_of(analysis.classes, sent).priority)
            .judge(sent, paused);
}

void not_collected(StepWriter& steps, const LinkEnd& known, std::string_view name)
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
    const LinkEnd sender(fabric, from);
    const LinkEnd receiver(fabric, to);
    Hop hop;
    StepWriter steps(fabric, packet.kind, detail, hop);
    if (sender.known() && sender.on_switch()) {
        if (!packet.is_notification())
            judge_marking(steps, *analysis_, sender, packet);
        judge_rewrite(steps, analysis_->classes, sender, packet);
    }
    if (!packet.is_notification()) {
        for (const LinkEnd& end : {sender, receiver}) {
            if (end.known() && end.on_switch())
                judge_mtu(steps, *analysis_, end, frame_);
        }
        judge_lossless(steps, *analysis_, sender, receiver, packet);
    } else if (receiver.known()) {
        judge_notification(steps, *analysis_, receiver, packet);
    }
    if (!sender.known() || !receiver.known())
        not_collected(steps, sender.known() ? sender : receiver, name);
    hop.out = packet;
    return hop;
}

}
