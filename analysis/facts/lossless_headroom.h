// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"

#include <optional>
#include <string>
#include <vector>

namespace rocelint {

/// How the length of a cable is known, the most trusted last.
enum class CableEvidence : std::uint8_t {
    unknown,
    profile, ///< the length that the bound headroom was worked out for
    configured, ///< the length that the device was told
    media, ///< what the cable in the port says of itself
    plan, ///< the topology
};

/// The length of a cable with its evidence.
struct CableLength {
    Metres length;
    CableEvidence evidence = CableEvidence::unknown;
    Span at;
    [[nodiscard]] bool known() const { return evidence != CableEvidence::unknown; }
    /// Told by the cable or its plan, not by what headroom was made for.
    [[nodiscard]] bool real() const { return evidence >= CableEvidence::media; }
};

/// "300 m of cable (topology.yaml)".
[[nodiscard]] std::string describe(const CableLength& cable);

/// The length that the topology or the cable in either end tells. A configured length is none, and neither is the
/// reach of an optic.
[[nodiscard]] CableLength real_cable(const Fabric& fabric, PortId id);
/// The length that headroom must be enough for: the real one, else the configured one, else that of `profile`.
[[nodiscard]] CableLength cable_for_headroom(const Fabric& fabric, PortId id, const BufferProfile* profile);

/// Priority groups of one port that share a buffer profile and have headroom.
struct LosslessGroups {
    const BufferProfile* profile = nullptr;
    OriginId bound; ///< where the profile is bound to the first of them
    PrioritySet priorities; ///< that the port pauses for them
};
/// By profile, in order of group. Groups of no PFC priority are left out.
[[nodiscard]] std::vector<LosslessGroups> lossless_groups(const Device& device, const Port& port);

/// Whether headroom matters here: a physical switch port that carries RDMA and pauses a priority.
[[nodiscard]] bool pauses_rdma(const Analysis& analysis, PortId id);

/// Whether the device has a shared headroom pool; nothing where its pools are not visible.
[[nodiscard]] std::optional<bool> has_shared_headroom(const Device& device);

}
