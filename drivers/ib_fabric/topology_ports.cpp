// SPDX-License-Identifier: Apache-2.0
// The lines of ibnetdiscover for a port and its cable.
#include "drivers/ib_fabric/topology.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

namespace rocelint::ib_fabric {
namespace {

using State = CoverageState;

constexpr Lid no_lid = 0;

}

// Reads:
// [1]"H-…"[1](guid) # "host12" lid 19 4xSDR
// [1](guid) "S-…"[4](guid) # lid 22 lmc 0 "leaf3" lid 9 4xSDR s=1 w=2 v=4
State Topology::take_port(const Node& line)
{
    if (node_ == Subnet::none)
        return State::unrecognised;
    Scan scan(line.key.substr(1));
    const auto number = scan.decimal(254);
    if (!number || !scan.take(']'))
        return State::unrecognised;
    skip_external(scan);
    Guid own_guid = 0;
    if (scan.take('(')) {
        own_guid = scan.hexadecimal().value_or(0);
        if (!scan.take(')'))
            return State::unrecognised;
    }
    const auto name = scan.blanks().quoted();
    if (!name || !scan.blanks().take('['))
        return State::unrecognised;
    const auto peer_number = scan.decimal(254);
    if (!peer_number || !scan.take(']'))
        return State::unrecognised;
    skip_external(scan);
    last_ = &line;
    const std::uint32_t peer = node_named(draft_, *name, line);
    DraftPort& own = draft_.port({node_, static_cast<std::uint8_t>(*number)}, line);
    own.peer = {peer, static_cast<std::uint8_t>(*peer_number)};
    own.peer_at = draft_.origin(line);
    own.port.at = draft_.span(line);
    if (own_guid != 0) {
        own.port.guid = own_guid;
        draft_.know_port_guid(own_guid, node_);
    }
    if (scan.blanks().take('(')) {
        const Guid guid = scan.hexadecimal().value_or(0);
        if (guid == 0 || !scan.take(')'))
            return State::unrecognised;
        if (draft_.nodes[peer].node.kind != IbNodeKind::network_switch)
            far_guid(peer, own.peer.number, guid, line);
    }
    return take_remark(scan, static_cast<std::uint8_t>(*number), line);
}

// The far end's own record also has its GUID, but is missing in a truncated capture.
void Topology::far_guid(std::uint32_t peer, std::uint8_t number, Guid guid, const Node& line)
{
    DraftPort& far = draft_.port({peer, number}, line);
    if (far.port.guid == 0)
        far.port.guid = guid;
    draft_.know_port_guid(guid, peer);
}

void Topology::skip_external(Scan& scan)
{
    // "[ext 5]": the number printed on the chassis
    if (scan.rest().starts_with("[ext "))
        (void)scan.up_to("]");
}

State Topology::take_remark(Scan& scan, std::uint8_t number, const Node& line)
{
    DraftPort& own = draft_.port({node_, number}, line);
    const OriginId at = draft_.origin(line);
    scan.blanks();
    if (scan.take("w=")) { // ibsim: the width of the link
        const auto lanes = scan.decimal(12);
        const auto width = lanes ? width_of(fmt::format("{}x", *lanes)) : std::nullopt;
        if (!width)
            return State::unrecognised;
        own.port.width = {*width, at};
        scan.blanks();
    }
    if (scan.at_end())
        return State::read;
    if (!scan.take('#'))
        return State::unsupported;
    scan.blanks();
    if (scan.take("lid ")) {
        const auto lid = scan.decimal(0xffff);
        if (!lid)
            return State::unrecognised;
        own.port.lid = {static_cast<Lid>(*lid), at};
        if (const auto lmc = scan.blanks().take("lmc ") ? scan.decimal(7) : std::nullopt)
            own.port.lmc = {static_cast<std::uint8_t>(*lmc), at};
    }
    const auto description = scan.blanks().quoted();
    if (!description || !scan.blanks().take("lid "))
        return description ? State::read : State::unrecognised;
    const auto lid = scan.decimal(0xffff);
    if (!lid)
        return State::unrecognised;
    describe_peer(own.peer, *description, static_cast<Lid>(*lid), at);
    return take_rate(scan, draft_.port({node_, number}, line), at);
}

// Describes a node without a record of its own by what its neighbor says about it.
void Topology::describe_peer(PortKey peer, std::string_view description, Lid lid, OriginId at)
{
    IbNode& node = draft_.nodes[peer.node].node;
    if (node.description.empty() || node.description == node.id)
        node.description = ascii::trimmed(description, ' ');
    if (node.kind == IbNodeKind::network_switch || lid == no_lid)
        return;
    for (DraftPort& port : draft_.nodes[peer.node].ports) {
        if (port.port.number == peer.number)
            tell(port.port.lid, lid, at);
    }
}

// Reads "4xSDR", "4xHDR s=1 w=2 v=4".
State Topology::take_rate(Scan& scan, DraftPort& own, OriginId at)
{
    const std::string_view rate = scan.blanks().word();
    const std::size_t cross = rate.find('x');
    if (cross == std::string_view::npos)
        return rate.empty() ? State::read : State::unrecognised;
    const auto width = width_of(rate.substr(0, cross + 1));
    const auto speed = speed_of_word(rate.substr(cross + 1));
    if (width)
        own.port.width = {*width, at};
    if (speed)
        own.port.speed = {*speed, at};
    return width || rate.starts_with('?') ? State::read : State::unrecognised;
}

}
