// SPDX-License-Identifier: Apache-2.0
// What the contract tests do not cover: several changes at once, names that are taken, shared objects.
#include "drivers/os10/os10.h"
#include "models/text/short_name.h"
#include "tests/drivers/text_case.h"

#include <string>
#include <vector>

namespace rocelint::os10_test {
namespace {

std::string base()
{
    std::string text(os10::driver.base_example);
    return text.replace(text.find("@NAME@"), 6, "leaf1");
}

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

struct Edited {
    std::string text;
    std::string commands;
    std::string undo;
    std::vector<Refusal> refused;
};

Edited edited(const std::string& text, std::span<const Change> changes)
{
    const tests::TextCase before(os10::driver, "leaf1.cfg", text);
    const Editing editing = os10::driver.edit({&before.tree, 1}, before.device(), changes);
    const auto after = apply_edits(*before.sources.find(0), editing.edits);
    REQUIRE(after.has_value());
    const tests::TextCase then(os10::driver, "leaf1.cfg", *after);
    return {*after,
        os10::driver.commands({&before.tree, 1}, before.device(), changes).text,
        os10::driver.undo({&before.tree, 1}, {&then.tree, 1}, before.device(), changes).text,
        editing.refused};
}

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

Change for_all(Property property, ChangeValue value, std::uint8_t number = 0xff)
{
    Change change;
    change.port = {0, 0};
    change.property = property;
    change.number = number;
    change.value = std::move(value);
    change.shared = true;
    return change;
}

TEST_SUITE_BEGIN("os10 edit");

TEST_CASE("points that move together are removed from their lists in one line before they are added")
{
    const std::vector<Change> changes{for_all(Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 24, 3}),
        for_all(Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 25, 3})};
    const Edited made = edited(base(), changes);
    CHECK(made.refused.empty());
    CHECK(holds(made.text, " qos-group 0 dscp 0-23,27-47,49-63\n qos-group 3 dscp 24-26\n"));
    const std::size_t in = made.commands.find(" qos-group 0 dscp 0-23,27-47,49-63");
    CHECK(made.commands.find("no qos-group 3 dscp 26") < in);
    CHECK(made.commands.find("no qos-group 0 dscp 0-25,27-47,49-63") < in);
    CHECK(in != std::string::npos);
    CHECK(holds(made.commands, " qos-group 3 dscp 24-26"));
}

TEST_CASE("a missing class is created with a class-map, which the undo removes last")
{
    const Edited made
        = edited(base(), std::vector<Change>{for_all(Property::pfc, PriorityDelta{PrioritySet::of(4), {}})});
    CHECK(made.refused.empty());
    CHECK(holds(made.text, "class-map type network-qos QOS-GROUP-4\n match qos-group 4\n"));
    CHECK(holds(made.text, " !\n class QOS-GROUP-4\n  pause\n  pfc-cos 4\n"));
    CHECK(made.commands.find("class-map type network-qos QOS-GROUP-4")
        < made.commands.find("class QOS-GROUP-4\n"));
    CHECK(
        made.undo.find("no class QOS-GROUP-4") < made.undo.find("no class-map type network-qos QOS-GROUP-4"));
}

TEST_CASE("a class-map that matches the qos-group is used, whatever its name")
{
    const std::string text = replaced(base(),
        "class-map type queuing QUEUE-0",
        "class-map type network-qos FOUR\n match qos-group 4\n!\nclass-map type queuing QUEUE-0");
    const Edited made
        = edited(text, std::vector<Change>{for_all(Property::pfc, PriorityDelta{PrioritySet::of(4), {}})});
    CHECK(made.refused.empty());
    CHECK(holds(made.text, " class FOUR\n  pause\n  pfc-cos 4\n"));
    CHECK(!holds(made.text, "QOS-GROUP-4"));
}

TEST_CASE("a port without a network-qos policy gets the one with which another port pauses the same")
{
    const std::string text = replaced(replaced(base(), " priority-flow-control mode on\n", ""),
        " service-policy input type network-qos FABRIC-PFC\n",
        "");
    Change change = for_all(Property::pfc, PriorityDelta{PrioritySet::of(3), {}});
    change.shared = false;
    const Edited made = edited(text, std::vector<Change>{change});
    CHECK(made.refused.empty());
    CHECK(made.commands
        == "interface ethernet1/1/1\n service-policy input type network-qos FABRIC-PFC\n"
           " priority-flow-control mode on\n exit\n");
}

TEST_CASE("a wred profile named after a policy with a long name has the same shorter name in both its lines")
{
    const std::string policy = "FABRIC-OUT-OF-THE-TRAINING-HALLS";
    std::string text = replaced(base(), "  random-detect RDMA-WRED\n", "");
    for (std::size_t at = text.find("FABRIC-OUT\n"); at != std::string::npos; at = text.find("FABRIC-OUT\n"))
        text.replace(at, std::string_view("FABRIC-OUT").size(), policy);
    const EcnTarget wanted{Bytes{100'000}, Bytes{400'000}, Percent::whole(25)};
    const Edited made = edited(text, std::vector<Change>{for_all(Property::ecn, wanted, 3)});
    CHECK(made.refused.empty());
    const std::string name = short_name(policy + "-3", 32);
    CHECK(name.size() <= 32);
    CHECK(holds(made.text, "wred " + name + "\n"));
    CHECK(holds(made.text, "  random-detect " + name + "\n"));
}

TEST_CASE("a change for one port to a policy that another one uses is refused")
{
    Change change = for_all(Property::ecn, EcnTarget{Bytes{100'000}, Bytes{400'000}, Percent::whole(25)}, 3);
    change.shared = false;
    const Edited made = edited(base(), std::vector<Change>{change});
    REQUIRE(made.refused.size() == 1);
    CHECK(made.refused.front().reason
        == "wred profile RDMA-WRED is that of ethernet1/1/2 too, which must not change");
}

TEST_CASE("a profile that also marks another queue is not changed for one of them")
{
    const std::string text = replaced(base(), "  priority\n", "  priority\n  random-detect RDMA-WRED\n");
    const Edited made = edited(text,
        std::vector<Change>{
            for_all(Property::ecn, EcnTarget{Bytes{100'000}, Bytes{400'000}, Percent::whole(25)}, 3)});
    REQUIRE(made.refused.size() == 1);
    CHECK(made.refused.front().reason == "wred profile RDMA-WRED is that of another queue too");
}

TEST_CASE("thresholds that are not whole kilobytes are refused")
{
    const Edited made = edited(base(),
        std::vector<Change>{
            for_all(Property::ecn, EcnTarget{Bytes{100'001}, Bytes{400'000}, Percent::whole(25)}, 3)});
    REQUIRE(made.refused.size() == 1);
    CHECK(made.refused.front().reason == "OS10 takes thresholds in whole kilobytes");
}

TEST_SUITE_END();

}
}
