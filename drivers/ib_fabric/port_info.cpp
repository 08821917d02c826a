// SPDX-License-Identifier: Apache-2.0
// Attributes of PortInfo and NodeInfo, which smpquery and saquery print in the same way (libibmad, dump.c).
#include "drivers/ib_fabric/scan.h"
#include "drivers/ib_fabric/section.h"

namespace rocelint::ib_fabric {
namespace {

using State = CoverageState;

// Parses "VL0-7": eight lanes; "VL0": one.
std::optional<std::uint8_t> lanes_of_range(std::string_view text)
{
    Scan scan(text);
    if (!scan.take("VL0"))
        return std::nullopt;
    if (scan.at_end())
        return std::uint8_t{1};
    const auto last = scan.take('-') ? scan.decimal(14) : std::nullopt;
    return last ? std::optional(static_cast<std::uint8_t>(*last + 1)) : std::nullopt;
}

// Parses "1X or 4X or 12X", "2.5 Gbps or 5.0 Gbps", "0": none of these.
template <class Insert>
bool take_list(std::string_view text, Insert&& insert)
{
    while (!text.empty()) {
        const std::size_t at = text.find(" or ");
        if (!insert(text.substr(0, at)))
            return false;
        text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 4);
    }
    return true;
}

State take_widths(Setting<IbWidths>& setting, std::string_view text, OriginId at)
{
    IbWidths widths;
    const bool whole = take_list(text, [&widths](std::string_view each) {
        const auto width = width_of(each);
        if (width)
            widths.insert(*width);
        return width.has_value();
    });
    if (!whole)
        return State::unrecognised;
    setting = {widths, at};
    return State::read;
}

// Speeds are in up to three attributes, the slower ones first.
State take_speeds(Setting<IbSpeeds>& setting, std::string_view text, OriginId at)
{
    if (text == "0" || text.starts_with("No Extended"))
        return State::read;
    IbSpeeds speeds = setting.peek_known() ? setting.value : IbSpeeds{};
    const bool whole = take_list(text, [&speeds](std::string_view each) {
        const auto speed = speed_of_rate(each);
        if (speed)
            speeds.insert(*speed);
        return speed.has_value();
    });
    if (!whole)
        return State::unrecognised;
    setting = {speeds, at};
    return State::read;
}

template <class T, class Read>
State take_value(Setting<T>& setting, OriginId at, Read&& read)
{
    const auto value = read();
    if (!value)
        return State::unrecognised;
    setting = {static_cast<T>(*value), at};
    return State::read;
}

}

Attribute attribute_of(std::string_view line)
{
    const std::size_t dots = line.find('.');
    if (dots == std::string_view::npos || dots == 0)
        return {};
    std::string_view key = line.substr(0, dots);
    if (key.ends_with(':'))
        key.remove_suffix(1);
    std::size_t begin = dots;
    while (begin < line.size() && line[begin] == '.')
        ++begin;
    return {key, line.substr(begin)};
}

State take_port_info(Draft& draft, PortKey key, const Attribute& attribute, const Node& line)
{
    // Some ports answer only zeros, so a LID or a prefix of zero is a missing value.
    IbPort& port = draft.port(key, line).port;
    const OriginId at = draft.origin(line);
    const std::string_view text = attribute.value;
    const auto number = [text](std::uint64_t most) { return Scan(text).either(most); };
    const std::string_view name = attribute.key;
    if (name == "GidPrefix") {
        const auto prefix = number(0xffffffffffffffffULL);
        if (prefix && *prefix != 0)
            tell(draft.prefix, *prefix, at);
        return prefix ? State::read : State::unrecognised;
    }
    if (name == "Lid") {
        const auto lid = number(0xffff);
        if (lid && *lid != 0)
            port.lid = {static_cast<Lid>(*lid), at};
        return lid ? State::read : State::unrecognised;
    }
    if (name == "SMLid") {
        const auto lid = number(0xffff);
        if (lid && *lid != 0)
            port.manager_lid = {static_cast<Lid>(*lid), at};
        return lid ? State::read : State::unrecognised;
    }
    if (name == "LMC")
        return take_value(port.lmc, at, [&] { return number(7); });
    if (name == "LinkState")
        return take_value(port.state, at, [&] { return state_of(text); });
    if (name == "PhysLinkState")
        return take_value(port.physical_state, at, [&] { return physical_state_of(text); });
    if (name == "LinkWidthActive")
        return take_value(port.width, at, [&] { return width_of(text); });
    if (name == "LinkWidthEnabled")
        return take_widths(port.widths_enabled, text, at);
    if (name == "LinkWidthSupported")
        return take_widths(port.widths_supported, text, at);
    if (name == "LinkSpeedActive" || name == "LinkSpeedExtActive" || name == "LinkSpeedExt2Active") {
        if (text.starts_with("No Extended"))
            return State::read;
        return take_value(port.speed, at, [&] { return speed_of_rate(text); });
    }
    if (name == "LinkSpeedEnabled" || name == "LinkSpeedExtEnabled" || name == "LinkSpeedExt2Enabled")
        return take_speeds(port.speeds_enabled, text, at);
    if (name == "LinkSpeedSupported" || name == "LinkSpeedExtSupported" || name == "LinkSpeedExt2Supported")
        return take_speeds(port.speeds_supported, text, at);
    const auto bytes = [&]() -> std::optional<Bytes> {
        const auto value = number(4096);
        return value ? std::optional(Bytes{*value}) : std::nullopt;
    };
    if (name == "NeighborMTU")
        return take_value(port.mtu, at, bytes);
    if (name == "MtuCap")
        return take_value(port.mtu_supported, at, bytes);
    if (name == "OperVLs" && text != "No change")
        return take_value(port.operational_vls, at, [&] { return lanes_of_range(text); });
    return State::irrelevant;
}

State take_node_info(Draft& draft, std::uint32_t index, const Attribute& attribute, const Node& line)
{
    IbNode& node = draft.nodes[index].node;
    const OriginId at = draft.origin(line);
    const std::string_view name = attribute.key;
    const auto number = [&attribute](std::uint64_t most) { return Scan(attribute.value).either(most); };
    if (name == "NodeType" || name == "node_type") {
        node.kind = attribute.value == "Switch"    ? IbNodeKind::network_switch
            : attribute.value == "Router"          ? IbNodeKind::router
            : attribute.value == "Channel Adapter" ? IbNodeKind::channel_adapter
                                                   : IbNodeKind::unknown;
        return node.kind == IbNodeKind::unknown ? State::unrecognised : State::read;
    }
    const auto guid = [&](Guid& into) {
        const auto value = number(0xffffffffffffffffULL);
        into = value.value_or(into);
        return value ? State::read : State::unrecognised;
    };
    if (name == "Guid" || name == "node_guid")
        return guid(node.guid);
    if (name == "SystemGuid" || name == "sys_guid")
        return guid(node.system_guid);
    if (name == "NumPorts" || name == "num_ports") {
        const auto ports = number(255);
        node.port_count = static_cast<std::uint8_t>(ports.value_or(0));
        return ports ? State::read : State::unrecognised;
    }
    if (name == "DevId" || name == "device_id")
        return take_value(node.device, at, [&] { return number(0xffffffff); });
    if (name == "VendorId" || name == "vendor_id")
        return take_value(node.vendor, at, [&] { return number(0xffffffff); });
    return State::irrelevant;
}

}
