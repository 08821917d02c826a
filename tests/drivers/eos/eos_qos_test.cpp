// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/eos/eos_case.h"

#include <fmt/format.h>

namespace rocelint {
namespace {

using eos_case::Case;
using eos_case::contains;
using eos_case::interface_case;

TEST_CASE("trust is what the port states, otherwise what its mode implies")
{
    constexpr eos_case::Row rows[] = {
        {"   qos trust dscp\n", "trust: dscp (explicit leaf1.cfg:3)"},
        {"   qos trust cos\n", "trust: pcp (explicit leaf1.cfg:3)"},
        {"   no qos trust\n", "trust: none (explicit leaf1.cfg:3)"},
        {"   no switchport\n", "trust: dscp (default: "},
        {"   switchport access vlan 5\n", "trust: pcp (default: "},
        {"   default qos trust\n", "trust: pcp (default: "},
        // An untagged packet on a CoS port gets the port's own CoS: 0, which maps to traffic class 1.
        {"   switchport access vlan 5\n", "default-tc: 1 (default: "},
        {"   qos trust cos\n   qos cos 3\n", "default-tc: 3 (derived leaf1.cfg:4"},
        {"   no qos trust\n   qos cos 3\n", "default-tc: unread (whether the port's own CoS or DSCP counts"},
        {"   no qos trust\n   qos cos 3\n   qos dscp 24\n", "default-tc: 3 ("},
    };
    for (const eos_case::Row& row : rows) {
        CAPTURE(row.lines);
        const std::string text = interface_case(row.lines).port_text("Ethernet1/1");
        CAPTURE(text);
        CHECK(contains(text, row.expected));
    }
}

TEST_CASE("maps start from the platform's defaults and take the configured points")
{
    const Case maps = interface_case("   no switchport\n",
        "qos map dscp 24 25 27-31 to traffic-class 1\n"
        "qos map dscp cs6 to traffic-class 5 drop-precedence 1\n"
        "qos map cos 6 to traffic-class 5\n"
        "qos map traffic-class 5 to uc-tx-queue 6\n");
    const Port& port = maps.port("Ethernet1/1");
    const auto tc = [&](Dscp dscp) { return classify_dscp(maps.device(), port, dscp); };
    CHECK(tc(26).tc.is(3));
    CHECK(tc(26).tc.origin.kind() == OriginKind::default_);
    CHECK(tc(24).tc.is(1));
    CHECK(maps.sources.text_at(maps.device().origins.span(tc(24).tc.origin))
        == "qos map dscp 24 25 27-31 to traffic-class 1");
    CHECK(tc(0).tc.is(1));
    CHECK(tc(8).tc.is(0));
    CHECK(tc(48).tc.is(5));
    CHECK(tc(48).queue.is(6));
    CHECK(tc(26).queue.is(3));
    CHECK(maps.device().map(port.pcp_to_tc)->at_point(6) == 5);
    CHECK(maps.device().map(port.pcp_to_tc)->at_point(0) == 1);
    CHECK(port.priority_to_queue.origin.kind() == OriginKind::derived);
    CHECK(maps.coverage.count(CoverageState::read) == 7);
}

TEST_CASE("without queue maps, DSCP 26 is traffic class, queue and PFC priority 3")
{
    const Case leaf(std::string("! device: a (b, EOS-4.30)\n") + std::string(eos::driver.base_example));
    const Treatment rdma = classify_dscp(leaf.device(), leaf.port("Ethernet1/1"), 26);
    CHECK(rdma.tc.is(3));
    CHECK(rdma.queue.is(3));
    CHECK(rdma.tx_priority.is(3));
    CHECK(rdma.rx_priority.is(3));
    CHECK(classify_dscp(leaf.device(), leaf.port("Ethernet1/1"), 48).rx_priority.is(6));
}

TEST_CASE("DSCP is rewritten only if qos rewrite dscp is on")
{
    const Case off = interface_case("", "qos map traffic-class 3 to dscp 24\n");
    CHECK(off.port("Ethernet1/1").tc_to_dscp.value.none());
    CHECK(off.port("Ethernet1/1").tc_to_dscp.known());
    const Case on = interface_case("", "qos map traffic-class 3 to dscp 24\nqos rewrite dscp\n");
    const ClassMap* map = on.device().map(on.port("Ethernet1/1").tc_to_dscp);
    REQUIRE(map != nullptr);
    CHECK(map->at_point(3) == 24);
    CHECK(map->at_point(4) == ClassMap::unmapped);
    const Case unknown = interface_case("", "qos rewrite dscp\n");
    CHECK_FALSE(unknown.port("Ethernet1/1").tc_to_dscp.known());
}

TEST_CASE("a senseless map line is an error, not a mapping")
{
    constexpr std::string_view rows[] = {"qos map dscp 64 to traffic-class 3\n",
        "qos map dscp 26 to traffic-class 9\n",
        "qos map cos 9 to traffic-class 3\n",
        "qos map dscp\n",
        "qos map dscp to traffic-class\n"};
    for (const std::string_view row : rows) {
        CAPTURE(row);
        const Case wrong = interface_case("", row);
        CHECK(wrong.coverage.count(CoverageState::unrecognised) == 1);
        CHECK_FALSE(wrong.reading.problems.empty());
    }
}

TEST_CASE("thresholds in the wrong order are an error in any unit")
{
    for (const std::string_view unit : {"segments", "milliseconds"}) {
        CAPTURE(unit);
        const auto read = [&](int low, int high) {
            return interface_case(
                fmt::format("   tx-queue 3\n      random-detect ecn minimum-threshold {} {} "
                            "maximum-threshold {} {} max-mark-probability 10\n",
                    low,
                    unit,
                    high,
                    unit));
        };
        CHECK(read(1, 2).reading.problems.empty());
        REQUIRE(read(2, 1).reading.problems.size() == 1);
        CHECK(read(2, 1).reading.problems.front().message == "the lower threshold is above the upper one");
    }
}

TEST_CASE("random-detect lines become marking in bytes")
{
    constexpr eos_case::Row rows[] = {
        {"random-detect ecn minimum-threshold 150 kbytes maximum-threshold 3 mbytes "
         "max-mark-probability 7 weight 0",
            "    marks: yes (explicit leaf1.cfg:4)\n    drops: no"},
        {"random-detect ecn minimum-threshold 150 kbytes maximum-threshold 3 mbytes max-mark-probability 7",
            "    min: 150000 (explicit leaf1.cfg:4)\n"
            "    max: 3000000 (explicit leaf1.cfg:4)\n"
            "    probability: 7 %"},
        {"random-detect ecn minimum-threshold 500 bytes maximum-threshold 900 bytes",
            "probability: unread ("},
        {"random-detect ecn minimum-threshold 320 segments maximum-threshold 320 segments",
            "min: unread (counted in"},
        {"random-detect ecn minimum-threshold 3 milliseconds maximum-threshold 9 milliseconds",
            "min: unread (given as a time"},
        {"random-detect drop minimum-threshold 1 kbytes maximum-threshold 10 kbytes drop-probability 100",
            "    marks: no (default: "},
        {"random-detect drop drop-precedence 2 minimum-threshold 1 kbytes maximum-threshold "
         "10 kbytes drop-probability 9",
            "   red\n"},
        {"random-detect drop minimum-threshold 1 kbytes maximum-threshold 10 kbytes drop-probability 100",
            "    drops: yes (explicit leaf1.cfg:4)"},
        {"no random-detect ecn", "   queue 3\n    ecn: none (explicit leaf1.cfg:4)"},
        {"random-detect ecn count", "   queue 3\n    ecn: none (default: "},
        {"random-detect ecn minimum-threshold 5 parsecs maximum-threshold 9 parsecs",
            "   queue 3\n    ecn: unread ("},
    };
    for (const eos_case::Row& row : rows) {
        CAPTURE(row.lines);
        const Case one = interface_case("   tx-queue 3\n      " + std::string(row.lines) + "\n");
        const std::string text = one.text();
        CAPTURE(text);
        CHECK(contains(text, row.expected));
    }
    const Case timed = interface_case("   speed 100g-4\n"
                                      "   uc-tx-queue 3\n"
                                      "      random-detect ecn minimum-threshold 10 microseconds "
                                      "maximum-threshold 1 milliseconds\n");
    REQUIRE(timed.device().ecn_profiles.size() == 1);
    CHECK(timed.device().ecn_profiles[0].curves[0].min_threshold.is(Bytes{125'000}));
    CHECK(timed.device().ecn_profiles[0].curves[0].max_threshold.is(Bytes{12'500'000}));
}

TEST_CASE(
    "a queue with the keyword that the switch's other queues do not use is reported on ports that pause")
{
    const auto problem = [](std::string_view pause, std::string_view queue) {
        return interface_case(
            fmt::format("   no switchport\n{}   uc-tx-queue 6\n      priority strict\n   uc-tx-queue 1\n"
                        "      no priority\n   {} 3\n      bandwidth percent 50\n",
                pause,
                queue))
            .first_problem();
    };
    constexpr std::string_view pause
        = "   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n";
    CHECK(contains(problem(pause, "tx-queue"), "'tx-queue 3' beside uc-tx-queue 6"));
    CHECK(problem(pause, "uc-tx-queue") == "");
    CHECK(problem("", "tx-queue") == "");
}

TEST_CASE("all queues are listed, strict by default unless a queue above is round-robin")
{
    const Case port = interface_case("   uc-tx-queue 3\n"
                                     "      no priority\n"
                                     "      bandwidth percent 60\n"
                                     "   uc-tx-queue 6\n"
                                     "      priority strict\n"
                                     "      shape rate 1000000 kbps\n");
    const Port& ethernet = port.port("Ethernet1/1");
    REQUIRE(ethernet.queue_count == 8);
    CHECK(ethernet.queues_visible);
    CHECK_FALSE(ethernet.groups_visible);
    const auto scheduler = [&](std::uint8_t number) -> const Scheduler& {
        const Queue* queue = port.device().queue(ethernet, number);
        REQUIRE(queue != nullptr);
        REQUIRE(queue->scheduler.known());
        return port.device().schedulers[queue->scheduler.value.index];
    };
    CHECK(scheduler(3).kind.is(SchedulerKind::weighted));
    CHECK(scheduler(3).bandwidth.is(Percent::whole(60)));
    CHECK_FALSE(port.device().queue(ethernet, 2)->scheduler.known());
    CHECK(scheduler(7).kind.is(SchedulerKind::strict));
    CHECK(scheduler(4).kind.is(SchedulerKind::strict));
    CHECK(scheduler(4).kind.origin.kind() == OriginKind::default_);
    CHECK(scheduler(6).kind.origin.kind() == OriginKind::explicit_);
    CHECK(scheduler(6).limit.is(BitsPerSecond{1'000'000'000}));
}

TEST_CASE("a qos profile is inherited through service-profile, and the port's own lines win")
{
    constexpr std::string_view profile = "qos profile ROCE\n"
                                         "   qos trust dscp\n"
                                         "   priority-flow-control on\n"
                                         "   priority-flow-control priority 3 no-drop\n"
                                         "   priority-flow-control pause watchdog port timer timeout 0.1\n"
                                         "   tx-queue 3\n"
                                         "      no priority\n"
                                         "      bandwidth percent 50\n"
                                         "      random-detect ecn minimum-threshold 100 kbytes "
                                         "maximum-threshold 200 kbytes\n";
    const Case both("hostname leaf1\n" + std::string(profile)
        + "interface Ethernet1\n"
          "   service-profile ROCE\n"
          "interface Ethernet2\n"
          "   service-profile ROCE\n"
          "   qos trust cos\n"
          "   priority-flow-control priority 3 drop\n"
          "   tx-queue 3\n"
          "      bandwidth percent 70\n"
          "      no random-detect ecn\n"
          "interface Ethernet3\n"
          "   service-profile ROCE\n");
    const std::string plain = both.port_text("Ethernet1");
    CHECK(contains(plain, "trust: dscp (inherited leaf1.cfg:12 via leaf1.cfg:3)"));
    CHECK(contains(plain, "pfc-tx: 3 (inherited leaf1.cfg:12 via leaf1.cfg:5)"));
    CHECK(contains(plain, "watchdog-detection: 100 ms (inherited leaf1.cfg:12 via leaf1.cfg:6)"));
    CHECK(contains(plain, "   queue 3\n    ecn: ROCE (inherited leaf1.cfg:12 via leaf1.cfg:10)"));
    const std::string own = both.port_text("Ethernet2");
    CHECK(contains(own, "trust: pcp (explicit leaf1.cfg:15)"));
    CHECK(contains(own, "pfc-tx: none (inherited leaf1.cfg:14 via leaf1.cfg:4)"));
    CHECK(contains(own, "   queue 3\n    ecn: none (explicit leaf1.cfg:19)"));
    // Ports without lines of their own share the profile's marking and schedulers.
    const Device& device = both.device();
    const Queue* first = device.queue(both.port("Ethernet1"), 3);
    const Queue* third = device.queue(both.port("Ethernet3"), 3);
    CHECK(first->ecn.value == third->ecn.value);
    CHECK(first->scheduler.value == third->scheduler.value);
    CHECK(device.schedulers[device.queue(both.port("Ethernet2"), 3)->scheduler.value.index].bandwidth.is(
        Percent::whole(70)));
    CHECK(both.coverage.count(CoverageState::unrecognised) == 0);
}

TEST_CASE(
    "the series with virtual output queues are known, and thresholds in time become bytes of the port's speed")
{
    const auto queue_of = [](std::string_view model) {
        return Case(fmt::format(
            "! device: spine1 ({}, EOS-4.35.2F)\n"
            "hostname spine1\n"
            "interface Ethernet3/1/1\n"
            "   speed 400g-8\n"
            "   tx-queue 3\n"
            "      random-detect ecn minimum-threshold 10 microseconds maximum-threshold 1 milliseconds "
            "max-mark-probability 20\n",
            model));
    };
    for (const std::string_view model : {"DCS-7808-CH",
             "DCS-7280R4-32QF-32DF",
             "DCS-7280CR3-32P4-F",
             "DCS-7280SR3-48YC8",
             "DCS-7020SR-24C2",
             "DCS-7020TRA-48-F",
             "DCS-7512R3-CH"}) {
        CAPTURE(model);
        const Case spine = queue_of(model);
        CHECK(spine.device().virtual_queues.is(true));
        REQUIRE(spine.device().ecn_profiles.size() == 1);
        const EcnCurve& curve = spine.device().ecn_profiles.front().curves.front();
        CHECK(curve.min_threshold.is(Bytes{500'000}));
        CHECK(curve.max_threshold.is(Bytes{50'000'000}));
    }
    for (const std::string_view model :
        {"DCS-7060X6-64PE", "DCS-7050CX3-32S", "DCS-7388X5-CH", "DCS-7010TX-48"})
        CHECK_FALSE(queue_of(model).device().virtual_queues.peek_known());
}

TEST_CASE("the fields that choose a path or a member are read")
{
    const Case trident(
        "hostname leaf1\nport-channel load-balance trident fields mac src-mac dst-mac\n"
        "port-channel load-balance trident fields ip source-ip destination-ip source-port destination-port\n"
        "ip load-sharing trident fields ip source-ip destination-ip\n");
    CHECK(contains(trident.text(), "lag-hash: source-ip,destination-ip,source-port,destination-port ("));
    CHECK(contains(trident.text(), "ecmp-hash: source-ip,destination-ip ("));
    CHECK(trident.coverage.count(CoverageState::unsupported) == 0);
    const Case sand(
        "hostname leaf1\nload-balance policies\n   load-balance sand profile default\n"
        "      fields ipv4 outer dst-ip src-ip protocol\n      fields l4 outer dst-port src-port\n"
        "      fields udp dst-port 4791\n         payload bytes 4,5,6\n      packet-type gue outer-ip\n"
        "   load-balance sand profile other\n      fields l4 outer src-port\n");
    CHECK(contains(
        sand.text(), "ecmp-hash: source-ip,destination-ip,ip-protocol,source-port,destination-port ("));
    CHECK(sand.device().load_balancing.roce_payload.is(true));
    CHECK(sand.coverage.count(CoverageState::unsupported) == 2);
    const Case whole_header(
        "hostname leaf1\nport-channel load-balance trident fields ip ip-tcp-udp-header\n");
    CHECK(whole_header.device().load_balancing.lag.value.has(HashField::source_port));
    const Case addresses_only("hostname leaf1\nload-balance policies\n   load-balance sand profile default\n"
                              "      fields ipv4 outer dst-ip src-ip\n");
    CHECK_FALSE(addresses_only.device().load_balancing.ecmp.known());
}

TEST_CASE("a missing profile leaves the port unread and is reported once")
{
    const Case lost("hostname leaf1\n"
                    "interface Ethernet1\n"
                    "   service-profile GONE\n"
                    "interface Ethernet2\n"
                    "   service-profile GONE\n");
    CHECK(lost.reading.problems.size() == 1);
    CHECK(contains(lost.first_problem(), "\"GONE\""));
    CHECK_FALSE(lost.port("Ethernet1").pfc_tx.known());
    CHECK_FALSE(lost.port("Ethernet1").trust.known());
    CHECK_FALSE(lost.port("Ethernet1").queues_visible);
}

}
}
