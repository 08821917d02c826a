// SPDX-License-Identifier: Apache-2.0
// Files of platforms without a driver are named as such, and not mistaken for those of a platform with
// similar syntax.
#include "drivers/driver.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

std::string reason_of(std::string_view text)
{
    const Source source(0, "device.cfg", text);
    const Recognition recognition = recognise(source);
    return recognition.driver == nullptr ? std::string(recognition.reason)
                                         : "read as " + std::string(recognition.driver->name);
}

TEST_CASE("a file of a platform that is not read yet names the platform")
{
    CHECK(
        reason_of(
            "# TiMOS-C-20.10.R1 cpm/x86_64 Nokia 7750 SR\nconfigure\n    system {\n    }\n    policy-options {\n    }\n    routing-options {\n    }\n")
        == "looks like Nokia SR OS: not read yet");
    CHECK(reason_of("mgt-config {\n  users {\n  }\n}\ndeviceconfig {\n  system {\n  }\n}\n")
        == "looks like Palo Alto PAN-OS: not read yet");
    CHECK(
        reason_of(
            "firewall {\n    all-ping enable\n}\ninterfaces {\n    ethernet eth0 {\n        mtu 1500\n    }\n}\nprotocols {\n}\nsystem {\n    host-name er\n}\n")
        == "looks like EdgeRouter or VyOS: not read yet");
    CHECK(
        reason_of(
            "!Command: show running-config\nversion 9.3(8)\nhostname leaf1\ninterface Ethernet1/1\n  mtu 9216\n")
        == "read as nxos");
    CHECK(reason_of(
              "policy-map type network-qos jumbo\n  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n")
        == "read as nxos");
    CHECK(reason_of("!RANCID-CONTENT-TYPE: cisco\n!\nclass-map type network-qos match-any a\n  match cos 3\n")
        == "looks like Cisco IOS: not read yet");
    CHECK(reason_of("! Version 10.5.2.3\ninterface ethernet1/1/1\n mtu 9216\n") == "read as os10");
    CHECK(
        reason_of(
            "trust dot1p-map T\n qos-group 3 dot1p 3\nqos-map traffic-class Q\n queue 3 qos-group 3\nclass-map type network-qos C\n match qos-group 3\npolicy-map type network-qos P\n")
        == "read as os10");
    CHECK(
        reason_of("- header:\n    nvue-api-version: nvue_v1\n- set:\n    interface: {}\n") == "read as nvue");
}

TEST_CASE("each platform's base device is recognised as its own")
{
    for (const Driver* driver : all_drivers()) {
        if (driver->base_example.empty())
            continue;
        CAPTURE(driver->name);
        const Source source(0, std::string(driver->base_file_name), driver->base_example);
        CHECK(recognise(source).driver == driver);
    }
}

}
}
