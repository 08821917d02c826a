// SPDX-License-Identifier: Apache-2.0
// Finds files of different folders that belong to one device, by the hostname that they state.
#include "workspace/input/join_by_name.h"

#include "workspace/input/config_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace rocelint::workspace {
namespace {

// Files of one platform that state the same hostname are one device, unless they contradict each other.
class NameJoiner {
public:
    NameJoiner(const std::vector<InputFile>& files,
        std::vector<FileGroup>& groups,
        std::vector<ReadGroup>& results,
        KnownDevices* known)
        : files_(files), groups_(groups), results_(results), known_(known)
    {
    }

    void run(std::vector<SyntaxProblem>& problems)
    {
        std::map<std::pair<std::string_view, std::string>, std::vector<std::size_t>> by_name;
        for (std::size_t index = 0; index < groups_.size(); ++index) {
            const Device& device = results_[index].device;
            if (device.name_is_configured && device.kind != DeviceKind::job)
                by_name[{device.platform, device.name}].push_back(index);
        }
        for (const auto& [key, members] : by_name) {
            if (members.size() > 1)
                join(members, problems);
        }
    }

private:
    void join(const std::vector<std::size_t>& members, std::vector<SyntaxProblem>& problems)
    {
        FileGroup whole = groups_[members.front()];
        whole.files = own_files(whole);
        std::size_t problems_apart = 0;
        for (const std::size_t member : members) {
            problems_apart += static_cast<std::size_t>(std::ranges::count_if(
                results_[member].problems, [](const SyntaxProblem& problem) { return !problem.outdated; }));
            if (member == members.front())
                continue;
            const FileGroup& other = groups_[member];
            const std::vector<std::size_t> own = own_files(other);
            whole.files.insert(whole.files.end(), own.begin(), own.end());
            whole.shared.insert(whole.shared.end(), other.shared.begin(), other.shared.end());
        }
        if (results_[members.front()].device.kind != DeviceKind::host && has_versions(members))
            return keep_apart(members, problems);
        drop_copies(whole.files);
        drop_copies(whole.shared);
        // The first file decides which driver reads the group, so that files of another platform stay last.
        whole.files.insert(whole.files.end(), whole.shared.begin(), whole.shared.end());
        ReadGroup joined = read_group(whole, files_, known_);
        const auto contradictions = static_cast<std::size_t>(std::ranges::count_if(
            joined.problems, [](const SyntaxProblem& problem) { return !problem.outdated; }));
        if (contradictions > problems_apart)
            return keep_apart(members, problems);
        results_[members.front()] = std::move(joined);
        groups_[members.front()] = std::move(whole);
        for (std::size_t index = 1; index < members.size(); ++index) {
            groups_[members[index]].files.clear();
            results_[members[index]] = {};
        }
    }

    // Without those of several devices, which are the last ones of a group.
    static std::vector<std::size_t> own_files(const FileGroup& group)
    {
        return {group.files.begin(), group.files.end() - static_cast<std::ptrdiff_t>(group.shared.size())};
    }

    // If two files have the same text, keeps the file in use rather than its backup (leaf1.cfg.bak).
    void drop_copies(std::vector<std::size_t>& group) const
    {
        std::ranges::stable_sort(
            group, {}, [this](std::size_t file) { return is_backup(files_[file].source->file_name()); });
        std::vector<std::size_t> kept;
        for (const std::size_t file : group) {
            const std::string_view text = files_[file].source->text();
            if (std::ranges::none_of(
                    kept, [&](std::size_t other) { return files_[other].source->text() == text; }))
                kept.push_back(file);
        }
        std::ranges::sort(kept);
        group = std::move(kept);
    }

    static bool is_backup(std::string_view name)
    {
        constexpr auto suffixes = std::to_array<std::string_view>(
            {".bak", ".backup", ".old", ".orig", ".prev", ".save", ".saved", "~"});
        return std::ranges::any_of(
            suffixes, [name](std::string_view suffix) { return name.ends_with(suffix); });
    }

    // If two versions of a switch's configuration were joined, such as yesterday's copy and today's, both
    // would apply: a line removed from one is still in the other. For a host, the age of its captures
    // decides. Files in one group are parts of one device, however similar (the configurations of several
    // ASICs).
    [[nodiscard]] bool has_versions(const std::vector<std::size_t>& members) const
    {
        const auto versions = [this](std::size_t one, std::size_t other) {
            return are_versions(files_[one].source->text(), files_[other].source->text());
        };
        for (std::size_t index = 1; index < members.size(); ++index) {
            for (std::size_t other = 0; other < index; ++other) {
                for (const std::size_t file : groups_[members[index]].files) {
                    if (std::ranges::any_of(groups_[members[other]].files,
                            [&](std::size_t before) { return versions(before, file); }))
                        return true;
                }
            }
        }
        return false;
    }

    void keep_apart(const std::vector<std::size_t>& members, std::vector<SyntaxProblem>& problems) const
    {
        const Device& first = results_[members.front()].device;
        for (std::size_t index = 1; index < members.size(); ++index) {
            const Device& other = results_[members[index]].device;
            problems.push_back({SyntaxProblem::Severity::warning,
                other.identity,
                fmt::format(
                    "{} also calls itself {} with other values; the two files are read as two devices",
                    files_[groups_[members.front()].files.front()].source->path(),
                    first.name)});
        }
    }

    const std::vector<InputFile>& files_;
    std::vector<FileGroup>& groups_;
    std::vector<ReadGroup>& results_;
    KnownDevices* known_;
};

}

void join_by_name(const std::vector<InputFile>& files,
    std::vector<FileGroup>& groups,
    std::vector<ReadGroup>& results,
    KnownDevices* known,
    std::vector<SyntaxProblem>& problems)
{
    NameJoiner(files, groups, results, known).run(problems);
}

}
