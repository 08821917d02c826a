// SPDX-License-Identifier: Apache-2.0
// Tests the rollback of one device. Nothing is saved on it and no journal is written: whatever happens here,
// the device itself rolls the change back.
#include "cli/command/live/self_test.h"

#include "cli/command/live/access.h"
#include "cli/command/live/push_lock.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "push/run/recovery.h"
#include "push/run/self_test.h"

#include <fmt/format.h>

namespace rocelint::cli {
namespace {

// Keeps pushes of this user off the device.
Result<void> hold_device(const std::string& name, const push::Inventory& inventory)
{
    push::Plan plan;
    push::PlanDevice& device = plan.devices.emplace_back();
    device.name = name;
    device.steps.emplace_back();
    return hold_devices(plan, inventory);
}

}

ExitCode run_self_test_command(const LiveOptions& options)
{
    if (options.port.empty() || options.inventory.empty()) {
        print_error("rocelint: --self-test needs --port, a port with nothing plugged in, and --inventory\n");
        return ExitCode::usage;
    }
    auto access = make_keyed_access(options);
    if (!access)
        return refuse(access.error());
    auto inventory = read_inventory_file(options.inventory, {options.self_test}, false);
    if (!inventory)
        return refuse(inventory.error());
    const push::InventoryDevice* entry = inventory->find(options.self_test);
    if (entry == nullptr)
        return refuse({ErrorKind::usage,
            fmt::format("{}: {} is not the name of one device", options.inventory, options.self_test),
            {}});
    if (auto held = hold_device(entry->name, *inventory); !held)
        return refuse(held.error());
    push::SelfTest test{.device = entry->name,
        .driver = *find_driver(entry->platform),
        .port = options.port,
        .window = options.window,
        .open = [&] { return push::open_device(*entry, *access); },
        .open_again = [&] { return push::reopen(*entry, *access); },
        .cancel = access->cancel,
        .report = {}};
    test.report = [](const push::SelfTestStep& step) {
        print(fmt::format(
            "{:>7.1f} s  {}\n", static_cast<double>(step.took.count()) / 1000.0, visible(step.what)));
    };
    if (auto passed = push::run_self_test(test); !passed) {
        print_failure(passed.error());
        return ExitCode::device;
    }
    print(fmt::format("{} passed: an unconfirmed change is rolled back\n", visible(entry->name)));
    return ExitCode::good;
}

}
