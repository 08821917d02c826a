// SPDX-License-Identifier: Apache-2.0
// The rows. Spellings: ip-link(8), ifconfig(8), ethtool(8); dcb-pfc(8), dcb-ets(8), dcb-app(8), dcb-apptrust(8),
// dcb-buffer(8), dcb-dcbx(8) of iproute2 6.1; mlnx-tools' python/mlnx_qos, sbin/cma_roce_tos and cma_roce_mode;
// AMD, MoRI inference recipe for Pollara, and ROCm/mori env_setup.sh (nicctl);
// files of Linux drivers/infiniband/hw/mlx5 and of MLNX_OFED's en_ecn.c and tc attributes.
#include "drivers/linux_host/knob/knob.h"

#include "drivers/linux_host/knob/field.h"

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using Word = Spelling<std::uint32_t>;

constexpr std::uint32_t number_of(Fec fec) { return static_cast<std::uint32_t>(fec); }
constexpr std::uint32_t number_of(Service service) { return static_cast<std::uint32_t>(service); }
constexpr std::uint32_t number_of(Trusted trusted) { return static_cast<std::uint32_t>(trusted); }

constexpr Word on_off[]{{"off", 0}, {"on", 1}};
/// For a switch that turns something off.
constexpr Word off_on[]{{"on", 0}, {"off", 1}};
/// The words of `ethtool --set-fec` (ethtool(8): auto, off, rs, baser, llrs).
constexpr Word fec_words[]{{"off", number_of(Fec::none)},
    {"baser", number_of(Fec::base_r)},
    {"rs", number_of(Fec::rs)},
    {"rs", number_of(Fec::rs528)},
    {"rs", number_of(Fec::rs544)},
    {"auto", number_of(Fec::automatic)}};
constexpr Word dcbx_words[]{{"fw", 0}, {"os", 1}};
constexpr Word service_words[]{{"strict", number_of(Service::strict)},
    {"ets", number_of(Service::ets)},
    {"vendor", number_of(Service::vendor)}};
/// An mlx5 NIC trusts one of the two.
constexpr Word mlx5_trust[]{{"pcp", number_of(Trusted::pcp)}, {"dscp", number_of(Trusted::dscp)}};
constexpr Word trust_order[]{{"pcp", number_of(Trusted::pcp)},
    {"dscp", number_of(Trusted::dscp)},
    {"dscp pcp", number_of(Trusted::dscp_pcp)}};
constexpr Word trust_words[]{{"pcp", number_of(Trusted::pcp)},
    {"dscp", number_of(Trusted::dscp)},
    {"dscp-else-pcp", number_of(Trusted::dscp_pcp)}};
constexpr std::uint32_t number_of(PauseType type) { return static_cast<std::uint32_t>(type); }
constexpr Word pause_types[]{{"none", number_of(PauseType::none)},
    {"pfc", number_of(PauseType::pfc)},
    {"llfc", number_of(PauseType::link)}};
/// nicctl sets the directions by options of their own.
constexpr Word nicctl_pause_types[]{{"none", number_of(PauseType::none)},
    {"pfc --rx-pause enable --tx-pause enable", number_of(PauseType::pfc)},
    {"llfc --rx-pause enable --tx-pause enable", number_of(PauseType::link)}};
constexpr Word disable_enable[]{{"disable", 0}, {"enable", 1}};
constexpr Word flush_word[]{{"flush", 0}};
constexpr Word no_class[]{{"-1", unset_traffic_class}};
constexpr Word mode_numbers[]{{"1", 1}, {"2", 2}};
constexpr Word mode_words[]{{"IB/RoCE v1", 1}, {"RoCE v2", 2}};

constexpr std::string_view dcbnl = "linux/dcbnl.h of Linux 6.1, IEEE_8021QAZ_MAX_TCS";
constexpr Limit priority_limit{"priority", 0, 7, "IEEE 802.1Q-2022, 6.9"};
constexpr Limit tos_limit{"type of service", 0, 255, "RFC 2474, section 3"};
constexpr Limit on_off_limit{"on or off", 0, 1, {}};

constexpr std::string_view buffers_stay
    = "receive buffers of {} that were set by hand are not computed by the driver again until it is reloaded: "
      "set them by hand";

// Eight numbers or words, as mlnx_qos and dcb take them.
constexpr ToolSpelling mlnx_eight(
    std::string_view key, std::span<const Word> words = {}, bool joins = false, bool fewer = false)
{
    return {.tool = Tool::mlnx_qos,
        .key = key,
        .notation = Notation::commas,
        .words = words,
        .joins = joins,
        .fewer = fewer};
}
constexpr ToolSpelling dcb_eight(
    std::string_view object, std::string_view key, std::span<const Word> words = {}, bool joins = false)
{
    return {.tool = Tool::dcb,
        .object = object,
        .key = key,
        .notation = Notation::pairs,
        .words = words,
        .joins = joins,
        .verb = "set"};
}
// lldptool-pfc(8), lldptool-ets(8) and lldptool-app(8) of open-lldp 1.1.
constexpr ToolSpelling lldptool_value(std::string_view tlv,
    std::string_view key,
    Notation notation,
    std::span<const Word> words = {},
    bool joins = false)
{
    return {.tool = Tool::lldptool,
        .object = tlv,
        .key = key,
        .notation = notation,
        .words = words,
        .joins = joins};
}
constexpr ToolSpelling mlx5_file(std::string_view key)
{
    return {.tool = Tool::net_file, .key = key, .mlx5 = true};
}
constexpr ToolSpelling bnxt_file(std::string_view key)
{
    return {.tool = Tool::bnxt_file, .key = key, .use = Use::read};
}
constexpr ToolSpelling pause_side(std::string_view key, std::uint8_t number)
{
    return {.tool = Tool::ethtool,
        .object = "-A",
        .key = key,
        .words = on_off,
        .joins = true,
        .number = number,
        .effect = "renegotiates the link where pause is negotiated"};
}

// A flag of one driver, in place of which another driver has one of a different name and `number`.
constexpr ToolSpelling driver_flag(
    std::string_view key, std::uint8_t number, Use use, std::span<const Word> words)
{
    return {.tool = Tool::ethtool,
        .object = "--set-priv-flags",
        .key = key,
        .use = use,
        .words = words,
        .number = number,
        .effect = "the firmware gives DCBX, and with it PFC, to the host or takes it over"};
}

constexpr KnobRow rows[]{
    // the link
    {.knob = Knob::mtu,
        .title = "the MTU",
        .scope = Scope::link,
        .limit = {"mtu", 68, 65535, "linux/if_ether.h of Linux 6.1, ETH_MIN_MTU and ETH_MAX_MTU"},
        .member = &members::mtu,
        .spellings_or_none = {{{.tool = Tool::ip, .key = "mtu"},
            {.tool = Tool::ifconfig, .key = "mtu", .use = Use::edit},
            {.tool = Tool::net_file, .key = "mtu", .use = Use::edit}}}},
    {.knob = Knob::pause,
        .title = "link pause",
        .shape = Shape::word,
        .scope = Scope::link,
        .words = on_off,
        .member = &members::pause,
        .spellings_or_none = {{pause_side("rx", 0), pause_side("tx", 1)}}},
    {.knob = Knob::pause_type,
        .title = "the type of pause frames",
        .shape = Shape::word,
        .scope = Scope::nic,
        .words = pause_types,
        .member = &members::pause_type,
        .spellings_or_none
        = {{{.tool = Tool::nicctl, .object = "port", .key = "--pause-type", .words = nicctl_pause_types}}}},
    {.knob = Knob::fec,
        .title = "FEC",
        .shape = Shape::word,
        .scope = Scope::link,
        .words = fec_words,
        .member = &port_field<&Port::fec>,
        .no_undo
        = "a new FEC of {} cannot be undone: the link may stay down, and whether the old one was chosen or "
          "negotiated is lost. Set it by hand, at both ends",
        .spellings_or_none = {{{.tool = Tool::ethtool,
            .object = "--set-fec",
            .key = "encoding",
            .words = fec_words,
            .effect = "takes the link down until both ends have the same FEC"}}}},
    {.knob = Knob::eee,
        .title = "Energy-Efficient Ethernet",
        .shape = Shape::word,
        .scope = Scope::link,
        .words = on_off,
        .member = &port_field<&Port::energy_efficient>,
        .unread_as = "EEE",
        .spellings_or_none
        = {{{.tool = Tool::ethtool, .object = "--set-eee", .key = "eee", .words = on_off}}}},
    {.knob = Knob::dcbx,
        .title = "the DCBX mode",
        .shape = Shape::word,
        .words = dcbx_words,
        .member = &nic_field<&Nic::dcbx>,
        .spellings_or_none = {{{.tool = Tool::mlnx_qos, .key = "--dcbx", .words = dcbx_words},
            {.tool = Tool::dcb, .object = "dcbx", .key = "host", .use = Use::read}}}},
    // ice.rst, FW-LLDP; Linux commits 31eafa403b99 (ice: disable-fw-lldp became enable-fw-lldp) and 64e1dcbb581d
    // (i40e: disable-fw-lldp); Dave Ertman's patch of 2019-08-23 (ice: fw-lldp-agent).
    {.knob = Knob::firmware_agent,
        .title = "the firmware's LLDP agent",
        .shape = Shape::word,
        .scope = Scope::link,
        .limit = on_off_limit,
        .words = on_off,
        .member = &members::firmware_agent,
        .spellings_or_none = {{driver_flag("fw-lldp-agent", 0, Use::write, on_off),
            driver_flag("disable-fw-lldp", 1, Use::write, off_on),
            driver_flag("enable-fw-lldp", 2, Use::edit, on_off)}}},

    // buffer space
    {.knob = Knob::buffer_size,
        .title = "the receive buffer sizes",
        .shape = Shape::eight,
        .limit = {"buffer_size", 0, 0x7fffffff, {}},
        .member = &members::buffer_size,
        .no_undo = buffers_stay,
        .spellings_or_none
        = {{mlnx_eight("--buffer_size", {}, false, true), dcb_eight("buffer", "buffer-size")}}},
    {.knob = Knob::priority_buffer,
        .title = "the buffers of the priorities",
        .shape = Shape::eight,
        .limit = {"prio2buffer", 0, 7, "linux/dcbnl.h of Linux 6.1, DCBX_MAX_BUFFERS"},
        .member = &members::priority_buffer,
        .no_undo = buffers_stay,
        .spellings_or_none
        = {{mlnx_eight("--prio2buffer", {}, false, true), dcb_eight("buffer", "prio-buffer")}}},
    {.knob = Knob::cable_length,
        .title = "the cable length",
        .limit = {"cable_len", 0, 0xffff, "linux/dcbnl.h of Linux 6.1, the 16 bits of ieee_pfc.delay"},
        .member = &port_field<&Port::cable_length>,
        .spellings_or_none
        = {{{.tool = Tool::mlnx_qos, .key = "--cable_len", .expects = "a length in metres"},
            {.tool = Tool::dcb, .object = "pfc", .key = "delay", .use = Use::edit, .verb = "set"}}}},

    // pause
    {.knob = Knob::pfc,
        .title = "PFC on priority",
        .shape = Shape::eight,
        .limit = on_off_limit,
        .words = on_off,
        .member = &members::pfc,
        .unread_as = "PFC",
        .spellings_or_none
        = {{{.tool = Tool::mlnx_qos,
                .key = "--pfc",
                .notation = Notation::commas,
                .effect
                = "takes the link down for a moment where PFC changes (mlx5 en_dcbnl.c, mlx5e_dcbnl_ieee_setpfc)"},
            {.tool = Tool::dcb,
                .object = "pfc",
                .key = "prio-pfc",
                .notation = Notation::pairs,
                .words = on_off,
                .verb = "set"},
            {.tool = Tool::mlnx_qos,
                .key = "--specific_pfc",
                .notation = Notation::commas,
                .use = Use::edit,
                .keeps = "x",
                .expects = "eight of 0, 1 and x with commas"},
            {.tool = Tool::nicctl,
                .object = "qos pfc",
                .key = "--priority",
                .notation = Notation::each_priority,
                .words = disable_enable},
            lldptool_value("PFC", "enabled", Notation::priorities, on_off)}}},

    // which class traffic is in, and how the class is served
    {.knob = Knob::trust,
        .title = "trust",
        .shape = Shape::word,
        .words = trust_words,
        .member = &members::trust,
        .spellings_or_none = {{{.tool = Tool::mlnx_qos, .key = "--trust", .words = mlx5_trust},
            {.tool = Tool::dcb, .object = "apptrust", .key = "order", .words = trust_order, .verb = "set"},
            {.tool = Tool::net_file, .key = "qos/trust", .use = Use::edit, .words = mlx5_trust, .mlx5 = true},
            {.tool = Tool::nicctl, .object = "qos", .key = "--classification-type", .words = mlx5_trust}}}},
    {.knob = Knob::dscp_priority,
        .title = "the priority of a DSCP",
        .shape = Shape::point,
        .limit = priority_limit,
        .member = &members::dscp_priority,
        .unread_as = "the map of DSCPs",
        .spellings_or_none
        = {{{.tool = Tool::mlnx_qos, .key = "--dscp2prio", .notation = Notation::set_point},
            {.tool = Tool::dcb,
                .object = "app",
                .key = "dscp-prio",
                .notation = Notation::point,
                .verb = "replace"},
            {.tool = Tool::nicctl,
                .object = "qos dscp-to-priority",
                .key = "--dscp",
                .notation = Notation::dscp_option},
            lldptool_value("APP", "app", Notation::application)}}},
    {.knob = Knob::dscp_flush,
        .title = "the DSCP map",
        .member = &members::dscp_flush,
        .spellings_or_none
        = {{{.tool = Tool::mlnx_qos, .key = "--dscp2prio", .use = Use::read, .words = flush_word},
            {.tool = Tool::dcb, .object = "app", .key = "dscp-prio", .use = Use::read, .verb = "flush"}}}},
    {.knob = Knob::roce_priority,
        .title = "the priority of RoCE",
        .limit = priority_limit,
        .member = &nic_field<&Nic::roce_priority>,
        .spellings_or_none
        = {{{.tool = Tool::dcb, .object = "app", .key = "dgram-port-prio", .use = Use::read}}}},
    {.knob = Knob::default_priority,
        .title = "the default priority",
        .limit = priority_limit,
        .member = &port_field<&Port::default_tc>,
        .spellings_or_none = {{{.tool = Tool::mlnx_qos,
                                   .key = "--defltprio",
                                   .notation = Notation::set_amount,
                                   .expects = "set,PRIORITY"},
            {.tool = Tool::dcb, .object = "app", .key = "default-prio", .verb = "replace"}}}},
    {.knob = Knob::class_map,
        .title = "the classes of the priorities",
        .shape = Shape::eight,
        .limit = {"traffic class", 0, 7, dcbnl},
        .member = &members::class_map,
        .unread_as = "the classes of priorities",
        .spellings_or_none = {{mlnx_eight("--prio_tc"),
            dcb_eight("ets", "prio-tc"),
            lldptool_value("ETS-CFG", "up2tc", Notation::comma_pairs)}}},
    // The tools check the shares against the service, so both must be set in one command.
    {.knob = Knob::service,
        .title = "the service of the classes",
        .shape = Shape::eight,
        .words = service_words,
        .member = &members::service,
        .spellings_or_none = {{mlnx_eight("--tsa", service_words, true),
            dcb_eight("ets", "tc-tsa", service_words, true),
            lldptool_value("ETS-CFG", "tsa", Notation::comma_pairs, service_words, true)}}},
    {.knob = Knob::share,
        .title = "the shares of the classes",
        .shape = Shape::eight,
        .limit = {"bandwidth share", 0, 100, "dcb-ets(8), tc-bw", "percent"},
        .member = &members::share,
        .spellings_or_none = {{mlnx_eight("--tcbw", {}, true),
            dcb_eight("ets", "tc-bw", {}, true),
            lldptool_value("ETS-CFG", "tcbw", Notation::commas, {}, true)}}},
    {.knob = Knob::rate_limit,
        .title = "the rate limits",
        .shape = Shape::eight,
        .limit = {"rate limit", 0, 1'000'000, {}, "Gbit/s"},
        .member = &members::rate_limit,
        .spellings_or_none = {{mlnx_eight("--ratelimit")}}},

    // how RDMA traffic is marked, and how the NIC treats marks
    {.knob = Knob::traffic_class,
        .title = "the traffic class",
        .scope = Scope::rdma_device,
        .limit = tos_limit,
        .words = no_class,
        .member = &members::traffic_class,
        .spellings_or_none = {{{.tool = Tool::rdma_file,
            .key = "traffic_class",
            .words = no_class,
            .numbers = true,
            .mlx5 = true}}}},
    {.knob = Knob::cm_tos,
        .title = "the ToS of the connection manager",
        .scope = Scope::rdma_device,
        .limit = tos_limit,
        .member = &nic_field<&Nic::cm_tos>,
        .unread_as = "the connection manager's ToS",
        .spellings_or_none = {{{.tool = Tool::cma, .object = "cma_roce_tos", .key = "-t"},
            {.tool = Tool::cm_file, .key = "default_roce_tos", .use = Use::edit}}}},
    {.knob = Knob::cm_mode,
        .title = "the RoCE version",
        .scope = Scope::rdma_device,
        .member = &nic_field<&Nic::cm_version>,
        .spellings_or_none = {{{.tool = Tool::cma,
                                   .object = "cma_roce_mode",
                                   .key = "-m",
                                   .words = mode_numbers,
                                   .verb = "-p 1"},
            {.tool = Tool::cm_file, .key = "default_roce_mode", .use = Use::read, .words = mode_words}}}},
    {.knob = Knob::notification,
        .title = "the notification point",
        .shape = Shape::half,
        .limit = on_off_limit,
        .words = on_off,
        .member = &nic_half<&Nic::ecn_notification, &Nic::notification_seen, &Nic::notification_at>,
        .unread_as = "DCQCN",
        .spellings_or_none = {{mlx5_file("ecn/roce_np/enable")}}},
    {.knob = Knob::reaction,
        .title = "the reaction point",
        .shape = Shape::half,
        .limit = on_off_limit,
        .words = on_off,
        .member = &nic_half<&Nic::ecn_reaction, &Nic::reaction_seen, &Nic::reaction_at>,
        .unread_as = "DCQCN",
        .spellings_or_none = {{mlx5_file("ecn/roce_rp/enable")}}},
    {.knob = Knob::cnp_dscp,
        .title = "the DSCP of CNPs",
        .limit = {"DSCP", 0, 63, "RFC 2474, section 3"},
        .member = &nic_field<&Nic::cnp_dscp>,
        .spellings_or_none = {{{.tool = Tool::nicctl, .object = "dcqcn", .key = "--cnp-dscp"},
            mlx5_file("ecn/roce_np/cnp_dscp"),
            bnxt_file("cnp_dscp")}}},
    {.knob = Knob::cnp_priority,
        .title = "the priority of CNPs",
        .limit = priority_limit,
        .member = &nic_field<&Nic::cnp_priority>,
        .spellings_or_none = {{mlx5_file("ecn/roce_np/cnp_802p_prio"), bnxt_file("cnp_prio")}}},
};

constexpr std::size_t knob_count = std::size(rows);

// Where the row of each knob is.
constexpr std::array<std::uint8_t, knob_count> row_places = [] {
    std::array<std::uint8_t, knob_count> places{};
    places.fill(0xff);
    for (std::uint8_t place = 0; place < knob_count; ++place)
        places[static_cast<std::size_t>(rows[place].knob)] = place;
    return places;
}();
static_assert(std::ranges::find(row_places, 0xff) == row_places.end(), "a knob has two rows, another none");

}

std::span<const KnobRow> knob_rows() { return rows; }

std::uint8_t order_of(Knob knob) { return row_places[static_cast<std::size_t>(knob)]; }

const KnobRow& row_of(Knob knob) { return rows[order_of(knob)]; }

}
