// SPDX-License-Identifier: Apache-2.0
// How files were understood: `show files`, `show devices`, `show links` and `show classes`.
#include "tests/cli/fabric_run.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {
namespace {

using Json = nlohmann::json;

Run show(const std::string& folder, std::vector<std::string> words)
{
    words.insert(words.begin(), "show");
    return rocelint(words, {.folder = folder});
}

// The longest line of a text, in characters.
std::size_t widest_line(std::string_view text)
{
    std::size_t widest = 0;
    std::size_t width = 0;
    for (const char c : text) {
        if (c == '\r') // a terminal puts it before each line break
            continue;
        width = c == '\n' ? 0 : width + ((static_cast<unsigned char>(c) & 0xc0U) != 0x80U ? 1 : 0);
        widest = std::max(widest, width);
    }
    return widest;
}

TEST_CASE(
    "show files says what each file was read as, which was not recognised, and which lines were not read")
{
    const TemporaryFolder folder;
    folder.write("site/rocelint.yaml", "version: 1\nprofile: lossless\n");
    folder.write("site/leaf1.cfg", clean_switch("leaf1") + "\nfrobnicate all\n");
    folder.write("site/notes.txt", "buy milk\n");
    const Run run = show(folder.path(), {"files", "site"});
    CHECK(run.code == 0);
    CHECK(run.err.empty());
    CHECK(run.out == R"(file                read as  device  lines  read  unread  why
site/rocelint.yaml  policy                                it is in force here
site/leaf1.cfg      eos      leaf1      87    58       1  its header comment names an EOS version

not recognised  lines  why
site/notes.txt      1  no platform recognises the content
A file that is a configuration all the same: name its platform with --platform.

unread line        why             text
site/leaf1.cfg:87  not understood  frobnicate all
)");
}

TEST_CASE("show files as JSON counts the lines of each file and lists those that were not understood")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1") + "\nfrobnicate all\n");
    folder.write("notes.txt", "buy milk\n");
    const Run run = show(folder.path(), {"files", "--format", "json"});
    CHECK(run.code == 0);
    const Json json = Json::parse(run.out);
    CHECK(json["schema_version"] == 1);
    REQUIRE(json["files"].size() == 2);
    const Json& leaf = json["files"][0];
    CHECK(leaf["read_as"] == "eos");
    CHECK(leaf["device"] == "leaf1");
    CHECK(leaf["details"]
        == Json::parse(R"([{"line": 87, "state": "unrecognised", "text": "frobnicate all"}])"));
    CHECK(leaf["read"].get<int>() + leaf["irrelevant"].get<int>() + leaf["unsupported"].get<int>()
            + leaf["unrecognised"].get<int>()
        == leaf["lines"].get<int>());
    CHECK(json["files"][1]["read_as"].is_null());
    CHECK(json["files"][1]["reason"] == "no platform recognises the content");
}

TEST_CASE("show files never prints a secret or a character that steers the terminal")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1") + "\nfrobnicate password 0 hunter2\nfrob \x1b[31m all\n");
    for (const char* format : {"text", "json"}) {
        const Run run = show(folder.path(), {"files", "--format", format});
        CHECK_FALSE(run.says("hunter2"));
        CHECK_FALSE(run.says("\x1b"));
        CHECK(run.says("frobnicate"));
    }
}

TEST_CASE("show without a subject, with an unknown one or without files says what to do next")
{
    const TemporaryFolder folder;
    const Run bare = show(folder.path(), {});
    CHECK(bare.code == 2);
    CHECK(bare.err.starts_with("rocelint: show needs a command: files"));
    const Run misspelt = show(folder.path(), {"flies"});
    CHECK(misspelt.code == 2);
    CHECK(misspelt.says("unknown command 'flies' of show; did you mean 'files'?"));
    const Run empty = show(folder.path(), {"files"});
    CHECK(empty.code == 3);
    CHECK(empty.out.empty());
    CHECK(empty.err
        == "rocelint: there is nothing to read below .; name a folder with configurations or captures\n");
    const Run absent = show(folder.path(), {"files", "nowhere"});
    CHECK(absent.code == 3);
    CHECK(absent.err == "rocelint: nowhere: cannot be read: No such file or directory\n");
    folder.write("notes.txt", "buy milk\n");
    const Run strange = show(folder.path(), {"files"});
    CHECK(strange.code == 3);
    CHECK(strange.says("no platform recognises the content"));
    CHECK(strange.err == "rocelint: no device was recognised in any file\n");
}

TEST_CASE("tables fit the terminal, and have one line for each row elsewhere")
{
    const TemporaryFolder folder;
    const std::string name
        = "site/a-rather-long-name-of-a-folder/and-another-one-below-it/leaf1-of-the-first-row.cfg";
    folder.write(name, clean_switch("leaf1"));
    for (const char* subject : {"files", "devices"}) {
        CAPTURE(subject);
        const Run run = show(folder.path(), {subject, "site"});
        CHECK(run.code == 0);
        CHECK(run.says(name));
        // A terminal without a size counts as one of 80 columns.
        const Run terminal
            = rocelint({"show", subject, "site"}, {.folder = folder.path(), .output = Output::terminal});
        CHECK(terminal.code == 0);
        CHECK(terminal.says("cfg"));
        CHECK(widest_line(terminal.out) <= 80);
    }
}

TEST_CASE("show files of several fabrics names each")
{
    const TemporaryFolder folder;
    for (const std::string site : {"a", "b"}) {
        folder.write(site + "/rocelint.yaml", "version: 1\nprofile: lossless\n");
        folder.write(site + "/leaf1.cfg", clean_switch("leaf1"));
    }
    const Run text = show(folder.path(), {"files", "."});
    CHECK(text.code == 0);
    CHECK(text.says("fabric a\n"));
    CHECK(text.says("fabric b\n"));
    const Json json = Json::parse(show(folder.path(), {"files", "--format", "json"}).out);
    CHECK(json["files"].back()["fabric"] == "b");
}

TEST_CASE("show devices lists each device with its ports, and devices of the topology without files")
{
    const TemporaryFolder folder;
    folder.write("site/rocelint.yaml", "version: 1\nprofile: lossless\n");
    folder.write("site/topology.yaml", "devices:\n  leaf1: {}\n  leaf2: {}\n");
    folder.write("site/leaf1.cfg", clean_switch("leaf1"));
    const Run run = show(folder.path(), {"devices", "site"});
    CHECK(run.code == 0);
    CHECK(run.out == R"(device  platform  role    model           ports  judged  files
leaf1   eos       switch  DCS-7060X4-32S      2       2  site/leaf1.cfg

not read  why
leaf2     no file of it was found
)");
    const Json json = Json::parse(show(folder.path(), {"devices", "site", "--format", "json"}).out);
    REQUIRE(json["devices"].size() == 1);
    CHECK(json["devices"][0]["judged_ports"] == 2);
    CHECK(json["not_read"][0]["name"] == "leaf2");
}

TEST_CASE("show links names the line that each cable is known from")
{
    const TemporaryFolder folder;
    copy_fabric("eos-without-roce", folder.path("site"));
    const Json json = Json::parse(show(folder.path(), {"links", "site", "--format", "json"}).out);
    REQUIRE(json["links"].size() == 2);
    CHECK(json["links"][0]["a"] == Json::parse(R"({"device": "leaf1", "port": "Ethernet31"})"));
    CHECK(json["links"][0]["b"] == Json::parse(R"({"device": "spine1", "port": "Ethernet1"})"));
    CHECK(json["links"][0]["source"] == "interface description");
    CHECK(json["links"][0]["at"] == Json::parse(R"({"file": "site/leaf1.cfg", "line": 13})"));
    CHECK(json["conflicts"].empty());
    const Run text = show(folder.path(), {"links", "site"});
    CHECK(text.code == 0);
    CHECK(text.says("leaf1 Ethernet31"));
}

TEST_CASE("show links without any cable says how to make them known")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    CHECK(show(folder.path(), {"links"}).out
        == "No cable is known: capture LLDP on the devices, or list the cables in a topology.yaml.\n");
    const TemporaryFolder infiniband;
    infiniband.write("opensm.conf", "routing_engine updn\nqos TRUE\nsm_priority 15\n");
    const Run subnet = show(infiniband.path(), {"links"});
    CHECK_FALSE(subnet.says("LLDP"));
    CHECK(subnet.says("ibnetdiscover"));
}

TEST_CASE("show classes says what each port does with a class, and where that differs from what it needs")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    folder.write("leaf1.cfg", broken_switch("leaf1"));
    const Json json = Json::parse(show(folder.path(), {"classes", "--format", "json"}).out);
    REQUIRE(json["classes"].size() == 1);
    CHECK(json["classes"][0]["priority"] == 3);
    CHECK(json["classes"][0]["dscp"] == Json::parse("[26]"));
    CHECK(json["classes"][0]["inferred"] == false);
    CHECK(json["classes"][0]["known_from"] == "profile lossless:6");
    REQUIRE(json["uses"].size() == 2);
    const Json& broken = json["uses"][0];
    CHECK(broken["ports"] == Json::parse(R"(["Ethernet1/1"])"));
    CHECK(broken["pfc"] == "off");
    CHECK(broken["differs"].dump().find("PFC is off for priority 3") != std::string::npos);
    const Json& good = json["uses"][1];
    CHECK(good["ports"] == Json::parse(R"(["Ethernet2/1"])"));
    CHECK(good["pfc"] == "on");
    CHECK(good["ecn"].get<std::string>().starts_with("marks from "));
    CHECK(good["differs"].empty());
    const Run text = show(folder.path(), {"classes"});
    CHECK(text.code == 0);
    CHECK(text.says("profile lossless:6"));
}

TEST_CASE("show classes names the file of devices that share a name")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    folder.write("one/leaf1.cfg", clean_switch("leaf1"));
    folder.write("two/leaf1.json", clean_sonic("leaf1"));
    folder.write("spine1.cfg", clean_switch("spine1"));
    const Run text = show(folder.path(), {"classes"});
    CHECK(text.says("leaf1 (one/leaf1.cfg)"));
    CHECK(text.says("leaf1 (two/leaf1.json)"));
    CHECK_FALSE(text.says("spine1 ("));
}

TEST_CASE(
    "show classes reports link pause where PFC is needed, and a NIC that answers marks without slowing down")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path("site"));
    const Json json = Json::parse(show(folder.path(), {"classes", "site", "--format", "json"}).out);
    const auto differs = [&](std::string_view device, std::string_view port) {
        for (const Json& use : json["uses"]) {
            if (use["device"] == device && use["ports"][0] == port)
                return use["differs"].dump();
        }
        return std::string("no such use");
    };
    CHECK(differs("host4", "ens2f0np0")
        == R"(["link pause stops all priorities, where PFC is needed for priority 3"])");
    CHECK(differs("host2", "ens1f0np0") == R"(["the NIC only sends CNPs"])");
}

}
}
