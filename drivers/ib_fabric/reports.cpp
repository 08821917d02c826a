// SPDX-License-Identifier: Apache-2.0
// Lists with a port or node on each line: ibnetdiscover -p (dump_ports_report), ibnetdiscover -l, ibhosts and
// ibswitches, iblinkinfo (infiniband-diags, iblinkinfo.c: print_port).
#include "drivers/ib_fabric/scan.h"
#include "drivers/ib_fabric/section.h"
#include "models/text/ascii.h"

namespace rocelint::ib_fabric {
namespace {

using State = CoverageState;

std::string_view unquoted(std::string_view text)
{
    return ascii::trimmed(text, [](char c) { return c == ' ' || c == '\''; });
}

// Keeps a cable that another part of the file shows: a port that is down is not unplugged.
void tell_no_link(DraftPort& port, OriginId at)
{
    if (port.peer_at != OriginId{})
        return;
    port.no_link = true;
    port.peer_at = at;
}

// The GUID of a switch's ports is that of its port 0; these lists show nothing else about it.
struct End {
    IbNodeKind kind = IbNodeKind::unknown;
    Lid lid = 0;
    std::uint8_t number = 0;
    Guid guid = 0;
};

std::uint32_t node_of(Draft& draft, const End& end, const Node& line)
{
    const std::uint32_t node = draft.node_of_port_guid(end.guid, line);
    if (draft.nodes[node].node.kind == IbNodeKind::unknown)
        draft.nodes[node].node.kind = end.kind;
    const OriginId at = draft.origin(line);
    const bool is_switch = draft.nodes[node].node.kind == IbNodeKind::network_switch;
    DraftPort& addressed = draft.port({node, is_switch ? std::uint8_t{0} : end.number}, line);
    addressed.port.guid = end.guid;
    tell(addressed.port.lid, end.lid, at);
    return node;
}

// Reads "CA   134  1 0x7cfe9003003b4bde".
std::optional<End> take_end(Scan& scan)
{
    End end;
    end.kind = kind_of(scan.word());
    const auto lid = scan.blanks().decimal(0xffff);
    const auto number = scan.blanks().decimal(255);
    const auto guid = scan.blanks().rest().starts_with("0x") ? scan.hexadecimal() : std::nullopt;
    if (end.kind == IbNodeKind::unknown || !lid || !number || !guid)
        return std::nullopt;
    end.lid = static_cast<Lid>(*lid);
    end.number = static_cast<std::uint8_t>(*number);
    end.guid = *guid;
    return end;
}

bool begins_report(std::string_view line)
{
    Scan scan(line);
    return (line.starts_with("CA ") || line.starts_with("SW ") || line.starts_with("RT "))
        && take_end(scan).has_value();
}

class PortReport final : public Section {
public:
    using Section::Section;

    State take(const Node& line) override
    {
        if (!begins_report(line.key))
            return State::unrecognised;
        Scan scan(line.key);
        const auto own = take_end(scan);
        const OriginId at = draft_.origin(line);
        const std::uint32_t node = node_of(draft_, *own, line);
        draft_.nodes[node].has_record = true;
        const auto width = width_of(scan.blanks().word());
        const std::string_view speed_word = scan.blanks().word();
        const auto speed = speed_of_word(speed_word);
        if (!width || (!speed && speed_word != "???"))
            return State::unrecognised;
        const PortKey key{node, own->number};
        draft_.port(key, line).port.at = draft_.span(line);
        if (!scan.blanks().take("- ")) {
            // For a port without a link the tool shows the width and speed that it had or will try.
            tell_no_link(draft_.port(key, line), at);
            draft_.nodes[node].node.description = unquoted(scan.rest());
            return State::read;
        }
        const auto peer = take_end(scan);
        if (!peer || !scan.blanks().take("( '"))
            return State::unrecognised;
        const std::uint32_t far = node_of(draft_, *peer, line);
        DraftPort& port = draft_.port(key, line);
        port.peer = {far, peer->number};
        port.peer_at = at;
        port.port.width = {*width, at};
        if (speed)
            port.port.speed = {*speed, at};
        const auto own_name = scan.up_to("' - '");
        const auto peer_name = own_name ? scan.up_to("' )") : std::nullopt;
        if (!peer_name)
            return State::unrecognised;
        draft_.nodes[node].node.description = unquoted(*own_name);
        draft_.nodes[far].node.description = unquoted(*peer_name);
        return State::read;
    }
};

// Reads "Ca\t: 0x… ports 1 \"host15\"", "Switch\t: 0x… ports 36 \"leaf3\" base port 0 lid 9 lmc 0".
std::optional<std::pair<IbNodeKind, Guid>> list_entry(Scan& scan)
{
    const IbNodeKind kind = kind_of(scan.word());
    if (kind == IbNodeKind::unknown || !scan.blanks().take(": 0x"))
        return std::nullopt;
    const auto guid = scan.hexadecimal();
    return guid && scan.blanks().take("ports ") ? std::optional(std::pair(kind, *guid)) : std::nullopt;
}

bool begins_list(std::string_view line)
{
    Scan scan(line);
    return (line.front() == 'C' || line.front() == 'S' || line.front() == 'R')
        && list_entry(scan).has_value();
}

class NodeList final : public Section {
public:
    using Section::Section;

    State take(const Node& line) override
    {
        if (!begins_list(line.key))
            return State::unrecognised;
        Scan scan(line.key);
        const auto [kind, guid] = *list_entry(scan);
        const OriginId at = draft_.origin(line);
        const std::uint32_t index = draft_.node_of_guid(guid, line);
        IbNode& node = draft_.nodes[index].node;
        draft_.nodes[index].has_record = true;
        node.kind = kind;
        node.port_count = static_cast<std::uint8_t>(scan.decimal(255).value_or(0));
        if (scan.blanks().take("devid "))
            node.device = {static_cast<std::uint32_t>(scan.hexadecimal(0xffffffff).value_or(0)), at};
        if (scan.blanks().take("vendid "))
            node.vendor = {static_cast<std::uint32_t>(scan.hexadecimal(0xffffffff).value_or(0)), at};
        const auto description = scan.blanks().quoted();
        if (!description)
            return State::unrecognised;
        node.description = unquoted(*description);
        node.enhanced_port_zero = scan.blanks().take("enhanced");
        if ((!node.enhanced_port_zero && !scan.take("base")) || !scan.blanks().take("port 0 lid "))
            return State::read;
        const auto lid = scan.decimal(0xffff);
        const auto lmc = scan.blanks().take("lmc ") ? scan.decimal(7) : std::nullopt;
        DraftPort& zero = draft_.port({index, 0}, line);
        zero.port.guid = guid;
        if (lid)
            zero.port.lid = {static_cast<Lid>(*lid), at};
        if (lmc)
            zero.port.lmc = {static_cast<std::uint8_t>(*lmc), at};
        return State::read;
    }
};

bool is_link(std::string_view line) { return line.find("==(") != std::string_view::npos; }

bool begins_link_info(std::string_view line)
{
    if ((line.starts_with("CA: ") || line.starts_with("Switch: 0x") || line.starts_with("Router: "))
        && line.ends_with(':'))
        return true;
    return line.starts_with("0x") && is_link(line) && line.find('"') < line.find("==(");
}

class LinkInfo final : public Section {
public:
    using Section::Section;

    State take(const Node& line) override
    {
        if (is_link(line.key))
            return take_link(line);
        if (!begins_link_info(line.key))
            return State::unrecognised;
        Scan scan(line.key);
        node_ = Subnet::none;
        kind_ = IbNodeKind::channel_adapter;
        if (scan.take("Switch: ")) {
            kind_ = IbNodeKind::network_switch;
            switch_guid_ = scan.hexadecimal().value_or(0);
            node_ = draft_.node_of_port_guid(switch_guid_, line);
            draft_.nodes[node_].node.kind = kind_;
        } else if (!scan.take("CA: ")) {
            kind_ = IbNodeKind::router;
            scan.take("Router: ");
        }
        name_ = unquoted(scan.rest().substr(0, scan.rest().size() - 1));
        if (node_ != Subnet::none)
            describe(name_);
        return State::read;
    }

private:
    void describe(std::string_view name)
    {
        if (draft_.nodes[node_].node.description.empty())
            draft_.nodes[node_].node.description = name;
        draft_.nodes[node_].has_record = true;
    }

    State take_link(const Node& line)
    {
        Scan scan(line.key);
        const OriginId at = draft_.origin(line);
        Guid guid = switch_guid_;
        bool each_for_itself = false;
        if (scan.rest().starts_with("0x")) {
            guid = scan.hexadecimal().value_or(0);
            if (const auto name = scan.blanks().quoted()) {
                // In line mode, every line names its node.
                each_for_itself = true;
                name_ = unquoted(*name);
                node_ = draft_.node_of_port_guid(guid, line);
                kind_ = draft_.nodes[node_].node.kind;
                describe(name_);
            } else if (node_ == Subnet::none) {
                node_ = draft_.node_of_port_guid(guid, line);
                draft_.nodes[node_].node.kind = kind_;
                describe(name_);
            } else {
                draft_.know_port_guid(guid, node_);
            }
        }
        const auto lid = scan.blanks().decimal(0xffff);
        const auto number = scan.blanks().decimal(254);
        if (!lid || !number || guid == 0 || node_ == Subnet::none || !scan.up_to("==("))
            return State::unrecognised;
        const PortKey key{node_, static_cast<std::uint8_t>(*number)};
        // If several ports of a node show the same LID, the node is a switch.
        if (each_for_itself && draft_.nodes[node_].node.kind == IbNodeKind::unknown
            && !draft_.nodes[node_].ports.empty()
            && draft_.nodes[node_].ports.front().port.number != key.number)
            draft_.nodes[node_].node.kind = IbNodeKind::network_switch;
        set_address(key, guid, static_cast<Lid>(*lid), line);
        const auto middle = scan.up_to(")");
        if (!middle || !take_state(*middle, key, line))
            return State::unrecognised;
        const auto options = scan.up_to("==>");
        if (!options)
            return State::unrecognised;
        return take_peer(scan, key, line, at);
    }

    void set_address(PortKey key, Guid guid, Lid lid, const Node& line)
    {
        const bool is_switch = draft_.nodes[key.node].node.kind == IbNodeKind::network_switch;
        DraftPort& addressed = draft_.port(is_switch ? PortKey{key.node, 0} : key, line);
        addressed.port.guid = guid;
        if (lid != 0)
            tell(addressed.port.lid, lid, draft_.origin(line));
    }

    // Reads "4X           2.5 Gbps Active/  LinkUp", "               Down/ Polling".
    bool take_state(std::string_view text, PortKey key, const Node& line)
    {
        const std::size_t slash = text.rfind('/');
        if (slash == std::string_view::npos)
            return false;
        const std::string_view before = unquoted(text.substr(0, slash));
        const std::size_t last = before.rfind(' ');
        const auto state = state_of(before.substr(last == std::string_view::npos ? 0 : last + 1));
        const auto physical = physical_state_of(unquoted(text.substr(slash + 1)));
        if (!state || !physical)
            return false;
        IbPort& port = draft_.port(key, line).port;
        port.at = draft_.span(line);
        const OriginId at = draft_.origin(line);
        port.state = {*state, at};
        port.physical_state = {*physical, at};
        if (last == std::string_view::npos || *state == IbPortState::down)
            return true;
        Scan rate(before.substr(0, last));
        if (const auto width = width_of(rate.blanks().word()))
            port.width = {*width, at};
        if (const auto speed = speed_of_rate(rate.blanks().rest()))
            port.speed = {*speed, at};
        return true;
    }

    // Reads "9    4[  ] \"leaf3\" (Could be 12X Could be 10.0 Gbps)", "[  ] \"\" ( )".
    State take_peer(Scan& scan, PortKey key, const Node& line, OriginId at)
    {
        Guid far_guid = 0;
        if (scan.blanks().rest().starts_with("0x"))
            far_guid = scan.hexadecimal().value_or(0);
        const auto lid = scan.blanks().decimal(0xffff);
        const auto number = scan.blanks().decimal(254);
        if (!scan.up_to("]"))
            return State::unrecognised;
        const auto name = scan.blanks().quoted();
        if (!name)
            return State::unrecognised;
        if (lid && number) {
            PortKey peer{Subnet::none, static_cast<std::uint8_t>(*number)};
            if (far_guid != 0) {
                peer.node = draft_.node_of_port_guid(far_guid, line);
                if (draft_.nodes[peer.node].node.description.empty())
                    draft_.nodes[peer.node].node.description = unquoted(*name);
            }
            DraftPort& port = draft_.port(key, line);
            port.peer = peer;
            port.peer_lid = static_cast<Lid>(*lid);
            port.peer_at = at;
        } else {
            DraftPort& port = draft_.port(key, line);
            if (port.port.state.is(IbPortState::down))
                tell_no_link(port, at);
        }
        return take_hints(scan, draft_.port(key, line).port, at);
    }

    static State take_hints(Scan& scan, IbPort& port, OriginId at)
    {
        if (!scan.blanks().take('('))
            return scan.at_end() ? State::read : State::unrecognised;
        while (scan.blanks().take("Could be ")) {
            const std::string_view best = scan.word();
            const std::string_view bare = best.ends_with(')') ? best.substr(0, best.size() - 1) : best;
            if (const auto width = width_of(bare)) {
                port.width_possible = {*width, at};
            } else if (const auto speed = speed_of_rate(bare)) {
                port.speed_possible = {*speed, at};
                scan.blanks().take("Gbps");
            } else {
                return State::unrecognised;
            }
        }
        return State::read;
    }

    IbNodeKind kind_ = IbNodeKind::unknown;
    std::string_view name_;
    Guid switch_guid_ = 0;
    std::uint32_t node_ = Subnet::none;
};

}

const Form port_report_form{.tool = "ibnetdiscover -p", .begins = begins_report, .make = make<PortReport>};
const Form node_list_form{.tool = "ibnetdiscover -l", .begins = begins_list, .make = make<NodeList>};
const Form link_info_form{.tool = "iblinkinfo", .begins = begins_link_info, .make = make<LinkInfo>};

}
