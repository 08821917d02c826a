// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/text/source.h"

#include <string>

namespace rocelint {

/// The device as text for `rocelint debug model` and for tests: one setting per line, each with its origin
/// (`explicit leaf1.cfg:17`, `default`, `unread`). Settings that are unread without a reason are left out.
[[nodiscard]] std::string dump(const Device& device, const SourceSet& sources);

}
