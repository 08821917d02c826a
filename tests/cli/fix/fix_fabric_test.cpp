// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <sstream>
#include <string>

namespace rocelint {
namespace {

namespace fs = std::filesystem;

const std::string fabrics = std::string(ROCELINT_SOURCE_DIR) + "/fixtures/fabrics";

std::multiset<std::string> sorted_lines(const std::string& text)
{
    std::multiset<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.insert(line);
    return lines;
}

// The lines of `from` that `other` does not have.
std::string difference(const std::string& from, const std::string& other)
{
    std::multiset<std::string> left = sorted_lines(from);
    for (const std::string& line : sorted_lines(other)) {
        const auto at = left.find(line);
        if (at != left.end())
            left.erase(at);
    }
    std::string text;
    for (const std::string& line : left)
        text += line + "\n";
    return text;
}

}

TEST_CASE("fix corrects the seeded faults of the broken fabric, and touches nothing else")
{
    const TemporaryFolder folder;
    fs::copy(fabrics + "/broken-clos",
        folder.path(),
        fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    const TemporaryFolder clean;
    fs::copy(fabrics + "/clos-mixed",
        clean.path(),
        fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    CHECK(rocelint({"check", folder.path()}).code == 1);
    CHECK(rocelint({"fix", "--write", folder.path()}).code == 0);
    // Files whose only faults are the seeded ones come out byte for byte like the clean twin.
    for (const char* file : {"leaf1.json", "leaf2.json", "leaf3.cfg", "spine2.json"}) {
        CAPTURE(file);
        CHECK(folder.read(file) == clean.read(file));
    }
    // The DSCP that was in the wrong class now has an explicit map entry, and the queue an explicit `priority strict`; the twin
    // leaves both to the defaults.
    CHECK(difference(folder.read("leaf4.cfg"), clean.read("leaf4.cfg"))
        == "      priority strict\n   !\n   tx-queue 5\nqos map dscp 48 to traffic-class 6\n");
    CHECK(difference(clean.read("leaf4.cfg"), folder.read("leaf4.cfg")) == "");
    // A duplicate table is left for people to remove.
    CHECK(difference(folder.read("spine1.json"), clean.read("spine1.json"))
        == "        \"Loopback0\": {}\n    \"LOOPBACK_INTERFACE\": {\n    },\n");
    CHECK(difference(clean.read("spine1.json"), folder.read("spine1.json")) == "");
    CHECK(rocelint({"fix", "--write", folder.path()}).says("0 corrections in 0 files"));
    // The hosts' captures still show the old state: the scripts have not run yet.
    CHECK(rocelint({"check", folder.path()}).says("warning NIC028"));
    // The cable is moved by hand, the scripts run, and the hosts are captured again.
    fs::copy(clean.path("hosts"),
        folder.path("hosts"),
        fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    const Run after = rocelint({"check", folder.path()});
    CHECK_MESSAGE(after.code == 0, after.out);
}

TEST_CASE("fix finds nothing to do in the clean fabrics")
{
    for (const char* fabric : {"clos-mixed", "fat-tree", "rails"}) {
        CAPTURE(fabric);
        CHECK(rocelint({"fix", fabrics + "/" + fabric}).out == "");
    }
}

TEST_CASE("a second run of fix --write has nothing to do, on every fixture fabric")
{
    for (const fs::directory_entry& fabric : fs::directory_iterator(fabrics)) {
        if (!fabric.is_directory())
            continue;
        CAPTURE(fabric.path().string());
        const TemporaryFolder folder;
        fs::copy(
            fabric.path(), folder.path(), fs::copy_options::recursive | fs::copy_options::overwrite_existing);
        (void)rocelint({"fix", "--write", folder.path()});
        const Run second = rocelint({"fix", folder.path()});
        CHECK(second.out == "");
    }
}

TEST_CASE("a fault that appears once another is corrected is corrected in the same run")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg",
        "hostname leaf4\n"
        "feature lldp\n"
        "class-map type qos match-all ROCEv2\n"
        "  match dscp 26\n"
        "policy-map type qos QOS_MARKING\n"
        "  class ROCEv2\n"
        "    set qos-group 3\n"
        "policy-map type network-qos qos_network\n"
        "  class type network-qos c-8q-nq3\n"
        "    mtu 9216\n"
        "    pause pfc-cos 3\n"
        "system qos\n"
        "  service-policy type network-qos qos_network\n"
        "interface Ethernet1/1\n"
        "  no switchport\n"
        "  mtu 9216\n"
        "  priority-flow-control mode on\n"
        "  service-policy type qos input QOS_MARKING\n"
        "  no shutdown\n"
        "interface Ethernet1/2\n"
        "interface Ethernet1/3\n"
        "  no switchport\n"
        "  mtu 9216\n"
        "  priority-flow-control mode on\n"
        "  no shutdown\n");
    const Run first = rocelint({"fix", "--write", folder.path()});
    // The command that starts the watchdog on the switch also starts it on a port without RDMA, and changes no other correction.
    CHECK(folder.read("leaf1.cfg").find("priority-flow-control watch-dog-interval on") != std::string::npos);
    CHECK(first.out.find("QOS001") != std::string::npos);
    CHECK(rocelint({"fix", folder.path()}).out == "");
}

}
