// SPDX-License-Identifier: Apache-2.0
// A rendered intent, given to the real opensm over ibsim and captured with the real tools: the fabric matches the intent, the
// check finds nothing, and opensm understood every option as intended.
//
// iblinkinfo is not used: ibsim's links stay slower than the speed it reports as supported.
#include "drivers/driver.h"
#include "drivers/opensm/live/what_runs.h"
#include "tests/cli/rocelint_run.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace rocelint {
namespace {

bool can_run()
{
    for (const char* tool :
        {"/usr/sbin/opensm", "/usr/bin/ibsim", "/usr/sbin/smpquery", "/usr/bin/unshare"}) {
        if (::access(tool, X_OK) != 0)
            return false;
    }
    return ::geteuid() == 0;
}

constexpr unsigned spines = 3;
constexpr unsigned leaves = 2;
constexpr unsigned at_leaf = 3;
const std::vector<std::string> hosts{"sm1", "gpu1", "gpu2", "store1", "gpu3", "gpu4"}; // three per leaf

// ibsim numbers GUIDs in the order of its file: switches from 0x200000, hosts from 0x100000 in steps of two, the port's GUID
// after the node's.
std::string net()
{
    std::string text;
    for (unsigned spine = 0; spine < spines; ++spine) {
        text += fmt::format("Switch 8 \"spine{}\"\n", spine + 1);
        for (unsigned leaf = 0; leaf < leaves; ++leaf)
            text += fmt::format("[{}] \"leaf{}\"[{}]\n", leaf + 1, leaf + 1, at_leaf + spine + 1);
        text += '\n';
    }
    for (unsigned leaf = 0; leaf < leaves; ++leaf) {
        text += fmt::format("Switch 8 \"leaf{}\"\n", leaf + 1);
        for (unsigned host = 0; host < at_leaf; ++host)
            text += fmt::format("[{}] \"{}\"[1]\n", host + 1, hosts[leaf * at_leaf + host]);
        for (unsigned spine = 0; spine < spines; ++spine)
            text += fmt::format("[{}] \"spine{}\"[{}]\n", at_leaf + spine + 1, spine + 1, leaf + 1);
        text += '\n';
    }
    for (std::size_t host = 0; host < hosts.size(); ++host)
        text += fmt::format(
            "Hca 1 \"{}\"\n[1] \"leaf{}\"[{}]\n\n", hosts[host], host / at_leaf + 1, host % at_leaf + 1);
    return text;
}

std::string guid_of(std::string_view host)
{
    const auto at = std::ranges::find(hosts, host) - hosts.begin();
    return fmt::format("0x{:016x}", 0x100001 + 2 * at);
}

std::string intent(const std::string& folder, std::string_view routing)
{
    return fmt::format(R"(version: 1
infiniband:
  compute:
    prefix: "0xfe80000000000001"
    routing: {}
    lanes: 4
    rate: 10G
    mtu: 2048
    folder: {}
    keys: subnet.keys
    managers:
      sm1: {{guid: "{}", priority: 14}}
    classes:
      best-effort: {{sl: 0, share: 10}}
      storage: {{sl: 1, share: 30}}
      training: {{sl: 2, share: 60}}
      control: {{sl: 3, first: true}}
    switches:
      "spine[1-3]": {{role: spine, guid: ["0x200000", "0x200001", "0x200002"]}}
      "leaf[1-2]": {{role: leaf, guid: ["0x200003", "0x200004"]}}
    hosts:
      "gpu[1-4]": {{guids: ["{}", "{}", "{}", "{}"]}}
      store1: {{guids: "{}"}}
    partitions:
      default: {{ipoib: true, class: control}}
      tenant-a: {{pkey: "0x0001", class: training, full: "gpu[1-2]"}}
      tenant-b: {{pkey: "0x0002", class: training, full: "gpu[3-4]"}}
      storage: {{pkey: "0x0010", class: storage, ipoib: true, full: store1, limited: "gpu[1-4]"}}
)",
        routing,
        folder,
        guid_of("sm1"),
        guid_of("gpu1"),
        guid_of("gpu2"),
        guid_of("gpu3"),
        guid_of("gpu4"),
        guid_of("store1"));
}

struct ReadAgain {
    SourceSet sources;
    std::vector<Tree> trees;
    Device device;
};

std::unique_ptr<ReadAgain> read(std::string_view platform, const std::vector<std::string>& paths)
{
    auto made = std::make_unique<ReadAgain>();
    const Driver& driver = *find_driver(platform);
    for (const std::string& path : paths) {
        auto source = Source::read(made->sources.next_id(), path);
        REQUIRE(source);
        const SourceId id = (*source)->id();
        made->sources.put(std::move(*source));
        made->trees.push_back(driver.parse(*made->sources.find(id)));
    }
    made->device = driver.read(made->trees, "device").device;
    return made;
}

std::vector<std::string> files_in(const std::string& folder)
{
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        paths.push_back(entry.path().string());
    std::ranges::sort(paths);
    return paths;
}

void check_partitions(const Subnet& subnet)
{
    // The SM's host is a full member of the default partition and of no tenant's.
    const std::map<std::string, std::vector<std::uint16_t>> wanted{{"sm1", {0xffff}},
        {"gpu1", {0x0010, 0x7fff, 0x8001}},
        {"gpu2", {0x0010, 0x7fff, 0x8001}},
        {"gpu3", {0x0010, 0x7fff, 0x8002}},
        {"gpu4", {0x0010, 0x7fff, 0x8002}},
        {"store1", {0x7fff, 0x8010}}};
    CHECK(subnet.pkeys.size() == wanted.size());
    for (const IbPkeys& pkeys : subnet.pkeys) {
        const std::string host = subnet.node_name(subnet.ports[pkeys.port].node);
        CAPTURE(host);
        std::vector<std::uint16_t> keys = pkeys.keys;
        std::erase(keys, std::uint16_t{0});
        std::ranges::sort(keys);
        REQUIRE(wanted.contains(host));
        CHECK(keys == wanted.at(host));
    }
}

bool same_entries(const std::vector<IbArbEntry>& found, const std::vector<std::pair<int, int>>& wanted)
{
    // Entries beyond the configured ones have weight 0.
    std::vector<std::pair<int, int>> weighted;
    for (const IbArbEntry& entry : found) {
        if (entry.weight > 0)
            weighted.emplace_back(entry.vl, entry.weight);
    }
    return weighted == wanted;
}

void check_lanes(const Subnet& subnet)
{
    const SlToVl wanted{{0, 1, 2, 3}};
    CHECK(subnet.sl2vl.size() >= hosts.size());
    for (const IbSl2vl& table : subnet.sl2vl) {
        CAPTURE(subnet.port_name(table.port));
        CHECK(table.table == wanted);
    }
    CHECK(subnet.arbitration.size() >= hosts.size() + 2 * std::size_t{spines} * leaves);
    for (const IbArbitration& arbitration : subnet.arbitration) {
        CAPTURE(subnet.port_name(arbitration.port));
        CHECK(same_entries(arbitration.high, {{3, 255}}));
        CHECK(same_entries(arbitration.low, {{0, 43}, {1, 128}, {2, 255}}));
    }
}

void check_groups(const Subnet& subnet)
{
    std::map<unsigned, unsigned> sl_of;
    for (const IbMulticastGroup& group : subnet.groups) {
        sl_of[group.pkey & 0x7fffU] = group.sl;
        CHECK(group.rate_code == 3);
        CHECK(group.mtu_code == 4);
    }
    CHECK(sl_of == std::map<unsigned, unsigned>{{0x7fff, 3}, {0x0010, 1}});
}

// Differences between the options opensm dumps after parsing and those that were meant.
std::vector<opensm::RunsOtherwise> misunderstood(const TemporaryFolder& folder, const std::string& conf)
{
    const std::string dumped = folder.path("dumped.conf");
    REQUIRE(
        std::system(fmt::format("/usr/sbin/opensm -F {} -c {} > /dev/null 2>&1", conf, dumped).c_str()) == 0);
    const auto meant = read("opensm", {conf});
    const auto runs = read("opensm", {dumped});
    return opensm::runs_otherwise(*meant->device.manager, *runs->device.manager);
}

}

TEST_CASE("the rendered files of a subnet manager make opensm set up the subnet as the intent requires")
{
    if (!can_run()) {
        testing::skip("opensm, ibsim or infiniband-diags are not installed, or no namespace can be made");
        return;
    }
    for (const char* routing : {"updn", "ftree"}) {
        CAPTURE(routing);
        const TemporaryFolder folder;
        folder.write("subnet.keys",
            "sm_key 0x5e1f00d5a1ad0001\nsa_key 0x5e1f00d5a1ad0002\nm_key 0x5e1f00d5a1ad0003\n");
        folder.write("fabric.yaml", intent(folder.path("out/sm1"), routing));
        folder.write("run/net.txt", net());
        const Run rendered = rocelint({"render", folder.path("fabric.yaml"), "-o", folder.path("out")});
        CAPTURE(rendered.err);
        REQUIRE(rendered.code == 0);
        CHECK_FALSE(rendered.says("5e1f00d5"));
        std::filesystem::copy(folder.path("out/sm1/opensm.conf"), folder.path("run/opensm.conf"));
        const std::string capture = fmt::format("PATH=/usr/sbin:$PATH " ROCELINT_SOURCE_DIR
                                                "/tests/e2e/opensm_over_ibsim.sh {0}/net.txt {0} tables",
            folder.path("run"));
        REQUIRE(std::system(capture.c_str()) == 0);
        std::filesystem::remove(folder.path("run/captures/iblinkinfo.txt"));
        const std::string log = folder.read("run/osm.log");
        CHECK(log.find("ERR ") == std::string::npos);

        const auto fabric = read("ib-fabric", files_in(folder.path("run/captures")));
        REQUIRE(fabric->device.subnet);
        check_partitions(*fabric->device.subnet);
        check_lanes(*fabric->device.subnet);
        check_groups(*fabric->device.subnet);

        std::filesystem::copy(folder.path("run/captures"), folder.path("out/fabric"));
        const Run checked = rocelint({"check", "--fail-on", "info", folder.path("out")});
        CAPTURE(checked.out);
        CHECK(checked.code == 0);
        // The manager and the nodes of its subnet.
        CHECK(checked.says("no findings in 12 devices"));

        for (const opensm::RunsOtherwise& each : misunderstood(folder, folder.path("out/sm1/opensm.conf")))
            FAIL_CHECK(each.sentence());
    }
}

TEST_CASE("an option that opensm does not understand as intended is detected in its dump")
{
    if (!can_run()) {
        testing::skip("opensm, ibsim or infiniband-diags are not installed, or no namespace can be made");
        return;
    }
    const TemporaryFolder folder;
    const std::string conf
        = folder.write("opensm.conf", "sm_key 0x17\nlmc 9\nqos yes\nsweep_intervall 7\nsm_priority 0x3\n");
    std::vector<std::string> said;
    for (const opensm::RunsOtherwise& each : misunderstood(folder, conf))
        said.push_back(each.sentence());
    CHECK(fmt::format("{}", fmt::join(said, "; "))
        == "lmc runs with 0 instead of 9; qos runs with FALSE instead of yes; opensm does not know sweep_intervall");
}

}
