// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/engine.h"
#include "workspace/outcome.h"

#include <string>

namespace rocelint::cli {

/// What a service knows a finding by from one run to the next, however the paths were typed and whatever else was checked: two sites
/// often have devices of equal names, so that it begins with the folder of the fabric as seen from the checkout. Of a fabric that neither a
/// policy nor a topology marks, and of one outside of the checkout, it does so only where there are several.
[[nodiscard]] std::string service_fingerprint(const Finding& finding, const workspace::Outcome& outcome);

}
