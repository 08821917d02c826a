// SPDX-License-Identifier: Apache-2.0
// PORT, PORTCHANNEL and their members. A member gets the MTU of its channel, because portsorch sets it so.
#include "drivers/sonic/read/reader.h"

#include <fmt/format.h>

#include <array>

namespace rocelint::sonic {
namespace {

// Fields of PORT that do not affect RDMA traffic, in the order of sonic-port.yang.
constexpr auto irrelevant_port_fields = std::to_array<std::string_view>({
    "index",
    "tpid",
    "dhcp_rate_limit",
    "core_id",
    "core_port_id",
    "num_voq",
    "link_training", // where it is "N/A"
    "adv_speeds",
    "adv_interface_types",
    "interface_type",
    "subport",
    "asic_port_name",
    "dom_polling",
    "mux_cable",
    "tx_power",
    "laser_freq",
    "dhcp_servers",
    "dhcpv6_servers",
    "fast_linkup",
    "valid_speeds",
    "coreId",
    "corePortId",
    "numVoq",
    "learn_mode",
    "preemphasis",
    "idriver",
    "ipredriver",
    "parent_port",
    "hwsku",
    "media_type",
    "switch_id",
    "unreliable_los",
    "override_unreliable_los",
    "NULL",
});

void take_mtu(Reader& reader, Port& port, const Row& row, const Node& field, const NumberField& known)
{
    const auto mtu = reader.number(row, field, known);
    const OriginId origin = mtu ? reader.at(row, field) : reader.origins().unread("mtu is not a number");
    port.ip_mtu = {Bytes{mtu.value_or(0)}, origin};
    port.max_frame = {Bytes{mtu.value_or(0) + frame_header}, origin};
}

void take_fec(Reader& reader, Port& port, const Row& row, const Node& field)
{
    if (field.is_scalar() && (field.value.empty() || field.value == "N/A"))
        return;
    if (const auto fec = reader.word(row, field, port_fec))
        port.fec = {*fec, reader.at(row, field)};
}

// Counts the numbers of the ASIC's serial lanes: "0,1,2,3".
void take_lanes(Reader& reader, Port& port, const Row& row, const Node& field)
{
    constexpr unsigned most = 64;
    unsigned lanes = 0;
    visit_items(reader.list_text(row, field), [&lanes](std::string_view) { ++lanes; });
    if (lanes > 0 && lanes <= most)
        port.lanes = {static_cast<std::uint8_t>(lanes), reader.at(row, field)};
}

bool is_irrelevant_port_field(std::string_view key)
{
    if (key.ends_with('@'))
        key.remove_suffix(1);
    for (const std::string_view known : irrelevant_port_fields) {
        if (known == key)
            return true;
    }
    return false;
}

void take_port_field(Reader& reader, std::uint32_t index, const Row& row, const Node& field)
{
    Port& port = reader.device().ports[index];
    PortNotes& notes = reader.notes(index);
    const std::string_view key = field.key;
    field.mark_subtree(CoverageState::read);
    if (key == "alias") {
        port.alias = reader.keep(*row.tree, reader.text(row, field));
        if (!reader.config().cards.empty())
            port.alias
                = reader.device().arena->keep(fmt::format("{}|{}", reader.local_name(row).host, port.alias));
    } else if (key == "description") {
        port.description = reader.keep(*row.tree, reader.text(row, field));
        if (const std::string why = text_objection(port_description, port.description); !why.empty())
            reader.problem(
                row.span_of(field), fmt::format("description {} {}", port.description.substr(0, 60), why));
    } else if (key == port_speed.name()) {
        if (const auto speed = reader.number(row, field, port_speed)) {
            notes.speed_mbps = static_cast<std::uint32_t>(*speed);
            port.speed = {BitsPerSecond{*speed * bits_per_megabit}, reader.at(row, field)};
        }
    } else if (key == port_mtu.name()) {
        take_mtu(reader, port, row, field, port_mtu);
    } else if (key == "lanes" || key == "lanes@") {
        take_lanes(reader, port, row, field);
    } else if (key == "admin_status") {
        if (const auto up = reader.flag(row, field))
            port.admin_up = {*up, reader.at(row, field)};
    } else if (key == port_fec.name) {
        take_fec(reader, port, row, field);
    } else if (key == "autoneg") {
        // Very old files write 0 and 1.
        if (field.value == "1" || field.value == "0")
            port.autoneg = {field.value == "1", reader.at(row, field)};
        else if (field.value != "N/A") {
            if (const auto on = reader.flag(row, field))
                port.autoneg = {*on, reader.at(row, field)};
        }
    } else if (key == "link_training" && field.value != "N/A") {
        if (const auto on = reader.flag(row, field))
            port.link_training = {*on, reader.at(row, field)};
    } else if (key == "pfc_asym") {
        if (const auto on = reader.flag(row, field))
            port.pfc_asymmetric = {*on, reader.at(row, field)};
    } else if (key == "role") {
        const std::string_view role = reader.text(row, field);
        if (!role.empty() && role != "Ext")
            port.kind = PortKind::internal;
    } else if (key == "mode") {
        port.routed = {reader.text(row, field) == "routed", reader.at(row, field)};
    } else if (key == "macsec") {
        port.macsec = {!reader.text(row, field).empty(), reader.at(row, field)};
    } else if (is_irrelevant_port_field(key)) {
        field.mark_subtree(CoverageState::irrelevant);
    } else {
        field.mark_subtree(CoverageState::unrecognised);
    }
}

void read_portchannels(Reader& reader)
{
    for (const Row& row : reader.rows(Table::portchannel)) {
        const std::uint32_t index = reader.make_port(row.key, row);
        Port& port = reader.device().ports[index];
        port.kind = PortKind::lag;
        for (const Node& field : *row.fields) {
            field.mark_subtree(CoverageState::read);
            if (&field == row.header)
                continue;
            if (field.key == channel_mtu.name()) {
                take_mtu(reader, port, row, field, channel_mtu);
            } else if (field.key == "admin_status") {
                if (const auto up = reader.flag(row, field))
                    port.admin_up = {*up, reader.at(row, field)};
            } else if (field.key == "description") {
                port.description = reader.keep(*row.tree, reader.text(row, field));
            } else if (field.key == "members" || field.key == "members@") {
                visit_items(reader.list_text(row, field), [&](std::string_view name) {
                    const std::uint32_t member = reader.find_port(name, row);
                    if (member != NameIndex::none && member != index)
                        reader.device().ports[member].lag = index;
                });
            } else {
                field.mark_subtree(CoverageState::irrelevant);
            }
        }
    }
}

// sonic-swss cfgmgr/teammgr.cpp, doLagMemberTask: a member joins a LAG that exists, and waits until then.
void read_portchannel_members(Reader& reader)
{
    constexpr std::size_t longest_shown = 60;
    for (const Row& row : reader.rows(Table::portchannel_member)) {
        row.fields->mark(CoverageState::read);
        for (const Node& field : *row.fields)
            field.mark_subtree(CoverageState::irrelevant);
        const std::size_t bar = row.key.find('|');
        if (bar == std::string_view::npos) {
            reader.problem(row.span(), "PORTCHANNEL_MEMBER needs a key of the form PortChannel1|Ethernet0");
            continue;
        }
        const std::string_view name = row.key.substr(0, bar);
        if (reader.whole() && !reader.has_port(name, row)) {
            reader.unreadable(row.span(),
                fmt::format("PORTCHANNEL has no {}: its members wait for it, and carry nothing",
                    name.substr(0, longest_shown)));
            continue;
        }
        const std::uint32_t lag = reader.make_port(name, row);
        reader.device().ports[lag].kind = PortKind::lag;
        const std::uint32_t member = reader.find_port(row.key.substr(bar + 1), row);
        if (member == NameIndex::none || member == lag)
            continue;
        Port& port = reader.device().ports[member];
        port.lag = lag;
        // sonic-swss cfgmgr/teammgr.cpp: a member gets the MTU of its port channel.
        const Port& channel = reader.device().ports[lag];
        if (channel.ip_mtu.known()) {
            const OriginId origin
                = reader.origins().inherited(row.span(), reader.origins().span(channel.ip_mtu.origin));
            port.ip_mtu = {channel.ip_mtu.value, origin};
            port.max_frame = {channel.max_frame.value, origin};
        }
    }
}

}

void read_ports(Reader& reader)
{
    for (const Row& row : reader.rows(Table::port)) {
        const std::uint32_t index = reader.make_port(row.key, row);
        for (const Node& field : *row.fields) {
            if (&field != row.header)
                take_port_field(reader, index, row, field);
        }
    }
    read_portchannels(reader);
    read_portchannel_members(reader);
}

void finish_ports(Reader& reader)
{
    const Defaults& defaults = reader.defaults();
    const OriginId no_mtu = reader.absent(Table::port, defaults.origin(Default::mtu));
    const OriginId no_status = reader.absent(Table::port, defaults.origin(Default::admin_status));
    const OriginId no_asym = reader.absent(Table::port, defaults.origin(Default::pfc_asym));
    const OriginId no_pause = reader.absent(Table::port, defaults.origin(Default::pause));
    const Bytes mtu{9100};
    for (Port& port : reader.device().ports) {
        if (port.kind != PortKind::physical && port.kind != PortKind::internal && port.kind != PortKind::lag)
            continue;
        if (port.ip_mtu.origin == OriginId{}) {
            port.ip_mtu = {mtu, no_mtu};
            port.max_frame = {Bytes{mtu.count + frame_header}, no_mtu};
        }
        if (port.admin_up.origin == OriginId{})
            port.admin_up = {false, no_status};
        if (port.kind == PortKind::lag)
            continue;
        if (port.pfc_asymmetric.origin == OriginId{})
            port.pfc_asymmetric = {false, no_asym};
        port.pause_rx = {false, no_pause};
        port.pause_tx = {false, no_pause};
    }
}

}
