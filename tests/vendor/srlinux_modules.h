// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/vendor/yang_schema.h"

#include <string>

namespace rocelint::vendor::srlinux_config {

/// Nokia's modules of SR Linux 25.3.1 with the features of a 7220 IXR-D5; null, with a report, if they are not at hand.
[[nodiscard]] const YangSchema* modules();

/// What the modules object to in a configuration, in lines or blocks, or in commands; empty if nothing. Lines that delete are
/// looked up, and count for nothing else.
[[nodiscard]] std::string fault_of(
    const YangSchema& schema, const std::string& text, YangSchema::Extent extent);

}
