// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/tables/tables.h"
#include "models/fabric/forwarding.h"
#include "models/fabric/port.h"
#include "models/fabric/qos.h"
#include "models/fabric/value/limit.h"
#include "models/fabric/value/spelling.h"
#include "models/fabric/value/text_limit.h"
#include "models/physics/wire.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// The fields of CONFIG_DB whose numbers and words matter, each defined once:
/// reading, checking, editing and rendering all use these rows. Ranges are those
/// of the YANG models, which the switch's own updater checks every change against.
namespace rocelint::sonic {

/// A field that holds a number.
struct NumberField {
    Table table;
    Limit limit; ///< its name is the name of the field
    /// Above this number the text is not a number at all: the setting stays unread.
    std::uint64_t holds = 0xffffffff;
    /// A rule reports an out-of-range number and what the
    /// switch does with it (BUF008), so the reader does not.
    bool judged = false;

    [[nodiscard]] constexpr std::string_view name() const { return limit.name; }
};

/// A field that holds one of a few words.
template <class Value>
struct WordField {
    Table table;
    std::string_view name;
    std::string_view title; ///< for messages: "pool type"
    std::span<const Spelling<Value>> words;
};

inline constexpr std::int64_t any_number = INT64_MAX;
inline constexpr std::uint64_t any_size = ~std::uint64_t{0};

// Names

/// For names of a map, a WRED profile or a list of cable lengths; rows of other tables have names of any
/// length.
inline constexpr TextLimit object_name{.longest = 32,
    .source
    = "sonic-dscp-tc-map.yang, sonic-wred-profile.yang, sonic-cable-length.yang, sonic-buildimage 086b03bd"};
inline constexpr TextLimit switch_name{
    .longest = 63, .source = "sonic-types.yang, hostname, sonic-buildimage 086b03bd", .fixed = true};

// PORT and PORTCHANNEL

inline constexpr std::string_view port_yang = "sonic-port.yang, sonic-buildimage 086b03bd";
inline constexpr TextLimit port_description{.longest = 255, .source = port_yang};
inline constexpr NumberField port_mtu{Table::port, {"mtu", 68, 9216, port_yang}, 0xffff};
/// In Mb/s.
inline constexpr NumberField port_speed{Table::port, {"speed", 1, 1'600'000, port_yang}, 100'000'000};
inline constexpr std::uint64_t bits_per_megabit = 1'000'000;
/// sonic-swss orchagent/portsorch.cpp programs mtu + 22 as the largest frame: Ethernet header, VLAN tag and
/// FCS. The model counts neither the tag nor the FCS.
inline constexpr std::uint64_t frame_header = physics::ethernet_header;
inline constexpr NumberField channel_mtu{
    Table::portchannel, {"mtu", 1, 9216, "sonic-portchannel.yang, sonic-buildimage 086b03bd"}, 0xffff};
/// SONiC has one word for all Reed-Solomon codes; the speed determines which.
inline constexpr Spelling<Fec> fec_words[]{{"rs", Fec::rs},
    {"rs", Fec::rs528},
    {"rs", Fec::rs544},
    {"fc", Fec::base_r},
    {"none", Fec::none},
    {"auto", Fec::automatic}};
inline constexpr WordField<Fec> port_fec{Table::port, "fec", {}, fec_words};

// SCHEDULER

inline constexpr std::string_view scheduler_yang = "sonic-scheduler.yang, sonic-buildimage 086b03bd";
inline constexpr NumberField scheduler_weight{Table::scheduler, {"weight", 1, 100, scheduler_yang}};
/// In bytes per second, unless the meter counts packets.
inline constexpr NumberField scheduler_pir{
    Table::scheduler, {"pir", 0, any_number, scheduler_yang}, any_size / 8};
inline constexpr Spelling<SchedulerKind> scheduler_words[]{{"DWRR", SchedulerKind::weighted},
    {"WRR", SchedulerKind::weighted},
    {"STRICT", SchedulerKind::strict},
    {"PRIORITY", SchedulerKind::strict, true}}; // in files for swssconfig
inline constexpr WordField<SchedulerKind> scheduler_type{
    Table::scheduler, "type", "scheduler type", scheduler_words};

// WRED_PROFILE: a set of fields for each color, "green_min_threshold" and so on

inline constexpr std::string_view wred_yang = "sonic-wred-profile.yang, sonic-buildimage 086b03bd";
inline constexpr NumberField wred_min{
    Table::wred_profile, {"min_threshold", 0, any_number, wred_yang}, any_size};
inline constexpr NumberField wred_max{
    Table::wred_profile, {"max_threshold", 0, any_number, wred_yang}, any_size};
inline constexpr NumberField wred_probability{
    Table::wred_profile, {"drop_probability", 0, 100, wred_yang}, 100};
inline constexpr std::array<std::string_view, 3> colour_words{"green", "yellow", "red"}; ///< by Colour
/// One bit for each color, by Colour.
inline constexpr Spelling<unsigned> ecn_words[]{{"ecn_none", 0},
    {"ecn_green", 1},
    {"ecn_yellow", 2},
    {"ecn_green_yellow", 3},
    {"ecn_red", 4},
    {"ecn_green_red", 5},
    {"ecn_yellow_red", 6},
    {"ecn_all", 7}};
inline constexpr unsigned all_colours = 7;
inline constexpr WordField<unsigned> wred_ecn{Table::wred_profile, "ecn", {}, ecn_words};

// BUFFER_POOL and BUFFER_PROFILE

inline constexpr std::string_view pool_yang = "sonic-buffer-pool.yang, sonic-buildimage 086b03bd";
inline constexpr std::string_view profile_yang = "sonic-buffer-profile.yang, sonic-buildimage 086b03bd";
inline constexpr NumberField pool_size{Table::buffer_pool, {"size", 0, any_number, pool_yang}, any_size};
inline constexpr NumberField pool_xoff{Table::buffer_pool, {"xoff", 0, any_number, pool_yang}, any_size};
inline constexpr NumberField pool_percentage{Table::buffer_pool, {"percentage", 0, 255, pool_yang}, 1000};
inline constexpr Spelling<PoolDirection> pool_type_words[]{
    {"ingress", PoolDirection::ingress}, {"egress", PoolDirection::egress}, {"both", PoolDirection::both}};
inline constexpr WordField<PoolDirection> pool_type{Table::buffer_pool, "type", "pool type", pool_type_words};
inline constexpr Spelling<ThresholdMode> pool_mode_words[]{
    {"dynamic", ThresholdMode::dynamic}, {"static", ThresholdMode::fixed}};
inline constexpr WordField<ThresholdMode> pool_mode{Table::buffer_pool, "mode", "pool mode", pool_mode_words};
inline constexpr NumberField profile_size{
    Table::buffer_profile, {"size", 0, any_number, profile_yang}, any_size};
inline constexpr NumberField profile_xon{
    Table::buffer_profile, {"xon", 0, any_number, profile_yang}, any_size};
inline constexpr NumberField profile_xon_offset{
    Table::buffer_profile, {"xon_offset", 0, any_number, profile_yang}, any_size};
inline constexpr NumberField profile_xoff{
    Table::buffer_profile, {"xoff", 0, any_number, profile_yang}, any_size};
inline constexpr NumberField profile_static_th{
    Table::buffer_profile, {"static_th", 0, any_number, profile_yang}, any_size};
inline constexpr NumberField profile_dynamic_th{
    Table::buffer_profile, {"dynamic_th", -8, 7, profile_yang}, 0xffffffff, true};

/// What happens to a packet that a queue does not admit.
inline constexpr Spelling<bool> discard_words[]{{"drop", false}, {"trim", true}};
inline constexpr WordField<bool> profile_discard{
    Table::buffer_profile, "packet_discard_action", "discard action", discard_words};

/// The pool that buffermgrd takes headroom from (sonic-swss cfgmgr/buffermgr.h, INGRESS_LOSSLESS_PG_POOL_NAME).
inline constexpr std::string_view ingress_lossless_pool = "ingress_lossless_pool";
/// Prefix of the names of the profiles that buffermgrd creates.
inline constexpr std::string_view made_profile_prefix = "pg_lossless_";
/// "pg_lossless_100000_40m_profile": buffermgrd's name for the profile of a port
/// with this speed in Mb/s and this cable. It would replace a profile with any
/// other name by its own (sonic-swss cfgmgr/buffermgr.cpp, doSpeedUpdateTask).
[[nodiscard]] std::string made_profile(std::string_view mbps, std::string_view cable);
[[nodiscard]] std::string made_profile(BitsPerSecond speed, Metres cable);

/// A size field and the member that stores it.
template <class Target>
struct SizeMember {
    const NumberField& field;
    Setting<Bytes> Target::*member;
};
inline constexpr SizeMember<BufferPool> pool_sizes[]{
    {pool_size, &BufferPool::size}, {pool_xoff, &BufferPool::shared_headroom}};
inline constexpr SizeMember<BufferProfile> profile_sizes[]{{profile_size, &BufferProfile::reserved},
    {profile_xon, &BufferProfile::xon},
    {profile_xon_offset, &BufferProfile::xon_offset},
    {profile_xoff, &BufferProfile::xoff},
    {profile_static_th, &BufferProfile::fixed_threshold}};
/// The size field of this name with its member, or null.
template <class Target>
[[nodiscard]] constexpr const SizeMember<Target>* find_size(
    std::span<const SizeMember<Target>> sizes, std::string_view name)
{
    const auto found
        = std::ranges::find(sizes, name, [](const SizeMember<Target>& each) { return each.field.name(); });
    return found == sizes.end() ? nullptr : &*found;
}

// DEFAULT_LOSSLESS_BUFFER_PARAMETER and LOSSLESS_TRAFFIC_PATTERN

inline constexpr std::string_view lossless_yang
    = "sonic-default-lossless-buffer-parameter.yang, sonic-buildimage 086b03bd";
inline constexpr std::string_view pattern_yang
    = "sonic-lossless-traffic-pattern.yang, sonic-buildimage 086b03bd";
inline constexpr NumberField default_dynamic_th{
    Table::default_lossless_buffer_parameter, {"default_dynamic_th", -8, 7, lossless_yang}};
inline constexpr NumberField over_subscribe_ratio{
    Table::default_lossless_buffer_parameter, {"over_subscribe_ratio", 0, 0xffff, lossless_yang}, 0xffff};
inline constexpr NumberField lossless_mtu{
    Table::lossless_traffic_pattern, {"mtu", 1, 9216, pattern_yang}, 0xffff};
inline constexpr NumberField small_packet_percentage{
    Table::lossless_traffic_pattern, {"small_packet_percentage", 0, 100, pattern_yang}, 100};

// SWITCH_TRIMMING

inline constexpr std::string_view trimming_yang = "sonic-trimming.yang, sonic-buildimage 086b03bd";
inline constexpr NumberField trimmed_dscp{Table::switch_trimming, {"dscp_value", 0, 63, trimming_yang}, 63};
inline constexpr NumberField trimmed_tc{Table::switch_trimming, {"tc_value", 0, 255, trimming_yang}, 255};
inline constexpr NumberField trimmed_queue{
    Table::switch_trimming, {"queue_index", 0, 255, trimming_yang}, 255};
/// The size of a trimmed packet, in bytes.
inline constexpr NumberField trimmed_size{Table::switch_trimming, {"size", 0, 0xffffffff, trimming_yang}};

// PFC_WD and FLEX_COUNTER_TABLE

inline constexpr std::string_view watchdog_yang = "sonic-pfcwd.yang, sonic-buildimage 086b03bd";
inline constexpr NumberField detection_time{
    Table::pfc_wd, {"detection_time", 100, 5000, watchdog_yang, "ms"}};
inline constexpr NumberField restoration_time{
    Table::pfc_wd, {"restoration_time", 100, 60'000, watchdog_yang, "ms"}};
inline constexpr NumberField poll_interval{Table::pfc_wd, {"POLL_INTERVAL", 100, 1000, watchdog_yang, "ms"}};
inline constexpr NumberField counter_poll_interval{Table::flex_counter_table,
    {"POLL_INTERVAL", 100, 0xffffffff, "sonic-flex_counter.yang, sonic-buildimage 086b03bd", "ms"}};
inline constexpr Spelling<WatchdogAction> action_words[]{
    {"drop", WatchdogAction::drop}, {"forward", WatchdogAction::forward}, {"alert", WatchdogAction::alert}};
inline constexpr WordField<WatchdogAction> watchdog_action{
    Table::pfc_wd, "action", "watchdog action", action_words};

// TUNNEL

/// Both modes keep the marks of both headers (SAI inc/saitunnel.h;
/// RFC 6040), so the model does not distinguish them.
inline constexpr Spelling<bool> ecn_mode_words[]{{"standard", true}, {"copy_from_outer", true}};
inline constexpr WordField<bool> tunnel_ecn_mode{
    Table::tunnel, "ecn_mode", "tunnel ecn_mode", ecn_mode_words};

/// A map that a tunnel names, and where the model has it. The groups by which it accounts for packets
/// (decap_tc_to_pg_map) differ between chips (sonic-mgmt tests/qos/tunnel_qos_remap_base.py) and are not read.
struct TunnelMap {
    std::string_view name;
    MapKind kind;
    Setting<Ref> Forwarding::*member;
};
inline constexpr TunnelMap tunnel_maps[]{
    {"decap_dscp_to_tc_map", MapKind::dscp_to_tc, &Forwarding::tunnel_map},
    {"encap_tc_to_dscp_map", MapKind::tc_to_dscp, &Forwarding::tunnel_dscps},
    {"encap_tc_to_queue_map", MapKind::tc_to_queue, &Forwarding::tunnel_queues}};
[[nodiscard]] constexpr bool is_tunnel_map(std::string_view field)
{
    return std::ranges::find(tunnel_maps, field, &TunnelMap::name) != std::end(tunnel_maps);
}

/// Every field above that holds a number.
inline constexpr const NumberField* number_fields[]{&port_mtu,
    &port_speed,
    &channel_mtu,
    &scheduler_weight,
    &scheduler_pir,
    &wred_min,
    &wred_max,
    &wred_probability,
    &pool_size,
    &pool_xoff,
    &pool_percentage,
    &profile_size,
    &profile_xon,
    &profile_xon_offset,
    &profile_xoff,
    &profile_static_th,
    &profile_dynamic_th,
    &default_dynamic_th,
    &over_subscribe_ratio,
    &lossless_mtu,
    &small_packet_percentage,
    &trimmed_dscp,
    &trimmed_tc,
    &trimmed_queue,
    &trimmed_size,
    &detection_time,
    &restoration_time,
    &poll_interval,
    &counter_poll_interval};

// The maps, and PORT_QOS_MAP, which binds them to ports

/// One kind of map: its table and YANG leaf, the limits of both sides, and how a port binds it.
struct MapRow {
    MapKind kind;
    Table table;
    std::string_view from_leaf;
    std::uint8_t from_most;
    std::uint8_t to_most;
    /// Field of PORT_QOS_MAP (sonic-port-qos-map.yang); empty if no binding is read.
    std::string_view binding;
    Setting<Ref> Port::*member; ///< null in the same case
    std::string_view source; ///< of the limits
    /// The YANG module, if it accepts less than switches support; empty: it is `source`.
    std::string_view narrow_model{};
    std::uint8_t narrow_to_most = 0; ///< largest number that this module accepts

    /// The YANG module; empty if the map has none.
    [[nodiscard]] constexpr std::string_view model() const
    {
        return narrow_model.empty() ? source : narrow_model;
    }
    /// Largest number that the module accepts.
    [[nodiscard]] constexpr std::uint8_t modelled_to_most() const
    {
        return narrow_model.empty() ? to_most : narrow_to_most;
    }
};
// Classes go up to 15 (sonic-types.yang, tc_type), priority groups and PFC
// priorities to 7. sonic-tc-queue-map.yang allows ten queues and
// sonic-pfc-priority-queue-map.yang eight, yet ports of modular switches have more.
inline constexpr MapRow map_rows[]{
    {MapKind::dscp_to_tc,
        Table::dscp_to_tc_map,
        "dscp",
        63,
        15,
        "dscp_to_tc_map",
        &Port::dscp_to_tc,
        "sonic-dscp-tc-map.yang, sonic-buildimage 086b03bd"},
    {MapKind::pcp_to_tc,
        Table::dot1p_to_tc_map,
        "dot1p",
        7,
        15,
        "dot1p_to_tc_map",
        &Port::pcp_to_tc,
        "sonic-dot1p-tc-map.yang, sonic-buildimage 086b03bd"},
    {MapKind::tc_to_queue,
        Table::tc_to_queue_map,
        "tc",
        15,
        31,
        "tc_to_queue_map",
        &Port::tc_to_queue,
        {},
        "sonic-tc-queue-map.yang, sonic-buildimage 086b03bd",
        9},
    {MapKind::tc_to_priority_group,
        Table::tc_to_priority_group_map,
        "tc",
        15,
        7,
        "tc_to_pg_map",
        &Port::tc_to_priority_group,
        "sonic-tc-priority-group-map.yang, sonic-buildimage 086b03bd"},
    {MapKind::priority_to_queue,
        Table::pfc_priority_to_queue_map,
        "pfc_priority",
        7,
        31,
        "pfc_to_queue_map",
        &Port::priority_to_queue,
        {},
        "sonic-pfc-priority-queue-map.yang, sonic-buildimage 086b03bd",
        7},
    {MapKind::priority_to_priority_group,
        Table::pfc_priority_to_priority_group_map,
        "pfc_priority",
        7,
        7,
        "pfc_to_pg_map",
        &Port::priority_to_priority_group,
        "sonic-pfc-priority-priority-group-map.yang, sonic-buildimage 086b03bd"},
    {MapKind::tc_to_dscp,
        Table::tc_to_dscp_map,
        "tc",
        15,
        63,
        "tc_to_dscp_map",
        &Port::tc_to_dscp,
        "sonic-tc-dscp-map.yang, sonic-buildimage 086b03bd"},
    {MapKind::tc_to_pcp, Table::tc_to_dot1p_map, "tc", 15, 7, {}, nullptr, {}},
};
/// The row of a kind of map, or null.
[[nodiscard]] constexpr const MapRow* map_row(MapKind kind)
{
    const auto* found = std::ranges::find(map_rows, kind, &MapRow::kind);
    return found == std::end(map_rows) ? nullptr : found;
}
/// The sentence about numbers out of range: "DSCP_TO_TC_MAP
/// cannot map "64" to "1": the two go up to 63 and 15 (SOURCE)".
[[nodiscard]] std::string map_sentence(const MapRow& row, std::string_view from, std::string_view to);

}
