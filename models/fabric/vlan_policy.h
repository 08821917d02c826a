// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/meter.h"
#include "models/fabric/qos.h"
#include "models/fabric/value/setting.h"
#include "models/fabric/vlan_ids.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint {

struct Device;

/// Why the classification of a switched port is not known where a VLAN has a policy.
inline constexpr std::string_view vlan_may_classify
    = "a policy of a VLAN may classify otherwise, and which VLANs the port is in is not read";
/// Why the policing of a switched port is not known where a VLAN has a policy.
inline constexpr std::string_view vlan_may_police
    = "it is applied to a VLAN, and whether packets of this port are in that VLAN is not read";

/// Why the classification of a port in a VLAN with a policy is not known.
inline constexpr std::string_view vlan_of_port_may_classify
    = "a VLAN that the port is in has a policy, which may classify otherwise";
/// The same for what the policy polices.
inline constexpr std::string_view vlan_of_port_may_police
    = "it is applied to a VLAN that the port is in, and which packets of the port it takes is not known";

/// The same for a port of which a subinterface has a policy.
inline constexpr std::string_view subinterface_may_classify
    = "a subinterface of the port has a policy, which may classify its packets otherwise";
inline constexpr std::string_view subinterface_may_police
    = "it is applied to a subinterface, and which packets of the port are of that subinterface is not known";

/// Why the marking and policing of a port with an egress policy are not known.
inline constexpr std::string_view output_may_mark
    = "the port has an egress policy, which may mark and police packets, and is not read";

/// Withholds which DSCPs the port writes, and what it polices, because of such a policy at `at`.
void withhold_output(Device& device, std::uint32_t port, Span at);

/// Whether the policy that a VLAN applies may choose the class of packets of RoCE or write their DSCP. One that is not read may.
[[nodiscard]] bool may_classify(const Device& device, const Setting<Ref>& policy);

/// Takes the policy of a subinterface: withholds the classes of the port below it, and of that port's members, if the policy
/// `classifies`, and binds its meters to the port, as not known.
void take_policy_of_subinterface(
    Device& device, std::uint32_t subinterface, bool classifies, std::span<const Meter> meters);
/// The same for a policy that is not read, applied by the line at `at`.
void take_unread_policy_of_subinterface(Device& device, std::uint32_t subinterface, Span at);

/// Which ports a policy that is applied to VLANs concerns. A port that is known to be routed is in none; a member of a LAG is in the
/// VLANs of the LAG.
class VlanPolicyScope {
public:
    /// `members`: by port index, the VLANs that the configuration puts the port in; shorter or empty where they are not read.
    explicit VlanPolicyScope(std::vector<PortVlans> members = {}) : members_(std::move(members)) { }

    /// Whether packets that enter by this port or LAG may be in one of the VLANs.
    [[nodiscard]] bool may_concern(const Device& device, std::uint32_t port, const VlanIds& vlans) const;
    /// Whether all packets of the port are in one of the VLANs.
    [[nodiscard]] bool covers(const Device& device, std::uint32_t port, const VlanIds& vlans) const;
    /// Withholds what classifies the packets of the ports that it may concern, because a policy of these VLANs may classify them
    /// otherwise.
    void withhold_classes(Device& device, const VlanIds& vlans) const;
    /// Adds meters of the VLANs, as not known, to every port and LAG that they may concern. Those of a LAG count for its members.
    void bind_meters(Device& device, const VlanIds& vlans, std::span<const Meter> meters) const;
    /// Why the classification of a port is not known that a policy may concern, and what it polices.
    [[nodiscard]] std::string_view why_class_open(const Device& device, std::uint32_t port) const;
    [[nodiscard]] std::string_view why_meter_open(const Device& device, std::uint32_t port) const;
    /// Takes the policy of a VLAN interface: withholds the classes of the ports that may be in its VLAN if the policy `classifies`, and
    /// tells the device which ports are not in it, so that its meters do not count for them.
    void take_policy_of_interface(Device& device, std::uint32_t vlan_interface, bool classifies) const;
    /// The same for the VLANs of an interface whose name has no VID.
    void take_policy_of_interface(
        Device& device, std::uint32_t vlan_interface, const VlanIds& vlans, bool classifies) const;

private:
    [[nodiscard]] const PortVlans& of(const Device& device, std::uint32_t port) const;
    std::vector<PortVlans> members_;
};

}
