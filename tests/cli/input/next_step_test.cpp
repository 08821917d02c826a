// SPDX-License-Identifier: Apache-2.0
// A message about a wrong path or a wrong kind of file says what to type next.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

struct NextStepRow {
    std::vector<std::string> arguments;
    int code;
    std::string message;
};

void check_rows(const TemporaryFolder& folder, const std::vector<NextStepRow>& rows)
{
    for (const NextStepRow& row : rows) {
        CAPTURE(row.arguments);
        const Run run = rocelint(row.arguments, {.folder = folder.path()});
        CAPTURE(run.err);
        CHECK(run.code == row.code);
        CHECK(run.err.find(row.message) != std::string::npos);
    }
}

TEST_CASE("a misspelt path gets the nearest name beside it")
{
    const TemporaryFolder folder;
    folder.write("site/leaf1.cfg", clean_switch("leaf1"));
    folder.write("fabric.yaml", "version: 1\n");
    folder.write("policy.yaml", "version: 1\nprofile: lossless\n");
    const std::string missing = ": cannot be read: No such file or directory; did you mean ";
    check_rows(folder,
        {{{"check", "sitee"}, 3, "rocelint: sitee" + missing + "'site'?\n"},
            {{"check", "site/leaf1.cgf"}, 3, "rocelint: site/leaf1.cgf" + missing + "'site/leaf1.cfg'?\n"},
            {{"check", "sitte/"}, 3, "rocelint: sitte/" + missing + "'site'?\n"},
            {{"fix", "sitee"}, 3, "sitee" + missing + "'site'?\n"},
            {{"check", "site", "--policy", "policy.yml"}, 2, "policy.yml" + missing + "'policy.yaml'?\n"},
            {{"check", "site", "--topology", "fabric.yml"}, 2, "fabric.yml" + missing + "'fabric.yaml'?\n"},
            {{"render", "fabrik.yaml", "-o", "x"}, 2, "fabrik.yaml" + missing + "'fabric.yaml'?\n"},
            {{"topology", "import", "fabric.yml"}, 3, "fabric.yml" + missing + "'fabric.yaml'?\n"},
            {{"plan", "fabrik.yaml"}, 2, "fabrik.yaml" + missing + "'fabric.yaml'?\n"},
            // No name is near, so none is proposed.
            {{"check", "elsewhere"}, 3, "elsewhere: cannot be read: No such file or directory\n"}});
}

TEST_CASE("what a policy names is never completed: its author may be a stranger")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    folder.write("secrets.yaml", "a: b\n");
    folder.write("rocelint.yaml", "version: 1\nextends: ./secret.yaml\n");
    const Run run = rocelint({"check", folder.path()});
    CHECK(run.code == 2);
    CHECK_FALSE(run.says("secrets.yaml"));
}

TEST_CASE("a folder without configurations, and a file of another kind, get the option or path to write")
{
    const TemporaryFolder folder;
    folder.write("site/leaf1.cfg", clean_switch("leaf1"));
    folder.write("notes/readme.md", "# Notes\n");
    folder.write("policy.yaml", "version: 1\nrdma: {priority: 3, dscp: [26]}\n");
    folder.write("cables.yaml", "version: 1\ndevices:\n  leaf1: {role: leaf}\nlinks: []\n");
    folder.write("empty/.keep", "");
    const std::string unknown
        = "no device was recognised in any file, so nothing was checked; if a file is a configuration, name its "
          "platform with --platform\n";
    check_rows(folder,
        {{{"check", "empty"},
             3,
             "so nothing was checked; name a folder or files with configurations or captures\n"},
            {{"check", "notes"}, 3, unknown},
            {{"check", "site", "--policy", "site"}, 2, "site: cannot be read: it is a folder; name a file\n"},
            {{"check", "site", "--policy", "site/leaf1.cfg"},
                2,
                "site/leaf1.cfg: the file is configuration of eos, not a policy; for a check write `rocelint check "
                "site/leaf1.cfg`\n"},
            {{"check", "site", "--topology", "site/leaf1.cfg"},
                2,
                "site/leaf1.cfg: the file is configuration of eos, not a topology; `rocelint topology infer PATH` writes one "},
            {{"policy", "infer", "notes"}, 3, "nothing to infer from; `rocelint show files` says why\n"}});
    CHECK(rocelint({"check", folder.path("policy.yaml")}).says("a policy of rocelint, which --policy reads"));
    CHECK(rocelint({"check", folder.path("cables.yaml")})
              .says("a topology of rocelint, which --topology reads"));
}

TEST_CASE("a diff of corrections, a rule's page and a new baseline say what to do with them")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    folder.write("leaf1.cfg", broken_switch("leaf1"));
    const RunOptions here{.folder = folder.path()};
    const std::string sentence
        = "--write makes these changes in the files, --commands prints what to type on the devices\n";
    CHECK(rocelint({"fix", "."}, here).err.ends_with(sentence));
    CHECK_FALSE(rocelint({"fix", ".", "--quiet"}, here).says(sentence));
    CHECK_FALSE(rocelint({"fix", ".", "--write"}, here).says(sentence));
    CHECK(rocelint({"explain", "PFC001"})
              .says("To accept a finding\n  At its line, a comment: rocelint: ignore=PFC001 reason=\"WHY\"\n"
                    "  Or in rocelint.yaml: waivers: [{code: PFC001, device: NAME, reason: WHY}]\n"));
    CHECK_FALSE(rocelint({"explain", "PFC001", "--format", "markdown"}).says("To accept a finding"));
    CHECK(rocelint({"baseline", "create", "."}, here)
              .says("; `rocelint check --baseline FILE` leaves them out\n"));
}

TEST_CASE("a policy with many unknown keys lists those that it takes once")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    folder.write("rocelint.yaml", "version: 1\ninterface_speed_of_hosts: 1\nmanagement_addresses: 2\n");
    const Run run = rocelint({"check", folder.path()});
    CHECK(run.code == 2);
    CHECK(run.says(
        "rocelint.yaml:2:1: unknown key in the policy: 'interface_speed_of_hosts'; it takes version, "));
    CHECK(run.says("rocelint.yaml:3:1: unknown key in the policy: 'management_addresses'\n"));
}

}
}
