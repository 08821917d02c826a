// SPDX-License-Identifier: Apache-2.0
// Where reports are written: one must not overwrite an input or another report.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace rocelint {
namespace {

bool refuses(const Run& run, std::string_view words)
{
    return run.code == 2 && run.out.empty() && run.err == "rocelint: " + std::string(words) + '\n';
}

TEST_CASE("a report that cannot be written is refused before the check begins")
{
    const TemporaryFolder folder;
    const std::string nowhere = folder.path("no/such/folder.json");
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    const Run run = rocelint({"check", folder.path(), "--report", "json=" + nowhere});
    CHECK(refuses(run, nowhere + ": cannot be written: No such file or directory"));
}

TEST_CASE("two reports to one file are refused, however its name is spelt")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    CHECK(refuses(rocelint({"check", ".", "--report", "sarif=out", "--report", "json=./out"},
                      {.folder = folder.path()}),
        "--report sarif=out and --report json=./out name one file; give each its own"));
    CHECK(refuses(rocelint({"check", ".", "-o", "out", "--write-baseline", "out"}, {.folder = folder.path()}),
        "-o out and --write-baseline out name one file; give each its own"));
    std::filesystem::create_symlink("out", folder.path("link"));
    folder.write("out", "");
    CHECK(
        rocelint({"check", ".", "-o", "out", "--report", "json=link"}, {.folder = folder.path()}).code == 2);
    CHECK(rocelint({"check", ".", "-o", "/dev/null", "--report", "json=/dev/null"}, {.folder = folder.path()})
              .code
        == 0);
    CHECK(folder.read("out").empty());
}

TEST_CASE("a report does not overwrite a baseline, policy or topology")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    folder.write("known.json", "{\"schema_version\": 1, \"findings\": []}");
    folder.write("other.yaml", "version: 1\nprofile: lossless\n");
    const RunOptions here{.folder = folder.path()};
    CHECK(refuses(rocelint({"check", ".", "--baseline", "known.json", "-o", "known.json"}, here),
        "-o known.json would overwrite the file of --baseline; name another"));
    CHECK(refuses(rocelint({"check", ".", "--policy", "other.yaml", "--report", "json=other.yaml"}, here),
        "--report json=other.yaml would overwrite the file of --policy; name another"));
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    CHECK(refuses(rocelint({"check", ".", "-o", "rocelint.yaml"}, here),
        "-o rocelint.yaml would overwrite a rocelint.yaml; name another file"));
    CHECK(folder.read("rocelint.yaml").starts_with("version: 1"));
}

TEST_CASE("a report does not overwrite a configuration that is to be read")
{
    const TemporaryFolder folder;
    folder.write("site/leaf1.cfg", clean_switch("leaf1"));
    const RunOptions here{.folder = folder.path()};
    CHECK(refuses(rocelint({"check", "site", "--report", "html=site/leaf1.cfg"}, here),
        "--report html=site/leaf1.cfg would overwrite a configuration (eos); name another file"));
    CHECK(refuses(rocelint({"check", "site/leaf1.cfg", "-o", "site/leaf1.cfg"}, here),
        "-o site/leaf1.cfg would overwrite an input file; name another"));
    CHECK(refuses(rocelint({"trace", "--all-pairs", "site", "-o", "site/leaf1.cfg"}, here),
        "-o site/leaf1.cfg would overwrite a configuration (eos); name another file"));
    folder.write("old/leaf1.cfg", clean_switch("leaf1"));
    CHECK(refuses(rocelint({"diff", "old", "site", "-o", "site/leaf1.cfg"}, here),
        "-o site/leaf1.cfg would overwrite a configuration (eos); name another file"));
    CHECK(folder.read("site/leaf1.cfg") == clean_switch("leaf1"));
}

TEST_CASE("an earlier report among the configurations is replaced, whatever its format")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", broken_switch("leaf1"));
    for (const std::string format :
        {"text", "json", "sarif", "junit", "github", "gitlab", "markdown", "html"}) {
        const std::string report = format + "=" + folder.path("report." + format);
        CHECK(rocelint({"check", folder.path(), "--report", report}).code == 1);
        const Run again = rocelint({"check", folder.path(), "--report", report});
        CHECK_MESSAGE(again.code == 1, again.err);
    }
}

TEST_CASE("'-' is standard output, which accepts one report")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", broken_switch("leaf1"));
    const RunOptions here{.folder = folder.path()};
    const Run plain = rocelint({"check", ".", "--format", "json"}, here);
    CHECK(rocelint({"check", ".", "--format", "json", "-o", "-"}, here).out == plain.out);
    CHECK(rocelint({"check", ".", "-o", "report.txt", "--report", "json=-"}, here).out == plain.out);
    CHECK(folder.has("report.txt"));
    for (const char* format : {"json=-", "text=-"})
        CHECK(refuses(rocelint({"check", ".", "--report", format}, here),
            "standard output takes one report; send the others to files (-o FILE, --report FORMAT=FILE)"));
    CHECK(refuses(rocelint({"check", ".", "--write-baseline", "-"}, here),
        "--write-baseline needs a file: standard output is the report's"));
    CHECK_FALSE(folder.has("-"));
}

}
}
