// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/live/live_sonic.h"

#include <algorithm>

namespace rocelint::e2e::live_sonic {
namespace {

TEST_CASE("SONiC: a transaction is staged, committed, confirmed and saved, and leaves nothing behind")
{
    Switch leaf;
    const Transaction wanted = transaction();
    CHECK(leaf.before.files.front().name == "leaf1.json");
    CHECK(!holds(leaf.before.files.front().text, "a-secret-of-tests"));
    Switch::accept(leaf.live->check_ready(wanted));
    auto diff = leaf.live->stage(wanted);
    Switch::accept(diff);
    CHECK(holds(*diff, "/PORT/Ethernet0/mtu"));
    CHECK(leaf.read().hash == leaf.before.hash);
    CHECK(leaf.left_nothing());
    const auto least = leaf.live->least_window(wanted);
    CHECK(least >= 3s);
    CHECK(least <= 10s);
    Switch::refuse(leaf.live->commit(wanted, 1s), "too short");
    Switch::accept(leaf.live->stage(wanted));
    Switch::accept(leaf.live->commit(wanted, 600s));
    CHECK(leaf.pending(wanted) == Pending::ours);
    CHECK(leaf.pending(transaction(mtu_patch, "rl-other")) == Pending::foreign);
    CHECK(holds(leaf.read().files.front().text, "\"mtu\": \"9216\""));
    Switch::refuse(leaf.live->persist(wanted), "not confirmed");
    CHECK(!holds(leaf.saved(), "9216"));
    Switch::accept(leaf.live->confirm(wanted));
    CHECK(leaf.pending(wanted) == Pending::none);
    Switch::accept(leaf.live->confirm(wanted));
    CHECK(!holds(leaf.saved(), "9216"));
    leaf.device.set_control(R"({"hurry": true})");
    Switch::accept(leaf.live->persist(wanted));
    CHECK(holds(leaf.saved(), "9216"));
    CHECK(leaf.left_nothing());
    CHECK(leaf.read().hash != leaf.before.hash);
}

TEST_CASE("SONiC: a switch whose push was killed rolls the change back on its own")
{
    Switch leaf;
    const Transaction wanted = transaction();
    leaf.put_in_force(wanted);
    leaf.live = leaf.open();
    CHECK(leaf.pending(wanted) == Pending::ours);
    CHECK(leaf.read().hash != leaf.before.hash);
    leaf.live.reset();
    leaf.device.set_control(R"({"hurry": true})");
    leaf.live = leaf.open();
    CHECK(wait_for([&] { return leaf.pending(wanted) == Pending::none; }));
    CHECK(leaf.read().hash == leaf.before.hash);
    Switch::refuse(leaf.live->confirm(wanted), "rolled it back");
    Switch::accept(leaf.live->abandon(wanted));
    CHECK(leaf.left_nothing());
    CHECK(!holds(leaf.saved(), "9216"));
}

TEST_CASE("SONiC: a window in real time expires, with systemd and with at alone")
{
    // Each window takes ten real seconds, enough for a busy machine to put the change in force; both run at the same time.
    Switch with_systemd(R"({"time_scale": 0.4})");
    Switch with_at(R"({"time_scale": 0.015})");
    std::filesystem::remove_all(with_at.device.folder().path("run/systemd"));
    const Transaction wanted = transaction();
    with_systemd.put_in_force(wanted, 25s);
    with_at.put_in_force(wanted, 600s);
    CHECK(holds(with_systemd.device.commands(), "systemd-run "));
    CHECK(holds(with_at.device.commands(), " at now + 11 minutes"));
    for (Switch* leaf : {&with_systemd, &with_at}) {
        CAPTURE(leaf == &with_at);
        CHECK(wait_for([&] { return leaf->pending(wanted) == Pending::none; }));
        CHECK(leaf->read().hash == leaf->before.hash);
        Switch::accept(leaf->live->abandon(wanted));
        CHECK(leaf->left_nothing());
    }
}

TEST_CASE("SONiC: a step declared hitless that would take a port down is refused before anything is in force")
{
    Switch leaf;
    Transaction wanted = transaction(bounce_patch);
    Switch::accept(leaf.live->check_ready(wanted));
    Switch::refuse(leaf.live->stage(wanted), "would take Ethernet8 down for this, and the step is hitless");
    CHECK(leaf.read().hash == leaf.before.hash);
    CHECK(leaf.left_nothing());
    wanted.disruptive = true;
    wanted.ports = {"Ethernet8"};
    const auto flaps = [&] {
        auto health = leaf.live->health({"Ethernet8"});
        REQUIRE(health.has_value());
        for (const PortCounter& counter : health->counters) {
            if (counter.name == "flap_count" && counter.kind == PortCounter::Kind::flap)
                return counter.value;
        }
        return ~std::uint64_t{0};
    };
    CHECK(flaps() == 0);
    leaf.put_in_force(wanted);
    CHECK(flaps() == 1);
}

TEST_CASE("SONiC: if a release counts no flaps, Linux shows that the port lost its carrier")
{
    Transaction wanted = transaction(bounce_patch);
    wanted.disruptive = true;
    wanted.ports = {"Ethernet8"};
    const auto flaps = [](Switch& leaf) {
        auto health = leaf.live->health({"Ethernet8"});
        REQUIRE(health.has_value());
        std::vector<PortCounter> found;
        for (const PortCounter& counter : health->counters) {
            if (counter.kind == PortCounter::Kind::flap)
                found.push_back(counter);
        }
        return found;
    };
    Switch old(R"({"no_flap_count": true})");
    const auto before = flaps(old);
    old.put_in_force(wanted);
    const auto after = flaps(old);
    REQUIRE(before.size() == 1);
    REQUIRE(after.size() == 1);
    CHECK(before[0].name == "carrier_down_count");
    CHECK(after[0].value == before[0].value + 1);
    Switch blind(R"({"no_flap_count": true, "no_carrier": true})");
    CHECK(flaps(blind).empty());
}

TEST_CASE(
    "SONiC: nothing is begun on a switch whose own models reject its configuration, since no rollback is possible")
{
    Switch leaf(
        R"({"invalid": "Data Loading Failed:detection_time must be greater than or equal to POLL_INTERVAL"})");
    Switch::refuse(
        leaf.live->check_ready(transaction()), "not valid by the switch's own models (Data Loading Failed");
    Transaction reload = transaction();
    reload.disruptive = true;
    Switch::refuse(leaf.live->check_ready(reload), "config reload the way back");
}

TEST_CASE("SONiC: nothing is begun if config reload, the last resort, would abort at a table without a model")
{
    constexpr const char* vendor = R"({
 "DEVICE_METADATA": {"localhost": {"hostname": "leaf1", "hwsku": "Test-SKU"}},
 "PORT": {"Ethernet0": {"admin_status": "up", "mtu": "9100"}, "Ethernet8": {"admin_status": "up", "mtu": "9100"}},
 "ACME_TUNING": {"global": {"level": "3"}}})";
    Switch leaf(R"({"no_model": ["ACME_TUNING"]})", vendor);
    // Releases before 202505 load it without validation.
    Switch::accept(leaf.live->check_ready(transaction()));
    leaf.device.folder().write("site/config/main.py",
        "import a_module_of_the_switch\ndef reload(filename):\n    config_file_yang_validation(filename)\n");
    Switch::refuse(leaf.live->check_ready(transaction()),
        "takes no table without a YANG model, and the configuration in force has ACME_TUNING");
    Transaction reload = transaction();
    reload.disruptive = true;
    Switch::refuse(leaf.live->check_ready(reload), "Remove the table, or install its model, first");
    leaf.device.set_control("{}");
    Switch::accept(leaf.live->check_ready(transaction()));
}

TEST_CASE("SONiC: nothing is begun if the switch's models cannot be asked about the undo")
{
    Switch leaf(R"({"broken_models": "No module named 'yang'"})");
    Switch::refuse(leaf.live->check_ready(transaction()),
        "asking the switch's own models failed (ImportError No module named 'yang')");
    leaf.device.set_control(R"({"no_model": ["PORT"]})");
    leaf.device.folder().write("site/config/main.py", "");
    Switch::refuse(leaf.live->check_ready(transaction()), "config/main.py has no reload");
}

TEST_CASE(
    "SONiC: nothing is begun on a switch about to restart warm, since it would keep an unconfirmed change")
{
    Switch leaf(R"({"warm": true})");
    Switch::refuse(leaf.live->check_ready(transaction()), "warm restart is on for the whole system");
    leaf.device.set_control("{}");
    Switch::accept(leaf.live->check_ready(transaction()));
}

TEST_CASE("SONiC: removing at's job confirms a change")
{
    Switch leaf;
    std::filesystem::remove_all(leaf.device.folder().path("run/systemd"));
    const Transaction wanted = transaction();
    leaf.put_in_force(wanted);
    Switch::accept(leaf.live->confirm(wanted));
    Switch::accept(leaf.live->persist(wanted));
    leaf.device.set_control(R"({"hurry": true})");
    CHECK(holds(leaf.read().files.front().text, "\"mtu\": \"9216\""));
    CHECK(leaf.left_nothing());
}

TEST_CASE("SONiC: a transaction can be abandoned in every state, even twice")
{
    Switch leaf;
    const Transaction wanted = transaction();
    Switch::accept(leaf.live->abandon(wanted));
    Switch::accept(leaf.live->stage(wanted));
    Switch::accept(leaf.live->abandon(wanted));
    CHECK(leaf.read().hash == leaf.before.hash);
    leaf.put_in_force(wanted);
    CHECK(leaf.read().hash != leaf.before.hash);
    Switch::accept(leaf.open()->abandon(wanted));
    CHECK(leaf.read().hash == leaf.before.hash);
    CHECK(leaf.left_nothing());
    Switch::accept(leaf.live->abandon(wanted));
    // The timer left nothing behind: the next transaction can use its name.
    leaf.put_in_force(wanted);
    Switch::accept(leaf.live->confirm(wanted));
    Switch::refuse(leaf.live->abandon(wanted), "has been confirmed");
}

TEST_CASE("SONiC: a patch that stops midway leaves nothing in force")
{
    Switch leaf;
    const Transaction wanted = transaction();
    Switch::accept(leaf.live->check_ready(wanted));
    Switch::accept(leaf.live->stage(wanted));
    leaf.device.set_control(
        R"({"faults": [{"match": "config apply-patch", "do": "partial", "operations": 1}]})");
    Switch::refuse(leaf.live->commit(wanted, 600s), "device is busy");
    CHECK(leaf.read().hash == leaf.before.hash);
    CHECK(leaf.left_nothing());
    leaf.device.set_control(R"({"hurry": true})");
    CHECK(leaf.pending(wanted) == Pending::none);
}

TEST_CASE("SONiC: if the connection dies during the change, the dead-man rolls it back")
{
    Switch leaf(R"({"faults": [{"match": "config apply-patch", "nth": 2, "do": "drop_after"}]})");
    const Transaction wanted = transaction();
    Switch::accept(leaf.live->stage(wanted));
    const auto committed = leaf.live->commit(wanted, 600s);
    REQUIRE(!committed.has_value());
    CHECK(committed.error().kind == ErrorKind::unreachable);
    leaf.live = leaf.open();
    // The script on the switch continues: it may notice that the patch failed and roll back before the timer does.
    CHECK(leaf.pending(wanted) != Pending::foreign);
    leaf.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return leaf.pending(wanted) == Pending::none; }));
    CHECK(leaf.read().hash == leaf.before.hash);
}

TEST_CASE("SONiC: a timer that does not stop means no confirmation")
{
    Switch leaf;
    const Transaction wanted = transaction();
    leaf.put_in_force(wanted);
    leaf.device.set_control(R"({"faults": [{"match": "systemctl stop", "do": "lie"}]})");
    Switch::refuse(leaf.live->confirm(wanted), "cannot be stopped");
    CHECK(leaf.pending(wanted) == Pending::ours);
    leaf.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return leaf.pending(wanted) == Pending::none; }));
    CHECK(leaf.read().hash == leaf.before.hash);
}

TEST_CASE("SONiC: a save that does not happen is detected")
{
    Switch leaf;
    const Transaction wanted = transaction();
    leaf.put_in_force(wanted);
    Switch::accept(leaf.live->confirm(wanted));
    leaf.device.set_control(R"({"faults": [{"match": "config save", "do": "lie"}]})");
    Switch::refuse(leaf.live->persist(wanted), "is not what is in force");
    leaf.device.set_control(R"({"faults": [{"match": "config save", "do": "refuse"}]})");
    Switch::refuse(leaf.live->persist(wanted), "config save failed");
    leaf.device.set_control("{}");
    Switch::accept(leaf.live->persist(wanted));
}

TEST_CASE("SONiC: what a daemon writes on its own does not count as a change")
{
    Switch leaf;
    SshSession session = *SshSession::connect(leaf.device.endpoint());
    const std::string delay = leaf.device.folder().write("delay.json",
        R"([{"op": "add", "path": "/FLEX_COUNTER_TABLE/PORT/FLEX_COUNTER_DELAY_STATUS", "value": "true"}])");
    REQUIRE(session.exec("config apply-patch " + delay)->status == 0);
    CHECK(leaf.read().hash == leaf.before.hash);
    const std::string mtu = leaf.device.folder().write(
        "mtu.json", R"([{"op": "replace", "path": "/PORT/Ethernet8/mtu", "value": "1500"}])");
    REQUIRE(session.exec("config apply-patch " + mtu)->status == 0);
    CHECK(leaf.read().hash != leaf.before.hash);
}

TEST_CASE("SONiC: links and counters come from the databases")
{
    Switch leaf(R"({"down_ports": ["Ethernet8"], "counters": {"Ethernet0": {"SAI_PORT_STAT_PFC_3_RX_PKTS": 7,
        "SAI_PORT_STAT_IF_IN_DISCARDS": 5}}})");
    auto health = leaf.live->health({});
    Switch::accept(health);
    REQUIRE(health->links.size() == 2);
    CHECK(health->links[0].up);
    CHECK(!health->links[1].up);
    const auto counter = [&](std::string_view name) {
        const auto found = std::ranges::find_if(health->counters,
            [&](const PortCounter& one) { return one.port == "Ethernet0" && one.name == name; });
        REQUIRE(found != health->counters.end());
        return *found;
    };
    CHECK(counter("SAI_PORT_STAT_PFC_3_RX_PKTS").value == 7);
    CHECK(counter("SAI_PORT_STAT_PFC_3_RX_PKTS").kind == PortCounter::Kind::pause);
    CHECK(counter("SAI_PORT_STAT_IF_IN_DISCARDS").value == 5);
    CHECK(counter("SAI_PORT_STAT_IF_IN_DISCARDS").kind == PortCounter::Kind::drop);
    health = leaf.live->health({"Ethernet0", "Ethernet400"});
    Switch::accept(health);
    CHECK(health->links.size() == 1);
    REQUIRE(health->unknown.size() == 1);
    CHECK(holds(health->unknown.front(), "Ethernet400"));
}

}
}
