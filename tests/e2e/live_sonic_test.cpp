// SPDX-License-Identifier: Apache-2.0
#include "drivers/driver.h"
#include "drivers/live.h"
#include "drivers/transport/ssh_session.h"
#include "models/syntax/json_tree.h"
#include "tests/e2e/device.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace rocelint::e2e::live_sonic {
namespace {

using namespace std::chrono_literals;

// A switch with two lossless ports of 100 Gb/s, as `sonic-cfggen -d --print-data` shows it.
constexpr const char* small_switch = R"({
 "DEVICE_METADATA": {"localhost": {"hostname": "leaf1", "hwsku": "Test-SKU", "type": "ToRRouter"}},
 "PORT": {"Ethernet0": {"admin_status": "up", "mtu": "9100", "speed": "100000"},
          "Ethernet8": {"admin_status": "up", "mtu": "9100", "speed": "100000"}},
 "CABLE_LENGTH": {"AZURE": {"Ethernet0": "5m", "Ethernet8": "5m"}},
 "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3,4"}},
 "FLEX_COUNTER_TABLE": {"PORT": {"FLEX_COUNTER_STATUS": "enable"}},
 "TACPLUS": {"global": {"passkey": "a-secret-of-tests"}}
})";
// The same with the pools that buffermgrd waits for, and the profile of 5 m.
constexpr const char* buffered_switch = R"({
 "DEVICE_METADATA": {"localhost": {"hostname": "leaf1", "hwsku": "Test-SKU", "type": "ToRRouter"}},
 "PORT": {"Ethernet0": {"admin_status": "up", "mtu": "9100", "speed": "100000"}},
 "CABLE_LENGTH": {"AZURE": {"Ethernet0": "5m"}},
 "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3,4"}},
 "BUFFER_POOL": {"ingress_lossless_pool": {"mode": "dynamic", "size": "10000000", "type": "ingress"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"dynamic_th": "0", "pool": "ingress_lossless_pool", "size": "0", "xoff": "1", "xon": "1"}},
 "BUFFER_PG": {"Ethernet0|3-4": {"profile": "pg_lossless_100000_5m_profile"}}
})";
// A file of the shape of gcu_field_operation_validators.conf.json, for one switch.
constexpr const char* validators = R"({
 "helper_data": {"rdma_config_update_validator": {"mellanox_asics": {"spc3": ["Test-SKU"]}, "broadcom_asics": {}}},
 "tables": {
  "PFC_WD": {"field_operation_validators": ["generic_config_updater.field_operation_validators.rdma_config_update_validator"],
   "validator_data": {"rdma_config_update_validator": {"watchdog": {
    "fields": ["detection_time", "restoration_time", "action", "global/poll_interval", ""],
    "operations": ["add", "remove", "replace"], "platforms": {"spc3": "20220500"}}}}},
  "BUFFER_PROFILE": {"field_operation_validators": ["generic_config_updater.field_operation_validators.rdma_config_update_validator"],
   "validator_data": {"rdma_config_update_validator": {"headroom": {
    "fields": ["xoff"], "operations": ["replace"], "platforms": {"spc3": "20220500"}}}}}
 }})";
constexpr const char* validators_file
    = "usr/local/lib/python3.11/dist-packages/generic_config_updater/gcu_field_operation_validators.conf.json";

constexpr const char* mtu_patch = R"([{"op": "replace", "path": "/PORT/Ethernet0/mtu", "value": "9216"},
 {"op": "add", "path": "/PORT_QOS_MAP/Ethernet8", "value": {"pfc_enable": "3,4"}}])";
constexpr const char* cable_patch
    = R"([{"op": "replace", "path": "/CABLE_LENGTH/AZURE/Ethernet0", "value": "40m"}])";

Transaction transaction(const std::string& commands = mtu_patch, const std::string& id = "rl-test-1")
{
    Transaction made;
    made.id = id;
    made.ports = {"Ethernet0"};
    made.commands = commands;
    return made;
}

struct Switch {
    explicit Switch(const std::string& control = {}, const char* config = small_switch)
        : device(Device::Kind::sonic, control)
    {
        device.folder().write("config_db.json", config);
        live = open();
        before = read();
    }

    [[nodiscard]] std::unique_ptr<LiveDevice> open() const
    {
        LiveTarget target{device.endpoint(), "leaf1", false, nullptr};
        auto opened = find_driver("sonic")->open(target);
        REQUIRE_MESSAGE(opened.has_value(), opened.error().message);
        return *std::move(opened);
    }
    [[nodiscard]] Snapshot read() const
    {
        auto snapshot = live->read();
        REQUIRE_MESSAGE(snapshot.has_value(), snapshot.error().message);
        return *std::move(snapshot);
    }
    // Up to the moment when the change is in force.
    void put_in_force(const Transaction& wanted, std::chrono::seconds window = 600s)
    {
        accept(live->check_ready(wanted));
        accept(live->stage(wanted));
        accept(live->commit(wanted, window));
    }
    [[nodiscard]] Pending pending(const Transaction& wanted) const
    {
        auto state = live->pending(wanted);
        REQUIRE_MESSAGE(state.has_value(), state.error().message);
        return *state;
    }
    template <class T>
    static void accept(const Result<T>& result)
    {
        INFO((result ? std::string() : result.error().message));
        REQUIRE(result.has_value());
    }
    template <class T>
    static void refuse(const Result<T>& result, const std::string& why)
    {
        REQUIRE(!result.has_value());
        INFO(result.error().message);
        CHECK(result.error().kind == ErrorKind::refused);
        CHECK(holds(result.error().message, why));
    }
    [[nodiscard]] std::string saved() const
    {
        return file_text(device.folder().path("etc/sonic/config_db.json"));
    }
    // What we leave below /run.
    [[nodiscard]] bool left_nothing() const
    {
        const std::string folder = device.folder().path("run/rocelint");
        return !std::filesystem::exists(folder) || std::filesystem::is_empty(folder);
    }

    Device device;
    std::unique_ptr<LiveDevice> live;
    Snapshot before;
};

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

TEST_CASE("SONiC: a switch whose push was killed takes the change back by itself")
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
    Switch::refuse(leaf.live->confirm(wanted), "taken it back");
    Switch::accept(leaf.live->abandon(wanted));
    CHECK(leaf.left_nothing());
    CHECK(!holds(leaf.saved(), "9216"));
}

TEST_CASE("SONiC: a window of real time runs out, by systemd and where there is only at")
{
    for (const bool systemd : {true, false}) {
        // A minute of at takes 30 ms.
        Switch leaf(systemd ? R"({"time_scale": 0.02})" : R"({"time_scale": 0.0005})");
        if (!systemd)
            std::filesystem::remove_all(leaf.device.folder().path("run/systemd"));
        const Transaction wanted = transaction();
        leaf.put_in_force(wanted, systemd ? 25s : 600s);
        CHECK(holds(leaf.device.commands(), systemd ? "systemd-run " : " at now + 11 minutes"));
        CHECK(wait_for([&] { return leaf.pending(wanted) == Pending::none; }));
        CHECK(leaf.read().hash == leaf.before.hash);
        Switch::accept(leaf.live->abandon(wanted));
        CHECK(leaf.left_nothing());
    }
}

TEST_CASE("SONiC: a change is confirmed by at's job being gone")
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

TEST_CASE("SONiC: a transaction is abandoned in every state, also twice")
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
    // Nothing of the timer is left: the next transaction can have it.
    leaf.put_in_force(wanted);
    Switch::accept(leaf.live->confirm(wanted));
    Switch::refuse(leaf.live->abandon(wanted), "has been confirmed");
}

TEST_CASE("SONiC: two pushes exclude each other, and the loser does no harm")
{
    Switch leaf;
    const Transaction wanted = transaction();
    const Transaction other = transaction(cable_patch, "rl-other");
    auto second = leaf.open();
    Switch::accept(second->read());
    Switch::accept(second->stage(other));
    leaf.put_in_force(wanted);
    Switch::refuse(second->check_ready(other), "rl-test-1 is in force and not confirmed");
    Switch::refuse(second->commit(other, 600s), "rl-test-1 is in force and not confirmed");
    Switch::accept(second->abandon(other));
    CHECK(leaf.pending(wanted) == Pending::ours);
    Switch::accept(leaf.live->confirm(wanted));
    Switch::accept(leaf.live->persist(wanted));
    // What was staged before is refused too: the configuration is another.
    Switch::refuse(second->commit(other, 600s), "has changed since it was read");
    CHECK(leaf.left_nothing());
}

TEST_CASE("SONiC: a patch that stops in the middle leaves nothing in force")
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

TEST_CASE("SONiC: a connection that dies in the middle of the change leaves the dead-man at work")
{
    Switch leaf(R"({"faults": [{"match": "config apply-patch", "nth": 2, "do": "drop_after"}]})");
    const Transaction wanted = transaction();
    Switch::accept(leaf.live->stage(wanted));
    const auto committed = leaf.live->commit(wanted, 600s);
    REQUIRE(!committed.has_value());
    CHECK(committed.error().kind == ErrorKind::unreachable);
    leaf.live = leaf.open();
    CHECK(leaf.pending(wanted) == Pending::ours);
    leaf.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return leaf.pending(wanted) == Pending::none; }));
    CHECK(leaf.read().hash == leaf.before.hash);
}

TEST_CASE("SONiC: nothing is applied where the timer cannot be started or is not there")
{
    for (const char* fault : {R"({"match": "systemd-run", "do": "refuse", "text": "no bus"})",
             R"({"match": "systemd-run", "do": "lie"})"}) {
        Switch leaf;
        const Transaction wanted = transaction();
        Switch::accept(leaf.live->stage(wanted));
        leaf.device.set_control("{\"faults\": [" + std::string(fault) + "]}");
        Switch::refuse(leaf.live->commit(wanted, 600s), "does not run");
        CHECK(leaf.read().hash == leaf.before.hash);
        CHECK(leaf.left_nothing());
    }
}

TEST_CASE("SONiC: a timer that does not stop is no confirmation")
{
    Switch leaf;
    const Transaction wanted = transaction();
    leaf.put_in_force(wanted);
    leaf.device.set_control(R"({"faults": [{"match": "systemctl stop", "do": "lie"}]})");
    Switch::refuse(leaf.live->confirm(wanted), "does not stop");
    CHECK(leaf.pending(wanted) == Pending::ours);
    leaf.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return leaf.pending(wanted) == Pending::none; }));
    CHECK(leaf.read().hash == leaf.before.hash);
}

TEST_CASE("SONiC: where the way back by patch is refused or lies, the pre-image is loaded")
{
    for (const char* fault :
        {R"({"match": "config replace", "do": "refuse"})", R"({"match": "config replace", "do": "lie"})"}) {
        Switch leaf;
        const Transaction wanted = transaction();
        leaf.put_in_force(wanted);
        leaf.device.set_control("{\"faults\": [" + std::string(fault) + "]}");
        Switch::accept(leaf.live->abandon(wanted));
        CHECK(leaf.read().hash == leaf.before.hash);
        CHECK(holds(leaf.device.commands(), "config reload -y -f "));
        CHECK(leaf.left_nothing());
    }
}

TEST_CASE("SONiC: what cannot be taken back at all is said, and the pre-image stays")
{
    Switch leaf;
    const Transaction wanted = transaction();
    leaf.put_in_force(wanted);
    leaf.device.set_control(R"({"faults": [{"match": "config re", "do": "lie"}]})");
    Switch::refuse(leaf.live->abandon(wanted), "before.json");
    CHECK(leaf.pending(wanted) == Pending::ours);
    leaf.device.set_control("{}");
    Switch::accept(leaf.live->abandon(wanted));
    CHECK(leaf.read().hash == leaf.before.hash);
}

TEST_CASE("SONiC: a save that does not happen is noticed")
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

TEST_CASE("SONiC: a headroom profile that the switch makes by itself has no way back but a reload")
{
    Switch leaf({}, buffered_switch);
    leaf.device.folder().write(validators_file, validators);
    Transaction wanted = transaction(cable_patch);
    Switch::refuse(
        leaf.live->check_ready(wanted), "makes BUFFER_PROFILE pg_lossless_100000_40m_profile by itself");
    wanted.disruptive = true;
    leaf.put_in_force(wanted);
    CHECK(holds(leaf.read().files.front().text, "pg_lossless_100000_40m_profile"));
    leaf.device.set_control(R"({"hurry": true})");
    CHECK(wait_for([&] { return leaf.pending(wanted) == Pending::none; }));
    CHECK(leaf.read().hash == leaf.before.hash);
    CHECK(holds(leaf.device.commands(), "config reload -y -f "));
}

TEST_CASE("SONiC: the switch's own validators are asked about the patch and about its inverse")
{
    Switch leaf;
    leaf.device.folder().write(validators_file, validators);
    // A row of the watchdog may come and go.
    Switch::accept(leaf.live->check_ready(
        transaction(R"([{"op": "add", "path": "/PORT_QOS_MAP/Ethernet8", "value": {"pfc_enable": "3"}}])")));
    const Transaction profile
        = transaction(R"([{"op": "add", "path": "/BUFFER_PROFILE", "value": {"x": {"xoff": "1"}}}])");
    Switch::refuse(leaf.live->check_ready(profile), "would not make the change");
    Switch::refuse(leaf.live->stage(profile), "Modification of BUFFER_PROFILE table is illegal");
    CHECK(leaf.left_nothing());
    // Without validators, the loopback could be added but not be removed again.
    leaf.device.folder().write(validators_file, R"({"tables": {}})");
    const Transaction global
        = transaction(R"([{"op": "add", "path": "/PFC_WD", "value": {"Ethernet0": {"action": "drop"}}}])");
    Switch::accept(leaf.live->check_ready(global));
    leaf.device.set_control(R"({"old_updater": true})");
    Switch::refuse(leaf.live->check_ready(global), "cannot be asked");
}

TEST_CASE("SONiC: removing PFC_WD GLOBAL is done and undone by reload, and only where that is allowed")
{
    constexpr const char* watched = R"({
 "DEVICE_METADATA": {"localhost": {"hostname": "leaf1", "hwsku": "Test-SKU"}},
 "PORT": {"Ethernet0": {"admin_status": "up"}},
 "PFC_WD": {"Ethernet0": {"action": "drop", "detection_time": "200"}, "GLOBAL": {"POLL_INTERVAL": "200"}}})";
    Switch leaf({}, watched);
    leaf.device.folder().write(validators_file, validators);
    Transaction wanted = transaction(R"([{"op": "remove", "path": "/PFC_WD/GLOBAL"}])");
    Switch::refuse(leaf.live->check_ready(wanted), "illegal on field: /PFC_WD/GLOBAL");
    wanted.disruptive = true;
    Switch::accept(leaf.live->check_ready(wanted));
    auto shown = leaf.live->stage(wanted);
    Switch::accept(shown);
    CHECK(holds(*shown, "config reload"));
    CHECK(leaf.live->least_window(wanted) > 60s);
    Switch::accept(leaf.live->commit(wanted, 600s));
    CHECK(!holds(leaf.read().files.front().text, "GLOBAL"));
    Switch::accept(leaf.live->abandon(wanted));
    CHECK(leaf.read().hash == leaf.before.hash);
}

TEST_CASE("SONiC: nothing is pushed while somebody else is at work, or where a save would save more")
{
    Switch leaf;
    const Transaction wanted = transaction();
    const Folder& folder = leaf.device.folder();
    Switch::accept(leaf.live->check_ready(wanted));
    folder.write("processes", "4711 /usr/bin/python3 /usr/local/bin/config reload -y\n");
    Switch::refuse(leaf.live->check_ready(wanted), "another updater runs");
    Switch::refuse(leaf.live->commit(wanted, 600s), "another updater");
    CHECK(leaf.left_nothing());
    std::filesystem::remove(folder.path("processes"));
    Process holder({"/usr/bin/flock", folder.path("etc/sonic/reload.lock"), "/usr/bin/sleep", "60"},
        {},
        folder.path("holder.log"));
    CHECK(wait_for([&] {
        const auto ready = leaf.live->check_ready(wanted);
        return !ready && holds(ready.error().message, "reload.lock is held");
    }));
    holder.kill();
    std::filesystem::remove(folder.path("etc/sonic/reload.lock"));
    folder.write("etc/sonic/config_db.json", R"({"PORT": {}})");
    Switch::refuse(leaf.live->check_ready(wanted), "differs from /etc/sonic/config_db.json");
    folder.write("etc/sonic/config_db0.json", "{}");
    Switch::refuse(leaf.live->check_ready(wanted), "each of its ASICs");
    Switch::refuse(leaf.live->read(), "each of its ASICs");
}

TEST_CASE("SONiC: what a daemon writes by itself is no change")
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

TEST_CASE("SONiC: links and counters are those of the databases")
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

TEST_CASE("SONiC: the undo of a change, pushed like it, restores the configuration exactly")
{
    Switch leaf;
    const Transaction wanted = transaction();
    leaf.put_in_force(wanted);
    Switch::accept(leaf.live->confirm(wanted));
    Switch::accept(leaf.live->persist(wanted));
    const std::string saved_after = leaf.saved();
    const Source old_text(0, "before.json", leaf.before.files.front().text);
    const Snapshot after = leaf.read();
    const Source new_text(1, "after.json", after.files.front().text);
    const Driver& driver = *find_driver("sonic");
    const std::array before{driver.parse(old_text)};
    const std::array behind{driver.parse(new_text)};
    const rocelint::Device none;
    const Commands undone = driver.undo(before, behind, none, {});
    CHECK(undone.refused.empty());
    const Transaction back = transaction(undone.text, "rl-undo");
    leaf.put_in_force(back);
    Switch::accept(leaf.live->confirm(back));
    CHECK(leaf.read().hash == leaf.before.hash);
    Switch::accept(leaf.live->persist(back));
    CHECK(!holds(leaf.saved(), "9216"));
    CHECK(holds(saved_after, "9216"));
}

}
}
