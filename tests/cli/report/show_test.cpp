// SPDX-License-Identifier: Apache-2.0
// Which settings are in force, and where they come from.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace rocelint {
namespace {

// A fabric below a folder with a company-wide policy.
class Company {
public:
    Company()
    {
        folder_.write("company.yaml",
            "version: 1\nsource: company standard 7\nextends: lossless\n"
            "waivers:\n  - {code: PFC001, device: \"lab-*\", reason: lab, owner: netops}\n"
            "custom_rules: rules.yaml\n");
        folder_.write("rules.yaml",
            "- {code: SITE001, name: jumbo, severity: error, for: port, assert: .max_frame > 9000, message: m}\n"
            "- {code: SITE002, name: named, for: port, assert: .name != \"\", message: m}\n");
        folder_.write("fabric/rocelint.yaml",
            "version: 1\nextends: ../company.yaml\nrules: {WD001: off}\n"
            "overrides:\n  - {roles: leaf, rules: {HDR001: {parameters: {tolerance: 4096}}}}\n");
        folder_.write("fabric/topology.yaml", "devices:\n  leaf1: {role: leaf}\n");
        folder_.write("fabric/leaf1.cfg", clean_switch("leaf1"));
    }
    [[nodiscard]] Run run(std::vector<std::string> arguments, std::vector<std::string> environment = {}) const
    {
        return rocelint(arguments, {.environment = std::move(environment), .folder = folder_.path()});
    }
    [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }

private:
    TemporaryFolder folder_;
};

TEST_CASE("policy show says for each value where it was set or that it is built in")
{
    const Company site;
    const Run run = site.run({"policy", "show", "fabric"});
    CHECK(run.code == 0);
    CHECK(run.err.empty());
    const auto has_row = [&run](std::string_view key, std::string_view value, std::string_view from) {
        const std::size_t at = run.out.find("\n" + std::string(key) + " ");
        if (at == std::string::npos)
            return false;
        const std::string line = run.out.substr(at + 1, run.out.find('\n', at + 1) - at - 1);
        return line.find(value) != std::string::npos && line.ends_with(from);
    };
    CHECK(run.out.starts_with("profile lossless: "));
    CHECK(run.says("file rules.yaml\nfile company.yaml: company standard 7\nfile fabric/rocelint.yaml\n"));
    CHECK(has_row("classes[0].priority", " 3 ", "profile lossless:6"));
    CHECK(has_row("waivers[0]", "PFC001 device lab-*: lab, owner netops, never expires", "company.yaml:5:6"));
    CHECK(has_row("rules.WD001.severity", " off ", "fabric/rocelint.yaml:3:9"));
    CHECK(has_row("rules.HDR001.tolerance", " 1024 ", "built-in default"));
    CHECK(has_row("rules.HDR001.severity", " warning ", "built-in default")
        != has_row("rules.HDR001.severity", " error ", "built-in default"));
    CHECK(has_row("headroom.model", " auto ", "built-in default"));
    CHECK(has_row("custom_rules[0]", "SITE001 jumbo, for each port: .max_frame > 9000", "rules.yaml:1:4"));
    CHECK(has_row("rules.SITE001.severity", " error ", "rules.yaml:1:32"));
    CHECK(has_row("rules.SITE002.severity", " warning ", "built-in default"));
    const Run changed = site.run({"policy", "show", "fabric", "--changed"});
    CHECK_FALSE(changed.says("built-in default"));
    CHECK(changed.says("rules.WD001.severity"));
}

TEST_CASE("policy show for a device includes the overrides that match it, by its role in the topology")
{
    const Company site;
    const Run run = site.run({"policy", "show", "fabric", "--device", "leaf1", "--changed"});
    CHECK(run.code == 0);
    CHECK(run.says("as it holds for leaf1, role leaf\n"));
    CHECK(run.says("rules.HDR001.tolerance"));
    CHECK(run.says("fabric/rocelint.yaml:5:49\n"));
    const Run unknown = site.run({"policy", "show", "fabric", "--device", "laef1"});
    CHECK(unknown.code == 2);
    CHECK(unknown.err == "rocelint: no device is called 'laef1' here; did you mean 'leaf1'?\n");
}

TEST_CASE("policy show as YAML prints a self-contained policy with the same meaning")
{
    const Company site;
    const Run yaml = site.run({"policy", "show", "fabric", "--format", "yaml"});
    CHECK(yaml.code == 0);
    CHECK(yaml.says("code: SITE001"));
    site.folder().write("alone/rocelint.yaml", yaml.out);
    const Run again = site.run({"policy", "show", "alone", "--format", "yaml"});
    CHECK(again.code == 0);
    CHECK(again.out == yaml.out);
    CHECK(site.run({"check", "fabric/leaf1.cfg", "--policy", "alone/rocelint.yaml"}).out
        == site.run({"check", "fabric/leaf1.cfg"}).out);
}

TEST_CASE("policy show as JSON prints each value with the kind of its source")
{
    const Company site;
    const auto json = nlohmann::json::parse(site.run({"policy", "show", "fabric", "--format", "json"}).out);
    CHECK(json["schema_version"] == 1);
    CHECK(json["files"].size() == 4);
    int found = 0;
    for (const auto& value : json["values"]) {
        if (value["key"] == "classes[0].dscp") {
            CHECK(value["value"] == nlohmann::json::parse("[26]"));
            CHECK(value["from"]["kind"] == "profile");
            ++found;
        }
        if (value["key"] == "rules.WD001.severity") {
            CHECK(value["value"] == "off");
            CHECK(value["from"]
                == nlohmann::json::parse(
                    R"({"kind": "file", "file": "fabric/rocelint.yaml", "line": 3, "column": 9})"));
            ++found;
        }
        if (value["key"] == "rules.HDR001.tolerance") {
            CHECK(value["value"] == 1024);
            CHECK(value["from"]["kind"] == "default");
            ++found;
        }
    }
    CHECK(found == 3);
}

TEST_CASE("config show says where files, environment, options and values come from, and shows no secret")
{
    const Company site;
    const Run run = site.run({"config", "show", "fabric", "--fail-on", "warning"},
        {"NO_COLOR=1", "ROCELINT_STATE_KEY=0123456789abcdef0123456789abcdef"});
    CHECK(run.code == 0);
    CHECK(run.says("policy    fabric/rocelint.yaml  the nearest upward from the files of fabric\n"));
    CHECK(run.says("extended  company.yaml"));
    CHECK(run.says("rules     rules.yaml            named by the policy"));
    CHECK(run.says("topology  fabric/topology.yaml"));
    CHECK(run.says("--fail-on            warning"));
    CHECK(run.says("command line\n"));
    CHECK(run.says("rules.WD001.severity"));
    CHECK(run.says("ROCELINT_STATE_KEY  set "));
    CHECK_FALSE(run.says("0123456789abcdef"));
    const auto json = nlohmann::json::parse(
        site.run({"config", "show", "fabric", "--policy", "company.yaml", "--format", "json"}).out);
    CHECK(json["files"][0]
        == nlohmann::json::parse(R"({"name": "policy", "value": "company.yaml", "from": "--policy"})"));
    bool has_default = false;
    for (const auto& row : json["options"])
        has_default = has_default
            || (row["name"] == "--fail-on" && row["value"] == "error" && row["from"] == "built-in default");
    CHECK(has_default);
    site.folder().write("fabric/topology.yaml", "devcies: {}\n");
    const Run wrong = site.run({"config", "show", "fabric"});
    CHECK(wrong.code == 2);
    CHECK(wrong.err.starts_with(
        "fabric/topology.yaml:1:1: unknown key in the topology: 'devcies'; did you mean 'devices'?"));
}

TEST_CASE("config show and policy show use the same files as check, and ask for one of several fabrics")
{
    const TemporaryFolder folder;
    folder.write("two/a/rocelint.yaml", "version: 1\nprofile: lossy\n");
    folder.write("two/a/leaf1.cfg", clean_switch("leaf1"));
    const RunOptions here{.folder = folder.path()};
    CHECK(rocelint({"config", "show", "two"}, here).says("two/a/rocelint.yaml"));
    CHECK(rocelint({"policy", "show", "two"}, here).says("file two/a/rocelint.yaml"));
    // A subfolder that the enclosing policy excludes is not a fabric either.
    folder.write("old/rocelint.yaml", "version: 1\nexclude: [archive/**]\n");
    folder.write("old/leaf1.cfg", clean_switch("leaf1"));
    folder.write("old/archive/rocelint.yaml", "version: 1\n");
    folder.write("old/archive/leaf1.cfg", clean_switch("leaf1"));
    CHECK(rocelint({"config", "show", "old"}, here).says("old/rocelint.yaml"));
    folder.write("two/b/rocelint.yaml", "version: 1\nprofile: lossless\n");
    folder.write("two/b/leaf1.cfg", clean_switch("leaf1"));
    for (const char* command : {"config", "policy"}) {
        for (const std::vector<std::string>& paths :
            {std::vector<std::string>{"two"}, std::vector<std::string>{"two/a", "two/b"}}) {
            std::vector<std::string> words{command, "show"};
            words.insert(words.end(), paths.begin(), paths.end());
            const Run run = rocelint(words, here);
            CHECK(run.code == 2);
            CHECK(run.says(
                "these paths hold 2 fabrics, each with a rocelint.yaml or topology.yaml of its own; name one: two/a, two/b"));
        }
        CHECK(rocelint({command, "show", "two/b"}, here).says("two/b/rocelint.yaml"));
        CHECK(rocelint({command, "show", "nowhere"}, here).code == 2);
    }
    const Run unknown = rocelint({"config", "show", "two/a", "--select", "PFX"}, here);
    CHECK(unknown.code == 2);
    CHECK(unknown.says("--select"));
}

TEST_CASE("values that nobody set are called built in, and a path without a policy is not a failure")
{
    const TemporaryFolder folder;
    const Run policy = rocelint({"policy", "show", folder.path(), "--changed"});
    CHECK(policy.code == 0);
    CHECK(policy.out.starts_with(
        "no rocelint.yaml in " + folder.path() + " or above it: built-in values apply\n"));
    const Run config = rocelint({"config", "show", folder.path()});
    CHECK(config.code == 0);
    CHECK(config.says("policy    none"));
}

}
}
