// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/fabric_run.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint {
namespace {

constexpr std::string_view with_profile = "version: 1\nprofile: lossless\n";

// A SONiC switch with two ports, one of them without PFC.
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
    return rocelint({"check", folder.path(), "--select", "PFC001,PFC002,SYN"});
}

TEST_CASE("a waiver may name a file and the key of a place in JSON")
{
    CHECK(check_with("").says("error PFC001"));
    CHECK_FALSE(check_with("waivers:\n  - {code: PFC001, file: \"*/leaf1.json\", key: "
                           "PORT_QOS_MAP.Ethernet0.pfc_enable, reason: lab}\n")
                    .says("error PFC001"));
    CHECK(check_with("waivers:\n  - {code: PFC001, key: PORT_QOS_MAP.Ethernet4.*, reason: lab}\n")
              .says("error PFC001"));
    CHECK(check_with("waivers:\n  - {code: PFC001, file: \"*/leaf2.json\", reason: lab}\n")
              .says("error PFC001"));
}

TEST_CASE("a waiver that matches nothing or names no rule is reported")
{
    CHECK(check_with("waivers:\n  - {code: PFC001, device: nobody, reason: lab}\n")
              .says("info SYN003  the waiver of PFC001 covers nothing that was found"));
    const Run unknown = check_with("waivers:\n  - {code: PFC01, reason: lab}\n");
    CHECK(unknown.code == 2);
    CHECK(unknown.says("unknown rule 'PFC01'"));
}

TEST_CASE("a folded finding counts as a use only for waivers of its own device")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path());
    folder.write("rocelint.yaml",
        std::string(with_profile)
            + "waivers:\n  - {code: MTU004, device: spine2, reason: lab}\n  - {code: MTU004, device: leaf9, reason: lab}\n");
    const Run run = rocelint({"check", folder.path(), "--select", "MTU,SYN"});
    CHECK(run.says("MTU004"));
    CHECK_FALSE(run.says("rocelint.yaml:4:6  info SYN003"));
    CHECK(run.says("rocelint.yaml:5:6  info SYN003  the waiver of MTU004 covers nothing"));
}

TEST_CASE("a waiver comment that matches nothing or names no rule is reported")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", with_profile);
    folder.write("leaf1.cfg",
        "! device: leaf1 (DCS-7060X4-32S, EOS-4.28.3M)\nhostname leaf1\n"
        "! rocelint: ignore=PFC999 reason=\"lab\"\ninterface Ethernet1/1\n"
        "   priority-flow-control on ! rocelint: ignore=MTU001 reason=\"lab\"\n"
        "   priority-flow-control priority 3 no-drop\n");
    const Run run = rocelint({"check", folder.path()});
    CHECK(run.says("warning SYN001  this waiver names a rule that does not exist: PFC999"));
    CHECK(run.says("info SYN003  this waiver of MTU001 covers nothing that was found"));
}

TEST_CASE("a waiver comment with an unknown word waives nothing, and says so")
{
    const auto check_lines = [](const std::string& lines) {
        const TemporaryFolder folder;
        folder.write("rocelint.yaml", with_profile);
        folder.write("leaf1.cfg", broken_switch("leaf1"));
        replace(folder, "leaf1.cfg", "   priority-flow-control on\n", lines);
        return rocelint({"check", folder.path(), "--select", "PFC001,SYN"});
    };
    const auto check_comment = [&](const std::string& comment) {
        return check_lines("   ! " + comment + "\n   priority-flow-control on\n");
    };
    const Run plain = check_comment("rocelint: ignore=PFC001 reason=\"lab\"");
    CHECK(plain.says("1 waived"));
    CHECK(plain.code == 0);
    CHECK(
        check_comment("rocelint:ignore=PFC001 owner=netops expires=2999-01-31 reason=lab").says("1 waived"));
    CHECK(check_comment("rocelint: ignore=PFC001 reason=\"keep until=2020-01-01 then\"").says("1 waived"));
    const std::pair<std::string, std::string> wrong[] = {
        {"rocelint: ignore=PFC001 reason=lab utnil=2020-01-31",
            "it has no use for utnil=; did you mean until=?"},
        {"rocelint: ignore=PFC001 reason=lab colour=red",
            "it has no use for colour=; it takes reason=, owner= and until="},
        {"rocelint: ignroe=PFC001 reason=lab", "a waiver comment needs a code and a reason"},
        {"rocelint: ignore = PFC001 reason=lab", "a waiver comment needs a code and a reason"},
        {"rocelint: ignore=PFC001 reason=lab expires=2020-01-31", "expired on 2020-01-31"},
    };
    for (const auto& [comment, message] : wrong) {
        CAPTURE(comment);
        const Run run = check_comment(comment);
        INFO(run.out);
        CHECK(run.code == 1);
        CHECK(run.says(message));
    }
    // Also after a configuration line.
    CHECK(check_lines("   priority-flow-control on ! rocelint: ignroe=PFC001\n")
              .says("a waiver comment needs a code and a reason"));
    // A sentence that merely mentions the program is not a waiver.
    CHECK_FALSE(check_comment("checked with rocelint: all good").says("SYN001"));
}

TEST_CASE("where a site made a rule milder, the error of the same cause is reported under its own code")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path("site"));
    folder.write("site/rocelint.yaml", folder.read("site/rocelint.yaml") + "rules: {QOS001: warning}\n");
    const Run run = rocelint({"check", folder.path("site")});
    CHECK_FALSE(run.says("error QOS001"));
    CHECK(run.says("error PFC007"));
    CHECK(run.says("also QOS001"));
    CHECK_FALSE(run.says("which makes this"));
    CHECK(rocelint({"check", folder.path("site"), "--select", "QOS001"}).says("warning QOS001"));
}

TEST_CASE("baseline entries without a finding are reported")
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
              .says("gone; `rocelint baseline update --baseline "));
}

constexpr std::string_view no_pfc_leaf2 = R"({
 "DEVICE_METADATA": {"localhost": {"hostname": "leaf2"}},
 "PORT": {"Ethernet0": {"speed": "100000", "admin_status": "up"}},
 "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}}
}
)";

TEST_CASE("a waiver is unused only if what it is about was read")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml",
        std::string(with_profile)
            + "waivers:\n  - {code: PFC001, device: leaf2, reason: lab}\n  - {code: PFC001, device: leaf1, reason: lab}\n"
              "  - {code: PFC004, device: leaf2, reason: lab}\n  - {code: PFC001, port: Ethernet9, reason: lab}\n");
    folder.write("leaf1.json", half_paused);
    folder.write("leaf2.json", no_pfc_leaf2);
    const Run whole = rocelint({"check", "-v", folder.path(), "--select", "PFC001,PFC004,SYN"});
    CHECK(whole.says("rocelint.yaml:4:6: info[SYN003]: the waiver of PFC001"));
    CHECK_FALSE(whole.says("rocelint.yaml:5:6:"));
    CHECK(whole.says("rocelint.yaml:6:6: info[SYN003]: the waiver of PFC004"));
    CHECK(whole.says("rocelint.yaml:7:6: info[SYN003]: the waiver of PFC001"));
    // leaf1 alone: neither leaf2's unused waivers are reported, nor those that may apply anywhere.
    const Run part = rocelint({"check", folder.path("leaf1.json"), "--select", "PFC001,PFC004,SYN"});
    CHECK_FALSE(part.says("SYN003"));
    // leaf2 alone: its own unused waiver is reported, but not that of a rule that looks at both ends of links.
    const Run other = rocelint({"check", folder.path("leaf2.json"), "--select", "PFC001,PFC004,SYN"});
    CHECK(other.says("rocelint.yaml:4:6  info SYN003"));
    CHECK_FALSE(other.says("rocelint.yaml:6:6"));
    CHECK_FALSE(other.says("rocelint.yaml:7:6"));
}

TEST_CASE(
    "unused waivers that fabrics of a site share are reported at their own line, only if they name a device of this fabric")
{
    const TemporaryFolder folder;
    folder.write("company.yaml",
        std::string(with_profile)
            + "waivers:\n  - {code: PFC001, device: \"lab-*\", reason: lab}\n  - {code: PFC005, device: leaf2, reason: lab}\n"
              "  - {code: PFC001, device: leaf1, reason: lab, owner: netops, expires: 2020-01-01}\n");
    folder.write("fabric/rocelint.yaml", "version: 1\nextends: ../company.yaml\n");
    folder.write("fabric/leaf1.json", half_paused);
    folder.write("fabric/leaf2.json", no_pfc_leaf2);
    const Run run = rocelint({"check", "fabric", "--select", "PFC001,PFC005,SYN"}, {.folder = folder.path()});
    CHECK(run.says("company.yaml:5:6  info SYN003  the waiver of PFC005 covers nothing"));
    CHECK_FALSE(run.says("company.yaml:4:6"));
    CHECK(run.says(
        "company.yaml:6:6  warning SYN002  the waiver of PFC001 expired on 2020-01-01 and no longer applies; "
        "it is owned by netops"));
    CHECK(run.says("error PFC001"));
}

TEST_CASE("waivers of a rule that is switched off are not unused, and SYN002 and SYN003 are ordinary rules")
{
    const std::string unused = "waivers:\n  - {code: PFC001, device: nobody, reason: lab}\n";
    CHECK_FALSE(check_with("rules: {PFC001: off}\n" + unused).says("SYN003"));
    CHECK_FALSE(check_with("rules: {SYN003: off}\n" + unused).says("SYN003"));
    CHECK(check_with("rules: {SYN003: error}\n" + unused).says("error SYN003"));
}

TEST_CASE("a waiver shared by several fabrics is unused only in the fabric with the device that it names")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml",
        std::string(with_profile)
            + "waivers:\n  - {code: PFC001, device: leaf2, port: Ethernet0, reason: lab}\n"
              "  - {code: PFC001, device: leaf2, port: Ethernet9, reason: lab}\n");
    folder.write("a/leaf1.json", half_paused);
    folder.write("a/topology.yaml", "devices: {leaf1: {role: leaf}}\n");
    std::string other(half_paused);
    folder.write("b/leaf2.json", other.replace(other.find("leaf1"), 5, "leaf2"));
    folder.write("b/topology.yaml", "devices: {leaf2: {role: leaf}}\n");
    const Run run
        = rocelint({"check", ".", "--select", "PFC001,SYN", "--format", "json"}, {.folder = folder.path()});
    std::size_t told = 0;
    for (std::size_t at = 0; (at = run.out.find("covers nothing that was found", at)) != std::string::npos;
         ++at)
        ++told;
    CHECK(told == 1);
    CHECK(run.says("\"line\": 5"));
}

TEST_CASE("an override changes a rule only on some devices")
{
    const TemporaryFolder folder;
    folder.write("leaf1.json", half_paused);
    std::string other(half_paused);
    other.replace(other.find("leaf1"), 5, "lab-1");
    folder.write("lab-1.json", other);
    folder.write("rocelint.yaml",
        std::string(with_profile)
            + "overrides:\n  - {devices: [\"lab-*\"], rules: {PFC001: info, PFC002: off}}\n");
    const Run run = rocelint({"check", folder.path(), "--select", "PFC001,PFC002"});
    CHECK(run.says("/leaf1.json:5:33  error PFC001"));
    CHECK(run.says("/lab-1.json:5:33  info PFC001"));
    CHECK_FALSE(run.says("/lab-1.json:5:33: error"));
    // On leaf1 it is reported too, under the finding with the same cause.
    const Run verbose = rocelint({"check", folder.path(), "--select", "PFC001,PFC002", "--verbose"});
    CHECK(verbose.says("leaf1.json:5:33: also PFC002"));
    CHECK_FALSE(verbose.says("lab-1.json:5:33: also PFC002"));
    folder.write("rocelint.yaml",
        std::string(with_profile)
            + "rules: {PFC001: off}\noverrides:\n  - {devices: lab-1, rules: {PFC001: warning}}\n");
    const Run only = rocelint({"check", folder.path(), "--select", "PFC001"});
    CHECK_FALSE(only.says("/leaf1.json:5:33"));
    CHECK(only.says("/lab-1.json:5:33  warning PFC001"));
    CHECK(only.code == 0);
}

TEST_CASE("files that a policy extends belong to no device, and an error in them ends the run at its line")
{
    const TemporaryFolder folder;
    folder.write("leaf1.json", half_paused);
    folder.write("rocelint.yaml", "extends: [lossless, company.yaml]\n");
    folder.write("company.yaml", "rules: {PFC001: off}\n");
    const Run good
        = rocelint({"check", ".", "--format", "json", "--select", "PFC001"}, {.folder = folder.path()});
    CHECK(good.code == 0);
    CHECK_FALSE(good.says("company.yaml"));
    folder.write("company.yaml", "rules: {PFC001: of}\n");
    const Run bad = rocelint({"check", "."}, {.folder = folder.path()});
    CHECK(bad.code == 2);
    CHECK(bad.err == "company.yaml:1:9: unknown severity 'of'; did you mean 'off'?\n");
}

}
}
