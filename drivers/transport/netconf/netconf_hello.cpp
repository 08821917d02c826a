// SPDX-License-Identifier: Apache-2.0
// Exchanges the hellos before libnetconf2 sees anything, because it would fetch every module that a device
// names, and because some servers mix up a hello and a first chunk.
#include "drivers/transport/netconf/netconf_hello.h"

#include "drivers/transport/netconf/netconf_framing.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <libssh/libssh.h>

namespace rocelint {
namespace {

constexpr std::string_view our_hello = R"(<?xml version="1.0" encoding="UTF-8"?>
<hello xmlns="urn:ietf:params:xml:ns:netconf:base:1.0"><capabilities>
<capability>urn:ietf:params:netconf:base:1.0</capability>
<capability>urn:ietf:params:netconf:base:1.1</capability>
</capabilities></hello>
]]>]]>)";
constexpr std::size_t largest_hello = std::size_t{4} << 20;

std::string unescaped(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const std::size_t at = std::min(text.find("&amp;"), text.size());
        result += text.substr(0, at);
        text.remove_prefix(at);
        if (!text.empty()) {
            result += '&';
            text.remove_prefix(5);
        }
    }
    return result;
}

// The text of the next element of this name from `at` on, with or without a prefix; moves `at` past the
// element. Without such an element `at` becomes npos.
std::string_view next_value(std::string_view text, std::string_view name, std::size_t& at)
{
    const std::string tag_end = fmt::format("{}>", name);
    const std::size_t begin = text.find(tag_end, at);
    const std::size_t end = begin == std::string_view::npos ? begin : text.find("</", begin);
    const std::size_t after = end == std::string_view::npos ? end : text.find('>', end);
    at = after == std::string_view::npos ? after : after + 1;
    return at == std::string_view::npos
        ? std::string_view()
        : ascii::trimmed(text.substr(begin + tag_end.size(), end - begin - tag_end.size()), ascii::is_white);
}

}

bool read_hello(std::string_view text, NetconfHello& hello)
{
    const std::size_t end = text.find(end_of_message);
    if (end == std::string_view::npos)
        return false;
    hello.rest = text.substr(end + end_of_message.size());
    // Some devices send a plain-text greeting before the hello.
    std::size_t at = text.find("hello");
    if (at >= end)
        return false;
    text = text.substr(0, end);
    std::size_t id_at = at;
    hello.id = next_value(text, "session-id", id_at);
    while (at < text.size()) {
        const std::string_view capability = next_value(text, "capability", at);
        if (capability.empty())
            continue;
        hello.capabilities.push_back(unescaped(capability));
        hello.chunked = hello.chunked || capability == "urn:ietf:params:netconf:base:1.1";
    }
    return !hello.id.empty() && hello.id.find_first_not_of("0123456789") == std::string::npos;
}

Result<NetconfHello> start_netconf(Channel& channel, const Limit& limit)
{
    constexpr std::string_view doing = "starting NETCONF";
    const Connection& connection = channel.connection();
    {
        const SocketWatch::Guard guard(connection.socket.get(), limit);
        if (ssh_channel_request_subsystem(channel.get(), "netconf") != SSH_OK)
            return connection.failure(guard, doing);
    }
    // Send our hello at once, before the device's arrives: a server that has not read it when the first
    // chunked request arrives may treat both as one message (netconfd 2.13 does).
    if (auto sent = channel.write(our_hello, limit, doing); !sent)
        return tl::unexpected(sent.error());
    std::string text;
    while (text.size() < largest_hello) {
        const std::size_t before = text.size();
        if (channel.read(text, false, limit.left(50)) < 0)
            return fail(ErrorKind::unreachable,
                fmt::format("{}: {}: the device ended it without a hello", connection.name, doing));
        NetconfHello hello;
        // The mark may have arrived in two pieces.
        const std::size_t from = before < end_of_message.size() ? 0 : before - end_of_message.size();
        if (text.size() > before && text.find(end_of_message, from) != std::string::npos) {
            if (read_hello(text, hello))
                return hello;
            break;
        }
        if (limit.reached())
            return connection.gave_up(limit, doing);
    }
    return fail(ErrorKind::refused,
        fmt::format("{}: {}: the device did not send a valid NETCONF hello", connection.name, doing));
}

}
