// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "models/catalog/asic.h"
#include "models/physics/headroom.h"
#include "models/text/result.h"

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

/// `rocelint headroom`.
struct HeadroomOptions {
    physics::HeadroomInput input;
    const catalog::Asic* asic = nullptr;
    const catalog::NicModel* nic = nullptr;
    HeadroomChoice model = HeadroomChoice::automatic;
    std::uint32_t oversubscription = 0; ///< of the shared headroom pool; 0: there is none
    HeadroomFormat format = HeadroomFormat::text;
    std::optional<CableRange> sweep;
    std::vector<std::string> assumed; ///< what was not stated, for people: "4 lanes"
};

/// The options of `rocelint headroom` as the user typed them; empty where not stated.
struct HeadroomWords {
    std::string speed, lanes, cable, mtu, lossless_mtu, small_packets, gearbox, macsec, asic, nic, model,
        shared_headroom, response_quanta, interfaces, format, sweep;
};

/// One option of the command line for a word.
struct HeadroomOption {
    const char* name;
    const char* value;
    std::string HeadroomWords::*word;
    const char* description;
};
inline constexpr HeadroomOption headroom_option_table[] = {
    {"--speed", "SPEED", &HeadroomWords::speed, "Speed of the port: 400G or 100000 (Mb/s)"},
    {"--cable", "LENGTH", &HeadroomWords::cable, "Length of the cable: 30m or 2km"},
    {"--lanes", "N", &HeadroomWords::lanes, "Serial lanes of the port (default: 8 from 800G on, else 4)"},
    {"--mtu", "BYTES", &HeadroomWords::mtu, "Largest packet of any class (default: 9100)"},
    {"--lossless-mtu",
        "BYTES",
        &HeadroomWords::lossless_mtu,
        "Largest packet of the lossless class (default: 1024)"},
    {"--small-packets",
        "PERCENT",
        &HeadroomWords::small_packets,
        "Share of lossless packets of minimal size (default: 50)"},
    {"--gearbox-ns", "NS", &HeadroomWords::gearbox, "Delay of a gearbox, each way"},
    {"--macsec-ns", "NS", &HeadroomWords::macsec, "Delay that MACsec adds at each end"},
    {"--asic",
        "NAME",
        &HeadroomWords::asic,
        "The switch's ASIC, hardware SKU or platform, such as spectrum-4"},
    {"--nic", "NAME", &HeadroomWords::nic, "Show the receive buffer of this NIC too, such as mlx5"},
    {"--model",
        "MODEL",
        &HeadroomWords::model,
        "lua (SONiC's own), 8021qbb (by components), table (as shipped) or auto (all that apply)"},
    {"--shared-headroom",
        "RATIO",
        &HeadroomWords::shared_headroom,
        "Oversubscription of the shared headroom pool, where there is one"},
    {"--response-quanta",
        "N",
        &HeadroomWords::response_quanta,
        "Time that the peer takes to stop, in pause quanta (default: by speed)"},
    {"--interfaces",
        "N",
        &HeadroomWords::interfaces,
        "Interface delays that the component model counts: 1, or 2 for both ends (default: 1)"},
    {"--sweep", "RANGE", &HeadroomWords::sweep, "A table over cables: cable=5..300 or cable=5..300:10"},
    {"--format", "FORMAT", &HeadroomWords::format, "text or json (default: text)"},
};

/// What the words mean, or which of them is refused and why.
[[nodiscard]] Result<HeadroomOptions> read_headroom_words(const HeadroomWords& words);

/// Prints the headroom of one lossless class of one port by every model that applies, term by term.
[[nodiscard]] ExitCode run_headroom(const HeadroomOptions& options);

}
