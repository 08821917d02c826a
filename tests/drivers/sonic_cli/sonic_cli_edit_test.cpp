// SPDX-License-Identifier: Apache-2.0
#include "drivers/sonic_cli/sonic_cli.h"
#include "models/change/difference.h"
#include "models/text/edit.h"
#include "tests/drivers/text_case.h"

#include <string>
#include <vector>

namespace rocelint::sonic_cli_test {
namespace {

struct Edited : tests::TextCase {
    explicit Edited(std::string_view text) : TextCase(sonic_cli::driver, "leaf1.cfg", text) { }

    [[nodiscard]] Change change(
        std::string_view name, Property property, ChangeValue value, std::uint8_t number = 0) const
    {
        const std::uint32_t index = device().find_port(name);
        REQUIRE(index != Port::no_index);
        return {.port = {0, index}, .property = property, .number = number, .value = value};
    }
    // The text after the changes, which must be made with no other difference; or "refused: why".
    [[nodiscard]] std::string after(const std::vector<Change>& changes) const
    {
        const Editing editing = sonic_cli::driver.edit({&tree, 1}, device(), changes);
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
        return sonic_cli::driver.commands({&tree, 1}, device(), changes).text;
    }
    // The commands that undo the changes once they are in force.
    [[nodiscard]] std::string back(const std::vector<Change>& changes) const
    {
        const Edited then(after(changes));
        return sonic_cli::driver.undo({&tree, 1}, {&then.tree, 1}, device(), changes).text;
    }
};

constexpr std::string_view two_ports = R"(hostname leaf1
!
qos wred-policy ROCE
 green minimum-threshold 150 maximum-threshold 1500 drop-probability 10
 ecn green
!
qos map dscp-tc ROCE
 dscp 0-25,27-63 traffic-class 0
 dscp 26 traffic-class 3
!
interface Eth1/1
 mtu 9216
 no shutdown
 queue 3 wred-policy ROCE
 qos-map dscp-tc ROCE
 priority-flow-control priority 3
!
interface Eth1/2
 mtu 9216
 no shutdown
 queue 3 wred-policy ROCE
 qos-map dscp-tc ROCE
)";

PriorityDelta pause(Priority priority) { return {.add = PrioritySet::of(priority), .remove = {}}; }
constexpr EcnTarget wide{{300000}, {3000000}, {1000}};

TEST_SUITE_BEGIN("sonic-cli");

TEST_CASE(
    "a wred-policy that another port must keep is copied, and the copy is removed once nothing names it")
{
    const Edited from(two_ports);
    const std::vector<Change> one{from.change("Eth1/1", Property::ecn_thresholds, wide, 3)};
    CHECK(from.after(one).find("qos wred-policy ECN-300-3000-10\n"
                               " green minimum-threshold 300 maximum-threshold 3000 drop-probability 10\n"
                               " ecn green\n")
        != std::string::npos);
    CHECK(from.commands(one)
        == "qos wred-policy ECN-300-3000-10\n"
           " green minimum-threshold 300 maximum-threshold 3000 drop-probability 10\n"
           " ecn green\n"
           " exit\n"
           "interface Eth1/1\n"
           " queue 3 wred-policy ECN-300-3000-10\n"
           " exit\n");
    CHECK(from.back(one)
        == "interface Eth1/1\n"
           " queue 3 wred-policy ROCE\n"
           " exit\n"
           "no qos wred-policy ECN-300-3000-10\n");
}

TEST_CASE("a wred-policy is edited if all its ports want it")
{
    const Edited from(two_ports);
    const std::vector<Change> both{from.change("Eth1/1", Property::ecn_thresholds, wide, 3),
        from.change("Eth1/2", Property::ecn_thresholds, wide, 3)};
    const std::string text = from.after(both);
    CHECK(text.find("ECN-") == std::string::npos);
    CHECK(text.find("qos wred-policy ROCE\n green minimum-threshold 300 maximum-threshold 3000")
        != std::string::npos);
}

TEST_CASE("a point of a map moves from its line to that of its class, for all ports of the map")
{
    const Edited from(two_ports);
    const ChangeValue entry = MapEntry{MapKind::dscp_to_tc, 48, 3};
    CHECK(from.after({from.change("Eth1/1", Property::dscp_map, entry, 48)})
        == "refused: the map ROCE is that of Eth1/2 too, which must not change");
    const std::vector<Change> both{from.change("Eth1/1", Property::dscp_map, entry, 48),
        from.change("Eth1/2", Property::dscp_map, entry, 48)};
    CHECK(from.after(both).find(" dscp 0-25,27-47,49-63 traffic-class 0\n dscp 26,48 traffic-class 3\n")
        != std::string::npos);
    CHECK(from.commands(both) == "qos map dscp-tc ROCE\n dscp 48 traffic-class 3\n exit\n");
}

TEST_CASE("a third priority with PFC is refused, since the switch supports two")
{
    const Edited from(two_ports);
    const std::vector<Change> second{from.change("Eth1/1", Property::pfc, pause(4))};
    CHECK(from.after(second).find(" priority-flow-control priority 3\n") != std::string::npos);
    CHECK(from.after(second).find(" priority-flow-control priority 4\n") != std::string::npos);
    CHECK(from.after({from.change("Eth1/1", Property::pfc, pause(4)),
                         from.change("Eth1/1", Property::pfc, pause(5))})
              .starts_with("refused: Enterprise SONiC takes two priorities"));
}

TEST_CASE("negations end before the value")
{
    const Edited from(two_ports);
    const std::vector<Change> changes{from.change("Eth1/2", Property::pfc, pause(3)),
        from.change("Eth1/2", Property::cable_length, Metres{40}),
        from.change("Eth1/2",
            Property::watchdog,
            WatchdogTarget{.priorities = PrioritySet::of(3), .detection = Milliseconds{200}})};
    CHECK(from.back(changes)
        == "interface Eth1/2\n"
           " priority-flow-control watchdog off\n"
           " no cable-length\n"
           " no priority-flow-control priority 3\n"
           " exit\n");
}

TEST_CASE("a port without a map gets that of another port, and is refused if no port has one")
{
    std::string text(two_ports);
    const std::size_t second = text.rfind(" qos-map dscp-tc ROCE\n");
    const Edited from(text.substr(0, second));
    CHECK(
        from.after({from.change("Eth1/2", Property::trust, Trust::dscp)}).find("qos-map dscp-tc ROCE", second)
        != std::string::npos);
    const Edited none("hostname leaf1\ninterface Eth1/1\n mtu 9216\n no shutdown\n");
    CHECK(none.after({none.change("Eth1/1", Property::trust, Trust::dscp)})
              .starts_with("refused: trust is a bound map"));
}

TEST_SUITE_END();

}
}
