// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/engine.h"
#include "workspace/outcome.h"

#include <string>

namespace rocelint::cli {

/// What a service knows a finding by from one run to the next, however the paths were typed. Of several fabrics it begins with
/// the folder of its own as seen from the checkout, since two sites often have devices of equal names.
[[nodiscard]] std::string service_fingerprint(const Finding& finding, const workspace::Outcome& outcome);

}
