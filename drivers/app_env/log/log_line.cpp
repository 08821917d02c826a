// SPDX-License-Identifier: Apache-2.0
// The messages are those of NVIDIA/nccl 2.4 to 2.30: src/debug.cc (ncclDebugLog: host, process, thread, GPU), src/misc/param.cc
// and src/transport/net_ib ("set by environment to", "set to"), src/init.cc ("Using network"), src/transport/net.cc
// ("Channel … via NET/…"), src/transport/net_ib/init.cc ("NET/IB : Using"). ROCm/rccl has the same.
#include "drivers/app_env/log/log_line.h"

#include "drivers/app_env/job/assignment.h"
#include "models/text/ascii.h"

#include <array>
#include <charconv>
#include <system_error>

namespace rocelint::app_env {
namespace {

constexpr std::string_view log_mark = " NCCL INFO ";

// Takes the number behind the last colon off a word, if there is one.
bool take_last_number(std::string_view& word)
{
    const std::size_t colon = word.rfind(':');
    if (colon == std::string_view::npos || !ascii::is_number(word.substr(colon + 1)))
        return false;
    word = word.substr(0, colon);
    return true;
}

// Takes the number that a text begins with.
std::optional<std::uint32_t> take_leading_number(std::string_view& text)
{
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end == text.data())
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

bool skip_beginning(std::string_view& text, std::string_view beginning)
{
    if (!text.starts_with(beginning))
        return false;
    text.remove_prefix(beginning.size());
    return true;
}

}

// Launchers write a rank in front of each line: "[1,0]<stdout>:gpu01:3517:3560 [0] NCCL INFO …".
std::optional<LogLine> log_line(std::string_view line)
{
    const std::size_t mark = line.find(log_mark);
    if (mark == std::string_view::npos)
        return std::nullopt;
    std::string_view head = ascii::trimmed_back(line.substr(0, mark), ascii::is_blank);
    if (head.ends_with(']'))
        head = ascii::trimmed_back(head.substr(0, head.rfind('[')), ascii::is_blank);
    head = head.substr(head.find_last_of(" \t") + 1);
    if (!take_last_number(head))
        return std::nullopt;
    std::string_view host = head;
    if (!take_last_number(host))
        return std::nullopt;
    const std::size_t begin = host.find_last_of(":>") + 1;
    host.remove_prefix(begin);
    head.remove_prefix(begin);
    if (host.empty())
        return std::nullopt;
    return LogLine{host, head, ascii::trimmed(line.substr(mark + log_mark.size()), ascii::is_blank_or_cr)};
}

std::optional<LoggedVariable> logged_variable(std::string_view message)
{
    constexpr auto phrases = std::to_array<std::string_view>({" set by environment to ", " set to "});
    const std::string_view name = message.substr(0, message.find(' '));
    if (!is_variable_name(name) || !is_communication_variable(name))
        return std::nullopt;
    for (const std::string_view phrase : phrases) {
        std::string_view value = message.substr(name.size());
        if (!skip_beginning(value, phrase))
            continue;
        value = ascii::trimmed(value, ascii::is_blank);
        // A sentence ends behind a number, and only there.
        const std::string_view digits = value.substr(value.starts_with('-') ? 1 : 0);
        if (digits.ends_with('.') && ascii::is_number(digits.substr(0, digits.size() - 1)))
            value.remove_suffix(1);
        const auto end = static_cast<std::size_t>(value.data() - message.data()) + value.size();
        return LoggedVariable{name, value, message.substr(0, end)};
    }
    return std::nullopt;
}

std::string_view logged_network(std::string_view message)
{
    return skip_beginning(message, "Using network ") ? ascii::trimmed(message, ascii::is_blank)
                                                     : std::string_view{};
}

std::optional<LoggedConnection> logged_connection(std::string_view message)
{
    constexpr std::string_view by_network = " [send] via NET/";
    const std::size_t at
        = message.starts_with("Channel ") ? message.find(by_network) : std::string_view::npos;
    if (at == std::string_view::npos)
        return std::nullopt;
    message.remove_prefix(at + by_network.size());
    const std::string_view network = ascii::take_until(message, '/');
    const auto device = take_leading_number(message);
    return device ? std::optional(LoggedConnection{network, *device}) : std::nullopt;
}

std::string_view logged_channel(std::string_view message)
{
    constexpr std::string_view via = " via ";
    const std::size_t ranks = message.starts_with("Channel ") ? message.find(" -> ") : std::string_view::npos;
    const std::size_t at
        = ranks == std::string_view::npos ? std::string_view::npos : message.find(via, ranks);
    return at == std::string_view::npos ? std::string_view{} : message.substr(at + via.size());
}

std::string_view logged_devices(std::string_view message)
{
    return skip_beginning(message, "NET/IB : Using") ? message : std::string_view{};
}

std::optional<LoggedDevice> take_logged_device(std::string_view& list)
{
    list = ascii::trimmed_front(list, ascii::is_blank);
    if (!skip_beginning(list, "["))
        return std::nullopt;
    const auto number = take_leading_number(list);
    if (!number || !skip_beginning(list, "]"))
        return std::nullopt;
    const std::string_view device = ascii::take_word(list, ascii::is_blank);
    return LoggedDevice{*number, device.substr(0, device.find(':'))};
}

bool says_connected(std::string_view message) { return message.starts_with("Connected all "); }

}
