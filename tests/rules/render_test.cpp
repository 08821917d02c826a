// SPDX-License-Identifier: Apache-2.0
// What drivers render has no findings.
#include "models/catalog/asic.h"
#include "models/physics/headroom.h"
#include "rules/rule_table.h"
#include "tests/drivers/render_design.h"
#include "tests/example_fabric.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <numeric>

namespace rocelint {
namespace {

using render_design::add_port;
using render_design::switch_design;

struct RenderedPlatform {
    std::string_view platform;
    std::string_view asic;
    std::string_view model;
};

std::string port_name(std::string_view platform, std::uint32_t number)
{
    if (platform == "sonic")
        return fmt::format("Ethernet{}", 8 * (number - 1));
    return platform == "eos" ? fmt::format("Ethernet{}/1", number) : fmt::format("et-0/0/{}", number - 1);
}

// Headroom from the vendor's model if there is one; marking that starts well before pause.
void fill_in(DeviceDesign& design)
{
    const catalog::Asic* asic = catalog::find_asic(design.asic);
    std::uint32_t lane = 1;
    std::uint32_t index = 1;
    for (PortDesign& port : design.ports) {
        port.index = index;
        port.alias = fmt::format("etp{}", index++);
        port.lane_numbers.resize(port.lanes);
        std::iota(port.lane_numbers.begin(), port.lane_numbers.end(), lane);
        lane += 8;
        for (LosslessDesign& each : port.lossless) {
            const std::uint64_t kilobytes = port.speed.count / 1'000'000'000;
            each.ecn = EcnTarget{Bytes{kilobytes * 1000}, Bytes{kilobytes * 4000}, Percent::whole(20)};
            each.xoff.reset();
            if (asic == nullptr || asic->model.value != catalog::HeadroomModel::spectrum)
                continue;
            physics::HeadroomInput input;
            input.speed = port.speed;
            input.lanes = port.lanes;
            input.cable = port.cable;
            input.mtu = port.ip_mtu;
            input.lossless_mtu = Bytes{1024};
            const auto quanta = catalog::response_quanta(port.speed);
            if (quanta.known())
                input.response_quanta = quanta.value;
            const physics::Headroom headroom = physics::spectrum_headroom(input, asic->delays());
            each.xoff = headroom.xoff;
            each.xon = headroom.xon;
            each.reserved = headroom.size;
        }
    }
    if (asic != nullptr && asic->packet_memory.known()) {
        design.memory.total = asic->packet_memory.value;
        design.memory.egress_lossless = asic->packet_memory.value;
        design.memory.ingress_lossless = Bytes{asic->packet_memory.value.count / 2};
        design.memory.egress_lossy = Bytes{asic->packet_memory.value.count / 4};
    }
}

struct CableOfLeaf {
    std::string_view a;
    std::uint32_t a_port;
    std::string_view b;
    std::uint32_t b_port;
    std::uint64_t gigabits;
    std::uint32_t lanes;
    std::uint32_t metres;
};

// Two leaves with two hosts each, and two spines.
constexpr CableOfLeaf cables[] = {
    {"leaf1", 1, "host1", 1, 400, 4, 3},
    {"leaf1", 2, "host2", 1, 400, 4, 3},
    {"leaf2", 1, "host3", 1, 400, 4, 3},
    {"leaf2", 2, "host4", 1, 400, 4, 3},
    {"leaf1", 3, "spine1", 1, 400, 4, 40},
    {"leaf1", 4, "spine2", 1, 400, 4, 40},
    {"leaf2", 3, "spine1", 2, 400, 4, 40},
    {"leaf2", 4, "spine2", 2, 400, 4, 40},
};

DeviceDesign design_of(const RenderedPlatform& on, std::string_view name, bool two_classes)
{
    const bool spine = name.starts_with("spine");
    DeviceDesign design = switch_design(on.platform, name, spine ? Role::spine : Role::leaf, two_classes);
    design.asic = on.asic;
    design.model = on.model;
    for (const CableOfLeaf& cable : cables) {
        for (const bool first : {true, false}) {
            if ((first ? cable.a : cable.b) != name)
                continue;
            const std::string_view peer = first ? cable.b : cable.a;
            const bool to_host = peer.starts_with("host");
            const std::uint32_t peer_port = first ? cable.b_port : cable.a_port;
            add_port(design,
                {.name = port_name(on.platform, first ? cable.a_port : cable.b_port),
                    .gigabits = cable.gigabits,
                    .lanes = cable.lanes,
                    .metres = cable.metres,
                    .peer = std::string(peer),
                    .peer_port = to_host ? "eth0" : port_name(on.platform, peer_port),
                    .peer_role = to_host ? Role::host : (spine ? Role::leaf : Role::spine)});
        }
    }
    fill_in(design);
    return design;
}

constexpr std::string_view one_class = R"(version: 1
profile: lossless
rdma: {priority: 3, dscp: [26]}
cnp: {priority: 6, dscp: 48}
)";
constexpr std::string_view two_classes_policy = R"(version: 1
profile: lossless
classes:
  - {name: rdma, priority: 3, dscp: [26]}
  - {name: storage, priority: 4, dscp: [34]}
cnp: {priority: 6, dscp: 48}
)";

// `cut` is removed from the first text that contains it.
std::unique_ptr<workspace::Outcome> check_rendered(
    const RenderedPlatform& on, bool two_classes, std::string_view cut = {})
{
    const Driver* driver = find_driver(on.platform);
    REQUIRE(driver != nullptr);
    REQUIRE((driver->render != nullptr));
    std::vector<std::shared_ptr<const Source>> sources;
    for (const std::string_view name : {"leaf1", "leaf2", "spine1", "spine2"}) {
        Rendering rendering = driver->render(design_of(on, name, two_classes));
        for (RenderedFile& file : rendering.files) {
            const std::size_t at = cut.empty() ? std::string::npos : file.text.find(cut);
            if (at != std::string::npos) {
                file.text.erase(at, cut.size());
                cut = {};
            }
            sources.push_back(
                std::make_unique<Source>(static_cast<SourceId>(sources.size()), file.name, file.text));
        }
    }
    REQUIRE(cut.empty());
    auto policy_source = std::make_unique<Source>(
        static_cast<SourceId>(sources.size()), "rocelint.yaml", two_classes ? two_classes_policy : one_class);
    auto policy = read_policy(*policy_source, known_rules());
    REQUIRE_MESSAGE(policy.has_value(), testing::reason(policy));
    workspace::Loaded loaded = workspace::load_sources(std::move(sources), {});
    loaded.sources.put(std::move(policy_source));
    return workspace::check_loaded(std::move(loaded), {}, std::move(*policy), {}, "2026-01-01");
}

std::string rendered_findings(const workspace::Outcome& outcome)
{
    std::string out;
    for (const Finding& finding : outcome.report.findings)
        out += fmt::format("{} {}\n", finding.rule->code, finding.message);
    return out;
}

TEST_CASE("no rule finds anything in what a driver renders")
{
    constexpr RenderedPlatform platforms[] = {
        {"sonic", "spectrum-4", "ACS-SN5600"},
        {"sonic", "tomahawk5", ""},
        {"sonic", "", ""},
        {"eos", "tomahawk5", "DCS-7060X6-64PE"},
        {"eos", "jericho2", ""},
        {"junos", "", "QFX5240-64OD"},
    };
    for (const RenderedPlatform& on : platforms) {
        for (const bool two_classes : {false, true}) {
            SUBCASE(
                fmt::format("{} {} {} lossless classes", on.platform, on.asic, two_classes ? 2 : 1).c_str())
            {
                const auto outcome = check_rendered(on, two_classes);
                CHECK(rendered_findings(*outcome) == "");
                CHECK(outcome->fabric.devices.size() == 4);
                CHECK(outcome->fabric.links.size() >= 4);
            }
        }
    }
}

TEST_CASE("a line removed from a driver's rendering is found")
{
    struct Cut {
        RenderedPlatform on;
        std::string_view line;
        std::string_view code;
    };
    constexpr Cut cuts[] = {
        {{"sonic", "spectrum-4", "ACS-SN5600"}, "      \"pfc_enable\": \"3\",\n", "PFC"},
        {{"sonic", "spectrum-4", "ACS-SN5600"}, "      \"dscp_to_tc_map\": \"AZURE\",\n", "QOS"},
        {{"eos", "tomahawk5", "DCS-7060X6-64PE"}, "   priority-flow-control on\n", "PFC"},
        {{"eos", "tomahawk5", "DCS-7060X6-64PE"}, "   priority-flow-control priority 3 no-drop\n", "PFC"},
        {{"junos", "", "QFX5240-64OD"}, "            congestion-notification-profile rdma-3m;\n", "PFC"},
        {{"junos", "", "QFX5240-64OD"}, "            explicit-congestion-notification;\n", "ECN"},
    };
    for (const Cut& each : cuts) {
        CAPTURE(each.line);
        const std::string found = rendered_findings(*check_rendered(each.on, false, each.line));
        CHECK(found.find(each.code) != std::string::npos);
    }
}

}
}
