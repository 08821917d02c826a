// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/vendor/yang_schema.h"

#include <set>
#include <string>
#include <string_view>

namespace rocelint::vendor::config_db {

/// SONiC's modules, loaded once. Null where there are none, which is then said.
[[nodiscard]] const YangSchema* modules();

/// What the modules have against a configuration, empty where nothing: the first thing only. Tables that none of them has
/// are added to `unmodelled`.
[[nodiscard]] std::string fault_of(
    const YangSchema& schema, std::string_view text, std::set<std::string>& unmodelled);

}
