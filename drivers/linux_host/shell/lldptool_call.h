// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace rocelint::linux_host {

/// The options of one lldptool command (lldptool(8), open-lldp's lldptool.c).
struct LldptoolCall {
    enum class Action : std::uint8_t {
        shows_tlv, ///< -t, get-tlv
        sets, ///< -T, set-tlv, -L, set-lldp
        other, ///< -l, -S, -p and the rest
    };
    Action action = Action::other;
    std::string_view interface; ///< -i
    std::string_view tlv; ///< -V: "PFC", "ETS-CFG"; empty if all are meant
    bool configuration = false; ///< -c: the configuration instead of the TLV that was sent
    bool neighbour = false; ///< -n: what the neighbour sent
};

/// `arguments` follow the command's name. Letters of options may be joined: "-Ti eth0".
[[nodiscard]] LldptoolCall parse_lldptool(std::string_view arguments);

}
