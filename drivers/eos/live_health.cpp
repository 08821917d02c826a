// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/eos.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace rocelint::eos {
namespace {

using line_cli::DeviceJson;

bool is_wanted(const std::vector<std::string>& ports, std::string_view name)
{
    if (ports.empty())
        return name.starts_with("Ethernet");
    return std::ranges::find(ports, name) != ports.end();
}

void read_links(const DeviceJson& json, const std::vector<std::string>& ports, Health& health)
{
    const Node* all = json.tree.root->child("interfaceStatuses");
    if (all == nullptr) {
        health.unknown.emplace_back("`show interfaces status | json` has no member `interfaceStatuses`");
        return;
    }
    for (const Node& port : *all) {
        const Node* status = port.child("linkStatus");
        if (status != nullptr && is_wanted(ports, port.key))
            health.links.push_back({std::string(port.key), status->value == "connected", true});
    }
    for (const std::string& port : ports) {
        if (std::ranges::find(health.links, port, &PortLink::port) == health.links.end())
            health.unknown.push_back(fmt::format("the link of {}: the switch does not list this port", port));
    }
}

void read_drops(const DeviceJson& json, const std::vector<std::string>& ports, Health& health)
{
    const Node* all = json.tree.root->child("interfaces");
    if (all == nullptr) {
        health.unknown.emplace_back("`show interfaces counters discards | json` has no member `interfaces`");
        return;
    }
    for (const Node& port : *all) {
        if (!is_wanted(ports, port.key))
            continue;
        for (const std::string_view name : {"inDiscards", "outDiscards"}) {
            const Node* value = port.child(name);
            std::uint64_t number = 0;
            if (value != nullptr
                && std::from_chars(value->value.data(), value->value.data() + value->value.size(), number).ec
                    == std::errc{})
                health.counters.push_back(
                    {std::string(port.key), std::string(name), PortCounter::Kind::drop, number});
        }
    }
}

}

Result<Health> read_health(line_cli::Terminal& terminal, const std::vector<std::string>& ports)
{
    Health health;
    auto status = terminal.run_json("show interfaces status");
    if (status)
        read_links(*status, ports, health);
    else if (status.error().kind == ErrorKind::refused)
        health.unknown.push_back("links: " + status.error().message);
    else
        return tl::unexpected(status.error());
    auto drops = terminal.run_json("show interfaces counters discards");
    if (drops)
        read_drops(*drops, ports, health);
    else if (drops.error().kind == ErrorKind::refused)
        health.unknown.push_back("drops: " + drops.error().message);
    else
        return tl::unexpected(drops.error());
    health.unknown.emplace_back("pause frames: not counted on EOS");
    return health;
}

}
