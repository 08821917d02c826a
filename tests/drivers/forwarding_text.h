// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"

#include <string>

namespace rocelint::tests {

/// "Ethernet1 10.0.0.0/31", one line for each address of a port.
inline std::string addresses_text(const Device& device)
{
    std::string out;
    for (const InterfaceAddress& address : device.forwarding.addresses)
        out += std::string(device.ports[address.port].name) + " " + to_string(address.prefix) + "\n";
    return out;
}

/// "to 10.0.0.0/8 via 10.0.0.1 port Ethernet1 1", one line for each static route, with its distance last.
inline std::string routes_text(const Device& device)
{
    std::string out;
    for (const StaticRoute& route : device.forwarding.routes) {
        out += "to " + to_string(route.to) + (route.discards ? " discard" : "");
        if (route.via)
            out += " via " + to_string(*route.via);
        if (route.port != Port::no_index)
            out += " port " + std::string(device.ports[route.port].name);
        out += " " + std::to_string(route.distance) + "\n";
    }
    return out;
}

inline std::string forwarding_text(const Device& device)
{
    return addresses_text(device) + routes_text(device);
}

}
