// SPDX-License-Identifier: Apache-2.0
// Reading changes nothing on a device. A device that cannot be reached is reported, and the others are
// collected anyway.
#include "cli/command/live/collect.h"

#include "cli/command/live/access.h"
#include "cli/command/live/collect_counters.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "drivers/driver.h"
#include "models/text/sentence.h"
#include "push/reach/hardware.h"
#include "workspace/files/output_file.h"
#include "workspace/find/collected_folder.h"
#include "workspace/input/inputs.h"

#include <fmt/format.h>

namespace rocelint::cli {

std::vector<Collected> collect_devices(
    const push::Inventory& inventory, const push::Access& access, std::size_t parallel)
{
    std::vector<Collected> collected(inventory.devices.size());
    DeviceCount count(inventory.devices.size());
    push::for_each_device(inventory.devices.size(), parallel, access.cancel, [&](std::size_t index) {
        const push::InventoryDevice& device = inventory.devices[index];
        auto live = push::open_device(device, access);
        Result<Snapshot> snapshot = live ? (*live)->read() : tl::unexpected(live.error());
        Result<Hardware> hardware = snapshot ? push::read_hardware(**live) : Result<Hardware>(Hardware{});
        if (!hardware)
            snapshot = tl::unexpected(hardware.error());
        if (snapshot) {
            collected[index].hardware = *std::move(hardware);
            collected[index].snapshot = *std::move(snapshot);
        } else {
            collected[index].error = snapshot.error().message;
            count.say(visible(collected[index].error));
        }
        count.one_more();
    });
    for (std::size_t index = 0; index < collected.size(); ++index) {
        if (!collected[index].snapshot && collected[index].error.empty())
            collected[index].error = fmt::format("{}: interrupted", inventory.devices[index].name);
    }
    return collected;
}

namespace {

// The capture script of the only platform that has one.
std::string capture_script()
{
    for (const Driver* driver : all_drivers()) {
        if (driver->capture_script != nullptr)
            return driver->capture_script();
    }
    return {};
}

}

ExitCode run_collect(const LiveOptions& options)
{
    if (options.script) {
        print(capture_script());
        return ExitCode::good;
    }
    if (options.words.size() != 1 || options.output.empty()) {
        print_error("rocelint: collect needs an inventory and -o DIR, or --script\n");
        return ExitCode::usage;
    }
    auto inventory = read_inventory_file(options.words.front(), options.limit);
    if (!inventory) {
        print_failure(inventory.error());
        return ExitCode::usage;
    }
    if (auto made = workspace::make_private_folder(options.output); !made) {
        print_failure(made.error());
        return ExitCode::unreadable;
    }
    constexpr std::size_t usual = 32;
    const auto access = make_keyed_access(options);
    if (!access)
        return refuse(access.error());
    if (options.counters)
        return collect_counters(
            options, *inventory, *access, options.parallel == 0 ? usual : options.parallel);
    const std::vector<Collected> collected
        = collect_devices(*inventory, *access, options.parallel == 0 ? usual : options.parallel);
    std::size_t good = 0;
    std::vector<workspace::CollectedDevice> devices;
    for (std::size_t index = 0; index < collected.size(); ++index) {
        if (!collected[index].snapshot)
            continue;
        ++good;
        devices.push_back(
            {&inventory->devices[index], &*collected[index].snapshot, collected[index].hardware});
    }
    if (auto written = workspace::write_collected(options.output, devices); !written) {
        print_failure(written.error());
        return ExitCode::unreadable;
    }
    print_error(fmt::format(
        "{} of {} collected into {}\n", good, counted(collected.size(), "device"), visible(options.output)));
    return good == collected.size() ? ExitCode::good : ExitCode::device;
}

}
