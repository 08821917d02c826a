// SPDX-License-Identifier: Apache-2.0
#include "drivers/srlinux/srlinux.h"
#include "models/change/difference.h"
#include "models/text/edit.h"
#include "tests/drivers/srlinux/srlinux_text.h"
#include "tests/drivers/text_case.h"
#include "tests/replay/replay.h"

#include <string>
#include <vector>

namespace rocelint::srlinux_test {
namespace {

struct Edited : tests::TextCase {
    explicit Edited(std::string_view text) : TextCase(srlinux::driver, "leaf1.cfg", text) { }

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
        return {
            change("ethernet-1/1", property, value, number), change("ethernet-1/2", property, value, number)};
    }
    // The text after the changes, which must be made with no other difference; or "refused: why".
    [[nodiscard]] std::string after(const std::vector<Change>& changes) const
    {
        const Editing editing = srlinux::driver.edit({&tree, 1}, device(), changes);
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
    // The commands lead to what the edited file says, and those of the undo back.
    void replay(const std::vector<Change>& changes) const
    {
        const std::string text(sources.find(0)->text());
        const Edited then(after(changes));
        const std::string there = srlinux::driver.commands({&tree, 1}, device(), changes).text;
        const replay::Replayed made = replay::apply_srlinux(text, there);
        CHECK(made.refusal == "");
        CHECK(differences(then.device(), Edited(made.text).device()).empty());
        const std::string back = srlinux::driver.undo({&tree, 1}, {&then.tree, 1}, device(), changes).text;
        const replay::Replayed undone = replay::apply_srlinux(made.text, back);
        CHECK(undone.refusal == "");
        CHECK(differences(device(), Edited(undone.text).device()).empty());
    }
};

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}

TEST_SUITE_BEGIN("srlinux");

TEST_CASE("the MTU of a port is changed with that of its routed subinterfaces")
{
    const Edited before(base());
    const std::string text = before.after({before.change("ethernet-1/1", Property::mtu, Bytes{9000})});
    CHECK(holds(text, "    mtu 9000\n"));
    CHECK(holds(text, "        ip-mtu 8986\n"));
}

TEST_CASE("a profile that ports share is changed in place if both want it, and refused if one does not")
{
    const Edited before(base());
    const EcnTarget marks{Bytes{200000}, Bytes{2000000}, Percent::whole(50)};
    CHECK(holds(before.after(before.both(Property::ecn_thresholds, marks, 3)), "max-threshold 2000000\n"));
    CHECK(before.after({before.change("ethernet-1/1", Property::ecn_thresholds, marks, 3)})
              .find("is that of queue 3 of ethernet-1/2 too")
        != std::string::npos);
}

TEST_CASE("a port that is to pause other priorities than its neighbours gets a mapping profile of its own")
{
    const Edited before(base());
    const std::vector<Change> more{
        before.change("ethernet-1/1", Property::pfc, PriorityDelta{PrioritySet::of(4), {}})};
    const std::string text = before.after(more);
    CHECK(holds(text, "    pfc-mapping-profile PFC-34 {\n"));
    CHECK(holds(text, "                pfc-mapping-profile PFC-34\n"));
    before.replay(more);
    // A profile that has the name already may be used by what no file shows.
    std::string with_namesake = base();
    with_namesake.insert(with_namesake.find("    pfc-mapping-profile RDMA {\n"),
        "    pfc-mapping-profile PFC-34 {\n        received-pfc-pause-frames {\n            queue unicast-5 {\n"
        "                pfc-pause-frame-priority 5\n                enable-pfc true\n            }\n        }\n    }\n");
    const Edited namesake(with_namesake);
    CHECK(holds(namesake.after(
                    {namesake.change("ethernet-1/1", Property::pfc, PriorityDelta{PrioritySet::of(4), {}})}),
        "PFC-34 exists already"));
}

TEST_CASE("PFC that ends for the last priority is switched off at the port, and the profile stays")
{
    const Edited before(base());
    const std::string text
        = before.after({before.change("ethernet-1/1", Property::pfc, PriorityDelta{{}, PrioritySet::of(3)})});
    CHECK(holds(text, "pfc-enable false\n"));
    CHECK(holds(text, "    pfc-mapping-profile RDMA {\n"));
}

TEST_CASE("commands of a change lead to what the edited file says, and its undo back")
{
    const Edited before(base());
    before.replay(before.both(Property::mtu, Bytes{9100}));
    before.replay(before.both(
        Property::ecn_thresholds, EcnTarget{Bytes{100000}, Bytes{1000000}, Percent::whole(10)}, 3));
    before.replay(before.both(Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 34, 3}));
    before.replay(before.both(Property::scheduler, SchedulerTarget{SchedulerKind::weighted, {}, 80}, 3));
    before.replay(before.both(Property::headroom, Bytes{500000}, 3));
    before.replay(before.both(Property::watchdog_timers,
        WatchdogTarget{PrioritySet::of(3), Milliseconds(300), Milliseconds(600), {}}));
}

TEST_CASE("marking is turned on with the switch of the whole device, and refused for a queue without a limit")
{
    std::string text = base();
    const std::string global = "    explicit-congestion-notification {\n    }\n";
    const Edited silent(text.erase(text.find(global), global.size()));
    const EcnTarget marks{Bytes{150000}, Bytes{1500000}, Percent::whole(100)};
    CHECK(holds(silent.after(silent.both(Property::ecn, marks, 3)), "explicit-congestion-notification"));
    const Edited before(base());
    CHECK(holds(before.after(before.both(Property::ecn, marks, 5)), "only if its maximum-burst-size is set"));
}

TEST_CASE("a line with the slash at its first word is corrected where it stands")
{
    const Edited before("set /system name host-name leaf1\nset /interface ethernet-1/1 mtu 1500\n");
    const std::string text = before.after({before.change("ethernet-1/1", Property::mtu, Bytes{9000})});
    CHECK(holds(text, "mtu 9000\n"));
    CHECK_FALSE(holds(text, "mtu 1500"));
}

TEST_CASE("corrections of JSON are refused, and its commands are not")
{
    const Edited before(R"({"srl_nokia-system:system": {"srl_nokia-system-name:name": {"host-name": "leaf1"}},
  "srl_nokia-interfaces:interface": [{"name": "ethernet-1/1", "mtu": 1500}]})");
    const std::vector<Change> wanted{before.change("ethernet-1/1", Property::mtu, Bytes{9000})};
    CHECK(holds(before.after(wanted), "refused: corrections are not written to JSON"));
    CHECK(srlinux::driver.commands({&before.tree, 1}, before.device(), wanted).text
        == "set / interface ethernet-1/1 mtu 9000\n");
}

TEST_SUITE_END();

}
