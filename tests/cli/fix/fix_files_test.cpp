// SPDX-License-Identifier: Apache-2.0
#include "cli/command/change/fix_summary.h"
#include "tests/cli/rocelint_run.h"
#include "tests/support/skip.h"
#include "workspace/amend/write_corrections.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace rocelint {
namespace {

namespace fs = std::filesystem;

std::string sonic_without_pfc(std::string_view name)
{
    std::string text = clean_sonic(name);
    const std::string line = R"("pfc_enable": "3")";
    const std::size_t at = text.find(line);
    REQUIRE(at != std::string::npos);
    return text.replace(at, line.size(), R"("pfc_enable": "")");
}

std::size_t files_in(const TemporaryFolder& folder)
{
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder.path()))
        ++count;
    return count;
}

// Checks that nothing was written or left behind, and that the exit code says so.
void check_untouched(const TemporaryFolder& folder, const Run& run)
{
    CHECK(run.code == 3);
    CHECK(run.says("cannot be written"));
    CHECK(run.out == "0 corrections in 0 files\n");
    CHECK(folder.read("config_db.json") == sonic_without_pfc("leaf1"));
    CHECK(files_in(folder) == 1);
}

}

TEST_CASE("fix --write in a read-only folder leaves the file alone")
{
    const TemporaryFolder folder;
    folder.write("config_db.json", sonic_without_pfc("leaf1"));
    fs::permissions(folder.path(),
        fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read | fs::perms::others_exec);
    RunOptions options;
    // Root may write anywhere, so drop privileges.
    options.before = ::geteuid() == 0 ? "exec setpriv --reuid=65534 --regid=65534 --clear-groups" : "exec";
    const Run run = rocelint({"fix", "--write", folder.path()}, options);
    fs::permissions(folder.path(), fs::perms::owner_all);
    check_untouched(folder, run);
}

TEST_CASE("fix --write on a full file system leaves the file alone")
{
    if (std::system("unshare --map-root-user --mount true 2>/dev/null") != 0)
        return testing::skip("this user may not mount a file system in a namespace");
    const TemporaryFolder folder;
    folder.write("config_db.json", sonic_without_pfc("leaf1"));
    folder.write("full/note", "");
    folder.write("after/note", "");
    fs::remove(folder.path("after/note"));
    // The file system is gone when the shell ends, so what is in it is copied out before.
    RunOptions options;
    options.folder = folder.path();
    options.before = "exec unshare --map-root-user --mount sh -c '"
                     "mount -t tmpfs -o size=64k none full && cp config_db.json full && cd full && {"
                     " dd if=/dev/zero of=filler bs=1k 2>/dev/null; \"$@\"; code=$?; rm filler;"
                     " cp -a . ../after; exit $code; }' sh";
    const Run run = rocelint({"fix", "--write", "config_db.json"}, options);
    INFO(run.err);
    CHECK(run.code == 3);
    CHECK(run.says("cannot be written: No space left on device"));
    CHECK(run.out == "0 corrections in 0 files\n");
    CHECK(folder.read("after/config_db.json") == sonic_without_pfc("leaf1"));
    CHECK(std::distance(fs::directory_iterator(folder.path("after")), fs::directory_iterator()) == 1);
}

TEST_CASE("fix --write beyond the size that a file may have leaves the file alone")
{
    const TemporaryFolder folder;
    folder.write("config_db.json", sonic_without_pfc("leaf1"));
    RunOptions options;
    options.before = "ulimit -f 4; exec";
    check_untouched(folder, rocelint({"fix", "--write", folder.path()}, options));
}

TEST_CASE("a file that changed since it was read is left alone")
{
    const TemporaryFolder folder;
    const std::string path = folder.write("config_db.json", sonic_without_pfc("leaf1"));
    auto source = Source::read(0, path);
    REQUIRE(source.has_value());
    std::vector<std::shared_ptr<const Source>> sources;
    sources.push_back(std::move(*source));
    const auto outcome
        = workspace::check_loaded(workspace::load_sources(std::move(sources), {}), {}, {}, {}, "2026-01-01");
    const FixPlan plan = plan_fixes(outcome->report, {});
    const auto corrections = workspace::correct(*outcome, plan, {});
    REQUIRE(corrections.size() == 1);
    REQUIRE(corrections[0].files.size() == 1);
    folder.write("config_db.json", "somebody was here\n");
    const workspace::Written written = workspace::write_corrections(*outcome, corrections);
    CHECK(written.files == 0);
    REQUIRE(written.errors.size() == 1);
    CHECK(written.errors[0].message.find("changed while it was being checked") != std::string::npos);
    CHECK(folder.read("config_db.json") == "somebody was here\n");
}

TEST_CASE("fix --write follows a symbolic link, and keeps the mode of the file")
{
    const TemporaryFolder folder;
    const std::string path = folder.write("store/leaf1", sonic_without_pfc("leaf1"));
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("store/leaf1", folder.path("config_db.json"));
    const Run run = rocelint({"fix", "--write", folder.path("config_db.json")});
    CHECK(run.code == 0);
    CHECK(fs::is_symlink(folder.path("config_db.json")));
    CHECK(folder.read("store/leaf1") == clean_sonic("leaf1"));
    CHECK((fs::status(path).permissions() & fs::perms::all)
        == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("fix --write keeps the owner of the file")
{
    const TemporaryFolder folder;
    const std::string path = folder.write("config_db.json", sonic_without_pfc("leaf1"));
    constexpr uid_t nobody = 65534;
    // Only root can change a file's owner.
    const bool foreign = ::geteuid() == 0 && ::chown(path.c_str(), nobody, nobody) == 0;
    CHECK(rocelint({"fix", "--write", folder.path()}).code == 0);
    struct stat status { };
    REQUIRE(::stat(path.c_str(), &status) == 0);
    CHECK(status.st_uid == (foreign ? nobody : ::geteuid()));
    CHECK(folder.read("config_db.json") == clean_sonic("leaf1"));
}

TEST_CASE("a file that is named twice is corrected once")
{
    const TemporaryFolder folder;
    const std::string path = folder.write("config_db.json", sonic_without_pfc("leaf1"));
    const Run run = rocelint({"fix", "--write", path, path, folder.path()});
    CHECK(run.code == 0);
    CHECK(run.out.starts_with("1 correction in 1 file\n"));
    CHECK(folder.read("config_db.json") == clean_sonic("leaf1"));
}

TEST_CASE("a byte order mark is kept, and UTF-16 is not written")
{
    const TemporaryFolder folder;
    folder.write("leaf1/config_db.json", "\xef\xbb\xbf" + sonic_without_pfc("leaf1"));
    std::string wide = "\xff\xfe";
    for (const char c : sonic_without_pfc("leaf2"))
        wide += {c, '\0'};
    folder.write("leaf2/config_db.json", wide);
    const Run run = rocelint({"fix", "--write", folder.path()});
    CHECK(run.says("would have to be written as UTF-8: convert it first"));
    CHECK(folder.read("leaf1/config_db.json") == "\xef\xbb\xbf" + clean_sonic("leaf1"));
    CHECK(folder.read("leaf2/config_db.json") == wide);
}

TEST_CASE("corrections that contradict each other are shown with both findings")
{
    std::vector<std::shared_ptr<const Source>> sources;
    sources.push_back(std::make_unique<Source>(0, "leaf1.json", sonic_without_pfc("leaf1")));
    const auto outcome
        = workspace::check_loaded(workspace::load_sources(std::move(sources), {}), {}, {}, {}, "2026-01-01");
    REQUIRE_FALSE(outcome->report.findings.empty());
    Report report;
    report.findings = {outcome->report.findings[0], outcome->report.findings[0]};
    Change& other = report.findings[1].changes.at(0);
    std::get<PriorityDelta>(other.value) = {.add = {}, .remove = PrioritySet::of(3)};
    outcome->report = report;
    const FixPlan plan = plan_fixes(report, {});
    REQUIRE(plan.devices.size() == 1);
    CHECK(plan.devices[0].changes.empty());
    const std::string text = cli::left_text(*outcome, plan, workspace::correct(*outcome, plan, {}), false);
    CHECK(
        text.find("PFC001 is not corrected: it asks for \"PFC on for priority 3\", but PFC001 at leaf1.json:")
        != std::string::npos);
    CHECK(
        text.find("for \"PFC off for priority 3\"; neither is made\n1 finding is left") != std::string::npos);
}

TEST_CASE("a port whose classes are marked by different fields is not switched from one to the other")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    folder.write("rocelint.yaml",
        "version: 1\n"
        "classes:\n"
        "  - {name: rdma, priority: 3, dscp: [26], trust: dscp}\n"
        "  - {name: storage, priority: 4, trust: pcp}\n");
    const Run run = rocelint({"fix", "--select", "QOS001", folder.path()});
    CHECK(run.says("QOS001 is not corrected: EOS has no trust in both DSCP and PCP"));
    CHECK(run.out.empty());
}

TEST_CASE("remaining findings take one line per rule and reason, however many ports they are about")
{
    const TemporaryFolder folder;
    std::string text = clean_sonic("leaf1");
    for (const std::string_view port : {"\"Ethernet0\"", "\"Ethernet4\""}) {
        const std::size_t at
            = text.find("\"pfc_enable\": \"3\"", text.find(port, text.find("\"PORT_QOS_MAP\"")));
        text.replace(at, 17, "\"pfc_enable\": \"\"");
    }
    folder.write("config_db.json", text);
    folder.write("rocelint.yaml",
        "version: 1\nprofile: lossless\nports:\n  - {device: leaf1, port: \"*\", rdma: true}\n");
    const Run run = rocelint({"fix", "--hitless", "--select", "PFC001", folder.path()});
    CHECK(run.says("PFC001 is not corrected: its correction is disruptive, which --hitless leaves out (and 1 "
                   "more place)\n2 findings are left to do by hand\n"));
}

TEST_CASE("git apply and patch -p1 accept a diff, and it is coloured only on request")
{
    for (const char* command : {"git apply fix.diff", "patch -s -p1 -i fix.diff"}) {
        CAPTURE(command);
        const TemporaryFolder folder;
        folder.write("site/config_db.json", sonic_without_pfc("leaf1"));
        const Run fixed = rocelint({"fix", "./site"}, {.folder = folder.path()});
        CHECK(fixed.out.starts_with("--- a/site/config_db.json\n+++ b/site/config_db.json\n@@ "));
        folder.write("fix.diff", fixed.out);
        const std::string line = "cd '" + folder.path() + "' && git init -q . && " + command;
        CHECK(std::system(line.c_str()) == 0);
        CHECK(folder.read("site/config_db.json") == clean_sonic("leaf1"));
    }
    const TemporaryFolder folder;
    folder.write("config_db.json", sonic_without_pfc("leaf1"));
    const Run coloured = rocelint({"fix", "--color", "always"}, {.folder = folder.path()});
    CHECK(coloured.says("\033[1m--- a/config_db.json\033[m\n"));
    CHECK(coloured.says("\033[31m-"));
    CHECK(coloured.says("\033[32m+"));
    CHECK_FALSE(rocelint({"fix"}, {.folder = folder.path()}).says("\033["));
}

TEST_CASE(
    "commands are written to one file per device, with the codes in a comment if its language has comments")
{
    const TemporaryFolder folder;
    folder.write("site/rocelint.yaml", "version: 1\nprofile: lossless\n");
    folder.write("site/leaf1.cfg", broken_switch("leaf1"));
    folder.write("site/leaf2.json", sonic_without_pfc("leaf2"));
    const RunOptions here{.folder = folder.path()};
    const Run run = rocelint({"fix", "site", "--commands", "-o", "out"}, here);
    CHECK(run.code == 0);
    CHECK(run.out.empty());
    CHECK(run.says("2 files of commands written to out\n"));
    CHECK(folder.read("out/leaf1.commands").starts_with("! rocelint: "));
    CHECK(folder.read("out/leaf1.commands").find("PFC001") != std::string::npos);
    CHECK(folder.read("out/leaf2.commands").starts_with("[\n"));
    // Repeating is fine; a change by hand is overwritten only with --force.
    CHECK(rocelint({"fix", "site", "--commands", "-o", "out"}, here).code == 0);
    folder.write("out/leaf1.commands", "mine\n");
    const Run changed = rocelint({"fix", "site", "--commands", "-o", "out"}, here);
    CHECK(changed.code == 2);
    CHECK(folder.read("out/leaf1.commands") == "mine\n");
    // One command must not replace the output of another, even with --force.
    folder.write("fabric.yaml", "version: 1\ndevices: {leaf7: {platform: eos, role: leaf}}\n");
    CHECK(rocelint({"render", "fabric.yaml", "-o", "rendered"}, here).code == 0);
    const Run others = rocelint({"fix", "site", "--commands", "-o", "rendered", "--force"}, here);
    CHECK(others.code == 2);
    CHECK(others.says(", which fix did not write; choose another folder"));
    CHECK(folder.has("rendered/leaf7.cfg"));
    CHECK(
        rocelint({"render", "fabric.yaml", "-o", "out", "--force"}, here).says("which render did not write"));
    CHECK(rocelint({"fix", "site", "--commands", "-o", "out", "--force"}, here).code == 0);
    CHECK(folder.read("out/leaf1.commands") != "mine\n");
    CHECK(rocelint({"fix", "site", "-o", "out"}, here).says("--output requires --commands"));
}

}
