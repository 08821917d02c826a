// SPDX-License-Identifier: Apache-2.0
// All that a platform with line_cli's sessions has to test: that its own commands drive them.
#include "tests/e2e/live/live_switch.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

namespace rocelint::e2e::live_sample_cli {
namespace {

constexpr const char* configuration
    = "! sample-cli\nhostname leaf1\n!\ninterface p1\n   mtu 1500\n   trust dscp\n!\nend\n";

struct Switch : LiveSwitch {
    explicit Switch(const std::string& control = {})
        : LiveSwitch(Device::Kind::sample_cli, "sample-cli", configuration, control, larger_mtu())
    {
    }

    static Transaction larger_mtu()
    {
        Transaction change;
        change.ports = {"p1"};
        change.commands = "interface p1\n   mtu 9114\n   exit\n";
        return change;
    }
};

TEST_CASE("Sample CLI: a change is committed with a timer, confirmed and saved, and undone again")
{
    Switch sample;
    const std::string before = sample.hash();
    auto ready = sample.live->check_ready(sample.change);
    REQUIRE_MESSAGE(ready.has_value(), testing::reason(ready));
    sample.put_in_force();
    CHECK(sample.open()->pending(sample.change) == Pending::ours);
    CHECK(sample.hash() != before);
    CHECK(!holds(sample.device.commands(), "write memory"));
    REQUIRE(sample.live->confirm(sample.change).has_value());
    CHECK(sample.live->pending(sample.change) == Pending::none);
    auto saved = sample.live->persist(sample.change);
    REQUIRE_MESSAGE(saved.has_value(), testing::reason(saved));
    CHECK(holds(sample.device.commands(), "write memory"));

    sample.change.id = "rl-test-0u";
    sample.change.commands = sample.undo_commands();
    sample.put_in_force();
    REQUIRE(sample.live->confirm(sample.change).has_value());
    CHECK(sample.hash() == before);
}

TEST_CASE(
    "Sample CLI: the switch rolls back an unconfirmed change, and an abandoned one is rolled back at once")
{
    Switch sample;
    const std::string before = sample.hash();
    sample.put_in_force();
    CHECK(sample.hash() != before);
    sample.device.set_control(R"({"hurry": true})");
    CHECK(sample.hash() == before);
    CHECK(is_refused(sample.open()->confirm(sample.change), "is no longer pending"));
    sample.device.set_control("{}");
    sample.change.id = "rl-test-1";
    sample.put_in_force();
    CHECK(sample.open()->abandon(sample.change) == std::chrono::seconds(0));
    CHECK(sample.hash() == before);
}

TEST_CASE("Sample CLI: a switch that does not show its sessions is refused")
{
    Switch sample(R"({"faults": [{"match": "show sessions", "do": "refuse"}]})");
    CHECK(is_refused(sample.live->check_ready(sample.change), "Invalid input"));
}

TEST_CASE("Sample CLI: links and drops are reported")
{
    Switch sample(R"({"down": ["p1"], "drops": {"p1": 7}})");
    auto health = sample.live->health({"p1", "p9"});
    REQUIRE(health.has_value());
    REQUIRE(health->links.size() == 1);
    CHECK(!health->links.front().up);
    REQUIRE(health->counters.size() == 1);
    CHECK(health->counters.front().value == 7);
    CHECK(health->unknown.size() == 2); // the link of p9, and pause frames
}

}
}
