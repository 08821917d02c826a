// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/aoscx/grammar.h"
#include "drivers/line_cli/read/blocks.h"
#include "drivers/line_cli/read/device_lines.h"
#include "models/catalog/platform_defaults.h"
#include "models/fabric/vlan_policy.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace rocelint::aoscx {

inline constexpr std::uint8_t queue_count = 8; // also the number of local priorities and of PFC priorities
inline constexpr std::uint8_t pool_count = 3;
/// The queue profile and the schedule profile that every switch has.
inline constexpr std::string_view usual_profile = "factory-default";
/// The schedule profile that serves every queue by its number.
inline constexpr std::string_view strict_profile = "strict";

inline constexpr auto default_names = catalog::names<
    "admin_state alpha_10_11 alpha_10_18 cable class_queue dcbx dscp_map ecn ecn_probability group_of_priority ingress_policy ip_mtu "
    "link_pause mac_timeout mlag_peer_link mtu pcp_map pfc pool_headroom pool_size port_mode rewrite_dscp "
    "rewrite_map scheduler scheduler_weight trust watchdog watchdog_action watchdog_resume watchdog_timeout xon_delta">();
/// A default of AOS-CX for what the configuration does not state: an entry of the catalog's `aoscx` section, which may be
/// missing.
using Default = catalog::DefaultName<default_names>;

/// The headers of the blocks that are applied by name.
inline constexpr std::uint8_t block_kinds[]{kind_of(LineKind::queue_profile),
    kind_of(LineKind::schedule_profile),
    kind_of(LineKind::threshold_profile)};

/// The families of switches: they differ in whether lossless buffers are configured, and in their size. No line of a
/// configuration names the family; output of `show system` does, and `qos pool` shows one of three.
enum class Family : std::uint8_t {
    unknown,
    pools, ///< 8325, 9300 or 10000: their lossless pools are configured
    small, ///< 8325 and 10000
    large, ///< 9300
    fixed, ///< 8100, 8360 and 8400: what lossless packets get is fixed
};
[[nodiscard]] constexpr bool has_pools(Family family)
{
    return family == Family::pools || family == Family::small || family == Family::large;
}
[[nodiscard]] Family family_of_model(std::string_view model);
[[nodiscard]] Family family_of(const line_cli::Lines& lines);

/// What a line of kind `pfc` says: the priorities whose pause the port obeys, and those that it sends pause for.
struct Pausing {
    PrioritySet rx;
    PrioritySet tx;
};
/// "rxtx 3 rx 4,5", or a list alone, as before 10.10. Nothing if it is malformed.
[[nodiscard]] std::optional<Pausing> pausing_of(std::string_view lists);
/// The reverse.
[[nodiscard]] std::string lists_of(const Pausing& pausing);

/// The names in a line of kind `apply_queues`.
struct AppliedQueues {
    std::string_view queues;
    std::string_view schedule;
};
/// Nothing if it is malformed.
[[nodiscard]] std::optional<AppliedQueues> applied_of(const Fact* line);
/// By local priority: the line of a queue profile that maps it; null: none does.
using MappedQueues = std::array<const Fact*, queue_count>;
[[nodiscard]] MappedQueues mapped_by(const Block& profile);

[[nodiscard]] PortKind kind_of_port(std::string_view name);
/// The name of a lossless pool.
[[nodiscard]] std::string pool_name(std::uint64_t index);
/// The share of the packet buffer that a line of kind `pool` gives its pool.
[[nodiscard]] Percent share_of_pool(const Fact& line);
/// The number at this place of a list in the catalog: "1 0 2".
[[nodiscard]] std::uint8_t listed(std::string_view list, std::size_t place);

/// DCBX of one port as `show dcbx interface` shows it; what the output does not have is unset.
struct ShownDcbx {
    bool enabled = false;
    Setting<DcbxVersion> version;
    Setting<DcbxVersion> peer_version;
    Setting<bool> peer_willing;
    Setting<PrioritySet> peer_pfc;
    Setting<std::uint8_t> peer_roce_priority;
    Setting<bool> several_peers;
    Setting<bool> pfc_active;
};

/// A policy that is applied to a VLAN or its interface.
struct VlanPolicy {
    const Fact* line = nullptr;
    VlanIds vlans;
};

/// The state of reading one device.
struct Config : line_cli::DeviceLines {
    Config(Device& target, std::span<const Tree> files, std::vector<SyntaxProblem>& found);

    catalog::PlatformDefaults<Default> defaults;
    line_cli::Blocks blocks;
    Family family = Family::unknown;
    /// The maps of the switch, which all ports have.
    struct Maps {
        Setting<Ref> dscp;
        Setting<Ref> pcp;
        Setting<Ref> queue;
        Setting<Ref> group;
        Setting<Ref> paused_queue;
        Setting<Ref> rewritten;
    } maps;
    // By the index of the lossless pool:
    std::array<const Fact*, pool_count + 1> pool_lines{};
    std::array<Ref, pool_count + 1> pools;
    /// Made once, however many ports use them.
    std::map<std::pair<const Block*, std::uint8_t>, Ref> markings;
    std::map<std::tuple<const Block*, std::string_view, std::uint8_t, std::uint64_t>, Ref> schedulers;

    std::vector<VlanPolicy> vlan_policies;
    std::map<std::uint32_t, ShownDcbx> shown_dcbx; ///< by index of the port
    VlanPolicyScope vlan_scope; ///< which ports they concern
    /// Returns the line that applies a policy to packets that enter by a port: its own, that of a VLAN that it may be in, or that of the
    /// switch; null if there is none.
    [[nodiscard]] const Fact* policy_of(std::uint32_t port) const;
    /// Returns the line of the lossless pool that holds packets of this priority, or null.
    [[nodiscard]] const Fact* pool_of(Priority priority) const;
    /// Returns the line of kind `pfc` or `link_pause` that counts in a place, or null. Each line of flow control
    /// replaces the one before it, also one of the other kind, which is then returned.
    [[nodiscard]] const Fact* flow_control(std::uint32_t place, LineKind what) const;
};

/// Reads DCBX from the output of show commands in the files, once all ports are known.
void read_shown_dcbx(Config& config, std::span<const Tree> trees);
/// Gives a port what the output showed of it: PFC that is not in force is off.
void apply_shown_dcbx(Config& config, std::uint32_t port);

/// Assigns each line to what it applies to, and marks lines whose state depends on their meaning.
void place_lines(Config& config);
/// From Config to Device, once all lines are placed.
void resolve(Config& config);

// Parts of resolve().

void resolve_maps(Config& config);
void resolve_pools(Config& config);
/// Reports what the switch does not take.
void report_lines(Config& config);
// The same, for one port.
void resolve_classes(Config& config, std::uint32_t port);
/// Makes what the policy of the port classifies and polices unknown, since the policy is not read.
void bind_policy(Config& config, std::uint32_t port);
void resolve_queues(Config& config, std::uint32_t port);
void resolve_pfc(Config& config, std::uint32_t port);
void resolve_groups(Config& config, std::uint32_t port);

}
