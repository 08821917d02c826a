// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"

#include <optional>
#include <string>
#include <vector>

namespace rocelint {

/// How the length of a cable is known, in ascending order of trust.
enum class CableEvidence : std::uint8_t {
    unknown,
    profile, ///< the length that the bound headroom profile was computed for
    configured, ///< the length configured on the device
    media, ///< what the cable's EEPROM or transceiver reports
    plan, ///< the topology
};

/// The length of a cable with its evidence.
struct CableLength {
    Metres length;
    CableEvidence evidence = CableEvidence::unknown;
    Span at;
    [[nodiscard]] bool known() const { return evidence != CableEvidence::unknown; }
    /// Reported by the cable or the topology, rather than assumed for the headroom.
    [[nodiscard]] bool real() const { return evidence >= CableEvidence::media; }
};

/// "300 m of cable (topology.yaml)".
[[nodiscard]] std::string describe(const CableLength& cable);

/// The length from the topology or from the cable at either end. Ignores configured lengths and the reach of
/// optics.
[[nodiscard]] CableLength real_cable(const Fabric& fabric, PortId id);
/// The length that headroom must cover: the real one, otherwise the configured one, otherwise that of
/// `profile`.
[[nodiscard]] CableLength cable_for_headroom(const Fabric& fabric, PortId id, const BufferProfile* profile);

/// The priority groups of one port that share a buffer profile and have headroom.
struct LosslessGroups {
    const BufferProfile* profile = nullptr;
    OriginId bound; ///< where the profile is bound to the first of the groups
    PrioritySet priorities; ///< the priorities that these groups make the port pause
};
/// Grouped by profile, in order of group. Groups that serve no PFC priority are left out.
[[nodiscard]] std::vector<LosslessGroups> lossless_groups(const Device& device, const Port& port);

/// Whether headroom matters here: a physical switch port that carries RDMA and pauses a priority.
[[nodiscard]] bool pauses_rdma(const Analysis& analysis, PortId id);

/// Whether the device has a shared headroom pool; nullopt if its pools are not visible.
[[nodiscard]] std::optional<bool> has_shared_headroom(const Device& device);

}
