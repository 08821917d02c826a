// SPDX-License-Identifier: Apache-2.0
// Speeds of ports: their own, that of the chassis level, or that of the port whose channel they are.
#include "drivers/junos/read/config.h"
#include "models/fabric/topology.h"

#include <fmt/format.h>

namespace rocelint::junos {

// Parses "400g", "10m"; with `auto` the optic decides.
Setting<BitsPerSecond> speed_of(Config& config, const Statement* speed)
{
    if (speed == nullptr || speed->key.starts_with("auto"))
        return {};
    const auto parsed = parse_speed(speed->key);
    if (parsed)
        return {*parsed, config.here(*speed)};
    config.reject(*speed, fmt::format("speed \"{}\" is not understood", speed->key));
    return {};
}

namespace {

// Returns "0/0/12" for "et-0/0/12:1".
std::string_view place_of(std::string_view name)
{
    const std::size_t dash = name.find('-');
    if (dash == std::string_view::npos)
        return {};
    return name.substr(dash + 1,
        name.find(':') == std::string_view::npos ? std::string_view::npos : name.find(':') - dash - 1);
}

/// The speeds that the chassis level gives to ports and their channels.
struct ChassisSpeeds {
    std::unordered_map<std::string, const Statement*> by_place;

    explicit ChassisSpeeds(const Config& config)
    {
        const Statement* chassis = config.root.child("chassis");
        if (chassis == nullptr)
            return;
        for (const Statement& fpc : *chassis) {
            for (const Statement& pic : fpc) {
                for (const Statement& port : pic)
                    by_place[fmt::format("{}/{}/{}", fpc.key, pic.key, port.key)] = &port;
            }
        }
    }

    [[nodiscard]] const Statement* of(std::string_view name) const
    {
        const auto found = by_place.find(std::string(place_of(name)));
        if (found == by_place.end())
            return nullptr;
        const bool channel = name.find(':') != std::string_view::npos;
        const Statement* speed
            = channel ? found->second->child("channel-speed") : found->second->child("speed");
        return speed == nullptr && channel ? found->second->child("speed") : speed;
    }
};

}

// A channel has the speed that is written on the port it belongs to.
void inherit_speeds(Config& config)
{
    const ChassisSpeeds chassis(config);
    for (Port& port : config.device.ports) {
        if (port.speed.known() || (port.kind != PortKind::physical && port.kind != PortKind::other))
            continue;
        if (!chassis.by_place.empty()) {
            if (const Statement* speed = chassis.of(port.name); speed != nullptr) {
                port.speed = speed_of(config, speed);
                continue;
            }
        }
        const std::size_t colon = port.name.find(':');
        const auto whole = colon == std::string_view::npos
            ? config.port_by_name.end()
            : config.port_by_name.find(port.name.substr(0, colon));
        if (whole == config.port_by_name.end())
            continue;
        const Port& parent = config.device.ports[whole->second];
        if (parent.speed.known())
            port.speed = {parent.speed.value,
                config.device.origins.inherited(port.at, config.device.origins.span(parent.speed.origin))};
    }
}

}
