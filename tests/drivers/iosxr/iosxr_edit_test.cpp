// SPDX-License-Identifier: Apache-2.0
#include "drivers/iosxr/iosxr.h"
#include "models/change/difference.h"
#include "models/text/edit.h"
#include "tests/drivers/render_design.h"
#include "tests/drivers/text_case.h"

#include <string>
#include <vector>

namespace rocelint::iosxr_test {
namespace {

constexpr std::string_view host = "HundredGigE0/0/0/0";
constexpr std::string_view uplink = "HundredGigE0/0/0/1";

struct Edited : tests::TextCase {
    explicit Edited(std::string_view text) : TextCase(iosxr::driver, "leaf1.cfg", text) { }

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
        return {change(host, property, value, number), change(uplink, property, value, number)};
    }
    // The text after the changes, which must be made with no other difference; or "refused: why".
    [[nodiscard]] std::string after(const std::vector<Change>& changes) const
    {
        const Editing editing = iosxr::driver.edit({&tree, 1}, device(), changes);
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
        return iosxr::driver.commands({&tree, 1}, device(), changes).text;
    }
    // The commands that undo the changes once they are in force.
    [[nodiscard]] std::string back(const std::vector<Change>& changes) const
    {
        const Edited then(after(changes));
        return iosxr::driver.undo({&tree, 1}, {&then.tree, 1}, device(), changes).text;
    }
};

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string two_ports(std::string_view watchdog = "on")
{
    return "!! IOS XR Configuration 24.4.1\n!\nhostname leaf1\n"
           "hw-module profile priority-flow-control location 0/RP0/CPU0\n"
           " buffer-internal traffic-class 3 pause-threshold 2100000 bytes headroom 1300000 bytes ecn 160000 bytes "
           "max-threshold 1500000 bytes probability-percentage 10\n"
           " buffer-extended traffic-class-default 4\n!\n"
           "priority-flow-control watchdog mode "
        + std::string(watchdog)
        + "\npriority-flow-control watchdog interval 100\npriority-flow-control watchdog shutdown-multiplier 2\n"
          "class-map match-any RDMA\n match dscp 26\n end-class-map\n!\n"
          "class-map match-any TC3\n match traffic-class 3\n end-class-map\n!\n"
          "class-map match-any TC4\n match traffic-class 4\n end-class-map\n!\n"
          "policy-map IN\n class RDMA\n  set traffic-class 3\n !\n class class-default\n  set traffic-class 0\n !\n"
          " end-policy-map\n!\n"
          "policy-map OUT\n class TC4\n  bandwidth remaining ratio 20\n !\n class TC3\n  bandwidth remaining ratio 40\n !\n"
          " class class-default\n  bandwidth remaining ratio 30\n !\n end-policy-map\n!\n"
          "interface HundredGigE0/0/0/0\n mtu 9216\n service-policy input IN\n service-policy output OUT\n"
          " priority-flow-control mode on\n!\n"
          "interface HundredGigE0/0/0/1\n mtu 9216\n ipv4 mtu 9000\n service-policy input IN\n"
          " service-policy output OUT\n priority-flow-control mode on\n!\n";
}

constexpr EcnTarget wide{{200'000}, {2'000'000}, {2'000}};

PriorityDelta without(std::uint8_t bits) { return {.add = {}, .remove = PrioritySet{bits}}; }

SchedulerTarget weight(std::uint32_t value)
{
    return {.kind = SchedulerKind::weighted, .bandwidth = {}, .weight = value};
}

TEST_SUITE_BEGIN("iosxr");

TEST_CASE("PFC of a port is switched by its mode, and its traffic classes are those of its location")
{
    const Edited from(two_ports());
    const std::vector<Change> off{from.change(host, Property::pfc, without(0b11000))};
    CHECK(holds(from.after(off), " priority-flow-control mode off\n"));
    CHECK(holds(from.commands(off), "interface HundredGigE0/0/0/0\n priority-flow-control mode off\n"));
    CHECK(holds(from.back(off), " priority-flow-control mode on\n"));
    const PriorityDelta five{.add = PrioritySet::of(5), .remove = {}};
    CHECK(holds(from.after(from.both(Property::pfc, five)),
        "refused: traffic class 5 has no line of hw-module profile priority-flow-control"));
    CHECK(holds(from.after({from.change(host, Property::pfc, without(0b10000))}),
        "refused: the lossless traffic classes are those of all ports of a location, and HundredGigE0/0/0/1"));
    const std::vector<Change> fewer = from.both(Property::pfc, without(0b10000));
    CHECK_FALSE(holds(from.after(fewer), "traffic-class-default 4"));
    CHECK(holds(from.commands(fewer),
        "hw-module profile priority-flow-control location 0/RP0/CPU0\n no buffer-extended traffic-class-default 4\n"));
    CHECK(holds(from.back(fewer), " buffer-extended traffic-class-default 4\n"));
}

TEST_CASE("the times of the watchdog become multiples of an interval, unless no interval has them")
{
    const Edited from(two_ports());
    const auto times = [](std::uint32_t detection) {
        return WatchdogTarget{.priorities = PrioritySet::of(3),
            .detection = Milliseconds{detection},
            .restoration = {},
            .poll = {}};
    };
    const std::vector<Change> longer{from.change(host, Property::watchdog_timers, times(300))};
    CHECK(holds(from.after(longer), " priority-flow-control watchdog shutdown-multiplier 3\n"));
    CHECK(holds(from.back(longer), " no priority-flow-control watchdog shutdown-multiplier 3\n"));
    CHECK(holds(from.after({from.change(host, Property::watchdog_timers, times(1009))}),
        "refused: the times of the watchdog are multiples of one interval"));
    const Edited off(two_ports("off"));
    CHECK(holds(off.after({off.change(host, Property::watchdog, times(200))}),
        "refused: the router switches the watchdog of all ports off"));
}

TEST_CASE("the MTU of IPv4 follows that of the port only where a line states it")
{
    const Edited from(two_ports());
    const std::string smaller = from.after({from.change(uplink, Property::mtu, Bytes{8014})});
    CHECK(holds(smaller, " mtu 8014\n"));
    CHECK(holds(smaller, " ipv4 mtu 8000\n"));
    CHECK_FALSE(holds(from.after({from.change(host, Property::mtu, Bytes{8014})}), "ipv4 mtu 8000"));
}

TEST_CASE("the marking of internal buffers is that of the whole router")
{
    const Edited from(two_ports());
    const auto why
        = [&](const EcnTarget& target) { return from.after(from.both(Property::ecn_thresholds, target, 3)); };
    CHECK(holds(why(wide),
        "headroom 1300000 bytes ecn 200000 bytes max-threshold 2000000 bytes probability-percentage 20\n"));
    CHECK(holds(from.after({from.change(host, Property::ecn_thresholds, wide, 3)}),
        "refused: the marking of a traffic class with internal buffers is that of the whole router"));
    CHECK(holds(why({{100'000}, {2'000'000}, {2'000}}), "out of range, 153600 to 5749376 bytes"));
    CHECK(holds(why({{200'000}, {2'000'000}, {1'050}}),
        "refused: IOS XR takes a marking probability in whole percent"));
}

TEST_CASE("the marking of extended buffers is that of a policy")
{
    const Edited from(two_ports());
    const std::vector<Change> marked = from.both(Property::ecn, wide, 4);
    const std::string then = from.after(marked);
    CHECK(holds(then, "  random-detect ecn\n"));
    CHECK(holds(then, "  random-detect 200000 bytes 2000000 bytes probability percentage 20\n"));
    CHECK(holds(from.commands(marked), "policy-map OUT\n class TC4\n"));
    CHECK_FALSE(holds(from.commands(marked), "end-policy-map"));
    CHECK(holds(from.back(marked), "  no random-detect ecn\n"));
    CHECK(holds(from.after({from.change(host, Property::ecn, wide, 4)}),
        "refused: policy-map OUT is that of HundredGigE0/0/0/1 too"));
    CHECK(holds(from.after(from.both(Property::ecn, wide, 5)),
        "refused: policy-map OUT has no class for traffic class 5"));
}

TEST_CASE("a class has a level or a ratio, and all classes of a policy the same kind of share")
{
    const Edited from(two_ports());
    CHECK(
        holds(from.after(from.both(Property::scheduler, weight(50), 3)), "  bandwidth remaining ratio 50\n"));
    const SchedulerTarget strict{.kind = SchedulerKind::strict, .bandwidth = {}, .weight = {}};
    const std::vector<Change> first = from.both(Property::scheduler, strict, 4);
    const std::string then = from.after(first);
    CHECK(holds(then, "  priority level 1\n"));
    CHECK_FALSE(holds(then, "ratio 20"));
    CHECK(holds(from.back(first), "  bandwidth remaining ratio 20\n"));
    const SchedulerTarget share{
        .kind = SchedulerKind::weighted, .bandwidth = Percent::whole(50), .weight = {}};
    CHECK(holds(from.after(from.both(Property::scheduler, share, 3)),
        "refused: policy-map OUT serves its classes by ratios"));
}

TEST_CASE("code points move between class-maps, and a class that is missing is made")
{
    const Edited from(two_ports());
    const auto moved = [&](Dscp dscp, std::uint8_t to) {
        return from.both(Property::dscp_map, MapEntry{MapKind::dscp_to_tc, dscp, to});
    };
    CHECK(holds(from.after(moved(30, 3)), " match dscp 26 30\n"));
    CHECK(holds(from.after(moved(26, 5)), " class RDMA\n  set traffic-class 5\n"));
    const std::string then = from.after(moved(30, 5));
    CHECK(holds(then, "class-map match-any CLASS-5\n match dscp 30\n"));
    CHECK(holds(then, " class CLASS-5\n  set traffic-class 5\n !\n end-policy-map\n"));
    CHECK_FALSE(holds(from.commands(moved(30, 5)), "end-class-map"));
    CHECK(holds(from.back(moved(30, 5)), "CLASS-5"));
    CHECK(holds(from.after({from.change(host, Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 30, 3})}),
        "refused: policy-map IN is that of HundredGigE0/0/0/1 too"));
    CHECK(holds(from.after(from.both(Property::pcp_map, MapEntry{MapKind::pcp_to_tc, 5, 3})),
        "refused: the policy of the port does not classify by CoS"));
    CHECK(holds(from.after(from.both(Property::queue_map, MapEntry{MapKind::tc_to_queue, 3, 4})),
        "refused: a traffic class, its virtual output queues"));
}

TEST_CASE("a port that trusts nothing binds the policy of one that does")
{
    std::string text = two_ports();
    constexpr std::string_view line = " service-policy input IN\n";
    text.erase(text.find(line), line.size());
    const Edited from(text);
    const std::vector<Change> trusting{from.change(host, Property::trust, Trust::dscp)};
    CHECK(holds(from.commands(trusting), "interface HundredGigE0/0/0/0\n service-policy input IN\n"));
    CHECK(holds(from.back(trusting), " no service-policy input IN\n"));
}

TEST_CASE("headroom is that of a location, in bytes")
{
    const Edited from(two_ports());
    CHECK(holds(from.after(from.both(Property::headroom, Bytes{1'400'000}, 3)),
        "pause-threshold 2100000 bytes headroom 1400000 bytes ecn 160000 bytes"));
    CHECK(holds(from.after({from.change(host, Property::headroom, Bytes{1'400'000}, 3)}),
        "refused: the lossless traffic classes are those of all ports of a location"));
    CHECK(holds(from.after(from.both(Property::headroom, Bytes{1'400'000}, 4)),
        "refused: only a line of buffer-internal with thresholds states headroom"));
}

std::string rendered(std::string_view port, std::uint64_t headroom)
{
    DeviceDesign design = render_design::switch_design("iosxr", "leaf1", Role::leaf);
    PortDesign& made = render_design::add_port(design, {.name = std::string(port), .gigabits = 400});
    for (LosslessDesign& each : made.lossless)
        each.xoff = Bytes{headroom};
    const Rendering rendering = iosxr::driver.render(design);
    return rendering.refused.empty() ? rendering.files.at(0).text : "refused: " + rendering.refused;
}

TEST_CASE("a rendered router states thresholds only where a location can, and marks by its policy elsewhere")
{
    const std::string stated = rendered("FourHundredGigE0/0/0/0", 300'000);
    CHECK(holds(stated,
        "hw-module profile priority-flow-control location 0/RP0/CPU0\n buffer-internal traffic-class 3 "));
    CHECK(holds(stated, "headroom 300000 bytes"));
    CHECK_FALSE(holds(stated, "random-detect"));
    const std::string large = rendered("FourHundredGigE0/2/0/0", 2'000'000);
    CHECK(holds(large,
        "hw-module profile priority-flow-control location 0/2/CPU0\n buffer-extended traffic-class-default 3\n"));
    CHECK(holds(large, "  random-detect ecn\n"));
    CHECK(holds(rendered("Ethernet1/1", 300'000), "refused: Ethernet1/1 is not a name of a port of IOS XR"));
}

TEST_SUITE_END();

}
}
