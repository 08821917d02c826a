// SPDX-License-Identifier: Apache-2.0
// Addresses, routes and neighbors of a device in the document.
#include "analysis/document/builder.h"

namespace rocelint::document {

jv Document::Builder::addresses(std::uint32_t device)
{
    const Device& of = fabric_.devices[device];
    jv out = jv_array();
    for (const InterfaceAddress& address : of.forwarding.addresses) {
        jv entry = jv_object();
        set(entry, "prefix", detail::text(to_string(address.prefix)));
        set(entry,
            "port",
            address.port < of.ports.size() ? detail::text(of.ports[address.port].name) : jv_null());
        set(entry, "at", place(of.origins.span(address.at), device, Port::no_index));
        out = jv_array_append(out, entry);
    }
    return out;
}

jv Document::Builder::routes(std::uint32_t device)
{
    const Device& of = fabric_.devices[device];
    jv out = jv_array();
    for (const StaticRoute& route : of.forwarding.routes) {
        jv entry = jv_object();
        set(entry, "to", detail::text(to_string(route.to)));
        set(entry, "via", route.via ? detail::text(to_string(*route.via)) : jv_null());
        set(entry,
            "port",
            route.port < of.ports.size() ? detail::text(of.ports[route.port].name) : jv_null());
        set(entry, "discards", json_value(route.discards));
        set(entry, "distance", json_value(route.distance));
        set(entry, "at", place(route.at, device, Port::no_index));
        out = jv_array_append(out, entry);
    }
    return out;
}

jv Document::Builder::neighbours(std::uint32_t device)
{
    const Device& of = fabric_.devices[device];
    jv out = jv_array();
    for (const Neighbour& neighbour : of.neighbours) {
        jv entry = jv_object();
        set(entry,
            "port",
            neighbour.port < of.ports.size() ? detail::text(of.ports[neighbour.port].name) : jv_null());
        set(entry, "device", detail::text(neighbour.device));
        set(entry, "port_id", detail::text(neighbour.port_id));
        set(entry, "port_description", detail::text(neighbour.port_description));
        set(entry, "at", place(neighbour.at, device, Port::no_index));
        out = jv_array_append(out, entry);
    }
    return out;
}

}
