// SPDX-License-Identifier: Apache-2.0
#include "workspace/input/evidence.h"

#include "models/fabric/forwarding.h"
#include "models/fabric/link/name_index.h"
#include "models/fabric/link/settle_counters.h"
#include "models/text/ascii.h"
#include "models/text/sentence.h"
#include "rules/rule_table.h"
#include "workspace/files/path_names.h"
#include "workspace/find/capture_time.h"
#include "workspace/find/find_files.h"
#include "workspace/input/shown_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <system_error>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace rocelint::workspace {
namespace {

using Capture = CounterReading::Capture;

struct CaptureFolder {
    std::string path;
    Capture order = Capture::alone;
    std::string taken; ///< when the capture was made; empty if nothing says it
};

// The folders of the earlier and of the later capture, or the whole folder.
std::vector<CaptureFolder> captures_in(const std::string& folder)
{
    std::vector<std::string> names;
    bool has_files = false;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with('.'))
            continue;
        if (entry.is_directory(ignored))
            names.push_back(name);
        else
            has_files = true;
    }
    std::ranges::sort(names);
    const auto pair = [&folder](const std::string& earlier, const std::string& later) {
        return std::vector<CaptureFolder>{
            {folder + '/' + earlier, Capture::earlier, {}}, {folder + '/' + later, Capture::later, {}}};
    };
    if (std::ranges::count(names, "before") == 1 && std::ranges::count(names, "after") == 1)
        return pair("before", "after");
    // Folders of two devices may be named by their addresses; a date with three points is none.
    const bool are_dates = names.size() == 2 && !has_files && names[0].size() == names[1].size()
        && std::ranges::all_of(names,
            [](const std::string& name) { return ascii::is_digit(name.front()) && !parse_address(name); });
    if (are_dates) {
        std::vector<CaptureFolder> dated = pair(names[0], names[1]);
        dated[0].taken = names[0];
        dated[1].taken = names[1];
        return dated;
    }
    return {{folder, Capture::alone, {}}};
}

Finding warning(Span at, std::string message)
{
    Finding finding;
    finding.rule = find_rule("SYN001");
    finding.severity = Severity::warning;
    finding.at = at;
    finding.message = std::move(message);
    return finding;
}

Finding warn_of_stranger(const Device& device)
{
    const bool counts = !device.counter_readings.empty();
    const Span first = counts  ? device.counter_readings.front().at
        : device.files.empty() ? Span{}
                               : Span{.source = device.files.front(), .offset = 0, .length = 0};
    return warning(device.identity.somewhere() ? device.identity : first,
        fmt::format("{} of {}, which the checked files do not have: {}",
            counts ? "the counters in this file are" : "what this file shows is the state",
            device.name,
            counts ? "they are not used" : "it is not used"));
}

// The configuration of another platform does not go with what a file shows.
Finding warn_of_platform(const Device& capture, const Device& device)
{
    return warning({.source = capture.files.front(), .offset = 0, .length = 0},
        fmt::format("this file shows the state of a switch of {}, and {} is one of {}: it is not used",
            capture.platform,
            device.name,
            device.platform));
}

// A capture of one command states no name: the folder that it lies in, or the beginning of its own name, is that of the
// device.
std::optional<std::uint32_t> device_of(
    const DeviceIndex& devices, const Device& device, const SourceSet& sources)
{
    if (const auto known = devices.find(device.name); known || device.name_is_configured)
        return known;
    const Source* file = device.files.empty() ? nullptr : sources.find(device.files.front());
    if (file == nullptr)
        return std::nullopt;
    const auto by_folder = devices.find(last_name(absolute_path(folder_of(file->path()))));
    return by_folder ? by_folder : devices.find(stem(file->path()));
}

// Counters that were fetched in the order after, before have no difference that means anything.
void check_order(std::vector<CaptureFolder>& captures, Loaded& loaded)
{
    if (captures.size() != 2)
        return;
    const std::string earlier = capture_time_of(captures[0].path);
    const std::string later = capture_time_of(captures[1].path);
    if (earlier.empty() || later.empty())
        return;
    captures[0].taken = earlier;
    captures[1].taken = later;
    if (earlier < later)
        return;
    for (CaptureFolder& capture : captures)
        capture.order = Capture::alone;
    const SourceId id = std::max(loaded.sources.next_id(), first_input_id);
    auto source = Source::read(id, fmt::format("{}/{}", captures[1].path, capture_time_file));
    if (!source)
        return;
    loaded.sources.put(*std::move(source));
    loaded.syntax.push_back(warning(
        {.source = id, .offset = 0, .length = static_cast<std::uint32_t>(later.size())},
        fmt::format(
            "these counters were fetched at {}, and the earlier ones at {}, which is not before: they are not "
            "compared",
            later,
            earlier)));
}

// The device that each file of a capture belongs to.
using Owners = std::unordered_map<SourceId, std::string>;

void name_devices(const Owners& owners, std::vector<FileReport>& files)
{
    for (FileReport& file : files) {
        if (const auto owner = owners.find(file.source); owner != owners.end())
            file.device = owner->second;
    }
}

void join_counters(Device& from, const CaptureFolder& capture, Device& to, Owners& owners)
{
    for (const SourceId file : from.files)
        owners[file] = to.name;
    const std::string_view taken = from.arena->keep(capture.taken);
    to.counter_readings.reserve(to.counter_readings.size() + from.counter_readings.size());
    for (CounterReading& reading : from.counter_readings) {
        if (capture.order != Capture::alone)
            reading.capture = capture.order;
        reading.taken = taken;
        to.counter_readings.push_back(reading);
    }
    to.counter_arenas.push_back(from.arena);
}

// The device is read again with these files, unless they are of another platform.
void take_state(
    const Device& capture, std::size_t index, const Device& owner, StateFiles& shown, Loaded& loaded)
{
    if (capture.platform == owner.platform)
        shown[index].insert(shown[index].end(), capture.files.begin(), capture.files.end());
    else if (capture.counter_readings.empty() && !capture.files.empty())
        loaded.syntax.push_back(warn_of_platform(capture, owner));
}

// `without` gets a file of each device of which the capture shows no counter.
void add_capture(const CaptureFolder& capture,
    const LoadOptions& options,
    bool is_only_fabric,
    const DeviceIndex& devices,
    std::vector<SourceId>& without,
    Loaded& loaded)
{
    const FoundFiles found = find_files({capture.path}, {});
    LoadOptions how = options;
    how.large = &found.large;
    how.known = nullptr;
    const SourceId first = std::max(loaded.sources.next_id(), first_input_id);
    Loaded part = load_files(found.files, first, how);
    for (SourceId id = first; id < part.sources.next_id(); ++id) {
        if (auto source = part.sources.share(id))
            loaded.sources.put(std::move(source));
    }
    std::ranges::move(part.unreadable, std::back_inserter(loaded.unreadable));
    std::ranges::move(part.syntax, std::back_inserter(loaded.syntax));
    std::ranges::move(part.files, std::back_inserter(loaded.files));
    loaded.bytes += part.bytes;
    loaded.lines += part.lines;
    Owners owners;
    StateFiles shown;
    for (Device& device : part.devices) {
        const bool shows_state = is_state_capture(device);
        if (device.counter_readings.empty() && !shows_state) {
            if (!device.files.empty())
                without.push_back(device.files.front());
            continue;
        }
        const auto known = device_of(devices, device, loaded.sources);
        if (!known) {
            if (is_only_fabric)
                loaded.syntax.push_back(warn_of_stranger(device));
            continue;
        }
        Device& owner = loaded.devices[*known];
        // What is in force now is what the later capture shows.
        if (shows_state && capture.order != Capture::earlier)
            take_state(device, *known, owner, shown, loaded);
        join_counters(device, capture, owner, owners);
    }
    name_devices(owners, loaded.files);
    read_with_state(shown, loaded);
}

// Two captures of one counter, in folders whose names say nothing of time.
const CounterReading* find_unordered(const Device& device, SourceId& other)
{
    using Name = std::tuple<std::string_view, CounterKind, std::uint8_t, std::string_view>;
    std::map<Name, SourceId> known;
    for (const CounterReading& reading : device.counter_readings) {
        const auto [first, is_new] = known.try_emplace(
            Name(reading.on, reading.kind, reading.part, reading.name), reading.at.source);
        if (is_new || first->second == reading.at.source)
            continue;
        other = first->second;
        return &reading;
    }
    return nullptr;
}

void warn_of_unordered(Loaded& loaded)
{
    for (const Device& device : loaded.devices) {
        SourceId other = 0;
        const CounterReading* reading = find_unordered(device, other);
        const Source* file = reading == nullptr ? nullptr : loaded.sources.find(other);
        if (file != nullptr)
            loaded.syntax.push_back(warning(reading->at,
                fmt::format(
                    "{} has the counter {}, too, and nothing says which of the two captures of {} is the earlier "
                    "one: they are not compared; put them below folders named before and after",
                    file->path(),
                    reading->name,
                    device.name)));
    }
}

void warn_of_nothing_counted(const std::vector<SourceId>& files, Loaded& loaded)
{
    if (files.empty())
        return;
    const Source* first = loaded.sources.find(files.front());
    loaded.syntax.push_back(warning({.source = files.front(), .offset = 0, .length = 0},
        fmt::format(
            "{} given with --evidence, such as {}, {} no counters and no state of a switch, and nothing else of {} is read; put "
            "configuration and captures of hosts into the folders that are checked",
            counted(files.size(), "capture"),
            first == nullptr ? std::string("this one") : first->path(),
            one_or_many(files.size(), "shows", "show"),
            one_or_many(files.size(), "it", "them"))));
}

}

void add_evidence(const std::string& folder, const LoadOptions& options, bool is_only_fabric, Loaded& loaded)
{
    const DeviceIndex devices(loaded.devices);
    std::vector<CaptureFolder> captures = captures_in(folder);
    check_order(captures, loaded);
    std::vector<SourceId> without;
    for (const CaptureFolder& capture : captures)
        add_capture(capture, options, is_only_fabric, devices, without, loaded);
    if (captures.size() == 1)
        warn_of_unordered(loaded);
    // A folder with several fabrics is read for each of them, and holds the counters of the others.
    if (is_only_fabric)
        warn_of_nothing_counted(without, loaded);
}

void adopt_captures(Loaded& loaded)
{
    const auto is_capture = [](const Device& device) {
        const bool only_counts = !device.counter_readings.empty() && device.ports.empty()
            && !device.name_is_configured && device.kind == DeviceKind::network_switch;
        return only_counts || is_state_capture(device);
    };
    if (std::ranges::none_of(loaded.devices, is_capture))
        return;
    std::vector<Device> all = std::move(loaded.devices);
    std::vector<Device> captures;
    loaded.devices.clear();
    for (Device& device : all)
        (is_capture(device) ? captures : loaded.devices).push_back(std::move(device));
    const DeviceIndex devices(loaded.devices);
    Owners owners;
    StateFiles shown;
    std::vector<Device> unowned;
    for (Device& capture : captures) {
        const auto known = device_of(devices, capture, loaded.sources);
        if (known) {
            Device& owner = loaded.devices[*known];
            if (is_state_capture(capture))
                take_state(capture, *known, owner, shown, loaded);
            join_counters(capture, {}, owner, owners);
        } else if (!capture.neighbours.empty()) {
            unowned.push_back(
                std::move(capture)); // what it is cabled to is known, though not how it is set up
        } else {
            for (const SourceId file : capture.files)
                owners[file].clear();
            loaded.syntax.push_back(warn_of_stranger(capture));
        }
    }
    name_devices(owners, loaded.files);
    read_with_state(shown, loaded);
    std::ranges::move(unowned, std::back_inserter(loaded.devices));
}

void warn_of_unknown_ports(Loaded& loaded)
{
    for (const Device& device : loaded.devices) {
        const UnknownPorts unknown = find_unknown_ports(device);
        if (unknown.first == nullptr)
            continue;
        const std::string whose = unknown.is_all
            ? fmt::format("the counters of {} are of ports", device.name)
            : fmt::format("counters of {} are of {}", device.name, counted(unknown.count, "port"));
        loaded.syntax.push_back(warning(unknown.first->at,
            fmt::format("{} that its configuration does not have, such as {}: they are not used",
                whose,
                unknown.first->on)));
    }
}

}
