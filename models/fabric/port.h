// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/load_balancing.h"
#include "models/fabric/qos.h"

#include <cstdint>
#include <string_view>

namespace rocelint {

enum class PortKind : std::uint8_t {
    physical,
    lag, ///< port-channel or bond: can classify; PFC, buffers and watchdog belong to its members
    vlan, ///< SVI
    loopback,
    management,
    subinterface,
    tunnel,
    internal, ///< recirculation, inband, backplane, fabric
    virtual_function,
    other,
    /// An egress port of another chip or card of the chassis. Packets to it wait in virtual output queues of this
    /// device, which are the queues of this port; the port has no other settings here.
    system,
};

enum class WatchdogAction : std::uint8_t { drop, forward, alert, error_disable, none };

/// Stuck-pause protection of one port.
struct PfcWatchdog {
    Setting<bool> enabled;
    /// watched; unread if the platform always watches the no-drop priorities
    Setting<PrioritySet> priorities;
    Setting<Milliseconds> detection;
    Setting<Milliseconds> restoration;
    Setting<Milliseconds> poll;
    Setting<WatchdogAction> action;
    /// Known and false if a queue that was cut off stays cut off until an operator intervenes; otherwise see
    /// `restoration`.
    Setting<bool> restores;
};

enum class Fec : std::uint8_t { none, base_r, rs528, rs544, rs, automatic };

/// The version of DCBX that an agent speaks: that of IEEE 802.1Qaz, that of CEE, or Cisco's, Intel's and Nuova's before
/// it (CIN). `automatic`: of several, the one that its peer speaks.
enum class DcbxVersion : std::uint8_t { off, ieee, cee, cin, automatic };

/// An interface of a switch or a host. Every Setting refers to the Origins of the port's Device.
struct Port {
    static constexpr std::uint32_t no_index = 0xffffffffU;

    std::string_view name; ///< as the device writes it
    std::string_view alias; ///< a second name that cabling may use
    std::string_view description;
    PortKind kind = PortKind::physical;
    Span at; ///< the stanza's header; findings about absent lines point here
    std::uint32_t lag = no_index; ///< index of the LAG that this port is a member of
    std::uint32_t parent = no_index; ///< index of the port under a sub-interface or virtual function
    std::uint32_t nic = no_index; ///< index in Device::nics, on a host

    Setting<bool> admin_up;
    Setting<bool> link_up; ///< observed state, if a capture shows it
    Setting<bool> routed; ///< a layer 3 port; false for a switched one
    Setting<BitsPerSecond> speed;
    Setting<bool> autoneg;
    Setting<bool> link_training; ///< the link is trained without autonegotiation
    Setting<Fec> fec;
    Setting<std::uint8_t> lanes; ///< serial lanes that carry the port's speed
    Setting<bool> energy_efficient; ///< Energy-Efficient Ethernet (802.3az) is on
    Setting<float> bit_error_rate; ///< before FEC, according to a capture
    Setting<bool> passive_copper; ///< the plugged cable is a passive DAC
    Setting<Metres> media_length; ///< length according to the cable itself, or the reach of its optic
    /// media_length is an upper bound (an optic's reach), not the cable's length
    Setting<bool> media_is_reach;
    Setting<Metres> cable_length; ///< as configured for headroom, not as measured
    Setting<Bytes> headroom_packet; ///< largest packet that the port's headroom is computed for
    Setting<BitsPerSecond> limit; ///< shaper of the whole port
    /// For a LAG: the fields that choose the member. A frame's MAC addresses count as `other`.
    Setting<HashFields> member_hash;
    Setting<Bytes> max_headroom; ///< the most that all groups of this port may reserve together
    /// The switch may choose this port for each packet, by load, where equal paths lead to a destination.
    /// Unread where no port of the device states it. Supported on routed physical ports outside of LAGs only.
    Setting<bool> adaptive_routing;
    /// The largest IP packet, if the platform states one for this port.
    Setting<Bytes> ip_mtu;
    /// The largest Ethernet frame that is forwarded: header included, VLAN tags and FCS not.
    Setting<Bytes> max_frame;

    /// Priorities whose pause this port obeys, and priorities that it sends pause for. Empty if PFC is off.
    Setting<PrioritySet> pfc_rx;
    Setting<PrioritySet> pfc_tx;
    Setting<bool> pfc_asymmetric; ///< obeys every priority by design and sends only pfc_tx
    /// PFC is on only as far as DCBX negotiates it; false where a line forces it on or off.
    Setting<bool> pfc_negotiated;

    // DCBX as the port's agent speaks it, and what that agent heard from its peer. On a host, Nic says who is willing.
    Setting<DcbxVersion> dcbx_version;
    Setting<DcbxVersion> peer_dcbx_version; ///< `off`: the agent hears no DCBX
    Setting<bool> peer_willing; ///< the peer takes over the PFC of this port
    Setting<PrioritySet> peer_pfc; ///< the priorities for which the peer says that it has PFC on
    Setting<std::uint8_t> peer_roce_priority; ///< that the peer announces for UDP port 4791
    Setting<bool> several_dcbx_peers; ///< the port's agent hears more than one agent at the other end

    Setting<bool> pause_rx; ///< 802.3x link pause
    Setting<bool> pause_tx;
    PfcWatchdog watchdog;

    Setting<bool> tagged; ///< frames carry a VLAN tag, and with it a PCP; unread where some do
    Setting<Trust> trust;
    Setting<std::uint8_t> default_tc; ///< class of packets that nothing else classifies
    Setting<Ref> dscp_to_tc; ///< ClassMaps of the device
    Setting<Ref> pcp_to_tc;
    Setting<Ref> tc_to_queue;
    Setting<Ref> tc_to_priority_group;
    Setting<Ref> priority_to_queue;
    Setting<Ref> priority_to_priority_group;
    Setting<Ref> tc_to_dscp;
    Setting<bool> macsec; ///< frames are secured by MACsec (IEEE 802.1AE); unset where no line says so
    Setting<bool> carries_ecn; ///< for tunnels: ECN marks are copied to the outer header and back
    Setting<Ref> ingress_policy; ///< ClassPolicy that overrides the map; a known none: no policy

    Setting<Ref> ingress_buffers; ///< BufferProfileList of the device
    Setting<Ref> egress_buffers;

    /// Queues are at [first_queue, first_queue + queue_count) in Device::queues, ascending by number; groups
    /// likewise.
    std::uint32_t first_queue = 0;
    std::uint32_t first_group = 0;
    std::uint16_t queue_count = 0;
    std::uint16_t group_count = 0;
    /// False if the platform or the capture shows no queues, so that a missing queue means nothing. If true,
    /// every queue (group) of the port is listed, including those that the configuration does not name.
    bool queues_visible = false;
    bool groups_visible = false;
};

}
