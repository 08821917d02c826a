// SPDX-License-Identifier: Apache-2.0
// The switch restarts while a change awaits confirmation: timers are gone, and CONFIG_DB may survive.
#include "tests/e2e/live/live_sonic.h"

namespace rocelint::e2e::live_sonic {
namespace {

void somebody_changes(const Switch& leaf, const char* value)
{
    SshSession session = *SshSession::connect(leaf.device.endpoint());
    const std::string patch = leaf.device.folder().write("somebody.json",
        std::string(R"([{"op": "replace", "path": "/PORT/Ethernet8/mtu", "value": ")") + value + R"("}])");
    REQUIRE(session.exec("config apply-patch " + patch)->status == 0);
}

TEST_CASE("SONiC: however it restarts in the window, it comes up in its previous state, and saves that")
{
    for (const char* how : {"reboot", "warm-reboot", "fast-reboot"}) {
        CAPTURE(how);
        Switch leaf;
        const Transaction wanted = transaction();
        leaf.put_in_force(wanted);
        CHECK(!leaf.left_nothing());
        leaf.live.reset();
        leaf.restart(how);
        leaf.live = leaf.open();
        CHECK(leaf.read().hash == leaf.before.hash);
        CHECK(!holds(leaf.saved(), "9216"));
        CHECK(leaf.pending(wanted) == Pending::none);
        Switch::refuse(leaf.live->confirm(wanted), "rolled it back");
        Switch::accept(leaf.live->abandon(wanted));
        CHECK(leaf.left_nothing());
        // Nothing blocks the next change.
        leaf.put_in_force(wanted);
        Switch::accept(leaf.live->confirm(wanted));
        Switch::accept(leaf.live->persist(wanted));
        CHECK(leaf.left_nothing());
        CHECK(holds(leaf.saved(), "9216"));
    }
}

TEST_CASE("SONiC: a restart does not roll back a confirmed change, even if it is not saved yet")
{
    Switch leaf;
    const Transaction wanted = transaction();
    leaf.put_in_force(wanted);
    Switch::accept(leaf.live->confirm(wanted));
    leaf.restart("warm-reboot");
    CHECK(holds(leaf.saved(), "9216"));
    CHECK(leaf.read().hash != leaf.before.hash);
    Switch::accept(leaf.live->persist(wanted));
    CHECK(leaf.left_nothing());
    // A cold start loads the saved configuration, and there is nothing left to confirm or roll back.
    Switch other;
    other.put_in_force(wanted);
    Switch::accept(other.live->confirm(wanted));
    other.restart("reboot");
    CHECK(other.read().hash == other.before.hash);
    CHECK(other.pending(wanted) == Pending::none);
    Switch::accept(other.live->abandon(wanted));
    CHECK(other.left_nothing());
}

TEST_CASE("SONiC: a change that another user saved in the window is also rolled back after a restart")
{
    Switch leaf;
    const Transaction wanted = transaction();
    leaf.put_in_force(wanted);
    {
        SshSession session = *SshSession::connect(leaf.device.endpoint());
        REQUIRE(session.exec("config save -y")->status == 0);
    }
    leaf.restart("reboot");
    CHECK(leaf.read().hash == leaf.before.hash);
    CHECK(!holds(leaf.saved(), "9216"));
}

TEST_CASE(
    "SONiC: if another user changed more, the boot unit changes nothing, and abandoning the change rolls it back")
{
    Switch leaf;
    const Transaction wanted = transaction();
    leaf.put_in_force(wanted);
    somebody_changes(leaf, "1500");
    const std::string theirs = leaf.read().hash;
    leaf.restart("warm-reboot");
    CHECK(leaf.read().hash == theirs);
    CHECK(leaf.pending(wanted) == Pending::ours);
    Switch::refuse(leaf.live->check_ready(transaction(mtu_patch, "rl-next")), "in force and not confirmed");
    Switch::accept(leaf.live->abandon(wanted));
    CHECK(leaf.read().hash == leaf.before.hash);
    CHECK(!holds(leaf.saved(), "9216"));
    CHECK(leaf.left_nothing());
}

TEST_CASE("SONiC: a job of at survives the restart")
{
    Switch leaf;
    std::filesystem::remove_all(leaf.device.folder().path("run/systemd"));
    const Transaction wanted = transaction();
    leaf.put_in_force(wanted);
    leaf.restart("warm-reboot");
    CHECK(leaf.pending(wanted) == Pending::ours);
    leaf.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return leaf.pending(wanted) == Pending::none; }));
    CHECK(leaf.read().hash == leaf.before.hash);
    CHECK(!holds(leaf.saved(), "9216"));
}

TEST_CASE("SONiC: nothing is applied if the unit for the next boot cannot be enabled")
{
    for (const char* fault : {R"({"match": "systemctl enable", "do": "refuse", "text": "read-only"})",
             R"({"match": "systemctl enable", "do": "lie"})"}) {
        Switch leaf;
        const Transaction wanted = transaction();
        Switch::accept(leaf.live->stage(wanted));
        leaf.device.set_control("{\"faults\": [" + std::string(fault) + "]}");
        Switch::refuse(leaf.live->commit(wanted, 600s), "after a restart cannot be enabled");
        CHECK(leaf.read().hash == leaf.before.hash);
        CHECK(leaf.left_nothing());
    }
}

TEST_CASE("SONiC: nothing is begun before the switch has finished a fast reboot")
{
    Switch leaf(R"({"fast": true})");
    Switch::refuse(leaf.live->check_ready(transaction()), "not come to the end of a fast reboot");
}

}
}
