// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/relay.h"

#include <memory>
#include <mutex>
#include <string>

namespace rocelint {

/// The message received last, stored by the relay's thread, and the operation to send next.
struct NetconfInbox {
    std::mutex mutex;
    std::string message;
    /// Why a received answer was rejected: "is larger than 64 MiB"; ends the relay.
    std::string refusal;
    /// Replaces the next <raw/> that the library writes.
    std::string operation;
};

/// Filters for messages between a device, which frames with marks or in `chunked` form, and libnetconf2,
/// which is made to use chunks. The library gets only complete messages, each stored in the inbox first.
/// Everything from the library is passed on except its hello.
[[nodiscard]] RelayFilters translate_netconf(std::shared_ptr<NetconfInbox> inbox, bool chunked);

/// A hello for libnetconf2 in place of the device's: with this session-id, chunks, and no module.
[[nodiscard]] std::string hello_for_library(const std::string& id);

}
