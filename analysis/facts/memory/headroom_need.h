// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "models/catalog/asic.h"
#include "models/physics/headroom.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rocelint {

/// The input to the headroom models for one lossless class of one port.
struct HeadroomQuestion {
    physics::HeadroomInput input;
    const catalog::Asic* asic = nullptr;
    /// The tables shipped for this exact switch, which may have several: the usual one first.
    std::vector<const catalog::HeadroomTable*> tables;
    std::optional<bool> shared_headroom; ///< nullopt if unknown
    HeadroomChoice choice = HeadroomChoice::automatic;
};

/// A headroom that one of the models accepts.
struct AcceptedHeadroom {
    Bytes xoff;
    const catalog::HeadroomTable* table = nullptr; ///< set if a row of a shipped table accepts it
    Metres row; ///< the cable length of that row
    const catalog::Asic* asic = nullptr; ///< set if the formula of this chip's vendor accepts it
    bool complete = true; ///< false: the component model lacks the delay of the interfaces
};

/// "the table shipped for ACS-MSN3700, row of 40 m".
[[nodiscard]] std::string describe(const AcceptedHeadroom& accepted);

/// The requirements of the models.
struct HeadroomNeed {
    std::vector<AcceptedHeadroom> accepted; ///< smallest first
    AcceptedHeadroom advised; ///< from the model that knows the switch best; empty if none is accepted
    /// Table rows of other switches for this speed and length, smallest first. Only set if the chip is
    /// unknown, since it may then be the chip of one of those switches.
    std::span<const Bytes> elsewhere;
    bool knows_switch = false; ///< there is a formula or a table for this exact chip
    Bytes floor; ///< below it packets are lost even if the peer stops at once
    /// The table shipped for this exact switch whose row is below `floor`; or null.
    const catalog::HeadroomTable* shipped_below_floor = nullptr;
    /// The minimum that the chip's vendor asks for; nullopt if unknown.
    [[nodiscard]] std::optional<Bytes> least_of_vendor() const;
};

/// Evaluates the models that the choice allows. `automatic` uses the shipped tables, the vendor's formula
/// and, if the chip's cell size is known, the component model. If the chosen model has no data, no headroom
/// is accepted.
[[nodiscard]] HeadroomNeed headroom_need(const HeadroomQuestion& question);

/// The physical inputs for a speed and cable length from the catalog, with neutral values for the rest.
[[nodiscard]] physics::HeadroomInput headroom_input(BitsPerSecond speed, Metres cable);

enum class HeadroomVerdict : std::uint8_t {
    enough, ///< satisfies a model
    small, ///< satisfies no model
    lossy, ///< below the floor, or below a share of the vendor's minimum that no assumption explains
    unproven, ///< satisfies no model, and no model is for this switch
};
/// Judges `xoff`, which may be `tolerance` bytes short of a model. Below `share` times the vendor's minimum
/// it is lossy.
[[nodiscard]] HeadroomVerdict judge(const HeadroomNeed& need, Bytes xoff, Bytes tolerance, double share);

}
