// SPDX-License-Identifier: Apache-2.0
#include "rules/rule_table.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace rocelint {
namespace {

using Patches = std::map<std::string, std::string>;

std::unique_ptr<Source> read_patched(SourceId id, const std::string& name, const Patches& patches)
{
    std::ifstream file(std::string(ROCELINT_SOURCE_DIR "/fixtures/fabrics/rails/") + name);
    REQUIRE_MESSAGE(file.good(), name);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto patch = patches.find(name);
    return std::make_unique<Source>(
        id, name, patch == patches.end() ? text : apply_text_patch(text, patch->second));
}

// Checks the rail-optimised fixture fabric with some lines changed: "severity CODE(+folded)… device port".
std::string check_rails(const Patches& patches)
{
    std::vector<std::shared_ptr<const Source>> sources;
    for (const char* name : {"hosts/host1.txt",
             "hosts/host2.txt",
             "hosts/host3.txt",
             "hosts/host4.txt",
             "jobs/nccl.env",
             "rail0-a.yaml",
             "rail0-b.yaml",
             "rail1-a.yaml",
             "rail1-b.yaml",
             "spine1.yaml",
             "spine2.yaml"})
        sources.push_back(read_patched(static_cast<SourceId>(sources.size()), name, patches));
    auto plan = read_patched(static_cast<SourceId>(sources.size()), "topology.yaml", patches);
    auto rules = read_patched(static_cast<SourceId>(sources.size() + 1), "rocelint.yaml", patches);
    auto topology = read_topology(*plan);
    auto policy = read_policy(*rules, known_rules());
    REQUIRE(topology.has_value());
    REQUIRE(policy.has_value());
    workspace::Loaded loaded = workspace::load_sources(std::move(sources), {.topology = &*topology});
    loaded.sources.put(std::move(plan));
    loaded.sources.put(std::move(rules));
    const auto outcome = workspace::check_loaded(
        std::move(loaded), std::move(*topology), std::move(*policy), {}, "2026-01-01");
    std::string out;
    for (const Finding& finding : outcome->report.findings) {
        std::string codes(finding.rule->code);
        for (const Related& related : finding.related)
            codes += related.code.empty() ? "" : fmt::format("+{}", related.code);
        const PortId id = finding.subjects.front().port;
        const Device& device = outcome->fabric.device(id);
        out += fmt::format("{} {} {} {}\n",
            name_of(finding.severity),
            codes,
            device.name,
            id.port < device.ports.size() ? device.ports[id.port].name : "-");
    }
    return out;
}

TEST_CASE("the rail-optimised fabric is clean") { CHECK(check_rails({}) == ""); }

TEST_CASE("each fault of a rail-optimised fabric is reported once")
{
    CHECK(check_rails(
              {{"topology.yaml", R"(-  - {a: "rail0-b:p2", b: "host4:ens1f0np0", cable_m: 2, speed: 400G}
+  - {a: "rail0-b:p2", b: "host4:ens2f0np0", cable_m: 2, speed: 400G}
-  - {a: "rail1-b:p2", b: "host4:ens2f0np0", cable_m: 2, speed: 400G}
+  - {a: "rail1-b:p2", b: "host4:ens1f0np0", cable_m: 2, speed: 400G}
)"}}) == "warning TOP003 host4 ens1f0np0\n");
    CHECK(check_rails({{"rail1-a.yaml", "@ p3:\n-    fec: rs544\n+    fec: none\n"}})
        == "error LNK001+LNK003 rail1-a p3\n");
    CHECK(check_rails({{"rail1-a.yaml", "@ p1:\n-    energy_efficient: no\n+    energy_efficient: yes\n"}})
        == "warning LNK006 rail1-a p1\n");
    CHECK(check_rails({{"rail0-b.yaml", "@ p1:\n-    bit_error_rate: 3.0e-8\n+    bit_error_rate: 5.0e-4\n"}})
        == "warning LNK003 rail0-b p1\n");
    CHECK(
        check_rails({{"spine2.yaml",
            "@ p4:\n-    media: {passive_copper: no, reach: 100m}\n+    media: {passive_copper: no, reach: 20m}\n"}})
        == "warning LNK004 spine2 p4\n");
    CHECK(check_rails({{"rail1-b.yaml",
              "-ecmp: {seed: 17, fields: [source-ip, destination-ip, source-port], roce_payload: no}\n"
              "+ecmp: {seed: 17, fields: [source-ip, destination-ip], roce_payload: no}\n"}})
        == "error LB001 rail1-b -\n");
    CHECK(check_rails({{"jobs/nccl.env", "-NCCL_IB_QPS_PER_CONNECTION=4\n+NCCL_IB_QPS_PER_CONNECTION=1\n"}})
        == "info LB008 nccl -\n");
    CHECK(check_rails({{"hosts/host1.txt",
              "-GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-1)\n+GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-1)\n"
              "+GPU 2: NVIDIA H100 80GB HBM3 (UUID: GPU-2)\n+GPU 3: NVIDIA H100 80GB HBM3 (UUID: GPU-3)\n"}})
        == "info TOP005 host1 -\n");
}

TEST_CASE("a slow uplink is one fault, whatever follows from it")
{
    CHECK(check_rails({{"rail0-a.yaml", "@ p4:\n-    speed: 400G\n+    speed: 200G\n"},
              {"spine2.yaml", "@ p1:\n-    speed: 400G\n+    speed: 200G\n"},
              {"topology.yaml", R"(-  - {a: "rail0-a:p4", b: "spine2:p1", cable_m: 30, speed: 400G}
+  - {a: "rail0-a:p4", b: "spine2:p1", cable_m: 30, speed: 200G}
)"}}) == "warning TOP008+TOP001 rail0-a p4\n");
}

TEST_CASE("a missing uplink is one fault, whatever follows from it")
{
    CHECK(check_rails({{"topology.yaml", R"(-  - {a: "rail0-a:p4", b: "spine2:p1", cable_m: 30, speed: 400G}
)"}}) == "warning TOP002+TOP001 rail0-a -\n");
}

}
}
