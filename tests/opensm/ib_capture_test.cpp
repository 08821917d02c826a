// SPDX-License-Identifier: Apache-2.0
// A fat tree in ibsim, configured by the real opensm and captured by the real tools: the driver reads back what was requested.
#include "analysis/facts/subnet_facts.h"
#include "drivers/driver.h"
#include "models/syntax/coverage.h"
#include "tests/e2e/process.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

namespace rocelint {
namespace {

constexpr unsigned leaves = 4;
constexpr unsigned spines = 2;
constexpr unsigned hosts = 4; // per leaf

bool can_run()
{
    for (const char* tool :
        {"/usr/sbin/opensm", "/usr/bin/ibsim", "/usr/sbin/ibnetdiscover", "/usr/bin/unshare"}) {
        if (::access(tool, X_OK) != 0)
            return false;
    }
    // Only root can always create a namespace.
    return ::geteuid() == 0;
}

std::string fat_tree()
{
    std::string text;
    for (unsigned spine = 0; spine < spines; ++spine) {
        text += fmt::format("Switch 36 \"spine{}\"\n", spine);
        for (unsigned leaf = 0; leaf < leaves; ++leaf)
            text += fmt::format("[{}] \"leaf{}\"[{}]\n", leaf + 1, leaf, hosts + spine + 1);
        text += '\n';
    }
    for (unsigned leaf = 0; leaf < leaves; ++leaf) {
        text += fmt::format("Switch 36 \"leaf{}\"\n", leaf);
        for (unsigned host = 0; host < hosts; ++host)
            text += fmt::format("[{}] \"host{}\"[1]\n", host + 1, leaf * hosts + host);
        for (unsigned spine = 0; spine < spines; ++spine)
            text += fmt::format("[{}] \"spine{}\"[{}]\n", hosts + spine + 1, spine, leaf + 1);
        text += '\n';
    }
    for (unsigned host = 0; host < leaves * hosts; ++host)
        text += fmt::format("Hca 1 \"host{}\"\n[1] \"leaf{}\"[{}]\n\n", host, host / hosts, host % hosts + 1);
    return text;
}

constexpr std::string_view options = R"(routing_engine updn
qos TRUE
max_op_vls 3
qos_max_vls 4
qos_high_limit 4
qos_vlarb_high 0:4,1:64
qos_vlarb_low 0:64,1:64,2:4,3:4
qos_sl2vl 0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3
)";

struct Captured {
    SourceSet sources;
    std::vector<Tree> trees;
    Reading reading;
};

Captured read_folder(const std::string& folder)
{
    const Driver* driver = find_driver("ib-fabric");
    REQUIRE(driver != nullptr);
    Captured read;
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        paths.push_back(entry.path().string());
    std::ranges::sort(paths);
    for (const std::string& path : paths) {
        const SourceId id = read.sources.next_id();
        read.sources.put(std::make_unique<Source>(id, path, e2e::file_text(path)));
        CAPTURE(path);
        CHECK(recognise(*read.sources.find(id)).driver == driver);
        read.trees.push_back(driver->parse(*read.sources.find(id)));
    }
    read.reading = driver->read(read.trees, "subnet");
    return read;
}

// Whether packets from the host `from` to `to` arrive, according to the switches' tables.
bool arrives(const Subnet& subnet, std::uint32_t from, std::uint32_t to)
{
    std::uint32_t port = subnet.peer_of(from);
    for (unsigned hops = 0; hops < 8 && port != Subnet::none; ++hops) {
        if (port == to)
            return true;
        const IbForwarding* table = subnet.forwarding_of(subnet.ports[port].node);
        if (table == nullptr)
            return false;
        const std::uint32_t out
            = subnet.port_of(subnet.ports[port].node, table->port_of(subnet.ports[to].lid.value));
        port = subnet.peer_of(out);
    }
    return false;
}

TEST_CASE("a fat tree that opensm set up is read correctly from the output of the real tools")
{
    if (!can_run()) {
        testing::skip("opensm, ibsim or infiniband-diags are not installed, or no namespace can be made");
        return;
    }
    const e2e::Folder folder;
    folder.write("net.txt", fat_tree());
    folder.write("opensm.conf", options);
    (void)e2e::run_tool({"/usr/bin/unshare",
                            "-n",
                            "bash",
                            ROCELINT_SOURCE_DIR "/tests/opensm/capture_subnet.sh",
                            folder.path()},
        {"PATH=/usr/sbin:/usr/bin:/sbin:/bin"});
    const Captured read = read_folder(folder.path("captures"));
    for (const SyntaxProblem& problem : read.reading.problems)
        FAIL_CHECK(problem.message);
    for (const Tree& tree : read.trees) {
        CAPTURE(tree.source->path());
        for (const Coverage::Detail& detail : measure_coverage(tree).details)
            FAIL_CHECK(detail.text);
    }
    const Subnet& subnet = *read.reading.device.subnet;
    CHECK(subnet.conflicts.empty());
    // On a busy machine the manager's list of links sometimes has an end that it does not know yet.
    const auto known = std::ranges::count_if(
        subnet.nodes, [](const IbNode& node) { return node.kind != IbNodeKind::unknown; });
    CHECK(static_cast<std::size_t>(known) == leaves + spines + leaves * hosts);
    CHECK(links_of(subnet).size() == leaves * spines + leaves * hosts);
    CHECK(subnet.tables.size() == leaves + spines);
    // A leaf, and one of its ports to a host.
    std::uint32_t out = Subnet::none;
    for (const IbSl2vl& table : subnet.sl2vl)
        out = subnet.port_name(table.port) == subnet.node_name(subnet.ports[table.port].node) ? out
                                                                                              : table.port;
    REQUIRE(out != Subnet::none);
    for (const IbSl2vl& table : subnet.sl2vl) {
        if (table.port != out)
            continue;
        for (std::uint8_t sl = 0; sl < table.table.vl.size(); ++sl)
            CHECK(table.table.vl[sl] == sl % 4);
    }
    REQUIRE_FALSE(subnet.arbitration.empty());
    const IbArbitration& arbitration = subnet.arbitration.front();
    CHECK(arbitration.high.at(1).weight == 64);
    CHECK(arbitration.low.at(2).vl == 2);
    CHECK(arbitration.low.at(2).weight == 4);
    REQUIRE_FALSE(subnet.pkeys.empty());
    CHECK(subnet.pkeys.front().keys == std::vector<std::uint16_t>{0xffff});
    REQUIRE_FALSE(subnet.managers.empty());
    for (const IbManager& manager : subnet.managers) {
        CHECK(manager.state == IbManagerState::master);
        CHECK(subnet.port_of_guid(manager.guid) == subnet.port_of_lid(manager.lid));
    }
    std::vector<std::uint32_t> ends;
    for (std::uint32_t port = 0; port < subnet.ports.size(); ++port) {
        if (subnet.nodes[subnet.ports[port].node].kind == IbNodeKind::channel_adapter)
            ends.push_back(port);
    }
    CHECK(ends.size() == leaves * hosts);
    for (const std::uint32_t from : ends) {
        for (const std::uint32_t to : ends)
            CHECK((from == to || arrives(subnet, from, to)));
    }
    const std::vector<IbSwitch> switches = switches_of(subnet);
    CHECK(std::ranges::count(switches, 1U, &IbSwitch::tier) == leaves);
    CHECK(std::ranges::count(switches, 2U, &IbSwitch::tier) == spines);
}

}
}
