// SPDX-License-Identifier: Apache-2.0
// Where own rules may be defined (in the policy, in files next to it, in a plan) and to which devices they apply.
#include "tests/cli/own_rules/own_rules.h"
#include "tests/cli/rocelint_run.h"
#include "tests/support/reason.h"
#include "workspace/fleet/fleet.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace rocelint {
namespace {

using namespace own_rules;

TEST_CASE("an invalid own rule in a policy is refused at its place")
{
    const auto with = [](std::string_view field, std::string_view value) {
        std::string rule(described);
        const std::size_t at = rule.find(std::string(field) + ": ") + field.size() + 2;
        return check_with(rule.replace(at, rule.find('\n', at) - at, value));
    };
    CHECK(with("code", "PFC900")
              .says("rocelint.yaml:4:5: codes that begin with PFC are those of rules that are shipped"));
    CHECK(with("code", "site1").says("'site1' is not a code such as SITE001"));
    CHECK(with("name", "PORT").says("'PORT' is not a name such as"));
    CHECK(with("name", "roce-port-without-pfc").says("another rule has the name roce-port-without-pfc"));
    CHECK(with("for", "prot").says("unknown subject 'prot'; did you mean 'port'?"));
    CHECK(check_with(described).code == 0);
    CHECK(check_with(std::string(described) + "    asert: x\n").says("did you mean 'assert'?"));
    CHECK(check_with("custom_rules:\n  - {code: SITE001, name: x, for: port, message: m}\n")
              .says("a custom rule must state its 'assert'"));
    for (const std::string_view empty : {"    examples: [{}]\n", "    examples:\n      - {}\n"}) {
        CAPTURE(empty);
        const Run run = check_with(std::string(described) + std::string(empty));
        CHECK(run.code == 2);
        CHECK(run.says("an example must state its 'config', or 'files' that do"));
    }
    CHECK(check_with(std::string(described)
        + "    examples:\n      - expect: clean\n        files:\n          - {device: leaf1, config: a}\n"
          "          - {device: leaf1, config: b}\n")
              .says("rocelint.yaml:14:13: another file of this example is of 'leaf1': each device has one"));
    CHECK(check_with(std::string(described) + std::string(described).substr(described.find('\n') + 1))
              .says("another rule has the code SITE001, at rocelint.yaml:4:11"));
}

TEST_CASE("own rules may be in a file next to the policy, which is not an input")
{
    const TemporaryFolder folder;
    folder.write("policy/rocelint.yaml", "version: 1\ncustom_rules: more/site.yaml\n");
    folder.write("policy/more/site.yaml", described);
    folder.write("policy/leaf1.json", two_ports);
    const Run run
        = rocelint({"check", "policy", "--select", "SITE", "--format", "json"}, {.folder = folder.path()});
    CHECK(run.code == 0);
    CHECK(run.says("has no description"));
    CHECK_FALSE(run.says("site.yaml"));
    folder.write("policy/more/site.yaml", rule_with(".name =="));
    CHECK(rocelint({"check", "policy"}, {.folder = folder.path()}).says("policy/more/site.yaml:"));
    folder.write("policy/rocelint.yaml", "version: 1\ncustom_rules: gone.yaml\n");
    const Run gone = rocelint({"check", "policy"}, {.folder = folder.path()});
    CHECK(gone.code == 2);
    CHECK(gone.says("policy/rocelint.yaml:2:"));
    CHECK(gone.says("gone.yaml"));
}

TEST_CASE("a file of own rules is never an input, whichever policy names it")
{
    const TemporaryFolder folder;
    const std::string rules(described);
    folder.write("rocelint.yaml", "version: 1\nextends: base.yaml\ncustom_rules: site.yaml\n");
    folder.write("base.yaml", "version: 1\nprofile: lossless\ncustom_rules: base-rules.yaml\n");
    folder.write("site.yaml", rules);
    folder.write(
        "base-rules.yaml", "- {code: SITE002, name: two, for: port, assert: \"true\", message: m}\n");
    folder.write("leaf1.json", two_ports);
    const Run run
        = rocelint({"check", ".", "--select", "SITE", "--format", "json"}, {.folder = folder.path()});
    CHECK(run.says("has no description"));
    CHECK_FALSE(run.says("site.yaml"));
    CHECK_FALSE(run.says("base-rules.yaml"));
}

TEST_CASE("the policy of a plan contains the own rules of all its files")
{
    const TemporaryFolder folder;
    folder.write("company.yaml", "version: 1\nextends: lossless\n" + std::string(described));
    folder.write("site.yaml", "- {code: SITE002, name: two, for: port, assert: \"true\", message: m}\n");
    workspace::FleetRules rules;
    rules.policy_path = folder.path("rocelint.yaml");
    for (const std::string_view text :
        {"extends: ./company.yaml\nrules: {SITE001: error}\nwaivers:\n  - {code: SITE001, reason: lab}\n",
            "extends: ./company.yaml\ncustom_rules: site.yaml\nrules: {SITE001: error, SITE002: off}\n",
            "custom_rules: company.yaml\nrules: {SITE001: error}\n"}) {
        CAPTURE(text);
        rules.policy_text = text;
        const auto read = workspace::read_rules(rules);
        REQUIRE_MESSAGE(read.has_value(), testing::reason(read));
        CHECK(rules.policy.setting_of("SITE001")->severity == Severity::error);
        // As push reads it, next to other files.
        rules.policy_path = "/nowhere/plan.json";
        const std::string once = rules.policy_text;
        REQUIRE(workspace::read_rules(rules).has_value());
        CHECK(rules.policy_text == once);
        REQUIRE(!rules.policy.custom_rules.empty());
        CHECK(rules.policy.custom_rules[0]->assertion.text == ".description != \"\"");
        rules.policy_path = folder.path("rocelint.yaml");
    }
}

TEST_CASE("an own rule that an override turns off on a device is not evaluated there")
{
    const TemporaryFolder folder;
    const auto check = [&](std::string_view assertion, std::string_view rest) {
        folder.write("rocelint.yaml",
            "version: 1\nprofile: lossless\n" + rule_with(assertion)
                + "overrides:\n  - {devices: leaf1, rules: {SITE001: " + std::string(rest) + "}}\n");
        folder.write("leaf1.json", two_ports);
        std::string other(two_ports);
        folder.write("leaf2.json", other.replace(other.find("leaf1"), 5, "leaf2"));
        return rocelint({"check", ".", "--select", "SITE"}, {.folder = folder.path()});
    };
    const Run unread = check(".link_up", "off");
    CHECK(unread.says("SITE001 on leaf2: "));
    const Run failing = check(".device.name == \"leaf2\" or error(\"own words\")", "off");
    CHECK(failing.code == 0);
    CHECK_FALSE(failing.says("own words"));
    const Run looping = check("def f: f; .device.name == \"leaf2\" or f", "off");
    CHECK(looping.code == 0);
    const Run quiet = check("false", "off");
    CHECK(quiet.says("leaf2.json:"));
    CHECK_FALSE(quiet.says("leaf1.json:"));
    const Run loud = check("false", "error");
    CHECK(loud.code == 1);
    CHECK(loud.says("leaf1.json:4:3  error SITE001"));
    CHECK(loud.says("leaf2.json:4:3  warning SITE001"));
}

}
}
