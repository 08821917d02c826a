// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"
#include "drivers/transport/ssh_session.h"
#include "tests/e2e/server/device.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <memory>
#include <string>

namespace rocelint::e2e::live_sonic {

using namespace std::chrono_literals;

// A switch with two lossless ports of 100 Gb/s, as `sonic-cfggen -d --print-data` prints it.
inline constexpr const char* small_switch = R"({
 "DEVICE_METADATA": {"localhost": {"hostname": "leaf1", "hwsku": "Test-SKU", "type": "ToRRouter"}},
 "PORT": {"Ethernet0": {"admin_status": "up", "mtu": "9100", "speed": "100000"},
          "Ethernet8": {"admin_status": "up", "mtu": "9100", "speed": "100000"}},
 "CABLE_LENGTH": {"AZURE": {"Ethernet0": "5m", "Ethernet8": "5m"}},
 "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3,4"}},
 "FLEX_COUNTER_TABLE": {"PORT": {"FLEX_COUNTER_STATUS": "enable"}},
 "TACPLUS": {"global": {"passkey": "a-secret-of-tests"}}
})";
inline constexpr const char* mtu_patch
    = R"([{"op": "replace", "path": "/PORT/Ethernet0/mtu", "value": "9216"},
 {"op": "replace", "path": "/PORT/Ethernet8/mtu", "value": "9216"}])";
// A patch for which the updater takes the port down (patch_sorter.py, RequiredValueIdentifier).
inline constexpr const char* bounce_patch
    = R"([{"op": "add", "path": "/PORT_QOS_MAP/Ethernet8", "value": {"pfc_enable": "3,4"}}])";
inline constexpr const char* cable_patch
    = R"([{"op": "replace", "path": "/CABLE_LENGTH/AZURE/Ethernet0", "value": "40m"}])";

inline Transaction transaction(const std::string& commands = mtu_patch, const std::string& id = "rl-test-1")
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

    [[nodiscard]] std::unique_ptr<LiveDevice> open(std::chrono::milliseconds command_timeout = 120s) const
    {
        LiveTarget target{device.endpoint(), "leaf1", false, nullptr};
        target.endpoint.command_timeout = command_timeout;
        auto opened = find_driver("sonic")->open(target);
        REQUIRE_MESSAGE(opened.has_value(), testing::reason(opened));
        return *std::move(opened);
    }
    [[nodiscard]] Snapshot read() const
    {
        auto snapshot = live->read();
        REQUIRE_MESSAGE(snapshot.has_value(), testing::reason(snapshot));
        return *std::move(snapshot);
    }
    // Runs all steps until the change is in force.
    void put_in_force(const Transaction& wanted, std::chrono::seconds window = 600s)
    {
        accept(live->check_ready(wanted));
        accept(live->stage(wanted));
        accept(live->commit(wanted, window));
    }
    [[nodiscard]] Pending pending(const Transaction& wanted) const
    {
        auto state = live->pending(wanted);
        REQUIRE_MESSAGE(state.has_value(), testing::reason(state));
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
    // Whether no file of ours is left on the switch, neither now nor for its next boot.
    [[nodiscard]] bool left_nothing() const
    {
        const std::string folder = device.folder().path("var/lib/rocelint");
        if (std::filesystem::exists(device.folder().path(boot_unit)))
            return false;
        return !std::filesystem::exists(folder) || std::filesystem::is_empty(folder);
    }

    // Restarts the switch from outside: "reboot", "warm-reboot" or "fast-reboot".
    void restart(const char* how) const
    {
        run_tool({"/usr/bin/python3",
                     "-B",
                     "-E",
                     "-s",
                     "-S",
                     ROCELINT_SOURCE_DIR "/tests/e2e/emulator/commands.py",
                     how},
            {"EMULATOR_STATE=" + device.folder().path()});
    }

    static constexpr const char* boot_unit = "etc/systemd/system/rocelint-deadman-boot.service";
    Device device;
    std::unique_ptr<LiveDevice> live;
    Snapshot before;
};

}
