// SPDX-License-Identifier: Apache-2.0
#include "drivers/aoscx/aoscx.h"
#include "models/change/difference.h"
#include "models/text/edit.h"
#include "tests/drivers/text_case.h"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace rocelint::aoscx_test {
namespace {

struct Edited : tests::TextCase {
    explicit Edited(std::string_view text) : TextCase(aoscx::driver, "leaf1.cfg", text) { }

    [[nodiscard]] Change change(
        std::string_view name, Property property, ChangeValue value, std::uint8_t number = 0xff) const
    {
        const std::uint32_t index = device().find_port(name);
        REQUIRE(index != Port::no_index);
        return {.port = {0, index}, .property = property, .number = number, .value = value};
    }
    // The same change on both ports.
    [[nodiscard]] std::vector<Change> both(
        Property property, const ChangeValue& value, std::uint8_t number = 0xff) const
    {
        return {change("1/1/1", property, value, number), change("1/1/2", property, value, number)};
    }
    // The text after the changes, which must be made with no other difference; or "refused: why".
    [[nodiscard]] std::string after(const std::vector<Change>& changes) const
    {
        const Editing editing = aoscx::driver.edit({&tree, 1}, device(), changes);
        if (!editing.refused.empty())
            return "refused: " + editing.refused[0].reason;
        const auto text = apply_edits(*sources.find(0), editing.edits);
        REQUIRE(text.has_value());
        const Edited then(*text);
        CHECK(then.first_problem() == "");
        for (const Change& each : changes)
            CHECK_MESSAGE(is_made(then.device(), each), *text);
        CHECK(unexplained(differences(device(), then.device()), device(), changes).empty());
        return *text;
    }
    [[nodiscard]] std::string commands(const std::vector<Change>& changes) const
    {
        return aoscx::driver.commands({&tree, 1}, device(), changes).text;
    }
    // The commands that undo the changes once they are in force.
    [[nodiscard]] std::string back(const std::vector<Change>& changes) const
    {
        const Edited then(after(changes));
        return aoscx::driver.undo({&tree, 1}, {&then.tree, 1}, device(), changes).text;
    }
};

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

constexpr std::string_view two_ports = R"(!
!Version ArubaOS-CX GL.10.18.0001
hostname leaf1
qos pool 1 lossless size 40 percent headroom 4096 kbytes priorities 3
flow-control watchdog timeout 200 resume 400
qos schedule-profile S
    dwrr queue 0 weight 1
    dwrr queue 1 weight 30
    dwrr queue 2 weight 1
    dwrr queue 3 weight 60
    dwrr queue 4 weight 1
    dwrr queue 5 weight 1
    dwrr queue 6 weight 1
    strict queue 7
qos threshold-profile RDMA
    queue 3 action ecn all min-threshold 150 kbytes max-threshold 1500 kbytes
    queue 4 action ecn all threshold 100 kbytes
apply qos queue-profile factory-default schedule-profile S
apply qos threshold-profile RDMA
interface 1/1/1
    no shutdown
    mtu 9198
    qos trust none local-priority 3
    flow-control priority rxtx 3
    flow-control watchdog
interface 1/1/2
    no shutdown
    mtu 9198
    no routing
    qos trust dscp
    flow-control priority rx 3
)";

constexpr EcnTarget wide{{307'200}, {3'072'000}, {10'000}};

TEST_SUITE_BEGIN("aoscx");

TEST_CASE(
    "a threshold profile that another port must keep stays, and the copy is removed once nothing names it")
{
    const Edited from(two_ports);
    const std::vector<Change> one{from.change("1/1/1", Property::ecn_thresholds, wide, 3)};
    const std::string copied = from.after(one);
    CHECK(holds(copied, "qos threshold-profile ECN-3-300-3000\n"));
    CHECK(holds(copied, "    queue 4 action ecn all threshold 100 kbytes\n"));
    CHECK(holds(copied, "    queue 3 action ecn all min-threshold 300 kbytes max-threshold 3000 kbytes\n"));
    CHECK(holds(from.commands(one), "    apply qos threshold-profile ECN-3-300-3000\n"));
    CHECK(holds(from.back(one), "    no apply qos threshold-profile\n"));
    CHECK(holds(from.back(one), "no qos threshold-profile ECN-3-300-3000\n"));
    const std::string shared = from.after(from.both(Property::ecn_thresholds, wide, 3));
    CHECK(holds(shared, "    queue 3 action ecn all min-threshold 300 kbytes max-threshold 3000 kbytes\n"));
    CHECK_FALSE(holds(shared, "ECN-"));
}

TEST_CASE("marking that AOS-CX has no line for is refused")
{
    const Edited from(two_ports);
    const auto why
        = [&](const EcnTarget& target) { return from.after(from.both(Property::ecn_thresholds, target, 3)); };
    CHECK(holds(
        why({{307'200}, {3'072'000}, {1'000}}), "refused: AOS-CX has no line for the marking probability"));
    CHECK(holds(why({{300'000}, {3'072'000}, {10'000}}),
        "refused: AOS-CX takes marking thresholds in whole kilobytes"));
    CHECK(holds(why({{307'200}, {307'200}, {10'000}}), "    queue 3 action ecn all threshold 300 kbytes\n"));
    const Edited dropping(
        "!\n!Version ArubaOS-CX GL.10.18.0001\nhostname leaf1\nqos threshold-profile P\n"
        "    queue 3 action ecn all threshold 100 kbytes\n"
        "    queue 3 action wred-non-resp red min-threshold 60 kbytes max-threshold 90 kbytes "
        "max-prob 10 percent\n"
        "apply qos threshold-profile P\ninterface 1/1/1\n    no shutdown\n");
    CHECK(holds(dropping.after({dropping.change("1/1/1", Property::ecn_thresholds, wide, 3)}),
        "refused: queue 3 has lines of WRED"));
}

TEST_CASE("trust replaces the local priority that a line gave to all packets")
{
    const Edited from(two_ports);
    const std::vector<Change> one{from.change("1/1/1", Property::trust, Trust::dscp)};
    const std::string then = from.after(one);
    CHECK(holds(then, "    qos trust dscp\n"));
    CHECK_FALSE(holds(then, "qos trust none"));
    CHECK(holds(from.commands(one), "interface 1/1/1\n    qos trust dscp\n"));
    CHECK(holds(from.back(one), "interface 1/1/1\n    qos trust none local-priority 3\n"));
}

TEST_CASE("PFC is sent only for priorities of a pool, and each direction keeps its list")
{
    const Edited from(two_ports);
    const PriorityDelta three{.add = PrioritySet::of(3), .remove = {}};
    const PriorityDelta four{.add = PrioritySet::of(4), .remove = {}};
    const PriorityDelta none{.add = {}, .remove = PrioritySet::of(3)};
    CHECK(holds(
        from.after({from.change("1/1/2", Property::pfc, three)}), "    flow-control priority rxtx 3\n"));
    CHECK(holds(from.after({from.change("1/1/1", Property::pfc, four)}),
        "refused: priority 4 is in no lossless pool"));
    for (const bool pool_first : {true, false}) {
        std::vector<Change> together{
            from.change("1/1/1", Property::headroom, four), from.change("1/1/1", Property::pfc, four)};
        if (!pool_first)
            std::swap(together[0], together[1]);
        const std::string then = from.after(together);
        CAPTURE(then);
        CHECK(holds(then, "priorities 3,4\n"));
        CHECK(holds(then, "    flow-control priority rxtx 3,4\n"));
    }
    const Edited fixed(
        "!\n!Version ArubaOS-CX LL.10.13.0001\nProduct Name : JL700A 8360-32YC\nhostname leaf1\n"
        "interface 1/1/1\n    no shutdown\n");
    CHECK(holds(
        fixed.after({fixed.change("1/1/1", Property::pfc, three)}), "    flow-control priority rxtx 3\n"));
    const std::string without = from.after({from.change("1/1/2", Property::pfc, none)});
    CHECK_FALSE(holds(without, "flow-control priority rx 3"));
    CHECK(holds(
        from.commands({from.change("1/1/2", Property::pfc, none)}), "    no flow-control priority rx 3\n"));
}

TEST_CASE("a schedule profile is changed only if all its ports want it, and keeps one strict queue")
{
    const Edited from(two_ports);
    const auto weight = [](std::uint32_t value) {
        return SchedulerTarget{.kind = SchedulerKind::weighted, .bandwidth = {}, .weight = value};
    };
    CHECK(holds(from.after(from.both(Property::scheduler, weight(50), 3)), "    dwrr queue 3 weight 50\n"));
    CHECK(holds(from.after({from.change("1/1/1", Property::scheduler, weight(50), 3)}),
        "refused: schedule profile S is that of 1/1/2 too"));
    const SchedulerTarget strict{.kind = SchedulerKind::strict, .bandwidth = {}, .weight = {}};
    CHECK(holds(from.after(from.both(Property::scheduler, strict, 3)), "refused: only the highest queue"));
    const std::vector<Change> weighted = from.both(Property::scheduler, weight(5), 7);
    CHECK(holds(from.after(weighted), "    dwrr queue 7 weight 5\n"));
    CHECK(holds(from.commands(weighted), "    dwrr queue 7 weight 5\n"));
    CHECK(holds(from.back(weighted), "    strict queue 7\n"));
}

TEST_CASE("a profile whose queues are all strict keeps them strict")
{
    std::string text = "!\n!Version ArubaOS-CX GL.10.18.0001\nhostname leaf1\nqos schedule-profile S\n";
    for (int queue = 0; queue < 8; ++queue)
        text += fmt::format("    strict queue {}\n", queue);
    const Edited from(text
        + "apply qos queue-profile factory-default schedule-profile S\n"
          "interface 1/1/1\n    no shutdown\ninterface 1/1/2\n    no shutdown\n");
    const SchedulerTarget weighted{.kind = SchedulerKind::weighted, .bandwidth = {}, .weight = 5};
    CHECK(holds(from.after(from.both(Property::scheduler, weighted, 7)), "refused: only the highest queue"));
    CHECK(holds(from.after(from.both(Property::scheduler, weighted, 0)), "refused: only the highest queue"));
}

TEST_CASE("a negation of FEC names the code, and a rewritten class leaves the line that it shares")
{
    const Edited from(two_ports);
    const std::vector<Change> code{from.change("1/1/1", Property::fec, Fec::rs)};
    CHECK(holds(from.after(code), "    error-control rs-fec\n"));
    CHECK(holds(from.back(code), "    no error-control rs-fec\n"));
    const Edited rewriting("!\n!Version ArubaOS-CX GL.10.18.0001\nhostname leaf1\n"
                           "qos egress-rewrite-map local-priority 3,5 dscp 24\n"
                           "interface 1/1/1\n    no shutdown\n    qos egress-rewrite dscp\n");
    const std::string then = rewriting.after(
        {rewriting.change("1/1/1", Property::dscp_rewrite, MapEntry{MapKind::tc_to_dscp, 3, 26})});
    CHECK(holds(then, "qos egress-rewrite-map local-priority 3 dscp 26\n"));
    CHECK(holds(then, "qos egress-rewrite-map local-priority 5 dscp 24\n"));
}

TEST_CASE("series without a watchdog or a configurable headroom get no line for them")
{
    const Edited fixed(
        "!\n!Version ArubaOS-CX LL.10.13.0001\nProduct Name : JL700A 8360-32YC\nhostname leaf1\n"
        "interface 1/1/1\n    no shutdown\n    flow-control priority rxtx 3\n");
    const WatchdogTarget three{
        .priorities = PrioritySet::of(3), .detection = {}, .restoration = {}, .poll = {}};
    CHECK(holds(fixed.after({fixed.change("1/1/1", Property::watchdog, three)}), "refused: only the 8325"));
    CHECK(holds(
        fixed.after({fixed.change("1/1/1", Property::cable_length, Metres{40})}), "refused: the headroom"));
}

TEST_CASE("frames, packets, cables and buffers are those of a port")
{
    const Edited from(two_ports);
    const std::string larger = from.after({from.change("1/1/2", Property::mtu, Bytes{9014})});
    CHECK(holds(larger, "    mtu 9000\n"));
    CHECK_FALSE(holds(larger, "ip mtu"));
    CHECK(holds(from.after({from.change("1/1/1", Property::mtu, Bytes{9014})}), "    ip mtu 9000\n"));
    CHECK(holds(from.after({from.change("1/1/1", Property::cable_length, Metres{40})}),
        "    flow-control buffer cable-length 40\n"));
    CHECK(holds(from.after({from.change("1/1/1", Property::buffer_threshold, DynamicThreshold{-1}, 3)}),
        "    flow-control buffer priority 3 xoff dynamic -1\n"));
    CHECK(holds(from.after({from.change("1/1/1", Property::headroom, Bytes{102'400}, 3)}),
        "    flow-control buffer priority 3 headroom 100 kbytes\n"));
    CHECK(holds(from.after({from.change("1/1/1", Property::buffer_threshold, DynamicThreshold{4}, 3)}),
        "refused: AOS-CX takes exponents from -7 to 3"));
}

TEST_CASE("maps of the switch change only with all its ports, and not where the ports have to be down for it")
{
    const Edited from(two_ports);
    const MapEntry entry{MapKind::dscp_to_tc, 30, 4};
    CHECK(holds(from.after(from.both(Property::dscp_map, entry)), "qos dscp-map 30 local-priority 4\n"));
    CHECK(holds(from.after({from.change("1/1/1", Property::dscp_map, entry)}), "refused: qos dscp-map"));
    CHECK(holds(from.after(from.both(Property::pcp_map, MapEntry{MapKind::pcp_to_tc, 5, 3})),
        "refused: qos cos-map also says which priority is paused"));
    CHECK(holds(from.after(from.both(Property::queue_map, MapEntry{MapKind::tc_to_queue, 3, 4})),
        "refused: the queue of a priority with PFC"));
}

TEST_CASE("the times of the watchdog are those of the switch")
{
    const Edited from(two_ports);
    const WatchdogTarget times{.priorities = PrioritySet::of(3),
        .detection = Milliseconds{300},
        .restoration = Milliseconds{600},
        .poll = {}};
    const std::vector<Change> one{from.change("1/1/1", Property::watchdog_timers, times)};
    CHECK(holds(from.after(one), "\nflow-control watchdog timeout 300 resume 600\n"));
    CHECK(holds(from.back(one), "flow-control watchdog timeout 200 resume 400\n"));
}

TEST_SUITE_END();

}
}
