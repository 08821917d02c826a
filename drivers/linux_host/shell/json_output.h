// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/shell/command.h"

namespace rocelint::linux_host {

/// Whether a tool prints this output as JSON too, if it is asked for JSON.
[[nodiscard]] bool may_be_json(Output output);
/// Whether JSON begins with this line, which is not empty. "[sudo] password for io1:" is not JSON.
[[nodiscard]] bool begins_json(std::string_view line);

}
