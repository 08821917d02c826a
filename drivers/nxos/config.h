// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/device_lines.h"
#include "drivers/line_cli/read/policy_entries.h"
#include "drivers/line_cli/read/shown_pfc.h"
#include "drivers/nxos/grammar.h"
#include "drivers/nxos/policies.h"
#include "drivers/nxos/syntax.h"
#include "models/catalog/platform_defaults.h"
#include "models/fabric/vlan_policy.h"

#include <array>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint::nxos {

inline constexpr std::uint8_t group_count = 8;

inline constexpr auto default_names = catalog::names<
    "admin_state cable_length default_group ecn fec group_is_queue group_type ingress_policy jumbo_mtu "
    "link_pause mlag_peer_link most_paths mtu no_drop pfc_mode port_mode queuing relaxed_paths rewrite_dscp trust "
    "tunnel_ecn vlan_admin_state watchdog watchdog_action watchdog_interval">();
/// A default of NX-OS for what the configuration does not state: an entry of the catalog's `nxos` section,
/// which may be missing.
using Default = catalog::DefaultName<default_names>;

/// A policy-map of type qos that is applied to VLANs.
struct VlanPolicy {
    const Fact* line = nullptr; ///< that applies it
    VlanIds vlans;
    bool of_interface = false; ///< to the interface of the VLAN, not to the VLAN
    std::vector<Meter> meters; ///< what its classes drop by their rate
};

/// The state of reading one device.
struct Config : line_cli::DeviceLines {
    Config(Device& target, std::span<const Tree> files, std::vector<SyntaxProblem>& found);

    std::span<const Tree> trees;
    catalog::PlatformDefaults<Default> defaults;
    line_cli::ShownPfcByPort shown_pfc;
    Blocks blocks;
    std::unordered_map<std::string_view, const Node*> access_lists;
    NetworkQos network; ///< the network-qos policy in force
    /// By policy-map, and whether packets have no VLAN tag. Built once, no matter how many ports use it.
    std::map<std::pair<const Block*, bool>, line_cli::PolicyClassification> classifications;
    std::map<std::pair<const Block*, std::uint8_t>, Queue> queues;
    std::unordered_map<const Fact*, Ref> buffers;
    std::array<Setting<Ref>, group_count> usual_schedulers;
    Ref priority_map; ///< PFC priority to qos-group, if the numbers differ
    Span priority_lines; ///< the lines that map them

    std::vector<bool> has_subinterfaces; ///< by port
    std::vector<VlanPolicy> vlan_policies;
    VlanPolicyScope vlan_scope; ///< which ports they concern
    std::set<const Fact*> odd_sizes; ///< lines with an MTU that their ports do not take
};

// From lines to Config.

/// Assigns each line to what it applies to, and marks lines whose state depends on their meaning.
void place_lines(Config& config);
/// Reads the output of `show interface priority-flow-control` among the lines that are not of a configuration.
void read_shown_pfc(Config& config);

// From Config to Device, once all lines are read.

void resolve(Config& config);
void resolve_network(Config& config);
/// The meters of the classes of a policy-map of type qos.
[[nodiscard]] std::vector<Meter> meters_of_policy(Config& config, const Block& policy);
/// Finds the policies of VLANs and what they police.
void resolve_vlan_policies(Config& config);
/// Finds the policies of subinterfaces, which leave open how the ports below them classify and police.
void resolve_subinterface_policies(Config& config);
void resolve_classification(Config& config, std::uint32_t port);
/// Returns the line that applies a policy to the VLAN which all packets of a port are in, and which has no other policy; null if
/// the port has a policy of its own, or if it is open which policy counts.
[[nodiscard]] const Fact* policy_of_vlan(const Config& config, std::uint32_t port);
/// Withholds how a port classifies and polices where it is open whether a policy of a VLAN counts for its packets.
void withhold_classes_of_vlans(Config& config, std::uint32_t port);
void resolve_queues(Config& config, std::uint32_t port);
void resolve_pfc(Config& config, std::uint32_t port);
void resolve_watchdog(Config& config, std::uint32_t port);
void resolve_groups(Config& config, std::uint32_t port);
void resolve_forwarding(Config& config);

}
