// SPDX-License-Identifier: Apache-2.0
// Whether packets may go down and up again depends on what bgpcfgd renders into FRR. What the image's
// templates decide and the file does not state stays unread.
#include "drivers/sonic/read/reader.h"
#include "models/catalog/catalog.h"

#include <algorithm>
#include <array>

namespace rocelint::sonic {
namespace {

using State = CoverageState;

const Node* localhost_field(Reader& reader, std::string_view name, const Row** where)
{
    for (const Row& row : reader.rows(Table::device_metadata)) {
        const Node* field = row.key == "localhost" ? row.fields->child(name) : nullptr;
        if (field != nullptr && field->is_scalar()) {
            *where = &row;
            return field;
        }
    }
    return nullptr;
}

void read_bgp_asn(Reader& reader)
{
    Setting<std::uint32_t>& asn = reader.device().forwarding.bgp_asn;
    const Row* row = nullptr;
    // "None" and "null" mean no BGP.
    if (const Node* field = localhost_field(reader, "bgp_asn", &row)) {
        if (const auto number = parse_number(field->value); number && *number > 0 && *number <= 0xffffffffU)
            asn = {static_cast<std::uint32_t>(*number), reader.at(*row, *field)};
    }
    for (const Row& globals : reader.rows(Table::bgp_globals)) {
        const Node* field = globals.fields->child("local_asn");
        for (const Node& other : *globals.fields)
            other.mark_subtree(State::irrelevant);
        if (globals.key != "default" || field == nullptr)
            continue;
        field->mark(State::read);
        if (const auto number = reader.number(globals, *field, 0xffffffffU))
            asn = {static_cast<std::uint32_t>(*number), reader.at(globals, *field)};
    }
}

// Reads BGP_NEIGHBOR_AF and BGP_PEER_GROUP_AF of the management
// framework (sonic-bgp-common.yang, sonic-bgp-cmn-af).
void read_allowed_as(Reader& reader, const Row& row)
{
    Setting<std::uint8_t>& allowed = reader.device().forwarding.allow_own_as;
    const Node* on = row.fields->child("allow_as_in");
    const Node* count = row.fields->child("allow_as_count");
    for (const Node& field : *row.fields)
        field.mark_subtree(State::irrelevant);
    if (on == nullptr || !reader.flag(row, *on).value_or(false))
        return;
    on->mark(State::read);
    const catalog::PlatformDefault usual = catalog::platform_default("sonic", "allow_as_count");
    std::uint64_t times = usual.number();
    if (count != nullptr) {
        count->mark(State::read);
        times = reader.number(row, *count, 255).value_or(times);
    }
    if (!allowed.known() || times > allowed.value)
        allowed = {static_cast<std::uint8_t>(times), reader.at(row, *on)};
}

// bgpcfgd renders FRR's configuration depending on the device's type and BGP_BBR: sonic-buildimage
// dockers/docker-fpm-frr/frr/bgpd/templates/general/peer-group.conf.j2.
void derive_allowed_as(Reader& reader)
{
    Setting<std::uint8_t>& allowed = reader.device().forwarding.allow_own_as;
    const Row* row = nullptr;
    const Node* framework = localhost_field(reader, "frr_mgmt_framework_config", &row);
    const Node* mode = localhost_field(reader, "docker_routing_config_mode", &row);
    const Node* type = localhost_field(reader, "type", &row);
    const bool split = mode != nullptr && mode->value.starts_with("split");
    if (allowed.known() || !reader.whole() || type == nullptr || !reader.device().forwarding.bgp_asn.known())
        return;
    if (split || (framework != nullptr && framework->value == "true")) {
        allowed = Setting<std::uint8_t>::unread(
            reader.origins().unread("the routing daemon has a configuration of its own"));
        return;
    }
    const Span at = row->span_of(*type);
    const catalog::PlatformDefault rendered = catalog::platform_default("sonic", "allow_own_as");
    if (type->value == "ToRRouter") {
        allowed = {1, reader.origins().derived(at, {}, rendered.source)};
    } else if (type->value != "LeafRouter") {
        allowed = {0, reader.origins().derived(at, {}, rendered.source)};
    } else {
        for (const Row& bounce : reader.rows(Table::bgp_bbr)) {
            const Node* status = bounce.fields->child("status");
            if (status != nullptr && status->is_scalar())
                allowed = {status->value == "enabled" ? std::uint8_t{1} : std::uint8_t{0},
                    reader.at(bounce, *status)};
        }
        if (!allowed.known())
            allowed = Setting<std::uint8_t>::unread(reader.origins().unread(
                "BGP_BBR does not say whether paths may bounce; the image's constants.yml does"));
    }
}

void read_allow_own_as(Reader& reader)
{
    for (const Table table : {Table::bgp_neighbor_af, Table::bgp_peer_group_af}) {
        for (const Row& row : reader.rows(table))
            read_allowed_as(reader, row);
    }
    for (const Row& row : reader.rows(Table::bgp_bbr)) {
        for (const Node& field : *row.fields)
            field.mark(field.key == "status" ? State::read : State::irrelevant);
    }
    derive_allowed_as(reader);
}

void read_pair(Reader& reader)
{
    Forwarding& forwarding = reader.device().forwarding;
    for (const Row& row : reader.rows(Table::mclag_domain)) {
        for (const Node& field : *row.fields) {
            if (&field == row.header)
                continue;
            field.mark_subtree(field.key == "peer_link" ? State::read : State::irrelevant);
            if (field.key != "peer_link")
                continue;
            const std::uint32_t link = reader.find_port(reader.text(row, field), row);
            forwarding.mlag_peer_link = link == NameIndex::none
                ? Setting<std::uint32_t>::unread(reader.origins().unread("PORT does not have the peer link"))
                : Setting<std::uint32_t>{link, reader.at(row, field)};
        }
    }
    if (forwarding.mlag_peer_link.origin == OriginId{})
        forwarding.mlag_peer_link
            = {Port::no_index, reader.absent(Table::mclag_domain, reader.platform_default("mlag_peer_link"))};
    for (const Row& row : reader.rows(Table::peer_switch)) {
        for (const Node& field : *row.fields)
            field.mark_subtree(&field == row.header ? State::read : State::irrelevant);
        forwarding.tunnel_peer = {reader.keep(*row.tree, row.key), reader.at(row)};
    }
    if (!forwarding.tunnel_peer.known())
        forwarding.tunnel_peer
            = {{}, reader.absent(Table::peer_switch, reader.platform_default("tunnel_peer"))};
}

// sonic-buildimage dockers/docker-orchagent/switch.json.j2: the hash seed depends on the device's type, so
// that tiers hash differently, and no table of CONFIG_DB changes the MAC aging time.
void derive_switch_settings(Reader& reader)
{
    Device& device = reader.device();
    Setting<std::uint32_t>& seed = device.load_balancing.ecmp_seed;
    const Row* row = nullptr;
    if (const Node* written = localhost_field(reader, "ecmp_hash_seed", &row);
        written != nullptr && !seed.known()) {
        if (const auto number = reader.number(*row, *written, 0xffffffffU))
            seed = {static_cast<std::uint32_t>(*number), reader.at(*row, *written)};
    }
    if (!device.forwarding.mac_timeout.known()) {
        const OriginId origin = reader.absent(Table::switch_, reader.platform_default("mac_timeout"));
        const auto seconds = catalog::platform_default("sonic", "mac_timeout").number();
        device.forwarding.mac_timeout = {std::chrono::seconds(seconds), origin};
    }
    // The namespaces of one device have their own seeds.
    if (seed.known() || reader.config().namespaces || !reader.whole())
        return;
    const Node* type = localhost_field(reader, "type", &row);
    const std::string_view name = type == nullptr ? std::string_view{} : type->value;
    const auto has = [name](std::string_view part) { return name.find(part) != std::string_view::npos; };
    const std::string_view entry = has("ToRRouter") ? "ecmp_seed_tor"
        : has("LeafRouter")                         ? "ecmp_seed_leaf"
        : has("SpineRouter")                        ? "ecmp_seed_spine"
        : has("LowerRegionalHub")                   ? "ecmp_seed_lower_hub"
        : has("FabricRegionalHub")                  ? "ecmp_seed_fabric_hub"
        : has("UpperRegionalHub")                   ? "ecmp_seed_upper_hub"
                                                    : "ecmp_seed";
    const catalog::PlatformDefault found = catalog::platform_default("sonic", entry);
    const OriginId origin = type == nullptr ? reader.platform_default(entry)
                                            : reader.origins().derived(row->span_of(*type), {}, found.source);
    seed = {static_cast<std::uint32_t>(found.number()), origin};
}

void read_switch_row(Reader& reader, const Row& row)
{
    Device& device = reader.device();
    for (const Node& field : *row.fields) {
        if (&field == row.header)
            continue;
        field.mark_subtree(State::irrelevant);
        const bool seed = field.key == "ecmp_hash_seed";
        if (!seed && field.key != "fdb_aging_time")
            continue;
        field.mark(State::read);
        const auto number = reader.number(row, field, 0xffffffffU);
        if (number && seed)
            device.load_balancing.ecmp_seed = {static_cast<std::uint32_t>(*number), reader.at(row, field)};
        else if (number)
            device.forwarding.mac_timeout = {std::chrono::seconds(*number), reader.at(row, field)};
    }
}

}

void read_forwarding(Reader& reader)
{
    read_bgp_asn(reader);
    read_allow_own_as(reader);
    read_pair(reader);
    for (const Row& row : reader.rows(Table::switch_))
        read_switch_row(reader, row);
    derive_switch_settings(reader);
    // The kernel keeps a neighbor while it answers, and arp_update queries all of them again and again:
    // addresses have no fixed lifetime.
    reader.device().forwarding.arp_timeout = Setting<std::chrono::seconds>::unread(
        reader.origins().unread("CONFIG_DB does not say how long an address stays resolved"));
}

}
