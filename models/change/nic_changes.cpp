// SPDX-License-Identifier: Apache-2.0
// NIC changes that set two settings at once.
#include "models/change/port_changes.h"

namespace rocelint {

void PortChanges::make_congestion_control()
{
    constexpr Property property = Property::congestion_control;
    const auto [one, other] = nics();
    if (one == nullptr || other == nullptr)
        return;
    const Nic& now = *one;
    const Nic& then = *other;
    const bool notes
        = wants(property, now.ecn_notification, then.ecn_notification, "answering marks with CNPs");
    const bool reacts = wants(property, now.ecn_reaction, then.ecn_reaction, "slowing down on CNPs");
    if (!notes && !reacts)
        return;
    if (then.ecn_notification.known() && then.ecn_reaction.known()
        && then.ecn_notification.value != then.ecn_reaction.value)
        return leave(property,
            "the two halves of DCQCN should be on for different priorities, and a change sets both");
    const PrioritySet wanted
        = then.ecn_notification.known() ? then.ecn_notification.value : then.ecn_reaction.value;
    const PrioritySet any = now.ecn_notification.value_or({}) | now.ecn_reaction.value_or({});
    const PrioritySet both = now.ecn_notification.value_or({}) & now.ecn_reaction.value_or({});
    if (wanted == any && wanted == both)
        return leave(property, "on which priorities DCQCN is on is not known on the device");
    add(property, PriorityDelta{wanted - both, any - wanted});
}

void PortChanges::make_marking()
{
    const auto [one, other] = nics();
    if (one == nullptr || other == nullptr)
        return;
    const Nic& now = *one;
    const Nic& then = *other;
    const bool forced
        = wants(Property::rdma_marking, now.traffic_class, then.traffic_class, "a forced traffic class");
    const bool asked
        = wants(Property::rdma_marking, now.cm_tos, then.cm_tos, "the type of service of connections");
    const bool alike = !then.traffic_class.known() || !then.cm_tos.known()
        || then.traffic_class.value == then.cm_tos.value;
    if ((forced || asked) && alike)
        add(Property::rdma_marking,
            then.traffic_class.known() ? then.traffic_class.value : then.cm_tos.value);
    // Either setting alone makes the change count as made.
    if ((forced || asked) && (!alike || forced != asked))
        leave(
            Property::rdma_marking, "two settings mark RDMA packets, and a change may set one of them only");
}

}
