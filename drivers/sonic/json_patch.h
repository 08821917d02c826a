// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/cells.h"

#include <string>
#include <vector>

namespace rocelint::sonic {

/// An RFC 6902 JSON patch for `config apply-patch`: what is referred to before what refers to it, and no table left
/// empty. The updater sorts the steps itself, and takes a port down while it changes its rows in BUFFER_PG,
/// PORT_QOS_MAP and QUEUE (sonic-utilities generic_config_updater/patch_sorter.py, RequiredValueIdentifier).
[[nodiscard]] std::string patch_of(const Config& config, const std::vector<WantedRow>& rows);

/// Why `config apply-patch` would refuse to write the row, or nothing.
[[nodiscard]] std::string refusal_of_patch(const WantedRow& row);

}
