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
    CHECK(shows(*found, "the headroom held 2048 bytes at most"));
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

}
}
