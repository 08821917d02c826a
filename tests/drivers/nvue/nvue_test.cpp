// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "tests/drivers/nvue/nvue_case.h"

namespace rocelint::nvue_test {
namespace {

constexpr std::string_view roce_alone
    = "nv set system hostname leaf1\nnv set qos roce\nnv set interface swp1-2 type swp\n";

TEST_CASE("qos roce alone makes a lossless switch, and all of it is inherited from that line")
{
    const Case read(roce_alone);
    const Port& port = read.port("swp2");
    CHECK(port.pfc_tx.is(PrioritySet::of(3)));
    CHECK(port.pfc_rx.is(PrioritySet::of(3)));
    CHECK(port.pfc_tx.origin.kind() == OriginKind::inherited);
    CHECK(read.device().origins.look_up(port.pfc_tx.origin).note.find("RDMA over Converged Ethernet")
        != std::string_view::npos);
    CHECK(read.sources.text_at(read.device().place(port.pfc_tx.origin)) == "nv set qos roce");
    CHECK(port.trust.is(Trust::dscp_else_pcp));
    CHECK(port.cable_length.is(Metres{100}));
    CHECK(classify_dscp(read.device(), port, 26).queue.is(3));
    CHECK(classify_dscp(read.device(), port, 48).queue.is(6));
    CHECK(classify_dscp(read.device(), port, 34).queue.is(0));
    REQUIRE(read.marking("swp1", 3) != nullptr);
    CHECK(read.marking("swp1", 3)->curves.front().min_threshold.is(Bytes{150'000}));
    CHECK(read.marking("swp1", 3)->curves.front().max_threshold.is(Bytes{1'500'000}));
    CHECK(read.marking("swp1", 0) != nullptr);
    CHECK(read.marking("swp1", 6) == nullptr);
    CHECK(read.service("swp1", 3)->bandwidth.is(Percent::whole(50)));
    CHECK(read.service("swp1", 6)->kind.is(SchedulerKind::strict));
    CHECK(read.device().group(port, 3)->lossless.is(true));
    CHECK_FALSE(
        read.device().buffer_profiles.at(read.device().group(port, 3)->buffer.value.index).xoff.known());
    CHECK(port.watchdog.enabled.is(false));
}

TEST_CASE("lossy mode has no PFC and no lossless pool, and lossy-multi-tc trims packets")
{
    const Case lossy(
        "nv set system hostname leaf1\nnv set qos roce mode lossy\nnv set interface swp1 type swp\n");
    CHECK(lossy.port("swp1").pfc_tx.is(PrioritySet{}));
    CHECK(lossy.marking("swp1", 3) != nullptr);
    CHECK(lossy.device().pools.empty());
    const Case multi(
        "nv set system hostname leaf1\nnv set qos roce mode lossy-multi-tc\nnv set interface swp1 type swp\n");
    CHECK(multi.port("swp1").pfc_tx.is(PrioritySet{}));
    CHECK(classify_dscp(multi.device(), multi.port("swp1"), 26).queue.is(4));
    CHECK(classify_dscp(multi.device(), multi.port("swp1"), 5).queue.is(3));
    CHECK(multi.marking("swp1", 2) != nullptr);
    // Which class DSCP 41 to 50 have depends on the release.
    CHECK_FALSE(classify_dscp(multi.device(), multi.port("swp1"), 48).tc.known());
    CHECK(classify_dscp(multi.device(), multi.port("swp1"), 51).tc.is(0));
    const auto class_of_cnp = [](std::string_view release) {
        const std::string text = "- header:\n    nvue-api-version: nvue_v1\n    version: Cumulus Linux "
            + std::string(release)
            + "\n- set:\n    interface:\n      swp1: {type: swp}\n    qos:\n      roce:\n        enable: on\n        "
              "mode: lossy-multi-tc\n";
        const Case one(text);
        return classify_dscp(one.device(), one.port("swp1"), 48).tc.value_or(0xff);
    };
    CHECK(class_of_cnp("5.14.0") == 0);
    CHECK(class_of_cnp("5.16.1") == 5);
    CHECK(multi.device().trimming.dscp.is(11));
    CHECK(multi.device().trimming.queue.is(4));
    const Setting<Ref>& buffer = multi.device().queue(multi.port("swp1"), 1)->buffer;
    REQUIRE(buffer.known());
    CHECK(multi.device().buffer_profiles.at(buffer.value.index).trims.is(true));
}

TEST_CASE("the lossy pool keeps all of the memory where no statement gives it less")
{
    const Case silent(
        "nv set system hostname leaf1\nnv set qos traffic-pool default-lossless memory-percent 50\n");
    REQUIRE(silent.device().pools.size() == 2);
    CHECK(silent.device().pools[1].name == "default-lossy");
    CHECK(silent.device().pools[1].percentage.is(Percent::whole(100)));
    const Case stated(
        "nv set system hostname leaf1\nnv set qos traffic-pool default-lossless memory-percent 50\n"
        "nv set qos traffic-pool default-lossy memory-percent 50\n");
    CHECK(stated.device().pools.size() == 2);
}

TEST_CASE("roce that is switched off does nothing, and explicit statements override it")
{
    const Case off(
        "nv set system hostname leaf1\nnv set qos roce enable off\nnv set qos roce cable-length 50\nnv set interface swp1 type swp\n");
    CHECK(off.port("swp1").pfc_tx.is(PrioritySet{}));
    CHECK(off.port("swp1").trust.is(Trust::pcp));
    const Case moved(std::string(roce_alone)
        + "nv set qos pfc default-global switch-priority 2\n"
          "nv set qos mapping default-global dscp 26 switch-priority 2\n"
          "nv set qos egress-queue-mapping default-global switch-priority 2 traffic-class 3\n"
          "nv set qos congestion-control default-global traffic-class 3 max-threshold 900000\n");
    CHECK(moved.port("swp1").pfc_tx.is(PrioritySet::of(2)));
    CHECK(moved.port("swp1").pfc_tx.origin.kind() == OriginKind::explicit_);
    CHECK(classify_dscp(moved.device(), moved.port("swp1"), 26).queue.is(3));
    CHECK(moved.marking("swp1", 3)->curves.front().max_threshold.is(Bytes{900'000}));
    CHECK(moved.marking("swp1", 3)->curves.front().min_threshold.is(Bytes{150'000}));
}

TEST_CASE(
    "without any QoS line a complete configuration has the platform's defaults, and a fragment has none")
{
    const Case whole(
        "- header:\n    model: MSN4700\n    nvue-api-version: nvue_v1\n    version: Cumulus Linux 5.9.1\n- set:\n    interface:\n      swp1: {}\n");
    CHECK(whole.device().model == "MSN4700");
    CHECK_FALSE(whole.device().fragment);
    CHECK(whole.port("swp1").ip_mtu.is(Bytes{9216}));
    CHECK(whole.port("swp1").trust.is(Trust::pcp));
    CHECK(whole.port("swp1").pfc_tx.is(PrioritySet{}));
    CHECK(whole.marking("swp1", 0) != nullptr);
    CHECK(whole.service("swp1", 1)->bandwidth.is(Percent::whole(13)));
    const Case part("nv set interface swp1 link speed 400G\n");
    CHECK(part.device().fragment);
    CHECK_FALSE(part.port("swp1").ip_mtu.known());
    CHECK_FALSE(part.port("swp1").trust.known());
}

constexpr std::string_view yaml = R"(- header:
    model: SN5600
    nvue-api-version: nvue_v1
    rev-id: 1.0
    version: Cumulus Linux 5.14.0
- set:
    interface:
      swp1-2,swp4,swp10s0-1:
        link:
          mtu: 9000
          state:
            up: {}
        qos:
          pfc:
            profile: gold
          congestion-control:
            profile: marks
      swp1:
        ip:
          address:
            10.0.0.1/31: {}
      bond1:
        bond:
          member:
            swp4: {}
        type: bond
    qos:
      pfc:
        gold:
          port-buffer: 90000
          rx: disable
          switch-priority:
            '3': {}
            '5': {}
          xoff-threshold: 20000
          xon-threshold: 2000
      congestion-control:
        marks:
          traffic-class:
            3,5:
              max-threshold: 800000
              min-threshold: 200000
              probability: 10
    system:
      hostname: leaf3
)";

TEST_CASE("YAML: ranges in keys, entries with {}, and profiles that ports are given")
{
    const Case read(yaml);
    CHECK(read.device().name == "leaf3");
    CHECK(read.device().ports.size() == 6);
    CHECK(read.port("swp10s1").ip_mtu.is(Bytes{9000}));
    CHECK(read.port("swp4").lag == read.device().find_port("bond1"));
    CHECK(read.port("swp1").pfc_tx.is(PrioritySet{0b101000}));
    CHECK(read.port("swp1").pfc_rx.is(PrioritySet{}));
    CHECK(read.port("swp1").pfc_tx.origin.kind() == OriginKind::inherited);
    CHECK(read.marking("swp1", 5)->curves.front().min_threshold.is(Bytes{200'000}));
    CHECK(read.marking("swp1", 4) == nullptr);
    const BufferProfile& buffer
        = read.device().buffer_profiles.at(read.device().group(read.port("swp1"), 3)->buffer.value.index);
    CHECK(buffer.reserved.is(Bytes{90'000}));
    CHECK(buffer.xoff.is(Bytes{70'000}));
    CHECK(buffer.xon.is(Bytes{18'000}));
    CHECK(read.lines(CoverageState::unrecognised) == 0);
    CHECK(read.lines(CoverageState::unsupported) == 0);
    REQUIRE(read.device().forwarding.addresses.size() == 1);
}

TEST_CASE("a profile's settings point at its own lines, and the binding at the port's")
{
    const Case read(yaml);
    const auto line = [&](OriginId origin) {
        const Span at = read.device().origins.span(origin);
        return yaml.substr(at.offset, yaml.find('\n', at.offset) - at.offset);
    };
    CHECK(line(read.marking("swp1", 5)->curves.front().min_threshold.origin).find("min-threshold: 200000")
        != std::string_view::npos);
    CHECK(line(read.device().queue(read.port("swp1"), 5)->ecn.origin).find("profile: marks")
        != std::string_view::npos);
}

TEST_CASE("JSON and lines are read like YAML")
{
    const Case json(R"([{"header": {"nvue-api-version": "nvue_v1"}}, {"set": {"system": {"hostname": "leaf3"},
 "interface": {"swp1-2": {"link": {"mtu": 9000}, "qos": {"pfc-watchdog": {}}}}, "qos": {"roce": {"enable": "on", "mode": "lossless"}}}}])");
    CHECK(json.device().name == "leaf3");
    CHECK(json.port("swp2").ip_mtu.is(Bytes{9000}));
    CHECK(json.port("swp2").watchdog.enabled.is(true));
    CHECK(json.port("swp1").pfc_tx.is(PrioritySet::of(3)));
    const Case lines(
        "nv set system hostname leaf3\nnv set interface swp1-2 link mtu 9000\nnv set interface swp1-2 qos pfc-watchdog\nnv set qos roce enable on\nnv set qos roce mode lossless\n");
    CHECK(lines.port("swp2").ip_mtu.is(Bytes{9000}));
    CHECK(lines.port("swp2").watchdog.enabled.is(true));
    CHECK(lines.port("swp2").watchdog.detection.is(Milliseconds(300)));
}

TEST_CASE("a JSON tree without a header around it is an NVUE configuration")
{
    constexpr std::string_view text = R"({"system": {"hostname": "leaf3"},
 "interface": {"swp1-2": {"link": {"mtu": 9000}}}, "qos": {"roce": {"enable": "on", "mode": "lossless"}}})";
    const Source source(0, "leaf3.json", text);
    CHECK(nvue::driver.detect(source).confidence >= 60);
    const Case json(text);
    CHECK(json.device().name == "leaf3");
    CHECK(json.port("swp2").pfc_tx.is(PrioritySet::of(3)));
}

TEST_CASE("the line of a lossy mode is the origin of its absent PFC")
{
    const Case read(
        "nv set system hostname leaf2\nnv set interface swp1 type swp\nnv set qos roce mode lossy\n"
        "nv set qos roce\n");
    const Port& port = read.port("swp1");
    CHECK(port.pfc_tx.is(PrioritySet{}));
    CHECK(read.sources.text_at(read.device().place(port.pfc_tx.origin, &port)).find("roce mode lossy")
        != std::string_view::npos);
}

TEST_CASE("a transcript: prompts, other commands, a text over several lines, and a table of neighbours")
{
    const Case read(R"(cumulus@leaf02:mgmt:~$ nv set system hostname leaf02
cumulus@leaf02:mgmt:~$ nv set qos roce
cumulus@leaf02:mgmt:~$ nv set interface swp1-4 link mtu 9000
cumulus@leaf02:mgmt:~$ nv unset interface swp2 link mtu
cumulus@leaf02:mgmt:~$ nv set system message pre-login '########
# keep out
########'
cumulus@leaf02:mgmt:~$ nv set interface swp3 link mtu 1500
cumulus@leaf02:mgmt:~$ nv config apply -y
cumulus@leaf02:mgmt:~$ nv show interface lldp
Interface  Speed  Type  Remote Host      Remote Port
---------  -----  ----  ---------------  -----------------
swp1       1G     swp   server01         48:b0:2d:76:ee:8e
swp4       1G     swp   spine01          swp49
)");
    CHECK(read.device().name == "leaf02");
    CHECK(read.port("swp1").ip_mtu.is(Bytes{9000}));
    CHECK(read.port("swp2").ip_mtu.is(Bytes{9216}));
    CHECK(read.port("swp3").ip_mtu.is(Bytes{1500}));
    CHECK(read.lines(CoverageState::unrecognised) == 0);
    REQUIRE(read.device().neighbours.size() == 2);
    CHECK(read.device().neighbours[1].device == "spine01");
    CHECK(read.device().neighbours[1].port_id == "swp49");
}

TEST_CASE("neighbours as JSON next to the configuration")
{
    const Case read({{"leaf1/startup.nv", roce_alone},
        {"leaf1/lldp.json",
            R"({"swp1": {"lldp": {"neighbor": {"h1": {"chassis": {"system-name": "host1"}, "port": {"name": "ens1f0np0"}}}}}})"}});
    REQUIRE(read.device().neighbours.size() == 1);
    CHECK(read.device().neighbours.front().device == "host1");
    CHECK(read.device().neighbours.front().port_id == "ens1f0np0");
}

TEST_CASE("unset removes what was set before it: a value, an entry, a profile, all of roce")
{
    const Case read(std::string(roce_alone)
        + "nv set qos pfc gold switch-priority 3,5\nnv unset qos pfc gold switch-priority 5\n"
          "nv set interface swp1 qos pfc profile gold\nnv set interface swp2 qos pfc profile gold\n"
          "nv unset interface swp2 qos pfc\n");
    CHECK(read.port("swp1").pfc_tx.value.has(3));
    CHECK(read.port("swp2").pfc_tx.origin.kind() == OriginKind::inherited);
    const Case without(std::string(roce_alone) + "nv unset qos roce\n");
    CHECK(without.port("swp1").pfc_tx.is(PrioritySet{}));
    const Case document(
        "- set:\n    interface:\n      swp1:\n        link:\n          mtu: 9000\n    system:\n      hostname: leaf1\n- unset:\n    interface:\n      swp1:\n        link:\n          mtu: {}\n");
    CHECK(document.port("swp1").ip_mtu.is(Bytes{9216}));
}

TEST_CASE("a senseless value leaves its setting unread and its line unrecognised")
{
    const Case read(std::string(roce_alone)
        + "nv set qos mapping default-global trust l9\nnv set interface swp1 link mtu big\nnv set qos roce colour red\n");
    CHECK_FALSE(read.port("swp1").trust.known());
    CHECK_FALSE(read.port("swp1").ip_mtu.known());
    CHECK(read.lines(CoverageState::unrecognised) == 3);
    REQUIRE(read.reading.problems.size() == 2);
    CHECK(read.reading.problems[0].message == "trust l9 is not understood");
    CHECK(read.reading.problems[1].message == "link mtu big is not a number in range, 552 to 9216");
}

TEST_CASE("a port with a missing profile is not judged by the default one")
{
    const Case read(std::string(roce_alone)
        + "nv set interface swp1 qos pfc profile lost\nnv set interface swp1 qos mapping profile lost\n");
    CHECK_FALSE(read.port("swp1").pfc_tx.known());
    CHECK(read.port("swp2").pfc_tx.is(PrioritySet::of(3)));
    CHECK_FALSE(classify_dscp(read.device(), read.port("swp1"), 26).tc.known());
}

TEST_CASE("switchd's own files are read likewise")
{
    const Case read(R"(traffic.packet_priority_source_set = [802.1p,dscp]
traffic.port_default_priority      = 0
traffic.cos_3.priority_source.dscp = [24,26]
# pfc
pfc.port_group_list = [g1]
pfc.g1.cos_list = [3]
pfc.g1.port_set = swp1-swp4,swp6
pfc.g1.port_buffer_bytes = 25000
pfc.g1.xoff_size = 10000
pfc.g1.xon_delta = 2000
pfc.g1.tx_enable = true
pfc.g1.rx_enable = false
default_ecn_red_conf.egress_queue_list = [0,3]
default_ecn_red_conf.ecn_enable = true
default_ecn_red_conf.min_threshold_bytes = 150000
default_ecn_red_conf.max_threshold_bytes = 1500000
default_egress_sched.egr_queue_0.bw_percent = 40
default_egress_sched.egr_queue_6.bw_percent = 0
pfc_watchdog.port_group_list = [w]
pfc_watchdog.w.port_set = swp1
)");
    CHECK(read.device().fragment);
    CHECK(read.device().ports.size() == 5);
    CHECK(read.port("swp4").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("swp4").pfc_rx.is(PrioritySet{}));
    CHECK(read.port("swp6").trust.is(Trust::dscp_else_pcp));
    REQUIRE(read.device().map(read.port("swp1").dscp_to_tc) != nullptr);
    CHECK(read.device().map(read.port("swp1").dscp_to_tc)->at_point(24) == 3);
    CHECK(read.device().map(read.port("swp1").dscp_to_tc)->at_point(25) == ClassMap::unmapped);
    CHECK(read.marking("swp1", 3)->curves.front().max_threshold.is(Bytes{1'500'000}));
    CHECK(read.service("swp1", 6)->kind.is(SchedulerKind::strict));
    CHECK(read.service("swp1", 0)->bandwidth.is(Percent::whole(40)));
    CHECK(read.port("swp1").watchdog.enabled.is(true));
    CHECK(read.lines(CoverageState::unrecognised) == 0);
    CHECK(read.lines(CoverageState::unsupported) == 0);
}

TEST_CASE("a configuration inside another document is reported, not read")
{
    const Case read(
        "apiVersion: v1\nkind: DPUService\nspec:\n  startup: |\n    - header:\n        nvue-api-version: nvue_v1\n");
    CHECK(read.device().ports.empty());
    REQUIRE(read.reading.problems.size() == 1);
    CHECK(read.reading.problems.front().message.find("stands inside this document") != std::string::npos);
}

TEST_CASE("an endless range is reported, and makes no ports")
{
    const Case read(std::string(roce_alone) + "nv set interface swp1-99999999 link mtu 9000\n");
    CHECK(read.device().ports.size() == 2);
    CHECK(read.reading.problems.size() == 1);
}

TEST_CASE(
    "adaptive routing spreads packets if the port has it too; the hash omits fields that are switched off")
{
    const Case read(std::string(roce_alone)
        + "nv set router adaptive-routing enable on\nnv set interface swp2 router adaptive-routing enable on\n"
          "nv set system forwarding ecmp-hash source-port off\nnv set system forwarding hash-seed 7\n");
    CHECK(read.device().load_balancing.per_packet.is(true));
    CHECK_FALSE(read.device().load_balancing.ecmp.value.has(HashField::source_port));
    CHECK(read.device().load_balancing.ecmp.value.has(HashField::source_ip));
    CHECK(read.device().load_balancing.ecmp_seed.is(7));
    const Case global(std::string(roce_alone) + "nv set router adaptive-routing enable on\n");
    CHECK(global.device().load_balancing.per_packet.is(false));
    CHECK(global.device().load_balancing.per_packet.origin.kind() == OriginKind::derived);
}

TEST_CASE(
    "adaptive routing of ports: off unless stated, unread if no line is about it, and on for the switch by a port alone")
{
    const std::string of_port
        = std::string(roce_alone) + "nv set interface swp2 router adaptive-routing enable on\n";
    const Case port(of_port);
    CHECK(port.device().load_balancing.per_packet.is(true));
    CHECK(port.port("swp2").adaptive_routing.is(true));
    CHECK(port.port("swp1").adaptive_routing.is(false));
    const Case off(of_port + "nv set router adaptive-routing enable off\n");
    CHECK(off.device().load_balancing.per_packet.is(false));
    CHECK_FALSE(Case(std::string(roce_alone)).port("swp1").adaptive_routing.peek_known());
}

TEST_CASE("the share of a traffic class is 1 to 100 percent")
{
    constexpr std::string_view beginning
        = "nv set system hostname leaf1\nnv set qos egress-scheduler s1 traffic-class 3 bw-percent ";
    for (const std::string share : {"0", "101"}) {
        CAPTURE(share);
        const Case read(std::string(beginning) + share + "\n");
        REQUIRE(read.reading.problems.size() == 1);
        CHECK(read.reading.problems.front().message.starts_with(
            "bw-percent " + share + ": out of range, 1 to 100"));
    }
    for (const std::string share : {"1", "100"})
        CHECK(Case(std::string(beginning) + share + "\n").reading.problems.empty());
}

}
}
