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
    std::string rest; ///< what came after it
    bool chunked = false; ///< it offers base:1.1, and so messages are framed in chunks from now on
};

/// Starts the NETCONF subsystem, sends our hello and reads the device's.
[[nodiscard]] Result<NetconfHello> start_netconf(Channel& channel, const Limit& limit);

/// The same of a text that holds a whole hello and perhaps more; false where it holds none.
[[nodiscard]] bool read_hello(std::string_view text, NetconfHello& hello);

}
