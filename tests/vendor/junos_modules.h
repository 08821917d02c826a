// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/vendor/yang_schema.h"

#include <string>

namespace rocelint::vendor::junos_config {

/// Juniper's modules for QFX, loaded once, which takes seconds. Null where there are none, which is then said.
[[nodiscard]] const YangSchema* modules();

/// What the modules have against a text in any notation, a script of commands or a <config>; empty where nothing.
[[nodiscard]] std::string fault_of(
    const YangSchema& schema, const std::string& text, YangSchema::Extent extent);

}
