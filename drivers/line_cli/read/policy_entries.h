// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/access_list.h"
#include "drivers/line_cli/read/blocks.h"
#include "drivers/line_cli/read/device_lines.h"
#include "models/fabric/meter.h"

#include <cstdint>
#include <optional>
#include <vector>

/// Classification by policies whose classes refer to class-maps, where a platform reads both as blocks of rows. A platform makes
/// an entry of each class of a policy; what the entries together mean is the same on all of them. (`class_policy.h` is for
/// platforms that read such policies word by word.)
namespace rocelint::line_cli {

/// Returns the conditions of a class-map: the lines in it that are not removed.
[[nodiscard]] std::vector<const Fact*> conditions_of(const Block& class_map);
/// Whether all conditions of a class-map must hold, as the first value of its header says; `usually` if it says nothing.
[[nodiscard]] bool needs_all_conditions(const Block& class_map, bool usually);
/// Returns the DSCPs with these IP precedences, of which bit N stands for precedence N: a precedence is the first three bits of
/// the DSCP (RFC 2474, section 4.2.2).
[[nodiscard]] DscpSet dscps_of_precedences(std::uint64_t bits);

/// A class of a policy: the packets that its class-map matches, and what becomes of them.
struct PolicyEntry {
    const Block* lines = nullptr; ///< of the class
    AccessMatch packets;
    PrioritySet pcps;
    bool other = false; ///< DSCP and CoS do not determine which packets match
    bool nothing = false; ///< no packet of RoCE matches
    /// Set if packets need one of these CoS values besides what else they match.
    std::optional<PrioritySet> needed_pcps;
    bool live = true; ///< packets of the port can match; the others come last
    Setting<std::uint8_t> tc; ///< traffic class of its packets
    const Fact* rewrite = nullptr; ///< the line that writes their DSCP
    std::vector<Meter> meters; ///< those of its policers, without code points
};

/// All classes of one policy, in the order in which packets are compared with them.
struct PolicyEntries {
    const Block* policy = nullptr;
    std::vector<PolicyEntry> classes;
    Setting<std::uint8_t> rest; ///< traffic class of packets that match no class
    std::optional<std::vector<Meter>> rest_meters; ///< set if the policy has a class for such packets
    bool all_by_pcp = true; ///< a class of all packets classifies by CoS as well
};

/// How one policy classifies the packets that enter a port.
struct PolicyClassification {
    Setting<Trust> trust;
    Setting<std::uint8_t> default_tc;
    Ref dscp_map;
    Ref pcp_map;
    Ref rewrite_map;
    bool rewrite_unread = false; ///< a line that writes the DSCP of a class is not understood
    Ref policy; ///< set if the maps cannot express it
    std::vector<Meter> meters; ///< what its classes drop by their rate
};

/// Adds the maps of the classes to the device, or the policy itself if DSCP and CoS alone do not decide. The first class that
/// matches a packet counts. The map that take_rewrites() adds is not among them.
[[nodiscard]] PolicyClassification classify(DeviceLines& config, const PolicyEntries& entries);
/// Adds the map by which the classes write DSCPs, as far as their traffic classes are known.
void take_rewrites(DeviceLines& config, const PolicyEntries& entries, PolicyClassification& made);
/// Returns what the classes drop by the rate of their packets.
[[nodiscard]] std::vector<Meter> meters_of(const PolicyEntries& entries);
/// Gives a port the classification of a policy, which it has from the line of this origin.
void bind_classification(
    DeviceLines& config, std::uint32_t port, const PolicyClassification& made, OriginId origin);

}
