// SPDX-License-Identifier: Apache-2.0
#include "drivers/nxos/nxos.h"
#include "models/fabric/classify.h"
#include "tests/drivers/render_design.h"
#include "tests/drivers/text_case.h"

#include <string>
#include <vector>

namespace rocelint::nxos_test {
namespace {

struct Case : tests::TextCase {
    explicit Case(std::string_view text) : TextCase(nxos::driver, "leaf1.cfg", text) { }

    [[nodiscard]] std::uint32_t lines(CoverageState state) const { return coverage.count(state); }
    [[nodiscard]] const Queue& queue(std::string_view name, std::uint8_t number) const
    {
        return *device().queue(port(name), number);
    }
    [[nodiscard]] const EcnProfile* marking(std::string_view name, std::uint8_t number) const
    {
        const Setting<Ref>& ecn = queue(name, number).ecn;
        return ecn.known() && !ecn.value.none() ? &device().ecn_profiles.at(ecn.value.index) : nullptr;
    }
    [[nodiscard]] const Scheduler* scheduler(std::string_view name, std::uint8_t number) const
    {
        const Setting<Ref>& ref = queue(name, number).scheduler;
        return ref.known() && !ref.value.none() ? &device().schedulers.at(ref.value.index) : nullptr;
    }
};

constexpr const char* head = "!Command: show running-config\nhostname leaf1\n";
constexpr const char* lossless = "policy-map type network-qos NQ\n"
                                 "  class type network-qos c-8q-nq3\n"
                                 "    pause pfc-cos 3\n"
                                 "    mtu 9216\n"
                                 "system qos\n"
                                 "  service-policy type network-qos NQ\n";

std::string with(std::initializer_list<const char*> parts)
{
    std::string text(head);
    for (const char* part : parts)
        text += part;
    return text;
}

TEST_SUITE_BEGIN("nxos");

TEST_CASE("pause requires a no-drop class in the bound policy, and the port's mode")
{
    const Case read(with({lossless,
        "interface Ethernet1/1\n  priority-flow-control mode on\n"
        "interface Ethernet1/2\n  priority-flow-control mode off\n"
        "interface Ethernet1/3\n  priority-flow-control mode auto\n"
        "interface Ethernet1/4\n  mtu 9216\n"}));
    CHECK(read.port("Ethernet1/1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("Ethernet1/2").pfc_tx.is(PrioritySet{}));
    CHECK_FALSE(read.port("Ethernet1/3").pfc_tx.known());
    CHECK_FALSE(read.port("Ethernet1/4").pfc_tx.known());
}

TEST_CASE(
    "two classes of one qos-group in a network-qos policy are one class: the first supplies what the second omits")
{
    const std::string bound = "system qos\n  service-policy type network-qos NQ\n"
                              "interface Ethernet1/1\n  priority-flow-control mode on\n";
    const Case twice(with({"policy-map type network-qos NQ\n"
                           "  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n"
                           "  class type network-qos c-8q-nq3\n    mtu 9216\n",
        bound.c_str()}));
    CHECK(twice.port("Ethernet1/1").pfc_tx.is(PrioritySet::of(3)));
    const Case named(with({"class-map type network-qos ROCE\n  match qos-group 3\n"
                           "policy-map type network-qos NQ\n"
                           "  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n"
                           "  class type network-qos ROCE\n    mtu 9216\n",
        bound.c_str()}));
    CHECK(named.port("Ethernet1/1").pfc_tx.is(PrioritySet::of(3)));
}

TEST_CASE("a network-qos policy that is defined but not bound pauses nothing")
{
    const Case read(
        with({"policy-map type network-qos NQ\n  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n"
              "policy-map type network-qos JUMBO\n  class type network-qos c-8q-nq-default\n    mtu 9216\n"
              "system qos\n  service-policy type network-qos JUMBO\n"
              "interface Ethernet1/1\n  priority-flow-control mode on\n"}));
    CHECK(read.port("Ethernet1/1").pfc_tx.is(PrioritySet{}));
}

TEST_CASE("a no-drop class whose priorities no line names leaves them unread")
{
    const Case read(with({"class-map type network-qos RDMA\n  match qos-group 3\n"
                          "policy-map type network-qos NQ\n  class type network-qos RDMA\n    pause no-drop\n"
                          "system qos\n  service-policy type network-qos NQ\n"
                          "interface Ethernet1/1\n  priority-flow-control mode on\n"}));
    CHECK_FALSE(read.port("Ethernet1/1").pfc_tx.known());
}

TEST_CASE("a bound policy that is missing from the files is reported, and leaves its settings unread")
{
    const Case read(with({"system qos\n  service-policy type network-qos GONE\n"
                          "interface Ethernet1/1\n  priority-flow-control mode on\n"
                          "  service-policy type qos input LOST\n"}));
    CHECK_FALSE(read.port("Ethernet1/1").pfc_tx.known());
    CHECK_FALSE(read.port("Ethernet1/1").trust.known());
    CHECK(read.reading.problems.size() == 2);
}

TEST_CASE("an unmodelled line of a queue leaves unread what it may change, whatever else the queue states")
{
    const auto read_with = [](const char* lines) {
        return Case(with({"policy-map type queuing OUT\n  class type queuing c-out-8q-q3\n"
                          "    bandwidth remaining percent 60\n",
            lines,
            "interface Ethernet1/1\n  service-policy type queuing output OUT\n"}));
    };
    for (const char* lines : {"    random-detect threshold burst-optimized ecn\n",
             "    random-detect threshold burst-optimized ecn\n"
             "    random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes ecn\n",
             "    afd queue-desired 150 kbytes ecn\n"}) {
        CAPTURE(lines);
        const Case read = read_with(lines);
        const Queue& queue = *read.device().queue(read.port("Ethernet1/1"), 3);
        CHECK_FALSE(queue.ecn.known());
        CHECK(queue.scheduler.known());
    }
    const Case none = read_with("");
    CHECK(none.device().queue(none.port("Ethernet1/1"), 3)->ecn.is(Ref{}));
}

TEST_CASE("PFC with another number than the qos-group stops the queue of the group")
{
    const Case read(
        with({"policy-map type network-qos NQ\n  class type network-qos c-8q-nq3\n    pause pfc-cos 4\n"
              "system qos\n  service-policy type network-qos NQ\n"
              "interface Ethernet1/1\n  priority-flow-control mode on\n"}));
    const Port& port = read.port("Ethernet1/1");
    CHECK(port.pfc_tx.is(PrioritySet::of(4)));
    CHECK(queue_of_priority(read.device(), port, 4).is(3));
    CHECK(tc_of_priority(read.device(), port, 4).is(3));
}

TEST_CASE("a policy of type qos classifies: its first class wins, and unmatched packets are in qos-group 0")
{
    const Case read(
        with({"class-map type qos match-any RDMA\n  match dscp 24,26\n  match dscp 28\n"
              "class-map type qos match-all CNP\n  match precedence 6\n"
              "policy-map type qos IN\n  class RDMA\n    set qos-group 3\n  class CNP\n    set qos-group 6\n"
              "interface Ethernet1/1\n  service-policy type qos input IN\n"
              "interface Ethernet1/2\n  mtu 9216\n"}));
    const Port& port = read.port("Ethernet1/1");
    CHECK(port.trust.is(Trust::dscp));
    CHECK(classify_dscp(read.device(), port, 26).tc.is(3));
    CHECK(classify_dscp(read.device(), port, 28).tc.is(3));
    CHECK(classify_dscp(read.device(), port, 48).tc.is(6));
    CHECK(classify_dscp(read.device(), port, 0).tc.is(0));
    CHECK(read.port("Ethernet1/2").trust.is(Trust::none));
    CHECK(classify_dscp(read.device(), read.port("Ethernet1/2"), 26).tc.is(0));
}

TEST_CASE("a policy that matches the CoS classifies tagged packets, and class-default the others")
{
    const Case read(with(
        {"class-map type qos match-all RDMA\n  match cos 3\n"
         "policy-map type qos IN\n  class RDMA\n    set qos-group 3\n  class class-default\n    set qos-group 1\n"
         "interface Ethernet1/1\n  service-policy type qos input IN no-stats\n"}));
    const Port& port = read.port("Ethernet1/1");
    CHECK(port.trust.is(Trust::pcp));
    CHECK(classify_pcp(read.device(), port, 3).tc.is(3));
    CHECK(classify_pcp(read.device(), port, 5).tc.is(1));
    CHECK(port.default_tc.is(1));
}

TEST_CASE("a class that depends on more than DSCP and CoS leaves the policy's packets unknown")
{
    const Case read(with({"ip access-list ROCE\n  10 permit udp any any eq 4791\n"
                          "class-map type qos match-all RDMA\n  match access-group name ROCE\n"
                          "policy-map type qos IN\n  class RDMA\n    set qos-group 3\n"
                          "interface Ethernet1/1\n  service-policy type qos input IN\n"}));
    const Port& port = read.port("Ethernet1/1");
    REQUIRE(port.ingress_policy.known());
    CHECK_FALSE(port.ingress_policy.value.none());
    CHECK_FALSE(classify_dscp(read.device(), port, 26).tc.known());
}

TEST_CASE("an access list that matches only the DSCP is a match of DSCPs")
{
    const Case read(with({"ip access-list ROCE\n  10 permit ip any any dscp 26\n"
                          "class-map type qos match-any RDMA\n  match access-group name ROCE\n"
                          "policy-map type qos IN\n  class RDMA\n    set qos-group 3\n"
                          "interface Ethernet1/1\n  service-policy type qos input IN\n"}));
    CHECK(classify_dscp(read.device(), read.port("Ethernet1/1"), 26).tc.is(3));
}

TEST_CASE("a member has its port channel's policy, PFC and MTU, and a port the system's policy")
{
    const Case read(with({lossless,
        "class-map type qos match-any RDMA\n  match dscp 26\n"
        "policy-map type qos IN\n  class RDMA\n    set qos-group 3\n"
        "policy-map type qos OTHER\n  class class-default\n    set qos-group 2\n"
        "system qos\n  service-policy type qos input OTHER\n"
        "interface port-channel7\n  mtu 9216\n  priority-flow-control mode on\n  service-policy type qos input IN\n"
        "interface Ethernet1/1\n  channel-group 7 mode active\n"
        "interface Ethernet1/2\n  mtu 1500\n"}));
    const Port& member = read.port("Ethernet1/1");
    CHECK(member.lag == read.device().find_port("port-channel7"));
    CHECK(member.pfc_tx.is(PrioritySet::of(3)));
    CHECK(member.ip_mtu.is(Bytes{9216}));
    CHECK(member.max_frame.is(Bytes{9230}));
    CHECK(classify_dscp(read.device(), member, 26).tc.is(3));
    CHECK(classify_dscp(read.device(), read.port("Ethernet1/2"), 26).tc.is(2));
}

TEST_CASE("queues follow the queuing policy of the port or the system")
{
    const Case read(with(
        {"policy-map type queuing OUT\n"
         "  class type queuing c-out-8q-q3\n    bandwidth remaining percent 50\n"
         "    random-detect minimum-threshold 150 kbytes maximum-threshold 3 mbytes drop-probability 7 weight 0 ecn\n"
         "  class type queuing c-out-8q-q6\n    priority level 1\n    shape min 0 kbps max 5 gbps\n"
         "  class type queuing c-out-8q-q-default\n    bandwidth percent 40\n    random-detect minimum-threshold 10 packets maximum-threshold 20 packets drop-probability 5 weight 0\n"
         "system qos\n  service-policy type queuing output OUT\n"
         "interface Ethernet1/1\n  mtu 9216\n"
         "interface Ethernet1/2\n  service-policy type queuing output default-8q-out-policy\n"}));
    const EcnProfile* ecn = read.marking("Ethernet1/1", 3);
    REQUIRE(ecn != nullptr);
    CHECK(ecn->curves[0].marks.is(true));
    CHECK(ecn->curves[0].min_threshold.is(Bytes{150'000}));
    CHECK(ecn->curves[0].max_threshold.is(Bytes{3'000'000}));
    CHECK(ecn->curves[0].max_probability.is(Percent::whole(7)));
    CHECK(ecn->curves[0].weight.is(0));
    REQUIRE(read.marking("Ethernet1/1", 0) != nullptr);
    CHECK(read.marking("Ethernet1/1", 0)->curves[0].marks.is(false));
    CHECK_FALSE(read.marking("Ethernet1/1", 0)->curves[0].min_threshold.known());
    CHECK(read.scheduler("Ethernet1/1", 6)->kind.is(SchedulerKind::strict));
    CHECK(read.scheduler("Ethernet1/1", 6)->level.is(1));
    CHECK(read.scheduler("Ethernet1/1", 6)->limit.is(BitsPerSecond{5'000'000'000}));
    CHECK(read.scheduler("Ethernet1/1", 3)->bandwidth.is(Percent::whole(50)));
    CHECK(read.scheduler("Ethernet1/1", 5) == nullptr);
    CHECK(read.queue("Ethernet1/2", 3).ecn.value.none());
    CHECK(read.scheduler("Ethernet1/2", 7)->kind.is(SchedulerKind::strict));
    CHECK(read.scheduler("Ethernet1/2", 0)->bandwidth.is(Percent::whole(100)));
}

TEST_CASE("class names of four queues are read, and the default policy of eight is not mistaken for theirs")
{
    const Case read(with({"policy-map type queuing OUT\n  class type queuing c-out-q3\n    priority level 1\n"
                          "interface Ethernet1/1\n  service-policy type queuing output OUT\n"
                          "interface Ethernet1/2\n  mtu 1500\n"}));
    CHECK(read.scheduler("Ethernet1/1", 3)->kind.is(SchedulerKind::strict));
    CHECK(read.scheduler("Ethernet1/2", 7) == nullptr);
}

TEST_CASE("an ingress queuing policy reserves the buffer of the group")
{
    const Case read(with({lossless,
        "policy-map type queuing INQ\n  class type queuing c-in-q3\n"
        "    pause buffer-size 101920 pause-threshold 46800 resume-threshold 34320\n"
        "system qos\n  service-policy type queuing input INQ\n"
        "interface Ethernet1/1\n  priority-flow-control mode on\n"}));
    const Port& port = read.port("Ethernet1/1");
    CHECK(port.groups_visible);
    const PriorityGroup* group = read.device().group(port, 3);
    REQUIRE(group != nullptr);
    CHECK(group->lossless.is(true));
    const BufferProfile& profile = read.device().buffer_profiles.at(group->buffer.value.index);
    CHECK(profile.reserved.is(Bytes{101'920}));
    CHECK(profile.xoff.is(Bytes{55'120}));
    CHECK(profile.xon.is(Bytes{34'320}));
    CHECK(read.device().group(port, 0)->lossless.is(false));
}

TEST_CASE("a switched port has the default MTU, or that of system jumbomtu")
{
    const auto problems = [](std::initializer_list<const char*> parts) {
        const Case read(with(parts));
        std::vector<std::string> said;
        for (const SyntaxProblem& problem : read.reading.problems)
            said.push_back(problem.message);
        return said;
    };
    CHECK(problems({"interface Ethernet1/1-2\n  switchport\n  mtu 9100\n"})
        == std::vector<std::string>{
            "mtu 9100: a switched port of NX-OS has MTU 1500 or that of `system jumbomtu`, which is 9216"});
    CHECK(problems({"system jumbomtu 9100\ninterface Ethernet1/1\n  switchport\n  mtu 9100\n"}).empty());
    CHECK(problems({"system jumbomtu 8000\ninterface Ethernet1/1\n  mtu 9216\n"}).size() == 1);
    CHECK(problems({"interface Ethernet1/1\n  mtu 9216\ninterface Ethernet1/2\n  mtu 1500\n"}).empty());
    CHECK(problems({"interface Ethernet1/1\n  no switchport\n  mtu 9100\ninterface Vlan7\n  mtu 9100\n"})
              .empty());
    CHECK(problems({"system jumbomtu 1400\n"}).size() == 1);
}

TEST_CASE("a port's line may multiply the watchdog's interval, and ask that nothing be done")
{
    const Case read(with(
        {"priority-flow-control watch-dog-interval on\npriority-flow-control watch-dog interval 100\n"
         "priority-flow-control watch-dog shutdown-multiplier 2\n"
         "interface Ethernet1/1\n  priority-flow-control watch-dog-interval on interface-multiplier 5\n"
         "interface Ethernet1/2\n  priority-flow-control watch-dog-interval on disable-action\n"
         "interface Ethernet1/3\n"
         "  priority-flow-control watch-dog-interval on disable-action interface-multiplier 3\n"
         "interface Ethernet1/4\n  priority-flow-control watch-dog-interval on interface-multiplier 0\n"}));
    CHECK(read.port("Ethernet1/1").watchdog.detection.is(Milliseconds{500}));
    CHECK(read.port("Ethernet1/1").watchdog.action.is(WatchdogAction::drop));
    CHECK(read.port("Ethernet1/2").watchdog.detection.is(Milliseconds{200}));
    CHECK(read.port("Ethernet1/2").watchdog.action.is(WatchdogAction::alert));
    CHECK(read.port("Ethernet1/3").watchdog.detection.is(Milliseconds{300}));
    CHECK(read.port("Ethernet1/3").watchdog.action.is(WatchdogAction::alert));
    CHECK(read.port("Ethernet1/3").watchdog.enabled.is(true));
    CHECK(read.port("Ethernet1/4").watchdog.detection.is(Milliseconds{200}));
    CHECK(read.lines(CoverageState::unsupported) == 0);
}

TEST_CASE("the watchdog's interval is 100 ms unless a line states it, and the multipliers hold for it too")
{
    constexpr const char* on = "priority-flow-control watch-dog-interval on\n";
    constexpr const char* ports = "interface Ethernet1/1\n  mtu 1500\n"
                                  "interface Ethernet1/2\n"
                                  "  priority-flow-control watch-dog-interval on interface-multiplier 5\n";
    const Case silent(with({on, ports}));
    CHECK(silent.port("Ethernet1/1").watchdog.detection.is(Milliseconds{100}));
    CHECK(silent.port("Ethernet1/1").watchdog.detection.origin.kind() == OriginKind::default_);
    CHECK(silent.port("Ethernet1/2").watchdog.detection.is(Milliseconds{500}));
    CHECK(silent.port("Ethernet1/2").watchdog.detection.configured());
    const Case times(with({on, "priority-flow-control watch-dog shutdown-multiplier 4\n", ports}));
    CHECK(times.port("Ethernet1/1").watchdog.detection.is(Milliseconds{400}));
    CHECK(times.port("Ethernet1/1").watchdog.detection.configured());
    const Case strange(with({on, "priority-flow-control watch-dog interval soon\n", ports}));
    CHECK_FALSE(strange.port("Ethernet1/1").watchdog.detection.known());
}

TEST_CASE("a detection time beyond the longest interval is rendered by the multiplier of the switch")
{
    DeviceDesign design = render_design::switch_design("nxos", "leaf1", Role::leaf);
    render_design::add_port(design, render_design::mixed_port(0, "Ethernet1/1"));
    const auto rendered = [&](std::uint32_t detection) {
        design.watchdog.detection = Milliseconds{detection};
        return nxos::driver.render(design).files.at(0).text;
    };
    const std::string five = rendered(5000);
    CHECK(five.find("watch-dog interval 1000\npriority-flow-control watch-dog shutdown-multiplier 5\n")
        != std::string::npos);
    CHECK(Case(five).port("Ethernet1/1").watchdog.detection.is(Milliseconds{5000}));
    CHECK(Case(rendered(1500)).port("Ethernet1/1").watchdog.detection.is(Milliseconds{1500}));
    CHECK(rendered(200).find("shutdown-multiplier") == std::string::npos);
    // 70 intervals of a second would be needed.
    CHECK(rendered(70'000).find("watch-dog interval 1000\n") != std::string::npos);
}

TEST_CASE("the watchdog requires the line of the whole switch")
{
    const Case both(
        with({"priority-flow-control watch-dog-interval on\npriority-flow-control watch-dog interval 100\n"
              "priority-flow-control watch-dog shutdown-multiplier 2\n"
              "interface Ethernet1/1\n  priority-flow-control watch-dog-interval on\n"
              "interface Ethernet1/2\n  priority-flow-control watch-dog-interval off\n"
              "interface Ethernet1/3\n  mtu 1500\n"}));
    CHECK(both.port("Ethernet1/1").watchdog.enabled.is(true));
    CHECK(both.port("Ethernet1/1").watchdog.detection.is(Milliseconds{200}));
    CHECK(both.port("Ethernet1/2").watchdog.enabled.is(false));
    CHECK(both.port("Ethernet1/3").watchdog.enabled.is(true));
    const Case alone(with({"interface Ethernet1/1\n  priority-flow-control watch-dog-interval on\n"
                           "interface Ethernet1/2\n  mtu 1500\n"}));
    CHECK_FALSE(alone.port("Ethernet1/1").watchdog.enabled.known());
    CHECK(alone.port("Ethernet1/2").watchdog.enabled.is(false));
}

TEST_CASE("a port is the same however its name is spelt, in ranges and lists")
{
    const Case read(with({"interface ethernet 1/1-3, Ethernet1/7\n  mtu 9216\n"
                          "interface Ethernet 1/5-1/6\n  mtu 9000\n"
                          "interface Ethernet1/2\n  shutdown\n"
                          "interface port-Channel 4\n  mtu 9216\n"
                          "interface vlan9\n  no shutdown\n"
                          "interface Vlan10\n  mtu 9216\n"
                          "interface Ethernet1/9/2\n  mtu 9216\n"}));
    CHECK(read.port("Ethernet1/1").max_frame.is(Bytes{9230}));
    CHECK(read.port("Ethernet1/2").admin_up.is(false));
    CHECK(read.port("Ethernet1/2").ip_mtu.is(Bytes{9216}));
    CHECK(read.port("Ethernet1/6").ip_mtu.is(Bytes{9000}));
    CHECK(read.port("Ethernet1/7").ip_mtu.is(Bytes{9216}));
    CHECK(read.port("port-channel4").kind == PortKind::lag);
    CHECK(read.port("Vlan9").admin_up.is(true));
    CHECK(read.port("Vlan10").admin_up.is(false));
    CHECK(read.port("Ethernet1/9/2").kind == PortKind::physical);
    CHECK(read.device().ports.size() == 10);
}

TEST_CASE("a transcript with prompts, pager marks and banners is read, but not the text of a banner")
{
    const Case read(
        "Last login: Mon Mar  2 2026\nleaf1# show running-config\n\n!Command: show running-config\n"
        "hostname leaf1\nbanner motd #\ninterface Ethernet1/9\n  shutdown\nkeep out #\n"
        "banner exec ^Cinterface Ethernet1/8\n^C\n"
        "scheduler job name j\ninterface Ethernet1/7\nend-job\n"
        "interface Ethernet1/1\n  mtu 9216\n--More--\n  speed 100000\nleaf1# \n");
    CHECK(read.device().ports.size() == 1);
    CHECK(read.port("Ethernet1/1").ip_mtu.is(Bytes{9216}));
    CHECK(read.lines(CoverageState::unrecognised) == 0);
}

TEST_CASE("show running-config all states the defaults")
{
    const Case read(
        "!Command: show running-config all\nhostname leaf1\ninterface Ethernet1/1\n  speed auto\n"
        "  priority-flow-control mode auto\n  flowcontrol receive off\n  flowcontrol send off\n  mtu 1500\n"
        "  switchport\n  no shutdown\n  negotiate auto\n");
    const Port& port = read.port("Ethernet1/1");
    CHECK(port.pfc_tx.is(PrioritySet{}));
    CHECK(port.pause_rx.is(false));
    CHECK(port.routed.is(false));
    CHECK_FALSE(port.speed.known());
    CHECK(read.lines(CoverageState::unrecognised) == 0);
}

TEST_CASE("a fragment has no defaults")
{
    const Case read(
        "interface Ethernet1/1\n  service-policy type qos input IN\n  priority-flow-control mode on\n");
    CHECK(read.device().fragment);
    CHECK_FALSE(read.port("Ethernet1/1").pfc_tx.known());
    CHECK_FALSE(read.port("Ethernet1/1").ip_mtu.known());
}

TEST_CASE("neighbours are read from the detailed listing of LLDP")
{
    const Case read(
        "Capability codes:\n  (R) Router, (B) Bridge\n\nChassis id: 0014.1c57.a48b\nPort id: Ethernet1/5\n"
        "Local Port id: Eth1/1\nPort Description: to leaf1\nSystem Name: spine1.example.com\n"
        "System Description: Cisco Nexus Operating System (NX-OS) Software 10.3(4a)\n"
        "TAC support: http://www.cisco.com/tac\nCopyright (c) 2002-2023, Cisco Systems, Inc.\n"
        "Time remaining: 91 seconds\nSystem Capabilities: B, R\nEnabled Capabilities: B, R\n"
        "Management Address: 10.0.0.5\nVlan ID: 1\n\n\nTotal entries displayed: 1\n");
    REQUIRE(read.device().neighbours.size() == 1);
    const Neighbour& seen = read.device().neighbours.front();
    CHECK(seen.device == "spine1.example.com");
    CHECK(seen.port_id == "Ethernet1/5");
    CHECK(read.device().ports.at(seen.port).name == "Ethernet1/1");
    CHECK(read.lines(CoverageState::unrecognised) == 0);
}

TEST_CASE("addresses, routes, hashes and the vPC peer link are read; other VRFs are reported")
{
    const Case read(with(
        {"ip load-sharing address source-destination port source-destination universal-id 77 rotate 5\n"
         "port-channel load-balance src-dst ip-l4port\n"
         "vrf context management\n  ip route 0.0.0.0/0 10.9.9.1\n"
         "vrf context tenant\n  ip route 0.0.0.0/0 10.8.8.1\n"
         "ip route 0.0.0.0/0 10.0.0.0\n"
         "router bgp 65001\n  neighbor 10.0.0.0\n    remote-as 65000\n    address-family ipv4 unicast\n      allowas-in 2\n"
         "interface port-channel1\n  vpc peer-link\n"
         "interface Ethernet1/1\n  no switchport\n  ip address 10.0.0.1/31\n"}));
    const Device& device = read.device();
    CHECK(device.load_balancing.ecmp.value.has(HashField::source_port));
    CHECK(device.load_balancing.ecmp_seed.is(77));
    CHECK(device.load_balancing.lag.value.has(HashField::destination_ip));
    CHECK(device.forwarding.routes.size() == 1);
    CHECK(device.forwarding.addresses.size() == 1);
    CHECK(device.forwarding.bgp_asn.is(65001));
    CHECK(device.forwarding.allow_own_as.is(2));
    CHECK(device.forwarding.mlag_peer_link.is(device.find_port("port-channel1")));
    CHECK(read.lines(CoverageState::unsupported) == 1);
}

TEST_CASE("BGP takes one path by default, and the largest number that an address family states")
{
    const Case plain(with({"router bgp 65001\n  router-id 10.255.0.1\n"}));
    CHECK(plain.device().load_balancing.most_paths.is(1));
    CHECK(plain.device().load_balancing.relaxed_paths.is(false));
    const Case wide(
        with({"router bgp 65001\n  bestpath as-path multipath-relax\n  address-family ipv4 unicast\n"
              "    maximum-paths 16\n    maximum-paths ibgp 8\n"}));
    CHECK(wide.device().load_balancing.most_paths.is(16));
    CHECK(wide.device().load_balancing.relaxed_paths.is(true));
    CHECK_FALSE(Case(with({})).device().load_balancing.most_paths.peek_known());
}

TEST_CASE("how many paths BGP of a VRF takes is not read")
{
    constexpr const char* vrf = "  vrf RDMA\n    bestpath as-path multipath-relax\n"
                                "    address-family ipv4 unicast\n      maximum-paths 64\n";
    const Case one(with({"router bgp 65001\n  router-id 10.255.0.1\n", vrf}));
    CHECK_FALSE(one.device().load_balancing.most_paths.peek_known());
    CHECK_FALSE(one.device().load_balancing.relaxed_paths.peek_known());
    CHECK(one.device().load_balancing.most_paths.origin != OriginId{});
    const Case both(with({"router bgp 65001\n  address-family ipv4 unicast\n    maximum-paths 8\n", vrf}));
    CHECK(both.device().load_balancing.most_paths.is(8));
    CHECK_FALSE(both.device().load_balancing.relaxed_paths.peek_known());
}

TEST_CASE("an unknown QoS line is reported")
{
    const Case read(with(
        {"hardware qos min-buffer qos-group all\n"
         "policy-map type queuing OUT\n  class type queuing c-out-8q-q3\n    queue-limit dynamic 3\n    frobnicate\n"
         "interface Ethernet1/1\n  priority-flow-control mode sometimes\n  mtu many\n"}));
    CHECK(read.lines(CoverageState::unsupported) >= 2);
    CHECK(read.lines(CoverageState::unrecognised) >= 2);
    CHECK_FALSE(read.port("Ethernet1/1").pfc_tx.known());
}

TEST_CASE("a policy that is removed, and a class of it, are gone")
{
    const Case read(with(
        {"policy-map type network-qos NQ\n  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n"
         "  class type network-qos c-8q-nq4\n    pause pfc-cos 4\n    no pause\n"
         "system qos\n  service-policy type network-qos NQ\n"
         "interface Ethernet1/1\n  priority-flow-control mode on\n  no priority-flow-control mode on\n  priority-flow-control mode on\n"}));
    CHECK(read.port("Ethernet1/1").pfc_tx.is(PrioritySet::of(3)));
}

TEST_SUITE_END();

}
}
