// SPDX-License-Identifier: Apache-2.0
// ibnetdiscover's topology file (infiniband-diags, ibnetdiscover.c: out_switch, out_ca, out_switch_port,
// out_ca_port), which ibsim reads as well (ibsim, README: the network configuration file). Most text of a
// large fabric is in this format, so each line is read only once, from left to right.
#include "drivers/ib_fabric/topology.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

namespace rocelint::ib_fabric {
namespace {

using State = CoverageState;

// "Switch\t36 \"S-…\"", or with blanks that a terminal removed: "Switch41 \"S-…\"".
bool begins_node(std::string_view line)
{
    for (const std::string_view word : {"Switch", "Ca", "Hca", "Rt", "Router"}) {
        Scan scan(line);
        if (scan.take(word) && scan.blanks().decimal(255) && scan.blanks().rest().starts_with('"'))
            return true;
    }
    return false;
}

bool begins_topology(std::string_view line)
{
    switch (line.front()) {
    case '#':
        return line.starts_with("# Topology file:") || line.starts_with("# Initiated from node");
    case 'v':
        return line.starts_with("vendid=0x");
    case 'd':
        return line.starts_with("devid=0x");
    case 's':
        return line.starts_with("sysimgguid=0x") || line.starts_with("switchguid=0x");
    case 'c':
        return line.starts_with("caguid=0x");
    case 'r':
        return line.starts_with("rtguid=0x");
    case 'S':
    case 'C':
    case 'H':
    case 'R':
        return begins_node(line);
    default:
        return false;
    }
}

}

State Topology::take(const Node& line)
{
    const std::string_view text = line.key;
    switch (text.front()) {
    case '[':
        return take_port(line);
    case '#':
        return take_comment(line);
    case 'v':
    case 'd':
    case 's':
    case 'c':
    case 'r':
        return take_id(line);
    case 'S':
    case 'C':
    case 'H':
    case 'R':
    case 'N':
        return take_node(line);
    case 'm': // ibsim: "module", "include": not used by topologies of ibnetdiscover
    default:
        return State::unrecognised;
    }
}

void Topology::end(bool broken)
{
    std::size_t named = 0;
    std::size_t with_record = 0;
    Span first;
    for (const DraftNode& node : draft_.nodes) {
        with_record += node.has_record ? 1 : 0;
        if (!node.has_record) {
            first = named == 0 ? node.node.at : first;
            ++named;
        }
    }
    const bool open_record = ids_begin_ != nullptr;
    if (with_record == 0)
        return;
    draft_.capture.lists_all_nodes = named == 0 && !broken && !open_record;
    draft_.capture.lists_all_links = draft_.capture.lists_all_nodes;
    if (named > 0) {
        draft_.capture.broken = draft_.span(*last_);
        draft_.warn(draft_.capture.broken,
            fmt::format(
                "the capture ends here without a record of {} of the {} nodes that it names: it is not "
                "whole",
                named,
                named + with_record));
    } else if (open_record || broken) {
        draft_.capture.broken = draft_.span(*last_);
        draft_.warn(draft_.capture.broken, "the capture breaks off here, within a record");
    }
}

// Reads "# Topology file: generated on Tue Jun 15 19:06:08 2021", "# Initiated from node 0c42a10300b9e396
// port …".
State Topology::take_comment(const Node& line)
{
    Scan scan(line.key);
    if (scan.take("# Topology file: generated on ")) {
        draft_.capture.time = scan.rest();
        return note(line, State::read);
    }
    if (scan.take("# Initiated from node ")) {
        draft_.capture.from = scan.hexadecimal().value_or(0);
        return note(line, State::read);
    }
    return line.key == "#" ? State::irrelevant : State::unrecognised;
}

State Topology::note(const Node& line, State state)
{
    last_ = &line;
    return state;
}

// Reads "vendid=0x2c9", "sysimgguid=0x…\t\t# Chassis 1", "switchguid=0x…(…)\t# Leaf 3 (IS5035)".
State Topology::take_id(const Node& line)
{
    Scan scan(line.key);
    const OriginId at = draft_.origin(line);
    const auto begin = [&] {
        if (ids_begin_ == nullptr)
            ids_begin_ = &line;
        last_ = &line;
    };
    const auto number = [&](Setting<std::uint32_t>& setting) {
        const auto value = scan.hexadecimal(0xffffffff);
        if (!value || !scan.blanks().at_end())
            return State::unrecognised;
        setting = {static_cast<std::uint32_t>(*value), at};
        begin();
        return State::read;
    };
    const auto guid = [&](Guid& into) {
        const auto value = scan.hexadecimal();
        if (!value)
            return State::unrecognised;
        into = *value;
        if (scan.take('(')) {
            ids_.port = scan.hexadecimal().value_or(0);
            if (!scan.take(')'))
                return State::unrecognised;
        }
        begin();
        return take_chassis(scan);
    };
    if (scan.take("vendid="))
        return number(ids_.vendor);
    if (scan.take("devid="))
        return number(ids_.device);
    if (scan.take("sysimgguid="))
        return guid(ids_.system);
    if (scan.take("switchguid=") || scan.take("caguid=") || scan.take("rtguid="))
        return guid(ids_.node);
    return State::unrecognised;
}

State Topology::take_chassis(Scan& scan)
{
    if (scan.blanks().at_end())
        return State::read;
    if (!scan.take('#'))
        return State::unrecognised;
    const std::string_view where = ascii::trimmed(scan.rest(), ' ');
    if (where.empty())
        return State::read;
    // The chassis is on a line of its own before its slot; both are kept if they are on one line.
    if (ids_.chassis.empty())
        ids_.chassis = where;
    return State::read;
}

// Reads "Switch\t36 \"S-…\"\t\t# \"leaf3\" base port 0 lid 9 lmc 0", "Ca\t1 \"H-…\"\t\t# \"host12\"", ibsim's
// "Hca\t2 \"Hca1\"".
State Topology::take_node(const Node& line)
{
    if (line.key == "Non-Chassis Nodes")
        return State::irrelevant;
    Scan scan(line.key);
    if (scan.take("Chassis "))
        return scan.decimal() ? State::irrelevant : State::unrecognised;
    const std::size_t digits = line.key.find_first_of(" \t0123456789");
    const IbNodeKind kind = kind_of(line.key.substr(0, digits));
    if (digits == std::string_view::npos || kind == IbNodeKind::unknown)
        return State::unrecognised;
    scan = Scan(line.key.substr(digits));
    const auto ports = scan.blanks().decimal(255);
    const auto name = scan.blanks().quoted();
    if (!ports || !name || name->empty())
        return State::unrecognised;
    last_ = &line;
    node_ = new_node(*name, line);
    ids_begin_ = nullptr;
    DraftNode& node = draft_.nodes[node_];
    node.has_record = true;
    node.node.kind = kind;
    node.node.at = draft_.span(line);
    node.node.port_count = static_cast<std::uint8_t>(*ports);
    // Most ports of a switch follow; an adapter has at most two.
    node.ports.reserve(*ports + (kind == IbNodeKind::network_switch ? 1 : 0));
    node.node.system_guid = ids_.system;
    node.node.vendor = ids_.vendor;
    node.node.device = ids_.device;
    node.node.chassis = ids_.chassis;
    const Guid port_guid = ids_.port;
    ids_ = {};
    return take_description(scan, port_guid, line);
}

// A second record with the same GUID is another node that shares the GUID.
std::uint32_t Topology::new_node(std::string_view name, const Node& line)
{
    const std::uint32_t known = node_named(draft_, name, line);
    if (!draft_.nodes[known].has_record)
        return known;
    const std::uint32_t other = draft_.another_node(line);
    draft_.nodes[other].node.guid = draft_.nodes[known].node.guid;
    draft_.nodes[other].node.id = draft_.nodes[known].node.id;
    return other;
}

State Topology::take_description(Scan& scan, Guid port_guid, const Node& line)
{
    IbNode& node = draft_.nodes[node_].node;
    if (scan.blanks().at_end())
        return State::read;
    if (!scan.take('#'))
        return State::unsupported; // ibsim's options of a node
    const auto description = scan.blanks().quoted();
    if (!description)
        return State::unsupported;
    node.description = ascii::trimmed(*description, ' ');
    scan.blanks();
    if (node.kind != IbNodeKind::network_switch)
        return State::read;
    node.enhanced_port_zero = scan.take("enhanced");
    if (!node.enhanced_port_zero && !scan.take("base"))
        return State::read;
    if (!scan.blanks().take("port 0 lid "))
        return State::unrecognised;
    const auto lid = scan.decimal(0xffff);
    const auto lmc = scan.blanks().take("lmc ") ? scan.decimal(7) : std::nullopt;
    if (!lid)
        return State::unrecognised;
    DraftPort& zero = draft_.port({node_, 0}, line);
    zero.port.guid = port_guid != 0 ? port_guid : node.guid;
    zero.port.lid = {static_cast<Lid>(*lid), draft_.origin(line)};
    if (lmc)
        zero.port.lmc = {static_cast<std::uint8_t>(*lmc), draft_.origin(line)};
    draft_.know_port_guid(zero.port.guid, node_);
    return State::read;
}

IbNodeKind kind_of(std::string_view word)
{
    if (word == "Switch" || word == "SW")
        return IbNodeKind::network_switch;
    if (word == "Ca" || word == "CA" || word == "Hca" || word == "CA-SM")
        return IbNodeKind::channel_adapter;
    if (word == "Rt" || word == "RT" || word == "Router")
        return IbNodeKind::router;
    return IbNodeKind::unknown;
}

std::uint32_t node_named(Draft& draft, std::string_view name, const Node& line)
{
    constexpr std::size_t with_guid = 18;
    if (name.size() == with_guid && name[1] == '-' && (name[0] == 'S' || name[0] == 'H' || name[0] == 'R')) {
        Scan scan(name.substr(2));
        const auto guid = scan.hexadecimal();
        if (guid && scan.at_end()) {
            const std::uint32_t node = draft.node_of_guid(*guid, line);
            if (draft.nodes[node].node.kind == IbNodeKind::unknown)
                draft.nodes[node].node.kind = name[0] == 'S' ? IbNodeKind::network_switch
                    : name[0] == 'H'                         ? IbNodeKind::channel_adapter
                                                             : IbNodeKind::router;
            return node;
        }
    }
    return draft.node_of_id(name, line);
}

const Form topology_form{.tool = "ibnetdiscover", .begins = begins_topology, .make = make<Topology>};

}
