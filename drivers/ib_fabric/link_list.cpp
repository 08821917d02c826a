// SPDX-License-Identifier: Apache-2.0
// subnet.lst, the link list of ibdiagnet and opensm: one link per line (ibutils, ibdm/Fabric.cpp:
// parseSubnetLine; opensm, osm_dump.c). All its numbers are hexadecimal.
#include "drivers/ib_fabric/scan.h"
#include "drivers/ib_fabric/section.h"

namespace rocelint::ib_fabric {
namespace {

using State = CoverageState;

bool begins_link(std::string_view line)
{
    return line.starts_with("{ ") && line.find(" NodeGUID:") != std::string_view::npos;
}

class LinkList final : public Section {
public:
    using Section::Section;

    State take(const Node& line) override
    {
        if (!begins_link(line.key))
            return State::unrecognised;
        Scan scan(line.key);
        const auto one = take_end(scan, line);
        const auto other = one ? take_end(scan, line) : std::nullopt;
        if (!other)
            return State::unrecognised;
        draft_.capture.lists_all_links = true;
        const OriginId at = draft_.origin(line);
        connect(*one, *other, line, at);
        connect(*other, *one, line, at);
        while (!scan.blanks().at_end()) {
            if (!take_word(scan.word(), *one, *other, line, at))
                return State::unrecognised;
        }
        return State::read;
    }

private:
    // "{ SW Ports:24 SystemGUID:… NodeGUID:… PortGUID:… VenID:000002C9 DevID:A87C0000 Rev:000000A0 {description} LID:0002 PN:05 }"
    std::optional<PortKey> take_end(Scan& scan, const Node& line)
    {
        if (!scan.blanks().take("{ "))
            return std::nullopt;
        const IbNodeKind kind = kind_of(scan.word());
        const auto value = [&scan](std::string_view name, std::uint64_t most) {
            return scan.blanks().take(name) ? scan.hexadecimal(most) : std::nullopt;
        };
        constexpr std::uint64_t any = 0xffffffffffffffffULL;
        const auto ports = value("Ports:", 255);
        const auto system = value("SystemGUID:", any);
        const auto guid = value("NodeGUID:", any);
        const auto port_guid = value("PortGUID:", any);
        const auto vendor = value("VenID:", 0xffffffff);
        const auto device = value("DevID:", 0xffffffff);
        const auto revision = value("Rev:", 0xffffffff);
        if (!ports || !system || !guid || !port_guid || !vendor || !device || !revision
            || !scan.blanks().take('{'))
            return std::nullopt;
        const auto description = scan.up_to("} LID:");
        const auto lid = description ? scan.hexadecimal(0xffff) : std::nullopt;
        const auto number = lid ? value("PN:", 254) : std::nullopt;
        if (!number || !scan.blanks().take('}'))
            return std::nullopt;
        const OriginId at = draft_.origin(line);
        const std::uint32_t index = draft_.node_of_guid(*guid, line);
        DraftNode& node = draft_.nodes[index];
        node.has_record = true;
        node.node.kind = kind;
        node.node.system_guid = *system;
        node.node.port_count = static_cast<std::uint8_t>(*ports);
        node.node.description = *description;
        // Some writers print the device ID in network order, with the number in the upper half.
        const auto device_id = static_cast<std::uint32_t>(*device);
        if (device_id != 0)
            tell(node.node.device, device_id > 0xffff ? swapped(device_id) : device_id, at);
        if (*vendor != 0)
            tell(node.node.vendor, static_cast<std::uint32_t>(*vendor), at);
        const PortKey key{index, static_cast<std::uint8_t>(*number)};
        const bool is_switch = kind == IbNodeKind::network_switch;
        DraftPort& addressed = draft_.port(is_switch ? PortKey{index, 0} : key, line);
        addressed.port.guid = *port_guid;
        tell(addressed.port.lid, static_cast<Lid>(*lid), at);
        draft_.know_port_guid(*port_guid, index);
        return key;
    }

    static std::uint32_t swapped(std::uint32_t device)
    {
        return (device >> 24U & 0xffU) | (device >> 8U & 0xff00U);
    }

    void connect(PortKey from, PortKey to, const Node& line, OriginId at)
    {
        DraftPort& port = draft_.port(from, line);
        // Two links of one port mean two ports with the same GUID, which a rule reports: keep the first link.
        if (port.peer_at != OriginId{} && (port.peer.node != to.node || port.peer.number != to.number))
            return;
        port.port.at = draft_.span(line);
        port.peer = to;
        port.peer_at = at;
    }

    // Reads "PHY=4x", "LOG=ACT", "SPD=2.5".
    bool take_word(std::string_view word, PortKey one, PortKey other, const Node& line, OriginId at)
    {
        const std::size_t equals = word.find('=');
        if (equals == std::string_view::npos)
            return false;
        const std::string_view name = word.substr(0, equals);
        const std::string_view text = word.substr(equals + 1);
        const auto width = width_of(text);
        const auto state = state_of(text);
        const auto speed = speed_of_rate(text);
        for (const PortKey key : {one, other}) {
            IbPort& port = draft_.port(key, line).port;
            if (name == "PHY" && width)
                port.width = {*width, at};
            else if (name == "LOG" && state)
                port.state = {*state, at};
            else if (name == "SPD" && speed)
                port.speed = {*speed, at};
            else
                return false;
        }
        return true;
    }
};

}

const Form link_list_form{.tool = "subnet.lst", .begins = begins_link, .make = make<LinkList>};

}
