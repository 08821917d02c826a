// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/relay.h"

#include <memory>
#include <mutex>
#include <string>

namespace rocelint {

/// What came in last, where a relay's thread puts it, and what is to go out next.
struct NetconfInbox {
    std::mutex mutex;
    std::string message;
    std::string
        refusal; ///< why what came in was not taken, of the answer: "is larger than 64 MiB"; ends the relay
    std::string operation; ///< takes the place of the next <raw/> that the library writes
};

/// Messages on their way between a device, framed with marks or in `chunked` form, and libnetconf2, which is made to
/// speak in chunks. To the library go whole messages only, each kept in the inbox before. From the library everything
/// goes but its hello.
[[nodiscard]] RelayFilters translate_netconf(std::shared_ptr<NetconfInbox> inbox, bool chunked);

/// What libnetconf2 is to believe of the device: this session-id, chunks, and no module.
[[nodiscard]] std::string hello_for_library(const std::string& id);

}
