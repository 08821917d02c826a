// SPDX-License-Identifier: Apache-2.0
// A finding counts as solved only if its device was checked: after a truncated capture, the baseline must
// still have what the site has accepted about the device.
#include "workspace/known/unmet_findings.h"

#include "models/text/nearest.h"
#include "rules/rule_table.h"
#include "workspace/files/path_names.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <numeric>
#include <set>
#include <strings.h>
#include <system_error>
#include <tuple>

namespace rocelint::workspace {
namespace {

namespace fs = std::filesystem;

// Topologies compare device names without regard to case.
struct IgnoringCase {
    bool operator()(const std::string& a, const std::string& b) const
    {
        return ::strcasecmp(a.c_str(), b.c_str()) < 0;
    }
};

class Seen {
public:
    explicit Seen(const std::unique_ptr<Outcome>& outcome) : outcome_(*outcome)
    {
        for (const Device& device : outcome->fabric.devices)
            devices_.insert(device.name);
        lacks_any_ = std::ranges::any_of(outcome->fabric.topology.devices,
            [&](const TopologyDevice& planned) { return !devices_.contains(planned.name); });
    }

    [[nodiscard]] bool has(const KnownFinding& entry) const
    {
        if (outcome_.of_a_part)
            return false;
        if (entry.device.empty() || devices_.contains(entry.device))
            return !lacks_any_ || judges_one_device(entry.code);
        const bool is_planned = std::ranges::any_of(outcome_.fabric.topology.devices,
            [&](const TopologyDevice& planned) { return equal_ignoring_case(planned.name, entry.device); });
        return !is_planned && std::ranges::none_of(outcome_.files, [&](const FileReport& file) {
            return file.platform.empty() && may_be_of(file.path, entry.device);
        });
    }

private:
    // Matches leaf1.cfg, and anything in the folder leaf1.
    static bool may_be_of(const fs::path& path, const std::string& device)
    {
        return equal_ignoring_case(path.stem().string(), device)
            || std::ranges::any_of(path.parent_path(),
                [&](const fs::path& folder) { return equal_ignoring_case(folder.string(), device); });
    }

    // All other rules also look at the far end of a cable.
    static bool judges_one_device(std::string_view code)
    {
        const Rule* rule = find_rule(code);
        return rule != nullptr && !is_of_fabric(*rule);
    }

    const Outcome& outcome_;
    std::set<std::string, IgnoringCase> devices_; ///< that were read
    bool lacks_any_ = false; ///< a device of the topology was not read
};

bool is_folder(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

}

UnmetFindings unmet_findings(const std::string& path,
    const Baseline& baseline,
    std::span<const std::unique_ptr<Outcome>> outcomes,
    std::span<const std::string> names)
{
    UnmetFindings unmet;
    const std::vector<Seen> seen_by(outcomes.begin(), outcomes.end());
    const fs::path beside = absolute_path(folder_of(path));
    for (const KnownFinding& entry : baseline.entries()) {
        if (entry.left == 0)
            continue;
        const auto name = std::ranges::find(names, entry.fabric);
        // A fabric whose folder no longer exists has no findings.
        const bool is_seen = name != names.end()
            ? seen_by[static_cast<std::size_t>(name - names.begin())].has(entry)
            : !is_folder(beside / entry.fabric);
        (is_seen ? unmet.solved : unmet.unseen).push_back(entry);
    }
    for (std::vector<KnownFinding>* list : {&unmet.solved, &unmet.unseen}) {
        for (KnownFinding& entry : *list)
            entry.count = entry.left;
        std::ranges::sort(*list, {}, [](const KnownFinding& entry) {
            return std::tie(entry.fabric, entry.code, entry.device, entry.port, entry.fingerprint);
        });
    }
    return unmet;
}

std::size_t count_findings(std::span<const KnownFinding> entries)
{
    return std::transform_reduce(
        entries.begin(), entries.end(), std::size_t{0}, std::plus{}, [](const KnownFinding& entry) {
            return entry.count;
        });
}

}
