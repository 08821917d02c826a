// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint {
namespace {

constexpr std::string_view with_profile = "version: 1\nprofile: lossless\n";

// A SONiC switch of two ports that lacks PFC on one of them.
constexpr std::string_view half_paused = R"({
 "DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}},
 "PORT": {"Ethernet0": {"speed": "100000", "admin_status": "up"},
          "Ethernet4": {"speed": "100000", "admin_status": "up"}},
 "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "5"},
                  "Ethernet4": {"pfc_enable": "3"}}
}
)";

Run check_with(std::string_view waiver)
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", std::string(with_profile) + std::string(waiver));
    folder.write("leaf1.json", half_paused);
    return rocelint({"check", folder.path(), "--select", "PFC001,PFC002,SYN001"});
}

TEST_CASE("a waiver may name a file and the key of a place in JSON")
{
    CHECK(check_with("").says("error[PFC001]"));
    CHECK_FALSE(check_with("waivers:\n  - {code: PFC001, file: \"*/leaf1.json\", key: "
                           "PORT_QOS_MAP.Ethernet0.pfc_enable, reason: lab}\n")
                    .says("error[PFC001]"));
    CHECK(check_with("waivers:\n  - {code: PFC001, key: PORT_QOS_MAP.Ethernet4.*, reason: lab}\n")
              .says("error[PFC001]"));
    CHECK(check_with("waivers:\n  - {code: PFC001, file: \"*/leaf2.json\", reason: lab}\n")
              .says("error[PFC001]"));
}

TEST_CASE("a waiver that covers nothing, or names no rule, is told")
{
    CHECK(check_with("waivers:\n  - {code: PFC001, device: nobody, reason: lab}\n")
              .says("info[SYN001]: the waiver of PFC001 covers nothing that was found"));
    const Run unknown = check_with("waivers:\n  - {code: PFC01, reason: lab}\n");
    CHECK(unknown.code == 2);
    CHECK(unknown.says("unknown rule 'PFC01'"));
}

TEST_CASE("a waiver in a comment that covers nothing, or names no rule, is told")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", with_profile);
    folder.write("leaf1.cfg",
        "! device: leaf1 (DCS-7060X4-32S, EOS-4.28.3M)\nhostname leaf1\n"
        "! rocelint: ignore=PFC999 reason=\"lab\"\ninterface Ethernet1/1\n"
        "   priority-flow-control on ! rocelint: ignore=MTU001 reason=\"lab\"\n"
        "   priority-flow-control priority 3 no-drop\n");
    const Run run = rocelint({"check", folder.path()});
    CHECK(run.says("warning[SYN001]: this waiver names a rule that does not exist: PFC999"));
    CHECK(run.says("info[SYN001]: this waiver of MTU001 covers nothing that was found"));
}

TEST_CASE("what a baseline lists and nothing shows is told")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", with_profile);
    folder.write("leaf1.json", half_paused);
    const std::string baseline = folder.path("baseline.json");
    CHECK(rocelint({"check", folder.path(), "--write-baseline", baseline}).code == 1);
    CHECK_FALSE(rocelint({"check", folder.path(), "--baseline", baseline}).says("gone"));
    std::string mended(half_paused);
    mended.replace(mended.find("\"5\""), 3, "\"3\"");
    folder.write("leaf1.json", mended);
    CHECK(rocelint({"check", folder.path(), "--baseline", baseline})
              .says("gone; --write-baseline brings it up to date"));
}

}
}
