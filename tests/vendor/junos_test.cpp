// SPDX-License-Identifier: Apache-2.0
// Validates what we write for Junos with Juniper's own modules for QFX.
#include "design/design_fabric.h"
#include "drivers/driver.h"
#include "models/intent/fabric_intent.h"
#include "rules/rule_table.h"
#include "tests/contract/changes.h"
#include "tests/contract/driver_case.h"
#include "tests/drivers/render_design.h"
#include "tests/example_fabric.h"
#include "tests/vendor/junos_modules.h"
#include "tests/vendor/junos_statements.h"
#include "workspace/amend/corrections.h"
#include "workspace/fleet/intent_policy.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <functional>
#include <map>

namespace rocelint::vendor::junos_config {
namespace {

using Extent = YangSchema::Extent;

struct Tally {
    int texts = 0;
    std::map<std::string, int> faults;

    void take(const YangSchema& schema, const std::string& text, Extent extent)
    {
        ++texts;
        if (const std::string fault = fault_of(schema, text, extent); !fault.empty())
            ++faults[fault];
    }
    void tell(const std::string& what) const
    {
        MESSAGE(texts, " ", what);
        for (const auto& [fault, times] : faults)
            FAIL_CHECK(times, " of ", texts, " ", what, ": ", fault);
    }
};

DeviceDesign leaf_of(std::string_view model, Trust trust, bool two_classes)
{
    DeviceDesign design = render_design::switch_design("junos", "leaf1", Role::leaf, two_classes);
    design.model = model;
    design.trust = trust;
    for (std::uint32_t index = 0; index < 16; ++index)
        render_design::add_port(design, render_design::mixed_port(index, fmt::format("et-0/0/{}", index)));
    for (std::uint32_t channel = 0; channel < 4; ++channel)
        render_design::add_port(design, {.name = fmt::format("et-0/0/20:{}", channel)});
    for (std::uint32_t channel = 0; channel < 4; ++channel)
        render_design::add_port(design, {.name = fmt::format("et-0/0/21:{}", channel), .gigabits = 25});
    return design;
}

// Visits every Junos device of every example with corrections: its files before and after them.
void for_each_correction(
    const std::function<void(const workspace::Outcome&, const workspace::Correction&)>& visit)
{
    for (const Rule* rule : all_rules()) {
        for (const Example& example : rule->examples) {
            if (example.flagged.empty())
                continue;
            const auto outcome = check_example(example);
            const FixPlan plan = plan_fixes(outcome->report, {});
            for (const workspace::Correction& correction :
                workspace::correct(*outcome, plan, {.files = true, .commands = true})) {
                if (outcome->fabric.devices[correction.device].platform != "junos")
                    continue;
                CAPTURE(rule->code);
                CAPTURE(example.title);
                visit(*outcome, correction);
            }
        }
    }
}

}

TEST_CASE("Juniper's modules accept every file that is rendered for Junos")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    Tally tally;
    const Driver& driver = *find_driver("junos");
    for (const std::string_view model :
        {"QFX5240-64OD", "QFX5230-64CD", "QFX5220-32CD", "QFX5120-32C", "QFX10002-36Q"}) {
        for (const Trust trust : {Trust::dscp, Trust::pcp, Trust::dscp_else_pcp}) {
            for (const bool two_classes : {false, true}) {
                for (const RenderedFile& file : driver.render(leaf_of(model, trust, two_classes)).files)
                    tally.take(*schema, file.text, Extent::whole);
            }
        }
    }
    const std::string path = std::string(ROCELINT_SOURCE_DIR) + "/fixtures/fabrics/clos-four/fabric.yaml";
    auto source = Source::read(0, path);
    REQUIRE(source.has_value());
    constexpr std::array<std::string_view, 4> platforms{"sonic", "eos", "junos", "linux-host"};
    const auto intent = read_fabric_intent(**source, platforms);
    REQUIRE(intent.has_value());
    auto policy = workspace::read_intent_policy(*intent);
    REQUIRE(policy.has_value());
    const auto designs = design_fabric(*intent, policy->policy);
    REQUIRE(designs.has_value());
    for (const DeviceDesign& design : *designs) {
        if (design.platform != "junos")
            continue;
        for (const RenderedFile& file : driver.render(design).files)
            tally.take(*schema, file.text, Extent::whole);
    }
    tally.tell("rendered files");
    CHECK(tally.texts > 30);
}

TEST_CASE("Juniper's modules accept the Junos files of the examples, and what fix makes of them")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    Tally before;
    Tally after;
    for (const Rule* rule : all_rules()) {
        for (const Example& example : rule->examples) {
            for (const ExampleFile& file : example.files) {
                if (file.platform == "junos")
                    before.take(*schema, example_text(file), Extent::whole);
            }
        }
    }
    for_each_correction([&](const workspace::Outcome&, const workspace::Correction& correction) {
        for (const workspace::CorrectedFile& file : correction.files)
            after.take(*schema, file.text, Extent::whole);
    });
    before.tell("files of examples");
    after.tell("corrected files");
    CHECK(before.texts > 50);
    CHECK(after.texts > 10);
}

TEST_CASE("Juniper's modules accept every command and every edit-config of a correction")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    Tally commands;
    Tally edits;
    for_each_correction([&](const workspace::Outcome&, const workspace::Correction& correction) {
        if (!correction.commands.empty())
            commands.take(*schema, correction.commands, Extent::part);
        if (!correction.netconf.empty())
            edits.take(*schema, correction.netconf, Extent::part);
    });
    commands.tell("scripts of commands");
    edits.tell("edit-configs");
    CHECK(commands.texts > 10);
    CHECK(edits.texts > 10);
}

TEST_CASE("Juniper's modules accept every kind of change in each notation, and its undo")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    const Driver& driver = *find_driver("junos");
    const std::string braces = contract::named(driver.base_example);
    const JunosXml as_elements = junos_statements(*schema, braces);
    REQUIRE(as_elements.misplaced == "");
    Tally files;
    Tally commands;
    Tally edits;
    for (const std::string& text : {braces, as_elements.xml}) {
        const contract::Read before(driver, text);
        for (const Change& change : contract::every_change(before.device())) {
            const std::array asked{change};
            const Editing editing = driver.edit(before.trees, before.device(), asked);
            if (!editing.refused.empty())
                continue;
            CAPTURE(describe(change));
            const auto edited = apply_edits(before.source(), editing.edits);
            REQUIRE(edited.has_value());
            files.take(*schema, *edited, Extent::whole);
            const contract::Read after(driver, *edited);
            for (const Commands& told : {driver.commands(before.trees, before.device(), asked),
                     driver.undo(before.trees, after.trees, before.device(), asked)}) {
                if (!told.text.empty())
                    commands.take(*schema, told.text, Extent::part);
                if (!told.netconf.empty())
                    edits.take(*schema, told.netconf, Extent::part);
            }
        }
    }
    files.tell("files after one change");
    commands.tell("scripts of one change or its undo");
    edits.tell("edit-configs of one change or its undo");
    CHECK(files.texts > 20);
    CHECK(edits.texts > 40);
}

TEST_CASE("Juniper's modules accept the Junos files of the fixtures")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    Tally tally;
    for (const auto& entry :
        std::filesystem::recursive_directory_iterator(ROCELINT_SOURCE_DIR "/fixtures/fabrics")) {
        if (entry.path().extension() != ".conf")
            continue;
        const auto source = Source::read(0, entry.path().string());
        REQUIRE(source.has_value());
        // Subnet managers use the same file name.
        if (recognise(**source).driver != find_driver("junos"))
            continue;
        tally.take(*schema, std::string((*source)->text()), Extent::whole);
    }
    tally.tell("files of fixtures");
    CHECK(tally.texts > 5);
}

TEST_CASE(
    "errors that a switch would reject are found: a misplaced statement, a number out of range, an unknown enumeration word")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    const auto says = [&](const std::string& text) { return fault_of(*schema, text, Extent::whole); };
    const std::string point
        = "set class-of-service congestion-notification-profile c input dscp code-point 011010 ";
    CHECK(says(point + "pfc\n" + point + "mru 9216\n") == "");
    const auto in_point = [](std::string_view inside) {
        return fmt::format("class-of-service {{ congestion-notification-profile {{ c {{ input {{ dscp {{ "
                           "code-point 011010 {{ {} }} }} }} }} }} }}\n",
            inside);
    };
    CHECK(says(in_point("pfc; mru 9216;")) == "");
    CHECK(says(in_point("pfc { mru 9216; }")).starts_with("no place for"));
    CHECK(says("set forwarding-options hash-key family inet layer-4\n") == "");
    CHECK(says("set forwarding-options hash-key family inet layer-4 source-port\n")
              .starts_with("no place for \"source-port\""));
    CHECK(says("set class-of-service congestion-notification-profile c pfc-watchdog recovery 2000\n") != "");
    CHECK(says("set class-of-service congestion-notification-profile c pfc-watchdog recovery 400\n") == "");
    CHECK(says("set class-of-service forwarding-classes class a priority medium\n") != "");
    CHECK(
        says("<config><configuration><interfaces><interface><name>et-0/0/0</name><mtu operation=\"delete\"/>"
             "</interface></interfaces></configuration></config>")
        == "");
    CHECK(says("<config><configuration><interfaces><interface><name>et-0/0/0</name><mut>9216</mut>"
               "</interface></interfaces></configuration></config>")
        == "no place for <mut> in <interface>");
}

}
