// SPDX-License-Identifier: Apache-2.0
// Validates what we write for SONiC with SONiC's own modules.
#include "design/design_fabric.h"
#include "drivers/driver.h"
#include "models/catalog/asic.h"
#include "models/intent/fabric_intent.h"
#include "rules/rule_table.h"
#include "tests/drivers/render_design.h"
#include "tests/example_fabric.h"
#include "tests/replay/replay.h"
#include "tests/vendor/sonic_modules.h"
#include "workspace/amend/corrections.h"
#include "workspace/check/check_fabrics.h"
#include "workspace/fleet/intent_policy.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <functional>
#include <map>

namespace rocelint::vendor::config_db {
namespace {

struct Tally {
    int texts = 0;
    std::map<std::string, int> faults;
    std::set<std::string> unmodelled;

    std::string take(const YangSchema& schema, std::string_view text)
    {
        ++texts;
        std::string fault = fault_of(schema, text, unmodelled);
        if (!fault.empty())
            ++faults[fault];
        return fault;
    }
    void tell(const std::string& what) const
    {
        std::string tables;
        for (const std::string& table : unmodelled)
            tables += " " + table;
        MESSAGE(
            texts, " ", what, unmodelled.empty() ? std::string() : "; tables that no module has:" + tables);
        for (const auto& [fault, times] : faults)
            FAIL_CHECK(times, " of ", texts, " ", what, ": ", fault);
    }
};

}

namespace {

constexpr std::string_view one_class = "rdma: {priority: 3, dscp: [26]}";
constexpr std::string_view two_classes
    = "classes: [{name: rdma, priority: 3, dscp: [26]}, {name: storage, priority: 4, dscp: [34]}]";

// Two leaves, a spine and a host; all switches have the same chip.
std::string intent_of(std::string_view asic, std::string_view speed, std::string_view classes)
{
    return fmt::format(R"(version: 1
policy: {{version: 1, {2}, cnp: {{priority: 6, dscp: 48}}, cables: {{host-leaf: 3, leaf-spine: 40}}}}
mtu: 9000
templates:
  switch: {{platform: sonic, asic: {0}, ports: {{"Ethernet[0-24/8]": {{speed: {1}, lanes: 4, first_lane: 1}}}}}}
  host: {{platform: linux-host, role: host, nic: mlx5, ports: {{ens1f0np0: {{rdma_device: mlx5_0, speed: {1}}}}}}}
devices:
  leaf[1-2]: {{template: switch, role: leaf}}
  spine1: {{template: switch, role: spine}}
  host1: {{template: host}}
links:
  - {{a: "host1:ens1f0np0", b: "leaf1:Ethernet0"}}
  - {{a: "leaf1:Ethernet8", b: "spine1:Ethernet0"}}
  - {{a: "leaf2:Ethernet8", b: "spine1:Ethernet8"}}
)",
        asic,
        speed,
        classes);
}

// Returns false if the intent is refused, as for a chip whose memory is unknown.
bool render_into(std::string text, const YangSchema& schema, Tally& tally)
{
    const Source source(0, "fabric.yaml", std::move(text));
    constexpr std::array<std::string_view, 4> platforms{"sonic", "eos", "junos", "linux-host"};
    const auto intent = read_fabric_intent(source, platforms);
    if (!intent)
        return false;
    auto policy = workspace::read_intent_policy(*intent);
    REQUIRE(policy.has_value());
    const auto designs = design_fabric(*intent, policy->policy);
    if (!designs)
        return false;
    for (const DeviceDesign& design : *designs) {
        if (design.platform != "sonic")
            continue;
        for (const RenderedFile& file : find_driver("sonic")->render(design).files) {
            CAPTURE(file.text);
            if (file.name.ends_with(".json"))
                CHECK(tally.take(schema, file.text) == "");
        }
    }
    return true;
}

}

TEST_CASE("SONiC's modules accept every file that is rendered for SONiC")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    Tally tally;
    int refused = 0;
    for (const catalog::Asic& asic : catalog::all_asics()) {
        for (const std::string_view speed : {"100G", "400G"}) {
            for (const std::string_view classes : {one_class, two_classes}) {
                CAPTURE(asic.name);
                CAPTURE(speed);
                refused += render_into(intent_of(asic.name, speed, classes), *schema, tally) ? 0 : 1;
            }
        }
    }
    for (const char* file : {"fabric.yaml", "two-classes.yaml"}) {
        const auto whole
            = Source::read(0, std::string(ROCELINT_SOURCE_DIR "/fixtures/fabrics/clos-four/") + file);
        REQUIRE(whole.has_value());
        CHECK(render_into(std::string((*whole)->text()), *schema, tally));
    }
    MESSAGE(refused, " intents that render refuses");
    CHECK(tally.texts > 100);
    tally.tell("rendered files");
}

TEST_CASE("SONiC's modules accept the sound files of the fixtures")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    Tally tally;
    for (const char* fabric :
        {"clos-mixed", "sonic-azure", "fat-tree", "ecn-only", "rails", "leaf-spine-128", "two-racks-300m"}) {
        const std::filesystem::path folder = std::string(ROCELINT_SOURCE_DIR "/fixtures/fabrics/") + fabric;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
            if (entry.path().extension() != ".json")
                continue;
            const auto source = Source::read(0, entry.path().string());
            REQUIRE(source.has_value());
            if (recognise(**source).driver != find_driver("sonic"))
                continue;
            CAPTURE(entry.path().string());
            const std::string fault = tally.take(*schema, (*source)->text());
            CHECK(fault == "");
        }
    }
    tally.tell("files of fixtures");
    CHECK(tally.texts > 5);
}

using Visit = std::function<void(const workspace::Outcome&, const workspace::Correction&)>;

void visit_corrections(const workspace::Outcome& outcome, const Visit& visit)
{
    const FixPlan plan = plan_fixes(outcome.report, {});
    for (const workspace::Correction& correction :
        workspace::correct(outcome, plan, {.files = true, .commands = true})) {
        if (outcome.fabric.devices[correction.device].platform == "sonic")
            visit(outcome, correction);
    }
}

// Visits every SONiC device with corrections in the examples and faulty fixtures.
void for_each_correction(const Visit& visit)
{
    for (const Rule* rule : all_rules()) {
        for (const Example& example : rule->examples) {
            if (example.flagged.empty())
                continue;
            CAPTURE(rule->code);
            CAPTURE(example.title);
            visit_corrections(*check_example(example), visit);
        }
    }
    for (const char* fabric : {"broken-clos", "ecn-only-broken", "two-racks-300m"}) {
        CAPTURE(fabric);
        const std::string folder = std::string(ROCELINT_SOURCE_DIR "/fixtures/fabrics/") + fabric;
        const auto checked = workspace::check_fabrics({.paths = {folder}}, {}, [](const char*) {});
        REQUIRE(checked.has_value());
        for (const auto& outcome : checked->outcomes)
            visit_corrections(*outcome, visit);
    }
}

TEST_CASE("SONiC's modules object to nothing new in what fix makes of examples and fixtures")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    Tally before;
    Tally after;
    Tally patched;
    int unsound = 0;
    for_each_correction([&](const workspace::Outcome& outcome, const workspace::Correction& correction) {
        const Device& device = outcome.fabric.devices[correction.device];
        const Source& source = *outcome.fabric.sources.find(device.files.front());
        std::set<std::string> ignored;
        const std::string known = fault_of(*schema, source.text(), ignored);
        before.texts += 1;
        unsound += known.empty() ? 0 : 1;
        // libyang reports only the first fault of a text: in an unsound text that one may remain, but no other may replace it.
        const auto take = [&](Tally& tally, std::string_view text) {
            const std::string left = fault_of(*schema, text, tally.unmodelled);
            ++tally.texts;
            if (!left.empty() && left != known)
                ++tally.faults[known.empty() ? left : left + " (before: " + known + ")"];
        };
        for (const workspace::CorrectedFile& file : correction.files)
            take(after, file.text);
        if (correction.commands.empty())
            return;
        if (!known.empty())
            ++patched.faults["a patch is printed for a switch that refuses every patch: " + known];
        const auto patch = correction.commands.find('[');
        CAPTURE(correction.commands);
        REQUIRE(patch != std::string::npos);
        const replay::Replayed made = replay::apply_sonic(source.text(), correction.commands.substr(patch));
        CHECK(made.refusal == "");
        if (made.refusal.empty())
            take(patched, made.text);
    });
    MESSAGE(before.texts, " corrected devices, of which ", unsound, " were not valid before");
    after.tell("corrected files");
    patched.tell("patched configurations");
    CHECK(after.texts > 20);
    CHECK(patched.texts > 20);
}

TEST_CASE(
    "errors that SONiC would reject are found: an unknown field, a number out of range, a name without a row")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    const auto says = [&](std::string_view text) {
        std::set<std::string> unmodelled;
        return fault_of(*schema, text, unmodelled);
    };
    const auto port = [](std::string_view field) {
        return fmt::format(
            R"({{"PORT": {{"Ethernet0": {{"lanes": "0,1,2,3", "speed": "100000", "alias": "etp1", "index": "1"{}}}}}}})",
            field);
    };
    CHECK(says(port("")) == "");
    CHECK(says(port(R"(, "mtu": "9216")")) == "");
    CHECK(says(port(R"(, "mtu": "9217")")) != "");
    CHECK(says(port(R"(, "mut": "9216")")) == "no place for PORT|Ethernet0 mut");
    CHECK(says(R"({"QUEUE": {"Ethernet0|3|4": {}}})") == "no place for QUEUE|Ethernet0|3|4");
    CHECK(says(R"({"PORT_QOS_MAP": {"Ethernet0": {"dscp_to_tc_map": "AZURE"}}})") != "");
    CHECK(says(R"({"DSCP_TO_TC_MAP": {"AZURE": {"26": "3", "64": "0"}}})") != "");
    CHECK(says(R"({"DSCP_TO_TC_MAP": {"AZURE": {"26": "3"}}})") == "");
}

}
