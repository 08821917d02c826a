// SPDX-License-Identifier: Apache-2.0
#include "drivers/srlinux/srlinux.h"
#include "models/fabric/classify.h"
#include "tests/drivers/srlinux/srlinux_text.h"
#include "tests/drivers/text_case.h"

#include <fmt/format.h>

#include <string>

namespace rocelint::srlinux_test {
namespace {

struct Case : tests::TextCase {
    explicit Case(std::string_view text) : TextCase(srlinux::driver, "leaf1.cfg", text) { }

    [[nodiscard]] const EcnProfile* marking(std::string_view name, std::uint8_t number) const
    {
        const Setting<Ref>& ecn = device().queue(port(name), number)->ecn;
        return ecn.known() && !ecn.value.none() ? &device().ecn_profiles.at(ecn.value.index) : nullptr;
    }
    [[nodiscard]] const Scheduler& service(std::string_view name, std::uint8_t number) const
    {
        return device().schedulers.at(device().queue(port(name), number)->scheduler.value.index);
    }
};

std::string with(std::string text, std::string_view from, std::string_view to)
{
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

constexpr std::string_view name_line = "set / system name host-name leaf1\n";

}

TEST_SUITE_BEGIN("srlinux");

TEST_CASE("the base example is read whole: classes, PFC, watchdog, marking and service")
{
    const Case read(base());
    CHECK(read.first_problem() == "");
    CHECK(read.device().name == "leaf1");
    const Port& port = read.port("ethernet-1/1");
    CHECK(port.trust.is(Trust::dscp));
    CHECK(classify_dscp(read.device(), port, 26).tc.is(3));
    CHECK(classify_dscp(read.device(), port, 48).tc.is(6));
    CHECK(classify_dscp(read.device(), port, 0).tc.is(0));
    CHECK(classify_dscp(read.device(), port, 26).tx_priority.is(3));
    CHECK(classify_dscp(read.device(), port, 26).rx_priority.is(3));
    CHECK(port.pfc_tx.is(PrioritySet::of(3)));
    CHECK(port.pfc_rx.is(PrioritySet::of(3)));
    CHECK(port.watchdog.enabled.is(true));
    CHECK(port.watchdog.detection.is(Milliseconds(200)));
    CHECK(port.watchdog.restoration.is(Milliseconds(400)));
    CHECK(port.max_frame.is(Bytes{9232}));
    CHECK(port.ip_mtu.is(Bytes{9198}));
    REQUIRE((read.marking("ethernet-1/1", 3) != nullptr));
    CHECK(read.marking("ethernet-1/1", 3)->marks());
    CHECK(read.marking("ethernet-1/1", 3)->curves.at(0).max_threshold.is(Bytes{1500000}));
    CHECK(read.service("ethernet-1/1", 3).weight.is(60));
    CHECK(read.service("ethernet-1/1", 6).kind.is(SchedulerKind::strict));
    CHECK(read.service("ethernet-1/1", 6).limit.is(BitsPerSecond{20'000'000'000}));
}

TEST_CASE(
    "a slope marks nothing without explicit-congestion-notification, which is a switch of the whole device")
{
    const Case read(with(base(), "    explicit-congestion-notification {\n    }\n", ""));
    REQUIRE((read.marking("ethernet-1/1", 3) != nullptr));
    CHECK_FALSE(read.marking("ethernet-1/1", 3)->marks());
}

TEST_CASE("a threshold in percent is a share of the queue's limit, and unread where the chip sets that")
{
    const std::string shares = with(with(base(), "min-threshold 150000", "min-threshold-percent 5"),
        "max-threshold 1500000",
        "max-threshold-percent 80");
    const Case read(shares);
    CHECK(read.marking("ethernet-1/1", 3)->curves.at(0).min_threshold.is(Bytes{1000000}));
    CHECK(read.marking("ethernet-1/1", 3)->curves.at(0).max_fill.is(Percent::whole(80)));
    const Case moving(with(shares, "maximum-burst-size 20000000", "maximum-burst-size 0"));
    CHECK_FALSE(moving.marking("ethernet-1/1", 3)->curves.at(0).min_threshold.known());
}

TEST_CASE("lines and JSON say the same as blocks")
{
    const Case lines(std::string(name_line)
        + "set / interface ethernet-1/7 mtu 9000\n"
          "set / interface ethernet-1/7 ethernet port-speed 400G\n"
          "set / interface ethernet-1/7 subinterface 0 type routed\n"
          "set / qos classifiers dscp-policy D dscp 34 forwarding-class fc4\n"
          "set / qos interfaces interface ethernet-1/7.0 interface-ref interface ethernet-1/7\n"
          "set / qos interfaces interface ethernet-1/7.0 interface-ref subinterface 0\n"
          "set / qos interfaces interface ethernet-1/7.0 input classifiers dscp-policy D\n"
          "set / qos buffer-management queue-management-profile M wred wred-slope all drop-probability all enable-ecn true "
          "min-threshold 1000\n"
          "delete / qos buffer-management queue-management-profile M\n");
    CHECK(lines.first_problem() == "");
    CHECK(classify_dscp(lines.device(), lines.port("ethernet-1/7"), 34).tc.is(4));
    CHECK(lines.device().unbound.empty());
    const Case json(R"({
  "srl_nokia-interfaces:interface": [
    {"name": "ethernet-1/7", "mtu": 9000, "ethernet": {"port-speed": "400G"},
     "subinterface": [{"index": 0, "type": "srl_nokia-interfaces:routed"}]}
  ],
  "srl_nokia-system:system": {"srl_nokia-system-name:name": {"host-name": "leaf1"}},
  "srl_nokia-qos:qos": {
    "classifiers": {"dscp-policy": [{"name": "D", "dscp": [{"value": 34, "forwarding-class": "fc4"}]}]},
    "buffer-management": {"queue-management-profile": [{"name": "M", "wred": {"wred-slope": [
      {"traffic-type": "all", "drop-probability": "all", "enable-ecn": true, "min-threshold": "1000"}]}}]},
    "interfaces": {"interface": [{"interface-id": "ethernet-1/7.0",
      "interface-ref": {"interface": "ethernet-1/7", "subinterface": 0},
      "input": {"classifiers": {"dscp-policy": "D"}}}]}
  }
}
)");
    CHECK(json.first_problem() == "");
    CHECK(json.device().name == "leaf1");
    CHECK(classify_dscp(json.device(), json.port("ethernet-1/7"), 34).tc.is(4));
    for (const Case* each : {&lines, &json}) {
        CHECK(each->port("ethernet-1/7").max_frame.is(Bytes{9000}));
        CHECK(each->port("ethernet-1/7").speed.is(BitsPerSecond{400'000'000'000}));
        CHECK(each->port("ethernet-1/7").routed.is(true));
        CHECK(each->port("ethernet-1/7").ip_mtu.is(Bytes{1500}));
    }
    REQUIRE(json.device().unbound.size() == 1);
    CHECK(json.device().unbound.front().name == "M");
}

TEST_CASE("without a classifier the policy of the system applies, and which class a DSCP has is not known")
{
    const Case read(std::string(name_line) + "set / interface ethernet-1/1 subinterface 0 type routed\n");
    CHECK(read.port("ethernet-1/1").trust.is(Trust::dscp));
    CHECK_FALSE(read.port("ethernet-1/1").dscp_to_tc.known());
}

TEST_CASE("subinterfaces with different classifiers leave the classes of the port open")
{
    const std::string second = with(base(),
        "    subinterface 0 {",
        "    subinterface 5 {\n        type routed\n    }\n    subinterface 0 {");
    CHECK_FALSE(Case(second).port("ethernet-1/1").trust.known());
    CHECK(Case(second).port("ethernet-1/2").trust.is(Trust::dscp));
}

TEST_CASE("PFC without a profile of the files is not known, and off without pfc-enable")
{
    const Case unbound(with(base(),
        "            pfc {\n" + std::string("                pfc-mapping-profile RDMA\n"),
        "            pfc {\n"));
    CHECK_FALSE(unbound.port("ethernet-1/1").pfc_tx.known());
    const Case off(with(base(), "pfc-enable true", "pfc-enable false"));
    CHECK(off.port("ethernet-1/1").pfc_tx.is(PrioritySet{}));
    CHECK(off.port("ethernet-1/2").pfc_tx.is(PrioritySet::of(3)));
}

TEST_CASE(
    "the classes of a port with PFC off are those of its mapping profile, and without a profile none is paused")
{
    const Case off(with(base(), "pfc-enable true", "pfc-enable false"));
    const Port& port = off.port("ethernet-1/1");
    const Port& on = off.port("ethernet-1/2");
    CHECK(group_of_tc(off.device(), port, 3).is(3));
    CHECK(group_of_tc(off.device(), port, 0).is(group_of_tc(off.device(), on, 0).value));
    CHECK(queue_of_priority(off.device(), port, 3).is(3));
    CHECK(off.device().group(port, 3)->lossless.is(false));
    const Case bare(std::string(name_line) + "set / interface ethernet-1/1 subinterface 0 type routed\n");
    for (const std::uint8_t tc : {std::uint8_t{0}, std::uint8_t{3}})
        CHECK(group_of_tc(bare.device(), bare.port("ethernet-1/1"), tc).is(0));
    CHECK_FALSE(queue_of_priority(bare.device(), bare.port("ethernet-1/1"), 3).known());
}

TEST_CASE(
    "QoS below an interface or a subinterface is reported as not understood, and leaves open what it may set")
{
    const Case inner(with(base(),
        "    subinterface 0 {",
        "    subinterface 0 {\n        qos {\n            input {\n"
        "                classifiers {\n                    ipv4-dscp OLD\n"
        "                }\n            }\n        }"));
    CHECK(inner.coverage.count(CoverageState::unsupported) > 0);
    CHECK_FALSE(inner.port("ethernet-1/1").trust.known());
    CHECK(inner.port("ethernet-1/1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(inner.port("ethernet-1/2").trust.is(Trust::dscp));
    const Case outer(std::string(name_line)
        + "set / interface ethernet-1/1 subinterface 0 type routed\n"
          "set / interface ethernet-1/1 qos output unicast-queue 3 scheduling weight 10\n");
    CHECK(outer.coverage.count(CoverageState::unsupported) == 1);
    CHECK_FALSE(outer.port("ethernet-1/1").trust.known());
    CHECK_FALSE(outer.port("ethernet-1/1").pfc_tx.known());
    CHECK_FALSE(outer.device().queue(outer.port("ethernet-1/1"), 3)->scheduler.known());
}

TEST_CASE("a slash may stand before the first word of a line without a blank")
{
    const Case lines("set /system name host-name leaf7\n"
                     "set /interface ethernet-1/7 mtu 9000\n"
                     "set /interface ethernet-1/7 subinterface 0 type routed\n"
                     "set / interface ethernet-1/8 mtu 9100\n"
                     "set /interface ethernet-1/9 mtu 9100\n"
                     "delete /interface ethernet-1/9\n");
    CHECK(lines.device().name == "leaf7");
    CHECK(lines.coverage.count(CoverageState::unrecognised) == 0);
    CHECK(lines.port("ethernet-1/7").max_frame.is(Bytes{9000}));
    CHECK(lines.port("ethernet-1/7").routed.is(true));
    CHECK(lines.port("ethernet-1/8").max_frame.is(Bytes{9100}));
    CHECK(lines.device().find_port("ethernet-1/9") == Port::no_index);
}

TEST_CASE("a queue obeys pause only where enable-pfc says so, and a PFC queue pauses without it")
{
    const Case read(with(base(), "enable-pfc true", "enable-pfc false"));
    CHECK(read.port("ethernet-1/1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("ethernet-1/1").pfc_rx.is(PrioritySet{}));
}

TEST_CASE("multicast queues are defined by the system, and a word that no row knows is not skipped")
{
    const Case queues(std::string(name_line)
        + "set / qos scheduler-policies scheduler-policy S scheduler 1 input multicast-3 weight 1\n"
          "set / interface ethernet-1/1 admin-state enable\n"
          "set / qos interfaces interface ethernet-1/1 interface-ref interface ethernet-1/1\n"
          "set / qos interfaces interface ethernet-1/1 output scheduler scheduler-policy S\n");
    for (const SyntaxProblem& problem : queues.reading.problems)
        CHECK(problem.lost_name != "multicast-3");
    const Case misspelt(std::string(name_line) + "set / qoss interfaces\n");
    CHECK(misspelt.coverage.count(CoverageState::unrecognised) == 1);
}

TEST_CASE("a block that is not closed and a word that is not known are reported on their lines")
{
    CHECK(Case(with(base(), "    linecard 1 {", "    linecard 1 {\n        broken {"))
              .first_problem()
              .find("not closed")
        != std::string::npos);
    const Case odd(with(base(), "pfc-enable true", "pfc-enable perhaps"));
    CHECK(odd.first_problem().find("is not one of true, false") != std::string::npos);
    CHECK_FALSE(odd.port("ethernet-1/1").pfc_tx.known());
}

TEST_CASE("a channel has the speed that its port is split to, and a member of a LAG its size and classes")
{
    const Case read(std::string(name_line)
        + "set / interface ethernet-1/9 breakout-mode num-breakout-ports 4\n"
          "set / interface ethernet-1/9 breakout-mode breakout-port-speed 100G\n"
          "set / interface ethernet-1/9/1 admin-state enable\n"
          "set / interface lag1 mtu 9100\n"
          "set / interface ethernet-1/3 ethernet aggregate-id lag1\n");
    CHECK(read.port("ethernet-1/9/1").speed.is(BitsPerSecond{100'000'000'000}));
    CHECK(read.port("ethernet-1/9").kind == PortKind::other);
    CHECK(read.port("ethernet-1/3").max_frame.is(Bytes{9100}));
}

TEST_SUITE_END();

}
