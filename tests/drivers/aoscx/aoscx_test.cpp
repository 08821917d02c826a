// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/aoscx/aoscx_case.h"

namespace rocelint::aoscx_test {
namespace {

TEST_SUITE_BEGIN("aoscx");

TEST_CASE(
    "a line of the port goes before that of the switch, and may state the local priority of all packets")
{
    const Case read(with({"qos trust cos\nqos dscp-map 24-31,40 local-priority 4\n",
        "interface 1/1/1\n",
        "interface 1/1/2\n    qos trust dscp\n",
        "interface 1/1/3\n    qos trust none local-priority 5\n",
        "interface lag 5\n    qos trust dscp\ninterface 1/1/4\n    lag 5\n"}));
    CHECK(read.first_problem() == "");
    CHECK(read.port("1/1/1").trust.is(Trust::pcp));
    CHECK(classify_dscp(read.device(), read.port("1/1/2"), 40).tc.is(4));
    CHECK(classify_dscp(read.device(), read.port("1/1/2"), 41).tc.is(5));
    CHECK(read.port("1/1/3").trust.is(Trust::none));
    CHECK(read.port("1/1/3").default_tc.is(5));
    CHECK(read.port("1/1/4").trust.is(Trust::dscp));
}

TEST_CASE("PFC has a list for each direction, or one for both")
{
    const Case read(with({pool,
        "interface 1/1/1\n    flow-control priority rxtx 3 rx 4,5\n",
        "interface 1/1/2\n    flow-control priority 3\n",
        "interface 1/1/3\n",
        "interface 1/1/4\n    flow-control priority sometimes\n"}));
    CHECK(read.port("1/1/1").pfc_rx.is(PrioritySet{0b0011'1000}));
    CHECK(read.port("1/1/1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("1/1/2").pfc_rx.is(PrioritySet::of(3)));
    CHECK(read.port("1/1/2").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("1/1/3").pfc_tx.is(PrioritySet{}));
    CHECK_FALSE(read.port("1/1/4").pfc_tx.known());
}

TEST_CASE("each line of flow control replaces the one before it")
{
    const Case read(with({pool,
        "interface 1/1/1\n    flow-control priority rxtx 3\n    flow-control rx\n",
        "interface 1/1/2\n    flow-control rxtx pool 1\n    flow-control priority rxtx 3\n"}));
    CHECK(read.port("1/1/1").pfc_tx.is(PrioritySet{}));
    CHECK(read.port("1/1/1").pfc_rx.is(PrioritySet{}));
    CHECK(read.port("1/1/1").pause_rx.is(true));
    CHECK(read.port("1/1/1").pause_tx.is(false));
    CHECK(read.port("1/1/2").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("1/1/2").pause_rx.is(false));
    CHECK(read.port("1/1/2").pause_tx.is(false));
}

TEST_CASE("a priority is lossless where a pool has it, on the series that have pools")
{
    CHECK(Case(with({pool, paused_port})).group("1/1/1", 3).lossless.is(true));
    const Case other(
        with({"qos pool 1 lossless size 40 percent headroom 4096 kbytes priorities 4\n", paused_port}));
    CHECK(other.group("1/1/1", 3).lossless.is(false));
    CHECK(other.group("1/1/1", 4).lossless.is(false));
    CHECK_FALSE(Case(with({paused_port})).group("1/1/1", 3).lossless.known());
    CHECK(
        Case(with({"Product Name : JL635A 8325-48Y8C\n", paused_port})).group("1/1/1", 3).lossless.is(false));
    CHECK(Case(with({"Product Name : JL700A 8360-32YC\n", paused_port})).group("1/1/1", 3).lossless.is(true));
}

TEST_CASE("a second pool line replaces the one of its index, whatever its priorities are")
{
    const Case read(with({pool,
        "qos pool 2 lossless size 20 percent headroom 1024 kbytes priorities 4,5\n",
        "qos pool 1 lossless size 30.5 percent headroom factory-default kbytes priorities 6\n",
        "interface 1/1/1\n    flow-control priority rxtx 3 tx 4,6\n"}));
    CHECK(read.group("1/1/1", 3).lossless.is(false));
    CHECK(read.group("1/1/1", 4).lossless.is(true));
    CHECK(read.group("1/1/1", 6).lossless.is(true));
    const Device& device = read.device();
    REQUIRE(device.pools.size() == 2);
    CHECK(device.pools[0].shared_headroom.is(Bytes{3072 * 1024}));
    CHECK(device.pools[1].shared_headroom.is(Bytes{1024 * 1024}));
}

TEST_CASE("the size of a pool is known where the product name says how large the packet buffer is")
{
    const Case read(with({"Product Name : JL635A 8325-48Y8C\n",
        "qos pool 1 lossless size 50 percent headroom 1024 kbytes priorities 3\n",
        paused_port}));
    CHECK(read.device().pools.at(0).size.is(Bytes{15'360 * 1024}));
    CHECK_FALSE(Case(with({pool, paused_port})).device().pools.at(0).size.known());
}

TEST_CASE("the exponent of a pause threshold differs by release, unless a line states it")
{
    CHECK(Case(with({pool, paused_port})).buffer("1/1/1", 3).dynamic_threshold.is(2));
    CHECK(Case(with({pool, paused_port}, "GL.10.11.1005")).buffer("1/1/1", 3).dynamic_threshold.is(1));
    CHECK_FALSE(
        Case(with({pool, paused_port}, "GL.10.13.0005")).buffer("1/1/1", 3).dynamic_threshold.known());
    const Case stated(with({pool,
                               "interface 1/1/1\n    flow-control priority rxtx 3\n"
                               "    flow-control buffer priority 3 xoff dynamic -2\n"
                               "    flow-control buffer priority 3 headroom 100 kbytes\n",
                               "interface 1/1/2\n    flow-control priority rxtx 3\n"
                               "    flow-control buffer priority 3 xoff static 400 kbytes\n"},
        "GL.10.13.0005"));
    CHECK(stated.buffer("1/1/1", 3).dynamic_threshold.is(-2));
    CHECK(stated.buffer("1/1/1", 3).xoff.is(Bytes{102'400}));
    CHECK(stated.buffer("1/1/2", 3).fixed_threshold.is(Bytes{409'600}));
    CHECK_FALSE(stated.buffer("1/1/2", 3).xoff.known());
}

TEST_CASE(
    "a packet is paused by the code point that has its local priority, in the queue of that local priority")
{
    const Case read(
        with({"qos cos-map 3 local-priority 4\nqos cos-map 4 local-priority 3\n", pool, paused_port}));
    const Device& device = read.device();
    const ClassMap* groups = device.map(read.port("1/1/1").tc_to_priority_group);
    const ClassMap* queues = device.map(read.port("1/1/1").priority_to_queue);
    REQUIRE((groups != nullptr && queues != nullptr));
    CHECK(groups->to[4] == 3);
    CHECK(groups->to[0] == 1);
    CHECK(queues->to[3] == 4);
}

TEST_CASE("what the switch does not take together is reported")
{
    const auto first
        = [](std::initializer_list<const char*> parts) { return Case(with(parts)).first_problem(); };
    CHECK(first({"qos cos-map 5 local-priority 3\n", pool, paused_port}).find("local priority")
        != std::string::npos);
    constexpr const char* shared
        = "qos queue-profile Q\n    map queue 0 local-priority 0,1\n    map queue 1 local-priority 2,3\n"
          "    map queue 2 local-priority 4,5,6,7\n"
          "qos schedule-profile S\n    dwrr queue 0 weight 1\n    dwrr queue 1 weight 1\n    dwrr queue 2 weight 1\n"
          "apply qos queue-profile Q schedule-profile S\n";
    CHECK(first({shared, pool, paused_port}).find("needs a queue of its own") != std::string::npos);
    constexpr const char* partial = "qos queue-profile Q\n    map queue 0 local-priority 0,1,2\n"
                                    "qos schedule-profile S\n    dwrr queue 0 weight 1\n"
                                    "apply qos queue-profile Q schedule-profile S\n";
    CHECK(first({partial}).find("does not apply queue profile Q") != std::string::npos);
    constexpr const char* unserved = "qos schedule-profile S\n    dwrr queue 0 weight 1\n"
                                     "apply qos queue-profile factory-default schedule-profile S\n";
    CHECK(first({unserved}).find("does not apply schedule profile S") != std::string::npos);
    constexpr const char* pools = "qos pool 1 lossless size 50 percent headroom 1024 kbytes priorities 3\n"
                                  "qos pool 2 lossless size 45 percent headroom 1024 kbytes priorities 4\n";
    constexpr const char* strict_below
        = "qos schedule-profile S\n    dwrr queue 0 weight 1\n    dwrr queue 1 weight 1\n    dwrr queue 2 weight 1\n"
          "    strict queue 3\n    dwrr queue 4 weight 1\n    dwrr queue 5 weight 1\n    dwrr queue 6 weight 1\n"
          "    dwrr queue 7 weight 1\n"
          "apply qos queue-profile factory-default schedule-profile S\n";
    CHECK(first({strict_below}).find("in which queue 3 is strict") != std::string::npos);
    constexpr const char* of_a_port = "qos schedule-profile S\n    dwrr queue 0 weight 1\n"
                                      "interface 1/1/1\n    apply qos schedule-profile S\n";
    CHECK(first({of_a_port}).find("serves queue 0, where") != std::string::npos);
    CHECK(first({"qos schedule-profile S\ninterface 1/1/1\n    apply qos schedule-profile S\n"})
              .find("serves no queue")
        != std::string::npos);
    CHECK(first({pools}).find("95 % of the packet buffer") != std::string::npos);
    constexpr const char* headroom
        = "Product Name : JL635A 8325-48Y8C\n"
          "qos pool 1 lossless size 20 percent headroom 4096 kbytes priorities 3\n";
    CHECK(first({headroom}).find("more than half of the pool") != std::string::npos);
    CHECK(first({pool, paused_port}) == "");
}

TEST_CASE("too many different combinations of PFC priorities are reported at the last port")
{
    constexpr const char* ports = "interface 1/1/1\n    flow-control priority rxtx 3\n"
                                  "interface 1/1/2\n    flow-control priority rx 3\n"
                                  "interface 1/1/3\n    flow-control priority tx 3\n"
                                  "interface 1/1/4\n    flow-control priority rxtx 4\n";
    const Case small(with({"Product Name : JL635A 8325-48Y8C\n", ports}));
    CHECK(small.first_problem().find("4 different combinations of PFC priorities") != std::string::npos);
    CHECK(Case(with({"Product Name : R9A29A 9300-32D\n", ports})).first_problem() == "");
    std::string many = with({"Product Name : JL700A 8360-32YC\n"});
    for (int priority = 0; priority < 8; ++priority)
        many += fmt::format("interface 1/1/{}\n    flow-control priority rxtx {}\n", priority + 1, priority);
    CHECK(Case(many).first_problem().find("combinations") == std::string::npos);
}

TEST_CASE(
    "frames are larger than the MTU by their header, and packets of a routed port have a limit of their own")
{
    const Case read(with({"interface 1/1/1\n    mtu 9198\n    ip mtu 9000\n",
        "interface 1/1/2\n    mtu 9198\n    no routing\n",
        "interface 1/1/3\n"}));
    CHECK(read.port("1/1/1").max_frame.is(Bytes{9212}));
    CHECK(read.port("1/1/1").ip_mtu.is(Bytes{9000}));
    CHECK(read.port("1/1/2").ip_mtu.is(Bytes{9198}));
    CHECK(read.port("1/1/3").max_frame.is(Bytes{1514}));
    CHECK(read.port("1/1/3").ip_mtu.is(Bytes{1500}));
    CHECK(read.port("1/1/3").admin_up.is(false));
    CHECK(read.port("1/1/3").routed.is(true));
}

TEST_CASE("the MTU of a LAG is that of its members")
{
    const Case read(with({"interface lag 5\n    no shutdown\n    ip mtu 9000\n",
        "interface 1/1/1\n    no shutdown\n    mtu 9198\n    lag 5\n"}));
    CHECK_FALSE(read.port("lag5").max_frame.known());
    CHECK(read.port("lag5").ip_mtu.is(Bytes{9000}));
    CHECK(read.port("1/1/1").max_frame.is(Bytes{9212}));
    CHECK(read.port("1/1/1").ip_mtu.is(Bytes{9000}));
}

TEST_CASE("the watchdog of a port has the times of the switch")
{
    const Case read(with({pool,
        "flow-control watchdog timeout 250 resume 500\n",
        "interface 1/1/1\n    flow-control priority rxtx 3\n    flow-control watchdog\n",
        "interface 1/1/2\n    flow-control priority rxtx 3\n"}));
    CHECK(read.port("1/1/1").watchdog.enabled.is(true));
    CHECK(read.port("1/1/1").watchdog.detection.is(Milliseconds{250}));
    CHECK(read.port("1/1/1").watchdog.restoration.is(Milliseconds{500}));
    CHECK(read.port("1/1/2").watchdog.enabled.is(false));
}

TEST_CASE("a series without a watchdog is not called one whose watchdog is off")
{
    const Case fixed(with({"Product Name : JL700A 8360-32YC\n", paused_port}));
    CHECK_FALSE(fixed.device().has_watchdog);
    const Case unknown(with({paused_port}));
    CHECK(unknown.device().has_watchdog);
    CHECK_FALSE(unknown.port("1/1/1").watchdog.enabled.known());
    const Case pools(with({pool, paused_port}));
    CHECK(pools.port("1/1/1").watchdog.enabled.is(false));
}

TEST_CASE("a rate of more than 100 percent is reported")
{
    const auto said = [](const char* line) {
        return Case(with({"qos schedule-profile S\n", line})).first_problem();
    };
    CHECK(said("    dwrr queue 3 weight 60 max-bandwidth 100 percent\n") == "");
    CHECK(std::string(said("    dwrr queue 3 weight 60 max-bandwidth 150 percent\n"))
              .starts_with("max-bandwidth 150 percent: out of range, at most 100 percent"));
}

TEST_CASE("a cable is 350 m long unless a line says otherwise")
{
    const Case read(with({"interface 1/1/1\n",
        "interface 1/1/2\n    flow-control buffer cable-length 50\n",
        "interface 1/1/3\n    flow-control buffer cable-length auto\n"}));
    CHECK(read.port("1/1/1").cable_length.is(Metres{350}));
    CHECK(read.port("1/1/2").cable_length.is(Metres{50}));
    CHECK_FALSE(read.port("1/1/3").cable_length.known());
    CHECK_FALSE(Case(with({"interface 1/1/1\n"})).port("1/1/1").cable_length.known());
    CHECK_FALSE(Case(with({"Product Name : JL700A 8360-32YC\n", "interface 1/1/1\n"}))
                    .port("1/1/1")
                    .cable_length.known());
}

TEST_CASE("DCBX runs where it runs on the switch and no line of the port switches it off")
{
    const Case read(with({"lldp dcbx\n", "interface 1/1/1\n", "interface 1/1/2\n    lldp dcbx disable\n"}));
    CHECK(read.port("1/1/1").dcbx_version.is(DcbxVersion::ieee));
    CHECK(read.port("1/1/2").dcbx_version.is(DcbxVersion::off));
    CHECK(Case(with({"interface 1/1/1\n"})).port("1/1/1").dcbx_version.is(DcbxVersion::off));
}

TEST_CASE("an output with prompts and a pager is read like the configuration alone")
{
    const Case read(
        "leaf1# show running-config\nCurrent configuration:\n!\n!Version ArubaOS-CX GL.10.18.0001\n"
        "hostname leaf1\nuser admin group administrators password ciphertext AQBapX\n"
        "-- MORE --, next page: Space, next line: Enter, quit: q\n"
        "interface 1/1/1\n    no shutdown\n    qos trust dscp\nleaf1# \n");
    CHECK(read.device().name == "leaf1");
    CHECK(read.first_problem() == "");
    CHECK(read.port("1/1/1").trust.is(Trust::dscp));
    CHECK(read.port("1/1/1").admin_up.is(true));
    CHECK(read.coverage.count(CoverageState::unrecognised) == 0);
}

TEST_CASE("a policy of a subinterface leaves open how the port below it classifies")
{
    const Case read(
        with({"interface 1/1/1\n", "interface 1/1/1.10\n    apply policy P in\n", "interface 1/1/2\n"}));
    CHECK_FALSE(read.port("1/1/1").ingress_policy.known());
    CHECK(read.port("1/1/2").ingress_policy.known());
    CHECK(read.device().meters.size() == 1);
}

TEST_CASE("lines that delay frames are listed, and not passed over")
{
    for (const char* line : {"    energy-efficient-ethernet\n", "    apply macsec policy P\n"}) {
        CAPTURE(line);
        const Case read(with({"interface 1/1/1\n", line}));
        CHECK(read.coverage.count(CoverageState::unsupported) == 1);
    }
}

TEST_SUITE_END();

}
}
