// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/vendor/yang_schema.h"

#include <set>
#include <string>
#include <string_view>

namespace rocelint::vendor::config_db {

/// SONiC's modules, loaded once. Returns null, and reports it, if there are none.
[[nodiscard]] const YangSchema* modules();

/// The modules' first objection to a configuration, empty if none. Tables that no module defines are added to `unmodelled`.
[[nodiscard]] std::string fault_of(
    const YangSchema& schema, std::string_view text, std::set<std::string>& unmodelled);

}
