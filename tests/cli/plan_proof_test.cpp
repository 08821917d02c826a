// SPDX-License-Identifier: Apache-2.0
// A correction after which the check finds something new is neither written by fix nor planned.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace rocelint::plan_proof_test {
namespace {

using Json = nlohmann::json;

// Two faults: jumbo frames are missing, and RDMA packets are not classified by DSCP. The site's own rule forbids jumbo frames.
constexpr std::string_view leaf = R"(hostname leaf1
!
qos map dscp 26 to traffic-class 3
!
interface Ethernet1/1
   description host1 ens1f0np0
   mtu 1500
   no switchport
   qos trust cos
   priority-flow-control on
   priority-flow-control priority 3 no-drop
!
end
)";

constexpr std::string_view policy = R"(version: 1
profile: lossless
rdma: {priority: 3, dscp: [26]}
custom_rules:
  - code: SITE001
    name: jumbo-frames
    for: port
    assert: .max_frame < 4000
    message: Port \(.name) of \(.device.name) takes jumbo frames
    severity: warning
)";

void write_fabric(const TemporaryFolder& folder)
{
    folder.write("configs/leaf1.cfg", leaf);
    folder.write("configs/rocelint.yaml", policy);
    folder.write("rocelint.yaml", policy);
    folder.write(
        "inventory.yaml", "all:\n  vars: {ansible_network_os: arista.eos.eos}\n  hosts: {leaf1: }\n");
}

std::string left_out(const Json& plan)
{
    std::string text;
    for (const Json& left : plan.at("devices").at(0).at("left_out"))
        text += left.dump() + "\n";
    return text;
}

TEST_CASE("a plan omits a change after which the check finds something new, and makes the others")
{
    const TemporaryFolder folder;
    write_fabric(folder);
    const Run run = rocelint(
        {"plan", "inventory.yaml", "--from", "configs", "--allow-disruptive"}, {.folder = folder.path()});
    INFO(run.out);
    INFO(run.err);
    REQUIRE(run.code == 0);
    const Json plan = Json::parse(folder.read("plan.json"));
    const std::string left = left_out(plan);
    CAPTURE(left);
    CHECK(left.find("after it the check would find SITE001: Port Ethernet1/1 of leaf1 takes jumbo frames")
        != std::string::npos);
    const std::string steps = plan.at("devices").at(0).at("steps").dump();
    CHECK(steps.find("QOS001") != std::string::npos);
    CHECK(steps.find("MTU0") == std::string::npos);
    for (const Json& finding : plan.at("findings_after"))
        CHECK(finding.at("code") != "SITE001");
}

TEST_CASE("a plan is checked against all rules, whatever rules were selected")
{
    const TemporaryFolder folder;
    write_fabric(folder);
    const Run run
        = rocelint({"plan", "inventory.yaml", "--from", "configs", "--allow-disruptive", "--select", "MTU"},
            {.folder = folder.path()});
    INFO(run.out);
    REQUIRE(run.code == 0);
    const Json plan = Json::parse(folder.read("plan.json"));
    CHECK(plan.at("devices").at(0).at("steps").empty());
    CHECK(left_out(plan).find("SITE001") != std::string::npos);
}

TEST_CASE("fix and plan omit the same change for the same reason")
{
    const TemporaryFolder folder;
    write_fabric(folder);
    const Run fixed = rocelint({"fix", "--write", "configs"}, {.folder = folder.path()});
    INFO(fixed.err);
    CHECK(fixed.says("after it the check would find SITE001: Port Ethernet1/1 of leaf1 takes jumbo frames"));
    const std::string text = folder.read("configs/leaf1.cfg");
    CHECK(text.find("mtu 1500") != std::string::npos);
    CHECK(text.find("qos trust dscp") != std::string::npos);
}

}
}
