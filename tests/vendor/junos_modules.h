// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/vendor/yang_schema.h"

#include <string>

namespace rocelint::vendor::junos_config {

/// Juniper's modules for QFX, loaded once, which takes seconds. Returns null, and reports it, if there are none.
[[nodiscard]] const YangSchema* modules();

/// The modules' objection to a text in any notation, a script of commands or a <config>; empty if none.
[[nodiscard]] std::string fault_of(
    const YangSchema& schema, const std::string& text, YangSchema::Extent extent);

}
