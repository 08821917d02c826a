// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/listed_words.h"
#include "drivers/line_cli/read/blocks.h"
#include "drivers/line_cli/read/device_lines.h"
#include "drivers/vrp/grammar.h"
#include "models/catalog/platform_defaults.h"
#include "models/fabric/member_places.h"

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rocelint::vrp {

inline constexpr std::uint8_t queue_count = 8; // also the number of internal priorities and of PFC priorities
/// Every PFC profile pauses it (Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command Reference, priority (DCB PFC view): it is
/// the default, and what the lines name adds to it; Configuration Guide, Enabling PFC: up to three queues in addition to priority
/// queue 3).
inline constexpr Priority always_paused = 3;
/// The name of the PFC profile, the DiffServ domain and the drop profile that every switch has.
inline constexpr std::string_view usual_name = "default";

inline constexpr auto default_names = catalog::names<
    "action_headroom action_simulated admin_state class_queue default_priority dscp_map ecn ets_queues ets_weight frame hash ingress_policy "
    "link_pause mac_timeout mlag_peer_link most_paths pause_by_pcp pcp_map per_packet pfc pfc_all_off port_mode "
    "rewrite_dscp rewrite_map scheduler scheduler_weight seed simulated_pause trust trust_routed underlay_seed watchdog "
    "watchdog_interval watchdog_intervals">();
/// A default of VRP for what the configuration does not state: an entry of the catalog's `vrp` section, which may be
/// missing.
using Default = catalog::DefaultName<default_names>;

/// The headers of the blocks that ports bind by name.
inline constexpr std::uint8_t block_kinds[]{
    kind_of(LineKind::pause_profile), kind_of(LineKind::domain), kind_of(LineKind::drop_profile)};

/// The two kinds of hardware that the manual distinguishes: one has a headroom buffer, the other simulates one and takes
/// other commands. No line of a configuration names the model; lines that only one of them takes show which it is.
enum class Hardware : std::uint8_t { unknown, headroom, simulated };
/// Of lines, or of a model's name where they include one.
[[nodiscard]] Hardware hardware_of(const line_cli::Lines& lines);
[[nodiscard]] Hardware hardware_of_model(std::string_view model);

/// Why the hardware does not pause these priorities together; empty if it does.
[[nodiscard]] std::string beyond_hardware(Hardware hardware, PrioritySet priorities);

/// Why hardware with PFC does not take frames of this size, which is that of a line; empty if it does.
[[nodiscard]] std::string beyond_largest_frame(std::uint64_t bytes);

/// The settings of a PFC profile.
struct Pausing {
    PrioritySet priorities = PrioritySet::of(always_paused);
    Span line; ///< the last one that names a priority; nowhere if none does
    MemberPlaces places{};
    bool unknown = false; ///< one of its lines is not understood
};
[[nodiscard]] Pausing pausing_of(const Block* profile);
/// The name of the profile that a line of a port binds.
[[nodiscard]] inline std::string_view profile_of(const Fact& line)
{
    return line.text == usual_name ? std::string_view{} : line.text;
}
/// Whether the line of a port has PFC negotiated by DCBX.
[[nodiscard]] inline bool is_negotiated(const Fact& line)
{
    const line_cli::Value& mode = line.values[line.statement->pattern.slots() - 1];
    return mode.written() && mode.number != 0;
}
/// The numbers of an entry of the catalog: one for each queue or class, or for each eighth of the DSCPs.
[[nodiscard]] std::array<std::uint8_t, queue_count> usual_numbers(std::string_view entry);
/// The words of the line that states the hash fields of ECMP.
inline constexpr line_cli::HashWord hash_words[]{{HashField::source_ip, "src-ip"},
    {HashField::destination_ip, "dst-ip"},
    {HashField::ip_protocol, "protocol"},
    {HashField::source_port, "l4-src-port"},
    {HashField::destination_port, "l4-dst-port"}};
/// Returns the queues of a line of `qos pq`, `qos drr` or `qos lpq`: "0 to 4 6". Nothing if it is malformed.
[[nodiscard]] std::optional<PrioritySet> queues_of(std::string_view text);
/// The reverse.
[[nodiscard]] std::string queues_text(PrioritySet queues);
/// The name of the headroom pool of a slot.
[[nodiscard]] std::string pool_name(std::uint64_t slot);
/// The ports of a line of `trunkport`: "100GE 1/0/1 to 1/0/4" or "100GE1/0/1". Nothing if it is malformed.
[[nodiscard]] std::optional<std::vector<std::string>> members_of(std::string_view text);
/// The slot of a port: 1 for "100GE1/0/1", 0 for a port of no slot.
[[nodiscard]] std::uint64_t slot_of(std::string_view port);
/// The speed of a port of this type: "100GE1/0/1". 0 if its name states none.
[[nodiscard]] BitsPerSecond speed_of(std::string_view port);
[[nodiscard]] PortKind kind_of_port(std::string_view name);

/// Returns the block of this kind and name. `default` exists even if it has no header: null then.
template <class Kind>
[[nodiscard]] const Block* block_of(const line_cli::Blocks& blocks, Kind kind, std::string_view name)
{
    const Block* found = blocks.find(kind, name);
    return found == nullptr && name.empty() ? blocks.find(kind, usual_name) : found;
}

/// The device-wide lines that are for one slot each, in order.
[[nodiscard]] std::vector<const Fact*> slot_lines_of(const line_cli::Lines& lines);
/// Returns the last of them of this kind for a slot; null if there is none or it restores the default.
[[nodiscard]] const Fact* line_of_slot(
    std::span<const Fact* const> slot_lines, LineKind what, std::uint64_t slot);

/// The line by which a port pauses by the class of packets: of its slot; of an Eth-Trunk, if all of its members have one.
[[nodiscard]] const Fact* pausing_line(
    const Device& device, std::span<const Fact* const> slot_lines, std::uint32_t port);

/// A traffic-policy that is applied to ingress traffic of several ports.
struct SharedPolicy {
    const Fact* line = nullptr;
    LineKind of = LineKind::nothing; ///< the view that it is in; `nothing`: the system view
    std::string_view name; ///< of that view
    std::optional<std::uint64_t> slot; ///< of the system view, if it is for the ports of one slot
};

/// The state of reading one device.
struct Config : line_cli::DeviceLines {
    Config(Device& target, std::span<const Tree> files, std::vector<SyntaxProblem>& found);

    catalog::PlatformDefaults<Default> defaults;
    line_cli::Blocks blocks;
    Hardware hardware = Hardware::unknown;
    std::vector<const Fact*> hashes;
    std::vector<const Fact*> slot_lines;
    std::vector<SharedPolicy> policies;
    std::vector<std::pair<std::uint32_t, const Fact*>>
        members; ///< Eth-Trunks with their lines that name ports
    bool routes_vrfs = false; ///< BGP has an address family of a VPN instance, which is not read
    /// Made once, however many ports use them.
    std::map<std::pair<const Block*, MapKind>, Ref> maps;
    std::map<std::pair<const Block*, bool>, Ref> markings; ///< by drop profile, and whether ECN is on
    /// By the lines that state the kind, the weight and the shaper.
    std::map<std::tuple<const Fact*, const Fact*, const Fact*>, Ref> schedulers;

    std::map<std::pair<const Block*, std::uint8_t>, Ref> ets; ///< schedulers by ETS profile and queue
    std::unordered_map<std::uint32_t, OriginId>
        failed_pfc; ///< by index of the port: where PFC is shown as not negotiated
};

/// Assigns each line to what it applies to, and marks lines whose state depends on their meaning.
void place_lines(Config& config);
/// From Config to Device, once all lines are placed.
void resolve(Config& config);

// Parts of resolve(), for one port.
void resolve_classes(Config& config, std::uint32_t port);
/// The meters of the traffic-policy for packets of the port, which is not read.
void bind_traffic_policy(Config& config, std::uint32_t port);
/// The same for policies of VLANs and bridge domains.
void bind_vlan_policies(Config& config);
void resolve_queues(Config& config, std::uint32_t port);
void resolve_pfc(Config& config, std::uint32_t port);
void resolve_groups(Config& config, std::uint32_t port);

}
