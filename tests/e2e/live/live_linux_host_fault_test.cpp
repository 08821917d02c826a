// SPDX-License-Identifier: Apache-2.0
#include "drivers/linux_host/live/capture_script.h"
#include "tests/e2e/live/linux_host_steps.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

namespace rocelint::e2e::linux_host_steps {
namespace {

TEST_CASE("a host that is left alone rolls the change back, whether the connection is up or not")
{
    Host host(R"({"link_seconds": 0, "faults": [{"match": "mtu 9000", "do": "drop_after"}]})");
    const std::string before = host.read().hash;
    const Transaction made = host.plan();
    REQUIRE(host.live->stage(made).has_value());
    const auto lost = host.live->commit(made, seconds(600));
    REQUIRE(!lost.has_value());
    CHECK(lost.error().kind == ErrorKind::unreachable);
    host.connect();
    CHECK(host.pending(made) == Pending::ours);
    host.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return host.pending(made) == Pending::none; }));
    CHECK(host.read().hash == before);
    CHECK(holds(refusal(host.live->confirm(made)), "already been rolled back"));
    const auto left = host.live->abandon(made);
    REQUIRE(left.has_value());
    CHECK(*left == seconds(0));
}

TEST_CASE("a new session confirms what the old one put in force, and is refused by another user's change")
{
    Host host;
    const Transaction made = host.plan();
    host.stage_and_commit(made);
    host.connect();
    Transaction other = made;
    other.id = "t9";
    CHECK(host.pending(other) == Pending::foreign);
    CHECK(holds(refusal(host.live->check_ready(other)), "awaiting confirmation"));
    REQUIRE(host.live->stage(other).has_value());
    CHECK(holds(refusal(host.live->commit(other, seconds(60))), "another user"));
    REQUIRE(host.live->abandon(other).has_value());
    CHECK(host.pending(made) == Pending::ours);
    host.succeed(host.live->confirm(made));
    CHECK(host.pending(other) == Pending::none);
}

TEST_CASE("a mark without a name, which a full disk left, keeps no push from beginning")
{
    Host host;
    (void)host.read();
    host.device.folder().write("root/run/rocelint/current", "");
    const Transaction made = host.plan();
    host.succeed(host.live->check_ready(made));
    host.stage_and_commit(made);
    CHECK(host.pending(made) == Pending::ours);
    host.succeed(host.live->confirm(made));
}

TEST_CASE("a transaction can be abandoned in every state")
{
    Host host;
    const std::string before = host.read().hash;
    const Transaction made = host.plan();
    const auto gone = [&] {
        const auto left = host.live->abandon(made);
        REQUIRE_MESSAGE(left.has_value(), testing::reason(left));
        CHECK(*left == seconds(0));
        CHECK(host.pending(made) == Pending::none);
        CHECK(host.read().hash == before);
    };
    gone();
    REQUIRE(host.live->stage(made).has_value());
    gone();
    host.stage_and_commit(made);
    gone();
    gone();
    host.stage_and_commit(made);
    host.succeed(host.live->confirm(made));
    REQUIRE(host.live->abandon(made).has_value());
    CHECK(host.read().hash != before);
}

TEST_CASE("a command that is refused midway leaves nothing")
{
    Host host(
        R"({"link_seconds": 0, "faults": [{"match": "--dscp2prio set,46,3", "count": 1, "do": "refuse", "text": "busy"}]})");
    const std::string before = host.read().hash;
    const Transaction made = host.plan();
    REQUIRE(host.live->stage(made).has_value());
    const std::string said = refusal(host.live->commit(made, seconds(60)));
    CHECK(holds(said, "rolled back: busy"));
    CHECK(host.pending(made) == Pending::none);
    CHECK(host.read().hash == before);
    host.device.set_control(Host::quick);
    host.stage_and_commit(made);
    CHECK(host.read().hash != before);
}

TEST_CASE("a command that says ok and does nothing is detected when the host is read")
{
    Host host(R"({"link_seconds": 0, "faults": [{"match": "--pfc", "do": "lie"}]})");
    const Transaction made = host.plan();
    host.stage_and_commit(made);
    const Understood read(host.read().files[0].text);
    CHECK(read.port("ens1f0np0").trust.is(Trust::dscp));
    CHECK(read.port("ens1f0np0").pfc_tx.is(PrioritySet{}));
}

TEST_CASE("without a running timer nothing is changed")
{
    for (const char* fault :
        {R"({"link_seconds": 0, "faults": [{"match": "systemd-run", "do": "refuse", "text": "no bus"}]})",
            R"({"link_seconds": 0, "faults": [{"match": "systemd-run", "do": "lie"}]})"}) {
        Host host(fault);
        const std::string before = host.read().hash;
        const Transaction made = host.plan();
        REQUIRE(host.live->stage(made).has_value());
        refusal(host.live->commit(made, seconds(60)));
        CHECK(host.pending(made) == Pending::none);
        CHECK(host.read().hash == before);
    }
}

TEST_CASE("a timer that cannot be stopped means no confirmation, and it fires")
{
    Host host(R"({"link_seconds": 0, "faults": [{"match": "systemctl stop", "do": "lie"}]})");
    const std::string before = host.read().hash;
    const Transaction made = host.plan();
    host.stage_and_commit(made);
    const auto confirmed = host.live->confirm(made);
    REQUIRE(!confirmed.has_value());
    CHECK(holds(confirmed.error().message, "cannot be stopped"));
    CHECK(host.pending(made) == Pending::ours);
    host.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return host.pending(made) == Pending::none; }));
    CHECK(host.read().hash == before);
}

TEST_CASE("the rollback is retried if a command of it fails")
{
    Host host(R"({"link_seconds": 0, "faults": [{"match": "mtu 1500", "count": 1, "do": "refuse"}]})");
    const std::string before = host.read().hash;
    const Transaction made = host.plan();
    host.stage_and_commit(made);
    REQUIRE(host.live->abandon(made).has_value());
    CHECK(host.read().hash == before);
}

TEST_CASE("the interface of our own connection is not touched, even below a bond or a VLAN")
{
    constexpr const char* below
        = R"({"ens1f0np0": {"rdma": "mlx5_0", "master": "bond0"}, "ens1f1np1": "mlx5_1",
        "bond0": {"rdma": ""}, "bond0.7": {"rdma": "", "link": "bond0"}, "eth0": ""})";
    for (const char* interface : {"ens1f0np0", "bond0", "bond0.7"}) {
        Host host(std::string(R"({"ssh_interface": ")") + interface + "\"}", below);
        CHECK(holds(refusal(host.live->check_ready(host.plan())), "carries this SSH connection"));
    }
    Host host(R"({"ssh_interface": "eth0"})", below);
    host.succeed(host.live->check_ready(host.plan()));
    host.device.set_control(R"({"ssh_interface": "nowhere"})");
    CHECK(holds(refusal(host.live->check_ready(host.plan())), "is unknown"));
}

TEST_CASE("a port whose DCBX runs in firmware is refused, with what to do")
{
    Host host;
    host.shell("mlnx_qos -i ens1f0np0 --dcbx fw");
    const std::string said = refusal(host.live->check_ready(host.plan()));
    CHECK(holds(said, "mlnx_qos -i ens1f0np0 --dcbx os"));
}

TEST_CASE("a change without an undo, or that would not be kept, is refused")
{
    Host host;
    Transaction made = host.plan();
    made.undo.clear();
    CHECK(holds(refusal(host.live->check_ready(made)), "could be undone"));
    made = host.plan();
    made.persistent = "# rocelint fix --write corrects setup.sh: put the files back on the host\n";
    CHECK(holds(refusal(host.live->check_ready(made)), "setup.sh"));
    made = host.plan();
    made.commands = "if\n";
    CHECK(holds(refusal(host.live->stage(made)), "rejects do.sh"));
    CHECK(host.pending(made) == Pending::none);
}

TEST_CASE("links, RDMA ports and counters are reported, and what cannot be read is named")
{
    Host host(R"({"link_seconds": 600, "counters": {"ens1f0np0": {"rx_prio3_discards": 7}}})");
    host.shell("mlnx_qos -i ens1f0np0 --pfc 0,0,0,1,0,0,0,0");
    auto all = host.live->health({});
    REQUIRE(all.has_value());
    REQUIRE(all->links.size() == 2);
    CHECK(all->links[0].port == "ens1f0np0");
    CHECK(!all->links[0].up);
    CHECK(!all->links[0].rdma);
    CHECK(all->links[1].up);
    REQUIRE(all->counters.size() == 10);
    bool found = false;
    for (const PortCounter& counter : all->counters) {
        if (counter.name == "rx_prio3_discards" && counter.port == "ens1f0np0")
            found = counter.value == 7 && counter.kind == PortCounter::Kind::drop;
    }
    CHECK(found);
    host.device.set_control(R"({"hurry": true})");
    auto some = host.live->health({"ens1f0np0", "ens9"});
    REQUIRE(some.has_value());
    REQUIRE(some->links.size() == 1);
    CHECK(some->links[0].up);
    CHECK(some->links[0].rdma);
    CHECK(!some->unknown.empty());
}

TEST_CASE("if a driver counts no flaps, Linux shows that the interface lost its carrier")
{
    const auto flaps = [](Host& host) {
        auto health = host.live->health({"ens1f0np0"});
        REQUIRE(health.has_value());
        std::vector<PortCounter> found;
        for (const PortCounter& counter : health->counters) {
            if (counter.kind == PortCounter::Kind::flap)
                found.push_back(counter);
        }
        return found;
    };
    Host mlx5;
    REQUIRE(flaps(mlx5).size() == 1);
    CHECK(flaps(mlx5)[0].name == "link_down_events_phy");
    Host other(R"({"link_seconds": 0, "no_flap_count": true})");
    const auto before = flaps(other);
    REQUIRE(before.size() == 1);
    CHECK(before[0].name == "carrier_down_count");
    other.shell("mlnx_qos -i ens1f0np0 --pfc 0,0,0,1,0,0,0,0");
    REQUIRE(flaps(other).size() == 1);
    CHECK(flaps(other)[0].value == before[0].value + 1);
    Host blind(R"({"link_seconds": 0, "no_flap_count": true, "no_carrier": true})");
    CHECK(flaps(blind).empty());
}

TEST_CASE("the script for hosts without access runs under dash and bash, and its output can be read")
{
    Host host;
    const std::string script = host.device.folder().write("collect.sh", linux_host::capture_script());
    for (const char* shell : {"/bin/dash", "/bin/bash --posix"}) {
        auto session = SshSession::connect(host.device.endpoint());
        REQUIRE(session.has_value());
        auto run = session->exec(std::string(shell) + ' ' + script);
        REQUIRE(run.has_value());
        CHECK(run->status == 0);
        CHECK(run->err.empty());
        CHECK(holds(run->out, "+ rdma link\n"));
    }
}
}
}
