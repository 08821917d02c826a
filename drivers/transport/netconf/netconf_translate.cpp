// SPDX-License-Identifier: Apache-2.0
// Reframes messages between a device and libnetconf2 and inserts operations that the library cannot write.
#include "drivers/transport/netconf/netconf_translate.h"

#include "drivers/transport/netconf/netconf_answer.h"
#include "drivers/transport/netconf/netconf_framing.h"

#include <fmt/format.h>

namespace rocelint {
namespace {

// We parse replies ourselves. The library needs only the number,
// and would take minutes and a gigabyte for a large reply.
std::string for_library(const std::string& message)
{
    const std::optional<std::string> number = reply_number(message);
    return number ? fmt::format("<rpc-reply xmlns=\"urn:ietf:params:xml:ns:netconf:base:1.0\" "
                                "message-id=\"{}\"><ok/></rpc-reply>",
               *number)
                  : message;
}

// From the device to the library: complete messages, in chunks.
RelayFilter inward(std::shared_ptr<NetconfInbox> inbox, bool chunked)
{
    return [inbox = std::move(inbox), deframer = NetconfDeframer(chunked)](
               std::string_view in, std::string& out) mutable {
        const auto refuse = [&](std::string why) {
            const std::lock_guard lock(inbox->mutex);
            inbox->refusal = std::move(why);
            return false;
        };
        std::vector<std::string> messages;
        if (!deframer.feed(in, messages))
            return refuse(deframer.overflowed()
                    ? fmt::format("is larger than {} MiB", NetconfDeframer::largest >> 20)
                    : "is not framed as RFC 6242 says");
        for (std::string& message : messages) {
            if (auto why = too_much_xml(message))
                return refuse(*std::move(why));
            out += frame_message(for_library(message), true);
            const std::lock_guard lock(inbox->mutex);
            inbox->message = std::move(message);
        }
        return true;
    };
}

// The library writes only operations that its schema knows.
// Replaces its placeholder with the operation to send.
void insert_operation(NetconfInbox& inbox, std::string& message)
{
    const std::size_t begin = message.find("<raw");
    const std::lock_guard lock(inbox.mutex);
    if (inbox.operation.empty() || begin == std::string::npos)
        return;
    const std::size_t end = message.find("</rpc>", begin);
    if (end != std::string::npos)
        message.replace(begin, end - begin, inbox.operation);
    inbox.operation.clear();
}

// From the library to the device: everything except the hello,
// which was already sent, framed as the device expects.
RelayFilter outward(std::shared_ptr<NetconfInbox> inbox, bool chunked)
{
    return [inbox = std::move(inbox), chunked, deframer = NetconfDeframer(false), greeted = false](
               std::string_view in, std::string& out) mutable {
        std::vector<std::string> messages;
        bool framed = deframer.feed(in, messages);
        if (!greeted && !messages.empty()) {
            greeted = true;
            messages.clear();
            deframer.set_chunked(true);
            framed = deframer.feed({}, messages);
        }
        for (std::string& message : messages) {
            insert_operation(*inbox, message);
            out += frame_message(message, chunked);
        }
        return framed;
    };
}

}

RelayFilters translate_netconf(std::shared_ptr<NetconfInbox> inbox, bool chunked)
{
    RelayFilter to_device = outward(inbox, chunked);
    return {inward(std::move(inbox), chunked), std::move(to_device)};
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
