// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/rocelint_run.h"
#include "workspace/fleet.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace rocelint {
namespace {

// One port has a description and jumbo frames, one has neither; nothing tells their state or the cables in them.
constexpr std::string_view two_ports = R"({
 "DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}},
 "PORT": {
  "Ethernet0": {"speed": "100000", "admin_status": "up", "mtu": "1500"},
  "Ethernet4": {"speed": "100000", "admin_status": "up", "mtu": "9100", "description": "to host1"}},
 "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}, "Ethernet4": {"pfc_enable": "3"}}
}
)";

constexpr std::string_view described = "custom_rules:\n"
                                       "  - code: SITE001\n"
                                       "    name: port-without-description\n"
                                       "    for: port\n"
                                       "    assert: .description != \"\"\n"
                                       "    message: Port \\(.name) of \\(.device.name) has no description\n"
                                       "    at: .max_frame\n";

std::string rule_with(std::string_view assertion, std::string_view subject = "port")
{
    return fmt::format(
        "custom_rules:\n  - code: SITE001\n    name: tried\n    for: {}\n    assert: |\n      {}\n"
        "    message: said of \\(.name)\n",
        subject,
        assertion);
}

// With the shipped rules left out, unless `arguments` ask for them.
Run check_with(std::string_view policy, std::vector<std::string> arguments = {"--select", "SITE"})
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n" + std::string(policy));
    folder.write("leaf1.json", two_ports);
    arguments.insert(arguments.begin(), {"check", "."});
    return rocelint(arguments, {.folder = folder.path()});
}

TEST_CASE("an own rule flags what its assertion is false for, at the line of the value that it names")
{
    const Run run = check_with(described);
    CHECK(run.code == 0);
    CHECK(run.says("leaf1.json:4:58: warning[SITE001]: Port Ethernet0 of leaf1 has no description\n"));
    CHECK_FALSE(run.says("Ethernet4 of"));
}

TEST_CASE("severities, waivers, --ignore, --fail-on and the baseline hold for own rules as for others")
{
    const std::string rule(described);
    const Run loud = check_with(rule + "rules: {SITE001: error}\n");
    CHECK(loud.code == 1);
    CHECK(loud.says("error[SITE001]"));
    CHECK_FALSE(check_with(rule + "rules: {port-without-description: off}\n").says("SITE001"));
    CHECK(check_with(rule, {"--select", "SITE001", "--fail-on", "warning"}).code == 1);
    CHECK_FALSE(check_with(rule, {"--ignore", "SITE"}).says("SITE001"));
    const Run waived = check_with("waivers:\n  - {code: SITE001, port: Ethernet0, reason: lab}\n" + rule);
    CHECK_FALSE(waived.says("warning[SITE001]"));
    CHECK(check_with("waivers:\n  - {code: SITE002, reason: lab}\n" + rule).says("did you mean 'SITE001'?"));
    CHECK(check_with(rule, {"--select", "SITE002"})
              .says("no rule has the code or prefix 'SITE002'; did you mean 'SITE001'?"));

    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n" + rule);
    folder.write("leaf1.json", two_ports);
    CHECK(rocelint({"check", folder.path("leaf1.json"), "--write-baseline", folder.path("known")})
              .says("SITE001"));
    // Another rule before it changes nothing about what is known.
    folder.write("rocelint.yaml",
        "version: 1\nprofile: lossless\ncustom_rules:\n  - {code: SITE000, name: first, for: port, assert: \"true\", "
        "message: m}\n"
            + rule.substr(rule.find('\n') + 1));
    CHECK_FALSE(
        rocelint({"check", folder.path("leaf1.json"), "--baseline", folder.path("known")}).says("SITE001"));
}

TEST_CASE("what is unread makes an own rule not checked, however it is asked for")
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
        CHECK(run.says("SITE001 on 2 ports"));
        CHECK_FALSE(run.says("warning[SITE001]"));
    }
    CHECK(check_with(rule_with(".link_up"))
              .says("SITE001 on 2 ports of 1 device: whether the link is up is unknown"));
}

TEST_CASE("what is unread and not asked for stands in nobody's way")
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

TEST_CASE("a message says of what is unread that it is unknown")
{
    const Run run
        = check_with("custom_rules:\n  - {code: SITE001, name: tried, for: port, assert: \"false\", message: "
                     "'\"\\(.name)\" has link \\(.link_up) and \\(.speed / 1000000000)G'}\n");
    CHECK(run.says("\"Ethernet0\" has link unknown and 100G"));
}

TEST_CASE("an expression that does not compile ends the run at its place, in jq's words")
{
    struct Case {
        std::string_view assertion;
        std::string_view says;
    };
    for (const auto& [assertion, says] : {Case{".name ==", "syntax error, unexpected $end"},
             Case{".name | upcase", "upcase/0 is not defined"},
             Case{"(.name", "syntax error"},
             Case{".a); (.b", "syntax error"},
             Case{"def f: 1;", "syntax error"},
             Case{"\"\\(.name\" == \"\"", "error"}}) {
        CAPTURE(assertion);
        const Run run = check_with(rule_with(assertion));
        CHECK(run.code == 2);
        CHECK(run.out.empty());
        CHECK(run.says("rocelint.yaml:7:"));
        CHECK(run.says("'assert' of SITE001: "));
        CHECK(run.says(says));
        CHECK_FALSE(run.says("origins"));
    }
}

TEST_CASE("an expression that fails, or is neither true nor false, ends in 2 beside the rest of the report")
{
    struct Case {
        std::string_view assertion;
        std::string_view says;
    };
    for (const auto& [assertion, says] :
        {Case{".name", "it gives \"Ethernet0\", which is neither true nor false"},
            Case{".nonsense", "it gives null, which is neither true nor false"},
            Case{"empty", "it gives 0 values, not one that is true or false"},
            Case{"true, true", "it gives 2 values"},
            Case{"error(\"own words\")", "own words"},
            Case{".name + 1", "string (\"Ethernet0\") and number (1) cannot be added"},
            Case{"state(\"nonsense\") == \"\"", "unknown setting nonsense"}}) {
        CAPTURE(assertion);
        const Run run = check_with(rule_with(assertion), {"--ignore", "LB"});
        CHECK(run.code == 2);
        CHECK(run.says("rocelint.yaml:7:"));
        CHECK(run.says(says));
        CHECK(run.says("at leaf1 Ethernet0"));
        CHECK(run.out.find("[QOS") != std::string::npos);
    }
}

TEST_CASE("own rules reach no file, no environment, no clock and no terminal")
{
    for (const std::string_view assertion : {"env.HOME == null",
             "$ENV.HOME == null",
             "$ ENV == {}",
             "{(env | tojson): 1} == {}",
             "\"\\(env)\" == \"\"",
             "input == null",
             "[inputs] == []",
             "input_filename == null",
             "include \"a\"; true",
             "import \"a\" as a; true",
             "(\"a\" | modulemeta) == null",
             "now > 0",
             "debug | true",
             "stderr | true",
             "halt",
             "\"x\" | halt_error",
             "get_search_list == []"}) {
        CAPTURE(assertion);
        const Run run = check_with(rule_with(assertion));
        CHECK(run.code == 2);
        CHECK(run.says("may not be used"));
    }
    // Words that only look like those.
    CHECK(check_with(rule_with("{env: 1}.env == 1 and (\"input now\" != \"\") # debug")).code == 0);

    const TemporaryFolder home;
    home.write(".jq", "def from_home: true;\n");
    home.write("rocelint.yaml", "version: 1\n" + rule_with("from_home"));
    home.write("leaf1.json", two_ports);
    const Run run = rocelint({"check", "."}, {.environment = {"HOME=" + home.path()}, .folder = home.path()});
    CHECK(run.code == 2);
    CHECK(run.says("from_home/0 is not defined"));
}

TEST_CASE("an expression that loops is stopped, and all else is checked")
{
    const Run run = check_with(rule_with("def f: f; f")
            + std::string(described).substr(described.find('\n') + 1).replace(10, 7, "SITE002"),
        {"--ignore", "LB"});
    CHECK(run.code == 2);
    CHECK(run.says("SITE001 took more than 5 s of CPU time for one port and was stopped"));
    CHECK(run.says("warning[SITE002]: Port Ethernet0 of leaf1 has no description"));
    CHECK(run.out.find("[QOS") != std::string::npos);
}

TEST_CASE("what a policy may not state of own rules is refused at its place")
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
    CHECK(check_with(std::string(described) + std::string(described).substr(described.find('\n') + 1))
              .says("another rule has the code SITE001, at rocelint.yaml:4:11"));
}

TEST_CASE("own rules may stand in a file beside the policy, which is no input")
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

TEST_CASE("no file of own rules is an input, whichever policy names it")
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

TEST_CASE("the policy of a plan holds the own rules of all files that it was made of")
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
        REQUIRE_MESSAGE(read.has_value(), (read ? "" : read.error().message));
        CHECK(rules.policy.setting_of("SITE001")->severity == Severity::error);
        // As push reads it, beside other files.
        rules.policy_path = "/nowhere/plan.json";
        const std::string once = rules.policy_text;
        REQUIRE(workspace::read_rules(rules).has_value());
        CHECK(rules.policy_text == once);
        REQUIRE(!rules.policy.custom_rules.empty());
        CHECK(rules.policy.custom_rules[0]->assertion.text == ".description != \"\"");
        rules.policy_path = folder.path("rocelint.yaml");
    }
}

TEST_CASE("own rules are asked of ports, devices, links, hosts, jobs and the fabric")
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
    const Run run = rocelint({"check", ".", "--select", "SITE"}, {.folder = folder.path()});
    CHECK(run.says("device leaf2"));
    CHECK(run.says("port leaf1 Ethernet4"));
    CHECK(run.says("link leaf1 leaf1 leaf2"));
    CHECK(run.says("fabric of 2 with 1 and Ethernet0,Ethernet4,Ethernet0,Ethernet4"));
    const Run alone = rocelint({"check", ".", "--select", "SITE", "--jobs", "1"}, {.folder = folder.path()});
    CHECK(alone.out == run.out);
}

TEST_CASE("rules test says which example does not do what it says, and why")
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
    folder.write("rocelint.yaml",
        "version: 1\n" + std::string(described) + "    examples:\n" + example("A port without one", "clean")
            + example("Another", "not-checked"));
    const Run bad = rocelint({"rules", "test", folder.path("rocelint.yaml")});
    CHECK(bad.code == 1);
    CHECK(bad.says(
        ":10:16: SITE001: \"A port without one\" is expected to be clean and is flagged: Port Ethernet0 of leaf1 has no description"));
    CHECK(bad.says("\"Another\" is expected to be not-checked and is flagged"));
    CHECK(bad.says("2 examples, 2 failed"));
    CHECK(rocelint({"rules", "test", folder.path("gone.yaml")}).code == 2);
}

TEST_CASE("an own rule that an override turns off on a device is not asked there at all")
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
    CHECK(unread.says("SITE001 on 2 ports of 1 device"));
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
    CHECK(loud.says("leaf1.json:4:3: error[SITE001]"));
    CHECK(loud.says("leaf2.json:4:3: warning[SITE001]"));
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
