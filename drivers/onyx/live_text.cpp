// SPDX-License-Identifier: Apache-2.0
#include "drivers/onyx/live_text.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace rocelint::onyx {
namespace {

// "2d and 02:37:45 ago (1 oper change)": how often the link went down or came up.
std::string_view changes_in(std::string_view text)
{
    const std::size_t open = text.find('(');
    const std::size_t end = text.find(" oper change");
    return open == std::string_view::npos || end == std::string_view::npos || end <= open
        ? std::string_view()
        : text.substr(open + 1, end - open - 1);
}

void read_port(const Node& port, line_cli::PortHealth& health)
{
    const Node* name = port.child("header");
    const Node* state = port.child("Operational state");
    if (name == nullptr || state == nullptr)
        return;
    health.add_link(name->value, state->value == "Up");
    if (const Node* change = port.child("Last change in operational status"))
        health.add_flaps(name->value, "oper changes", changes_in(change->value));
    for (const std::string_view way : {"Rx", "Tx"}) {
        if (const Node* counters = port.child(way))
            health.add_drops(
                name->value, fmt::format("{} discard packets", way), counters->child("discard packets"));
    }
}

}

Hardware hardware_of(const Node& version)
{
    const auto stated = [&version](std::string_view key) {
        const Node* node = version.child(key);
        return node == nullptr ? std::string() : std::string(node->value);
    };
    Hardware hardware{stated("System serial num"), stated("Host ID")};
    if (hardware.serial.find(' ') != std::string::npos)
        hardware.serial.clear();
    constexpr std::size_t digits = 12;
    if (hardware.mac.size() == digits) {
        for (std::size_t at = digits - 2; at > 0; at -= 2)
            hardware.mac.insert(at, 1, ':');
    }
    return hardware;
}

void read_interfaces(const Node& answer, line_cli::PortHealth& health)
{
    for (const Node& port : answer)
        read_port(port, health);
}

}
