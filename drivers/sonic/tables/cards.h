// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/tables/forms.h"

namespace rocelint::sonic {

/// For each file, the number of its card of a chassis (switch_type voq); empty unless the files are those of several
/// cards, whose ports have the same names. A file without a hostname belongs to the card whose configuration is in the
/// same folder.
[[nodiscard]] std::vector<std::uint32_t> find_cards(const Config& config, std::span<const Tree> trees);

}
