// SPDX-License-Identifier: Apache-2.0
// One row for each leaf of the YANG models that can make the switch refuse a patch. Ranges and words that the
// reader and the editors also need come from fields.h.
#include "drivers/sonic/model/model_table.h"

#include "drivers/sonic/model/model_leaf.h"

#include <algorithm>
#include <iterator>

namespace rocelint::sonic {
namespace {

using namespace leaf;

constexpr std::string_view on_off[]{"on", "off"};
constexpr std::string_view up_down[]{"up", "down"};
constexpr std::string_view booleans[]{"true", "false"};
constexpr std::string_view admin_modes[]{"enabled", "disabled"};
constexpr std::string_view switch_modes[]{"routed", "access", "trunk"};
constexpr std::string_view tpids[]{"0x8100", "0x9100", "0x9200", "0x88a8", "0x88A8"};
constexpr std::string_view roles[]{"Ext", "Int", "Inb", "Rec", "Dpc"};
constexpr std::string_view interface_types[]{"CR",
    "CR2",
    "CR4",
    "CR8",
    "SR",
    "SR2",
    "SR4",
    "SR8",
    "LR",
    "LR4",
    "LR8",
    "KR",
    "KR4",
    "KR8",
    "CAUI",
    "GMII",
    "SFI",
    "XLAUI",
    "KR2",
    "CAUI4",
    "XAUI",
    "XFI",
    "XGMII",
    "none"};
constexpr auto advertised_types = [] {
    std::array<std::string_view, std::size(interface_types) + 1> words;
    std::ranges::copy(interface_types, words.begin());
    words.back() = "all";
    return words;
}();
constexpr std::string_view meters[]{"packets", "bytes"};
constexpr std::string_view headroom_types[]{"static", "dynamic"};
constexpr std::string_view counter_states[]{"enable", "disable"};
constexpr std::string_view delay_states[]{"true", "false", "True", "False"};
constexpr std::string_view all[]{"all"};
constexpr std::string_view unset[]{"NULL"};
constexpr std::string_view hashed_fields[]{"IN_PORT",
    "DST_MAC",
    "SRC_MAC",
    "ETHERTYPE",
    "VLAN_ID",
    "IP_PROTOCOL",
    "DST_IP",
    "SRC_IP",
    "L4_DST_PORT",
    "L4_SRC_PORT",
    "INNER_DST_MAC",
    "INNER_SRC_MAC",
    "INNER_ETHERTYPE",
    "INNER_IP_PROTOCOL",
    "INNER_DST_IP",
    "INNER_SRC_IP",
    "INNER_L4_DST_PORT",
    "INNER_L4_SRC_PORT",
    "IPV6_FLOW_LABEL"};
constexpr std::string_view hash_algorithms[]{
    "CRC", "XOR", "RANDOM", "CRC_32LO", "CRC_32HI", "CRC_CCITT", "CRC_XOR"};

constexpr ModelLeaf port_leaves[]{number(port_mtu),
    number(port_speed),
    choice(port_fec.name, written_words<fec_words>),
    choice("admin_status", up_down),
    choice("autoneg", on_off),
    choice("link_training", on_off),
    choice("pfc_asym", on_off),
    choice("mode", switch_modes),
    choice("role", roles),
    choice("tpid", tpids),
    choice("dom_polling", admin_modes),
    choice("mux_cable", booleans),
    choice("fast_linkup", booleans),
    choice("interface_type", interface_types),
    choice("adv_interface_types", advertised_types, true),
    with_words(number("adv_speeds", port_speed), all, true),
    number("index", 0, 65535, port_yang),
    number("subport", 0, 8, port_yang),
    number("dhcp_rate_limit", 0, 0xffffffff, port_yang),
    number("laser_freq", INT32_MIN, INT32_MAX, port_yang),
    text("alias", 1, 128),
    text("lanes", 1, 128),
    text("description", 0, port_description.longest),
    text("core_id", 1, 16),
    text("core_port_id", 1, 16),
    text("num_voq", 1, 16),
    text("asic_port_name"),
    text("tx_power"),
    text("macsec")};
constexpr std::string_view port_mandatory[]{"lanes", "speed"};
constexpr ModelLeaf channel_leaves[]{number(channel_mtu), choice("admin_status", up_down)};
constexpr std::string_view channel_mandatory[]{"admin_status"};
constexpr ModelLeaf neighbour_leaves[]{reference("local_port", Table::port)};

constexpr ModelLeaf port_qos_leaves[]{{"pfc_enable", Takes::priorities},
    {"pfcwd_sw_enable", Takes::priorities},
    reference("dscp_to_tc_map", Table::dscp_to_tc_map),
    reference("dot1p_to_tc_map", Table::dot1p_to_tc_map),
    reference("tc_to_queue_map", Table::tc_to_queue_map),
    reference("tc_to_pg_map", Table::tc_to_priority_group_map),
    reference("pfc_to_queue_map", Table::pfc_priority_to_queue_map),
    reference("pfc_to_pg_map", Table::pfc_priority_to_priority_group_map),
    reference("tc_to_dscp_map", Table::tc_to_dscp_map),
    reference("scheduler", Table::scheduler)};
constexpr ModelLeaf queue_leaves[]{
    reference("scheduler", Table::scheduler), reference("wred_profile", Table::wred_profile)};
constexpr ModelLeaf scheduler_leaves[]{choice(scheduler_type.name, written_words<scheduler_words>),
    number(scheduler_weight),
    number("priority", 0, 9, scheduler_yang),
    choice("meter_type", meters),
    number("cir", 0, any_number, scheduler_yang),
    number(scheduler_pir),
    number("cbs", 0, 0xffffffff, scheduler_yang),
    number("pbs", 0, 0xffffffff, scheduler_yang)};
constexpr ModelLeaf wred_leaves[]{choice(wred_ecn.name, written_words<ecn_words>),
    choice("wred_green_enable", booleans),
    choice("wred_yellow_enable", booleans),
    choice("wred_red_enable", booleans),
    number("green_min_threshold", wred_min),
    number("green_max_threshold", wred_max),
    number("green_drop_probability", wred_probability),
    number("yellow_min_threshold", wred_min),
    number("yellow_max_threshold", wred_max),
    number("yellow_drop_probability", wred_probability),
    number("red_min_threshold", wred_min),
    number("red_max_threshold", wred_max),
    number("red_drop_probability", wred_probability)};

constexpr ModelLeaf pool_leaves[]{choice(pool_type.name, written_words<pool_type_words>),
    choice(pool_mode.name, written_words<pool_mode_words>),
    number(pool_size),
    number(pool_xoff),
    number(pool_percentage)};
constexpr std::string_view pool_mandatory[]{pool_type.name, pool_mode.name};
constexpr ModelLeaf profile_leaves[]{reference("pool", Table::buffer_pool),
    number(profile_size),
    number(profile_xon),
    number(profile_xon_offset),
    number(profile_xoff),
    number(profile_static_th),
    number(profile_dynamic_th),
    choice("headroom_type", headroom_types),
    choice(profile_discard.name, written_words<discard_words>)};
constexpr std::string_view profile_mandatory[]{"pool", profile_size.name()};
constexpr ModelLeaf group_leaves[]{reference("profile", Table::buffer_profile, unset)};
constexpr ModelLeaf buffer_queue_leaves[]{reference("profile", Table::buffer_profile)};
constexpr ModelLeaf profile_list_leaves[]{references("profile_list", Table::buffer_profile)};
constexpr ModelLeaf cable_leaves[]{{"length", Takes::metres}};
constexpr ModelLeaf lossless_leaves[]{number(default_dynamic_th), number(over_subscribe_ratio)};
constexpr std::string_view lossless_mandatory[]{default_dynamic_th.name()};
constexpr ModelLeaf pattern_leaves[]{number(lossless_mtu), number(small_packet_percentage)};
constexpr std::string_view pattern_mandatory[]{lossless_mtu.name(), small_packet_percentage.name()};

constexpr ModelLeaf watchdog_leaves[]{choice(watchdog_action.name, written_words<action_words>),
    number(detection_time),
    number(restoration_time),
    choice("pfc_stat_history", counter_states),
    number(poll_interval)};
constexpr ModelLeaf counter_leaves[]{
    choice("FLEX_COUNTER_STATUS", counter_states), choice("FLEX_COUNTER_DELAY_STATUS", delay_states)};
constexpr ModelLeaf hash_leaves[]{choice("ecmp_hash", hashed_fields, true),
    choice("lag_hash", hashed_fields, true),
    choice("ecmp_hash_algorithm", hash_algorithms),
    choice("lag_hash_algorithm", hash_algorithms)};

using enum KeyPart;

constexpr ModelTable a_map(MapKind kind)
{
    const MapRow& row = *map_row(kind);
    return {.table = row.table, .source = row.model(), .key = {name}, .entries = true};
}

constexpr ModelTable models[]{{Table::port, port_yang, {new_port}, 1, {}, port_leaves, port_mandatory},
    {Table::portchannel,
        channel_mtu.limit.source,
        {anything},
        1,
        {},
        channel_leaves,
        channel_mandatory,
        true},
    {Table::portchannel_member, channel_mtu.limit.source, {channel, port}, 2, {}, {}, {}, true},
    {Table::vlan_member,
        "sonic-vlan.yang, sonic-buildimage 086b03bd",
        {anything, port_or_channel},
        2,
        {},
        {},
        {},
        true},
    {Table::interface, "sonic-interface.yang, sonic-buildimage 086b03bd", {port}, 0, {}, {}, {}, true},
    {Table::device_neighbor,
        "sonic-device_neighbor.yang, sonic-buildimage 086b03bd",
        {anything},
        1,
        {},
        neighbour_leaves,
        {},
        true},
    {Table::port_qos_map,
        "sonic-port-qos-map.yang, sonic-buildimage 086b03bd",
        {port},
        1,
        "global",
        port_qos_leaves},
    a_map(MapKind::dscp_to_tc),
    a_map(MapKind::pcp_to_tc),
    a_map(MapKind::tc_to_queue),
    a_map(MapKind::tc_to_priority_group),
    a_map(MapKind::priority_to_queue),
    a_map(MapKind::priority_to_priority_group),
    a_map(MapKind::tc_to_dscp),
    {Table::queue, "sonic-queue.yang, sonic-buildimage 086b03bd", {port, anything}, 2, "CPU", queue_leaves},
    {Table::scheduler, scheduler_yang, {anything}, 1, {}, scheduler_leaves},
    {Table::wred_profile, wred_yang, {name}, 1, {}, wred_leaves},
    {Table::buffer_pool, pool_yang, {anything}, 1, {}, pool_leaves, pool_mandatory},
    {Table::buffer_profile, profile_yang, {anything}, 1, {}, profile_leaves, profile_mandatory},
    {Table::buffer_pg, "sonic-buffer-pg.yang, sonic-buildimage 086b03bd", {port, group}, 2, {}, group_leaves},
    {Table::buffer_queue,
        "sonic-buffer-queue.yang, sonic-buildimage 086b03bd",
        {port, queue},
        2,
        {},
        buffer_queue_leaves},
    {Table::buffer_port_ingress_profile_list,
        "sonic-buffer-port-ingress-profile-list.yang, sonic-buildimage 086b03bd",
        {port},
        1,
        {},
        profile_list_leaves},
    {Table::buffer_port_egress_profile_list,
        "sonic-buffer-port-egress-profile-list.yang, sonic-buildimage 086b03bd",
        {port},
        1,
        {},
        profile_list_leaves},
    {Table::cable_length,
        "sonic-cable-length.yang, sonic-buildimage 086b03bd",
        {name},
        1,
        {},
        cable_leaves,
        {},
        false,
        true},
    {Table::default_lossless_buffer_parameter,
        lossless_yang,
        {name},
        1,
        {},
        lossless_leaves,
        lossless_mandatory},
    {Table::lossless_traffic_pattern, pattern_yang, {name}, 1, {}, pattern_leaves, pattern_mandatory},
    {Table::pfc_wd, watchdog_yang, {port}, 1, "GLOBAL", watchdog_leaves},
    {Table::flex_counter_table,
        counter_poll_interval.limit.source,
        {anything},
        1,
        {},
        counter_leaves,
        {},
        true},
    {Table::switch_hash,
        "sonic-hash.yang, sonic-buildimage 086b03bd",
        {anything},
        1,
        {},
        hash_leaves,
        {},
        true}};

}

const ModelTable* model_of(Table table)
{
    const auto* found = std::ranges::find(models, table, &ModelTable::table);
    return found == std::end(models) ? nullptr : found;
}

const ModelLeaf* leaf_of(const ModelTable& model, std::string_view name)
{
    const auto found = std::ranges::find(model.leaves, name, &ModelLeaf::name);
    return found == model.leaves.end() ? nullptr : &*found;
}

}
