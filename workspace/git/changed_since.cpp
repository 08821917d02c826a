// SPDX-License-Identifier: Apache-2.0
// A change in one file may cause a finding in another, so the whole fabric is checked, before and now.
#include "workspace/git/changed_since.h"

#include "workspace/files/output_file.h"
#include "workspace/files/path_names.h"
#include "workspace/git/changed_lines.h"
#include "workspace/input/policy_files.h"
#include "workspace/known/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

namespace rocelint::workspace {
namespace {

// Tests whether places in one fabric are on changed lines.
class Touched {
public:
    Touched(const Outcome& outcome, const ChangedLines& change)
        : outcome_(outcome), change_(change), files_(outcome.fabric.sources.size())
    {
    }

    bool is_touched(const Finding& finding)
    {
        if (in_changed_line(finding.at))
            return true;
        for (const Related& related : finding.related) {
            if (in_changed_line(related.at))
                return true;
        }
        if (finding.rule->scope != Scope::fabric && finding.at.somewhere())
            return false;
        if (in_changed_file(finding.at.source))
            return true;
        return std::ranges::any_of(finding.related, [this](const Related& related) {
            return in_changed_file(related.at.source);
        }) || std::ranges::any_of(finding.subjects, [this](const Subject& subject) {
            return subject.port.device < outcome_.fabric.devices.size()
                && std::ranges::any_of(outcome_.fabric.devices[subject.port.device].files,
                    [this](SourceId file) { return in_changed_file(file); });
        });
    }

private:
    struct File {
        const std::vector<LineRange>* changed = nullptr;
        std::optional<LineTable> lines;
    };

    const File* find(SourceId id)
    {
        const Source* source = outcome_.fabric.sources.find(id);
        if (source == nullptr)
            return nullptr;
        std::optional<File>& file = files_[id];
        if (!file) {
            file.emplace();
            file->changed = change_.find_file(source->path());
            if (file->changed != nullptr)
                file->lines.emplace(source->text());
        }
        return &*file;
    }

    bool in_changed_file(SourceId id)
    {
        const File* file = find(id);
        return file != nullptr && file->changed != nullptr;
    }

    bool in_changed_line(Span at)
    {
        const File* file = at.somewhere() ? find(at.source) : nullptr;
        if (file == nullptr || file->changed == nullptr)
            return false;
        const std::uint32_t first = file->lines->position(at.offset).line;
        const std::uint32_t last
            = at.length == 0 ? first : file->lines->position(at.offset + at.length - 1).line;
        return std::ranges::any_of(*file->changed,
            [&](const LineRange& range) { return range.first <= last && first <= range.last; });
    }

    const Outcome& outcome_;
    const ChangedLines& change_;
    std::vector<std::optional<File>> files_; ///< by SourceId
};

// The folder of a fabric, relative to the given path.
std::string below_given(const std::string& folder, const std::vector<std::string>& given)
{
    for (const std::string& path : given) {
        if (folder == path)
            return {};
        if (folder.starts_with(path + '/'))
            return folder.substr(path.size() + 1);
    }
    return folder;
}

// If the commit's version of a file cannot be read, replaces it with the current version, so that a user who
// fixes a policy or a topology gets an answer. Returns nothing if the commit's version can be read, or does
// not exist.
template <class Read>
std::optional<std::string> mend(
    const ChangedLines::Files& files, const std::string& then, std::string_view text, const Read& read)
{
    // A commit may have links that lead out of our copy of it; files there are not ours to replace.
    std::error_code failed;
    const std::string real = std::filesystem::canonical(then, failed).string();
    const std::string top = std::filesystem::canonical(files.top, failed).string();
    if (failed || !is_below(real, top))
        return std::nullopt;
    const auto result = read(then);
    if (result || !write_output_file(real, text))
        return std::nullopt;
    return result.error().message;
}

// The error of each replaced file, and the file that replaced it.
std::vector<std::string> take_mended(std::span<const std::unique_ptr<Outcome>> outcomes,
    const std::string& revision,
    const ChangedLines::Files& files,
    const ChangedLines& change)
{
    std::vector<std::string> remarks;
    const auto tell = [&](const std::optional<std::string>& error, const std::string& now) {
        if (error)
            remarks.push_back(fmt::format("{}; what stood at {} is judged by {} as it is now",
                files.with_names_of(change, *error),
                revision,
                now));
    };
    for (const auto& outcome : outcomes) {
        const std::string& policy = outcome->policy.path;
        if (const auto source = Source::read(policy_id, policy))
            tell(mend(files,
                     files.version_of(change, policy),
                     whole_text(outcome->policy, (*source)->text()),
                     [](const std::string& path) { return PolicyFiles().read_file(path); }),
                policy);
        const std::string& topology = outcome->fabric.topology.path;
        if (const auto source = Source::read(no_source, topology))
            tell(mend(files,
                     files.version_of(change, topology),
                     (*source)->text(),
                     [](const std::string& path) -> Result<Topology> {
                         const auto then = Source::read(no_source, path);
                         return then ? read_checked_topology(**then) : tl::unexpected(then.error());
                     }),
                topology);
    }
    return remarks;
}

}

Result<ChangedFindings> keep_changed(std::span<const std::unique_ptr<Outcome>> outcomes,
    const std::string& revision,
    const InputOptions& input,
    const Selection& selection,
    const StageSink& stage)
{
    if (std::ranges::find(input.paths, "-") != input.paths.end())
        return fail(ErrorKind::usage, "--changed-since needs files of a git repository, not standard input");
    const auto change = ChangedLines::find(revision, input.paths, {input.policy, input.topology});
    if (!change)
        return tl::unexpected(change.error());
    const auto files = change->write_out();
    if (!files)
        return tl::unexpected(files.error());
    ChangedFindings changed;
    Baseline known;
    CheckedFabrics before;
    if (!(*files)->paths.empty()) {
        InputOptions then = input;
        then.paths = (*files)->paths;
        for (std::string* file : {&then.policy, &then.topology}) {
            if (!file->empty())
                *file = (*files)->version_of(*change, *file);
        }
        auto checked = check_fabrics(then, selection, stage);
        if (!checked) {
            changed.remarks = take_mended(outcomes, revision, **files, *change);
            if (!changed.remarks.empty()) {
                if (auto again = check_fabrics(then, selection, stage); again)
                    checked = std::move(again);
            }
        }
        if (!checked)
            return fail(checked.error().kind,
                fmt::format("--changed-since: the files of {} cannot be checked: {}",
                    revision,
                    (*files)->with_names_of(*change, checked.error().message)));
        before = *std::move(checked);
    }
    // If one side has only one fabric, folders cannot be compared.
    const bool several = outcomes.size() > 1 && before.outcomes.size() > 1;
    for (const auto& outcome : before.outcomes)
        known.add(*outcome, several ? below_given(outcome->folder, (*files)->paths) : std::string());
    for (const auto& outcome : outcomes) {
        Touched touched(*outcome, *change);
        const std::string folder = several ? below_given(outcome->folder, input.paths) : std::string();
        changed.hidden.push_back(std::erase_if(outcome->report.findings, [&](const Finding& finding) {
            if (!finding.waived.empty())
                return false;
            const auto known_before = known.take(finding, *outcome, folder);
            return known_before && known_before->covers(finding) && !touched.is_touched(finding);
        }));
    }
    return changed;
}

}
