// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/engine/engine.h"
#include "workspace/check/outcome.h"

#include <string>

namespace rocelint::cli {

/// The fingerprint by which a service recognizes a finding from run to run, however the paths were typed and
/// whatever else was checked. Two sites often have devices with equal names, so it begins with the folder of
/// the fabric, relative to the checkout. A fabric without a policy or topology of its own, or outside of the
/// checkout, gets this prefix only if there are several fabrics.
[[nodiscard]] std::string service_fingerprint(const Finding& finding, const workspace::Outcome& outcome);

}
