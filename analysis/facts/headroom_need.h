// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/catalog/asic.h"
#include "models/physics/headroom.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rocelint {

/// What is asked of the headroom models for one lossless class of one port.
struct HeadroomQuestion {
    physics::HeadroomInput input;
    const catalog::Asic* asic = nullptr;
    /// Shipped for the very switch, which may have had several: the usual one first.
    std::vector<const catalog::HeadroomTable*> tables;
    std::optional<bool> shared_headroom; ///< nothing where it cannot be told
    HeadroomChoice choice = HeadroomChoice::automatic;
};

/// A headroom that one of the models calls enough.
struct AcceptedHeadroom {
    Bytes xoff;
    const catalog::HeadroomTable* table = nullptr; ///< a row of a shipped table
    Metres row; ///< the length of that row
    const catalog::Asic* asic = nullptr; ///< the formula of its vendor
    bool complete = true; ///< else the component model lacks the delay of the interfaces
};

/// "the table shipped for ACS-MSN3700, row of 40 m".
[[nodiscard]] std::string describe(const AcceptedHeadroom& accepted);

/// What the models answer.
struct HeadroomNeed {
    std::vector<AcceptedHeadroom> accepted; ///< smallest first
    AcceptedHeadroom advised; ///< of the model that knows the switch best; empty where none is accepted
    /// Rows that other switches ship for this speed and length, smallest first; only where nothing is known of the
    /// chip, since then it may be one of theirs.
    std::span<const Bytes> elsewhere;
    bool knows_switch = false; ///< a formula or a table is for this very chip
    Bytes floor; ///< below it packets are lost even if the peer stops at once
    /// A row that is shipped for the very switch and lies below the floor; or null.
    const catalog::HeadroomTable* shipped_below_floor = nullptr;
    /// The least that the vendor of the chip asks for; nothing where none is known.
    [[nodiscard]] std::optional<Bytes> least_of_vendor() const;
};

/// Asks the models that the choice allows. With `automatic` the shipped tables, the vendor's formula and, where the
/// cells of the chip are known, the component model; a choice that nothing is known for gives no accepted headroom.
[[nodiscard]] HeadroomNeed headroom_need(const HeadroomQuestion& question);

/// The physical inputs of a speed and length as far as the catalog knows them, with neutral values for the rest.
[[nodiscard]] physics::HeadroomInput headroom_input(BitsPerSecond speed, Metres cable);

enum class HeadroomVerdict : std::uint8_t {
    enough, ///< meets a model
    small, ///< meets none
    lossy, ///< below the floor, or a share of what the vendor asks for that no assumption explains
    unproven, ///< meets none, and none is of this switch
};
/// Judges `xoff`, which may be `tolerance` bytes short of a model; `share` of the least that the vendor asks for is
/// the limit of lossy.
[[nodiscard]] HeadroomVerdict judge(const HeadroomNeed& need, Bytes xoff, Bytes tolerance, double share);

}
