// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/cells.h"

#include <string>
#include <vector>

namespace rocelint::sonic {

/// An RFC 6902 JSON patch for `config apply-patch`: what is referred to before what refers to it, and no table left
/// empty. The updater sorts the steps itself.
[[nodiscard]] std::string patch_of(const Config& config, const std::vector<WantedRow>& rows);

/// What the updater makes of the rows, by sonic_updater.yaml: Commands::refused, interruptions and doubt. Changes that a
/// row belongs to share its fate.
void ask_updater(
    const Config& config, const Device& device, const std::vector<WantedRow>& rows, Commands& commands);

}
