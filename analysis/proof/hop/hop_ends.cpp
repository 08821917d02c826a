// SPDX-License-Identifier: Apache-2.0
// The queue, marking, rewriting and MTU of the sending end, and the trust of the receiving end. They use the
// terms of the per-port rules, so that proof and rules name the same subject.
#include "analysis/proof/hop/hop_ends.h"

#include "analysis/rdma_queue.h"

namespace rocelint::proof {

Treatment treat(const ClassModel& classes, const LinkEnd& end, const Packet& packet)
{
    if (!packet.is_notification() && class_of(classes, packet).trust == Trust::pcp)
        return classify_pcp(*end.device, *end.port, class_of(classes, packet).priority);
    return classify_dscp(*end.device, *end.port, packet.dscp);
}

Setting<std::uint8_t> queue_of(const ClassModel& classes, const LinkEnd& end, const Packet& packet)
{
    if (packet.tc != Packet::unknown_tc)
        return queue_of_tc(*end.device, *end.port, packet.tc);
    return packet.is_notification() ? Setting<std::uint8_t>{}
                                    : rdma_queue(*end.device, *end.port, class_of(classes, packet)).number;
}

namespace {

// Why a curve never marks.
struct Idle {
    OriginId why;
    Property property;
};

std::optional<Idle> idle(const EcnProfile& profile)
{
    const EcnCurve* curve = green_curve(profile);
    if (curve == nullptr)
        return Idle{{}, Property::ecn};
    if (!curve->marks.value)
        return Idle{curve->marks.origin, Property::ecn};
    if (curve->max_probability.is(Percent{0}))
        return Idle{curve->max_probability.origin, Property::ecn_thresholds};
    return std::nullopt;
}

void never_marks(StepWriter& steps,
    const Analysis& analysis,
    const LinkEnd& end,
    const RdmaClass& rdma_class,
    std::uint8_t queue,
    Idle idle)
{
    const bool expected = !analysis.classes.assumed || rdma_class.ecn;
    steps.add(Aspect::ecn,
        expected ? Grade::broken : Grade::assumed,
        end.id,
        idle.why,
        end.subject(idle.property, idle.property == Property::ecn ? rdma_class.priority : Subject::whole),
        "queue {} never marks packets{}",
        queue,
        expected ? rdma_class.pause == Pause::nowhere ? ": senders learn of congestion only from lost packets"
                                                      : ": senders learn of congestion only from pause"
                 : ", and nothing shows that this fabric means to");
}

}

bool trusts_mark(const ClassModel& classes, const LinkEnd& end, const Packet& packet)
{
    const Trust needed = class_of(classes, packet).trust == Trust::pcp ? Trust::pcp : Trust::dscp;
    return end.port->trust.is(needed) || end.port->trust.is(Trust::dscp_else_pcp);
}

// Without trust in the mark, packets go to the port's default class, whichever that is.
void judge_untrusted(StepWriter& steps, const ClassModel& classes, const LinkEnd& end, const Packet& packet)
{
    steps.add(Aspect::classification,
        Grade::broken,
        end.id,
        end.port->trust.origin,
        end.subject(Property::trust),
        "does not trust {}: the packets fall into its default class",
        class_of(classes, packet).trust == Trust::pcp ? "PCP" : "DSCP");
}

void judge_marking(StepWriter& steps, const Analysis& analysis, const LinkEnd& end, const Packet& packet)
{
    const RdmaClass& rdma_class = class_of(analysis.classes, packet);
    if (!analysis.classes.expects_marks(rdma_class))
        return;
    // If pause stops a queue other than the one that the packets leave by, it is unknown which of the two
    // should mark.
    if (rdma_queue(*end.device, *end.port, rdma_class).disputed)
        return steps.unread(Aspect::ecn, end.id, {}, "which of two queues is to be RDMA's (QOS005)");
    const Setting<std::uint8_t> queue = queue_of(analysis.classes, end, packet);
    if (!queue.known())
        return steps.unread(Aspect::ecn, end.id, queue.origin, "the queue of the packets");
    const Setting<Ref>& ecn = ecn_of_queue(*end.device, *end.port, queue.value);
    if (!ecn.known())
        return steps.unread(Aspect::ecn, end.id, ecn.origin, fmt::format("ECN on queue {}", queue.value));
    const EcnProfile* profile = profile_of(*end.device, ecn);
    if (profile == nullptr)
        return never_marks(steps, analysis, end, rdma_class, queue.value, {ecn.origin, Property::ecn});
    const EcnCurve* curve = green_curve(*profile);
    if (curve != nullptr && !curve->marks.known())
        return steps.unread(
            Aspect::ecn, end.id, curve->marks.origin, fmt::format("ECN on queue {}", queue.value));
    if (const auto found = idle(*profile))
        return never_marks(steps, analysis, end, rdma_class, queue.value, *found);
    if (curve->min_threshold.known() && curve->max_threshold.known())
        steps.add(Aspect::ecn,
            Grade::proven,
            end.id,
            ecn.origin,
            {},
            "queue {} marks packets from {} to {} bytes",
            queue.value,
            curve->min_threshold.value.count,
            curve->max_threshold.value.count);
    else
        steps.add(Aspect::ecn, Grade::proven, end.id, ecn.origin, {}, "queue {} marks packets", queue.value);
}

void judge_rewrite(StepWriter& steps, const ClassModel& classes, const LinkEnd& end, Packet& packet)
{
    const ClassMap* map = end.device->map(end.port->tc_to_dscp);
    if (map == nullptr || packet.tc == Packet::unknown_tc)
        return;
    const std::uint8_t written = map->at_point(packet.tc);
    if (written == ClassMap::unmapped || written == packet.dscp)
        return;
    const bool harmless = !packet.is_notification() && class_of(classes, packet).dscps.has(written);
    steps.add(Aspect::rewrite,
        harmless ? Grade::proven : Grade::broken,
        end.id,
        map->origin[packet.tc],
        end.subject(Property::dscp_rewrite, packet.dscp),
        "writes DSCP {} over DSCP {}{}",
        written,
        packet.dscp,
        harmless ? ", of the same class" : ": every later device takes the packets for another class");
    if (harmless)
        packet.dscp = written;
}

void judge_mtu(StepWriter& steps, const Analysis& analysis, const LinkEnd& end, const Frame& frame)
{
    const Setting<Bytes>& carried = end.port->max_frame;
    if (!carried.known())
        return steps.unread(Aspect::mtu, end.id, carried.origin, "the largest frame");
    if (carried.value >= frame.size) {
        steps.add(Aspect::mtu,
            Grade::proven,
            end.id,
            carried.origin,
            {},
            "carries frames of {} bytes; {} are needed",
            carried.value.count,
            frame.size.count);
        return;
    }
    // If no host states its frame size, the size is only the maximum that RDMA uses.
    const bool certain = frame.from.valid() || !analysis.classes.assumed;
    steps.add(Aspect::mtu,
        certain ? Grade::broken : Grade::unproven,
        end.id,
        carried.origin,
        end.subject(Property::mtu),
        "carries frames of {} bytes at most, but {} send {}: large packets are dropped",
        carried.value.count,
        frame.from.valid() ? "hosts" : "RDMA hosts may",
        frame.size.count);
}

void judge_notification(StepWriter& steps, const Analysis& analysis, const LinkEnd& end, Packet& packet)
{
    const bool pauses = !end.port->pfc_tx.known() || !end.port->pfc_tx.value.empty();
    const Treatment treatment = pauses ? classify_dscp(*end.device, *end.port, packet.dscp)
                                       : forward_dscp(*end.device, *end.port, packet.dscp);
    packet.tc = treatment.tc.known() ? treatment.tc.value : Packet::unknown_tc;
    if (end.on_host()) {
        steps.add(Aspect::notification, Grade::proven, end.id, {}, {}, "the sender learns of congestion");
        return;
    }
    if (!treatment.tc.known())
        return steps.unread(Aspect::notification, end.id, treatment.tc.origin, "the traffic class of CNPs");
    const Setting<std::uint8_t> priority = pauses ? priority_of(treatment) : Setting<std::uint8_t>{};
    const bool lossless
        = priority.known() && end.port->pfc_tx.known() && end.port->pfc_tx.value.has(priority.value);
    const Treatment ordinary = forward_dscp(*end.device, *end.port, 0);
    const bool shared = treatment.queue.known() && ordinary.queue.known()
        ? treatment.queue.value == ordinary.queue.value
        : ordinary.tc.is(treatment.tc.value);
    const bool trusts = treatment.decided_by != nullptr || end.port->trust.is(Trust::dscp)
        || end.port->trust.is(Trust::dscp_else_pcp);
    const Subject subject
        = trusts ? end.map_subject(Property::dscp_map, packet.dscp) : end.subject(Property::trust);
    const OriginId why = trusts ? treatment.tc.origin : end.port->trust.origin;
    if (lossless || shared) {
        steps.add(Aspect::notification,
            Grade::broken,
            end.id,
            why,
            subject,
            "puts CNPs (DSCP {}) into {}",
            packet.dscp,
            lossless ? fmt::format(
                "lossless priority {}: they wait behind the very pause that they should end", priority.value)
                     : std::string("the class of best-effort traffic: they wait in the congestion that "
                                   "they report"));
        // Later devices should see a correctly marked packet.
        if (analysis.classes.cnp.dscp)
            packet.dscp = *analysis.classes.cnp.dscp;
        packet.tc = Packet::unknown_tc;
        return;
    }
    steps.add(Aspect::notification,
        Grade::proven,
        end.id,
        treatment.tc.origin,
        {},
        "puts CNPs (DSCP {}) into traffic class {} of their own, which is not paused",
        packet.dscp,
        treatment.tc.value);
}

}
