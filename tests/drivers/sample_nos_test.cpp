// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

using tests::ReadFiles;

TEST_SUITE_BEGIN("sample-nos");

TEST_CASE("keys become settings with the place where they are written")
{
    const ReadFiles device("sample-nos",
        {{"d.yaml",
            "# generated\n"
            "sample_nos: 1\n"
            "hostname: leaf1\n"
            "class:\n"
            "  dscp: {24-31: 3, 48: 6}\n"
            "lossless: [3]\n"
            "ports:\n"
            "  p1:\n"
            "    mtu: 9100\n"
            "    speed: 400G\n"
            "    pfc: [3, 4]\n"
            "    ecn: {queue: 3, min: 150000, max: 1500000}\n"}});
    CHECK(device.all_recognised());
    CHECK(device.gaps().empty());
    CHECK(device.device().name == "leaf1");
    CHECK(device.says("speed: 400G (explicit d.yaml:10)"));
    CHECK(device.says("pfc-tx: 3,4 (explicit d.yaml:11)"));
    CHECK(device.says("min: 150000 (explicit d.yaml:12)"));
    CHECK(device.device().maps[0].at_point(26) == 3);
    CHECK(device.device().group(*device.port("p1"), 3)->lossless.is(true));
}

TEST_CASE("an absent key has the platform's meaning, with its source")
{
    const ReadFiles device("sample-nos", {{"d.yaml", "sample_nos: 1\nports: {p1: {}}\n"}});
    const Port& port = *device.port("p1");
    CHECK(port.pfc_rx.is(PrioritySet{}));
    CHECK(port.pfc_rx.origin.kind() == OriginKind::default_);
    CHECK(port.watchdog.enabled.is(false));
    CHECK_FALSE(port.ip_mtu.known());
    CHECK(device.device().queue(port, 3)->ecn.value.none());
}

TEST_CASE("unknown keys and values stay visible, and wrong types crash nothing")
{
    const ReadFiles device("sample-nos",
        {{"d.yaml",
            "sample_nos: 1\n"
            "qos: magic\n"
            "lossless: 3\n"
            "class: []\n"
            "schedule: {9: 1, 3: lots}\n"
            "ports:\n"
            "  p1:\n"
            "    mtu: big\n"
            "    trust: cos\n"
            "    pfc: {a: 9}\n"
            "    ecn: [1]\n"
            "    watchdog: on\n"
            "  p2: x\n"}});
    CHECK(device.gaps().starts_with("2 unrecognised qos: magic\n5 unrecognised schedule"));
    CHECK(device.gaps().find("8 unrecognised     mtu: big\n9 unrecognised     trust: cos\n")
        != std::string::npos);
    CHECK_FALSE(device.port("p1")->trust.known());
    CHECK(device.problems().size() == 3);
    for (const std::string_view text : {"sample_nos: 1\nports: 7\n", "sample_nos: [", "sample_nos: 1\n- x\n"})
        (void)ReadFiles("sample-nos", {{"d.yaml", text}}).dumped();
}

TEST_SUITE_END();

}
}
