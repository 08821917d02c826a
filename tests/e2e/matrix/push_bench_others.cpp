// SPDX-License-Identifier: Apache-2.0
// What another administrator does to a device of the fault matrix.
#include "tests/e2e/matrix/push_bench.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <initializer_list>
#include <sstream>

namespace rocelint::e2e {
namespace {

std::string emulator_script(const char* script)
{
    return std::string(ROCELINT_SOURCE_DIR "/tests/e2e/emulator/") + script;
}

void run_command(const Device& device, std::vector<std::string> words)
{
    const std::vector<std::string> begin{
        "/usr/bin/python3", "-B", "-E", "-s", "-S", emulator_script("commands.py")};
    words.insert(words.begin(), begin.begin(), begin.end());
    run_tool(std::move(words), {"EMULATOR_STATE=" + device.folder().path()});
}

void change_with_ncclient(const NetconfServer& server, const char* what)
{
    run_tool({"/usr/bin/python3",
        "-s",
        ROCELINT_SOURCE_DIR "/tests/e2e/netconf_somebody.py",
        std::to_string(server.endpoint().port),
        user_name(),
        keys().user,
        what});
}

void write_options(const Device& device, const std::string& what, const std::string& with)
{
    std::string text = file_text(device.folder().path("etc/opensm/opensm.conf"));
    text.replace(text.find(what), what.size(), with);
    device.folder().write("etc/opensm/opensm.conf", text);
}

// Runs `nv` with these words, one command per line.
void type_nv(const Device& device, std::initializer_list<const char*> commands)
{
    for (const char* command : commands) {
        std::vector<std::string> words{"nv"};
        std::istringstream line(command);
        for (std::string word; line >> word;)
            words.push_back(word);
        run_command(device, std::move(words));
    }
}

nlohmann::json junos_state(const Device& device)
{
    return nlohmann::json::parse(file_text(device.folder().path("state.json")));
}

}

void Bench::change_by_somebody() const
{
    (void)state(); // lets the device create its initial state
    switch (road_) {
    case Road::eos:
        device_->type("configure\ninterface Ethernet1/1\nmtu 2000\nend\nwrite memory");
        break;
    case Road::onyx:
        device_->type("configure terminal\ninterface ethernet 1/1 mtu 2000 force\nconfiguration write");
        break;
    case Road::nxos:
        device_->type("configure terminal\ninterface Ethernet1/1\nmtu 2000\nend\n"
                      "copy running-config startup-config");
        break;
    case Road::os10:
        device_->type("configure terminal\ninterface ethernet1/1/1\nmtu 2000\nend\n"
                      "copy running-configuration startup-configuration");
        break;
    case Road::vrp:
        device_->type("system-view\ninterface 100GE1/0/1\njumboframe enable 2000\ncommit\nreturn\nsave");
        break;
    case Road::aoscx:
        device_->type("configure terminal\ninterface 1/1/1\nmtu 2000\nend\nwrite memory");
        break;
    case Road::sonic_cli:
        device_->type("configure terminal\ninterface Eth1/1\nmtu 2000\nend\nwrite memory");
        break;
    case Road::sonic:
        run_command(*device_,
            {"config",
                "apply-patch",
                work_.write(
                    "patch", R"([{"op": "replace", "path": "/PORT/Ethernet0/mtu", "value": "2000"}])")});
        run_command(*device_, {"config", "save", "-y"});
        break;
    case Road::linux_host:
        run_command(*device_, {"ip", "link", "set", "dev", "ens1f0np0", "mtu", "4200"});
        break;
    case Road::opensm:
        write_options(*device_, "sm_priority 14", "sm_priority 13");
        break;
    case Road::nvue:
        type_nv(*device_, {"set interface swp1 link mtu 2000", "config apply --assume-yes", "config save"});
        break;
    case Road::junos: {
        std::string text = file_text(device_->folder().path("state.json"));
        text.replace(text.find("<mtu>1500"), 9, "<mtu>2000");
        device_->folder().write("state.json", text);
        break;
    }
    default:
        change_with_ncclient(*server_, "change");
    }
    old_ = state();
}

void Bench::add_user_by_somebody() const
{
    if (road_ == Road::eos)
        device_->type("configure\nusername somebody secret sha512 $6$salt$hash\nend");
    else if (road_ == Road::onyx)
        device_->type("configure terminal\nusername somebody capability admin");
    else if (road_ == Road::nxos)
        device_->type(
            "configure terminal\nusername somebody password 5 $5$salt$hash role network-admin\nend");
    else if (road_ == Road::os10)
        device_->type("configure terminal\nusername somebody password $6$salt$hash role sysadmin\nend");
    else if (road_ == Road::sonic_cli)
        device_->type("configure terminal\nusername somebody password $6$salt$hash role admin\nend");
    else if (road_ == Road::vrp)
        device_->type("system-view\nlocal-user somebody password irreversible-cipher $1d$XXXX\ncommit");
    else if (road_ == Road::aoscx)
        device_->type(
            "configure terminal\nuser somebody group administrators password ciphertext AQBapXXXX\nend");
    else if (road_ == Road::nvue) {
        // Edits the switch's own store directly, since an apply is pending confirmation.
        nlohmann::json state = nlohmann::json::parse(file_text(device_->folder().path("state.json")));
        state["applied"]["system"]["aaa"]
            = {{"user", {{"somebody", {{"role", {{"system-admin", nlohmann::json::object()}}}}}}}};
        device_->folder().write("state.json", state.dump());
    } else if (road_ == Road::opensm)
        write_options(*device_, "# The subnet manager", "# Somebody's subnet manager");
    else if (road_ == Road::sonic)
        run_command(*device_,
            {"config",
                "apply-patch",
                work_.write("patch",
                    R"([{"op": "add", "path": "/TACPLUS_SERVER", "value": {"192.0.2.9": {"priority": "1"}}}])")});
}

void Bench::restart(const std::string& how) const
{
    if (road_ == Road::sonic || road_ == Road::sonic_cli)
        run_command(*device_, {how});
    else if (road_ == Road::linux_host)
        run_command(*device_, {"systemctl", "reboot"});
    else if (road_ == Road::opensm)
        run_tool({device_->folder().path("bin/sh"), "-c", "systemctl reboot"},
            {"EMULATOR_STATE=" + device_->folder().path(),
                "PATH=" + device_->folder().path("bin") + ":/usr/sbin:/usr/bin:/sbin:/bin"});
    else
        device_->restart();
}

void Bench::save_by_somebody() const
{
    if (road_ == Road::eos)
        device_->type("write memory");
    else if (road_ == Road::onyx)
        device_->type("configure terminal\nconfiguration write");
    else if (road_ == Road::nxos)
        device_->type("copy running-config startup-config");
    else if (road_ == Road::os10)
        device_->type("copy running-configuration startup-configuration");
    else if (road_ == Road::sonic_cli || road_ == Road::aoscx)
        device_->type("write memory");
    else if (road_ == Road::vrp)
        device_->type("save");
    else if (road_ == Road::sonic)
        run_command(*device_, {"config", "save", "-y"});
    else if (road_ == Road::nvue)
        type_nv(*device_, {"config save"});
}

void Bench::leave_commit_of_somebody() const
{
    (void)state();
    switch (road_) {
    case Road::eos:
        device_->type("configure session other\nend\nconfigure session other commit timer 01:00:00");
        break;
    case Road::onyx:
        device_->type(
            "configure terminal\njob 4791 command 1 \"hostname leaf1\"\njob 4791 comment other\n"
            "job 4791 schedule type once\njob 4791 schedule once time 00:00:00 date 2036/01/01\njob 4791 enable");
        break;
    case Road::nxos:
        device_->type(
            "configure terminal\nscheduler job name rocelint\n"
            "rollback running-config checkpoint other best-effort\nexit\n"
            "scheduler schedule name rocelint\njob name rocelint\ntime start 2036:01:01:00:00\nend");
        break;
    case Road::os10:
        device_->folder().write("run/rocelint/current", "rl-other\n");
        device_->folder().write("run/rocelint/rl-other/job", "systemd\n");
        break;
    case Road::vrp:
        device_->type(
            "system-view\ninterface 100GE1/0/1\ndescription other\ncommit trial 3600 persist other");
        old_ = state();
        break;
    case Road::aoscx:
        device_->type("checkpoint auto 60");
        break;
    case Road::sonic_cli:
        device_->folder().write("var/lib/rocelint/current", "rl-other\n");
        device_->folder().write("var/lib/rocelint/rl-other/job", "systemd\n");
        break;
    case Road::sonic:
        device_->folder().write("var/lib/rocelint/current", "rl-other\n");
        break;
    case Road::linux_host:
        device_->folder().write("root/run/rocelint/rl-other/armed", "");
        break;
    case Road::opensm:
        device_->folder().write("var/lib/rocelint/opensm/rl-other/armed", "");
        break;
    case Road::nvue:
        type_nv(*device_, {"set system hostname leaf1", "config apply --confirm 60 --assume-yes"});
        break;
    case Road::junos: {
        nlohmann::json state = junos_state(*device_);
        const auto now = std::chrono::duration_cast<std::chrono::seconds>(
            std::chrono::system_clock::now().time_since_epoch())
                             .count();
        state["pending"] = {{"before", state["running"]}, {"until", now + 3600}, {"session", 0}};
        state["history"]
            = nlohmann::json::array({{{"user", "other"}, {"client", "cli"}, {"comment", ""}, {"time", now}}});
        device_->folder().write("state.json", state.dump());
        break;
    }
    default:
        change_with_ncclient(*server_, "commit");
        old_ = state();
    }
}

}
