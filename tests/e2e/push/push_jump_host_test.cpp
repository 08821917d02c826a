// SPDX-License-Identifier: Apache-2.0
// A jump host is not trusted: it must not get the secrets of the devices behind it.
#include "tests/e2e/push/push_fabric.h"
#include "tests/e2e/server/fault_server.h"

#include <fmt/format.h>

namespace rocelint::e2e {
namespace {

constexpr const char* device_secret = "LEAF_PASSWORD=BehindTheJump9q";

// A switch behind a jump host that accepts no keys.
struct BehindJump {
    explicit BehindJump(FaultServer::Play play) : jump(play)
    {
        fleet.add("leaf1", Device::Kind::eos, broken_switch("leaf1"));
        fleet.say("leaf1", "ansible_password: \"{{ lookup('env', 'LEAF_PASSWORD') }}\"");
        (void)fleet.inventory();
        fleet.write_at_home(".ssh/config",
            fmt::format(
                "Host 127.0.0.1\n  ProxyJump admin@bastion\nHost bastion\n  HostName 127.0.0.1\n  Port {}\n"
                "  UserKnownHostsFile ~/.ssh/known_bastion\n",
                jump.port()));
        fleet.write_at_home(".ssh/known_bastion", known_hosts_line(jump.port(), keys().host_public));
    }

    [[nodiscard]] Run collect(const std::string& typed = {}) const
    {
        RunOptions options;
        options.folder = fleet.work().path();
        options.environment = fleet.environment();
        options.environment.emplace_back(device_secret);
        if (!typed.empty())
            options.before = fmt::format("exec /usr/bin/python3 -B -E -s -S " ROCELINT_SOURCE_DIR
                                         "/tests/e2e/type_on_terminal.py {}",
                typed);
        return rocelint(
            {"collect", "inventory.yaml", "-o", "collected", "--retries", "0", "--connect-timeout", "60"},
            options);
    }

    FaultServer jump;
    Fleet fleet;
};

TEST_CASE("a jump host that asks for a password does not get that of the device behind it")
{
    for (const auto play : {FaultServer::Play::password, FaultServer::Play::questions}) {
        CAPTURE(static_cast<int>(play));
        const BehindJump place(play);
        const Run run = place.collect();
        CAPTURE(run.err);
        CHECK(run.code == 4);
        CHECK(run.err.starts_with("leaf1: connecting through its jump host: bastion: "));
        CHECK(run.err.find("BehindTheJump9q") == std::string::npos);
        CHECK(place.jump.passwords() == 0);
        CHECK(place.jump.last_password().empty());
    }
}

TEST_CASE("a jump host that asks for a password gets the one that was typed under its name")
{
    const BehindJump place(FaultServer::Play::password);
    const Run run = place.collect("TypedForTheJump");
    CAPTURE(run.out);
    // It expects another password, and rocelint tries nothing else.
    CHECK(run.code == 4);
    CHECK(run.out.find("password of admin on bastion: ") != std::string::npos);
    CHECK(run.out.find("TypedForTheJump") == std::string::npos);
    CHECK(place.jump.passwords() == 1);
    CHECK(place.jump.last_password() == "TypedForTheJump");
    const Run in = place.collect(FaultServer::password);
    CAPTURE(in.out);
    CHECK(place.jump.passwords() == 2);
    CHECK(place.jump.last_password() == FaultServer::password);
    // It accepts the login but forwards nothing: the device is unreachable, and the message names the jump host.
    CHECK(in.code == 4);
    CHECK(in.out.find("leaf1: ") != std::string::npos);
}

}
}
