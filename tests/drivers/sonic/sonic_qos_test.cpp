// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "tests/drivers/sonic/sonic_text.h"

namespace rocelint::sonic {
namespace {

TEST_CASE("the fields of PORT become the port's settings")
{
    const ReadText read(whole("",
        R"(, "alias": "etp1", "description": "host1", "mtu": 9216, "fec": "fc", "autoneg": "on", "pfc_asym": "on",
           "lanes": "1,2", "index": 1)"));
    const Port& port = read.port("Ethernet0");
    CHECK(port.alias == "etp1");
    CHECK(port.description == "host1");
    CHECK(port.kind == PortKind::physical);
    CHECK(port.speed.is(BitsPerSecond{100'000'000'000}));
    CHECK(port.ip_mtu.is(Bytes{9216}));
    CHECK(port.max_frame.is(Bytes{9230}));
    CHECK(read.written(port.ip_mtu.origin) == "\"mtu\": 9216");
    CHECK(port.fec.is(Fec::base_r));
    CHECK(port.autoneg.is(true));
    CHECK(port.admin_up.is(true));
    CHECK(port.pfc_asymmetric.is(true));
    CHECK(port.pfc_rx.is(PrioritySet{0xff}));
    CHECK(port.pfc_tx.is(PrioritySet{}));
    CHECK(port.pause_rx.is(false));
    CHECK(read.coverage().count(CoverageState::unrecognised) == 0);
}

TEST_CASE("SWITCH_HASH gives the fields that choose a path")
{
    const ReadText read(whole(R"(,
"SWITCH_HASH": {"GLOBAL": {"ecmp_hash": ["DST_IP", "SRC_IP", "IP_PROTOCOL", "L4_SRC_PORT"], "lag_hash": "DST_IP,INNER_SRC_IP",
                           "ecmp_hash_algorithm": "CRC"}})"));
    const LoadBalancing& balancing = read.device().load_balancing;
    CHECK(balancing.ecmp.value.has(HashField::source_port));
    CHECK_FALSE(balancing.ecmp.value.has(HashField::destination_port));
    CHECK(balancing.lag.value.has(HashField::other));
    CHECK_FALSE(balancing.lag.value.has(HashField::source_ip));
    CHECK(read.coverage().count(CoverageState::unsupported) == 0);
}

TEST_CASE("ports inside the switch are internal")
{
    const ReadText read(R"({"DEVICE_METADATA": {"localhost": {}}, "PORT": {
        "Ethernet0": {"role": "Ext"}, "Ethernet4": {"role": "Int"}, "Ethernet8": {"role": "Dpc"},
        "Ethernet12": {"role": "Rec"}, "Ethernet-BP0": {}}})");
    CHECK(read.port("Ethernet0").kind == PortKind::physical);
    for (const std::string_view name : {"Ethernet4", "Ethernet8", "Ethernet12", "Ethernet-BP0"})
        CHECK(read.port(name).kind == PortKind::internal);
    CHECK(read.port("Ethernet0").admin_up.is(false));
    CHECK(read.port("Ethernet0").admin_up.origin.kind() == OriginKind::default_);
}

TEST_CASE("members of a port channel have its MTU and layer")
{
    const ReadText read(whole(R"(, "PORTCHANNEL": {"PortChannel1": {"mtu": "9000", "admin_status": "up"}},
        "PORTCHANNEL_MEMBER": {"PortChannel1|Ethernet0": {}},
        "PORTCHANNEL_INTERFACE": {"PortChannel1|10.0.0.1/31": {}})",
        R"(, "mtu": "9100")"));
    const Port& port = read.port("Ethernet0");
    REQUIRE(port.lag != Port::no_index);
    CHECK(read.device().ports[port.lag].name == "PortChannel1");
    CHECK(read.device().ports[port.lag].kind == PortKind::lag);
    CHECK(read.device().ports[port.lag].routed.is(true));
    CHECK(port.ip_mtu.is(Bytes{9000}));
    CHECK(port.ip_mtu.origin.kind() == OriginKind::inherited);
}

TEST_CASE("a port in a VLAN is switched and one with an address is routed")
{
    const ReadText switched(whole(R"(, "VLAN_MEMBER": {"Vlan10|Ethernet0": {"tagging_mode": "untagged"}})"));
    CHECK(switched.port("Ethernet0").routed.is(false));
    CHECK(switched.coverage().count(CoverageState::unsupported) == 0);
    const ReadText routed(whole(R"(, "INTERFACE": {"Ethernet0|10.0.0.0/31": {}})"));
    CHECK(routed.port("Ethernet0").routed.is(true));
}

TEST_CASE("device types become roles")
{
    struct Known {
        std::string_view type;
        Role role;
    };
    for (const Known& known : {Known{"ToRRouter", Role::leaf},
             Known{"BackEndToRRouter", Role::leaf},
             Known{"LeafRouter", Role::spine},
             Known{"SpineRouter", Role::super_spine},
             Known{"MgmtToRRouter", Role::management}}) {
        const ReadText read(R"({"DEVICE_METADATA": {"localhost": {"type": ")" + std::string(known.type)
            + R"(", "hwsku": "SKU", "platform": "x86"}}})");
        CHECK(read.device().role.is(known.role));
        CHECK(read.device().model == "SKU");
    }
    CHECK_FALSE(ReadText(R"({"DEVICE_METADATA": {"localhost": {"type": "Toaster"}}})").device().role.known());
}

TEST_CASE("PFC priorities are read as text, numbers, lists and as an explicit none")
{
    struct Known {
        std::string_view written;
        std::uint8_t bits;
    };
    for (const Known& known : {Known{R"("3,4")", 0x18},
             Known{R"("")", 0},
             Known{"3", 0x08},
             Known{R"(["3", 4])", 0x18},
             Known{R"("2,3,4,6")", 0x5c}}) {
        CAPTURE(known.written);
        const ReadText read(
            whole(R"(, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": )" + std::string(known.written) + "}}"));
        CHECK(read.port("Ethernet0").pfc_tx.is(PrioritySet{known.bits}));
        CHECK(read.port("Ethernet0").pfc_tx.origin.kind() == OriginKind::explicit_);
        CHECK(read.port("Ethernet0").pfc_rx.is(PrioritySet{known.bits}));
        CHECK(read.first_problem() == "");
    }
}

TEST_CASE("the maps of a port decide what it trusts")
{
    constexpr std::string_view maps
        = R"(, "DSCP_TO_TC_MAP": {"D": {"26": "3"}}, "DOT1P_TO_TC_MAP": {"P": {"3": "3"}},
        "PORT_QOS_MAP": {"Ethernet0": )";
    const auto trust = [&](std::string_view row) {
        const ReadText read(whole(std::string(maps) + std::string(row) + "}"));
        CHECK(read.first_problem() == "");
        return read.port("Ethernet0").trust.value_or(Trust::none);
    };
    CHECK(trust(R"({"dscp_to_tc_map": "D"})") == Trust::dscp);
    CHECK(trust(R"({"dot1p_to_tc_map": "P"})") == Trust::pcp);
    CHECK(trust(R"({"dscp_to_tc_map": "D", "dot1p_to_tc_map": "P"})") == Trust::dscp_else_pcp);
    CHECK(trust("{}") == Trust::none);
}

TEST_CASE("the global row applies to ports without a DSCP map of their own")
{
    const ReadText read(whole(
        R"(, "DSCP_TO_TC_MAP": {"D": {"26": "3"}}, "PORT_QOS_MAP": {"global": {"dscp_to_tc_map": "D"}})"));
    const Port& port = read.port("Ethernet0");
    CHECK(read.device().ports.size() == 1);
    CHECK(port.trust.is(Trust::dscp));
    CHECK(port.dscp_to_tc.origin.kind() == OriginKind::inherited);
}

TEST_CASE("all eight maps are read and a port without maps sends everything to queue 0")
{
    const ReadText read(whole(R"(,
        "DSCP_TO_TC_MAP": {"A": {"26": "3"}}, "DOT1P_TO_TC_MAP": {"A": {"3": "3"}},
        "TC_TO_QUEUE_MAP": {"A": {"3": "4"}}, "TC_TO_PRIORITY_GROUP_MAP": {"A": {"3": "5"}},
        "MAP_PFC_PRIORITY_TO_QUEUE": {"A": {"6": "4"}}, "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP": {"A": {"6": "5"}},
        "TC_TO_DSCP_MAP": {"A": {"3": "26"}}, "TC_TO_DOT1P_MAP": {"A": {"3": "3"}},
        "PORT_QOS_MAP": {"Ethernet0": {"dscp_to_tc_map": "A", "tc_to_queue_map": "A", "tc_to_pg_map": "A",
            "pfc_to_queue_map": "A", "pfc_to_pg_map": "A", "tc_to_dscp_map": "A", "dot1p_to_tc_map": "A"}})"));
    CHECK(read.device().maps.size() == 8);
    const Treatment treatment = classify_dscp(read.device(), read.port("Ethernet0"), 26);
    CHECK(treatment.tc.is(3));
    CHECK(treatment.queue.is(4));
    CHECK(treatment.group.is(5));
    CHECK(treatment.tx_priority.is(6));
    CHECK(treatment.rx_priority.is(6));
    CHECK(read.device().map(read.port("Ethernet0").tc_to_dscp)->at_point(3) == 26);

    const ReadText bare(whole(""));
    const Treatment none = classify_dscp(bare.device(), bare.port("Ethernet0"), 26);
    CHECK(none.tc.is(0));
    CHECK(none.queue.is(0));
    CHECK_FALSE(none.group.known());
}

TEST_CASE("each colour of a WRED profile has its own curve")
{
    const ReadText read(R"({"WRED_PROFILE": {"W": {"ecn": "ecn_green_red",
        "wred_green_enable": "true", "green_min_threshold": "100", "green_max_threshold": "200",
        "green_drop_probability": "5",
        "wred_yellow_enable": "true", "yellow_min_threshold": "300", "yellow_max_threshold": "400",
        "yellow_drop_probability": "10",
        "wred_red_enable": "false", "red_min_threshold": "500", "ecn_red_min_threshold": "50"}}})");
    REQUIRE(read.device().ecn_profiles.size() == 1);
    const std::vector<EcnCurve>& curves = read.device().ecn_profiles[0].curves;
    REQUIRE(curves.size() == 3);
    CHECK(curves[0].marks.is(true));
    CHECK(curves[0].drops.is(false));
    CHECK(curves[0].min_threshold.is(Bytes{100}));
    CHECK(curves[0].max_threshold.is(Bytes{200}));
    CHECK(curves[0].max_probability.is(Percent::whole(5)));
    CHECK(curves[1].marks.is(false));
    CHECK(curves[1].drops.is(true));
    CHECK(curves[2].marks.is(true));
    CHECK(curves[2].drops.is(false));
    CHECK(curves[2].min_threshold.is(Bytes{50}));
    CHECK_FALSE(curves[2].max_probability.known());
}

TEST_CASE("a WRED profile of a whole configuration has the daemon's defaults")
{
    const ReadText read(whole(R"(, "WRED_PROFILE": {"W": {"green_min_threshold": "100"}})"));
    const EcnCurve& curve = read.device().ecn_profiles[0].curves[0];
    CHECK(curve.marks.is(false));
    CHECK(curve.marks.origin.kind() == OriginKind::default_);
    CHECK(curve.drops.is(false));
    CHECK(curve.max_probability.is(Percent::whole(100)));
    CHECK_FALSE(curve.max_threshold.known());
}

TEST_CASE("schedulers are strict or weighted, with a shaper in bits per second")
{
    const ReadText read(whole(R"(, "SCHEDULER": {
        "a": {"type": "STRICT"}, "b": {"type": "DWRR", "weight": "15", "pir": "1250000000", "meter_type": "bytes"},
        "c": {}, "d": {"type": "WRR", "weight": 7, "pir": "5", "meter_type": "packets"}})"));
    const std::vector<Scheduler>& schedulers = read.device().schedulers;
    REQUIRE(schedulers.size() == 4);
    CHECK(schedulers[0].kind.is(SchedulerKind::strict));
    CHECK(schedulers[1].kind.is(SchedulerKind::weighted));
    CHECK(schedulers[1].weight.is(15));
    CHECK(schedulers[1].limit.is(BitsPerSecond{10'000'000'000}));
    CHECK(schedulers[2].kind.origin.kind() == OriginKind::default_);
    CHECK(schedulers[2].weight.is(1));
    CHECK_FALSE(schedulers[3].limit.known());
}

TEST_CASE("queue rows name lists and ranges, and system ports of other line cards are not ours")
{
    const ReadText read(R"({"DEVICE_METADATA": {"localhost": {"hostname": "lc1", "asic_name": "Asic0"}},
        "PORT": {"Ethernet0": {}, "Ethernet4": {}},
        "SCHEDULER": {"s": {"type": "STRICT"}, "t": {"type": "DWRR"}},
        "QUEUE": {"Ethernet0,Ethernet4|3-4": {"scheduler": "s"}, "lc1|asic0|Ethernet0|9": {"scheduler": "t"},
                  "lc2|Asic0|Ethernet0|3": {"scheduler": "t"}}})");
    CHECK(read.first_problem() == "");
    const Port& port = read.port("Ethernet4");
    CHECK(port.queue_count == 10);
    CHECK(read.device().queue(port, 3)->scheduler.is(Ref{0}));
    CHECK(read.device().queue(port, 4)->scheduler.is(Ref{0}));
    CHECK(read.device().queue(port, 5)->scheduler.is(Ref{}));
    CHECK(read.device().queue(read.port("Ethernet0"), 3)->scheduler.is(Ref{0}));
    CHECK(read.device().queue(read.port("Ethernet0"), 9)->scheduler.is(Ref{1}));
}

TEST_CASE("a tunnel names maps of its own")
{
    const ReadText read(R"({"DSCP_TO_TC_MAP": {"T": {"3": "3"}}, "TC_TO_DSCP_MAP": {"T": {"3": "2"}},
        "TC_TO_QUEUE_MAP": {"T": {"3": "2"}}, "PEER_SWITCH": {"tor2": {"address_ipv4": "10.1.0.33"}},
        "TUNNEL": {"M": {"decap_dscp_to_tc_map": "T", "encap_tc_to_dscp_map": "[TC_TO_DSCP_MAP|T]",
        "encap_tc_to_queue_map": "T"}}})");
    const Forwarding& forwarding = read.device().forwarding;
    REQUIRE(forwarding.tunnel_map.known());
    REQUIRE(forwarding.tunnel_dscps.known());
    REQUIRE(forwarding.tunnel_queues.known());
    const auto at_3
        = [&](const Setting<Ref>& map) { return read.device().maps.at(map.value.index).at_point(3); };
    CHECK(at_3(forwarding.tunnel_map) == 3);
    CHECK(at_3(forwarding.tunnel_dscps) == 2);
    CHECK(at_3(forwarding.tunnel_queues) == 2);
}

TEST_CASE("a map is unread where the tunnels of a switch name different ones")
{
    const auto with = [](std::string_view second) {
        return std::string(R"({"DSCP_TO_TC_MAP": {"T": {"3": "3"}, "U": {"3": "4"}},
            "PEER_SWITCH": {"tor2": {"address_ipv4": "10.1.0.33"}},
            "TUNNEL": {"M": {"decap_dscp_to_tc_map": "T"}, "N": {"decap_dscp_to_tc_map": ")")
            + std::string(second) + R"("}}})";
    };
    CHECK(ReadText(with("T")).device().forwarding.tunnel_map.known());
    CHECK_FALSE(ReadText(with("U")).device().forwarding.tunnel_map.known());
}

TEST_CASE("tunnel remapping is seen in SYSTEM_DEFAULTS and in TUNNEL")
{
    CHECK(ReadText(R"({"SYSTEM_DEFAULTS": {"tunnel_qos_remap": {"status": "enabled"}}})")
              .device()
              .tunnel_remap);
    CHECK_FALSE(ReadText(R"({"SYSTEM_DEFAULTS": {"tunnel_qos_remap": {"status": "disabled"}}})")
                    .device()
                    .tunnel_remap);
    CHECK(ReadText(R"({"TUNNEL": {"M": {"decap_dscp_to_tc_map": "AZURE_TUNNEL"}}})").device().tunnel_remap);
    CHECK_FALSE(ReadText(R"({"TUNNEL": {"M": {"ttl_mode": "pipe"}}})").device().tunnel_remap);
}

TEST_CASE("a finding about a missing field points at its row, and one about a missing row at its table")
{
    const ReadText read(whole(R"(, "PORT_QOS_MAP": {"Ethernet0": {"tc_to_queue_map": "AZURE"}},
        "TC_TO_QUEUE_MAP": {"AZURE": {"3": "3"}},
        "QUEUE": {"Ethernet0|3": {"scheduler": "s"}}, "SCHEDULER": {"s": {"type": "STRICT"}})"));
    const Port& port = read.port("Ethernet0");
    const std::string_view row = R"("Ethernet0": {"tc_to_queue_map")";
    for (const OriginId absent : {port.pfc_tx.origin, port.trust.origin, port.priority_to_queue.origin})
        CHECK(row.starts_with(read.pointed_at(absent, port)));
    CHECK(read.pointed_at(read.device().queue(port, 3)->ecn.origin, port).starts_with("\"Ethernet0|3\""));
    CHECK(read.pointed_at(read.device().queue(port, 4)->ecn.origin, port).starts_with("\"QUEUE\""));
    CHECK(read.device().place(port.pfc_tx.origin, &port) != port.at);
}

TEST_CASE("DEVICE_NEIGHBOR gives neighbours")
{
    const ReadText read(
        whole(R"(, "DEVICE_NEIGHBOR": {"Ethernet0": {"name": "spine1", "port": "Ethernet8"}})"));
    REQUIRE(read.device().neighbours.size() == 1);
    CHECK(read.device().neighbours[0].source == Neighbour::Source::neighbour_table);
    CHECK(read.device().neighbours[0].device == "spine1");
    CHECK(read.device().neighbours[0].port_id == "Ethernet8");
    CHECK(read.device().neighbours[0].port == 0);
}

}
}
