// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/read/cells.h"

#include <string>
#include <vector>

namespace rocelint::sonic {

/// An RFC 6902 JSON patch for `config apply-patch`: adds rows before the rows that refer to them, and leaves
/// no table empty. The updater sorts the steps itself.
[[nodiscard]] std::string patch_of(const Config& config, const std::vector<WantedRow>& rows);

/// Adds what the updater does with the rows, according to sonic_updater.yaml, to Commands: refused,
/// interruptions and doubt. All changes that request the same row are treated alike.
void ask_updater(
    const Config& config, const Device& device, const std::vector<WantedRow>& rows, Commands& commands);

}
