// SPDX-License-Identifier: Apache-2.0
// What is designed, rendered and read back has no findings.
#include "analysis/policy/policy.h"
#include "design/design_fabric.h"
#include "rules/rule_table.h"
#include "tests/support/reason.h"
#include "workspace/check/outcome.h"
#include "workspace/topology_export/topology_text.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace rocelint {
namespace {

constexpr std::string_view one_class
    = "version: 1\nrdma: {priority: 3, dscp: [26]}\ncnp: {priority: 6, dscp: 48}\n";
constexpr std::string_view two_classes
    = "version: 1\nclasses:\n  - {name: gpu, priority: 3, dscp: [26]}\n  - {name: storage, priority: 4, dscp: "
      "[34]}\ncnp: {priority: 6, dscp: 48}\n";

// A small Clos of a platform that can express every setting.
std::string clos(std::string_view asic, std::uint32_t giga, std::uint32_t metres)
{
    return fmt::format("version: 1\n"
                       "templates:\n"
                       "  switch: {{platform: sample-nos{}}}\n"
                       "devices:\n"
                       "  leaf[1-2]: {{template: switch, role: leaf}}\n"
                       "  spine[1-2]: {{template: switch, role: spine}}\n"
                       "links:\n"
                       "  - {{a: \"leaf1:p[1-2]\", b: \"spine[1-2]:p1\", cable_m: {}, speed: {}G}}\n"
                       "  - {{a: \"leaf2:p[1-2]\", b: \"spine[1-2]:p2\", cable_m: {}, speed: {}G}}\n",
        asic.empty() ? std::string() : fmt::format(", asic: {}", asic),
        metres,
        giga,
        metres,
        giga);
}

struct Checked {
    std::string refusal;
    std::unique_ptr<workspace::Outcome> outcome;
    std::vector<DeviceDesign> designs;
};

Checked design_and_check(std::string_view text, std::string_view policy_text)
{
    Checked checked;
    constexpr std::string_view platforms[] = {"sample-nos"};
    const Source source(9, "fabric.yaml", text);
    const auto intent = read_fabric_intent(source, platforms);
    if (!intent) {
        checked.refusal = intent.error().message;
        return checked;
    }
    auto policy_source = std::make_unique<Source>(0, "rocelint.yaml", policy_text);
    auto policy = read_policy(*policy_source, known_rules());
    REQUIRE(policy.has_value());
    auto designs = design_fabric(*intent, *policy);
    if (!designs) {
        checked.refusal = designs.error().message;
        return checked;
    }
    std::vector<std::shared_ptr<const Source>> sources;
    std::vector<std::string> names;
    for (const DeviceDesign& design : *designs) {
        Rendering rendering = find_driver(design.platform)->render(design);
        REQUIRE(rendering.files.size() == 1);
        names.push_back(rendering.files.front().name);
        sources.push_back(std::make_unique<Source>(
            static_cast<SourceId>(2 + sources.size()), names.back(), rendering.files.front().text));
    }
    auto topology_source
        = std::make_unique<Source>(1, "topology.yaml", workspace::topology_text(*intent, names));
    auto topology = read_topology(*topology_source);
    REQUIRE_MESSAGE(topology.has_value(), testing::reason(topology));
    workspace::Loaded loaded = workspace::load_sources(std::move(sources), {.topology = &*topology});
    loaded.sources.put(std::move(topology_source));
    loaded.sources.put(std::move(policy_source));
    checked.designs = std::move(*designs);
    checked.outcome = workspace::check_loaded(
        std::move(loaded), std::move(*topology), std::move(*policy), {}, "2026-01-01");
    return checked;
}

TEST_CASE("a designed fabric has no finding, whatever its ASIC, speed, cable and classes")
{
    constexpr std::uint32_t speeds[] = {25, 100, 200, 400, 800};
    constexpr std::uint32_t cables[] = {3, 30, 100, 300};
    std::size_t clean = 0;
    for (const std::string_view asic : {"",
             "spectrum-1",
             "spectrum-2",
             "spectrum-3",
             "spectrum-4",
             "trident3",
             "tomahawk3",
             "tomahawk5",
             "jericho3"}) {
        for (const std::uint32_t giga : speeds) {
            for (const std::uint32_t metres : cables) {
                for (const std::string_view policy : {one_class, two_classes}) {
                    CAPTURE(asic);
                    CAPTURE(giga);
                    CAPTURE(metres);
                    CAPTURE(policy);
                    const Checked checked = design_and_check(clos(asic, giga, metres), policy);
                    if (checked.outcome == nullptr) {
                        CHECK(checked.refusal.find("has no ports of 800G") != std::string::npos);
                        continue;
                    }
                    for (const Finding& finding : checked.outcome->report.findings)
                        CHECK_MESSAGE(false, finding.rule->code, ": ", finding.message);
                    CHECK(checked.outcome->analysis.roce_ports == 8);
                    ++clean;
                }
            }
        }
    }
    CHECK(clean > 300);
}

TEST_CASE("equal switches get equal pools, even if one of them has one port more")
{
    for (const std::string_view asic : {"spectrum-4", "trident3", "tomahawk3"}) {
        CAPTURE(asic);
        const Checked checked = design_and_check(
            clos(asic, 100, 30) + "  - {a: \"leaf1:p3\", b: \"spine1:p3\", cable_m: 30, speed: 100G}\n",
            one_class);
        REQUIRE(checked.designs.size() == 4);
        for (const Finding& finding : checked.outcome->report.findings) {
            // The port more makes the uplinks of leaf1 uneven, as is intended here.
            if (finding.rule->code != "TOP002")
                CHECK_MESSAGE(false, finding.rule->code, ": ", finding.message);
        }
        for (const std::size_t first : {0U, 2U}) {
            const MemoryDesign& one = checked.designs[first].memory;
            const MemoryDesign& other = checked.designs[first + 1].memory;
            REQUIRE(one.ingress_lossless.has_value());
            CHECK(one.ingress_lossless->count == other.ingress_lossless->count);
            CHECK(one.egress_lossy->count == other.egress_lossy->count);
            CHECK(
                one.shared_headroom.value_or(Bytes{}).count == other.shared_headroom.value_or(Bytes{}).count);
        }
    }
}

TEST_CASE("an override of the policy changes the design of its devices, and the check of them agrees")
{
    const std::string policy = std::string(one_class)
        + "overrides:\n  - roles: [leaf]\n    headroom: {model: 8021qbb}\n"
          "    rules: {ECN003: {parameters: {max_probability_percent: [40, 50]}}}\n";
    const Checked checked = design_and_check(clos("spectrum-4", 400, 30), policy);
    REQUIRE(checked.outcome != nullptr);
    for (const Finding& finding : checked.outcome->report.findings)
        CHECK_MESSAGE(false, finding.rule->code, ": ", finding.message);
    const Checked plain = design_and_check(clos("spectrum-4", 400, 30), one_class);
    int leaves = 0;
    int others = 0;
    for (std::size_t index = 0; index < checked.designs.size(); ++index) {
        const DeviceDesign& with = checked.designs[index];
        const DeviceDesign& without = plain.designs[index];
        if (with.ports.empty() || with.ports[0].lossless.empty() || !with.ports[0].lossless[0].xoff)
            continue;
        const bool differs
            = with.ports[0].lossless[0].xoff->count != without.ports[0].lossless[0].xoff->count;
        CHECK(differs == (with.role == Role::leaf));
        ++(with.role == Role::leaf ? leaves : others);
    }
    CHECK(leaves > 0);
    CHECK(others > 0);
}

TEST_CASE("a port of eight lanes gets room for both of its pipelines")
{
    const auto with_lanes = [](int lanes) {
        std::string text = clos("spectrum-4, model: ACS-SN5600", 400, 30);
        const std::string ports = fmt::format(", ports: {{\"p[1-2]\": {{lanes: {}}}}}}}", lanes);
        const std::size_t end = text.find("SN5600}") + 6;
        return design_and_check(text.replace(end, 1, ports), one_class);
    };
    const Checked four = with_lanes(4);
    const Checked eight = with_lanes(8);
    REQUIRE(four.designs.size() == 4);
    REQUIRE(eight.designs.size() == 4);
    const LosslessDesign& one = four.designs[0].ports[0].lossless[0];
    const LosslessDesign& both = eight.designs[0].ports[0].lossless[0];
    CHECK(one.xon.count == 19 * 1024);
    CHECK(both.xon.count == 2 * 19 * 1024);
    CHECK(both.reserved.count == one.reserved.count + 19 * 1024);
    CHECK(eight.outcome->report.findings.empty());
}

TEST_CASE("a design says what it does not know")
{
    const Checked unknown = design_and_check(clos("", 400, 30), one_class);
    REQUIRE(unknown.designs.size() == 4);
    REQUIRE_FALSE(unknown.designs[0].open.empty());
    CHECK(unknown.designs[0].open.front().starts_with("whether its hardware has these speeds"));
    CHECK_FALSE(unknown.designs[0].ports[0].lossless[0].xoff.has_value());
    CHECK_FALSE(unknown.designs[0].memory.ingress_lossless.has_value());
    const Checked known = design_and_check(clos("spectrum-4", 400, 30), one_class);
    REQUIRE(known.designs.size() == 4);
    CHECK(known.designs[0].open.empty());
    CHECK(known.designs[0].ports[0].lossless[0].xoff.has_value());
    const Checked fastest = design_and_check(clos("spectrum-6", 1600, 30), one_class);
    REQUIRE(fastest.designs.size() == 4);
    REQUIRE(fastest.designs[0].open.size() == 1);
    CHECK(fastest.designs[0].open.front().starts_with(
        "how long a peer of 1600G takes to stop: the headroom of p1 counts 3.8 KiB"));
    CHECK(fastest.designs[0].ports[0].lossless[0].xoff.has_value());
}

TEST_CASE("shares and the watchdog of a device are designed and judged by the policy of that device")
{
    const std::string good = clos("spectrum-4", 400, 30);
    const auto with = [&good](std::string_view line) {
        std::string text = good;
        return text.insert(text.find("devices:"), line);
    };
    const auto override_of = [](std::string_view rules) {
        return fmt::format("{}overrides:\n  - {{roles: [leaf], rules: {{{}}}}}\n", one_class, rules);
    };
    const std::string leaves = override_of("ETS002: {parameters: {share_percent: [70, 90]}}");
    const Checked usual = design_and_check(good, leaves);
    REQUIRE(usual.designs.size() == 4);
    for (const DeviceDesign& device : usual.designs) {
        const auto rdma = std::ranges::find(device.classes, true, &ClassDesign::lossless);
        REQUIRE(rdma != device.classes.end());
        CHECK(rdma->bandwidth == Percent::whole(device.role == Role::leaf ? 70 : 50));
    }
    const std::string shares = with("shares: {rdma: 60, best-effort: 40}\n");
    CHECK(design_and_check(shares, one_class).refusal.empty());
    CHECK(design_and_check(shares, leaves)
              .refusal.ends_with(
                  "RDMA has 60 % of the bandwidth of leaf1: state shares that give it 70 to 90 %, or "
                  "the parameter share_percent of ETS002 in the policy"));
    const std::string slow = with("watchdog: {detection_ms: 5000}\n");
    CHECK(design_and_check(slow, override_of("WD002: off")).refusal.find("does not fit spine1")
        != std::string::npos);
}

TEST_CASE("an impossible fabric is refused with its place in the intent")
{
    const auto refusal = [](std::string_view text, std::string_view policy = one_class) {
        return design_and_check(text, policy).refusal;
    };
    const std::string good = clos("spectrum-4", 400, 30);
    const auto with = [&good](std::string_view from, std::string_view to) {
        std::string text = good;
        return text.replace(text.find(from), from.size(), to);
    };
    CHECK(refusal(with(", cable_m: 30", ""))
        == "fabric.yaml:8:6: the length of this cable is not known: add cable_m, or cables: {leaf-spine: 5} to the "
           "policy");
    CHECK(refusal(with(", cable_m: 30", ""), "version: 1\nprofile: lossless\ncables: {spine-leaf: 7}\n")
              .empty());
    CHECK(refusal(with("devices:", "shares: {rmda: 60, best-effort: 40}\ndevices:"))
        == "fabric.yaml:4:10: unknown class 'rmda'; did you mean 'rdma'?");
    CHECK(refusal(with("devices:", "shares: {rdma: 60, cnp: 40}\ndevices:"))
        == "fabric.yaml:4:20: CNPs are served ahead of all weighted classes; leave their share out");
    CHECK(refusal(with("devices:", "mtu: 1500\ndevices:"))
        == "fabric.yaml:4:1: an MTU of 1500 has no room for RDMA packets of 4096 bytes: state 4192 or more, or the "
           "parameter rdma_mtu of MTU001 in the policy");
    CHECK(refusal(good, "version: 1\nrdma: {priority: 3, dscp: [26], lossless_priorities: [3, 4, 5]}\n")
        == "fabric.yaml: 3 lossless classes are more than the 2 that switches have headroom for (parameter "
           "max_lossless of PFC002)");
    CHECK(refusal(good, "version: 1\nrdma: {priority: 3, dscp: [26]}\ncnp: {priority: 3, dscp: 48}\n")
        == "fabric.yaml: CNPs have priority 3, which is lossless: they would wait behind the very pause that they should end; give them a priority of their own in the policy");
    CHECK(refusal(with("devices:", "shares: {rdma: 20, best-effort: 80}\ndevices:"))
        == "fabric.yaml:4:10: RDMA has 20 % of the bandwidth of leaf1: state shares that give it 50 to 99 %, or the "
           "parameter share_percent of ETS002 in the policy");
    CHECK(
        refusal(with("devices:", "watchdog: {detection_ms: 5000}\ndevices:"))
            .ends_with(
                "a PFC watchdog that waits 5000 ms does not fit leaf1: state 100 to 1000 ms, or the parameter "
                "detection_ms of WD002 in the policy"));
    CHECK(refusal(good, "version: 1\nrdma: {priority: 3, dscp: [26]}\ncnp: {priority: 6, dscp: 0}\n")
              .starts_with("fabric.yaml: CNPs have DSCP 0, as unmarked packets do"));
    CHECK(refusal(good, "version: 1\nrdma: {priority: 3, trust: pcp}\ncnp: {priority: 6, dscp: 48}\n")
              .starts_with("fabric.yaml: class 'rdma' is recognised by its PCP"));
    CHECK(
        refusal(clos("spectrum-4", 100, 10'000))
            .ends_with(
                "leaf1: p1 has 10000 m of cable, and the spectrum-4 has no deep buffers: lossless traffic goes "
                "2000 m at most (parameter max_m of HDR010)"));
}

TEST_CASE("headroom that takes the whole packet memory is refused")
{
    // 64 ports of 800G at 2 km: 8 MB each.
    const std::string text
        = "version: 1\ndevices:\n  leaf1: {platform: sample-nos, asic: spectrum-4, role: leaf}\n"
          "  spine1: {platform: sample-nos, asic: spectrum-4, role: spine}\n"
          "links:\n  - {a: \"leaf1:p[1-64]\", b: \"spine1:p[1-64]\", cable_m: 2000, speed: 800G}\n";
    const Checked checked = design_and_check(text, one_class);
    CHECK(checked.refusal.starts_with("fabric.yaml:3:3: leaf1: the headroom of 64 lossless groups takes "));
}

TEST_CASE("shares, timers and MTU come from the intent if it states them")
{
    std::string text = clos("spectrum-4", 100, 3);
    text.replace(text.find("devices:"),
        8,
        "mtu: 4500\nshares: {rdma: 60, best-effort: 40}\nwatchdog: {detection_ms: 300, poll_ms: 150}\ndevices:");
    const Checked checked = design_and_check(text, one_class);
    REQUIRE_MESSAGE(checked.designs.size() == 4, checked.refusal);
    const DeviceDesign& leaf = checked.designs[0];
    CHECK(leaf.ports[0].ip_mtu == Bytes{4600});
    CHECK(leaf.ports[0].max_frame == Bytes{4614});
    CHECK(leaf.of_priority(3)->bandwidth == Percent::whole(60));
    CHECK(leaf.classes.front().bandwidth == Percent::whole(40));
    CHECK(leaf.watchdog.detection == Milliseconds(300));
    CHECK(leaf.watchdog.restoration == Milliseconds(600));
    CHECK(leaf.watchdog.poll == Milliseconds(150));
    CHECK(leaf.rdma_tos == 106);
    for (const Finding& finding : checked.outcome->report.findings)
        CHECK_MESSAGE(false, finding.rule->code, ": ", finding.message);
}

}
}
