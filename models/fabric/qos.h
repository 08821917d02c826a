// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/priority.h"
#include "models/fabric/value/quantity.h"
#include "models/fabric/value/setting.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rocelint {

/// Index of a map, profile, scheduler or pool in its Device; `none` means that nothing is bound.
struct Ref {
    static constexpr std::uint32_t none_index = 0xffffffffU;
    std::uint32_t index = none_index;
    [[nodiscard]] constexpr bool none() const { return index == none_index; }
    friend constexpr bool operator==(Ref, Ref) = default;
};

/// What a ClassMap maps. All numbers except DSCP, PCP and priority are local to the device.
enum class MapKind : std::uint8_t {
    dscp_to_tc,
    pcp_to_tc,
    tc_to_queue,
    tc_to_priority_group,
    priority_to_queue, ///< which queue a received PFC frame stops
    priority_to_priority_group, ///< which priority group makes the device send PFC
    tc_to_dscp, ///< rewrite on egress
    tc_to_pcp,
};

/// A total or partial function between code points, classes, queues and groups.
struct ClassMap {
    static constexpr std::uint8_t unmapped = 0xff;
    MapKind kind = MapKind::dscp_to_tc;
    std::string_view name; ///< empty for a platform's unnamed map
    Span at; ///< the map's name or first line
    /// By code point; `unmapped` if neither the configuration nor a sourced default states a value. The
    /// origin then has the reason.
    std::array<std::uint8_t, 64> to = unmapped_points();
    std::array<OriginId, 64> origin{};

    void set(std::uint8_t from, std::uint8_t target, OriginId why)
    {
        if (from < 64) {
            to[from] = target;
            origin[from] = why;
        }
    }
    [[nodiscard]] std::uint8_t at_point(std::uint8_t from) const { return from < 64 ? to[from] : unmapped; }

    [[nodiscard]] static constexpr std::array<std::uint8_t, 64> unmapped_points()
    {
        std::array<std::uint8_t, 64> points{};
        points.fill(unmapped);
        return points;
    }
};

/// What a port classifies packets by.
enum class Trust : std::uint8_t {
    none, ///< the port's own default class for every packet
    dscp,
    pcp,
    dscp_else_pcp, ///< DSCP of IP packets, PCP of all others
};

enum class Colour : std::uint8_t { green, yellow, red };

/// The probability curve of one drop precedence: DCQCN's Kmin, Kmax and Pmax.
struct EcnCurve {
    Colour colour = Colour::green;
    Setting<bool> marks; ///< ECN-capable packets are marked
    Setting<bool> drops; ///< the curve is active and drops packets that it does not mark
    Setting<Bytes> min_threshold; ///< unread if the unit needs an unknown cell size or rate
    Setting<Bytes> max_threshold;
    Setting<Percent> max_probability;
    /// of past samples in the average that is compared with the thresholds; 0: no averaging
    Setting<std::uint8_t> weight;
    /// For platforms that state the thresholds as a share of the queue's buffer; the bytes are then derived.
    Setting<Percent> min_fill;
    Setting<Percent> max_fill;
    /// What the hardware was seen to use, in its own steps.
    Setting<Bytes> min_programmed;
    Setting<Bytes> max_programmed;
};

/// What an ECN profile does with packets of a colour that has no curve in it.
enum class OtherColours : std::uint8_t {
    as_green, ///< the green curve counts for them
    unmarked, ///< the platform has a curve for each colour, and marks no packets of colours without one
    unknown,
};

/// The ECN marking of a queue. Has several colors only if the platform distinguishes them.
struct EcnProfile {
    std::string_view name;
    Span at;
    std::vector<EcnCurve> curves;
    OtherColours other_colours = OtherColours::as_green;
    /// Whether it marks at least one color that unmetered traffic has (green, or all).
    [[nodiscard]] bool marks() const;
    /// Whether enough is known to answer `marks()`.
    [[nodiscard]] bool known() const;
};

enum class SchedulerKind : std::uint8_t { strict, weighted };

/// How a queue is served.
struct Scheduler {
    std::string_view name;
    Span at;
    Setting<SchedulerKind> kind;
    Setting<std::uint32_t> weight; ///< relative to the port's other queues
    /// on platforms whose shares are a percentage of the port (802.1Qaz); else unread
    Setting<Percent> bandwidth;
    Setting<BitsPerSecond> limit; ///< shaper
    /// Rank among strict queues: level 1 is served first. If unset, the queue with the higher number is
    /// served first.
    Setting<std::uint8_t> level;
};

enum class PoolDirection : std::uint8_t { ingress, egress, both };
enum class ThresholdMode : std::uint8_t { fixed, dynamic };

/// A shared packet-memory pool.
struct BufferPool {
    std::string_view name;
    Span at;
    Setting<PoolDirection> direction;
    Setting<ThresholdMode> mode;
    Setting<Bytes> size;
    Setting<Bytes> shared_headroom; ///< shared headroom pool
    Setting<Percent> percentage;
    /// Its share of a memory that the pools of one direction divide; ingress shares add up to 100 percent.
    Setting<Percent> partition;
};

/// Reservation, thresholds and headroom of a priority group or queue.
struct BufferProfile {
    std::string_view name;
    Span at;
    Setting<Ref> pool;
    Setting<Bytes> reserved;
    Setting<Bytes> xon; ///< resume below
    Setting<Bytes> xon_offset;
    Setting<Bytes> xoff; ///< headroom: bytes still absorbed after XOFF was sent
    /// as the platform writes it; the ASIC determines the alpha that it means
    Setting<std::int64_t> dynamic_threshold;
    Setting<Bytes> fixed_threshold;
    /// a queue with this profile truncates packets that it does not admit and sends them on instead of
    /// dropping them
    Setting<bool> trims;
    /// What the headroom was computed for, if the profile or its table row says so.
    Setting<BitsPerSecond> for_speed;
    Setting<Metres> for_cable;
};

/// What happens to packets that a queue truncated (packet trimming). They inform the receiver of the loss.
struct Trimming {
    Setting<std::uint8_t> dscp; ///< DSCP of trimmed packets; unread if each port derives its own from `tc`
    Setting<std::uint8_t> tc; ///< class whose DSCP in the egress port's rewrite map trimmed packets get
    Setting<std::uint8_t> queue; ///< egress queue of trimmed packets; unread if their DSCP or class decides
    /// The device ends VXLAN tunnels whose packets it drops instead of truncating them; unread if it has none.
    Setting<bool> spares_tunnels;
};

/// The buffer profiles of a whole port, one for each pool (SONiC BUFFER_PORT_INGRESS_PROFILE_LIST).
struct BufferProfileList {
    Span at;
    std::vector<Ref> profiles;
};

/// Traffic parameters of a device that computes headroom and pools itself (SONiC's dynamic buffer model).
struct HeadroomParameters {
    Setting<bool> dynamic; ///< the device computes headroom instead of taking it from the configuration
    Setting<std::int64_t> default_dynamic_threshold; ///< for lossless profiles that state no threshold
    Setting<std::uint32_t> oversubscription; ///< of the shared headroom pool
    Setting<Bytes> lossless_mtu; ///< largest lossless packet
    Setting<Percent> small_packets; ///< share of lossless packets of minimal size
    /// The device's table of headroom by speed and cable length was collected; its rows are profiles.
    Setting<bool> table_collected;
};

/// One egress queue of a port.
struct Queue {
    std::uint8_t number = 0;
    Setting<Ref> ecn; ///< EcnProfile; a known none means that the queue never marks
    Setting<Ref> scheduler; ///< Scheduler
    Setting<Ref> buffer; ///< BufferProfile
};

/// One ingress priority group of a port.
struct PriorityGroup {
    std::uint8_t number = 0;
    Setting<Ref> buffer; ///< BufferProfile; none: nothing reserved
    Setting<bool> lossless; ///< has headroom, configured or computed by the device
};

/// Marking of one queue: thresholds and probability of the curve for unmetered traffic.
struct EcnTarget {
    Bytes min_threshold;
    Bytes max_threshold;
    Percent max_probability;
    friend bool operator==(const EcnTarget&, const EcnTarget&) = default;
};

/// The same for platforms that state thresholds as shares of the queue's depth, which only the device knows
/// in bytes.
struct EcnShares {
    Percent min_fill;
    Percent max_fill;
    Percent max_probability;
    friend bool operator==(const EcnShares&, const EcnShares&) = default;
};

/// Stuck-pause protection of one port. Absent members stay as they are, or take the platform's default.
struct WatchdogTarget {
    PrioritySet priorities;
    std::optional<Milliseconds> detection;
    std::optional<Milliseconds> restoration;
    std::optional<Milliseconds> poll;
    friend bool operator==(const WatchdogTarget&, const WatchdogTarget&) = default;
};

/// How one queue is served. Absent members stay as they are, or take the platform's default. A strict queue
/// has no share.
struct SchedulerTarget {
    SchedulerKind kind = SchedulerKind::weighted;
    std::optional<Percent> bandwidth;
    std::optional<std::uint32_t> weight;
    friend bool operator==(const SchedulerTarget&, const SchedulerTarget&) = default;
};

}
