// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/port.h"

#include <string>
#include <string_view>

namespace rocelint {

/// Whether this is a Reed-Solomon code, named directly or as the speed's Reed-Solomon code (`rs`).
[[nodiscard]] constexpr bool is_reed_solomon(Fec fec)
{
    return fec == Fec::rs || fec == Fec::rs528 || fec == Fec::rs544;
}

/// The code as reported by a platform that has only one word for all Reed-Solomon codes.
[[nodiscard]] constexpr Fec family_of(Fec fec) { return is_reed_solomon(fec) ? Fec::rs : fec; }

/// Whether the port is known to have lanes of 50 Gb/s or more, which are PAM4 (802.3-2022 clauses 135 to 140,
/// and 802.3ck).
[[nodiscard]] bool is_pam4(const Port& port);

/// Whether `Fec::rs`, the Reed-Solomon code of the speed, is known to be `code` on this port: RS(544,514) on
/// PAM4 lanes (802.3-2022 clauses 119 and 134), RS(528,514) on slower lanes (clauses 91 and 108).
[[nodiscard]] bool rs_is(const Port& port, Fec code);

/// Why a platform with one word for all Reed-Solomon codes cannot select `code` on the port, or empty if the
/// word means that code: ""rs" is the Reed-Solomon code of the port's lanes, which is not known to be
/// RS(544,514) on Ethernet0".
[[nodiscard]] std::string no_word_for_code(std::string_view word, const Port& port, Fec code);

}
