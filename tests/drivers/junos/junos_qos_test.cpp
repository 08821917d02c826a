// SPDX-License-Identifier: Apache-2.0
// Class of service, PFC and buffers.
#include "tests/drivers/junos/junos_case.h"

#include <algorithm>

namespace rocelint {
namespace {

using junos_case::Case;

TEST_SUITE_BEGIN("junos class of service");

// A device with one port, bound by a wildcard, and the given class-of-service statements.
Case with(std::string_view class_of_service)
{
    return Case(
        "system { host-name leaf1; }\ninterfaces { et-0/0/0 { mtu 9216; unit 0 { family inet { address 10.0.0.1/31; } } } }\n"
        "class-of-service {\n"
        + std::string(class_of_service) + "\n}\n");
}

constexpr std::string_view two_classes = R"(
forwarding-classes {
    class CNP queue-num 3;
    class NO-LOSS queue-num 4 no-loss pfc-priority 3;
}
classifiers { dscp mydscp {
    forwarding-class CNP { loss-priority low code-points 110000; }
    forwarding-class NO-LOSS { loss-priority low code-points 011010; }
} }
interfaces { et-* { congestion-notification-profile cnp; scheduler-map sm; unit * { classifiers { dscp mydscp; } } } }
)";

Case with_profile(std::string_view profile)
{
    return with(std::string(two_classes) + "congestion-notification-profile { cnp { " + std::string(profile)
        + " } }");
}

constexpr std::string_view input = "input { dscp { code-point 011010 { pfc; } } }";

TEST_CASE("DSCP-based PFC pauses the priority of the forwarding class, whatever its queue")
{
    const Case read = with_profile(
        std::string(input) + " output { ieee-802.1 { code-point 011 { flow-control-queue 4; } } }");
    const Port& port = read.port("et-0/0/0");
    CHECK(port.pfc_tx.is(PrioritySet{1U << 3U}));
    CHECK(port.pfc_rx.is(PrioritySet{1U << 3U}));
    CHECK(queue_of_priority(read.device(), port, 3).is(4));
    CHECK_FALSE(queue_of_priority(read.device(), port, 4).known());
    CHECK(classify_dscp(read.device(), port, 26).tx_priority.is(3));
    CHECK(classify_dscp(read.device(), port, 48).tc.is(3));
    CHECK_FALSE(classify_dscp(read.device(), port, 48).tx_priority.is(3));
    CHECK_FALSE(classify_dscp(read.device(), port, 0).tc.known());
    REQUIRE(read.device().group(port, 3) != nullptr);
    CHECK(read.device().group(port, 3)->lossless.is(true));
    CHECK(read.device().group(port, 0)->lossless.is(false));
}

TEST_CASE("without an output stanza queues 3 and 4 obey priorities 3 and 4")
{
    const Case read = with_profile(input);
    const Port& port = read.port("et-0/0/0");
    CHECK(queue_of_priority(read.device(), port, 3).is(3));
    CHECK(queue_of_priority(read.device(), port, 4).is(4));
    CHECK(port.priority_to_queue.origin.kind() == OriginKind::default_);
}

TEST_CASE("a listed priority that the input does not pause is only obeyed")
{
    const Case read = with_profile("output { ieee-802.1 { code-point 101 { flow-control-queue 5; } } }");
    CHECK(read.port("et-0/0/0").pfc_tx.is(PrioritySet{}));
    CHECK(read.port("et-0/0/0").pfc_rx.is(PrioritySet{1U << 5U}));
}

TEST_CASE("802.1p-based PFC pauses the code point, and the classifier gives its class")
{
    const Case read = with(R"(
forwarding-classes { class STORAGE queue-num 2 no-loss; }
classifiers { ieee-802.1 dot1p { forwarding-class STORAGE { loss-priority low code-points 101; } } }
congestion-notification-profile { p { input { ieee-802.1 { code-point 101 { pfc; } } cable-length 30; } } }
interfaces { et-0/0/0 { congestion-notification-profile p; unit 0 { classifiers { ieee-802.1 dot1p; } } } }
)");
    const Port& port = read.port("et-0/0/0");
    CHECK(port.trust.is(Trust::pcp));
    CHECK(port.pfc_tx.is(PrioritySet{1U << 5U}));
    CHECK(classify_pcp(read.device(), port, 5).tx_priority.is(5));
    CHECK(port.cable_length.is(Metres{30}));
}

TEST_CASE("a class without pfc-priority leaves DSCP-based PFC unread, with the reason")
{
    const Case read = with(R"(
forwarding-classes { class NO-LOSS queue-num 5 no-loss; }
classifiers { dscp d { forwarding-class NO-LOSS { loss-priority low code-points 011010; } } }
congestion-notification-profile { p { input { dscp { code-point 011010 { pfc; } } } } }
interfaces { et-0/0/0 { congestion-notification-profile p; unit 0 { classifiers { dscp d; } } } }
)");
    const Port& port = read.port("et-0/0/0");
    CHECK_FALSE(port.pfc_tx.known());
    CHECK(read.device().origins.look_up(port.pfc_tx.origin).note.find("pfc-priority")
        != std::string_view::npos);
}

TEST_CASE("a no-loss class without pfc-priority has none implied by its queue where PFC is by DSCP")
{
    const Case read = with(R"(
forwarding-classes { class NO-LOSS queue-num 4 no-loss; }
classifiers { dscp d { forwarding-class NO-LOSS { loss-priority low code-points 011010; } } }
congestion-notification-profile { p { input { dscp { code-point 011010 { pfc; } } }
    output { ieee-802.1 { code-point 100 { flow-control-queue 4; } } } } }
interfaces { et-0/0/0 { congestion-notification-profile p; unit 0 { classifiers { dscp d; } } } }
)");
    CHECK_FALSE(read.port("et-0/0/0").pfc_tx.known());
    CHECK(read.first_problem()
        == "forwarding class NO-LOSS is no-loss without a pfc-priority, so PFC for 011010 has no priority to pause with");
}

TEST_CASE("a paused code point of a lossy class leaves the others known")
{
    const Case read
        = with_profile("input { dscp { code-point 011010 { pfc; } code-point 101110 { pfc; } } }");
    CHECK(read.port("et-0/0/0").pfc_tx.is(PrioritySet{1U << 3U}));
    CHECK(std::ranges::count_if(read.reading.problems, [](const SyntaxProblem& problem) {
        return problem.message
            == "101110 is not in a forwarding class with a pfc-priority: its pause is not judged";
    }) == 1);
}

TEST_CASE("a binding to a unit that the interface does not have binds nothing")
{
    constexpr std::string_view classifier = "classifiers { dscp a { forwarding-class best-effort "
                                            "{ loss-priority low code-points 000000; } } }\n";
    const auto with_unit = [&](std::string_view unit) {
        return with(std::string(classifier) + "interfaces { et-0/0/0 { unit " + std::string(unit)
            + " { classifiers { dscp a; } } } }");
    };
    CHECK(with_unit("0").port("et-0/0/0").trust.is(Trust::dscp));
    CHECK(with_unit("*").port("et-0/0/0").trust.is(Trust::dscp));
    const Case other = with_unit("5");
    CHECK_FALSE(other.port("et-0/0/0").trust.known());
    REQUIRE(other.reading.problems.size() == 1);
    CHECK(other.reading.problems.front().message
        == "et-0/0/0 has no unit 5: its class-of-service bindings are not in force");
}

TEST_CASE("the watchdog's detection time counts polling intervals, and has sourced defaults")
{
    const Case plain = with_profile(std::string(input) + " pfc-watchdog;");
    const PfcWatchdog& defaults = plain.port("et-0/0/0").watchdog;
    CHECK(defaults.enabled.is(true));
    CHECK(defaults.poll.is(Milliseconds(100)));
    CHECK(defaults.detection.is(Milliseconds(200)));
    CHECK(defaults.restoration.is(Milliseconds(200)));
    CHECK(defaults.action.is(WatchdogAction::drop));
    CHECK(defaults.detection.origin.kind() == OriginKind::default_);
    const Case written = with_profile(std::string(input)
        + " pfc-watchdog { poll-interval 50; detection 4; recovery 500; watchdog-action forward; }");
    const PfcWatchdog& watchdog = written.port("et-0/0/0").watchdog;
    CHECK(watchdog.detection.is(Milliseconds(200)));
    CHECK(watchdog.restoration.is(Milliseconds(500)));
    CHECK(watchdog.action.is(WatchdogAction::forward));
    CHECK(with_profile(input).port("et-0/0/0").watchdog.enabled.is(false));
}

TEST_CASE("a port without a profile has no PFC")
{
    const Case read = with("interfaces { et-0/0/9 { scheduler-map x; } }");
    CHECK(read.port("et-0/0/0").pfc_tx.is(PrioritySet{}));
    CHECK_FALSE(read.port("et-0/0/0").trust.known());
}

TEST_CASE("schedulers give queues their marking, share and order")
{
    const Case read = with(std::string(two_classes) + R"(
drop-profiles {
    dp { interpolate { fill-level [ 55 90 ]; drop-probability [ 0 80 ]; } }
    steps { fill-level 40 drop-probability 0; fill-level 60 drop-probability 100; }
}
schedulers {
    s1 { transmit-rate percent 60; drop-profile-map loss-priority any protocol any drop-profile dp; explicit-congestion-notification; }
    s2 { shaping-rate 5g; priority strict-high; drop-profile-map loss-priority low protocol any drop-profile steps; }
}
scheduler-maps { sm { forwarding-class CNP scheduler s2; forwarding-class NO-LOSS scheduler s1; } }
)");
    const Port& port = read.port("et-0/0/0");
    const Queue* lossless = read.device().queue(port, 4);
    REQUIRE(lossless != nullptr);
    REQUIRE(lossless->ecn.known());
    const EcnProfile& marking = read.device().ecn_profiles[lossless->ecn.value.index];
    REQUIRE(marking.curves.size() == 1);
    CHECK(marking.curves[0].marks.is(true));
    CHECK(marking.curves[0].min_fill.is(Percent::whole(55)));
    CHECK(marking.curves[0].max_fill.is(Percent::whole(90)));
    CHECK(marking.curves[0].max_probability.is(Percent::whole(80)));
    CHECK_FALSE(marking.curves[0].min_threshold.known());
    CHECK(read.device().schedulers[lossless->scheduler.value.index].bandwidth.is(Percent::whole(60)));
    const Queue* cnp = read.device().queue(port, 3);
    const Scheduler& strict = read.device().schedulers[cnp->scheduler.value.index];
    CHECK(strict.kind.is(SchedulerKind::strict));
    CHECK(strict.limit.is(BitsPerSecond{5'000'000'000}));
    const EcnProfile& dropping = read.device().ecn_profiles[cnp->ecn.value.index];
    CHECK(dropping.curves[0].marks.is(false));
    CHECK(dropping.curves[0].drops.is(true));
    CHECK(dropping.curves[0].max_fill.is(Percent::whole(60)));
    const Queue* other = read.device().queue(port, 0);
    CHECK(other->ecn.value.none());
}

TEST_CASE("traffic control profiles of forwarding class sets refer to their scheduler maps")
{
    const Case read = with(R"(
forwarding-classes { class A queue-num 1; class B queue-num 2; }
schedulers { s { priority strict-high; } t { priority low; } }
scheduler-maps { one { forwarding-class A scheduler s; } two { forwarding-class B scheduler t; } }
traffic-control-profiles { p { scheduler-map one; } q { scheduler-map two; } }
forwarding-class-sets { fa { class A; } fb { class B; } }
interfaces { et-0/0/0 { forwarding-class-set { fa { output-traffic-control-profile p; } fb { output-traffic-control-profile q; } } } }
)");
    const Port& port = read.port("et-0/0/0");
    const auto kind = [&](std::uint8_t queue) {
        return read.device().schedulers[read.device().queue(port, queue)->scheduler.value.index].kind;
    };
    CHECK(kind(1).is(SchedulerKind::strict));
    CHECK(kind(2).is(SchedulerKind::weighted));
}

TEST_CASE("code points have aliases, standard ones and the configuration's own")
{
    const Case read = with(R"(
code-point-aliases { dscp { mine 001111; } }
forwarding-classes { queue 2 GOLD; }
classifiers { dscp d { forwarding-class GOLD { loss-priority low code-points [ mine ef cs3 111111 ]; } } }
interfaces { et-0/0/0 { unit 0 { classifiers { dscp d; } } } }
)");
    CHECK(read.first_problem().empty());
    for (const Dscp dscp : std::initializer_list<Dscp>{15, 46, 24, 63})
        CHECK(classify_dscp(read.device(), read.port("et-0/0/0"), dscp).tc.is(2));
    // A user guide of the QFX Series defines ef as 010 and af11 as 100.
    const Case layer_2
        = with("forwarding-classes { queue 2 GOLD; } classifiers { ieee-802.1 p { forwarding-class GOLD "
               "{ loss-priority low code-points [ ef ef1 ]; } } } "
               "interfaces { et-0/0/0 { unit 0 { classifiers { ieee-802.1 p; } } } }");
    for (const std::uint8_t pcp : std::initializer_list<std::uint8_t>{2, 3})
        CHECK(classify_pcp(layer_2.device(), layer_2.port("et-0/0/0"), pcp).tc.is(2));
    CHECK(
        with("classifiers { dscp d { forwarding-class best-effort { loss-priority low code-points 01; } } }")
            .first_problem()
        == "\"01\" is neither a code point nor an alias");
}

TEST_CASE("the port's own binding overrides its bundle's, and that overrides a wildcard's")
{
    const Case read(R"(system { host-name a; }
interfaces {
    et-0/0/0 { ether-options { 802.3ad ae0; } }
    et-0/0/1 { ether-options { 802.3ad ae0; } }
    et-0/0/2 { disable; }
    ae0 { mtu 9216; unit 0 { family inet { address 10.0.0.1/31; } } }
}
class-of-service {
    classifiers { dscp w { import default; } dscp b { import default; } dscp o { import default; } }
    interfaces {
        et-* { unit * { classifiers { dscp w; } } }
        ae0 { unit 0 { classifiers { dscp b; } } }
        et-0/0/1 { unit 0 { classifiers { dscp o; } } }
    }
}
)");
    const auto classifier
        = [&](std::string_view port) { return read.device().map(read.port(port).dscp_to_tc)->name; };
    CHECK(classifier("et-0/0/0") == "b");
    CHECK(classifier("et-0/0/1") == "o");
    CHECK(classifier("et-0/0/2") == "w");
    CHECK(classifier("ae0") == "b");
    CHECK(read.port("et-0/0/0").max_frame.is(Bytes{9216}));
    CHECK(read.device().ports[read.port("et-0/0/0").lag].name == "ae0");
}

TEST_CASE("ingress and egress partitions are pools with shares")
{
    const Case read = with(
        "shared-buffer { ingress { buffer-partition lossless { percent 66; } buffer-partition lossy { percent 34; } } egress { buffer-partition lossy { percent 76; } } }");
    REQUIRE(read.device().pools.size() == 3);
    CHECK(read.device().pools[0].name == "ingress lossless");
    CHECK(read.device().pools[0].partition.is(Percent::whole(66)));
    CHECK(read.device().pools[2].direction.is(PoolDirection::egress));
}

TEST_CASE(
    "findings about a missing setting point at the class-of-service interface or the profile that lacks it")
{
    const Case bare = with("interfaces { et-0/0/0 { shaping-rate 1g; } }");
    const Port& port = bare.port("et-0/0/0");
    CHECK(bare.written(port.pfc_tx).starts_with("et-0/0/0"));
    CHECK(bare.written(port.trust).starts_with("et-0/0/0"));
    CHECK(bare.device().place(port.pfc_tx.origin, &port) != port.at);
    const Case paused = with(
        "congestion-notification-profile { lossless { input { ieee-802.1 { code-point 011 { pfc; } } } } } "
        "interfaces { et-0/0/0 { congestion-notification-profile lossless; } }");
    CHECK(paused.written(paused.port("et-0/0/0").watchdog.enabled).starts_with("lossless"));
}

TEST_CASE("an invalid transmit-rate is an error at its line, and a class outside the scheduler map has none")
{
    CHECK(with("schedulers { rdma { transmit-rate percentx 60; } }").first_problem()
        == "transmit-rate \"percentx\" is not a rate");
    CHECK(with("schedulers { rdma { transmit-rate 10g; } }").first_problem().empty());
    const Case read
        = with("scheduler-maps { roce { forwarding-class best-effort scheduler be; } } "
               "schedulers { be { priority low; } } interfaces { et-0/0/0 { scheduler-map roce; } }");
    const Port& port = read.port("et-0/0/0");
    const Queue& unnamed = *read.device().queue(port, 3);
    CHECK((unnamed.scheduler.known() && unnamed.scheduler.value.none()));
    CHECK(read.written(unnamed.scheduler).starts_with("roce"));
    CHECK_FALSE(
        with("interfaces { et-0/0/0 { shaping-rate 1g; } }").device().queues.front().scheduler.known());
}

TEST_CASE("dangling names are reported once")
{
    const Case read = with("interfaces { et-* { congestion-notification-profile none; } }");
    CHECK(read.first_problem() == "no congestion notification profile \"none\" is defined");
    CHECK_FALSE(read.port("et-0/0/0").pfc_tx.known());
    const Case rewritten = with("interfaces { et-* { unit 0 { rewrite-rules { dscp nowhere; } } } }");
    CHECK(rewritten.first_problem() == "no rewrite rule \"nowhere\" is defined");
    CHECK_FALSE(rewritten.port("et-0/0/0").tc_to_dscp.known());
}

TEST_SUITE_END();

}
}
