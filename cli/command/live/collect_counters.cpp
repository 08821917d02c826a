// SPDX-License-Identifier: Apache-2.0
// The commands are those of Driver::counter_commands alone, and change nothing.
#include "cli/command/live/collect_counters.h"

#include "cli/command/live/access.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "drivers/driver.h"
#include "models/text/sentence.h"
#include "push/journal/journal.h"
#include "workspace/files/beneath_folder.h"
#include "workspace/files/output_file.h"
#include "workspace/files/path_names.h"
#include "workspace/find/capture_time.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

struct FetchedCounters {
    std::vector<CollectedFile> files;
    std::string error; ///< why files are missing
};

FetchedCounters fetch_counters(const push::InventoryDevice& device, const push::Access& access)
{
    const Driver& driver = *find_driver(device.platform);
    if (driver.counter_commands.empty())
        return {{}, fmt::format("{}: counters of {} are not fetched", device.name, driver.title)};
    auto live = push::open_device(device, access);
    if (!live)
        return {{}, live.error().message};
    FetchedCounters capture;
    for (const CounterCommand& command : driver.counter_commands) {
        auto shown = (*live)->show(std::string(command.command));
        if (shown)
            capture.files.push_back({std::string(command.file), *std::move(shown)});
        else if (shown.error().kind != ErrorKind::refused)
            return {{}, shown.error().message};
        else
            add_item(capture.error, shown.error().message, "; ");
    }
    return capture;
}

std::vector<FetchedCounters> fetch_all(
    const push::Inventory& inventory, const push::Access& access, std::size_t parallel)
{
    std::vector<FetchedCounters> captures(inventory.devices.size());
    DeviceCount count(inventory.devices.size());
    push::for_each_device(inventory.devices.size(), parallel, access.cancel, [&](std::size_t index) {
        captures[index] = fetch_counters(inventory.devices[index], access);
        if (!captures[index].error.empty())
            count.say(visible(captures[index].error));
        count.one_more();
    });
    return captures;
}

Result<void> write_captures(const std::string& folder,
    const std::string& begun,
    const push::Inventory& inventory,
    const std::vector<FetchedCounters>& captures)
{
    if (auto made = workspace::make_private_folder(folder); !made)
        return made;
    auto beneath = workspace::BeneathFolder::open(folder);
    if (!beneath)
        return tl::unexpected(beneath.error());
    for (std::size_t index = 0; index < captures.size(); ++index) {
        for (const CollectedFile& file : captures[index].files) {
            const std::string path = fmt::format("{}/{}", inventory.devices[index].name, file.name);
            if (!workspace::stays_inside(path))
                return fail(ErrorKind::invalid,
                    fmt::format("{}: '{}' is not a valid file name", inventory.devices[index].name, path));
            if (auto written = beneath->replace(path, file.text); !written)
                return written;
        }
    }
    return beneath->replace(workspace::capture_time_file, begun + '\n');
}

}

ExitCode collect_counters(const LiveOptions& options,
    const push::Inventory& inventory,
    const push::Access& access,
    std::size_t parallel)
{
    // Files of an earlier run would count as captures of this one.
    for (const char* part : {"", "/before", "/after"}) {
        const std::string taken = workspace::capture_time_of(options.output + part);
        if (taken.empty())
            continue;
        print_error(fmt::format(
            "rocelint: {}{} holds counters that were fetched at {}; name another folder with -o\n",
            visible(options.output),
            part,
            visible(taken)));
        return ExitCode::usage;
    }
    bool all = true;
    for (std::uint64_t round = 0; round < options.times; ++round) {
        if (round > 0 && !push::sleep_for(options.every, access.cancel))
            return ExitCode::device;
        const std::string folder = options.times == 1 ? options.output
            : round == 0                              ? options.output + "/before"
                                                      : options.output + "/after";
        const std::string begun = push::utc_now();
        const std::vector<FetchedCounters> captures = fetch_all(inventory, access, parallel);
        if (auto written = write_captures(folder, begun, inventory, captures); !written) {
            print_failure(written.error());
            return ExitCode::unreadable;
        }
        const auto good = static_cast<std::size_t>(std::ranges::count_if(
            captures, [](const FetchedCounters& capture) { return !capture.files.empty(); }));
        all = all && good == captures.size();
        print_error(fmt::format("counters of {} of {} fetched into {}\n",
            good,
            counted(captures.size(), "device"),
            visible(folder)));
    }
    return all ? ExitCode::good : ExitCode::device;
}

}
