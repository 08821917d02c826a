// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/blocks.h"
#include "drivers/line_cli/read/device_lines.h"
#include "drivers/sonic_cli/grammar.h"
#include "models/catalog/platform_defaults.h"

#include <array>
#include <map>
#include <string_view>
#include <vector>

namespace rocelint::sonic_cli {

inline constexpr std::uint8_t queue_count = 8; // also the number of priorities and of priority groups
/// The priorities that get headroom once the switch is lossless, unless a line names others (SONiC HLD, RDMA
/// over Converged Ethernet (ROCEv2) support, rev 0.5: 3 and 4).
inline constexpr PrioritySet usual_lossless{0b0001'1000};
/// The bit of one point of a list.
[[nodiscard]] constexpr std::uint64_t bit(std::uint8_t point) { return std::uint64_t{1} << point; }

// Behavior of the daemons below the command line, which are
// SONiC's: entries of the catalog's `sonic` section.
inline constexpr auto daemon_names = catalog::names<
    "absent_map_row default_tc ecn ingress_policy mac_timeout mlag_peer_link mtu pause pfc_all_off "
    "pfc_asym pfc_enable priority_to_priority_group priority_to_queue queue_buffer queue_scheduler "
    "queue_wred scheduler_type scheduler_weight tc_to_dscp tc_to_queue trust watchdog watchdog_action "
    "watchdog_poll">();
using Daemons = catalog::DefaultName<daemon_names>;
inline constexpr auto default_names = catalog::names<"cable_length group_type">();
/// Defaults specific to this command line: entries of the catalog's `sonic-cli` section.
using Default = catalog::DefaultName<default_names>;

/// The headers of maps and policies, which ports bind by name.
inline constexpr std::uint8_t block_kinds[]{
    kind_of(LineKind::map), kind_of(LineKind::marking_policy), kind_of(LineKind::scheduler_policy)};

/// The state while one device is read.
struct Config : line_cli::DeviceLines {
    Config(Device& target, std::span<const Tree> trees, std::vector<SyntaxProblem>& found);

    catalog::PlatformDefaults<Daemons> daemons;
    catalog::PlatformDefaults<Default> defaults;
    Blocks blocks;
    std::vector<const Fact*> hashes; ///< ip load-share hash
    std::vector<const Fact*> pools;
    std::map<std::string_view, Ref> profiles; ///< buffer profiles
    /// Maps and markings, each created once for all ports that use it.
    std::map<const Block*, Ref> made;
    std::map<std::pair<const Block*, std::uint8_t>, Ref> schedulers; ///< by policy and queue
};

/// Assigns every line to the device, a port, a map or a policy,
/// and marks the lines that only their context classifies.
void place_lines(Config& config);
/// Fills the Device from Config, once every line has been assigned.
void resolve(Config& config);

// Parts of resolve(), the last ones for a single port.
void resolve_pools(Config& config);
/// The buffer profile that a port's line names; unread, with a problem reported, if the files do not have it.
[[nodiscard]] Setting<Ref> bound_profile(Config& config, const Stated& line);
/// The buffer profile of a queue of a port: the one a line
/// binds, else the one the switch creates or has by default.
[[nodiscard]] Setting<Ref> buffer_of_queue(Config& config, std::uint32_t port, std::uint8_t queue);
void resolve_forwarding(Config& config);
void resolve_classes(Config& config, std::uint32_t port);
/// The meters of the service-policy for packets of the port, which is not read.
void bind_service_policy(Config& config, std::uint32_t port);
/// Whether the port applies a policy itself.
[[nodiscard]] bool has_own_policy(const Config& config, std::uint32_t port);
void resolve_queues(Config& config, std::uint32_t port);
void resolve_pause(Config& config, std::uint32_t port);
void resolve_groups(Config& config, std::uint32_t port);

}
