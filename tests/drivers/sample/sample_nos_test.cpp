// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

using tests::ReadFiles;

TEST_SUITE_BEGIN("sample-nos");

TEST_CASE("keys become settings with their positions")
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

TEST_CASE("thresholds in percent become bytes of the pool, next to what the hardware uses")
{
    const ReadFiles device("sample-nos",
        {{"d.yaml",
            "sample_nos: 1\n"
            "pool: {size: 10000000}\n"
            "lossless_buffer: {reserved: 1000, xon: 500, xoff: 2000, alpha: -3}\n"
            "ports:\n"
            "  p1:\n"
            "    ecn: {queue: 3, min: 2%, max: 1500000, probability: 10, programmed: {min: 212992}}\n"}});
    CHECK(device.all_recognised());
    const EcnCurve& curve = device.device().ecn_profiles[0].curves[0];
    CHECK(curve.min_threshold.is(Bytes{200000}));
    CHECK(curve.min_fill.is(Percent::whole(2)));
    CHECK(curve.max_threshold.is(Bytes{1500000}));
    CHECK_FALSE(curve.max_fill.known());
    CHECK(curve.min_programmed.is(Bytes{212992}));
    CHECK(device.device().buffer_profiles[0].dynamic_threshold.is(-3));
    CHECK(device.device().buffer_profiles[0].reserved.is(Bytes{3000}));
}

TEST_CASE("a percentage of a pool without a size stays unread")
{
    const ReadFiles device(
        "sample-nos", {{"d.yaml", "sample_nos: 1\nports: {p1: {ecn: {queue: 3, min: 2%, max: 5%}}}\n"}});
    const EcnCurve& curve = device.device().ecn_profiles[0].curves[0];
    CHECK_FALSE(curve.min_threshold.known());
    CHECK(curve.min_fill.is(Percent::whole(2)));
}

TEST_CASE("an absent key has the platform's default, with its source")
{
    const ReadFiles device("sample-nos", {{"d.yaml", "sample_nos: 1\nports: {p1: {}}\n"}});
    const Port& port = *device.port("p1");
    CHECK(port.pfc_rx.is(PrioritySet{}));
    CHECK(port.pfc_rx.origin.kind() == OriginKind::default_);
    CHECK(port.watchdog.enabled.is(false));
    CHECK_FALSE(port.ip_mtu.known());
    CHECK(device.device().queue(port, 3)->ecn.value.none());
}

TEST_CASE("every key of a cable, of routing and of load balancing reaches the model")
{
    const ReadFiles device("sample-nos",
        {{"d.yaml",
            "sample_nos: 1\n"
            "hostname: leaf1\n"
            "asic: spectrum-4\n"
            "gpus: 8\n"
            "bgp: {asn: 65001, allow_own_as: 1}\n"
            "mlag_peer_link: po1\n"
            "tunnel_peer: leaf2\n"
            "timeouts: {arp: 14400s, mac: 300s}\n"
            "ecmp: {seed: 7, fields: [source-ip, source-port]}\n"
            "routes:\n"
            "  - {to: 10.1.0.0/16, via: 10.0.0.0, distance: 20}\n"
            "  - {to: 10.2.0.0/16, port: p1}\n"
            "  - {to: 10.3.0.0/16, discard: yes}\n"
            "ports:\n"
            "  p1:\n"
            "    addresses: [10.0.0.1/31]\n"
            "    lanes: 4\n"
            "    fec: rs544\n"
            "    bit_error_rate: 2.5e-8\n"
            "    energy_efficient: yes\n"
            "    media: {passive_copper: yes, length: 3m}\n"
            "    routed: yes\n"
            "    lag: po1\n"
            "  po1:\n"
            "    media: {reach: 100m}\n"}});
    CHECK(device.all_recognised());
    CHECK(device.problems().empty());
    for (const std::string_view line : {"asic spectrum-4",
             "gpus: 8 (explicit d.yaml:4)",
             "bgp-asn: 65001 (explicit d.yaml:5)",
             "allow-own-as: 1 (explicit d.yaml:5)",
             "mlag-peer-link: po1 (explicit d.yaml:6)",
             "tunnel-peer: leaf2 (explicit d.yaml:7)",
             "arp-timeout: 14400 s (explicit d.yaml:8)",
             "mac-timeout: 300 s (explicit d.yaml:8)",
             "ecmp-seed: 7 (explicit d.yaml:9)",
             "ecmp-hash: source-ip,source-port (explicit d.yaml:9)",
             "route 10.1.0.0/16 via 10.0.0.0 distance 20 (d.yaml:11)",
             "route 10.2.0.0/16 port p1 distance 1 (d.yaml:12)",
             "route 10.3.0.0/16 discard distance 1 (d.yaml:13)",
             "address 10.0.0.1/31 on p1 (d.yaml:16)",
             "lanes: 4 (explicit d.yaml:17)",
             "fec: rs544 (explicit d.yaml:18)",
             "bit-error-rate: 2.5e-08 (explicit d.yaml:19)",
             "energy-efficient: yes (explicit d.yaml:20)",
             "passive-copper: yes (explicit d.yaml:21)",
             "media-length: 3 m (explicit d.yaml:21)",
             "media-is-reach: no (explicit d.yaml:21)",
             "routed: yes (explicit d.yaml:22)",
             "lag: po1",
             "media-is-reach: yes (explicit d.yaml:25)"}) {
        CAPTURE(line);
        CHECK(device.says(line));
    }
    CHECK(device.port("po1")->kind == PortKind::lag);
}

TEST_CASE("wrong values of the routing keys are reported at their place")
{
    for (const std::string_view line : {"mlag_peer_link: p9\n",
             "routes: [{to: 10.0.0.0/33, via: 10.0.0.1}]\n",
             "routes: [{to: 10.0.0.0/8, via: here}]\n",
             "routes: [{to: 10.0.0.0/8, port: p9}]\n",
             "bgp: {asn: many}\n",
             "timeouts: {arp: 5}\n"}) {
        CAPTURE(line);
        const ReadFiles device(
            "sample-nos", {{"d.yaml", "sample_nos: 1\n" + std::string(line) + "ports: {p1: {}}\n"}});
        CHECK(device.problems().size() == 1);
        CHECK(device.device().forwarding.routes.empty());
    }
    const ReadFiles device(
        "sample-nos", {{"d.yaml", "sample_nos: 1\nports: {p1: {addresses: [10.0.0.1]}}\n"}});
    CHECK(device.device().forwarding.addresses.size() == 1);
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
