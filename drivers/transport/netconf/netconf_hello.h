// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/channel.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// A device's hello.
struct NetconfHello {
    std::vector<std::string> capabilities; ///< all, as the device wrote them
    std::string id; ///< session-id
    std::string rest; ///< bytes received after the hello
    /// The device offers base:1.1, so all later messages are framed in chunks.
    bool chunked = false;
};

/// Starts the NETCONF subsystem, sends our hello and reads the device's.
[[nodiscard]] Result<NetconfHello> start_netconf(Channel& channel, const Limit& limit);

/// Parses a text that holds a complete hello and perhaps more; false if it holds none.
[[nodiscard]] bool read_hello(std::string_view text, NetconfHello& hello);

}
