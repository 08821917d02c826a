// SPDX-License-Identifier: Apache-2.0
#include "drivers/transport/netconf_translate.h"

#include "drivers/transport/netconf_framing.h"

#include <fmt/format.h>

namespace rocelint {
namespace {

// Device to library: whole messages, in chunks.
RelayFilter inward(std::shared_ptr<NetconfInbox> inbox, bool chunked)
{
    return [inbox = std::move(inbox), deframer = NetconfDeframer(chunked)](
               std::string_view in, std::string& out) mutable {
        std::vector<std::string> messages;
        if (!deframer.feed(in, messages))
            return false;
        for (std::string& message : messages) {
            if (deeper_than(message, deepest_xml))
                return false;
            out += frame_message(message, true);
            const std::lock_guard lock(inbox->mutex);
            inbox->message = std::move(message);
        }
        return true;
    };
}

// Library to device: all but the hello, which has been sent, as the device wants it framed.
RelayFilter outward(bool chunked)
{
    return [chunked, deframer = NetconfDeframer(false), greeted = false](
               std::string_view in, std::string& out) mutable {
        std::vector<std::string> messages;
        bool framed = deframer.feed(in, messages);
        if (!greeted && !messages.empty()) {
            greeted = true;
            messages.clear();
            deframer.set_chunked(true);
            framed = deframer.feed({}, messages);
        }
        for (const std::string& message : messages)
            out += frame_message(message, chunked);
        return framed;
    };
}

}

RelayFilters translate_netconf(std::shared_ptr<NetconfInbox> inbox, bool chunked)
{
    return {inward(std::move(inbox), chunked), outward(chunked)};
}

std::string hello_for_library(const std::string& id)
{
    return fmt::format("<hello xmlns=\"urn:ietf:params:xml:ns:netconf:base:1.0\"><capabilities>"
                       "<capability>urn:ietf:params:netconf:base:1.0</capability>"
                       "<capability>urn:ietf:params:netconf:base:1.1</capability></capabilities>"
                       "<session-id>{}</session-id></hello>{}",
        id,
        end_of_message);
}

}
