// SPDX-License-Identifier: Apache-2.0
// Addresses, routes and hashing for `rocelint debug model`.
#include "models/fabric/fields/dump_writer.h"

namespace rocelint {
namespace {

std::string_view port_name(const Device& device, std::uint32_t port)
{
    return port < device.ports.size() ? device.ports[port].name : std::string_view("none");
}

void write_route(DumpWriter& out, const Device& device, const StaticRoute& route)
{
    std::string line = fmt::format("  route {}", to_string(route.to));
    if (route.discards)
        line += " discard";
    if (route.via)
        line += fmt::format(" via {}", to_string(*route.via));
    if (route.port != Port::no_index)
        line += fmt::format(" port {}", port_name(device, route.port));
    out.title(fmt::format("{} distance {} ({})", line, route.distance, out.place(route.at)));
}

}

void write_forwarding(DumpWriter& out, const Device& device)
{
    const Forwarding& forwarding = device.forwarding;
    out.fields(forwarding);
    for (const InterfaceAddress& address : forwarding.addresses)
        out.title(fmt::format("  address {} on {} ({})",
            to_string(address.prefix),
            port_name(device, address.port),
            out.place(device.origins.span(address.at))));
    for (const StaticRoute& route : forwarding.routes)
        write_route(out, device, route);
}

}
