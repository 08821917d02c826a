// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint::sonic {

/// The tables of CONFIG_DB that the driver reads, and the classes of all others.
enum class Table : std::uint8_t {
    port,
    portchannel,
    portchannel_member,
    port_qos_map,
    dscp_to_tc_map,
    dot1p_to_tc_map,
    tc_to_queue_map,
    tc_to_priority_group_map,
    pfc_priority_to_queue_map,
    pfc_priority_to_priority_group_map,
    tc_to_dscp_map,
    tc_to_dot1p_map,
    queue,
    scheduler,
    wred_profile,
    buffer_pool,
    buffer_profile,
    buffer_pg,
    buffer_queue,
    buffer_port_ingress_profile_list,
    buffer_port_egress_profile_list,
    cable_length,
    default_lossless_buffer_parameter,
    lossless_traffic_pattern,
    pfc_wd,
    flex_counter_table,
    device_metadata,
    device_neighbor,
    vlan_member,
    interface,
    portchannel_interface,
    system_defaults,
    tunnel,
    acl_table,
    versions,
    switch_hash,
    vlan_interface,
    loopback_interface,
    static_route,
    mclag_domain,
    peer_switch,
    switch_,
    bgp_globals,
    bgp_neighbor_af,
    bgp_peer_group_af,
    bgp_bbr,
    buffer_max_param,
    switch_trimming,
    acl_rule,
    policer,
    system_port,
    irrelevant, ///< known, and does not affect RDMA traffic
    unsupported, ///< known, affects RDMA traffic, not modelled
    unknown,
};
inline constexpr std::size_t table_count = static_cast<std::size_t>(Table::irrelevant);

/// The table of this name; `irrelevant`, `unsupported` or `unknown` if the driver does not read it.
[[nodiscard]] Table find_table(std::string_view name);
/// Whether an unsupported table of this name decides which packet fields are hashed to choose a path.
[[nodiscard]] bool makes_hash_unread(std::string_view name);
/// Like find_table, for a name in the application database ("PORT_TABLE", "WRED_PROFILE_TABLE").
[[nodiscard]] Table find_application_table(std::string_view name);
[[nodiscard]] std::string_view name_of(Table table);
/// The names of all tables that the driver knows.
[[nodiscard]] std::vector<std::string_view> words_of_tables();
/// Whether no other software's JSON has this name, so that it alone identifies a SONiC file.
[[nodiscard]] bool is_distinctive(std::string_view name);

}
