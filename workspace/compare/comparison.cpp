// SPDX-License-Identifier: Apache-2.0
#include "workspace/compare/comparison.h"

#include "rules/rule.h"
#include "workspace/files/path_names.h"
#include "workspace/known/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace rocelint::workspace {
namespace {

using ByName = std::map<std::string, const Device*, std::less<>>;

// If several devices share a name, their folder and file become part of the key: the name alone would compare
// the wrong ones.
ByName devices_of(const Outcome& outcome)
{
    std::map<std::string_view, std::size_t> times;
    for (const Device& device : outcome.fabric.devices)
        ++times[device.name];
    ByName devices;
    for (const Device& device : outcome.fabric.devices) {
        const Source* file
            = device.files.empty() ? nullptr : outcome.fabric.sources.find(device.files.front());
        if (times[device.name] == 1 || file == nullptr)
            devices.try_emplace(device.name, &device);
        else
            devices.try_emplace(
                fmt::format(
                    "{} ({}/{})", device.name, last_name(folder_of(file->path())), last_name(file->path())),
                &device);
    }
    return devices;
}

std::set<std::string> links_of(const Outcome& outcome)
{
    const auto end = [&](PortId id) {
        return fmt::format("{} {}", outcome.fabric.device(id).name, outcome.fabric.port(id).name);
    };
    std::set<std::string> links;
    for (const Link& link : outcome.fabric.links) {
        std::string first = end(link.a);
        std::string second = end(link.b);
        if (second < first)
            std::swap(first, second);
        links.insert(fmt::format("{} to {}", first, second));
    }
    return links;
}

// The findings of the other check, and those that a waiver accepts there.
class OtherFindings {
public:
    explicit OtherFindings(const Outcome* other)
    {
        if (other == nullptr)
            return;
        for (const Finding& finding : other->report.findings)
            (finding.waived.empty() ? standing_ : waived_).add(describe_known(finding, *other, {}));
    }

    [[nodiscard]] std::optional<KnownAs> take(const Finding& finding, const Outcome& outcome)
    {
        return standing_.take(finding, outcome, {});
    }

    [[nodiscard]] bool take_waived(const Finding& finding, const Outcome& outcome)
    {
        return waived_.take(finding, outcome, {}).has_value();
    }

private:
    Baseline standing_;
    Baseline waived_;
};

// The findings of `in` that `other` does not have; equal findings are counted. For the later check,
// `reweighed` receives the findings whose severity was different in the earlier check; for the earlier check
// it is null.
std::vector<FindingDifference> findings_beyond(
    const Outcome& in, const Outcome* other, std::vector<FindingDifference>* reweighed)
{
    const bool is_later = reweighed != nullptr;
    OtherFindings known(other);
    std::vector<FindingDifference> beyond;
    for (const Finding& finding : in.report.findings) {
        if (!finding.waived.empty())
            continue;
        const std::optional<KnownAs> there = known.take(finding, in);
        // A known finding into which another fault was folded counts as new; if a folded fault is gone, the
        // finding counts as unchanged.
        if (!there || (is_later && there->has_joined))
            beyond.push_back({&finding, &in, {}, known.take_waived(finding, in)});
        else if (is_later && there->severity != finding.severity)
            reweighed->push_back({&finding, &in, there->severity, false});
    }
    return beyond;
}

// Returns null if no RDMA endpoint is known.
std::unique_ptr<ProvenPaths> prove(const Outcome* outcome)
{
    if (outcome == nullptr)
        return nullptr;
    auto paths = std::make_unique<ProvenPaths>(outcome->analysis);
    return paths->proof.destinations().endpoints.empty() ? nullptr : std::move(paths);
}

template <class Names>
void names_beyond(const Names& in, const Names& other, std::vector<std::string>& into)
{
    for (const auto& entry : in) {
        if constexpr (requires { entry.first; }) {
            if (!other.contains(entry.first))
                into.emplace_back(entry.first);
        } else if (!other.contains(entry)) {
            into.push_back(entry);
        }
    }
}

FabricComparison compare(std::string folder, const Outcome* before, const Outcome* after)
{
    FabricComparison made{.folder = std::move(folder), .before = before, .after = after};
    const auto old_devices = before == nullptr ? ByName() : devices_of(*before);
    const auto new_devices = after == nullptr ? ByName() : devices_of(*after);
    names_beyond(new_devices, old_devices, made.new_devices);
    names_beyond(old_devices, new_devices, made.gone_devices);
    const auto old_links = before == nullptr ? std::set<std::string>() : links_of(*before);
    const auto new_links = after == nullptr ? std::set<std::string>() : links_of(*after);
    names_beyond(new_links, old_links, made.new_links);
    names_beyond(old_links, new_links, made.gone_links);
    for (const auto& [name, device] : old_devices) {
        const auto other = new_devices.find(name);
        if (other == new_devices.end())
            continue;
        std::ranges::move(value_differences(*device, *other->second), std::back_inserter(made.values));
    }
    // Ports stay in the order of their device, so the sort is stable.
    std::ranges::stable_sort(made.values, {}, [](const ValueDifference& value) {
        return std::tie(value.property, value.sentence, value.was, value.device);
    });
    const auto repeated = std::ranges::unique(made.values);
    made.values.erase(repeated.begin(), repeated.end());
    if (after != nullptr)
        made.new_findings = findings_beyond(*after, before, &made.reweighed_findings);
    if (before != nullptr)
        made.solved_findings = findings_beyond(*before, after, nullptr);
    if (before != nullptr && after != nullptr)
        made.policy = policy_differences(*before, *after);
    const auto old_paths = prove(before);
    const auto new_paths = prove(after);
    if (old_paths)
        made.paths_before = old_paths->all;
    if (new_paths) {
        made.paths_after = new_paths->all;
        made.path_changes = path_changes(old_paths.get(), *new_paths);
    }
    return made;
}

// The devices about which the comparison reports anything.
std::set<std::string, std::less<>> told_devices(const FabricComparison& made)
{
    std::set<std::string, std::less<>> told;
    for (const ValueDifference& value : made.values)
        told.insert(value.device);
    for (const auto* rows : {&made.new_findings, &made.solved_findings, &made.reweighed_findings}) {
        for (const FindingDifference& row : *rows)
            told.emplace(name_subject(*row.finding, *row.outcome).device);
    }
    return told;
}

std::string below(std::string_view folder, std::string_view root)
{
    if (folder.starts_with(root))
        folder.remove_prefix(root.size());
    while (folder.starts_with('/'))
        folder.remove_prefix(1);
    return std::string(folder);
}

using ByFolder = std::map<std::string, const Outcome*>;

ByFolder by_folder(std::span<const std::unique_ptr<Outcome>> outcomes, std::string_view root)
{
    ByFolder all;
    for (const auto& outcome : outcomes)
        all[below(outcome->folder, root)] = outcome.get();
    return all;
}

std::size_t devices_in_common(const Outcome& a, const Outcome& b)
{
    const auto others = devices_of(b);
    std::size_t common = 0;
    for (const auto& [name, device] : devices_of(a))
        common += others.contains(name) ? 1 : 0;
    return common;
}

// If one side has only one fabric, that fabric has no name. For a comparison with several fabrics, it is
// named after its folder, or else after the fabric with which it shares most devices.
void name_the_only_one(ByFolder& one, const ByFolder& several, std::string_view root)
{
    if (one.size() != 1 || several.size() < 2)
        return;
    const Outcome& only = *one.begin()->second;
    const std::string top = absolute_path(std::string(root));
    std::string name;
    for (const std::string& own : {only.fabric.topology.path, only.policy.path}) {
        const std::string folder = own.empty() ? std::string() : folder_of(absolute_path(own));
        if (name.empty() && is_below(folder, top) && several.contains(below(folder, top)))
            name = below(folder, top);
    }
    if (name.empty()) {
        std::size_t most = 0;
        for (const auto& [folder, outcome] : several) {
            const std::size_t common = devices_in_common(only, *outcome);
            if (common > most)
                name = folder;
            most = std::max(most, common);
        }
    }
    one = {{name, &only}};
}

}

bool FabricComparison::is_equal() const
{
    return new_devices.empty() && gone_devices.empty() && new_links.empty() && gone_links.empty()
        && values.empty() && path_changes.empty() && new_findings.empty() && solved_findings.empty()
        && reweighed_findings.empty() && policy.empty();
}

bool FabricComparison::is_worse(std::optional<Severity> from) const
{
    if (!from)
        return false;
    return std::ranges::any_of(new_findings, [&](const FindingDifference& row) {
        return row.finding->severity >= *from;
    }) || std::ranges::any_of(reweighed_findings, [&](const FindingDifference& row) {
        return row.finding->severity >= *from && *row.was < *from;
    }) || std::ranges::any_of(path_changes, &PathChange::is_worse);
}

std::vector<FabricComparison> compare_fabrics(std::span<const std::unique_ptr<Outcome>> before,
    std::span<const std::unique_ptr<Outcome>> after,
    std::string_view old_root,
    std::string_view new_root)
{
    ByFolder old_fabrics = by_folder(before, old_root);
    ByFolder new_fabrics = by_folder(after, new_root);
    name_the_only_one(old_fabrics, new_fabrics, old_root);
    name_the_only_one(new_fabrics, old_fabrics, new_root);
    std::map<std::string, std::pair<const Outcome*, const Outcome*>> pairs;
    for (const auto& [folder, outcome] : old_fabrics)
        pairs[folder].first = outcome;
    for (const auto& [folder, outcome] : new_fabrics)
        pairs[folder].second = outcome;
    std::vector<FabricComparison> compared;
    for (const auto& [folder, pair] : pairs) {
        compared.push_back(compare(folder, pair.first, pair.second));
        FabricComparison& made = compared.back();
        made.old_root = old_root;
        made.new_root = new_root;
        if (made.before == nullptr || made.after == nullptr)
            continue;
        made.uncompared = uncompared_lines(*made.before, *made.after, told_devices(made));
        made.unread_files = new_unread_files(*made.before, *made.after, old_root, new_root);
    }
    return compared;
}

}
