// SPDX-License-Identifier: Apache-2.0
// From files to a linked fabric. A file that cannot be read or recognised is reported and never hides the good ones beside it.
#include "workspace/load.h"

#include "models/parallel/parallel.h"
#include "rules/rule_table.h"
#include "workspace/group_files.h"
#include "workspace/known_files.h"
#include "workspace/read_group.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace rocelint::workspace {
namespace {

Finding syntax_finding(const SyntaxProblem& problem)
{
    Finding finding;
    finding.rule = find_rule("SYN001");
    finding.severity
        = problem.severity == SyntaxProblem::Severity::error ? Severity::error : Severity::warning;
    finding.at = problem.at;
    finding.message = problem.message;
    if (problem.hint.somewhere())
        finding.related.push_back({problem.hint, problem.hint_message, {}});
    return finding;
}

// Files of one platform that state the same hostname are one device if they do not contradict each other.
class NameJoiner {
public:
    NameJoiner(const std::vector<InputFile>& files,
        std::vector<FileGroup>& groups,
        std::vector<KeyedGroup>& results,
        stored::Store* store)
        : files_(files), groups_(groups), results_(results), store_(store)
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
        std::size_t problems_apart = 0;
        for (const std::size_t member : members) {
            problems_apart += static_cast<std::size_t>(std::ranges::count_if(
                results_[member].problems, [](const SyntaxProblem& problem) { return !problem.outdated; }));
            if (member != members.front())
                whole.files.insert(
                    whole.files.end(), groups_[member].files.begin(), groups_[member].files.end());
        }
        KeyedGroup joined = read_group(whole, files_, store_);
        const auto contradictions = static_cast<std::size_t>(std::ranges::count_if(
            joined.problems, [](const SyntaxProblem& problem) { return !problem.outdated; }));
        if (contradictions > problems_apart) {
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
            return;
        }
        results_[members.front()] = std::move(joined);
        groups_[members.front()] = std::move(whole);
        for (std::size_t index = 1; index < members.size(); ++index) {
            groups_[members[index]].files.clear();
            results_[members[index]] = {};
        }
    }

    const std::vector<InputFile>& files_;
    std::vector<FileGroup>& groups_;
    std::vector<KeyedGroup>& results_;
    stored::Store* store_;
};

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

Loaded assemble(std::vector<InputFile> files, std::vector<Error> unreadable, const LoadOptions& options)
{
    Loaded loaded;
    loaded.unreadable = std::move(unreadable);
    std::vector<FileGroup> groups = group_files(files, options.topology);
    std::vector<KeyedGroup> results(groups.size());
    run_parallel(groups.size(),
        [&](std::size_t index) { results[index] = read_group(groups[index], files, options.store); });
    std::vector<SyntaxProblem> problems;
    NameJoiner(files, groups, results, options.store).run(problems);

    loaded.devices.reserve(groups.size());
    if (options.store != nullptr)
        loaded.keys.reserve(groups.size());
    std::vector<FileReport> reports(files.size());
    for (std::size_t index = 0; index < files.size(); ++index) {
        describe_file(files[index], reports[index]);
        loaded.bytes += files[index].bytes;
    }
    for (std::size_t index = 0; index < groups.size(); ++index) {
        if (groups[index].files.empty())
            continue;
        for (std::size_t member = 0; member < groups[index].files.size(); ++member) {
            FileReport& report = reports[groups[index].files[member]];
            report.coverage = std::move(results[index].coverage[member]);
            report.device = results[index].device.name;
        }
        std::ranges::move(results[index].problems, std::back_inserter(problems));
        std::ranges::move(results[index].misspelt, std::back_inserter(loaded.misspelt));
        loaded.devices.push_back(std::move(results[index].device));
        if (options.store != nullptr)
            loaded.keys.push_back(results[index].key);
    }
    for (const FileReport& report : reports)
        loaded.lines += report.coverage.total;
    if (find_rule("SYN001") != nullptr)
        std::ranges::transform(problems, std::back_inserter(loaded.syntax), syntax_finding);
    loaded.files = std::move(reports);
    for (InputFile& file : files)
        loaded.sources.put(std::move(file.source));
    return loaded;
}

constexpr int standard_input = 0;

bool has_name_of_ours(const InputFile& file)
{
    const std::string_view name = file.source->file_name();
    return name == "rocelint.yaml" || name == "topology.yaml";
}

void count(InputFile& file)
{
    file.bytes = file.source->size();
    if (file.driver == nullptr)
        file.lines = count_lines(file.source->text());
}

// Nothing will ever point into what no driver reads, but for inline waivers; packets that somebody captured beside the
// configurations may be gigabytes.
void give_back(InputFile& file)
{
    if (file.driver != nullptr || !file.source->conversion().empty()
        || file.source->text().find("rocelint") != std::string_view::npos)
        return;
    file.source = std::make_unique<Source>(file.source->id(), file.source->path(), std::string_view{});
}

void recognise_file(InputFile& file, const LoadOptions& options)
{
    const std::string_view forced = options.platform;
    // Nothing is no device's, whatever the command line says: the command before a pipe may have failed.
    if (!forced.empty() && file.source->size() > 0) {
        file.driver = find_driver(forced);
        file.reason = "the command line says so";
        return;
    }
    // Ours, of another folder: no device's, whatever YAML may look like, unless a device is called so.
    if (has_name_of_ours(file)
        && (options.topology == nullptr || !gives_to_device(*options.topology, file.source->path()))) {
        file.reason = file.source->file_name() == "rocelint.yaml" ? "a policy that does not apply here"
                                                                  : "a topology that does not apply here";
        return;
    }
    const Recognition recognition = recognise(*file.source);
    file.driver = recognition.driver;
    file.reason = recognition.reason;
}

Digest digest_of(const Source& source)
{
    Sha256 digest;
    digest.add(source.text());
    return digest.finish();
}

class FileLoader {
public:
    explicit FileLoader(const LoadOptions& options)
        : options_(options), known_(options.store, options.trust_states)
    {
    }

    Result<void> load(SourceId id, const std::string& path, InputFile& file) const
    {
        const bool keeps = options_.store != nullptr && path != "-";
        const auto before = keeps ? state_of(path) : std::nullopt;
        auto source = path == "-" ? Source::read_descriptor(id, "-", standard_input) : Source::read(id, path);
        if (!source)
            return tl::unexpected(source.error());
        file.source = std::move(*source);
        // One that is written right now is of no state.
        const bool still = before && state_of(path) == before;
        const auto known = still ? known_.find(path, *before) : std::nullopt;
        if (known) {
            file.content = known->content;
        } else if (options_.store != nullptr) {
            file.content = digest_of(*file.source);
        }
        // What goes by more than the text and the path is decided anew.
        if (known && options_.platform.empty() && !has_name_of_ours(file)) {
            file.driver = known->driver;
            file.reason = known->reason;
            return {};
        }
        recognise_file(file, options_);
        if (still && !known && options_.platform.empty() && !has_name_of_ours(file))
            known_.keep(path, *before, {file.content, file.driver, file.reason});
        return {};
    }

private:
    const LoadOptions& options_;
    KnownFiles known_;
};

}

Loaded load_files(const std::vector<std::string>& paths, SourceId first_id, const LoadOptions& options)
{
    std::vector<InputFile> files(paths.size());
    std::vector<std::optional<Error>> errors(paths.size());
    const FileLoader loader(options);
    run_parallel(paths.size(), [&](std::size_t index) {
        const SourceId id = first_id + static_cast<SourceId>(index);
        if (const auto loaded = loader.load(id, paths[index], files[index]); !loaded) {
            errors[index] = loaded.error();
            return;
        }
        count(files[index]);
        give_back(files[index]);
    });
    std::vector<Error> unreadable;
    for (const std::optional<Error>& error : errors) {
        if (error)
            unreadable.push_back(*error);
    }
    std::erase_if(files, [](const InputFile& file) { return file.source == nullptr; });
    return assemble(std::move(files), std::move(unreadable), options);
}

Loaded load_sources(std::vector<std::unique_ptr<Source>> sources, const LoadOptions& options)
{
    std::vector<InputFile> files(sources.size());
    for (std::size_t index = 0; index < sources.size(); ++index) {
        files[index].source = std::move(sources[index]);
        recognise_file(files[index], options);
        count(files[index]);
        if (options.store != nullptr)
            files[index].content = digest_of(*files[index].source);
        count(files[index]);
    }
    return assemble(std::move(files), {}, options);
}

}
