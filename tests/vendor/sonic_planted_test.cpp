// SPDX-License-Identifier: Apache-2.0
// Plants defects in SONiC configurations and validates everything that is printed or written with SONiC's own modules: a patch
// that the updater would refuse is worse than none, and refusing a patch without a reason withholds a correction.
#include "drivers/driver.h"
#include "drivers/sonic/model/model_conditions.h"
#include "models/catalog/updater.h"
#include "rules/engine/fix.h"
#include "tests/drivers/sonic/sonic_broken_rows.h"
#include "tests/example_fabric.h"
#include "tests/mutation/subject.h"
#include "tests/replay/replay.h"
#include "tests/vendor/planted_rows.h"
#include "tests/vendor/sonic_modules.h"
#include "workspace/amend/corrections.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::vendor::config_db {
namespace {

constexpr std::string_view in_force = "is not valid by the switch's own models";
constexpr std::string_view afterwards = "the switch's own models would not take";

struct Counts {
    std::map<std::string, int> planted; ///< number of defects by kind
    std::map<std::string, int> seen;
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
        for (const auto& [what, times] : seen)
            MESSAGE("  ", times, " ", what);
        for (const auto& [fault, times] : faults)
            FAIL_CHECK(times, " times: ", fault);
    }
};

bool is_refused_for(const workspace::Correction& correction, std::string_view reason)
{
    const auto says
        = [&](const workspace::NotMade& one) { return one.reason.find(reason) != std::string::npos; };
    return std::ranges::any_of(correction.not_in_commands, says)
        || std::ranges::any_of(correction.not_made, says);
}

/// Validates the corrections for the one device of a checked fabric that has a defect.
class Holder {
public:
    Holder(
        const YangSchema& schema, const workspace::Outcome& outcome, const std::string& path, Counts& counts)
        : schema_(schema), outcome_(outcome), path_(path), counts_(counts)
    {
    }

    void hold(bool hitless)
    {
        const FixPlan plan = plan_fixes(outcome_.report, {.disruptive = !hitless});
        for (const workspace::Correction& correction :
            workspace::correct(outcome_, plan, {.files = !hitless, .commands = true, .hitless = hitless})) {
            const Device& device = outcome_.fabric.devices[correction.device];
            const Source& source = *outcome_.fabric.sources.find(device.files.front());
            if (source.path() != path_ || device.files.size() != 1)
                continue;
            text_ = source.text();
            before_ = fault(text_);
            if (!hitless)
                hold_files(correction);
            hold_patch(device, correction, hitless);
        }
    }

private:
    std::string fault(std::string_view text)
    {
        std::set<std::string> unmodelled;
        return fault_of(schema_, text, unmodelled);
    }
    void blame(const std::string& what) { ++counts_.faults[what]; }

    void hold_files(const workspace::Correction& correction)
    {
        for (const workspace::CorrectedFile& file : correction.files) {
            const std::string left = fault(file.text);
            ++counts_.seen[left.empty()
                    ? before_.empty() ? "files valid before and after fix" : "files that fix made valid"
                    : "files invalid before and after fix, which is said"];
            if (left.empty())
                continue;
            if (before_.empty())
                blame(fmt::format("fix makes a valid file invalid: {}", left));
            else if (!is_refused_for(correction, in_force))
                blame(fmt::format("a file is invalid after fix, and nothing says so: {}", left));
        }
        // Conversely: no patch is refused because of the models without a reason.
        const bool refused = is_refused_for(correction, in_force);
        counts_.seen["switches whose configuration is said to be invalid"] += refused ? 1 : 0;
        if (refused && before_.empty())
            blame(fmt::format("a valid configuration is said to be invalid: {}",
                correction.not_in_commands.front().reason));
        if (is_refused_for(correction, afterwards))
            ++counts_.seen["switches with a change that would make them invalid"];
    }

    void hold_patch(const Device& device, const workspace::Correction& correction, bool hitless)
    {
        const auto begin = correction.commands.find('[');
        if (begin == std::string::npos)
            return;
        const std::string patch = correction.commands.substr(begin);
        ++counts_.seen[hitless ? "hitless patches" : "patches"];
        if (!before_.empty())
            blame("a patch is printed for a switch that refuses every patch: " + before_);
        const replay::Replayed made = replay::apply_sonic(text_, patch);
        if (!made.refusal.empty())
            blame("a patch does not apply: " + made.refusal);
        else if (const std::string after = fault(made.text); !after.empty() && before_.empty())
            blame("a patch makes a valid configuration invalid: " + after);
        // Rows of ports that are up, in tables for which the updater takes the port down.
        if (!made.refusal.empty() || !(hitless || correction.interruptions.empty()))
            return;
        for (const std::string& row : replay::changed_sonic_rows(text_, made.text)) {
            const std::size_t bar = row.find('|');
            const std::string key = row.substr(bar + 1);
            const std::uint32_t port = device.find_port(key.substr(0, key.find('|')));
            if (port != Port::no_index && device.ports[port].admin_up.is(true)
                && !catalog::takes_port_down(row.substr(0, bar)).empty())
                blame(fmt::format(
                    "a patch that interrupts nothing takes a port down for {}", row.substr(0, bar)));
        }
    }

    const YangSchema& schema_;
    const workspace::Outcome& outcome_;
    const std::string& path_;
    Counts& counts_;
    std::string_view text_;
    std::string before_;
};

// Plants up to `most` defects in the SONiC files of the fabric, the same ones each time.
void plant(const YangSchema& schema, const testing::Subject& subject, std::size_t most, Counts& counts)
{
    for (const PlantedRow& row : planted_rows(subject, most)) {
        ++counts.planted[row.kind];
        const auto outcome = testing::check_texts(subject, row.file, &row.text);
        Counts one;
        Holder holder(schema, *outcome, subject.files[row.file].path, one);
        holder.hold(false);
        holder.hold(true);
        for (const auto& [what, times] : one.seen)
            counts.seen[what] += times;
        for (const auto& [what, times] : one.faults)
            counts.faults[fmt::format("{}, where {}: {}", subject.name, row.what, what)] += times;
    }
}

// The driver's objections to a configuration without the modules; empty if none.
std::string said_of(std::string_view text)
{
    const Source source(0, "config_db.json", text);
    std::vector<Tree> trees;
    trees.push_back(find_driver("sonic")->parse(source));
    Arena arena(4096);
    std::vector<SyntaxProblem> problems;
    const sonic::Config config = sonic::normalise(trees, arena, problems);
    const auto faults = sonic::model_faults(sonic::ModelRows(config, {}));
    return faults.empty() ? std::string() : faults.front().sentence();
}

}

TEST_CASE(
    "for every defect planted in SONiC's base example and in a fixture the driver objects exactly if the modules do")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    int invalid = 0;
    int all = 0;
    std::map<std::string, int> differ;
    for (const testing::Subject& subject :
        {testing::two_devices_of(*find_driver("sonic")), testing::fabric_of_fixtures("sonic-azure")}) {
        const auto file = std::ranges::find_if(subject.files, is_config_db);
        REQUIRE(file != subject.files.end());
        for (const PlantedRow& row : planted_rows(file->text)) {
            std::set<std::string> unmodelled;
            const std::string said = said_of(row.text);
            const std::string fault = fault_of(*schema, row.text, unmodelled);
            ++all;
            invalid += fault.empty() ? 0 : 1;
            if (said.empty() != fault.empty())
                ++differ[fmt::format(
                    "{}, {}: \"{}\", the modules: \"{}\"", row.place, row.kind, said, fault)];
        }
    }
    MESSAGE(all, " defects, of which ", invalid, " are against the modules");
    for (const auto& [what, times] : differ)
        FAIL_CHECK(times, " times ", what);
    CHECK(invalid > 500);
    CHECK(all - invalid > 500);
}

TEST_CASE(
    "SONiC's modules reject each configuration that violates one of their known conditions, and accept the others")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    const auto fault = [&](std::string_view patch) {
        std::set<std::string> unmodelled;
        return fault_of(*schema, merge_json(find_driver("sonic")->base_example, patch), unmodelled);
    };
    for (const sonic::Broken& broken : sonic::fields_of_one_row)
        CHECK_MESSAGE(fault(broken.patch) != "", std::string(broken.patch));
    for (const std::string_view patch : sonic::taken_rows)
        CHECK_MESSAGE(fault(patch) == "", std::string(patch));
}

TEST_CASE(
    "for defects planted in SONiC's base example no printed patch violates the modules, and no file becomes invalid")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    Counts counts;
    plant(*schema, testing::two_devices_of(*find_driver("sonic")), 250, counts);
    counts.tell("base example");
    CHECK(counts.seen["patches"] > 30);
    CHECK(counts.seen["hitless patches"] > 5);
    CHECK(counts.seen["switches whose configuration is said to be invalid"] > 30);
}

TEST_CASE(
    "for defects planted in SONiC fixtures no printed patch violates the modules, and no file becomes invalid")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    Counts counts;
    for (const char* fabric :
        {"clos-mixed", "sonic-azure", "ecn-only", "two-racks-300m", "broken-clos", "ecn-only-broken"})
        plant(*schema, testing::fabric_of_fixtures(fabric), 40, counts);
    counts.tell("fixtures");
    CHECK(counts.seen["patches"] > 30);
    CHECK(counts.seen["files that fix made valid"] > 0);
}

}
