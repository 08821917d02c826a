// SPDX-License-Identifier: Apache-2.0
// A platform whose way back cannot be watched: it is read, and nothing is pushed to it.
#include "tests/e2e/live_switch.h"

namespace rocelint::e2e::live_sonic_cli {
namespace {

constexpr const char* configuration
    = "hostname leaf1\ninterface Eth1/1\n mtu 9216\n no shutdown\ninterface Eth1/2\n mtu 9216\n no shutdown\n"
      "username admin password $6$hush$hidden role admin\n";

Transaction smaller_mtu()
{
    Transaction change;
    change.ports = {"Eth1/1"};
    change.commands = "interface Eth1/1\n mtu 1532\n exit\n";
    change.undo = "interface Eth1/1\n mtu 9216\n exit\n";
    return change;
}

struct Switch : LiveSwitch {
    Switch()
        : LiveSwitch(Device::Kind::sonic_cli, "sonic-cli", configuration, R"({"page": 2})", smaller_mtu())
    {
    }
};

TEST_CASE("Enterprise SONiC: the command line is entered from the shell, and what is stored has no secrets")
{
    Switch sonic;
    auto first = sonic.live->read();
    REQUIRE_MESSAGE(first.has_value(), first.error().message);
    REQUIRE(first->files.size() == 1);
    CHECK(first->files.front().name == "leaf1.cfg");
    CHECK(!holds(first->files.front().text, "hush"));
    CHECK(holds(first->files.front().text, "interface Eth1/2\n"));
    CHECK(sonic.hash() == first->hash);
    CHECK(holds(sonic.device.commands(), "sonic-cli"));
}

TEST_CASE("Enterprise SONiC: a SONiC without the command line is refused, and the other platform named")
{
    const Device device(Device::Kind::sonic_cli, R"({"no_cli": true})");
    LiveTarget target;
    target.endpoint = device.endpoint();
    target.device = "leaf1";
    auto opened = find_driver("sonic-cli")->open(target);
    REQUIRE_FALSE(opened.has_value());
    CHECK(opened.error().kind == ErrorKind::refused);
    CHECK(holds(opened.error().message, "the platform `sonic`"));
}

TEST_CASE("Enterprise SONiC: nothing is pushed to a switch whose way back cannot be watched")
{
    Switch sonic;
    const std::string before = sonic.hash();
    CHECK(is_refused(sonic.live->check_ready(sonic.change), "no way is known"));
    CHECK(is_refused(sonic.live->stage(sonic.change), "no way is known"));
    CHECK(is_refused(sonic.live->commit(sonic.change, std::chrono::seconds(600)), "no way is known"));
    CHECK(is_refused(sonic.live->confirm(sonic.change), "no way is known"));
    CHECK(sonic.live->pending(sonic.change) == Pending::none);
    CHECK(sonic.live->abandon(sonic.change) == std::chrono::seconds(0));
    CHECK(sonic.hash() == before);
    CHECK(!holds(sonic.device.commands(), "configure"));
    CHECK(!holds(sonic.device.commands(), "mtu"));
}

}
}
