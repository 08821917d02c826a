// SPDX-License-Identifier: Apache-2.0
#include "models/intent/fabric_intent.h"
#include "models/intent/name_range.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

namespace rocelint {
namespace {

constexpr std::string_view platforms[] = {"sonic", "eos", "junos", "linux-host", "sample-nos"};

// The message of the first mistake, or "good".
std::string verdict(std::string_view text)
{
    const Source source(0, "fabric.yaml", text);
    const auto intent = read_fabric_intent(source, platforms);
    return intent ? "good" : intent.error().message;
}

constexpr std::string_view small = R"(version: 1
templates:
  leaf: {platform: sonic, asic: spectrum-4, role: leaf, ports: {"Ethernet[0-12/4]": {speed: 400G, lanes: 4, first_lane: 0, index: 1, alias: "etp[1-4]"}}}
devices:
  leaf[1-2]: {template: leaf}
  leaf3: {template: leaf, asic: tomahawk5, ports: {Ethernet4: {fec: rs544}}}
  host[1-4]: {platform: linux-host, role: host, nic: mlx5}
links:
  - {a: "leaf1:Ethernet[0-12/4]", b: "host[1-4]:ens1f0np0", cable_m: 3}
  - {a: "leaf[2,3]:Ethernet0", b: "host1:ens2f[0-1]np0", cable_m: 30}
)";

std::string with(std::string_view from, std::string_view to)
{
    std::string text(small);
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

TEST_CASE("a range in brackets stands for names")
{
    const auto names = [](std::string_view pattern) {
        const auto expanded = expand_names(pattern);
        return expanded ? fmt::format("{}", fmt::join(*expanded, " ")) : std::string("refused");
    };
    CHECK(names("leaf1") == "leaf1");
    CHECK(names("Ethernet[0-12/4]") == "Ethernet0 Ethernet4 Ethernet8 Ethernet12");
    CHECK(names("Ethernet[0-10/4]") == "Ethernet0 Ethernet4 Ethernet8");
    CHECK(names("rack[01-03]") == "rack01 rack02 rack03");
    CHECK(names("et-0/0/[0-1]:[0-1]") == "et-0/0/0:0 et-0/0/0:1 et-0/0/1:0 et-0/0/1:1");
    CHECK(names("leaf[1,3-5]") == "leaf1 leaf3 leaf4 leaf5");
    for (const std::string_view wrong : {"leaf[1-",
             "leaf1]",
             "leaf[]",
             "leaf[3-1]",
             "leaf[1-5/0]",
             "leaf[a-c]",
             "x[0-999999999999]",
             "x[1-1000][1-1000]",
             "x[18446744073709551615-18446744073709551615,1]x[1-99999]y[1-9]"}) {
        CAPTURE(wrong);
        CHECK(names(wrong) == "refused");
    }
    CHECK(names("x[18446744073709551614-18446744073709551615]")
        == "x18446744073709551614 x18446744073709551615");
}

TEST_CASE("templates and ranges become devices with ports, and links join them")
{
    const Source source(0, "fabric.yaml", small);
    const auto intent = read_fabric_intent(source, platforms);
    REQUIRE_MESSAGE(intent.has_value(), testing::reason(intent));
    REQUIRE(intent->devices.size() == 7);
    const IntentDevice& leaf = intent->devices[1];
    CHECK(leaf.name == "leaf2");
    REQUIRE(leaf.ports.size() == 4);
    CHECK(leaf.ports[2].name == "Ethernet8");
    CHECK(leaf.ports[2].alias == "etp3");
    CHECK(leaf.ports[2].first_lane == 8U);
    CHECK(leaf.ports[2].index == 3U);
    CHECK(intent->devices[2].asic.value == "tomahawk5");
    CHECK(intent->devices[2].ports[1].fec.value == Fec::rs544);
    CHECK(intent->devices[2].ports[0].fec.given() == false);
    REQUIRE(intent->links.size() == 6);
    CHECK(intent->port(intent->links[3].a).name == "Ethernet12");
    CHECK(intent->devices[intent->links[3].b.device].name == "host4");
    // The host's port inherits its speed from the other end.
    CHECK(intent->port(intent->links[3].b).speed.value.count == 400'000'000'000);
    CHECK(intent->port(intent->links[5].b).name == "ens2f1np0");
}

TEST_CASE("every mistake is reported at its place, with the nearest known word")
{
    struct Mistake {
        std::string text;
        std::string_view message;
    };
    const Mistake mistakes[] = {
        {"", "fabric.yaml: is empty"},
        {"version: 1\n", "fabric.yaml:1:1: the intent has no devices, so there is nothing to make of it"},
        {with("version: 1", "version: 2"), "fabric.yaml:1:1: this program reads version 1 of fabric.yaml"},
        {with("version: 1\n", ""), "fabric.yaml:1:1: the intent must begin with version: 1"},
        {with("links:", "lniks:"),
            "fabric.yaml:8:1: unknown key in the intent: 'lniks'; did you mean 'links'?"},
        {with("cable_m: 30", "cabel_m: 30"),
            "fabric.yaml:10:58: unknown key in a link: 'cabel_m'; did you mean 'cable_m'?"},
        {with("template: leaf}", "template: leef}"),
            "fabric.yaml:5:15: unknown template 'leef'; did you mean 'leaf'?"},
        {with("platform: linux-host", "platform: linux-hots"),
            "fabric.yaml:7:15: unknown platform 'linux-hots'; did you mean 'linux-host'?"},
        {with("role: host", "role: hots"), "fabric.yaml:7:37: unknown role 'hots'; did you mean 'host'?"},
        {with("nic: mlx5", "nic: mlx4"), "fabric.yaml:7:49: unknown NIC 'mlx4'; did you mean 'mlx5'?"},
        {with("nic: mlx5", "nic: connectx7"),
            "fabric.yaml:7:49: unknown NIC 'connectx7'; did you mean 'connectx-7'?"},
        {with("asic: tomahawk5", "asic: tomahok5"),
            "fabric.yaml:6:27: unknown ASIC 'tomahok5'; did you mean 'tomahawk5'?"},
        {with("asic: spectrum-4", "model: ACS-SN5601"),
            "fabric.yaml:3:27: unknown model 'ACS-SN5601'; did you mean 'ACS-SN5600'? Of a model that the catalog does "
            "not have, state the asic"},
        {with("host[1-4]: {platform: linux-host, ", "host[1-4]: {"),
            "fabric.yaml:7:3: device host1 does not state its platform"},
        {with("host[1-4]: {", "leaf2: {"), "fabric.yaml:7:3: two devices are named 'leaf2'"},
        {with("leaf3: {", "leaf[1-2]: {"),
            "fabric.yaml:5:3: key \"leaf[1-2]\" appears twice in one mapping, here and in line 6"},
        {with("b: \"host[1-4]:ens1f0np0\"", "b: \"hots[1-4]:ens1f0np0\""),
            "fabric.yaml:9:35: unknown device 'hots1'; did you mean 'host1'?"},
        {with("a: \"leaf1:Ethernet[0-12/4]\"", "a: \"leaf1:Ethernet[0-3]\""),
            "fabric.yaml:9:6: unknown port of leaf1 'Ethernet1'; did you mean 'Ethernet0'?"},
        {with("leaf[2,3]:Ethernet0", "leaf[1,3]:Ethernet0"),
            "fabric.yaml:10:6: Ethernet0 of leaf1 is cabled twice: it already leads to ens1f0np0 of host1"},
        {with("leaf[2,3]:Ethernet0\", b: \"host1:ens2f[0-1]np0", "leaf2:Ethernet0\", b: \"leaf2:Ethernet0"),
            "fabric.yaml:10:28: Ethernet0 of leaf2 is cabled twice: it already leads to Ethernet0 of leaf2"},
        {with("cable_m: 30}", "cable_m: 30, speed: 100G}"),
            "fabric.yaml:10:6: Ethernet0 of leaf2 has 400G, but the other end of its cable or the link has 100G: "
            "a cable has one speed"},
        {with("speed: 400G, lanes: 4", "speed: 1600G, lanes: 8"),
            "fabric.yaml:3:86: Ethernet0 of leaf1: the spectrum-4 has no ports of 1600G, at most 800G"},
        {with("speed: 400G, lanes: 4", "speed: 800G, lanes: 4"),
            "fabric.yaml:3:99: Ethernet0 of leaf1: 4 lanes of at most 100G, as the spectrum-4 has them, do not "
            "carry 800G"},
        {with("speed: 400G, lanes: 4", "speed: 300G, lanes: 4"),
            "fabric.yaml:3:86: Ethernet0 of leaf1: Ethernet has no rate of 300G; the nearest is 200G"},
        {with("speed: 400G, lanes: 4", "speed: fast, lanes: 4"),
            "fabric.yaml:3:86: 'fast' is not a speed; write 400G or 100000 (Mb/s)"},
        {with("speed: 400G, lanes: 4", "speed: 400G, lanes: 40"),
            "fabric.yaml:3:99: a port has 1 to 16 serial lanes"},
        {with("cable_m: 30", "cable_m: 300000"), "fabric.yaml:10:58: a cable has 0 to 200000 m"},
        {with("cable_m: 30", "cable_m: long"), "fabric.yaml:10:58: 'cable_m' must be a whole number"},
        {with("devices:", "mtu: 100\ndevices:"),
            "fabric.yaml:4:1: an MTU is an IP packet of 1280 to 9978 bytes"},
        {with("devices:", "mtu: 9000\nswitch_mtu: 8000\ndevices:"),
            "fabric.yaml:5:1: switches must carry at least the MTU of hosts"},
        {with("devices:", "shares: {rdma: 50, best-effort: 40}\ndevices:"),
            "fabric.yaml:4:10: the bandwidth shares do not add up to 100 percent"},
        {with("devices:", "watchdog: {detection_ms: 200, poll_ms: 400}\ndevices:"),
            "fabric.yaml:4:31: the watchdog must poll at least once in its detection time"},
        {"version: 1\ndevices:\n  ../etc: {platform: eos, role: leaf}\n",
            "fabric.yaml:3:3: a device name starts with a letter or digit and consists of letters, digits, dots, "
            "dashes and underscores"},
        {with("nic: mlx5}", "nic: mlx5, rail: 1}"), "fabric.yaml:7:60: only a leaf has a rail"},
        {with("alias: \"etp[1-4]\"", "alias: \"etp[1-5]\""),
            "fabric.yaml:3:134: 'etp[1-5]' stands for 5 names, but there are 4 ports here"},
        {with("alias: \"etp[1-4]\"", "alias: \"" + std::string(128, 'e') + "[1-4]\""),
            "fabric.yaml:3:134: 'alias' has more than 128 characters"},
        {with("ports: {Ethernet4: {fec: rs544}}", "ports: {Ethernet4: {first_lane: 8}}"),
            "fabric.yaml:3:65: Ethernet8 of leaf3 has serial lane 8, which is one of Ethernet4"},
        {"version: 1\ndevices:\n  " + std::string(64, 'x') + ": {platform: eos, role: leaf}\n",
            "fabric.yaml:3:3: a device name has 1 to 63 characters"},
        {with("host[1-4]:ens1", "host[1-3]:ens1"),
            "fabric.yaml:9:5: a link must have equally many ends on both sides: 'leaf1:Ethernet[0-12/4]' has "
            "4, 'host[1-3]:ens1f0np0' has 3"},
        {with("leaf[2,3]:Ethernet0", "leaf2"),
            "fabric.yaml:10:6: 'leaf2' is not the end of a link; write \"device:port\""},
        {"devices: [", "fabric.yaml:1:10: the list opens here with '[' and is not closed with ']'"},
    };
    for (const Mistake& mistake : mistakes) {
        CAPTURE(mistake.text);
        const std::string told = verdict(mistake.text);
        CHECK(told == mistake.message);
    }
    CHECK(verdict(small) == "good");
}

TEST_CASE("a device without a list of ports has those that its links name")
{
    CHECK(
        verdict("version: 1\ndevices:\n  a: {platform: eos, role: leaf}\n  b: {platform: eos, role: spine}\n"
                "links:\n  - {a: \"a:Ethernet1/1\", b: \"b:Ethernet1/1\", speed: 100G}\n")
        == "good");
    CHECK(
        verdict("version: 1\ndevices:\n  a: {platform: eos, role: leaf}\n  b: {platform: eos, role: spine}\n"
                "links:\n  - {a: \"a:Ethernet1/1\", b: \"b:Ethernet1/1\"}\n")
        == "fabric.yaml:6:6: neither the link nor its ports state a speed; add speed: 400G or the like");
}

}
}
