// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/live/port_health.h"

#include "models/fabric/value/priority.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::line_cli {

bool PortHealth::is_wanted(std::string_view port) const
{
    return ports_.empty() || std::ranges::find(ports_, port) != ports_.end();
}

void PortHealth::add_link(std::string_view port, bool up)
{
    if (is_wanted(port))
        health_.links.push_back({std::string(port), up, true});
}

void PortHealth::add(std::string_view port, std::string name, PortCounter::Kind kind, const Node* count)
{
    add_number(port, std::move(name), kind, count == nullptr ? std::string_view{} : count->value);
}

void PortHealth::add_flaps(std::string_view port, std::string name, std::string_view count)
{
    add_number(port, std::move(name), PortCounter::Kind::flap, count);
}

void PortHealth::add_number(
    std::string_view port, std::string name, PortCounter::Kind kind, std::string_view count)
{
    const auto number = parse_number(count);
    if (number && is_wanted(port))
        health_.counters.push_back({std::string(port), std::move(name), kind, *number});
}

void PortHealth::end_links()
{
    for (const std::string& port : ports_) {
        if (std::ranges::find(health_.links, port, &PortLink::port) == health_.links.end())
            cannot_tell(fmt::format("the link of {}: the switch does not list this port", port));
    }
}

}
