// SPDX-License-Identifier: Apache-2.0
// nmstate's description of interfaces (nmstate, examples and Interface of its API): `mtu`, `state`, `type`, and
// ethtool.pause with rx, tx and autoneg.
#include "drivers/kubernetes/draft.h"
#include "models/physics/wire.h"

#include <array>
#include <utility>

namespace rocelint::kubernetes {
namespace {

using State = CoverageState;

constexpr std::string_view without_header = "the frame without its Ethernet header";

PortKind kind_of_type(std::string_view type)
{
    constexpr std::array<std::pair<std::string_view, PortKind>, 4> kinds{{{"ethernet", PortKind::physical},
        {"bond", PortKind::lag},
        {"vlan", PortKind::subinterface},
        {"loopback", PortKind::loopback}}};
    for (const auto& [name, kind] : kinds) {
        if (name == type)
            return kind;
    }
    return PortKind::other;
}

void read_interface(Draft& draft, const Node& interface)
{
    for (const Node& entry : interface) {
        if (entry.key != "mtu" && entry.key != "ethtool")
            entry.mark_subtree(State::irrelevant);
    }
    interface.mark(State::irrelevant);
    const Node* name = node_at(&interface, "name");
    const Node* type = node_at(&interface, "type");
    const Node* state = node_at(&interface, "state");
    const bool is_absent = state != nullptr && (state->value == "absent" || state->value == "ignore");
    const Node* mtu = node_at(&interface, "mtu");
    const Node* ethtool = node_at(&interface, "ethtool");
    if (name == nullptr || is_absent || draft.is_unfilled(*name)) {
        for (const Node* node : {mtu, ethtool}) {
            if (node != nullptr)
                node->mark_subtree(State::irrelevant);
        }
        return;
    }
    name->mark(State::read);
    const std::uint32_t index = draft.add_port(
        name->value, draft.place(*name), type == nullptr ? PortKind::physical : kind_of_type(type->value));
    Port& port = draft.device().ports[index];
    const OriginId unset = draft.origins().unread("the policy does not set it");
    port.pause_rx = port.pause_tx = Setting<bool>::unread(unset);
    set_mtu(draft, port, mtu);
    if (ethtool == nullptr)
        return;
    for (const Node& entry : *ethtool) {
        if (entry.key != "pause")
            entry.mark_subtree(State::irrelevant);
    }
    const Node* pause = node_at(ethtool, "pause");
    const bool is_negotiated = draft.flag(node_at(pause, "autoneg")).value_or(false);
    const OriginId negotiated = draft.origins().unread("the NIC and its neighbour negotiate link pause");
    for (const auto& [key, setting] : {std::pair("rx", &Port::pause_rx), std::pair("tx", &Port::pause_tx)}) {
        const Node* node = node_at(pause, key);
        if (const auto is_on = draft.flag(node))
            port.*setting = is_negotiated ? Setting<bool>::unread(negotiated)
                                          : Setting<bool>{*is_on, draft.stated(*node)};
    }
}

}

void set_mtu(Draft& draft, Port& port, const Node* mtu)
{
    constexpr std::uint64_t largest = 65535;
    const auto bytes = draft.number(mtu, 0, largest);
    if (!bytes || *bytes == 0) {
        port.ip_mtu = port.max_frame = Setting<Bytes>::unread(
            draft.origins().unread("no MTU is set here: what the interface has stays"));
        return;
    }
    port.ip_mtu = {Bytes{*bytes}, draft.stated(*mtu)};
    port.max_frame = {Bytes{*bytes + physics::ethernet_header},
        draft.origins().derived(draft.place(*mtu), {}, without_header)};
}

void read_node_network(Draft& draft, const Object& object)
{
    const Node* spec = node_at(object.node, "spec");
    if (spec == nullptr)
        return;
    for (const Node& entry : *spec) {
        if (entry.key != "desiredState")
            entry.mark_subtree(State::irrelevant);
    }
    const Node* desired = node_at(spec, "desiredState");
    if (desired == nullptr || desired->kind != Node::Kind::object)
        return;
    for (const Node& entry : *desired) {
        if (entry.key != "interfaces")
            entry.mark_subtree(State::irrelevant);
    }
    const Node* interfaces = node_at(desired, "interfaces");
    if (interfaces == nullptr)
        return;
    for (const Node& interface : *interfaces) {
        if (interface.kind == Node::Kind::object)
            read_interface(draft, interface);
    }
}

}
