// SPDX-License-Identifier: Apache-2.0
// What diff compares: folders, fabrics, commits, devices and links.
#include "tests/cli/diff/diff_case.h"

namespace rocelint::diff_test {
namespace {

TEST_CASE(
    "paths in findings are relative to what was compared, and a comment is no longer than services accept")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("old"));
    copy_fabric("clos-mixed", folder.path("new"));
    replace(folder, "new/hosts/host1/mlnx_qos.ens1f0np0.txt", "0   0   0   1", "0   0   0   0");
    const Run run = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    CHECK(run.says(" hosts/host1/mlnx_qos.ens1f0np0.txt:"));
    for (int leaf = 0; leaf < 150; ++leaf) {
        const std::string name = fmt::format("site{}", leaf);
        folder.write(fmt::format("many-old/{}.cfg", name), clean_switch(name));
        folder.write(fmt::format("many-new/{}.cfg", name), broken_switch(name));
    }
    const Run comment
        = rocelint({"diff", "many-old", "many-new", "--format", "markdown"}, {.folder = folder.path()});
    CHECK(comment.code == 1);
    CHECK(comment.out.size() < 65'536);
    CHECK(comment.says("more, which `--format text` lists\n"));
    CHECK(comment.out.ends_with(": worse\n"));
}

TEST_CASE("added and removed devices and links are named")
{
    const TemporaryFolder folder;
    folder.write("old/leaf1.cfg", clean_switch("leaf1"));
    folder.write("new/leaf2.cfg", clean_switch("leaf2"));
    const Run run = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    CHECK(run.code == 0);
    CHECK(run.says("new devices\n  leaf2\n"));
    CHECK(run.says("devices that are gone\n  leaf1\n"));
}

TEST_CASE("a fabric that is added next to another one is new, and the other one is compared with itself")
{
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path("old"));
    std::filesystem::create_directories(folder.path("new"));
    copy_fabric("broken-clos", folder.path("old/a"));
    copy_fabric("broken-clos", folder.path("new/a"));
    copy_fabric("clos-mixed", folder.path("new/b"));
    for (const auto& [before, after] : {std::pair("old", "new"), std::pair("old/a", "new")}) {
        const Json fabrics = Json::parse(
            rocelint({"diff", before, after, "--format", "json"}, {.folder = folder.path()}).out)
                                 .at("fabrics");
        for (const Json& fabric : fabrics) {
            const bool is_new = fabric.at("folder") == "b";
            CHECK(fabric.at("new_devices").empty() == !is_new);
            CHECK(fabric.at("gone_devices").empty());
            CHECK(fabric.at("solved_findings").empty());
            CHECK(fabric.at("new_findings").empty());
        }
    }
    CHECK(rocelint({"diff", "old", "new"}, {.folder = folder.path()}).code == 0);
}

TEST_CASE("files of a commit are compared with those of the working tree, and nothing is left behind")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    folder.write("site/leaf1.cfg", clean_switch("leaf1"));
    const std::string git = fmt::format("cd {} && git -c init.defaultBranch=main init -q . && git add . && "
                                        "git -c user.name=a -c user.email=a@b commit -q -m first",
        folder.path());
    REQUIRE(std::system(git.c_str()) == 0);
    folder.write("site/leaf1.cfg", broken_switch("leaf1"));
    folder.write("tmp/kept", "");
    const RunOptions here{.environment = {"TMPDIR=" + folder.path("tmp")}, .folder = folder.path()};
    const Run run = rocelint({"diff", "HEAD:site", "site"}, here);
    CHECK(run.code == 1);
    CHECK(run.says("error PFC001 leaf1.cfg:"));
    CHECK(run.err.find("assumed") == std::string::npos);
    std::size_t left = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path("tmp")))
        ++left;
    CHECK(left == 1);
    CHECK(rocelint({"diff", "HEAD:nowhere", "site"}, here).code == 2);
    CHECK(
        rocelint({"diff", "HEAD:nowhere", "site"}, here).says("HEAD:nowhere: the revision has no such path"));
    CHECK(rocelint({"diff", "HEAT:site", "site"}, here).says("'HEAT' is not a revision of the repository"));
}

TEST_CASE(
    "an unchanged file or folder equals the one of a commit, even if the rest of its fabric is not given")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path("site"));
    commit_all(folder);
    for (const std::string path : {"site/leaf1.json", "site/hosts"}) {
        const Run now = rocelint({"diff", "HEAD:" + path, path}, {.folder = folder.path()});
        CHECK(now.code == 0);
        CHECK(now.out == "no change in what devices do\n");
        CHECK(rocelint({"diff", path, "HEAD:" + path}, {.folder = folder.path()}).out == now.out);
    }
}

TEST_CASE("a side that cannot be read or contains no device is refused")
{
    const TemporaryFolder folder;
    folder.write("old/leaf1.cfg", clean_switch("leaf1"));
    folder.write("empty/note.txt", "nothing\n");
    const Run gone = rocelint({"diff", "main", "old"}, {.folder = folder.path()});
    CHECK(gone.code == 3);
    CHECK(gone.err
        == "rocelint: main: no such file or folder; for the files of a git revision write "
           "`rocelint diff main:old old`\n");
    CHECK(rocelint({"diff", "old", "gone"}, {.folder = folder.path()}).code == 3);
    const Run empty = rocelint({"diff", "empty", "old"}, {.folder = folder.path()});
    CHECK(empty.code == 3);
    CHECK(empty.says("empty: no device was recognised in any file"));
    CHECK(rocelint({"diff", "old"}, {.folder = folder.path()}).code == 2);
}

TEST_CASE("the text of a merge request comment cannot add markup to its headings and items")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("old"));
    copy_fabric("broken-clos", folder.path("new"));
    const Run run = rocelint({"diff", "old", "new", "--format", "markdown"}, {.folder = folder.path()});
    CHECK(run.code == 1);
    CHECK(run.out.starts_with("## rocelint diff\n"));
    CHECK(run.says("#### new findings\n\n- error "));
}

TEST_CASE("changed lines that are not compared are listed, so that silence is not mistaken for agreement")
{
    const TemporaryFolder folder;
    const RunOptions here{.folder = folder.path()};
    copy_fabric("clos-eight-broken", folder.path("old"));
    copy_fabric("clos-eight-broken", folder.path("new"));
    // Comments, blank lines and the order of lines are not changes.
    const std::string eos = folder.read("new/leaf-eos.cfg");
    folder.write("new/leaf-eos.cfg", "! written on Monday\n\n" + eos);
    CHECK(rocelint({"diff", "old", "new"}, here).out == "no change in what devices do\n");
    folder.write("new/leaf-eos.cfg", eos + "foo bar\n");
    const auto line = std::to_string(std::ranges::count(eos, '\n') + 1);
    replace(folder, "new/leaf-junos.conf", "drop-probability [ 0 ", "drop-probability [ 9 ");
    folder.write("new/notes.cfg", "hello\n");
    const Run run = rocelint({"diff", "old", "new"}, here);
    CHECK(run.code == 0);
    CHECK(run.says("changed lines with no effect on compared settings\n  leaf-eos: line " + line
        + " of leaf-eos.cfg, which no reader understands\n  leaf-junos: line"));
    CHECK(run.says(
        "new files of no known platform, not compared\n  notes.cfg: no platform recognises the content\n"));
    CHECK(run.says("no change in compared settings\n"));
    const Json report
        = Json::parse(rocelint({"diff", "old", "new", "--format", "json"}, here).out).at("fabrics").at(0);
    CHECK(report.at("uncompared_lines").size() == 2);
    CHECK(report.at("uncompared_lines").at(0).at("understood") == false);
    CHECK(report.at("unread_files").at(0).at("file") == "notes.cfg");
    // A removed line is reported as it was. Next to a device's differences, only lines that were not understood are listed.
    CHECK(rocelint({"diff", "new", "old"}, here)
              .says("leaf-eos: line " + line + " of leaf-eos.cfg as it was, which no reader understands\n"));
    replace(folder, "new/leaf-eos.cfg", "interface Ethernet31/1\n", "interface Ethernet31/1\n   shutdown\n");
    const Run shut = rocelint({"diff", "old", "new"}, here);
    CHECK(shut.says("  whether the port is enabled: no (was yes): leaf-eos Ethernet31/1\n"));
    CHECK(shut.says(" of leaf-eos.cfg, which no reader understands\n"));
}

}
}
