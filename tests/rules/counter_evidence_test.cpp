// SPDX-License-Identifier: Apache-2.0
// What counters prove of findings about settings.
#include "rules/observed.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace rocelint {
namespace {

const Finding& sole_finding(const workspace::Outcome& outcome)
{
    REQUIRE(outcome.report.findings.size() == 1);
    return outcome.report.findings.front();
}

bool shows(const Finding& finding, std::string_view words)
{
    return std::ranges::any_of(finding.related,
        [words](const Related& related) { return related.message.find(words) != std::string::npos; });
}

TEST_CASE("packets out of sequence confirm that a NIC does not accept what a switch spreads")
{
    const auto evidence = [](std::string_view later) {
        const std::string captures = fmt::format("+root@host1:~# rdma statistic show\n"
                                                 "+link mlx5_0/1 out_of_sequence 4\n"
                                                 "+root@host1:~# rdma statistic show\n"
                                                 "+link mlx5_0/1 out_of_sequence {}\n",
            later);
        const Example example{.title = "",
            .files = {{{"sample-nos",
                           "leaf1",
                           "-lossless: [3]\n+lossless: [3]\n+ecmp: {fields: [source-ip, destination-ip, "
                           "source-port], per_packet: yes}\n"},
                {"linux-host", "host1", captures}}},
            .topology = "devices: {leaf1: {role: leaf}, host1: {role: host}}\n"
                        "links:\n  - {a: \"leaf1:p1\", b: \"host1:ens1f0np0\"}\n"};
        const auto outcome = check_example(example);
        const Finding& finding = sole_finding(*outcome);
        CHECK(finding.rule->code == "LB003");
        CHECK(shows(finding, "out_of_sequence grew by 900") == (later == "904"));
        return finding.evidence;
    };
    CHECK(evidence("904") == Evidence::confirmed);
    CHECK(evidence("4") == Evidence::silent);
}

TEST_CASE("pause confirms that a queue never marks, unless another port of the switch marks meanwhile")
{
    const auto evidence = [](std::string_view later, std::string_view other = "Ethernet0") {
        constexpr std::string_view pauses
            = R"(  Port Tx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
---------  ------  ------  ------  ------  ------  ------  ------  ------
Ethernet0       0       0       0     100       0       0       0       0

  Port Tx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
---------  ------  ------  ------  ------  ------  ------  ------  ------
Ethernet0       0       0       0   9,100       0       0       0       0
)";
        constexpr std::string_view head
            = "     Port    TxQ    WredDrp/pkts    WredDrp/bytes    EcnMarked/pkts    EcnMarked/bytes\n"
              "---------  -----  --------------  ---------------  ----------------  -----------------\n";
        const auto marks = [&](std::string_view of_other) {
            return fmt::format(
                "{}{}    UC3  0  0  {}  0\nEthernet4    UC3  0  0  0  0\n\n", head, other, of_other);
        };
        const std::string both = marks("7") + marks(later);
        const auto outcome = check_example({.title = "",
            .files = {{{"sonic", "leaf1", R"({"QUEUE": {"Ethernet4|3": {"wred_profile": null}}})"},
                {"sonic", "leaf1", pauses, "show_pfc_counters.txt"},
                {"sonic", "leaf1", both, "show_queue_wredcounters.txt"}}}});
        const auto& findings = outcome->report.findings;
        const auto found = std::ranges::find_if(
            findings, [](const Finding& finding) { return finding.rule->code == "ECN001"; });
        REQUIRE(found != findings.end());
        return found->evidence;
    };
    CHECK(evidence("7") == Evidence::confirmed);
    CHECK(evidence("9,007") == Evidence::silent);
    // Without the counter of the other port, the marks of its queue are not known.
    CHECK(evidence("7", "Ethernet999") == Evidence::silent);
}

TEST_CASE("a finding about lost packets names the errors that the NIC's own link had meanwhile")
{
    const auto finding_with = [](std::string_view later) {
        const std::string captures = fmt::format("+root@host1:~# ethtool -S ens1f0np0\n"
                                                 "+NIC statistics:\n"
                                                 "+     rx_crc_errors_phy: 3\n"
                                                 "+root@host1:~# rdma statistic show\n"
                                                 "+link mlx5_0/1 rx_write_requests 10 packet_seq_err 4\n"
                                                 "+root@host1:~# ethtool -S ens1f0np0\n"
                                                 "+NIC statistics:\n"
                                                 "+     rx_crc_errors_phy: {}\n"
                                                 "+root@host1:~# rdma statistic show\n"
                                                 "+link mlx5_0/1 rx_write_requests 20 packet_seq_err 404\n",
            later);
        const auto outcome = check_example({.title = "", .files = {{{"linux-host", "host1", captures}}}});
        const Finding& finding = sole_finding(*outcome);
        CHECK(finding.rule->code == "EVD006");
        return finding.message;
    };
    CHECK(finding_with("543").find("rx_crc_errors_phy grew by 540") != std::string::npos);
    CHECK(finding_with("3").find("errors") == std::string::npos);
}

TEST_CASE("a finding about headroom says how much of it was ever used")
{
    const Example example{.title = "",
        .files
        = {{{"sonic",
                "leaf1",
                R"({"BUFFER_PROFILE": {"pg_lossless_100000_40m_profile": {"xoff": "4096", "size": "23552"}}})"},
            {"sonic",
                "leaf1",
                R"(Ingress headroom per PG:
     Port    PG0    PG1    PG2    PG3    PG4    PG5    PG6    PG7
---------  -----  -----  -----  -----  -----  -----  -----  -----
Ethernet4      0      0      0   2048      0      0      0      0
)",
                "show_priority-group_watermark_headroom.txt"}}}};
    const auto outcome = check_example(example);
    const auto& findings = outcome->report.findings;
    const auto found = std::ranges::find_if(
        findings, [](const Finding& finding) { return finding.rule->code == "HDR001"; });
    REQUIRE(found != findings.end());
    CHECK(found->evidence == Evidence::silent);
    CHECK(shows(*found, "the headroom held up to 2048 bytes"));
}

TEST_CASE("a counter of a traffic class that was cleared between two captures is known to be useless")
{
    Device device;
    const OriginId here = device.origins.explicit_at({});
    Port port;
    port.tc_to_queue = port.priority_to_queue = {Ref{}, here};
    device.ports.push_back(port);
    device.counters.push_back(
        {.port = 0, .kind = CounterKind::class_dropped, .part = 3, .name = "TC3", .value = 3, .earlier = 9});
    CHECK(observe_drops(device, 0, 3).went_down);
    CHECK_FALSE(observe_drops(device, 0, 4).went_down);
}

TEST_CASE("drops of a traffic class prove nothing of a priority that shares the class with another")
{
    Device device;
    const OriginId here = device.origins.explicit_at({});
    Port port;
    port.tc_to_queue = {Ref{}, here};
    ClassMap map{.kind = MapKind::priority_to_queue};
    for (std::uint8_t priority = 0; priority < 8; ++priority)
        map.set(priority, priority == 5 ? 4 : priority, here);
    device.maps.push_back(map);
    port.priority_to_queue = {Ref{0}, here};
    device.ports.push_back(port);
    for (const std::uint8_t tc : {std::uint8_t{3}, std::uint8_t{4}})
        device.counters.push_back({.port = 0,
            .kind = CounterKind::class_dropped,
            .part = tc,
            .name = "TC",
            .value = 9,
            .earlier = 3});
    CHECK(observe_drops(device, 0, 3).count == 6);
    CHECK_FALSE(observe_drops(device, 0, 4).counted());
    CHECK_FALSE(observe_drops(device, 0, 5).counted());
}

}
}
