// SPDX-License-Identifier: Apache-2.0
// A host whose captures and boot files differ is judged twice: in its current state, and as it will be after the next boot.
#include "drivers/driver.h"
#include "rules/rule_table.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace rocelint {
namespace {

constexpr std::string_view right_script = R"(#!/bin/sh
mlnx_qos -i ens1f0np0 --trust dscp
mlnx_qos -i ens1f0np0 --pfc 0,0,0,1,0,0,0,0
echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class
cma_roce_tos -d mlx5_0 -t 106
)";
constexpr std::string_view wrong_script = R"(#!/bin/sh
mlnx_qos -i ens1f0np0 --trust dscp
mlnx_qos -i ens1f0np0 --pfc 0,0,0,0,0,0,0,0
echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class
cma_roce_tos -d mlx5_0 -t 106
)";
constexpr std::string_view without_pause = R"(-enabled     0   0   0   1   0   0   0   0
+enabled     0   0   0   0   0   0   0   0
)";

// "severity CODE file" for each finding above info.
std::string found(std::string_view capture, std::string_view script)
{
    Example example{.title = "one host", .files = {{{"linux-host", "host1", capture}}}};
    if (!script.empty())
        example.files[1] = {"linux-host", "host1", script};
    const auto outcome = check_example(example);
    std::string out;
    for (const Finding& finding : outcome->report.findings) {
        if (finding.severity == Severity::info)
            continue;
        const Source* source = outcome->fabric.sources.find(finding.at.source);
        out += fmt::format("{} {} {}{}\n",
            name_of(finding.severity),
            finding.rule->code,
            source == nullptr ? std::string_view("-") : source->file_name(),
            finding.message.starts_with("after the next boot: ") ? " after the next boot" : "");
    }
    return out;
}

TEST_CASE("a boot file that sets PFC does not hide a fault that the capture shows in force")
{
    REQUIRE(found(without_pause, "") == "error NIC002 capture.txt\n");
    CHECK(found(without_pause, right_script) == "error NIC002 capture.txt\nwarning NIC028 capture.txt\n");
}

TEST_CASE("a capture that shows PFC does not hide a fault that the next boot causes")
{
    CHECK(
        found("", wrong_script) == "warning NIC028 capture.txt\nerror NIC002 setup.sh after the next boot\n");
}

TEST_CASE("a fault that is in force and comes back with the next boot is reported once")
{
    CHECK(found(without_pause, wrong_script) == "error NIC002 setup.sh\n");
}

TEST_CASE("captures and boot files that agree give no finding") { CHECK(found("", right_script) == ""); }

}
}
