// SPDX-License-Identifier: Apache-2.0
#include "drivers/comware/base_example.h"
#include "drivers/comware/comware.h"
#include "models/change/difference.h"
#include "models/text/edit.h"
#include "tests/drivers/text_case.h"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace rocelint::comware_test {
namespace {

struct Edited : tests::TextCase {
    explicit Edited(std::string_view text) : TextCase(comware::driver, "leaf1.cfg", text) { }

    [[nodiscard]] Change change(
        std::string_view name, Property property, ChangeValue value, std::uint8_t number = 0xff) const
    {
        const std::uint32_t index = device().find_port(name);
        REQUIRE(index != Port::no_index);
        return {.port = {0, index}, .property = property, .number = number, .value = value};
    }
    [[nodiscard]] std::vector<Change> first(
        Property property, const ChangeValue& value, std::uint8_t number = 0xff) const
    {
        return {change("HundredGigE1/0/1", property, value, number)};
    }
    [[nodiscard]] std::vector<Change> both(
        Property property, const ChangeValue& value, std::uint8_t number = 0xff) const
    {
        return {change("HundredGigE1/0/1", property, value, number),
            change("HundredGigE1/0/2", property, value, number)};
    }
    // The text after the changes, which must be made with no other difference; or "refused: why".
    [[nodiscard]] std::string after(const std::vector<Change>& changes) const
    {
        const Editing editing = comware::driver.edit({&tree, 1}, device(), changes);
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
        return comware::driver.commands({&tree, 1}, device(), changes).text;
    }
    // The commands that undo the changes once they are in force.
    [[nodiscard]] std::string back(const std::vector<Change>& changes) const
    {
        const Edited then(after(changes));
        return comware::driver.undo({&tree, 1}, {&then.tree, 1}, device(), changes).text;
    }
};

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

constexpr std::string_view of_table = R"(H3C S9820-64H uptime is 2 weeks
#
 sysname leaf1
#
qos wred queue table RDMA
 queue 3 ecn
#
interface HundredGigE1/0/1
 qos trust dscp
 qos wred apply RDMA
#
interface HundredGigE1/0/2
 qos trust dscp
 qos wred apply RDMA
#
return
)";

TEST_SUITE_BEGIN("comware");

TEST_CASE("a priority that a port shall pause joins the list of its line, and the undo restores the list")
{
    const Edited base(comware::base_example);
    const auto changes = base.first(Property::pfc, PriorityDelta{.add = PrioritySet::of(4)});
    CHECK(holds(base.after(changes), " priority-flow-control no-drop dot1p 3-4\n"));
    CHECK(base.commands(changes)
        == "interface HundredGigE1/0/1\n priority-flow-control no-drop dot1p 3-4\n quit\n");
    CHECK(
        base.back(changes) == "interface HundredGigE1/0/1\n priority-flow-control no-drop dot1p 3\n quit\n");
}

TEST_CASE("PFC is switched on with its priorities, and the undo removes both lines")
{
    const Edited plain(
        "#\n sysname leaf1\n#\ninterface HundredGigE1/0/1\n port link-mode bridge\n#\nreturn\n");
    const auto changes = plain.first(Property::pfc, PriorityDelta{.add = PrioritySet::of(3)});
    const std::string text = plain.after(changes);
    CHECK(holds(text, " priority-flow-control enable\n"));
    CHECK(holds(text, " priority-flow-control no-drop dot1p 3\n"));
    const std::string undo = plain.back(changes);
    CHECK(holds(undo, " undo priority-flow-control\n"));
    CHECK(holds(undo, " undo priority-flow-control no-drop dot1p\n"));
    const Edited paused("#\n sysname leaf1\n#\ninterface HundredGigE1/0/1\n flow-control\n#\nreturn\n");
    CHECK(holds(paused.after(paused.first(Property::pfc, PriorityDelta{.add = PrioritySet::of(3)})),
        "refused: a port of Comware cannot have generic flow control and PFC"));
}

TEST_CASE(
    "the undo of a frame size on a port without one restores the largest frame, and does not deny jumbo frames")
{
    const Edited plain(
        "#\n sysname leaf1\n#\ninterface HundredGigE1/0/1\n port link-mode bridge\n#\nreturn\n");
    const auto changes = plain.first(Property::mtu, Bytes{9212});
    CHECK(holds(plain.after(changes), " jumboframe enable 9216\n"));
    CHECK(plain.back(changes) == "interface HundredGigE1/0/1\n jumboframe enable\n quit\n");
}

TEST_CASE("a DSCP is moved to the 802.1p value of its queue, if all ports want it")
{
    const Edited base(comware::base_example);
    const MapEntry entry{.kind = MapKind::dscp_to_tc, .from = 26, .to = 4};
    CHECK(holds(base.after(base.first(Property::dscp_map, entry)),
        "refused: the map-tables are those of the whole switch"));
    CHECK(holds(base.after(base.both(Property::dscp_map, entry)), " import 26 export 4\n"));
    const auto fewer
        = base.both(Property::dscp_map, MapEntry{.kind = MapKind::dscp_to_tc, .from = 25, .to = 3});
    const std::string text = base.after(fewer);
    CHECK(holds(text, " import 24 27 export 0\n"));
    CHECK(holds(text, " import 25 export 3\n"));
    const Edited bare(
        "#\n sysname leaf1\n#\n lldp global enable\n#\ninterface HundredGigE1/0/1\n qos trust dscp\n#\nreturn\n");
    const auto first
        = bare.first(Property::dscp_map, MapEntry{.kind = MapKind::dscp_to_tc, .from = 46, .to = 3});
    CHECK(bare.commands(first) == "qos map-table dscp-dot1p\n import 46 export 3\n quit\n");
    CHECK(bare.back(first) == "qos map-table dscp-dot1p\n undo import 46\n quit\n");
}

TEST_CASE(
    "a table that ports share gets a curve if all of them want it, and the undo states its default values")
{
    const Edited read(of_table);
    const EcnTarget wanted{Bytes{149'760}, Bytes{1'497'600}, Percent::whole(20)};
    CHECK(holds(read.after(read.first(Property::ecn, wanted, 3)),
        "refused: WRED table RDMA is that of HundredGigE1/0/2 too, which must not change"));
    const auto changes = read.both(Property::ecn, wanted, 3);
    CHECK(holds(
        read.after(changes), " queue 3 drop-level 0 low-limit 720 high-limit 7200 discard-probability 20\n"));
    CHECK(read.back(changes)
        == "qos wred queue table RDMA\n queue 3 drop-level 0 low-limit 100 high-limit 1000 discard-probability 10\n quit\n");
    CHECK(holds(read.after(read.both(
                    Property::ecn, EcnTarget{Bytes{150'000}, Bytes{1'500'000}, Percent::whole(20)}, 3)),
        "refused: sizes are in cells of 208 bytes here, and 150000 bytes do not divide into whole cells"));
}

TEST_CASE("thresholds of a port are changed in the line that has them, and none are added")
{
    const Edited base(comware::base_example);
    const auto changes
        = base.first(Property::ecn, EcnTarget{Bytes{208'000}, Bytes{2'080'000}, Percent::whole(20)}, 3);
    CHECK(base.commands(changes)
        == "interface HundredGigE1/0/1\n"
           " qos wred queue 3 drop-level 0 low-limit 1000 high-limit 10000 discard-probability 20\n"
           " qos wred queue 3 drop-level 1 low-limit 1000 high-limit 10000 discard-probability 20\n"
           " qos wred queue 3 drop-level 2 low-limit 1000 high-limit 10000 discard-probability 20\n quit\n");
    CHECK(holds(base.after(base.first(
                    Property::ecn, EcnTarget{Bytes{208'000}, Bytes{2'080'000}, Percent::whole(20)}, 4)),
        "refused: the port applies no WRED table"));
}

TEST_CASE("the thresholds of a queue change in the lines of all drop levels that a table or a port states")
{
    const EcnTarget wanted{Bytes{208'000}, Bytes{2'080'000}, Percent::whole(20)};
    constexpr std::string_view three
        = "queue 3 drop-level 0 low-limit 500 high-limit 900 discard-probability 10\n"
          " {0}queue 3 drop-level 1 low-limit 400 high-limit 800 discard-probability 10\n"
          " {0}queue 3 drop-level 2 low-limit 300 high-limit 700 discard-probability 10\n";
    constexpr std::string_view then
        = "queue 3 drop-level 0 low-limit 1000 high-limit 10000 discard-probability 20\n"
          " {0}queue 3 drop-level 1 low-limit 1000 high-limit 10000 discard-probability 20\n"
          " {0}queue 3 drop-level 2 low-limit 1000 high-limit 10000 discard-probability 20\n";
    std::string text(of_table);
    const std::string_view marks = " queue 3 ecn\n";
    text.insert(text.find(marks), " " + fmt::format(fmt::runtime(three), ""));
    const Edited table(text);
    const std::string edited = table.after(table.both(Property::ecn_thresholds, wanted, 3));
    CHECK_MESSAGE(holds(edited, fmt::format(fmt::runtime(then), "")), edited);
    std::string own = "H3C S9820-64H uptime is 2 weeks\n#\n sysname leaf1\n#\ninterface HundredGigE1/0/1\n"
                      " qos wred queue 3 ecn\n qos wred ";
    own += fmt::format(fmt::runtime(three), "qos wred ") + "#\nreturn\n";
    const Edited port(own);
    const std::string changed = port.after(port.first(Property::ecn_thresholds, wanted, 3));
    CHECK_MESSAGE(holds(changed, fmt::format(fmt::runtime(then), "qos wred ")), changed);
}

TEST_CASE("a queue changes between strict and weighted in the words of its port")
{
    const Edited base(comware::base_example);
    const auto strict = base.first(Property::scheduler,
        SchedulerTarget{.kind = SchedulerKind::strict, .bandwidth = {}, .weight = {}},
        5);
    CHECK(holds(base.after(strict), " qos wrr ef group sp\n"));
    CHECK(base.back(strict) == "interface HundredGigE1/0/1\n qos wrr ef group 1 byte-count 1\n quit\n");
    CHECK(holds(base.after(base.first(Property::scheduler,
                    SchedulerTarget{.kind = SchedulerKind::weighted, .bandwidth = {}, .weight = 7},
                    6)),
        " qos wrr cs6 group 1 byte-count 7\n"));
}

TEST_CASE("deadlock detection is switched on where its queues have intervals, and refused elsewhere")
{
    std::string text(comware::base_example);
    const std::string line = " priority-flow-control deadlock enable\n";
    text.erase(text.find(line), line.size());
    const Edited off(text);
    const auto changes = off.first(Property::watchdog,
        WatchdogTarget{.priorities = PrioritySet::of(3), .detection = {}, .restoration = {}, .poll = {}});
    CHECK(holds(off.commands(changes), " priority-flow-control deadlock enable\n"));
    CHECK(holds(off.back(changes), " undo priority-flow-control deadlock enable\n"));
    const std::string interval = " priority-flow-control deadlock cos 3 interval 10\n";
    text.erase(text.find(interval), interval.size());
    const Edited without(text);
    CHECK(holds(without.after(without.first(Property::watchdog,
                    WatchdogTarget{
                        .priorities = PrioritySet::of(3), .detection = {}, .restoration = {}, .poll = {}})),
        "refused: no interval is set for the queue of priority 3"));
}

TEST_CASE("headroom is written in cells, and pause thresholds as the highest percentage that means them")
{
    const Edited base(comware::base_example);
    CHECK(holds(base.after(base.first(Property::headroom, Bytes{416'000}, 3)),
        " priority-flow-control dot1p 3 headroom 2000\n"));
    CHECK(holds(base.after(base.first(Property::buffer_threshold, DynamicThreshold{1}, 3)),
        " priority-flow-control dot1p 3 ingress-buffer dynamic 66\n"));
    CHECK(holds(base.after(base.first(Property::buffer_threshold, DynamicThreshold{4}, 3)),
        "refused: Comware has thresholds"));
}

TEST_CASE("a designed switch of a known model has its thresholds in cells, the next larger ones")
{
    DeviceDesign design;
    design.name = "leaf1";
    design.model = "S9820-64H";
    design.trust = Trust::dscp;
    ClassDesign rdma;
    rdma.name = "rdma";
    rdma.priority = 3;
    rdma.lossless = true;
    rdma.ecn = true;
    rdma.dscps = {26};
    design.classes.push_back(rdma);
    PortDesign port;
    port.name = "HundredGigE1/0/1";
    port.rdma = true;
    port.speed = BitsPerSecond{100'000'000'000};
    LosslessDesign lossless;
    lossless.priority = 3;
    lossless.xoff = Bytes{200'000};
    lossless.ecn = EcnTarget{Bytes{150'000}, Bytes{1'500'000}, Percent::whole(10)};
    port.lossless.push_back(lossless);
    design.ports.push_back(port);
    const Rendering rendering = comware::driver.render(design);
    REQUIRE(rendering.files.size() == 1);
    const std::string& text = rendering.files.front().text;
    CHECK(holds(text, " qos wred queue 3 low-limit 722 high-limit 7212 discard-probability 10\n"));
    CHECK(holds(text, " priority-flow-control dot1p 3 headroom 962\n"));
    CHECK(Edited(text).port("HundredGigE1/0/1").pfc_tx.is(PrioritySet::of(3)));
}

TEST_SUITE_END();

}
}
