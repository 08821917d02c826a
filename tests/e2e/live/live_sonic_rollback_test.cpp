// SPDX-License-Identifier: Apache-2.0
#include "models/syntax/json/json_tree.h"
#include "tests/e2e/live/live_sonic.h"

#include <array>

namespace rocelint::e2e::live_sonic {
namespace {

// The same with the pools that buffermgrd waits for and the 5 m profile.
constexpr const char* buffered_switch = R"({
 "DEVICE_METADATA": {"localhost": {"hostname": "leaf1", "hwsku": "Test-SKU", "type": "ToRRouter"}},
 "PORT": {"Ethernet0": {"admin_status": "up", "mtu": "9100", "speed": "100000"}},
 "CABLE_LENGTH": {"AZURE": {"Ethernet0": "5m"}},
 "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3,4"}},
 "BUFFER_POOL": {"ingress_lossless_pool": {"mode": "dynamic", "size": "10000000", "type": "ingress"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"dynamic_th": "0", "pool": "ingress_lossless_pool", "size": "0", "xoff": "1", "xon": "1"}},
 "BUFFER_PG": {"Ethernet0|3-4": {"profile": "pg_lossless_100000_5m_profile"}}
})";
// A gcu_field_operation_validators.conf.json for one switch.
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

// Holds the lock of this file or folder until the process ends.
std::unique_ptr<Process> hold(const Switch& leaf, const char* what)
{
    const Folder& folder = leaf.device.folder();
    const std::string sign = folder.path("held");
    auto holder = std::make_unique<Process>(std::vector<std::string>{"/usr/bin/flock",
                                                "-o",
                                                folder.path(what),
                                                "/bin/sh",
                                                "-c",
                                                "touch '" + sign + "'; exec sleep 300"},
        std::vector<std::string>{},
        folder.path("holder.log"));
    REQUIRE(wait_for([&] { return std::filesystem::exists(sign); }));
    return holder;
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
    // A transaction staged earlier is refused too, since the configuration has changed.
    Switch::refuse(second->commit(other, 600s), "has changed since it was read");
    CHECK(leaf.left_nothing());
}

TEST_CASE("SONiC: nothing is applied or rolled back while an earlier script is still at work")
{
    Switch leaf;
    const Transaction wanted = transaction();
    Switch::accept(leaf.live->stage(wanted));
    {
        const auto holder = hold(leaf, "var/lib/rocelint");
        Switch::refuse(leaf.live->commit(wanted, 600s), "another change is being made");
        CHECK(leaf.live->abandon(wanted) == 60s);
    }
    CHECK(leaf.read().hash == leaf.before.hash);
    CHECK(leaf.left_nothing());
    leaf.put_in_force(wanted);
    CHECK(leaf.pending(wanted) == Pending::ours);
}

TEST_CASE("SONiC: nothing is applied if the timer cannot be started or is not there")
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

TEST_CASE("SONiC: nothing is applied if the rollback script cannot be written, or is invalid for the shell")
{
    // A device shell with an old syntax, and a file system with no room for more than a kilobyte.
    for (const bool is_full : {false, true}) {
        Switch leaf;
        const Transaction wanted = transaction();
        Switch::accept(leaf.live->stage(wanted));
        leaf.device.folder().write("bin/sh",
            is_full ? "#!/bin/sh\nulimit -f 1\ntrap '' XFSZ\nexec /bin/sh \"$@\"\n"
                    : "#!/bin/sh\n[ \"$1\" != -n ] || { echo \"$2: line 3: unexpected word\" >&2; exit 2; }\n"
                      "exec /bin/sh \"$@\"\n",
            0700);
        Switch::refuse(
            leaf.live->commit(wanted, 600s), is_full ? "cannot be written" : "line 3: unexpected word");
        CHECK(leaf.read().hash == leaf.before.hash);
        CHECK(leaf.left_nothing());
        CHECK(!holds(leaf.device.commands(), "systemd-run"));
    }
}

TEST_CASE("SONiC: a dry run that hangs is terminated on the switch")
{
    Switch leaf(R"({"faults": [{"match": "--dry-run", "do": "hang", "seconds": 60}]})");
    leaf.live = leaf.open(200ms);
    Switch::refuse(leaf.live->stage(transaction()), "did not end within 2 s");
    CHECK(leaf.left_nothing());
}

TEST_CASE("SONiC: the next push removes what one killed during preparation left, but nothing that is in use")
{
    Switch leaf;
    const Folder& folder = leaf.device.folder();
    folder.write("var/lib/rocelint/rl-killed/patch.json", "[]");
    folder.write("var/lib/rocelint/rl-kept/confirmed", "");
    folder.write("var/lib/rocelint/rl-kept/boot", file_text(folder.path("proc/sys/kernel/random/boot_id")));
    folder.write("var/lib/rocelint/rl-of-last-boot/confirmed", "");
    folder.write("var/lib/rocelint/rl-of-last-boot/boot", "another\n");
    folder.write("var/lib/rocelint/rl-waits/before.json", "{}");
    folder.write("var/lib/rocelint/current", "rl-waits\n");
    folder.write("var/lib/rocelint/rl-staged/patch.json", "[]");
    const auto holder = hold(leaf, "var/lib/rocelint/rl-staged");
    Switch::accept(leaf.live->stage(transaction()));
    const auto is_there = [&](const char* name) {
        return std::filesystem::exists(folder.path(std::string("var/lib/rocelint/") + name));
    };
    CHECK(!is_there("rl-killed"));
    CHECK(!is_there("rl-of-last-boot"));
    CHECK(is_there("rl-kept"));
    CHECK(is_there("rl-waits"));
    CHECK(is_there("rl-staged"));
    CHECK(!is_there("rl-test-1"));
}

TEST_CASE("SONiC: the dead-man changes nothing while the change is still being applied, and says so")
{
    Switch leaf;
    const Transaction wanted = transaction();
    leaf.put_in_force(wanted);
    const std::string after = leaf.read().hash;
    const Folder& folder = leaf.device.folder();
    const std::string back = folder.path("var/lib/rocelint/rl-test-1/back.sh");
    std::string script = file_text(back);
    const std::string_view patience = "flock -w 900 9";
    REQUIRE(holds(script, std::string(patience)));
    script.replace(script.find(patience), patience.size(), "flock -w 1 9");
    folder.write("var/lib/rocelint/rl-test-1/back.sh", script);
    {
        const auto holder = hold(leaf, "var/lib/rocelint/rl-test-1/apply.lock");
        Switch::refuse(leaf.live->abandon(wanted), "the change is still being applied");
        CHECK(leaf.read().hash == after);
        CHECK(leaf.pending(wanted) == Pending::ours);
        holder->kill();
    }
    Switch::accept(leaf.live->abandon(wanted));
    CHECK(leaf.read().hash == leaf.before.hash);
}

TEST_CASE("SONiC: if the rollback patch is refused or has no effect, the pre-image is loaded")
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

TEST_CASE("SONiC: a rollback that fails completely is reported, and the pre-image stays")
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

TEST_CASE("SONiC: a headroom profile that the switch creates itself can be rolled back only by a reload")
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
    // The validators allow PFC to be added and removed.
    Switch::accept(leaf.live->check_ready(
        transaction(R"([{"op": "add", "path": "/PORT_QOS_MAP/Ethernet8", "value": {"pfc_enable": "3"}}])")));
    const Transaction profile
        = transaction(R"([{"op": "add", "path": "/BUFFER_PROFILE", "value": {"x": {"xoff": "1"}}}])");
    Switch::refuse(leaf.live->check_ready(profile), "would not make the change");
    Switch::refuse(leaf.live->stage(profile), "Modification of BUFFER_PROFILE table is illegal");
    CHECK(leaf.left_nothing());
    // With an empty file, the watchdog row can be added and removed again.
    leaf.device.folder().write(validators_file, R"({"tables": {}})");
    const Transaction global
        = transaction(R"([{"op": "add", "path": "/PFC_WD", "value": {"Ethernet0": {"action": "drop"}}}])");
    Switch::accept(leaf.live->check_ready(global));
    leaf.device.set_control(R"({"old_updater": true})");
    Switch::refuse(leaf.live->check_ready(global), "cannot be asked");
}

TEST_CASE("SONiC: removing PFC_WD GLOBAL is done and undone by reload, and only if that is allowed")
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

TEST_CASE("SONiC: nothing is pushed while another user is at work, or if a save would save more")
{
    Switch leaf;
    const Transaction wanted = transaction();
    const Folder& folder = leaf.device.folder();
    Switch::accept(leaf.live->check_ready(wanted));
    folder.write("processes", "4711 /usr/bin/python3 /usr/local/bin/config reload -y\n");
    Switch::refuse(leaf.live->check_ready(wanted), "another updater is running");
    Switch::refuse(leaf.live->commit(wanted, 600s), "another updater");
    CHECK(leaf.left_nothing());
    std::filesystem::remove(folder.path("processes"));
    Process holder({"/usr/bin/flock", folder.path("etc/sonic/reload.lock"), "/usr/bin/sleep", "300"},
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
