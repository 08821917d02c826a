// SPDX-License-Identifier: Apache-2.0
// The severity of a P_Key that a host lacks: an error only on the host that runs the job.
#include "tests/example_fabric.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace rocelint {
namespace {

constexpr std::string_view rdma_of_host1 = R"(root@host1:~# hostname
host1
root@host1:~# rdma link
link mlx5_0/1 subnet_prefix fe80:0000:0000:0000 lid 101 sm_lid 101 lmc 0 state ACTIVE physical_state LINK_UP
)";
constexpr std::string_view rdma_of_host2 = R"(root@host2:~# hostname
host2
root@host2:~# rdma link
link mlx5_0/1 subnet_prefix fe80:0000:0000:0000 lid 102 sm_lid 101 lmc 0 state ACTIVE physical_state LINK_UP
)";
constexpr std::string_view keys_of_tenant_a
    = "   0: 0x8005 0x7fff 0x0000 0x0000\n128 pkeys capacity for this port\n";
constexpr std::string_view keys_of_tenant_b
    = "   0: 0x8006 0x7fff 0x0000 0x0000\n128 pkeys capacity for this port\n";

const Finding& only_finding(const workspace::Outcome& outcome)
{
    REQUIRE(outcome.report.findings.size() == 1);
    CHECK(outcome.report.findings.front().rule->code == "APP012");
    return outcome.report.findings.front();
}

// Two hosts of two tenants, and a job's file in this folder with a change of the clean one.
Example two_tenants(std::string_view folder, std::string_view job)
{
    return {.title = "",
        .files = {{{"app-env", folder, job},
            {"ib-fabric", "fabric", ""},
            {"ib-fabric", "fabric", keys_of_tenant_a, "pkeys_101_1.txt"},
            {"ib-fabric", "fabric", keys_of_tenant_b, "pkeys_102_1.txt"},
            {"linux-host", "host1", rdma_of_host1, "rdma.txt"},
            {"linux-host", "host2", rdma_of_host2, "rdma.txt"}}}};
}

TEST_CASE("hosts of two tenants are a warning to a job that may run on both")
{
    const auto outcome = check_example(two_tenants("jobs", ""));
    const Finding& finding = only_finding(*outcome);
    CHECK(finding.severity == Severity::warning);
    CHECK(finding.message.find("0x8005 at host1 mlx5_0 and 0x8006 at host2 mlx5_0") != std::string::npos);
    CHECK(finding.message.find("if the job runs on both") != std::string::npos);
    CHECK(check_example(two_tenants("host1", ""))->report.findings.empty());
}

TEST_CASE("an empty index is an error on the job's host, and a warning where the host is not known")
{
    constexpr std::string_view third = "-NCCL_IB_SL=3\n+NCCL_IB_SL=3\n+NCCL_IB_PKEY=2\n";
    const auto placed = check_example(two_tenants("host1", third));
    CHECK(only_finding(*placed).severity == Severity::error);
    const auto elsewhere = check_example(two_tenants("jobs", third));
    CHECK(only_finding(*elsewhere).severity == Severity::warning);
    CHECK(only_finding(*elsewhere).message.ends_with("if the job runs there"));
}

TEST_CASE("a P_Key of UCX appears in messages as the job writes it")
{
    const auto outcome
        = check_example(two_tenants("host1", "-NCCL_IB_SL=3\n+NCCL_IB_SL=3\n+UCX_IB_PKEY=0x8006\n"));
    const Finding& finding = only_finding(*outcome);
    CHECK(finding.severity == Severity::error);
    CHECK(finding.message.find("P_Key 0x8006 (UCX_IB_PKEY)") != std::string::npos);
}

}
}
