// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/hierarchy/draft.h"
#include "drivers/hierarchy/keyword.h"
#include "drivers/hierarchy/statement.h"
#include "models/fabric/port.h"
#include "models/fabric/value/spelling.h"

#include <string_view>

namespace rocelint::srlinux {

using hierarchy::Draft;
using hierarchy::Form;
using hierarchy::Grammar;
using hierarchy::Hierarchy;
using hierarchy::Keyword;
using hierarchy::Statement;

/// SR Linux, in all its notations. Paths, units and ranges are those of Nokia's YANG modules for 25.3.1.
extern const hierarchy::Language language;

/// Returns every keyword of every level.
[[nodiscard]] std::vector<std::string_view> words_of_grammar();

/// Bytes of the Ethernet header, which `mtu` counts and `ip-mtu` does not.
inline constexpr std::uint64_t frame_header = 14;

/// The words of `forward-error-correction` (srl_nokia-interfaces.yang). rs-108 is the Reed-Solomon code of 25 Gb/s.
inline constexpr Spelling<Fec> fec_words[]{{"disabled", Fec::none},
    {"base-r", Fec::base_r},
    {"rs-528", Fec::rs528},
    {"rs-528", Fec::rs},
    {"rs-544", Fec::rs544},
    {"rs-108", Fec::rs528, true}};

}
