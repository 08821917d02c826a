// SPDX-License-Identifier: Apache-2.0
// Compares live devices with files by meaning, not line by line. A device that the files do not cover is
// reported as "not compared", never as equal.
#include "cli/command/live/drift.h"

#include "cli/command/live/access.h"
#include "cli/command/live/collect.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "models/change/changes_between.h"
#include "models/text/sentence.h"
#include "workspace/find/find_files.h"
#include "workspace/fleet/fleet.h"
#include "workspace/fleet/wanted_devices.h"
#include "workspace/input/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace rocelint::cli {
namespace {

// The content of the files: an intent, or a folder of configurations.
struct WantedFabric {
    std::vector<ReadDevice> of_intent;
    Fabric of_folder;
    [[nodiscard]] const Device* find(std::string_view name) const
    {
        const auto place = std::ranges::find_if(
            of_intent, [&](const ReadDevice& device) { return device.device.name == name; });
        if (place != of_intent.end())
            return &place->device;
        const auto index = of_folder.find_device(name);
        return index ? &of_folder.devices[*index] : nullptr;
    }
};

Result<WantedFabric> read_wanted(const std::string& path)
{
    WantedFabric wanted;
    if (!std::filesystem::is_directory(path)) {
        auto devices = workspace::devices_of_intent(path);
        if (!devices)
            return tl::unexpected(devices.error());
        wanted.of_intent = *std::move(devices);
        return wanted;
    }
    workspace::FoundFiles found = workspace::find_files({path}, {});
    if (!found.unreadable.empty())
        return tl::unexpected(found.unreadable.front());
    workspace::Loaded loaded = workspace::load_files(found.files, 0, {});
    wanted.of_folder = link(std::move(loaded.devices), std::move(loaded.sources), {});
    if (wanted.of_folder.devices.empty())
        return fail(ErrorKind::unreadable, fmt::format("{}: no device was recognised in any file", path));
    return wanted;
}

// Each difference as a sentence: the change that would make the live device match.
std::string differences_of(const std::string& name, const Device& live, const Device& wanted, bool of_intent)
{
    const ChangesBetween between = changes_between(live, wanted);
    std::string out;
    std::set<std::string> said;
    for (const Change& change : between.changes) {
        const std::uint32_t port = change.port.port;
        const std::string line = fmt::format("{}{}: should have {}\n",
            name,
            port < live.ports.size() ? fmt::format(" {}", live.ports[port].name) : std::string{},
            describe(change));
        if (said.insert(line).second)
            out += line;
    }
    for (const LeftDifference& left : between.left) {
        // Anything that an intent does not mention is no drift, but a folder of configurations is taken as
        // complete.
        if (!left.unasked || !of_intent)
            out += fmt::format("{} {}\n", name, left.sentence);
    }
    return out;
}

}

ExitCode run_drift(const LiveOptions& options)
{
    if (options.words.size() != 2) {
        print_error("rocelint: drift needs an intent or a folder of configurations, then an inventory\n");
        return ExitCode::usage;
    }
    auto inventory = read_inventory_file(options.words[1], options.limit);
    if (!inventory)
        return refuse(inventory.error());
    auto wanted = read_wanted(options.words[0]);
    if (!wanted)
        return refuse(wanted.error());
    constexpr std::size_t usual = 32;
    const push::Access access = make_access(options);
    const std::vector<Collected> collected
        = collect_devices(*inventory, access, options.parallel == 0 ? usual : options.parallel);
    std::size_t unread = 0;
    std::size_t drifted = 0;
    std::size_t unknown = 0;
    for (std::size_t index = 0; index < collected.size(); ++index) {
        const push::InventoryDevice& entry = inventory->devices[index];
        if (!collected[index].snapshot) {
            ++unread;
            continue;
        }
        const ReadDevice live = push::read_collected(
            *find_driver(entry.platform), entry.name, collected[index].snapshot->files);
        const Device* should = wanted->find(live.device.name);
        if (should == nullptr)
            should = wanted->find(entry.name);
        if (should == nullptr || should->platform != live.device.platform) {
            ++unknown;
            print(fmt::format(
                "{}: not compared: {} says nothing of it\n", visible(entry.name), visible(options.words[0])));
            continue;
        }
        // A role belongs to the fabric, not to the configuration.
        Device wanted_device = *should;
        wanted_device.role = live.device.role;
        wanted_device.name = live.device.name;
        const std::string text
            = differences_of(entry.name, live.device, wanted_device, !wanted->of_intent.empty());
        drifted += text.empty() ? 0U : 1U;
        print(visible_lines(text));
    }
    print_error(fmt::format("{} of {} compared, {} drifted\n",
        collected.size() - unread - unknown,
        counted(collected.size(), "device"),
        drifted));
    if (unread > 0)
        return ExitCode::device;
    return drifted > 0 ? ExitCode::findings : ExitCode::good;
}

}
