// SPDX-License-Identifier: Apache-2.0
// Collects what a command works on, from paths to policy and topology. A mistake here is wrong usage, not a
// finding.
#include "workspace/input/inputs.h"

#include "drivers/driver.h"
#include "models/catalog/asic.h"
#include "models/text/nearest.h"
#include "rules/rule_table.h"
#include "workspace/files/path_names.h"
#include "workspace/find/find_policy.h"
#include "workspace/input/evidence.h"
#include "workspace/input/find_inputs.h"
#include "workspace/input/other_kind.h"
#include "workspace/input/planned_devices.h"
#include "workspace/input/policy_files.h"
#include "workspace/topology_import/import_topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rocelint::workspace {
namespace {

// Reads a file that the user named or that has one of our names: failing to read it is wrong usage.
Result<std::unique_ptr<Source>> read_own(SourceId id, const std::string& path)
{
    auto source = Source::read_named(id, path);
    if (!source)
        return fail(ErrorKind::usage, source.error().message);
    return source;
}

// A mistake in the cables of an imported file is a mistake in a text, as in a configuration.
void add_mistakes(const Topology& topology, std::vector<Finding>& findings)
{
    const Rule* rule = find_rule("SYN001");
    for (const TopologyRemark& remark : topology.remarks) {
        if (rule == nullptr || !remark.is_mistake)
            continue;
        Finding& finding = findings.emplace_back();
        finding.rule = rule;
        finding.severity = Severity::warning;
        finding.at = remark.at;
        finding.message = remark.sentence;
    }
}

// Reads the fabrics of one command line.
class InputReader {
public:
    InputReader(const InputOptions& options, const StageSink& stage) : options_(options), stage_(stage) { }

    Result<std::vector<Inputs>> run()
    {
        using Clock = std::chrono::steady_clock;
        const auto begin = Clock::now();
        stage_("looking for files");
        auto found = find_inputs(options_);
        if (!found)
            return tl::unexpected(found.error());
        auto& [files, fabrics] = *found;
        const auto time = Clock::now() - begin;

        stage_("reading");
        std::vector<Inputs> all;
        for (FabricFiles& fabric : fabrics) {
            const auto reading = Clock::now();
            const std::string at = !fabric.folder.empty() ? fabric.folder + '/'
                : fabrics.size() == 1                     ? first_path(options_)
                                                          : fabric.files.front();
            auto inputs = read(fabric, at, files, fabrics.size() == 1);
            if (!inputs)
                return tl::unexpected(inputs.error());
            inputs->read_time = Clock::now() - reading;
            all.push_back(*std::move(inputs));
        }
        all.front().find_time = time;
        all.front().loaded.unreadable.insert(all.front().loaded.unreadable.begin(),
            std::make_move_iterator(files.unreadable.begin()),
            std::make_move_iterator(files.unreadable.end()));
        for (std::string& link : files.outside)
            all.front().loaded.files.push_back({.path = std::move(link),
                .reason = "a link out of the given paths, not followed (--follow does)"});
        tell_of_each_other(all);
        return all;
    }

private:
    // One of our files and its content; without a file, the default.
    template <class T>
    struct Own {
        T says;
        std::unique_ptr<Source> source;
    };

    template <class T, class Read>
    static Result<Own<T>> read_own_file(SourceId id, const std::string& path, Read read)
    {
        Own<T> own;
        if (path.empty())
            return own;
        auto source = read_own(id, path);
        if (!source)
            return tl::unexpected(source.error());
        Result<T> says = read(**source);
        if (!says)
            return tl::unexpected(says.error());
        own.says = *std::move(says);
        own.source = *std::move(source);
        return own;
    }

    [[nodiscard]] Result<Own<Policy>> read_policy_of(const std::string& path, PolicyFiles& files) const
    {
        return read_own_file<Policy>(policy_id,
            options_.policy.empty() ? find_policy(path) : options_.policy,
            [&files](const Source& source) { return files.read(source); });
    }

    [[nodiscard]] Result<Own<Topology>> read_topology_of(const std::string& path) const
    {
        return read_own_file<Topology>(topology_id,
            options_.topology.empty() ? find_topology(path) : options_.topology,
            [](const Source& source) {
                auto topology = read_checked_topology(source);
                if (!topology)
                    topology.error() = unless_configuration(
                        source, "a topology", infer_topology_advice, std::move(topology).error());
                return topology;
            });
    }

    // Whether the paths leave out something that a policy or topology may refer to: any part of its folder.
    [[nodiscard]] bool is_part(const std::string& own) const
    {
        if (own.empty())
            return false;
        const std::string folder = absolute_path(folder_of(own));
        return std::ranges::none_of(options_.paths,
            [&](const std::string& path) { return path != "-" && is_below(folder, absolute_path(path)); });
    }

    // `all` holds the files of all fabrics; `at` is where the search for policy and topology begins.
    Result<Inputs> read(FabricFiles& fabric, const std::string& at, const FoundFiles& all, bool is_only) const
    {
        Inputs inputs{.folder = std::move(fabric.folder),
            .holds_others = fabric.holds_others,
            .has_topology = fabric.has_topology};
        PolicyFiles policy_files;
        auto policy = read_policy_of(at, policy_files);
        if (!policy)
            return tl::unexpected(policy.error());
        auto topology = read_topology_of(at);
        if (!topology)
            return tl::unexpected(topology.error());
        inputs.policy = std::move(policy->says);
        inputs.topology = std::move(topology->says);
        inputs.of_a_part = is_part(inputs.policy.path) || is_part(inputs.topology.path);
        drop_file(fabric.files, inputs.policy.path);
        drop_file(fabric.files, inputs.policy.baseline);
        for (const PolicyReport& report : inputs.policy.reports)
            drop_file(fabric.files, report.path);
        drop_file(fabric.files, inputs.topology.path);
        std::vector<std::unique_ptr<Source>> extended = policy_files.take();
        for (const std::unique_ptr<Source>& file : extended)
            drop_file(fabric.files, file->path());
        if (!inputs.folder.empty())
            drop_excluded(fabric.files, inputs.folder, inputs.policy.exclude);
        const LoadOptions how{.platform = options_.platform,
            .topology = inputs.topology.given() ? &inputs.topology : nullptr,
            .documents = options_.documents,
            .large = &all.large,
            .progress = options_.progress};
        inputs.loaded = load_files(fabric.files, first_input_id, how);
        adopt_captures(inputs.loaded);
        if (!options_.evidence.empty())
            add_evidence(options_.evidence, how, is_only, inputs.loaded);
        warn_of_unknown_ports(inputs.loaded);
        add_mistakes(inputs.topology, inputs.loaded.syntax);
        if (inputs.topology.given() && (fabric.files.empty() || fabric.files.front() != "-"))
            inputs.loaded.reach
                = find_reach(inputs.topology, options_.paths, all.files, inputs.policy.exclude);
        for (std::unique_ptr<Source>* source : {&policy->source, &topology->source}) {
            if (*source != nullptr)
                inputs.loaded.sources.put(std::move(*source));
        }
        for (std::unique_ptr<Source>& source : extended)
            inputs.loaded.sources.put(std::move(source));
        return inputs;
    }

    // A device named in one fabric's topology may have been read as part of another fabric.
    static void tell_of_each_other(std::vector<Inputs>& all)
    {
        for (Inputs& inputs : all) {
            for (const Inputs& other : all) {
                if (&inputs == &other || !inputs.holds_others)
                    continue;
                for (const Device& device : other.loaded.devices)
                    inputs.loaded.reach.elsewhere.push_back(device.name);
            }
        }
    }

    const InputOptions& options_;
    const StageSink& stage_;
};

}

// A chip name that is almost a known one is a mistake; a name unlike all of them may be a new chip.
Result<Topology> read_checked_topology(const Source& source)
{
    auto topology = read_any_topology(source);
    if (!topology)
        return topology;
    std::vector<std::string_view> known;
    for (const catalog::Asic& asic : catalog::all_asics())
        known.push_back(asic.name);
    for (const TopologyDevice& device : topology->devices) {
        if (device.asic.empty() || catalog::find_asic(device.asic) != nullptr)
            continue;
        const std::string_view near = nearest(device.asic, known);
        if (near.empty())
            continue;
        const auto place = LineTable(source.text()).position(device.at.offset);
        return fail(ErrorKind::usage,
            fmt::format("{}:{}:{}: the asic of {}, '{}', is not in the catalog; did you mean '{}'?",
                source.path(),
                place.line,
                place.column,
                device.name,
                device.asic,
                near));
    }
    return topology;
}

Result<void> check_platform_name(const std::string& name)
{
    if (name.empty() || find_driver(name) != nullptr)
        return {};
    std::vector<std::string_view> known;
    for (const Driver* driver : all_drivers())
        known.push_back(driver->name);
    const std::string_view near = nearest(name, known);
    return fail(ErrorKind::usage,
        near.empty()
            ? fmt::format("unknown platform '{}'; this version knows {}", name, fmt::join(known, ", "))
            : fmt::format("unknown platform '{}'; did you mean '{}'?", name, near));
}

Result<std::vector<Inputs>> read_fabrics(const InputOptions& options, const StageSink& stage)
{
    if (const auto known = check_platform_name(options.platform); !known)
        return tl::unexpected(known.error());
    return InputReader(options, stage).run();
}

Result<Inputs> read_inputs(const InputOptions& options, const StageSink& stage)
{
    auto all = read_fabrics(options, stage);
    if (!all)
        return tl::unexpected(all.error());
    if (all->size() == 1)
        return std::move(all->front());
    std::vector<std::string> folders;
    for (Inputs& inputs : *all) {
        if (!inputs.folder.empty())
            folders.push_back(std::move(inputs.folder));
    }
    return fail_for_several(all->size(), folders);
}

}
