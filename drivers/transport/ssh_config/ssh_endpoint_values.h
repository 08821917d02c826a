// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/ssh_config/ssh_config.h"
#include "drivers/transport/ssh_config/ssh_host_settings.h"

namespace rocelint {

/// Fills an endpoint with what the settings of its host and OpenSSH's defaults give it. `invalid`, with file and line,
/// for the first value that is wrong.
[[nodiscard]] Result<void> set_endpoint_values(
    Endpoint& endpoint, const SshSurroundings& around, const SshHostSettings& settings);

/// 1 to 65535; 0 if the text is not a port.
[[nodiscard]] std::uint16_t read_port_number(std::string_view text);

}
