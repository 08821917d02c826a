// SPDX-License-Identifier: Apache-2.0
// Plants defects in Junos configurations and validates with Juniper's own modules every edit that corrects them and every edit
// that restores the previous state.
#include "drivers/amend/amend.h"
#include "models/change/changes_between.h"
#include "rules/engine/fix.h"
#include "tests/mutation/subject.h"
#include "tests/vendor/junos_modules.h"
#include "tests/vendor/planted_lines.h"
#include "workspace/amend/corrections.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace rocelint::vendor::junos_config {
namespace {

using Extent = YangSchema::Extent;

struct Counts {
    std::map<std::string, int> planted; ///< number of defects by kind
    std::map<std::string, int> held; ///< number of validated texts by kind
    std::map<std::string, int> faults;

    void tell(const std::string& where) const
    {
        std::string text;
        int all = 0;
        for (const auto& [kind, times] : planted) {
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", times, kind);
            all += times;
        }
        MESSAGE(where, ": ", all, " defects planted (", text, ")");
        for (const auto& [what, times] : held)
            MESSAGE("  ", times, " ", what);
        for (const auto& [fault, times] : faults)
            FAIL_CHECK(times, " times: ", fault);
    }
};

/// One file, parsed and read.
struct ReadFile {
    explicit ReadFile(std::string text) : source(0, "device.conf", std::move(text))
    {
        trees.push_back(find_driver("junos")->parse(source));
        device = find_driver("junos")->read(trees, "device").device;
    }
    ReadFile(const ReadFile&) = delete;
    ReadFile& operator=(const ReadFile&) = delete;

    Source source;
    std::vector<Tree> trees;
    Device device;
};

/// Validates the results of one defect.
class Holder {
public:
    Holder(const YangSchema& schema, std::string where, const std::string& text, Counts& counts)
        : schema_(schema)
        , where_(std::move(where))
        , text_(text)
        , before_(fault_of(schema, text, Extent::whole))
        , counts_(counts)
    {
    }

    /// Validates the results of `fix`.
    void mend(const workspace::Outcome& outcome, const std::string& path)
    {
        const FixPlan plan = plan_fixes(outcome.report, {});
        for (const workspace::Correction& correction :
            workspace::correct(outcome, plan, {.files = true, .commands = true})) {
            const Device& device = outcome.fabric.devices[correction.device];
            if (device.files.empty() || outcome.fabric.sources.find(device.files.front())->path() != path)
                continue;
            for (const workspace::CorrectedFile& file : correction.files)
                hold_file("files after fix", file.text);
            hold("scripts of fix", correction.commands);
            hold("edit-configs of fix", correction.netconf);
        }
    }

    /// Validates the results of `plan` with the sound file as the target.
    void restore(const std::string& sound)
    {
        const ReadFile live(text_);
        const ReadFile wanted(sound);
        const std::vector<Change> changes = changes_between(live.device, wanted.device).changes;
        const DeviceFiles files{*find_driver("junos"), live.trees, live.device, ""};
        const Amended amended = amend(files, changes);
        if (amended.made.empty())
            return;
        for (const AmendedFile& file : amended.files)
            hold_file("files after plan", file.text);
        std::vector<Change> made;
        for (const std::uint32_t index : amended.made)
            made.push_back(changes[index]);
        const Commands forward = commands_for(files, made);
        hold("scripts of plan", forward.text);
        hold("edit-configs of plan", forward.netconf);
        // A device is never in a state that its modules reject, so no undo leads to one.
        const Commands back = find_driver("junos")->undo(live.trees, amended.after.trees, live.device, made);
        if (!back.refused.empty() || !before_.empty())
            return;
        hold("scripts that take a plan back", back.text);
        hold("edit-configs that take a plan back", back.netconf);
    }

private:
    void blame(const char* what, const std::string& fault)
    {
        ++counts_.faults[fmt::format("{}, {}: {}", where_, what, fault)];
    }

    // libyang reports only the first fault of a text, and the planted one may still be there.
    void hold_file(const char* what, const std::string& text)
    {
        ++counts_.held[what];
        if (const std::string fault = fault_of(schema_, text, Extent::whole);
            !fault.empty() && fault != before_)
            blame(what, fault);
    }

    void hold(const char* what, const std::string& text)
    {
        if (text.empty())
            return;
        ++counts_.held[what];
        if (const std::string fault = fault_of(schema_, text, Extent::part); !fault.empty())
            blame(what, fault);
    }

    const YangSchema& schema_;
    std::string where_;
    const std::string& text_;
    std::string before_;
    Counts& counts_;
};

// Plants up to `most` defects in the Junos files of the fabric, the same ones each time.
void plant(const YangSchema& schema, const testing::Subject& subject, std::size_t most, Counts& counts)
{
    struct Place {
        std::size_t file;
        PlantedLine line;
    };
    std::vector<Place> places;
    for (std::size_t file = 0; file < subject.files.size(); ++file) {
        const testing::Subject::File& each = subject.files[file];
        if (recognise(Source(0, each.path, each.text)).driver != find_driver("junos"))
            continue;
        for (PlantedLine& line : planted_lines(each.text))
            places.push_back({file, std::move(line)});
    }
    std::mt19937 random(20261124); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same each time
    std::ranges::shuffle(places, random);
    places.resize(std::min(places.size(), most));
    for (const Place& place : places) {
        ++counts.planted[place.line.kind];
        const testing::Subject::File& file = subject.files[place.file];
        Holder holder(schema,
            fmt::format("{}, {}, {}: \"{}\"", subject.name, file.path, place.line.kind, place.line.what),
            place.line.text,
            counts);
        holder.mend(*testing::check_texts(subject, place.file, &place.line.text), file.path);
        holder.restore(file.text);
    }
}

}

TEST_CASE("Juniper's modules accept every edit for defects planted in Junos' base example")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    Counts counts;
    plant(*schema, testing::two_devices_of(*find_driver("junos")), 150, counts);
    counts.tell("base example");
    CHECK(counts.held["files after fix"] > 20);
    CHECK(counts.held["edit-configs of plan"] > 20);
}

TEST_CASE("Juniper's modules accept every edit for defects planted in Junos fixtures, in each notation")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    Counts counts;
    for (const char* fabric : {"junos-notations", "ecn-only", "ecn-only-broken"})
        plant(*schema, testing::fabric_of_fixtures(fabric), 60, counts);
    counts.tell("fixtures");
    CHECK(counts.held["scripts of fix"] > 10);
    CHECK(counts.held["edit-configs of plan"] > 20);
}

}
