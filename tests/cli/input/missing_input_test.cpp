// SPDX-License-Identifier: Apache-2.0
// Data lost on its way to the program: a planned device that was not collected must not look healthy.
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

namespace rocelint {
namespace {

constexpr const char* plain_policy = "version: 1\nprofile: lossless\n";
constexpr const char* with_files = "devices:\n"
                                   "  leaf3: {role: leaf, file: leaf3.cfg}\n"
                                   "  leaf4: {role: leaf, file: leaf4.cfg}\n"
                                   "links: []\n";
constexpr const char* without_files = "devices:\n"
                                      "  leaf3: {role: leaf}\n"
                                      "  leaf4: {role: leaf}\n"
                                      "links: []\n";

Run check_names(const TemporaryFolder& folder)
{
    return rocelint({"check", folder.path(), "--select", "TOP010,TOP011,SYN001"});
}

void write_leaves(const TemporaryFolder& folder, const char* topology)
{
    folder.write("rocelint.yaml", plain_policy);
    folder.write("topology.yaml", topology);
    folder.write("leaf3.cfg", clean_switch("leaf3"));
    folder.write("leaf4.cfg", clean_switch("leaf4"));
}

TEST_CASE("a chip name that is almost a known one is refused, and one unlike any is accepted")
{
    const auto run_with = [](std::string_view asic) {
        const TemporaryFolder folder;
        write_leaves(folder,
            ("devices:\n  leaf3: {role: leaf, asic: " + std::string(asic)
                + ", file: leaf3.cfg}\n  leaf4: {role: leaf, file: leaf4.cfg}\nlinks: []\n")
                .c_str());
        return check_names(folder);
    };
    const Run refused = run_with("spectrum3x");
    CHECK(refused.code == 2);
    CHECK(refused.says(
        "topology.yaml:2:3: the asic of leaf3, 'spectrum3x', is not in the catalog; did you mean "));
    CHECK(run_with("quite-another-chip").code == 0);
    CHECK(run_with("spectrum-3").code == 0);
}

TEST_CASE("a complete fabric has no finding about missing input")
{
    for (const char* topology : {with_files, without_files}) {
        const TemporaryFolder folder;
        write_leaves(folder, topology);
        const Run run = check_names(folder);
        CAPTURE(run.out);
        CHECK(run.code == 0);
        CHECK(run.out.starts_with("no findings in 2 devices"));
    }
}

TEST_CASE("a device of the topology whose file is missing, empty or compressed is an error at its line")
{
    struct Row {
        const char* title;
        const char* text; ///< null: the file is deleted
        const char* said;
    };
    constexpr Row rows[] = {
        {"deleted", nullptr, ""},
        {"empty", "", "leaf3.cfg: the file is empty"},
        {"compressed", "\x1f\x8b\x08\x08 some bytes", "leaf3.cfg: the file is compressed (gzip)"},
        {"foreign", "buy milk\n", "leaf3.cfg: no platform recognises the content"},
    };
    for (const char* topology : {with_files, without_files}) {
        for (const Row& row : rows) {
            CAPTURE(topology);
            CAPTURE(row.title);
            const TemporaryFolder folder;
            write_leaves(folder, topology);
            if (row.text == nullptr)
                std::filesystem::remove(folder.path("leaf3.cfg"));
            else
                folder.write("leaf3.cfg", row.text);
            const Run run = check_names(folder);
            CAPTURE(run.out);
            CHECK(run.code == 1);
            CHECK(run.says("topology.yaml:2:"));
            CHECK(run.says("error TOP010  leaf3 is in topology.yaml but nothing of it was read"));
            CHECK(run.says(row.said));
            CHECK_FALSE(run.says("leaf4 is in topology.yaml"));
        }
    }
}

TEST_CASE("a capture with nothing but command line errors is a warning at its first line")
{
    for (const char* text : {"% Invalid input detected at '^' marker.\n",
             "                  ^\n% Invalid command at '^' marker.\n",
             "ssh: connect to host leaf4 port 22: Connection refused\n",
             "admin@leaf4: Permission denied (publickey,password).\n",
             "bash: mlnx_qos: command not found\n",
             "sh: 1: show_gids: not found\n",
             "syntax error, expecting <command>.\nerror: could not connect\n"}) {
        CAPTURE(text);
        const TemporaryFolder folder;
        folder.write("rocelint.yaml", plain_policy);
        folder.write("leaf3.cfg", clean_switch("leaf3"));
        folder.write("leaf4.cfg", text);
        const Run run = rocelint({"check", folder.path(), "--select", "SYN001"});
        CAPTURE(run.out);
        CHECK(run.says("leaf4.cfg:"));
        CHECK(run.says("warning SYN001  this capture failed"));
        CHECK(run.says("leaf4.cfg: a capture that failed"));
    }
    // In a configuration, such a line counts as not understood.
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", plain_policy);
    folder.write("leaf3.cfg", "% Invalid input detected\n" + clean_switch("leaf3"));
    CHECK_FALSE(rocelint({"check", folder.path(), "--select", "SYN001"}).says("this capture failed"));
}

TEST_CASE("a device that a link of the topology names must be read too")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", plain_policy);
    folder.write("topology.yaml", "links:\n  - {a: \"leaf4:Ethernet1/1\", b: \"host9:ens1\"}\n");
    folder.write("leaf4.cfg", clean_switch("leaf4"));
    const Run run = check_names(folder);
    CHECK(run.code == 1);
    CHECK(run.says("topology.yaml:2:"));
    CHECK(run.says("host9 is in topology.yaml but nothing of it was read"));
}

TEST_CASE("a file with a missing device's name that contains another device is named")
{
    const TemporaryFolder folder;
    write_leaves(folder, without_files);
    folder.write("leaf3.cfg", clean_switch("elsewhere"));
    const Run run = rocelint({"check", "-v", folder.path(), "--select", "TOP010,TOP011,SYN001"});
    CHECK(run.code == 1);
    CHECK(run.says("leaf3 is in topology.yaml but nothing of it was read\n"));
    CHECK(run.says("leaf3.cfg is read as elsewhere\n"));
}

TEST_CASE("inputs that the paths deliberately omit are mentioned but are not findings")
{
    const TemporaryFolder folder;
    write_leaves(folder, with_files);
    const Run run = rocelint({"check", folder.path("leaf4.cfg"), "--select", "TOP010"});
    CHECK(run.code == 0);
    CHECK_FALSE(run.says("TOP010"));
    CHECK(run.says("1 device of topology.yaml is not in the given paths: leaf3"));
    // Every existing configuration was given, so the other device is missing.
    std::filesystem::remove(folder.path("leaf3.cfg"));
    CHECK(rocelint({"check", folder.path("leaf4.cfg"), "--select", "TOP010"}).code == 1);
}

TEST_CASE("a file whose hostname is another device of the topology is an error")
{
    for (const char* topology : {with_files, without_files}) {
        CAPTURE(topology);
        const TemporaryFolder folder;
        folder.write("rocelint.yaml", plain_policy);
        folder.write("topology.yaml", topology);
        folder.write("leaf3.cfg", clean_switch("leaf4"));
        folder.write("leaf4.cfg", clean_switch("leaf3"));
        const Run run = check_names(folder);
        CAPTURE(run.out);
        CHECK(run.code == 1);
        CHECK(run.says("leaf3.cfg:"));
        CHECK(
            run.says("error TOP011  the file of leaf3 calls itself leaf4, another device of topology.yaml"));
        CHECK(
            run.says("error TOP011  the file of leaf4 calls itself leaf3, another device of topology.yaml"));
    }
}

TEST_CASE("a host capture with a hostname that the topology does not know is a warning")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", plain_policy);
    folder.write("topology.yaml", "devices:\n  leaf4: {file: leaf4.cfg}\n  host1: {file: host1/}\n");
    folder.write("leaf4.cfg", clean_switch("leaf4"));
    folder.write("host1/hostname.txt", "root@elsewhere:~# hostname\nelsewhere\n");
    folder.write("host1/mtu.txt", "root@elsewhere:~# ip link\n1: ens1f0np0: <UP> mtu 9000 qdisc mq\n");
    const Run run = check_names(folder);
    CAPTURE(run.out);
    CHECK(run.code == 0);
    CHECK(run.says("warning TOP011  the files of host1 call it elsewhere"));
}

}
}
