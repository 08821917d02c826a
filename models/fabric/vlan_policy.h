// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/meter.h"
#include "models/fabric/qos.h"
#include "models/fabric/value/setting.h"

#include <span>
#include <string_view>

namespace rocelint {

struct Device;

/// Why the classification of a switched port is not known where a VLAN has a policy.
inline constexpr std::string_view vlan_may_classify
    = "a policy of a VLAN may classify otherwise, and which VLANs the port is in is not read";
/// Why the policing of a switched port is not known where a VLAN has a policy.
inline constexpr std::string_view vlan_may_police
    = "it is applied to a VLAN, and whether packets of this port are in that VLAN is not read";

/// Why the marking and policing of a port with an egress policy are not known.
inline constexpr std::string_view output_may_mark
    = "the port has an egress policy, which may mark and police packets, and is not read";

/// Withholds which DSCPs the port writes, and what it polices, because of such a policy at `at`.
void withhold_output(Device& device, std::uint32_t port, Span at);

/// Whether the policy that a VLAN applies may choose the class of packets of RoCE or write their DSCP. One that is not read may.
[[nodiscard]] bool may_classify(const Device& device, const Setting<Ref>& policy);

/// Withholds what classifies the packets of ports that are not known to be routed, because a policy of a VLAN may classify
/// them otherwise.
void withhold_classes_of_vlans(Device& device);

/// Adds meters of a VLAN, as not known, to every port and LAG that is not known to be routed. Those of a LAG count for its
/// members.
void bind_meters_of_vlan(Device& device, std::span<const Meter> meters);

}
