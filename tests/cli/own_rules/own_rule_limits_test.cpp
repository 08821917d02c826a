// SPDX-License-Identifier: Apache-2.0
// The limits of own rules' expressions: one that exceeds them ends with a message at its place, and everything else is checked.
#include "tests/cli/own_rules/own_rules.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace rocelint {
namespace {

using namespace own_rules;

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
             Case{"true) | (true", "it closes a parenthesis that it does not open"},
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

TEST_CASE(
    "a field that the model does not have is refused at its place, with the one that was probably meant")
{
    const Run run = check_with(rule_with("true") + "    where: .device.rol == \"leaf\"\n");
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(run.says(
        "rocelint.yaml:10:12: 'where' of SITE001: nothing in the model has a field 'rol'; did you mean 'role'?"));
    CHECK(
        check_with(rule_with("true and\n      .nonsense_of_mine"))
            .says(
                "'assert' of SITE001: nothing in the model has a field 'nonsense_of_mine', in line 2 of the expression; "
                "debug model --format json shows what there is"));
    std::string rule(described);
    CHECK(check_with(rule.replace(rule.find(".name)"), 6, ".naem)"))
              .says("'message' of SITE001: nothing in the model has a field 'naem'"));
    rule = described;
    CHECK(
        check_with(rule.replace(rule.find(".max_frame"), 10, ".max_farme"))
            .says(
                "'at' of SITE001: nothing in the model has a field 'max_farme'; did you mean 'max_frame'?"));
}

TEST_CASE(
    "an expression that fails or is neither true nor false exits with 2, and the rest is still reported")
{
    struct Case {
        std::string_view assertion;
        std::string_view says;
    };
    for (const auto& [assertion, says] :
        {Case{".name", "it gives \"Ethernet0\", which is neither true nor false"},
            Case{".[\"nonsense\"]", "it gives null, which is neither true nor false"},
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
        CHECK(run.out.find(" QOS") != std::string::npos);
    }
}

TEST_CASE("own rules have no access to files, environment, clock or terminal")
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
             "([1] | .[halt:]) | true",
             "[1][now:] == []",
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
    // Harmless words that only look like the forbidden ones.
    CHECK(check_with(rule_with("{env: 1}.env == 1 and (\"input now\" != \"\") # debug")).code == 0);

    const TemporaryFolder home;
    home.write(".jq", "def from_home: true;\n");
    home.write("rocelint.yaml", "version: 1\n" + rule_with("from_home"));
    home.write("leaf1.json", two_ports);
    const Run run = rocelint({"check", "."}, {.environment = {"HOME=" + home.path()}, .folder = home.path()});
    CHECK(run.code == 2);
    CHECK(run.says("from_home/0 is not defined"));
}

TEST_CASE("strings stand in strings 64 levels deep at most, so that every word in them is looked at")
{
    const auto nested = [](int levels) {
        std::string text = "true";
        for (int level = 0; level < levels; ++level)
            text = "\"\\(" + text + ")\"";
        return text + " != \"\"";
    };
    CHECK(check_with(rule_with(nested(64))).code == 0);
    const Run run = check_with(rule_with(nested(65)));
    CHECK(run.code == 2);
    CHECK(run.says("strings may stand in strings 64 levels deep at most"));
}

TEST_CASE("a message must be a text and a place a path, otherwise it is an error at its place")
{
    struct Case {
        std::string_view rest;
        std::string_view says;
    };
    for (const auto& [rest, says] :
        {Case{"message: '\\(empty)'",
             "'message' of SITE001 fails at leaf1 Ethernet0: it gives 0 texts, not one"},
            Case{"message: '\\(1, 2)'",
                "'message' of SITE001 fails at leaf1 Ethernet0: it gives 2 texts, not one"},
            Case{"message: m\n    at: empty",
                "'at' of SITE001 fails at leaf1 Ethernet0: it gives 0 paths, not one"},
            Case{"message: m\n    at: .name, .speed",
                "'at' of SITE001 fails at leaf1 Ethernet0: it gives 2 paths, not one"}}) {
        CAPTURE(rest);
        const Run run = check_with(
            "custom_rules:\n  - code: SITE001\n    name: tried\n    for: port\n    assert: \"false\"\n    "
            + std::string(rest) + "\n");
        CHECK(run.code == 2);
        CHECK(run.says(says));
        CHECK_FALSE(run.says("warning SITE001"));
    }
}

TEST_CASE("an expression that libjq gives up on is reported as such, and not as a lack of memory")
{
    const Run run = check_with(rule_with("1e300 | todate == \"\""));
    CHECK(run.code == 2);
    CHECK(run.says("SITE001 made libjq give up: it asks for what libjq cannot work out"));
}

TEST_CASE("an expression that loops is stopped, and everything else is checked")
{
    const Run run = check_with(rule_with("def f: f; f")
            + std::string(described).substr(described.find('\n') + 1).replace(10, 7, "SITE002"),
        {"--ignore", "LB"});
    CHECK(run.code == 2);
    CHECK(run.says("SITE001 took more than 5 s of CPU time for one port and was stopped"));
    CHECK(run.says("warning SITE002  Port Ethernet0 of leaf1 has no description"));
    CHECK(run.out.find(" QOS") != std::string::npos);
}

}
}
