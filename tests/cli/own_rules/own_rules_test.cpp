// SPDX-License-Identifier: Apache-2.0
// What own rules report about their subjects, what is unread, and how they are tested, explained and listed.
#include "tests/cli/own_rules/own_rules.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace rocelint {
namespace {

using namespace own_rules;

TEST_CASE(
    "an own rule flags the subjects for which its assertion is false, at the line of the value that it names")
{
    const Run run = check_with(described);
    CHECK(run.code == 0);
    CHECK(run.says("leaf1.json:4:58  warning SITE001  Port Ethernet0 of leaf1 has no description\n"));
    CHECK_FALSE(run.says("Ethernet4 of"));
}

TEST_CASE("severities, waivers, --ignore, --fail-on and the baseline apply to own rules too")
{
    const std::string rule(described);
    const Run loud = check_with(rule + "rules: {SITE001: error}\n");
    CHECK(loud.code == 1);
    CHECK(loud.says("error SITE001"));
    CHECK_FALSE(check_with(rule + "rules: {port-without-description: off}\n").says("SITE001"));
    CHECK(check_with(rule, {"--select", "SITE001", "--fail-on", "warning"}).code == 1);
    CHECK_FALSE(check_with(rule, {"--ignore", "SITE"}).says("SITE001"));
    const Run waived = check_with("waivers:\n  - {code: SITE001, port: Ethernet0, reason: lab}\n" + rule);
    CHECK_FALSE(waived.says("warning SITE001"));
    CHECK(check_with("waivers:\n  - {code: SITE002, reason: lab}\n" + rule).says("did you mean 'SITE001'?"));
    CHECK(check_with(rule, {"--select", "SITE002"})
              .says("no rule has the code or prefix 'SITE002'; did you mean 'SITE001'?"));

    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n" + rule);
    folder.write("leaf1.json", two_ports);
    CHECK(rocelint({"check", folder.path("leaf1.json"), "--write-baseline", folder.path("known")})
              .says("SITE001"));
    // Another rule before it does not change which findings are known.
    folder.write("rocelint.yaml",
        "version: 1\nprofile: lossless\ncustom_rules:\n  - {code: SITE000, name: first, for: port, assert: \"true\", "
        "message: m}\n"
            + rule.substr(rule.find('\n') + 1));
    CHECK_FALSE(
        rocelint({"check", folder.path("leaf1.json"), "--baseline", folder.path("known")}).says("SITE001"));
}

TEST_CASE("an unread value makes an own rule not checked, however it is accessed")
{
    for (const std::string_view assertion : {".link_up",
             ".link_up | not",
             ".link_up == null",
             ".link_up != true",
             "(.link_up // true) == true",
             ".link_up? == true",
             "[.link_up?] == [true]",
             "has(\"link_up\") | not",
             "(. + {link_up: null}) == .",
             "[., .] | sort | length != 2",
             ".[\"link\" + \"_up\"] == null",
             "getpath([\"link_up\"]) == null",
             "try .link_up catch true",
             "(.link_up as $up | $up) == null",
             "(. as {link_up: $up} | $up) == null",
             "to_entries | all(.value != 17)",
             "[.[]] | length > 0",
             "map_values(1) != {}",
             "tojson | contains(\"Ethernet\")",
             "tostring != \"\"",
             "\"\\(.)\" != \"\"",
             ". == (. + {name: .name})",
             "[.] | contains([{link_up: null}])",
             "([., .] | unique | length) == 1",
             "(. + {added: 1}).link_up == null",
             "([.link_up] + []) == [null]",
             "del(.name).link_up == null",
             "[paths(. == null)] != []",
             ".link_up + 1 == 1",
             "if .link_up then true else true end",
             "[.. | nulls] != []"}) {
        CAPTURE(assertion);
        const Run run = check_with(rule_with(assertion));
        CHECK(run.code == 0);
        CHECK(run.says("SITE001 on leaf1"));
        CHECK_FALSE(run.says("warning SITE001"));
    }
    CHECK(check_with(rule_with(".link_up")).says("SITE001 on leaf1: whether the link is up is unknown"));
}

TEST_CASE("an own rule without a subject is not checked, and says why")
{
    const auto rule = [](std::string_view subject, std::string_view where) {
        return fmt::format(
            "custom_rules:\n  - {{code: SITE001, name: one, for: {}, where: '{}', assert: \"true\", message: m}}\n",
            subject,
            where);
    };
    const Run misspelt = check_with(rule("port", ".name == \"Ehternet0\""));
    CHECK(misspelt.code == 0);
    CHECK(misspelt.says("not checked:\n  SITE001: its 'where' holds for no port\n"));
    CHECK(check_with(rule("port", "false"), {"--select", "SITE001", "--fail-on-unchecked"}).code == 0);
    CHECK(
        check_with(rule("port", "false"), {"--select", "SITE001", "--fail-on-unchecked=SITE001"}).code == 1);
    CHECK(check_with(rule("job", "true")).says("SITE001: there is no job to ask it of\n"));
    CHECK_FALSE(check_with(rule("port", ".name == \"Ethernet0\"")).says("SITE001"));
    // Then the unread value is the reason.
    const Run unread = check_with(rule("port", ".link_up"));
    CHECK(unread.says("whether the link is up is unknown"));
    CHECK_FALSE(unread.says("holds for no port"));
}

TEST_CASE("an unread value that an own rule does not ask for has no effect")
{
    for (const std::string_view assertion : {"true",
             "keys | length > 10",
             "length > 10",
             "(. + {added: 1}).added == 1",
             "if known(\"link_up\") then .link_up else true end",
             ".origins.link_up.state == \"unread\"",
             "state(\"speed\") == \"explicit\"",
             ".name == \"x\" or .admin_up or .link_up",
             ".peer == null"}) {
        CAPTURE(assertion);
        const Run run = check_with(rule_with(assertion));
        CHECK(run.code == 0);
        CHECK_FALSE(run.says("SITE001"));
    }
}

TEST_CASE("a message says \"unknown\" for an unread value")
{
    const Run run
        = check_with("custom_rules:\n  - {code: SITE001, name: tried, for: port, assert: \"false\", message: "
                     "'\"\\(.name)\" has link \\(.link_up) and \\(.speed / 1000000000)G'}\n");
    CHECK(run.says("\"Ethernet0\" has link unknown and 100G"));
}

TEST_CASE("own rules are evaluated for ports, devices, links, hosts, jobs and the fabric")
{
    const TemporaryFolder folder;
    std::string policy = "version: 1\nprofile: lossless\ncustom_rules:\n";
    int number = 0;
    for (const auto& [subject, message] :
        {std::pair{"device", "device \\(.name)"},
            std::pair{"port", "port \\(.device.name) \\(.name)"},
            std::pair{"link", "link \\(.a.device.name) \\(.b.peer.device.name) \\(.b.device.name)"},
            std::pair{"fabric",
                "fabric of \\(.devices | length) with \\(.links | length) and \\([.devices[].ports[].name] | join(\",\"))"}})
        policy += fmt::format(
            "  - {{code: SITE00{0}, name: r{0}, for: {1}, assert: \"false\", message: '{2}'}}\n",
            ++number,
            subject,
            message);
    folder.write("rocelint.yaml", policy);
    folder.write("topology.yaml", "links:\n  - {a: \"leaf1:Ethernet0\", b: \"leaf2:Ethernet0\"}\n");
    folder.write("leaf1.json", two_ports);
    std::string other(two_ports);
    folder.write("leaf2.json", other.replace(other.find("leaf1"), 5, "leaf2"));
    const Run run = rocelint({"check", "-v", ".", "--select", "SITE"}, {.folder = folder.path()});
    CHECK(run.says("device leaf2"));
    CHECK(run.says("port leaf1 Ethernet4"));
    CHECK(run.says("link leaf1 leaf1 leaf2"));
    CHECK(run.says("fabric of 2 with 1 and Ethernet0,Ethernet4,Ethernet0,Ethernet4"));
    const Run alone
        = rocelint({"check", "-v", ".", "--select", "SITE", "--jobs", "1"}, {.folder = folder.path()});
    CHECK(alone.out == run.out);
}

TEST_CASE("rules test says which example fails, and why")
{
    const TemporaryFolder folder;
    const std::string config
        = "        {\"DEVICE_METADATA\": {\"localhost\": {\"hostname\": \"leaf1\"}},\n"
          "         \"PORT\": {\"Ethernet0\": {\"speed\": \"100000\", \"mtu\": \"9100\"}}}\n";
    const auto example = [&](std::string_view title, std::string_view expect) {
        return fmt::format(
                   "      - title: {}\n        platform: sonic\n        expect: {}\n        config: |\n  {}",
                   title,
                   expect,
                   config.substr(0, config.find('\n') + 1))
            + "  " + config.substr(config.find('\n') + 1);
    };
    folder.write("rocelint.yaml",
        "version: 1\n" + std::string(described) + "    examples:\n"
            + example("A port without one", "flagged"));
    const Run good = rocelint({"rules", "test"}, {.folder = folder.path()});
    CHECK(good.out == "1 example, 0 failed\n");
    CHECK(good.code == 0);
    std::string misspelt = folder.read("rocelint.yaml");
    misspelt.replace(misspelt.find("platform: sonic"), 15, "platform: sonik");
    folder.write("rocelint.yaml", misspelt);
    CHECK(rocelint({"rules", "test"}, {.folder = folder.path()}).says("did you mean 'sonic'?"));
    folder.write("rocelint.yaml",
        "version: 1\n" + std::string(described) + "    examples:\n" + example("A port without one", "clean")
            + example("Another", "not-checked"));
    const Run bad = rocelint({"rules", "test", folder.path("rocelint.yaml")});
    CHECK(bad.code == 1);
    CHECK(bad.says(
        ":10:16: SITE001: \"A port without one\" is expected to be clean but is flagged: Port Ethernet0 "
        "of leaf1 has no description"));
    CHECK(bad.says("\"Another\" is expected to be not-checked but is flagged"));
    CHECK(bad.says("2 examples, 2 failed"));
    CHECK(rocelint({"rules", "test", folder.path("gone.yaml")}).code == 2);
    // `rules test` runs a rule's examples even if the policy turns the rule off.
    for (const std::string_view off :
        {"rules: {SITE001: off}\n", "overrides:\n  - {devices: \"*\", rules: {SITE001: off}}\n"}) {
        folder.write("rocelint.yaml",
            "version: 1\n" + std::string(described) + "    examples:\n"
                + example("A port without one", "flagged") + example("The same", "clean") + std::string(off));
        CHECK(rocelint({"rules", "test"}, {.folder = folder.path()}).says("2 examples, 1 failed"));
    }
}

TEST_CASE("an own rule is explained and listed")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\n" + std::string(described));
    const Run page = rocelint({"explain", "port-without-description"}, {.folder = folder.path()});
    CHECK(page.code == 0);
    CHECK(page.says("stated at rocelint.yaml:3:11"));
    CHECK(page.says("  .description != \"\"\n"));
    const std::string config
        = "          {\"DEVICE_METADATA\": {\"localhost\": {\"hostname\": \"leaf1\"}},\n"
          "           \"BANNER_MESSAGE\": {\"global\": {\"motd\": \"\n          ```\n          ````\n          \"}}}\n";
    folder.write("rocelint.yaml",
        "version: 1\n" + std::string(described)
            + "    examples:\n      - title: with a fence\n        platform: sonic\n        expect: clean\n"
              "        config: |\n"
            + config);
    const Run markdown = rocelint(
        {"explain", "port-without-description", "--format", "markdown"}, {.folder = folder.path()});
    CHECK(markdown.says("\n`````text\n{\"DEVICE_METADATA\""));
    CHECK(markdown.says("\n````\n\"}}}\n`````\n"));
    CHECK(markdown.says("\n```jq\n.description != \"\"\n```\n"));
    CHECK(rocelint({"rules"}, {.folder = folder.path()}).says("SITE001  warning  Port"));
    CHECK(rocelint({"rules", "--format", "json", "--policy", folder.path("rocelint.yaml")})
              .says("\"SITE001\""));
    CHECK(rocelint({"explain", "SITE002"}, {.folder = folder.path()}).says("did you mean 'SITE001'?"));
}

}
}
