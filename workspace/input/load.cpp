// SPDX-License-Identifier: Apache-2.0
// Turns files into devices that can be linked. A file that cannot be read or recognized is reported and never
// hides the good ones.
#include "workspace/input/load.h"

#include "models/parallel/parallel.h"
#include "models/text/sentence.h"
#include "rules/rule_table.h"
#include "workspace/find/group_files.h"
#include "workspace/input/evidence.h"
#include "workspace/input/file_loader.h"
#include "workspace/input/job_names.h"
#include "workspace/input/join_by_name.h"
#include "workspace/input/read_group.h"
#include "workspace/input/unrecognised_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace rocelint::workspace {

Finding syntax_finding(const SyntaxProblem& problem)
{
    Finding finding;
    // A capture and a boot file that differ are each well-formed, so this is not SYN001.
    finding.rule = find_rule(problem.outdated ? "NIC028" : problem.lost_name.empty() ? "SYN001" : "SYN005");
    finding.severity
        = problem.severity == SyntaxProblem::Severity::error ? Severity::error : Severity::warning;
    assert(finding.rule->states(finding.severity) && "the rule's record does not state this severity");
    finding.at = problem.at;
    finding.message = problem.message;
    if (problem.hint.somewhere())
        finding.related.push_back({problem.hint, problem.hint_message, {}});
    return finding;
}

namespace {

void describe_file(const InputFile& file, FileReport& report)
{
    report.path = file.source->path();
    report.source = file.source->id();
    report.platform = file.driver == nullptr ? std::string_view{} : file.driver->name;
    report.reason = file.reason;
    report.conversion = file.source->conversion();
    if (file.driver == nullptr) {
        report.coverage.total = file.lines;
        report.coverage.counts[static_cast<std::size_t>(CoverageState::unrecognised)] = report.coverage.total;
    }
}

// A file of several devices is read with each of them: its problems are reported once. What one of the devices lacks is
// a problem only if all of them lack it.
void drop_repeated(const std::vector<FileGroup>& groups,
    const std::vector<InputFile>& files,
    std::vector<SyntaxProblem>& problems)
{
    std::map<SourceId, std::size_t> readings_of; // by file: how many
    std::map<SourceId, std::size_t> devices_of; // by file: how many it sets up
    for (const FileGroup& group : groups) {
        for (const std::size_t file : group.files) {
            ++readings_of[files[file].source->id()];
            const Driver* driver = files[file].driver;
            if (driver->sets_up.empty() || driver != files[group.files.front()].driver)
                ++devices_of[files[file].source->id()];
        }
    }
    std::erase_if(readings_of, [](const auto& file) { return file.second < 2; });
    if (readings_of.empty())
        return;
    const auto key_of = [](const SyntaxProblem& problem) {
        return std::tuple(problem.at.source, problem.at.offset, problem.message);
    };
    std::map<std::tuple<SourceId, std::uint32_t, std::string>, std::size_t>
        devices_with; // by problem: how many
    for (const SyntaxProblem& problem : problems) {
        if (problem.of_all_devices)
            ++devices_with[key_of(problem)];
    }
    std::set<std::tuple<SourceId, std::uint32_t, std::string>> reported;
    std::erase_if(problems, [&](const SyntaxProblem& problem) {
        if (!readings_of.contains(problem.at.source))
            return false;
        if (problem.of_all_devices && devices_with.at(key_of(problem)) < devices_of[problem.at.source])
            return true;
        return !reported.emplace(key_of(problem)).second;
    });
}

Loaded assemble(std::vector<InputFile> files, std::vector<Error> unreadable, const LoadOptions& options)
{
    Loaded loaded;
    loaded.platform = options.platform;
    loaded.unreadable = std::move(unreadable);
    std::vector<FileGroup> groups = group_files(files, options.topology);
    std::vector<ReadGroup> results(groups.size());
    if (options.progress != nullptr)
        options.progress->begin("devices", groups.size());
    run_parallel(groups.size(), [&](std::size_t index) {
        results[index] = read_group(groups[index], files, options.known);
        if (options.progress != nullptr)
            ++options.progress->done;
    });
    if (options.progress != nullptr)
        options.progress->end();
    std::vector<SyntaxProblem> problems;
    for (const InputFile& file : files) {
        if (file.conflicts > 0 && file.driver != nullptr)
            problems.push_back({SyntaxProblem::Severity::error,
                file.conflict,
                fmt::format(
                    "unresolved merge conflict ({} in the file): only the side in front of '=======' is read",
                    counted(file.conflicts, "place"))});
    }
    for (const InputFile& file : files) {
        if (file.failed_capture.length > 0)
            problems.push_back({SyntaxProblem::Severity::warning,
                file.failed_capture,
                "this capture failed: the file holds nothing but the errors of a command line, so what "
                "it should show is not checked; collect it again"});
    }
    join_by_name(files, groups, results, options.known, problems);

    loaded.devices.reserve(groups.size());
    std::vector<FileReport> reports(files.size());
    for (std::size_t index = 0; index < files.size(); ++index) {
        describe_file(files[index], reports[index]);
        loaded.bytes += files[index].bytes;
    }
    std::vector<std::size_t> whose(files.size(), files.size()); // by file: the index of its device
    for (std::size_t index = 0; index < groups.size(); ++index) {
        if (groups[index].files.empty())
            continue;
        const Driver* driver = files[groups[index].files.front()].driver;
        for (std::size_t member = 0; member < groups[index].files.size(); ++member) {
            const std::size_t file = groups[index].files[member];
            // Only the platform of a file says which of its lines are understood.
            if (files[file].driver != driver)
                continue;
            reports[file].coverage = std::move(results[index].coverage[member]);
            whose[file] = loaded.devices.size();
        }
        std::ranges::move(results[index].problems, std::back_inserter(problems));
        std::ranges::move(results[index].misspelt, std::back_inserter(loaded.misspelt));
        loaded.devices.push_back(std::move(results[index].device));
    }
    drop_repeated(groups, files, problems);
    std::vector<bool> is_of_switch;
    for (const std::size_t device : whose)
        is_of_switch.push_back(
            device < loaded.devices.size() && loaded.devices[device].kind == DeviceKind::network_switch);
    std::vector<Finding> unrecognised = find_unrecognised_files(files, is_of_switch, options.topology);
    for (InputFile& file : files)
        loaded.sources.put(std::move(file.source));
    name_jobs(loaded.devices, loaded.sources);
    for (std::size_t index = 0; index < reports.size(); ++index) {
        if (whose[index] < loaded.devices.size())
            reports[index].device = loaded.devices[whose[index]].name;
    }
    for (const FileReport& report : reports)
        loaded.lines += report.coverage.total;
    if (find_rule("SYN001") != nullptr)
        std::ranges::transform(problems, std::back_inserter(loaded.syntax), syntax_finding);
    std::ranges::move(unrecognised, std::back_inserter(loaded.syntax));
    loaded.files = std::move(reports);
    return loaded;
}

}

namespace {

// Each block of a document whose platform is recognized becomes a file, with an id after those of all files.
void add_quoted(std::vector<InputFile>& files, SourceId next_id, const FileLoader& loader)
{
    std::vector<InputFile> blocks;
    for (InputFile& file : files) {
        std::uint32_t number = 0;
        for (const std::string& text : file.quoted) {
            InputFile block{.block = ++number};
            loader.load(
                std::make_unique<Source>(next_id, fmt::format("{}#{}", file.source->path(), number), text),
                block);
            if (block.driver == nullptr)
                continue;
            ++next_id;
            blocks.push_back(std::move(block));
        }
        file.quoted = {};
    }
    std::ranges::move(blocks, std::back_inserter(files));
}

}

Loaded load_files(const std::vector<std::string>& paths, SourceId first_id, const LoadOptions& options)
{
    std::vector<InputFile> files(paths.size());
    std::vector<std::optional<Error>> errors(paths.size());
    const FileLoader loader(options);
    if (options.progress != nullptr)
        options.progress->begin("files", paths.size());
    run_parallel(paths.size(), [&](std::size_t index) {
        const SourceId id = first_id + static_cast<SourceId>(index);
        if (const auto loaded = loader.load(id, paths[index], files[index]); !loaded)
            errors[index] = loaded.error();
        if (options.progress != nullptr)
            ++options.progress->done;
    });
    if (options.progress != nullptr)
        options.progress->end();
    std::vector<Error> unreadable;
    for (const std::optional<Error>& error : errors) {
        if (error)
            unreadable.push_back(*error);
    }
    std::erase_if(files, [](const InputFile& file) { return file.source == nullptr; });
    if (options.documents)
        add_quoted(files, first_id + static_cast<SourceId>(paths.size()), loader);
    return assemble(std::move(files), std::move(unreadable), options);
}

Loaded load_sources(std::vector<std::shared_ptr<const Source>> sources, const LoadOptions& options)
{
    std::vector<InputFile> files(sources.size());
    const FileLoader loader(options);
    run_parallel(
        sources.size(), [&](std::size_t index) { loader.load(std::move(sources[index]), files[index]); });
    Loaded loaded = assemble(std::move(files), {}, options);
    adopt_captures(loaded);
    warn_of_unknown_ports(loaded);
    return loaded;
}

}
