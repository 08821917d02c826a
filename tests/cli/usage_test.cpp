// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace rocelint {
namespace {

TEST_CASE("a usage error exits with 2 and proposes the nearest word")
{
    struct Row {
        std::vector<std::string> arguments;
        std::string message;
    };
    const Row rows[] = {
        {{"chekc"}, "unknown command 'chekc'; did you mean 'check'?"},
        {{"check", "--formt", "json"}, "unknown option '--formt' of check; did you mean '--format'?"},
        {{"check", "--format", "jsn"}, "--format cannot be 'jsn'; did you mean 'json'?"},
        {{"check", "--format", "htm"}, "--format cannot be 'htm'; did you mean 'html'?"},
        {{"check", "--select", "PFD001"},
            "--select: no rule has the code or prefix 'PFD001'; did you mean 'PFC001'?"},
        {{"check", "--ignore", "zzzzzz"}, "--ignore: no rule has the code or prefix 'zzzzzz'"},
        {{"check", "--fail-on", "erorr"}, "--fail-on cannot be 'erorr'; did you mean 'error'?"},
        {{"check", "--platform", "eoss"}, "unknown platform 'eoss'; did you mean 'eos'?"},
        {{"check", "--jobs", "many"}, "--jobs cannot be 'many'; it is a whole number from 0 to 1024"},
        {{"push", "plan.json", "--wave", "0"}, "--wave cannot be '0'; it is a whole number from 1 to 100000"},
        {{"push", "plan.json", "--wvae", "1"}, "unknown option '--wvae' of push; did you mean '--wave'?"},
        {{"config", "show", "--formt", "json"},
            "unknown option '--formt' of config show; did you mean '--format'?"},
        {{"check", "--changed-since", ""}, "--changed-since cannot be empty"},
        {{"fix", "--write", "--check"}, "--write excludes --check; see rocelint fix --help\n"},
        {{"push", "plan.json", "--port", "Ethernet1/48"},
            "--port requires --self-test; see rocelint push --help\n"},
        {{"push", "plan.json", "--resume", "j"}, "PLAN excludes --resume; see rocelint push --help\n"},
        {{"push", "plan.json", "--self-test", "leaf1"},
            "PLAN excludes --self-test; see rocelint push --help\n"},
        {{"push", "--check", "--resume", "j"}, "--check excludes --resume; see rocelint push --help\n"},
        {{"push", "plan.json", "--check", "--rollback-all"},
            "--check excludes --rollback-all; see rocelint push --help\n"},
        {{"push", "--resume", "j", "--journal", "k"},
            "--resume excludes --journal; see rocelint push --help\n"},
        {{"push", "--self-test", "leaf1", "--port", "p", "--inventory", "i", "--observe", "3"},
            "--self-test excludes --observe; see rocelint push --help\n"},
        {{"trace", "host1"},
            "write `rocelint trace host1 OTHER .`; `rocelint show devices` lists the devices\n"},
        {{"trace"}, "trace needs two ends (host, host:port or switch:port) and paths, or --all-pairs; "},
        {{"check", "--policy"}, "--policy needs a value: --policy FILE\n"},
        {{"check", "--report"}, "--report needs a value: --report FORMAT=FILE\n"},
        {{"check", "-o"}, "--output needs a value: --output FILE\n"},
        {{"check", "--format", "json", "--format", "text"}, "--format is given more than once\n"},
        {{"check", "--strict-coverage=maybe"}, "--strict-coverage takes no value\n"},
        {{"diff"}, "OLD NEW is required; for example: rocelint diff main:site site\n"},
        {{"check", "--policy", "/nowhere/rocelint.yaml"}, "/nowhere/rocelint.yaml: cannot be read"},
        {{"check", "-o", "/nowhere/report"}, "/nowhere/report: cannot be written"},
        {{"explain", "PFC01"}, "unknown rule 'PFC01'; did you mean 'PFC001'?"},
        {{"explain"}, "CODE is required; for example: rocelint explain PFC001\n"},
        {{"debug", "tre", "x"}, "unknown command 'tre' of debug; did you mean 'tree'?"},
        {{"policy"}, "policy needs a command: infer, show\n"},
        {{"rules", "PFD001"}, "rules: no rule has the code or prefix 'PFD001'; did you mean 'PFC001'?\n"},
        {{"rules", "--platform", "eos"},
            "'--platform' of rules; the rules hold for every platform; `rocelint explain CODE` has examples for each\n"},
        {{"explain", "PFC001", "PFC01"}, "unknown rule 'PFC01'; did you mean 'PFC001'?\n"},
        {{"explain", "pfc"}, "'pfc' names several rules; `rocelint rules pfc` lists them\n"},
        {{"check", "--json"}, "unknown option '--json' of check; write --format json\n"},
        {{"fix", "--apply"}, "unknown option '--apply' of fix; write --write to change the files\n"},
        {{"render"}, "INTENT is required; for example: rocelint render fabric.yaml -o site\n"},
        {{"check", "--fix"}, "unknown option '--fix' of check; did you mean `rocelint fix`?\n"},
        {{"fix", "--dry-run"},
            "unknown option '--dry-run' of fix; fix only prints a diff, unless --write is given\n"},
        {{"init"},
            "unknown command 'init'; `rocelint policy infer PATH > rocelint.yaml` writes a first policy\n"},
        {{"lint", "site"}, "unknown command 'lint'; `rocelint check PATH` checks files\n"},
        {{"waive", "PFC001"},
            "unknown command 'waive'; state `waivers: [{code: CODE, device: NAME, reason: WHY}]` in "
            "rocelint.yaml, or write the comment rocelint: ignore=CODE reason=\"WHY\" at the line\n"},
        {{"check", "--only", "PFC"}, "unknown option '--only' of check; write --select CODES\n"},
        {{"fix", "-o", "steps"}, "--output requires --commands; see rocelint fix --help\n"},
        {{"trace", "leaf1", "."}, "write `rocelint trace leaf1 OTHER .`"},
        {{"diff", "HEAD"},
            "for those of a git revision write REV:PATH, as in `rocelint diff main:site site`\n"},
        {{"headroom", "--speed", "400", "--cable", "30m"},
            "--speed '400' means 400 Mb/s; did you mean '400G'?\n"},
        {{"help", "policy", "infre"}, "unknown command 'infre' of policy; did you mean 'infer'?\n"},
        {{"man", "-o", "pages", "check"}, "COMMAND excludes --output; see rocelint man --help\n"},
        {{"completion", "powershell"}, "SHELL cannot be 'powershell'; it is one of bash, zsh, fish\n"},
        {{"check", "--select", ","}, "--select cannot be empty\n"},
        {{"rules", "PFC", ","}, "CODES cannot be empty\n"},
        {{"render", "fabric.yaml"}, "render needs -o DIR, or --check"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.message);
        const Run run = rocelint(row.arguments);
        CHECK(run.code == 2);
        CHECK(run.err.starts_with("rocelint: "));
        CHECK(run.err.find(row.message) != std::string::npos);
        CHECK(run.out == "");
    }
}

TEST_CASE("diff proposes git's form for a word that is no path")
{
    const TemporaryFolder folder;
    folder.write("site/leaf1.cfg", clean_switch("leaf1"));
    struct Row {
        std::vector<std::string> paths;
        std::string command;
    };
    const Row rows[] = {
        {{"HEAD", "."}, "`rocelint diff HEAD:. .`\n"},
        {{"main", "site"}, "`rocelint diff main:site site`\n"},
        {{"site", "main"}, "`rocelint diff site main:site`\n"},
        {{"main", "dev"}, "`rocelint diff main:PATH dev`\n"},
    };
    for (const Row& row : rows) {
        const Run run = rocelint({"diff", row.paths[0], row.paths[1]}, {.folder = folder.path()});
        CHECK(run.code == 3);
        CAPTURE(run.err);
        CHECK(run.err.ends_with(row.command));
    }
}

TEST_CASE("explain prints several rules, and rules lists those of a family")
{
    const Run both = rocelint({"explain", "PFC001", "ECN003"});
    CHECK(both.code == 0);
    CHECK(both.out == rocelint({"explain", "PFC001"}).out + '\n' + rocelint({"explain", "ECN003"}).out);
    const Run family = rocelint({"rules", "PFC", "SYN001,SYN002"});
    CHECK(family.code == 0);
    CHECK(family.says("PFC001  "));
    CHECK(family.says("SYN002  "));
    CHECK_FALSE(family.says("SYN003  "));
    CHECK_FALSE(family.says("ECN003  "));
    const nlohmann::json listed
        = nlohmann::json::parse(rocelint({"rules", "PFC001", "--format", "json"}).out);
    CHECK(listed.size() == 1);
}

TEST_CASE("the help of every command has examples")
{
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{{"check"},
             {"policy"},
             {"baseline"},
             {"config"},
             {"show"},
             {"debug"},
             {"topology"},
             {"lsp"},
             {"debug", "tree"}}) {
        std::vector<std::string> words = command;
        words.emplace_back("--help");
        CHECK_MESSAGE(rocelint(words).says("\nExamples:\n  rocelint "), words.front());
    }
}

TEST_CASE("--select and --ignore take one list each and may be repeated")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    folder.write("leaf1.cfg", broken_switch("leaf1"));
    CHECK(rocelint({"check", "--select", "PFC001,SYN", folder.path()}).code == 1);
    CHECK(
        rocelint({"check", "--select", "syn", "--select", "roce-port-without-pfc", folder.path()}).code == 1);
    CHECK(rocelint({"check", "--select", "SYN001", folder.path()}).code == 0);
    CHECK(rocelint({"check", "--select", "PFC", "--ignore", "PFC0", folder.path()}).code == 0);
}

TEST_CASE("every command has help, and the program alone prints its own")
{
    const std::vector<std::vector<std::string>> commands{{},
        {"check"},
        {"rules"},
        {"explain"},
        {"headroom"},
        {"policy"},
        {"policy", "infer"},
        {"debug"},
        {"debug", "tree"}};
    for (std::vector<std::string> command : commands) {
        command.emplace_back("--help");
        const Run run = rocelint(command);
        CHECK(run.code == 0);
        CHECK(run.says("Usage: rocelint"));
        CHECK(run.err == "");
    }
    const Run alone = rocelint({});
    CHECK(alone.code == 2);
    CHECK(alone.out == rocelint({"--help"}).out);
}

TEST_CASE("the program's help lists the exit codes of all commands, a command's its own")
{
    const Run all = rocelint({"--help"});
    for (const char* code : {"\n  0 ", "\n  1 ", "\n  2 ", "\n  3 ", "\n  4 ", "\n  70 "}) {
        CAPTURE(code);
        CHECK(all.says(code));
    }
    CHECK(rocelint({"push", "--help"}).says("4   a device refused"));
    CHECK_FALSE(rocelint({"check", "--help"}).says("a device refused"));
}

TEST_CASE("--version and -V print the version")
{
    for (const char* option : {"--version", "-V"}) {
        const Run run = rocelint({option});
        CHECK(run.code == 0);
        CHECK(run.out == "rocelint " ROCELINT_VERSION "\n");
    }
}

TEST_CASE(
    "version prints the program's version, the libraries that it found, and the versions of its formats")
{
    const Run text = rocelint({"version"});
    CHECK(text.code == 0);
    CHECK(text.out.starts_with("rocelint " ROCELINT_VERSION "\ncommit "));
    CHECK(text.says("libssh.so.4 found, for collect"));
    const nlohmann::json about = nlohmann::json::parse(rocelint({"version", "--json"}).out);
    CHECK(about["version"] == ROCELINT_VERSION);
    CHECK(about["libraries"].size() == 6);
    for (const nlohmann::json& library : about["libraries"])
        CHECK(library["found"] == true);
    const nlohmann::json report = nlohmann::json::parse(
        rocelint({"check", "--format", "json", "-"}, {.input = clean_switch("leaf1")}).out);
    CHECK(about["schemas"]["report"] == report["schema_version"]);
}

TEST_CASE("what follows two dashes is a path, even if it begins with a dash")
{
    const TemporaryFolder folder;
    folder.write("-leaf1.cfg", broken_switch("leaf1"));
    CHECK(rocelint({"check", "--", "-leaf1.cfg"}, {.folder = folder.path()}).code == 1);
    CHECK(rocelint({"check", "-leaf1.cfg"}, {.folder = folder.path()}).code == 2);
}

TEST_CASE("help COMMAND prints the help of the command, and a misspelt one proposes the nearest")
{
    CHECK(rocelint({"help", "check"}).out == rocelint({"check", "--help"}).out);
    CHECK(rocelint({"help", "policy", "infer"}).out == rocelint({"policy", "infer", "--help"}).out);
    CHECK(rocelint({"help"}).out == rocelint({"--help"}).out);
    CHECK(rocelint({"--help", "check"}).out == rocelint({"check", "--help"}).out);
    CHECK(rocelint({"policy", "--help", "infer"}).out == rocelint({"policy", "infer", "--help"}).out);
    CHECK(rocelint({"--help", "check", "--format", "bad"}).code == 0);
    const Run misspelt = rocelint({"help", "chek"});
    CHECK(misspelt.code == 2);
    CHECK(misspelt.says("unknown command 'chek'; did you mean 'check'?"));
}

TEST_CASE("man and completion reject unknown arguments")
{
    CHECK(rocelint({"man", "chek"}).code == 2);
    CHECK(rocelint({"man", "-o", "pages", "check"}).code == 2);
    CHECK(rocelint({"completion", "powershell"}).code == 2);
    CHECK(rocelint({"completion"}).code == 2);
    CHECK(rocelint({"man", "check"}).says("rocelint\\-check \\- Check every configuration below PATH"));
}

TEST_CASE("an error in the policy exits with 2 at its file, line and column")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    struct Row {
        std::string text;
        std::string message;
    };
    const Row rows[] = {
        {"version: 1\nrulse: {}\n", ":2:1: unknown key in the policy: 'rulse'; did you mean 'rules'?\n"},
        {"version: 1\nrules: {PFC0001: off}\n", ":2:9: unknown rule 'PFC0001'; did you mean 'PFC001'?\n"},
        {"version: [\n", ":1:10: the list opens here with '[' and is not closed with ']'"},
    };
    for (const Row& row : rows) {
        const std::string path = folder.write("rocelint.yaml", row.text);
        const Run run = rocelint({"check", folder.path()});
        CHECK(run.code == 2);
        CAPTURE(run.err);
        CHECK(run.err.starts_with(path + row.message));
    }
}

TEST_CASE("a policy reports all of its mistakes at once")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    const std::string path = folder.write("rocelint.yaml",
        "version: 1\n"
        "rdma: {priority: 9, dscp: [99]}\n"
        "rulse: {}\n"
        "rules: {PFC01: off, TOP01: off}\n"
        "scope: {roles: [leef]}\n");
    const Run run = rocelint({"check", folder.path()});
    CHECK(run.code == 2);
    CAPTURE(run.err);
    for (const char* mistake : {":3:1: unknown key in the policy: 'rulse'; did you mean 'rules'?\n",
             ":2:8: 'priority' must be a number from 0 to 7, not '9'\n",
             ":4:9: unknown rule 'PFC01'",
             ":4:21: unknown rule 'TOP01'",
             ":5:17: unknown role 'leef'; did you mean 'leaf'?\n"})
        CHECK(run.err.find(path + mistake) != std::string::npos);
    // Where a rule may come from a file that was not read, nothing is said of unknown rules.
    folder.write("rocelint.yaml", "version: 1\nrulse: {}\nextends: [lossless]\nrules: {SITE001: off}\n");
    CHECK_FALSE(rocelint({"check", folder.path()}).says("SITE001"));
    // A text that is no YAML is one mistake.
    folder.write("rocelint.yaml", "version: 1\nrdma: {priority: 9\nrulse: {}\n");
    const Run broken = rocelint({"check", folder.path()});
    CHECK(broken.err.find('\n') + 1 == broken.err.size());
}

TEST_CASE("an error in the topology exits with 2 at its file, line and column")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    const std::string path = folder.write("topology.yaml", "links:\n  - {a: \"leaf1:Ethernet1/1\"}\n");
    const Run run = rocelint({"check", folder.path()});
    CHECK(run.code == 2);
    CHECK(run.err.starts_with(path + ":2:"));
}

TEST_CASE("the nearest policy upwards is used, and an expired waiver points into it")
{
    const TemporaryFolder folder;
    folder.write("a/b/leaf1.cfg", broken_switch("leaf1"));
    folder.write("rocelint.yaml",
        "version: 1\nprofile: lossless\nwaivers:\n"
        "  - {code: PFC001, device: leaf1, reason: lab, expires: 2020-01-01}\n");
    const Run run = rocelint({"check", "a/b", "--select", "PFC001,SYN"}, {.folder = folder.path()});
    CHECK(run.code == 1);
    CHECK(run.says("rocelint.yaml:4:6  warning SYN002  the waiver of PFC001 expired on 2020-01-01"));
}

TEST_CASE("the policy, the topology and other files of ours belong to no device")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    folder.write("topology.yaml", "devices:\n  leaf1: {role: leaf}\n");
    folder.write("other/rocelint.yaml", "version: 1\n");
    const Run run = rocelint({"check", folder.path(), "-o", folder.path("report.txt")});
    CHECK(run.code == 0);
    CHECK(folder.read("report.txt").find("rocelint.yaml: a policy that does not apply here")
        != std::string::npos);
    const Run again = rocelint({"check", folder.path(), "-o", folder.path("report.txt")});
    CHECK(again.code == 0);
    CHECK(folder.read("report.txt").find("report.txt") == std::string::npos);
}

TEST_CASE(
    "options of collect that belong to counters are refused without them, and a folder with older counters is too")
{
    const TemporaryFolder folder;
    folder.write("inventory.yaml",
        "all:\n  hosts:\n    leaf1: {ansible_host: 127.0.0.1, ansible_network_os: arista.eos.eos}\n");
    const auto collect = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"collect", folder.path("inventory.yaml"), "-o", folder.path("night")};
        words.insert(words.end(), more.begin(), more.end());
        return rocelint(words);
    };
    for (const char* only : {"--every", "--times"}) {
        const Run run = collect({only, "1"});
        CHECK(run.code == 2);
        CHECK(run.says("--counters"));
    }
    folder.write("night/before/.rocelint-captured", "2026-03-02T09:00:00.000Z\n");
    const Run again = collect({"--counters"});
    CHECK(again.code == 2);
    CHECK(again.says(
        "holds counters that were fetched at 2026-03-02T09:00:00.000Z; name another folder with -o"));
}

TEST_CASE("the help of each command names its possible exit codes")
{
    CHECK(rocelint({"check", "--help"}).says("error, warning, info or never"));
    CHECK(
        rocelint({"check", "--help"}).says("--fail-on (default: error, so that warnings alone end with 0)"));
    for (const char* command : {"collect", "plan", "push", "rollback", "drift"}) {
        CAPTURE(command);
        CHECK(rocelint({command, "--help"}).says("4   a device refused"));
    }
    for (const char* command :
        {"check", "fix", "render", "rules", "explain", "headroom", "trace", "simulate", "diff"}) {
        CAPTURE(command);
        CHECK_FALSE(rocelint({command, "--help"}).says("4   a device"));
        CHECK(rocelint({command, "--help"}).says("70  an internal error of rocelint"));
    }
    CHECK_FALSE(rocelint({"headroom", "--help"}).says("findings"));
}

}
}
