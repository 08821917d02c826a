// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "models/catalog/asic.h"
#include "models/physics/headroom.h"
#include "models/text/objection.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocelint::cli {

enum class HeadroomFormat : std::uint8_t { text, json };
enum class HeadroomChoice : std::uint8_t { automatic, lua, components, table };

/// The cable lengths to calculate, from the shortest to the longest.
struct CableRange {
    Metres from;
    Metres to;
    std::uint32_t step = 1;
};

/// Values whose default depends on other options.
struct HeadroomStated {
    std::optional<BitsPerSecond> speed; ///< has no default
    std::optional<Metres> cable;
    std::optional<std::uint32_t> lanes;
    std::optional<std::uint32_t> mtu; ///< bytes
    std::optional<std::uint32_t> lossless_mtu; ///< bytes
    std::optional<std::uint32_t> small_packets; ///< percent
    std::optional<std::uint32_t> response_quanta;
};

/// Options of `rocelint headroom`.
struct HeadroomOptions {
    HeadroomStated stated;
    physics::HeadroomInput input;
    const catalog::Asic* asic = nullptr;
    const catalog::NicModel* nic = nullptr;
    HeadroomChoice model = HeadroomChoice::automatic;
    std::uint32_t oversubscription = 0; ///< of the shared headroom pool; 0: no pool
    HeadroomFormat format = HeadroomFormat::text;
    std::optional<CableRange> sweep;
    std::vector<std::string> assumed; ///< values that the user did not state, for display: "4 lanes"
};

/// Fills in values that were not stated: from the speed, from the NIC, or with a default that is listed in
/// `assumed`. Objects if an option is missing or conflicts with another.
[[nodiscard]] Objection complete(HeadroomOptions& options);

/// Prints the headroom of one lossless class of one port according to every applicable model, term by term.
[[nodiscard]] ExitCode run_headroom(const HeadroomOptions& options);

}
