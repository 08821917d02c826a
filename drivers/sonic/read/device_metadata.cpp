// SPDX-License-Identifier: Apache-2.0
// The role and the model decide much that is stated nowhere else: which end of a cable is the upper one, and
// what the image's templates rendered.
#include "drivers/sonic/read/reader.h"
#include "drivers/sonic/tables/fields.h"
#include "models/catalog/catalog.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

// Names of roles in DEVICE_METADATA type. A T1 LeafRouter has ToRs below it: others call it a spine. A T2
// LowerSpineRouter connects to fabric or upper spine routers (sonic-buildimage
// dockers/docker-orchagent/switch.json.j2).
Role role_of_type(std::string_view type)
{
    struct Known {
        std::string_view type;
        Role role;
    };
    static constexpr auto known = std::to_array<Known>({
        {"ToRRouter", Role::leaf},
        {"BackEndToRRouter", Role::leaf},
        {"LeafRouter", Role::spine},
        {"BackEndLeafRouter", Role::spine},
        {"SpineRouter", Role::super_spine},
        {"Spine", Role::super_spine},
        {"SpineChassisFrontendRouter", Role::super_spine},
        {"ChassisBackendRouter", Role::super_spine},
        {"LowerSpineRouter", Role::super_spine},
        {"UpperSpineRouter", Role::core},
        {"FabricSpineRouter", Role::core},
        {"MgmtToRRouter", Role::management},
        {"MgmtTsToR", Role::management},
        {"BmcMgmtToRRouter", Role::management},
        {"SonicHost", Role::host},
        {"SonicDpu", Role::host},
    });
    for (const Known& candidate : known) {
        if (candidate.type == type)
            return candidate.role;
    }
    return Role::unknown;
}

void read_localhost(Reader& reader, const Row& row)
{
    Device& device = reader.device();
    for (const Node& field : *row.fields) {
        const std::string_view key = field.key;
        CoverageState state = CoverageState::read;
        if (key == "hostname") {
            const std::string_view name = reader.text(row, field);
            if (!name.empty()) {
                reader.local_name(row).host = name;
                device.identity = row.span_of(field);
                // No card names the chassis.
                if (reader.config().cards.empty()) {
                    device.name = name;
                    device.name_is_configured = true;
                } else if (std::ranges::find(device.cards, name) == device.cards.end()) {
                    device.cards.push_back(reader.keep(*row.tree, name));
                }
                if (const std::string why = text_objection(switch_name, name); !why.empty())
                    reader.problem(
                        row.span_of(field), fmt::format("hostname {} {}", name.substr(0, 80), why));
            }
        } else if (key == "hwsku") {
            device.model = reader.keep(*row.tree, reader.text(row, field));
        } else if (key == "platform") {
            device.asic = reader.keep(*row.tree, reader.text(row, field));
        } else if (key == "type") {
            const Role role = role_of_type(reader.text(row, field));
            if (role != Role::unknown)
                device.role = {role, reader.at(row, field)};
        } else if (key == "subtype") {
            if (field.value == "SmartSwitch")
                state = CoverageState::irrelevant;
        } else if (key == "buffer_model") {
            const bool dynamic = reader.text(row, field) == "dynamic";
            device.headroom.dynamic = {dynamic, reader.at(row, field)};
        } else if (key == "create_only_config_db_buffers") {
            state = CoverageState::unsupported;
        } else if (key == "bgp_asn" || key == "ecmp_hash_seed" || key == "frr_mgmt_framework_config"
            || key == "docker_routing_config_mode") {
            // read_forwarding() reads these.
            state = CoverageState::read;
        } else if (key == "switch_type") {
            // sonic-swss orchagent/main.cpp, getCfgSwitchType: voq, fabric, chassis-packet, dpu or switch.
            // The supervisor and the fabric chips of a chassis have other types than its cards.
            if (!device.virtual_queues.is(true))
                device.virtual_queues = {reader.text(row, field) == "voq", reader.at(row, field)};
        } else if (key == "asic_name") {
            reader.local_name(row).asic = reader.text(row, field);
        } else if (key != "default_pfcwd_status") {
            state = CoverageState::irrelevant;
        }
        field.mark_subtree(state);
    }
    if (!device.identity.somewhere())
        device.identity = row.span();
}

// Facts that follow from the model of one card do not hold for all cards.
void forget_unlike_hardware(Reader& reader)
{
    Device& device = reader.device();
    for (const Row& row : reader.rows(Table::device_metadata)) {
        const Node* sku = row.key == "localhost" ? row.fields->child("hwsku") : nullptr;
        if (reader.config().cards.empty() || sku == nullptr || sku->value == device.model)
            continue;
        device.model = {};
        device.asic = {};
        return;
    }
}

// A fragment has no SYSTEM_DEFAULTS. sonic-buildimage
// files/build_templates/qos_config.j2 renders the tunnel map and the extra lossless
// priorities 2 and 6, which the watchdog does not watch, only if the remapping is on.
void read_remap_signs(Reader& reader)
{
    Device& device = reader.device();
    for (const Row& row : reader.rows(Table::tc_to_dscp_map))
        device.tunnel_remap = device.tunnel_remap || row.key == "AZURE_TUNNEL";
    for (const Row& row : reader.rows(Table::port_qos_map)) {
        const Node* paused = row.fields->child("pfc_enable");
        const Node* watched = row.fields->child("pfcwd_sw_enable");
        if (paused != nullptr && watched != nullptr && paused->value == "2,3,4,6" && watched->value == "3,4")
            device.tunnel_remap = true;
    }
}

}

void read_device_metadata(Reader& reader)
{
    Device& device = reader.device();
    for (const Row& row : reader.rows(Table::device_metadata)) {
        if (row.key == "localhost")
            read_localhost(reader, row);
        else
            row.fields->mark_subtree(CoverageState::irrelevant);
    }
    reader.share_local_name();
    forget_unlike_hardware(reader);
    const Config& config = reader.config();
    const bool has_identity
        = config.has(Table::device_metadata) && config.has(Table::port) && !config.wrapped;
    device.fragment = !has_identity;
    reader.set_whole(has_identity && config.complete);
    if (!device.headroom.dynamic.known())
        device.headroom.dynamic
            = {false, reader.absent(Table::device_metadata, reader.platform_default("buffer_model"))};
    device.pfc_all_off
        = {false, reader.absent(Table::device_metadata, reader.platform_default("pfc_all_off"))};
    for (const Row& row : reader.rows(Table::versions)) {
        for (const Node& field : *row.fields) {
            field.mark_subtree(field.key == "VERSION" ? CoverageState::read : CoverageState::irrelevant);
            if (field.key == "VERSION")
                device.version = reader.keep(*row.tree, reader.text(row, field));
        }
    }
    bool is_stated = false;
    for (const Row& row : reader.rows(Table::system_defaults)) {
        row.fields->mark_subtree(
            row.key == "tunnel_qos_remap" ? CoverageState::read : CoverageState::irrelevant);
        const Node* status = row.fields->child("status");
        if (row.key == "tunnel_qos_remap" && status != nullptr) {
            is_stated = true;
            device.tunnel_remap = reader.text(row, *status) == "enabled";
        }
    }
    if (!is_stated)
        read_remap_signs(reader);
    for (const Row& row : reader.rows(Table::tunnel)) {
        for (const Node& field : *row.fields) {
            const bool remaps = field.key.starts_with("decap_") || field.key.starts_with("encap_tc_");
            device.tunnel_remap = device.tunnel_remap || remaps;
            if (is_tunnel_map(field.key))
                continue; // read with the maps
            field.mark_subtree(
                remaps || field.key == "dscp_mode" ? CoverageState::unsupported : CoverageState::irrelevant);
            if (field.key == "ecn_mode")
                (void)reader.word(row, field, tunnel_ecn_mode);
        }
    }
}

}
