// SPDX-License-Identifier: Apache-2.0
// Why silence is acceptable. Each row is a claim about packets: nothing is lost or marked differently from what the site chose,
// or another rule judges the limit beyond which something is.
#include "tests/mutation/reasons.h"

#include <algorithm>
#include <initializer_list>

namespace rocelint::testing {
namespace {

using enum Mutation;

struct Reason {
    Property property;
    std::initializer_list<Mutation> mutations; ///< empty: any
    std::string_view platform; ///< empty: any
    std::string_view line; ///< a part of it; empty: any
    std::string_view why;
};

constexpr std::initializer_list<Mutation> numbers{twice, half, one_more, one_less};

// clang-format off
const Reason reasons[]{
    {Property::ecn, numbers, "", "", "how deep a queue marks is the site's choice; ECN004 to ECN006 and ECN015 judge its limits"},
    {Property::ecn, {drop}, "sonic", "drop_probability", "nothing meters these packets, so that all are green"},
    {Property::ecn_thresholds, numbers, "", "", "how deep a queue marks is the site's choice; ECN004 to ECN006 and ECN015 judge its limits"},
    {Property::buffer_pool, numbers, "", "", "a smaller pool wastes memory and loses nothing; BUF001 judges the sum of all"},
    {Property::buffer_pool, {drop}, "sonic", "\"mode\"", "SAI's default is dynamic, which is what stood there"},
    {Property::buffer_pool, {drop}, "sonic", "\"xoff\"", "each priority group then reserves its own headroom; BUF001 judges the sum"},
    {Property::buffer_pool, {drop}, "sample-nos", "pool", "a made-up device whose memory nothing states"},
    {Property::headroom, numbers, "linux-host", "", "HDR012 judges whether the receive buffer holds the packets that arrive after a pause"},
    {Property::headroom, numbers, "", "_th", "how much of the pool one group may take is the site's choice; BUF008 and BUF014 judge its limits"},
    {Property::headroom, numbers, "", "", "HDR001 judges whether headroom is enough"},
    {Property::headroom, {drop}, "sonic", "Ethernet", "buffermgrd makes the rows that are missing from speed, cable and PFC"},
    {Property::headroom, {drop}, "sonic", "BUFFER_PG", "buffermgrd makes the rows that are missing from speed, cable and PFC"},
    {Property::headroom, {drop}, "sonic", "\"xon\"", "SAI's default of 0 resumes when the group is empty: later, and without loss"},
    {Property::buffer_threshold, numbers, "", "", "how much of the pool a lossy queue may take is the site's choice; BUF005 judges the queues of RDMA"},
    {Property::mtu, numbers, "", "", "MTU001 to MTU003 judge whether a port carries what hosts send"},
    {Property::scheduler, numbers, "", "", "a share is the site's choice; ETS002 judges the least of RDMA's"},
    {Property::queue_map, {}, "linux-host", "", "priorities that share a traffic class of a NIC share its bandwidth; pause stays one for each priority"},
    {Property::rdma_marking, {one_more, one_less}, "linux-host", "tclass", "the two low bits are ECN's: the DSCP stays what it was"},
    {Property::rdma_marking, numbers, "app-env", "NCCL_IB_TC", "the NICs of these hosts force a traffic class on every queue pair, whatever the job asks"},
    {Property::cnp_marking, {drop}, "linux-host", "cnp_dscp", "what the firmware starts with is shown as well, and holds where nobody changed it"},
    {Property::cnp_marking, {misspell}, "linux-host", "cnp_", "the value is unread, and CNPs go by the class of the policy"},
    {Property::link_pause, {}, "linux-host", "X:", "no switch of that fabric sends link pause"},
    {Property::mtu, {misspell}, "linux-host", "bond", "the ports of the bond are judged one by one"},
    {Property::lag, {}, "linux-host", "bond", "the ports of the bond are judged one by one"},
    {Property::forwarding, {}, "linux-host", "bond", "the ports of the bond are judged one by one"},
    {Property::syntax, {}, "linux-host", "bond", "the ports of the bond are judged one by one"},
    {Property::pfc, {one_more}, "linux-host", "enabled", "the priority is lossless in that fabric too"},
    {Property::syntax, {drop}, "linux-host", "buffer", "a transcript that breaks off; HDR012 is \"not checked\" where no buffer is shown"},
    {Property::syntax, {drop, one_more}, "linux-host", "tc:", "a transcript that breaks off; the classes of the NIC are unread"},
    {Property::syntax, {drop}, "linux-host", "link mlx5", "a transcript that shows one NIC less"},
    {Property::syntax, {repeat}, "linux-host", "traffic_class", "the two low bits are ECN's: the DSCP stays what it was"},
    {Property::scheduler, {drop}, "sonic", "\"pir\"", "a queue without a limit of its own has that of its port"},
    {Property::watchdog, {}, "eos", "no priority-flow-control pause watchdog", "more is watched than before, and the policy of that fabric switches WD001 off"},
    {Property::syntax, {repeat, misspell}, "", "", "a port that only this line names is listed among those without evidence of RDMA"},
    {Property::mtu, {drop, opposite}, "sonic-cli", "mtu 9216", "9100 bytes without it; MTU001 to MTU003 judge whether a port carries what hosts send"},
    {Property::priority_group_map, numbers, "sonic-cli", "traffic-class 0-2,5-7", "the lossy classes share another lossy priority group"},
    {Property::syntax, {drop_file}, "app-env", "", "what a job that nobody shows marks is not known; hosts and policy state the classes"},
    {Property::syntax, {drop_file}, "opensm", "", "a second manager that nobody shows; the rules about pairs of managers have nothing to compare"},
    {Property::buffer_pool, {drop_row}, "sonic", "\"mode\"", "the threshold mode of a profile prevails over that of its pool (SAI inc/saibuffer.h)"},
    {Property::syntax, {drop_stanza}, "linux-host", "tc:", "a transcript that breaks off; the classes of the NIC are unread"},
    {Property::congestion_control, {drop_file}, "linux-host", "", "a capture that was not taken has changed nothing on the host; NIC003 is \"not checked\" there"},
    {Property::cabling, {drop_file}, "linux-host", "hostname", "the whole host was not captured; where a topology names it, TOP010 does too"},
    {Property::syntax, {drop_file}, "linux-host", "hostname", "the whole host was not captured; where a topology names it, TOP010 does too"},
    {Property::syntax, {drop_file}, "linux-host", "link mlx5", "the whole host was not captured; where a topology names it, TOP010 does too"},
    // Should be found, but is not yet.
    {Property::rdma_marking, {drop}, "linux-host", "tclass", "the job that is shown marks the same; where none is shown NIC008 is \"not checked\""},
    {Property::scheduler, {}, "junos", "shaping-rate", "a limit on CNPs guards the other classes; theirs is the site's choice"},
    {Property::scheduler, {}, "junos", "<rate>", "a limit on CNPs guards the other classes; theirs is the site's choice"},
    {Property::scheduler, {}, "junos", "queue-num", "the class takes its scheduler, marks and buffer along to another queue of its own"},
    {Property::dscp_map, {}, "junos", "queue-num", "the class takes its scheduler, marks and buffer along to another queue of its own"},
    {Property::priority_group_map, {}, "junos", "queue-num", "the class takes its scheduler, marks and buffer along to another queue of its own"},
    {Property::syntax, {twice}, "junos", "queue-num", "the class takes its scheduler, marks and buffer along to another queue of its own"},
    {Property::scheduler, {drop, misspell}, "junos", "transmit-rate", "a strict queue, or one that takes what the others leave"},
    {Property::scheduler, {}, "sonic", "\"weight\"", "a share is the site's choice; ETS002 judges the least of RDMA's"},
    {Property::queue_map, {}, "sonic", "\"7\"", "tunnelled packets of another class share the queue of CNPs in that fabric"},
    {Property::dscp_map, {}, "linux-host", "prio:", "no host of that fabric is seen to use the code point"},
};
// clang-format on

std::string_view reason_for(
    Property property, std::string_view platform, Mutation mutation, std::string_view line)
{
    for (const Reason& reason : reasons) {
        const bool fits = reason.property == property
            && (reason.platform.empty() || reason.platform == platform)
            && (reason.mutations.size() == 0
                || std::find(reason.mutations.begin(), reason.mutations.end(), mutation)
                    != reason.mutations.end())
            && line.find(reason.line) != std::string_view::npos;
        if (fits)
            return reason.why;
    }
    return {};
}

}

std::string_view reason_of_silence(
    std::string_view platform, const std::set<Property>& changed, Mutation mutation, std::string_view line)
{
    std::string_view why;
    if (changed.empty())
        return reason_for(Property::syntax, platform, mutation, line);
    for (const Property property : changed) {
        why = reason_for(property, platform, mutation, line);
        if (why.empty())
            return {};
    }
    return why;
}

}
