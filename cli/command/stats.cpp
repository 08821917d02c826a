// SPDX-License-Identifier: Apache-2.0
// Where the time went, for `--stats`; not part of any report, since it differs with each run.
#include "cli/command/stats.h"

#include "cli/report/memory_table.h"
#include "cli/report/report_data.h"

#include <fmt/format.h>

#include <sys/resource.h>

namespace rocelint::cli {
namespace {

double milliseconds(std::chrono::steady_clock::duration time)
{
    return std::chrono::duration<double, std::milli>(time).count();
}

double peak_megabytes()
{
    struct rusage usage { };
    ::getrusage(RUSAGE_SELF, &usage);
    constexpr double kibibytes_per_megabyte = 1000.0 / 1.024;
    return static_cast<double>(usage.ru_maxrss) / kibibytes_per_megabyte;
}

}

std::string describe_stats(const Stats& stats, const workspace::Outcome& outcome)
{
    const Summary sum = summarise(outcome);
    return fmt::format("files {}  bytes {}  lines {}  devices {}  ports {}  links {}\n"
                       "find {:.1f} ms  read {:.1f} ms  link {:.1f} ms  check {:.1f} ms  report {:.1f} ms\n"
                       "peak memory {:.1f} MB\n{}",
        outcome.files.size(),
        outcome.bytes,
        outcome.lines,
        sum.devices,
        sum.ports,
        sum.links,
        milliseconds(stats.find_time),
        milliseconds(stats.read_time),
        milliseconds(outcome.link_time),
        milliseconds(outcome.check_time),
        milliseconds(stats.report_time),
        peak_megabytes(),
        describe_memory(outcome.fabric));
}

}
