// SPDX-License-Identifier: Apache-2.0
// What a command works on, from paths to policy and topology. A mistake here is wrong usage, not a finding.
#include "workspace/inputs.h"

#include "drivers/driver.h"
#include "models/text/nearest.h"
#include "rules/rule_table.h"
#include "workspace/find_files.h"
#include "workspace/find_policy.h"
#include "workspace/planned_devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sys/stat.h>

namespace rocelint::workspace {
namespace {

constexpr SourceId policy_id = 0;
constexpr SourceId topology_id = 1;
constexpr SourceId first_input_id = 2;

// A file that the user named, or that stands where ours stand: not to be able to read it is wrong usage.
Result<std::unique_ptr<Source>> read_own(SourceId id, const std::string& path)
{
    auto source = Source::read(id, path);
    if (!source)
        return fail(ErrorKind::usage, source.error().message);
    return source;
}

void drop_file(std::vector<std::string>& files, const std::string& path)
{
    struct stat own { };
    if (path.empty() || ::stat(path.c_str(), &own) != 0)
        return;
    std::erase_if(files, [&own](const std::string& file) {
        struct stat status { };
        return ::stat(file.c_str(), &status) == 0 && status.st_ino == own.st_ino
            && status.st_dev == own.st_dev;
    });
}

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

Result<Inputs> read_inputs(const InputOptions& options, const StageSink& stage)
{
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    stage("looking for files");
    if (const auto known = check_platform_name(options.platform); !known)
        return tl::unexpected(known.error());
    const bool from_stdin = std::ranges::find(options.paths, "-") != options.paths.end();
    if (from_stdin && options.platform.empty())
        return fail(ErrorKind::usage, "'-' reads standard input and needs --platform");

    Inputs inputs;
    std::unique_ptr<Source> policy;
    std::unique_ptr<Source> topology;
    const std::string first = options.paths.front() == "-" ? "." : options.paths.front();
    const std::string policy_path = options.policy.empty() ? find_policy(first) : options.policy;
    const std::string topology_path = options.topology.empty() ? find_topology(first) : options.topology;
    if (!policy_path.empty()) {
        auto source = read_own(policy_id, policy_path);
        if (!source)
            return tl::unexpected(source.error());
        policy = std::move(*source);
        auto read = read_policy(*policy, known_rules());
        if (!read)
            return tl::unexpected(read.error());
        inputs.policy = std::move(*read);
    }
    if (!topology_path.empty()) {
        auto source = read_own(topology_id, topology_path);
        if (!source)
            return tl::unexpected(source.error());
        topology = std::move(*source);
        auto read = read_topology(*topology);
        if (!read)
            return tl::unexpected(read.error());
        inputs.topology = std::move(*read);
    }
    std::vector<std::string> named = options.paths;
    std::erase(named, "-");
    FoundFiles found = find_files(named, inputs.policy.exclude);
    drop_file(found.files, policy_path);
    drop_file(found.files, topology_path);
    for (const std::string& path : options.not_inputs)
        drop_file(found.files, path);
    if (from_stdin)
        found.files.insert(found.files.begin(), "-");
    inputs.find_time = Clock::now() - begin;

    stage("reading");
    const auto reading = Clock::now();
    inputs.loaded = load_files(found.files,
        first_input_id,
        {.platform = options.platform, .topology = inputs.topology.given() ? &inputs.topology : nullptr});
    if (inputs.topology.given() && !from_stdin)
        inputs.loaded.reach = find_reach(inputs.topology, options.paths, found.files, inputs.policy.exclude);
    if (policy != nullptr)
        inputs.loaded.sources.put(std::move(policy));
    if (topology != nullptr)
        inputs.loaded.sources.put(std::move(topology));
    inputs.loaded.unreadable.insert(inputs.loaded.unreadable.begin(),
        std::make_move_iterator(found.unreadable.begin()),
        std::make_move_iterator(found.unreadable.end()));
    inputs.read_time = Clock::now() - reading;
    return inputs;
}

}
