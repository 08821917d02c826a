// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

namespace rocelint {
namespace {

const std::string fabric = ROCELINT_SOURCE_DIR "/fixtures/fabrics/broken-clos";

TEST_CASE("one thread and eight give the same bytes")
{
    for (const char* format : {"text", "concise", "json", "sarif"}) {
        const Run one = rocelint({"check", fabric, "--format", format, "--jobs", "1"});
        const Run eight = rocelint({"check", fabric, "--format", format, "--jobs", "8"});
        CHECK(one.code == 1);
        CHECK(one.out == eight.out);
        CHECK(one.err == eight.err);
    }
}

TEST_CASE("a terminal gets colour, unless NO_COLOR is set")
{
    const std::string red = "\x1b[1;31merror";
    CHECK(rocelint({"check", fabric}, {.output = Output::terminal}).says(red));
    const Run refused
        = rocelint({"check", fabric}, {.environment = {"NO_COLOR=1"}, .output = Output::terminal});
    CHECK(refused.says("  error "));
    CHECK_FALSE(refused.says("\x1b"));
    const Run never = rocelint({"check", fabric, "--color", "never"}, {.output = Output::terminal});
    CHECK_FALSE(never.says("\x1b"));
    const Run json = rocelint({"check", fabric, "--format", "json"}, {.output = Output::terminal});
    CHECK_FALSE(json.says("\x1b"));
}

TEST_CASE("output that is not a terminal has no colour unless requested")
{
    CHECK_FALSE(rocelint({"check", fabric}).says("\x1b"));
    CHECK(rocelint({"check", fabric, "--color", "always"}).says("\x1b[1;31merror"));
    CHECK_FALSE(rocelint({"check", fabric, "--color", "always", "--format", "json"}).says("\x1b"));
}

TEST_CASE("a closed pipe is not an error, but a full disk is")
{
    for (const Output gone : {Output::broken_pipe, Output::closed}) {
        const Run run = rocelint({"check", fabric}, {.output = gone});
        CHECK(run.code == 1);
        CHECK(run.err == "");
    }
    const Run full = rocelint({"check", fabric}, {.output = Output::full_disk});
    CHECK(full.code == 3);
    CHECK(full.err == "rocelint: the report cannot be written to standard output\n");
}

TEST_CASE("-o replaces the whole file, keeps its mode and leaves no other file behind")
{
    const TemporaryFolder folder;
    const std::string report = folder.write("report.json", "old");
    std::filesystem::permissions(
        report, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    const Run run = rocelint({"check", fabric, "--format", "json", "-o", report});
    CHECK(run.code == 1);
    CHECK(run.out == "");
    CHECK(folder.read("report.json").starts_with("{\n \"schema_version\": 1"));
    CHECK(std::filesystem::status(report).permissions()
        == (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("-o keeps a link, and writes to files that are not regular")
{
    const TemporaryFolder folder;
    folder.write("real", "old");
    std::filesystem::create_symlink("real", folder.path("link"));
    CHECK(rocelint({"check", fabric, "-o", folder.path("link")}).code == 1);
    CHECK(std::filesystem::is_symlink(folder.path("link")));
    CHECK(folder.read("real").find("PFC001") != std::string::npos);
    std::filesystem::create_symlink("later", folder.path("to_nothing"));
    CHECK(rocelint({"check", fabric, "-o", folder.path("to_nothing")}).code == 1);
    CHECK(std::filesystem::is_symlink(folder.path("to_nothing")));
    CHECK(folder.read("later").find("PFC001") != std::string::npos);
    CHECK(rocelint({"check", fabric, "-o", "/dev/null"}).code == 1);
    CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("a report that cannot be written is a failure")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    const Run run = rocelint({"check", folder.path(), "-o", "/dev/full"});
    CHECK(run.code == 3);
    CHECK(run.says("/dev/full: cannot be written: No space left on device"));
}

TEST_CASE("--quiet prints findings and one line of counts, and nothing if there are none")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    CHECK(rocelint({"check", folder.path(), "--quiet", "--select", "PFC001"}).out == "");
    const Run unchecked = rocelint({"check", folder.path(), "--quiet", "--select", "HDR"});
    CHECK(unchecked.code == 0);
    CHECK(unchecked.out.starts_with("no findings in 1 device (2 of 2 ports judged); "));
    CHECK(unchecked.out.ends_with(" could not be made\n"));
    CHECK(std::ranges::count(unchecked.out, '\n') == 1);
    const Run found = rocelint({"check", fabric, "--quiet"});
    CHECK(found.code == 1);
    CHECK(found.says("error WD004"));
    CHECK_FALSE(found.says("assumed"));
    CHECK_FALSE(found.says("\nnot checked:"));
    CHECK(rocelint({"check", folder.path(), folder.path("nowhere"), "--quiet"}).says("nowhere"));
}

TEST_CASE("a baseline hides exactly the findings that it lists")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    folder.write("leaf1.cfg", broken_switch("leaf1"));
    const std::string baseline = folder.path("baseline.json");
    CHECK(rocelint({"check", folder.path(), "--select", "PFC001", "--write-baseline", baseline}).code == 1);
    const Run known = rocelint({"check", folder.path(), "--select", "PFC001", "--baseline", baseline});
    CHECK(known.code == 0);
    CHECK(known.says("no findings, 1 in the baseline"));
    folder.write("leaf2.cfg", broken_switch("leaf2"));
    const Run grown = rocelint({"check", folder.path(), "--select", "PFC001", "--baseline", baseline});
    CHECK(grown.code == 1);
    CHECK(grown.says("leaf2 Ethernet1/1"));
    CHECK_FALSE(grown.says("leaf1 Ethernet1/1 carries"));
    const std::string broken = folder.write("broken.json", "{\"findings\": 3}");
    const Run refused = rocelint({"check", folder.path(), "--baseline", broken});
    CHECK(refused.code == 2);
    CHECK(refused.err.starts_with(broken + ":1:1: "));
}

TEST_CASE("--stats writes to standard error only")
{
    const Run plain = rocelint({"check", fabric});
    const Run with = rocelint({"check", fabric, "--stats"});
    CHECK(with.out == plain.out);
    CHECK(with.err.find("devices 11") != std::string::npos);
    CHECK(with.err.find("peak memory") != std::string::npos);
    CHECK(with.err.find("findings") != std::string::npos);
}

TEST_CASE("a finding shows its line with a caret, its evidence and its correction")
{
    const Run run = rocelint({"check", "-v", "broken-clos", "--select", "PFC001"},
        {.folder = ROCELINT_SOURCE_DIR "/fixtures/fabrics"});
    CHECK(run.says("broken-clos/spine1.json:230:13: error[PFC001]: "));
    CHECK(run.says("230 |             \"pfc_enable\": \"\",\n"
                   "    |             ^^^^^^^^^^^^^^^^\n"));
    CHECK(run.says("   ::: broken-clos/topology.yaml:23:6: considered a RoCE port"));
    CHECK(run.says("    = help (disruptive): "));
}

TEST_CASE("secrets are not printed")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg",
        clean_switch("leaf1")
            + "flux-capacitor password hunter2\n"
              "warp-drive secret sha512 $6$salt$hash\n"
              "zz community s3cret ro\n");
    for (const char* format : {"text", "json"}) {
        const Run run = rocelint({"check", folder.path(), "--strict-coverage", "--format", format});
        CHECK(run.says("flux-capacitor password <redacted>"));
        for (const char* secret : {"hunter2", "$6$", "s3cret"})
            CHECK_FALSE(run.says(secret));
    }
    for (const char* what : {"tree", "coverage"}) {
        const Run run = rocelint({"debug", what, folder.path("leaf1.cfg")});
        CHECK(run.code == 0);
        for (const char* secret : {"hunter2", "$6$", "s3cret"})
            CHECK_FALSE(run.says(secret));
    }
}

TEST_CASE("the inferred policy can be used as one")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    const Run inferred = rocelint({"policy", "infer", folder.path()});
    CHECK(inferred.code == 0);
    CHECK(inferred.says("priority: 3, dscp: [26]"));
    folder.write("rocelint.yaml", inferred.out);
    const Run run = rocelint({"check", folder.path()});
    CHECK(run.code == 0);
    CHECK_FALSE(run.says("policy inferred"));
}

TEST_CASE("debug shows tree, model and coverage")
{
    const TemporaryFolder folder;
    const std::string file = folder.write("leaf1.cfg", clean_switch("leaf1"));
    CHECK(rocelint({"debug", "tree", file}).says("(hostname leaf1)"));
    CHECK(rocelint({"debug", "model", file}).says("verdict Ethernet1/1: carries RDMA ("));
    CHECK(rocelint({"debug", "coverage", file}).says("read         hostname leaf1\n"));
    CHECK(rocelint({"debug", "tree", folder.path("gone")}).code == 3);
}

TEST_CASE("rules and explain print the library")
{
    CHECK(rocelint({"rules"}).says("PFC001  error    "));
    CHECK(rocelint({"rules", "--format", "json"}).out.starts_with("[\n {\"code\": "));
    CHECK(rocelint({"explain", "roce-port-without-pfc"}).out.starts_with("PFC001 roce-port-without-pfc\n"));
    CHECK(rocelint({"explain", "pfc001", "--format", "markdown"}).out.starts_with("# PFC001 "));
}

}
}
