// SPDX-License-Identifier: Apache-2.0
// Validates what a plan sends to a SONiC switch, and its undo, with SONiC's own modules: the switch has a defect and the sound
// file is the target, and vice versa.
#include "drivers/amend/amend.h"
#include "models/change/changes_between.h"
#include "tests/replay/replay.h"
#include "tests/vendor/planted_rows.h"
#include "tests/vendor/sonic_modules.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace rocelint::vendor::config_db {
namespace {

/// One configuration, parsed and read.
struct ReadConfig {
    explicit ReadConfig(std::string text) : source(0, "config_db.json", std::move(text))
    {
        trees.push_back(find_driver("sonic")->parse(source));
        device = find_driver("sonic")->read(trees, "device").device;
    }
    ReadConfig(const ReadConfig&) = delete;
    ReadConfig& operator=(const ReadConfig&) = delete;

    Source source;
    std::vector<Tree> trees;
    Device device;
};

struct Results {
    int pairs = 0;
    std::map<std::string, int> seen;
    std::map<std::string, int> faults;
};

class Planned {
public:
    Planned(const YangSchema& schema, const std::string& live, const std::string& wanted, Results& counts)
        : schema_(schema), live_(live), wanted_(wanted), before_(fault(live)), counts_(counts)
    {
    }

    void run()
    {
        ++counts_.pairs;
        const std::vector<Change> changes = changes_between(live_.device, wanted_.device).changes;
        const DeviceFiles files{*find_driver("sonic"), live_.trees, live_.device, ""};
        const Amended amended = amend(files, changes);
        if (amended.files.empty())
            return;
        const std::string left = fault(amended.files.front().text);
        see(left.empty() ? "files valid after a plan" : "files invalid before and after a plan");
        if (!left.empty() && before_.empty())
            blame("a plan makes a valid file invalid: " + left);
        std::vector<Change> made;
        for (const std::uint32_t index : amended.made)
            made.push_back(changes[index]);
        const Commands commands = commands_for(files, made);
        hold_reasons(commands);
        if (commands.text.empty())
            return;
        see("patches");
        if (!before_.empty())
            blame("a patch for a switch that refuses every patch: " + before_);
        const replay::Replayed after = replay::apply_sonic(live_.source.text(), commands.text);
        if (!after.refusal.empty())
            return blame("a patch does not apply: " + after.refusal);
        if (const std::string wrong = fault(after.text); !wrong.empty())
            blame("a patch makes the switch's configuration invalid: " + wrong);
        if (commands.refused.empty())
            take_back(after.text, amended, made);
    }

private:
    std::string fault(std::string_view text)
    {
        std::set<std::string> unmodelled;
        return fault_of(schema_, text, unmodelled);
    }
    void see(const std::string& what) { ++counts_.seen[what]; }
    void blame(const std::string& what) { ++counts_.faults[what]; }

    void hold_reasons(const Commands& commands)
    {
        for (const Refusal& refusal : commands.refused) {
            const bool in_force
                = refusal.reason.find("is not valid by the switch's own models") != std::string::npos;
            if (in_force && before_.empty())
                blame("a valid configuration is said to be invalid: " + refusal.reason);
            see(in_force ? "changes refused, since the switch refuses every patch"
                         : "changes refused for other reasons");
        }
    }

    void take_back(const std::string& now, const Amended& amended, const std::vector<Change>& made)
    {
        const Commands back
            = find_driver("sonic")->undo(live_.trees, amended.after.trees, live_.device, made);
        if (!back.refused.empty() || back.text.empty())
            return;
        see("patches that take a plan back");
        const replay::Replayed undone = replay::apply_sonic(now, back.text);
        if (!undone.refusal.empty())
            return blame("what takes a plan back does not apply: " + undone.refusal);
        if (const auto rows = replay::changed_sonic_rows(live_.source.text(), undone.text); !rows.empty())
            blame("what takes a plan back leaves another " + rows.front());
    }

    const YangSchema& schema_;
    const ReadConfig live_;
    const ReadConfig wanted_;
    const std::string before_;
    Results& counts_;
};

}

TEST_CASE(
    "SONiC's modules accept every patch of a plan about a planted defect, and its undo restores everything")
{
    const YangSchema* schema = modules();
    if (schema == nullptr)
        return;
    Results counts;
    const auto try_pair = [&](const std::string& live, const std::string& wanted, const std::string& where) {
        Results one;
        Planned(*schema, live, wanted, one).run();
        counts.pairs += one.pairs;
        for (const auto& [what, times] : one.seen)
            counts.seen[what] += times;
        for (const auto& [what, times] : one.faults)
            counts.faults[fmt::format("{}: {}", where, what)] += times;
    };
    for (const testing::Subject& subject : {testing::two_devices_of(*find_driver("sonic")),
             testing::fabric_of_fixtures("clos-mixed"),
             testing::fabric_of_fixtures("sonic-azure"),
             testing::fabric_of_fixtures("ecn-only")}) {
        for (const PlantedRow& row : planted_rows(subject, 150)) {
            const std::string& sound = subject.files[row.file].text;
            try_pair(row.text, sound, fmt::format("{}, away from {}", subject.name, row.what));
            try_pair(sound, row.text, fmt::format("{}, towards {}", subject.name, row.what));
        }
    }
    MESSAGE(counts.pairs, " pairs of configurations");
    for (const auto& [what, times] : counts.seen)
        MESSAGE("  ", times, " ", what);
    for (const auto& [what, times] : counts.faults)
        FAIL_CHECK(times, " times: ", what);
    CHECK(counts.seen["patches"] > 100);
    CHECK(counts.seen["patches that take a plan back"] > 100);
}

}
