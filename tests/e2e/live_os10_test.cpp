// SPDX-License-Identifier: Apache-2.0
// A platform without a way back of its own: it is read, and nothing is pushed to it.
#include "tests/e2e/live_switch.h"

namespace rocelint::e2e::live_os10 {
namespace {

constexpr const char* configuration
    = "hostname leaf1\ninterface ethernet1/1/1\n mtu 9216\ninterface ethernet1/1/2\n mtu 9216\n"
      "username admin password $6$hush$hidden role sysadmin\n";

Transaction smaller_mtu()
{
    Transaction change;
    change.ports = {"ethernet1/1/1"};
    change.commands = "interface ethernet1/1/1\n mtu 1532\nexit\n";
    change.undo = "interface ethernet1/1/1\n mtu 9216\nexit\n";
    return change;
}

struct Switch : LiveSwitch {
    Switch() : LiveSwitch(Device::Kind::os10, "os10", configuration, R"({"page": 2})", smaller_mtu()) { }
};

TEST_CASE("OS10: what is stored has neither the time nor secrets, and the hash is the same twice")
{
    Switch os10;
    auto first = os10.live->read();
    REQUIRE_MESSAGE(first.has_value(), first.error().message);
    REQUIRE(first->files.size() == 1);
    CHECK(first->files.front().name == "leaf1.cfg");
    CHECK(holds(first->files.front().text, "! Version 10.5.4.3"));
    CHECK(!holds(first->files.front().text, "Last configuration change"));
    CHECK(!holds(first->files.front().text, "hush"));
    CHECK(holds(first->files.front().text, "interface ethernet1/1/2\n"));
    CHECK(os10.hash() == first->hash);
}

TEST_CASE("OS10: nothing is pushed to a switch that would not take it back by itself")
{
    Switch os10;
    const std::string before = os10.hash();
    CHECK(is_refused(os10.live->check_ready(os10.change), "no timer"));
    CHECK(is_refused(os10.live->stage(os10.change), "no timer"));
    CHECK(is_refused(os10.live->commit(os10.change, std::chrono::seconds(600)), "no timer"));
    CHECK(is_refused(os10.live->confirm(os10.change), "no timer"));
    CHECK(os10.live->pending(os10.change) == Pending::none);
    CHECK(os10.live->abandon(os10.change) == std::chrono::seconds(0));
    CHECK(os10.hash() == before);
    CHECK(!holds(os10.device.commands(), "configure"));
    CHECK(!holds(os10.device.commands(), "mtu"));
}

TEST_CASE("OS10: how ports are is not read, and that is told")
{
    Switch os10;
    auto health = os10.live->health({"ethernet1/1/1"});
    REQUIRE(health.has_value());
    CHECK(health->links.empty());
    CHECK(health->unknown.size() == 1);
}

}
}
