// SPDX-License-Identifier: Apache-2.0
// Validates what we write for SR Linux with Nokia's own modules, as a 7220 IXR-D5 has them.
#include "drivers/driver.h"
#include "rules/rule_table.h"
#include "tests/contract/changes.h"
#include "tests/contract/driver_case.h"
#include "tests/drivers/render_design.h"
#include "tests/example_fabric.h"
#include "tests/vendor/srlinux_modules.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <map>

namespace rocelint::vendor::srlinux_config {
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

}

TEST_CASE("Nokia's modules accept every file that is rendered for SR Linux")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    Tally tally;
    const Driver& driver = *find_driver("srlinux");
    for (const std::string_view model : {"7220 IXR-D4", "7220 IXR-D5", "7220 IXR-H4"}) {
        for (const bool two_classes : {false, true}) {
            DeviceDesign design = render_design::switch_design("srlinux", "leaf1", Role::leaf, two_classes);
            design.model = model;
            for (std::uint32_t index = 1; index <= 16; ++index)
                render_design::add_port(
                    design, render_design::mixed_port(index, fmt::format("ethernet-1/{}", index)));
            const Rendering rendering = driver.render(design);
            CHECK(rendering.refused == "");
            for (const RenderedFile& file : rendering.files)
                tally.take(*schema, file.text, Extent::whole);
        }
    }
    tally.tell("rendered files");
    CHECK(tally.texts == 6);
}

TEST_CASE("Nokia's modules accept the base example of SR Linux, every kind of change, and its undo")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    const Driver& driver = *find_driver("srlinux");
    const std::string blocks = contract::named(driver.base_example);
    Tally files;
    Tally commands;
    files.take(*schema, blocks, Extent::whole);
    const contract::Read before(driver, blocks);
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
        }
    }
    files.tell("files after one change");
    commands.tell("scripts of one change or its undo");
    CHECK(files.texts > 10);
    CHECK(commands.texts > 20);
}

TEST_CASE("Nokia's modules accept the SR Linux files of the examples")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    Tally tally;
    for (const Rule* rule : all_rules()) {
        for (const Example& example : rule->examples) {
            for (const ExampleFile& file : example.files) {
                if (file.platform == "srlinux")
                    tally.take(*schema, example_text(file), Extent::part);
            }
        }
    }
    tally.tell("files of examples");
    CHECK(tally.texts > 10);
}

TEST_CASE(
    "errors that SR Linux would reject are found: a misplaced statement, a number out of range, a condition that fails")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    const auto says = [&](const std::string& text) { return fault_of(*schema, text, Extent::whole); };
    const std::string deadlock = "set / qos pfc-mapping-profile P received-pfc-pause-frames deadlock ";
    CHECK(says(deadlock + "detection-timer 200\n") == "");
    CHECK(says(deadlock + "detection-timer 5\n") != "");
    CHECK(says(deadlock + "poll 100\n").starts_with("no place for \"poll\""));
    const std::string scheduler = "set / qos scheduler-policies scheduler-policy S scheduler ";
    CHECK(says(scheduler + "0 priority strict\n" + scheduler + "1 input a weight 3\n") == "");
    CHECK(says(scheduler + "1 priority strict\n") != "");
    const std::string slope
        = "set / qos buffer-management queue-management-profile M wred wred-slope all drop-probability all enable-ecn true ";
    CHECK(says(slope + "min-threshold 1000\n") == "");
    CHECK(says(slope + "min-threshold 1000\n" + slope + "min-threshold-percent 5\n") != "");
}

}
