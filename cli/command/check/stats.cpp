// SPDX-License-Identifier: Apache-2.0
// How long each stage took, for `--stats`; not part of any report, since it differs with each run.
#include "cli/command/check/stats.h"

#include "analysis/standing.h"
#include "cli/report/data/memory_table.h"
#include "cli/report/data/report_data.h"
#include "cli/report/text/text_notes.h"
#include "cli/terminal/visible.h"

#include <fmt/format.h>

#include <sys/resource.h>

namespace rocelint::cli {
namespace {

double milliseconds(std::chrono::steady_clock::duration time)
{
    return std::chrono::duration<double, std::milli>(time).count();
}

double megabytes(std::size_t bytes)
{
    constexpr double bytes_per_megabyte = 1e6;
    return static_cast<double>(bytes) / bytes_per_megabyte;
}

double peak_megabytes()
{
    struct rusage usage { };
    ::getrusage(RUSAGE_SELF, &usage);
    constexpr double kibibytes_per_megabyte = 1000.0 / 1.024;
    return static_cast<double>(usage.ru_maxrss) / kibibytes_per_megabyte;
}

template <class... Lists>
std::size_t bytes_of(const Lists&... lists)
{
    return ((lists.capacity() * sizeof(typename Lists::value_type)) + ... + std::size_t{0});
}

// The memory of a device's model, except for names that occur in no file.
std::size_t model_bytes(const Device& device)
{
    return sizeof(Device)
        + bytes_of(device.ports,
            device.queues,
            device.groups,
            device.maps,
            device.policies,
            device.class_maps,
            device.ecn_profiles,
            device.schedulers,
            device.pools,
            device.buffer_profiles,
            device.buffer_profile_lists,
            device.nics,
            device.jobs,
            device.neighbours)
        + device.origins.bytes();
}

// Leaves out rules that took almost no time.
std::string describe_efforts(const std::vector<RuleEffort>& efforts)
{
    constexpr double least_milliseconds = 0.1;
    std::string text;
    for (const RuleEffort& effort : efforts) {
        const double time = milliseconds(effort.time);
        if (time >= least_milliseconds)
            text += fmt::format("  {} {:.1f} ms  findings {}  not checked {}\n",
                effort.rule->code,
                time,
                effort.findings,
                effort.not_checked);
    }
    return text.empty() ? text
                        : "rules, with what each was the first to work out, over all threads:\n" + text;
}

}

std::string describe_stats(
    const Stats& stats, const std::vector<std::unique_ptr<workspace::Outcome>>& fabrics)
{
    Summary sum;
    std::size_t files = 0;
    std::uint64_t bytes = 0;
    std::uint64_t lines = 0;
    std::chrono::steady_clock::duration linking{};
    std::chrono::steady_clock::duration checking{};
    std::size_t in_files = 0;
    std::size_t in_models = 0;
    std::string memory;
    std::string coverage;
    std::string efforts;
    std::string switches;
    for (const auto& outcome : fabrics) {
        const Summary one = summarise(*outcome);
        sum.devices += one.devices;
        sum.ports += one.ports;
        sum.links += one.links;
        files += outcome->files.size();
        bytes += outcome->bytes;
        lines += outcome->lines;
        linking += outcome->link_time;
        checking += outcome->check_time;
        for (SourceId id = 0; id < outcome->fabric.sources.size(); ++id) {
            if (const Source* source = outcome->fabric.sources.find(id))
                in_files += source->size();
        }
        for (const Device& device : outcome->fabric.devices)
            in_models += model_bytes(device);
        memory += describe_memory(outcome->fabric);
        write_platforms(one, coverage);
        for (std::uint32_t index = 0; index < outcome->fabric.devices.size(); ++index) {
            if (outcome->fabric.devices[index].kind == DeviceKind::network_switch)
                switches += visible(describe_standing(outcome->analysis, index)) + '\n';
        }
        efforts += describe_efforts(outcome->report.efforts);
    }
    return fmt::format("files {}  bytes {}  lines {}  devices {}  ports {}  links {}\n"
                       "find {:.1f} ms  read {:.1f} ms  link {:.1f} ms  check {:.1f} ms  report {:.1f} ms\n"
                       "peak memory {:.1f} MB, of it kept files {:.1f} MB, devices {:.1f} MB\n{}{}{}{}",
        files,
        bytes,
        lines,
        sum.devices,
        sum.ports,
        sum.links,
        milliseconds(stats.find_time),
        milliseconds(stats.read_time),
        milliseconds(linking),
        milliseconds(checking),
        milliseconds(stats.report_time),
        peak_megabytes(),
        megabytes(in_files),
        megabytes(in_models),
        coverage,
        switches,
        memory,
        efforts);
}

}
