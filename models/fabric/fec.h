// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/port.h"

#include <string>
#include <string_view>

namespace rocelint {

/// Whether this is a Reed-Solomon code, by its own name or by that of the speed's.
[[nodiscard]] constexpr bool is_reed_solomon(Fec fec)
{
    return fec == Fec::rs || fec == Fec::rs528 || fec == Fec::rs544;
}

/// The code as a platform has it that names all of Reed-Solomon by one word.
[[nodiscard]] constexpr Fec family_of(Fec fec) { return is_reed_solomon(fec) ? Fec::rs : fec; }

/// Whether the port is known to have lanes of 50 Gb/s and more, which are PAM4 (802.3-2022 clauses 135 to 140, and 802.3ck).
[[nodiscard]] bool is_pam4(const Port& port);

/// Whether `Fec::rs`, the Reed-Solomon code of the speed, is known to be this one on the port: RS(544,514) on PAM4 lanes
/// (802.3-2022 clauses 119 and 134), RS(528,514) on slower ones (clauses 91 and 108).
[[nodiscard]] bool rs_is(const Port& port, Fec code);

/// Why a platform that has one word for the Reed-Solomon codes cannot be told to use this one on the port, or nothing where
/// the word means it: ""rs" is the Reed-Solomon code of the port's lanes, which is not known to be RS(544,514) on Ethernet0".
[[nodiscard]] std::string no_word_for_code(std::string_view word, const Port& port, Fec code);

}
