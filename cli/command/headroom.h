// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "models/catalog/asic.h"
#include "models/physics/headroom.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocelint::cli {

enum class HeadroomFormat : std::uint8_t { text, json };
enum class HeadroomChoice : std::uint8_t { automatic, lua, components, table };

/// Cables to work out, from the shortest to the longest.
struct CableRange {
    Metres from;
    Metres to;
    std::uint32_t step = 1;
};

/// What has a default that depends on other options.
struct HeadroomStated {
    std::optional<BitsPerSecond> speed; ///< has no default
    std::optional<Metres> cable;
    std::optional<std::uint32_t> lanes;
    std::optional<std::uint32_t> mtu; ///< bytes
    std::optional<std::uint32_t> lossless_mtu; ///< bytes
    std::optional<std::uint32_t> small_packets; ///< percent
    std::optional<std::uint32_t> response_quanta;
};

/// `rocelint headroom`.
struct HeadroomOptions {
    HeadroomStated stated;
    physics::HeadroomInput input;
    const catalog::Asic* asic = nullptr;
    const catalog::NicModel* nic = nullptr;
    HeadroomChoice model = HeadroomChoice::automatic;
    std::uint32_t oversubscription = 0; ///< of the shared headroom pool; 0: there is none
    HeadroomFormat format = HeadroomFormat::text;
    std::optional<CableRange> sweep;
    std::vector<std::string> assumed; ///< what was not stated, for people: "4 lanes"
};

/// Fills in what was not stated: by the speed, by the NIC, or by a default that is listed in `assumed`. Says which option is
/// missing, or does not go with another.
[[nodiscard]] std::optional<std::string> complete_headroom(HeadroomOptions& options);

/// Prints the headroom of one lossless class of one port by every model that applies, term by term.
[[nodiscard]] ExitCode run_headroom(const HeadroomOptions& options);

}
