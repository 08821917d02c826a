// SPDX-License-Identifier: Apache-2.0
// From the address of a setting back to its row in fields.h and to the port that it belongs to: only what is said to
// people asks for this, so that a setting need not carry its own name.
#include "models/fabric/setting_place.h"

#include "models/fabric/fields.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <iterator>
#include <vector>

namespace rocelint {
namespace {

class Search {
public:
    Search(const Device& device, std::uint32_t index, const void* setting)
        : device_(device)
        , setting_(setting)
        , place_{.port = {index, Port::no_index}, .record = {}, .name = {}, .what = {}, .optional = false}
    {
    }

    SettingPlace run()
    {
        const bool found = in(device_, "Device") || in(device_.load_balancing, "LoadBalancing")
            || in(device_.forwarding, "Forwarding") || in(device_.headroom, "HeadroomParameters")
            || in_ports() || in_parts() || in_hosts();
        return found ? place_ : SettingPlace{};
    }

private:
    [[nodiscard]] bool holds(const void* begin, std::size_t bytes) const
    {
        const auto* first = static_cast<const std::byte*>(begin);
        return !std::less<>{}(setting_, begin)
            && std::less<>{}(setting_, static_cast<const void*>(first + bytes));
    }

    // The element of a list that holds the setting, or null.
    template <class T>
    [[nodiscard]] const T* element(const std::vector<T>& list) const
    {
        if (list.empty() || !holds(list.data(), list.size() * sizeof(T)))
            return nullptr;
        const auto offset
            = static_cast<const std::byte*>(setting_) - reinterpret_cast<const std::byte*>(list.data());
        return &list[static_cast<std::size_t>(offset) / sizeof(T)];
    }

    template <class T>
    bool in(const T& record, std::string_view name)
    {
        if (!holds(&record, sizeof record))
            return false;
        bool found = false;
        for_each_field(fields_of<T>, [&](const auto& row) {
            if (static_cast<const void*>(&(record.*row.member)) != setting_)
                return;
            place_.record = name;
            place_.name = row.name;
            place_.what = row.what;
            place_.optional = row.optional;
            found = true;
        });
        return found;
    }

    template <class T>
    bool in_list(const std::vector<T>& list, std::string_view name)
    {
        const T* record = element(list);
        return record != nullptr && in(*record, name);
    }

    bool of_port(std::size_t port)
    {
        place_.port.port = static_cast<std::uint32_t>(port);
        return true;
    }

    bool in_ports()
    {
        if (const Port* port = element(device_.ports))
            return (in(port->watchdog, "PfcWatchdog") || in(*port, "Port"))
                && of_port(static_cast<std::size_t>(port - device_.ports.data()));
        const Queue* queue = element(device_.queues);
        const PriorityGroup* group = element(device_.groups);
        if (queue == nullptr && group == nullptr)
            return false;
        for (std::size_t index = 0; index < device_.ports.size(); ++index) {
            const Port& port = device_.ports[index];
            const bool owns = queue != nullptr
                ? holds(device_.queues_of(port).data(), device_.queues_of(port).size_bytes())
                : holds(device_.groups_of(port).data(), device_.groups_of(port).size_bytes());
            if (owns)
                return (queue != nullptr ? in(*queue, "Queue") : in(*group, "PriorityGroup"))
                    && of_port(index);
        }
        return false;
    }

    bool in_parts()
    {
        for (const EcnProfile& profile : device_.ecn_profiles) {
            if (in_list(profile.curves, "EcnCurve"))
                return true;
        }
        for (const ClassPolicy& policy : device_.policies) {
            if (in_list(policy.classes, "PolicyClass"))
                return true;
        }
        if (element(device_.maps) != nullptr) {
            place_.record = "ClassMap";
            place_.what = "what a map leads to";
            return true;
        }
        return in_list(device_.schedulers, "Scheduler") || in_list(device_.pools, "BufferPool")
            || in_list(device_.buffer_profiles, "BufferProfile")
            || in_list(device_.class_maps, "PolicyClass");
    }

    bool in_hosts()
    {
        if (const Nic* nic = element(device_.nics)) {
            for (std::size_t index = 0; index < device_.ports.size(); ++index) {
                if (device_.ports[index].nic == static_cast<std::size_t>(nic - device_.nics.data()))
                    of_port(index);
            }
            return in(*nic, "Nic");
        }
        return in_list(device_.jobs, "Job");
    }

    const Device& device_;
    const void* setting_;
    SettingPlace place_;
};

}

template <class T>
void SettingIndex::add(const T* first, std::size_t count, std::uint32_t device)
{
    if (count == 0)
        return;
    const auto* begin = reinterpret_cast<const std::byte*>(first);
    extents_.push_back({begin, begin + count * sizeof(T), device});
}

// What Search looks into.
void SettingIndex::add_device(const Device& device, std::uint32_t index)
{
    const auto add_list = [this, index](const auto& list) { add(list.data(), list.size(), index); };
    add(&device, 1, index);
    add_list(device.ports);
    add_list(device.queues);
    add_list(device.groups);
    for (const EcnProfile& profile : device.ecn_profiles)
        add_list(profile.curves);
    for (const ClassPolicy& policy : device.policies)
        add_list(policy.classes);
    add_list(device.maps);
    add_list(device.schedulers);
    add_list(device.pools);
    add_list(device.buffer_profiles);
    add_list(device.class_maps);
    add_list(device.nics);
    add_list(device.jobs);
}

SettingIndex::SettingIndex(const Fabric& fabric) : fabric_(fabric)
{
    static std::atomic<std::uint64_t> made{0};
    serial_ = ++made;
    for (std::uint32_t device = 0; device < fabric.devices.size(); ++device)
        add_device(fabric.devices[device], device);
    std::ranges::sort(extents_, std::less<>{}, &Extent::begin);
}

// Rule after rule asks for the same settings of a device.
SettingPlace SettingIndex::find(const void* setting) const
{
    struct Found {
        const void* setting = nullptr;
        std::uint64_t serial = 0;
        SettingPlace place{};
    };
    constexpr std::size_t kept = 1024;
    constexpr std::uintptr_t smallest_setting = 8;
    thread_local std::vector<Found> cache(kept);
    Found& slot = cache[reinterpret_cast<std::uintptr_t>(setting) / smallest_setting % kept];
    if (slot.setting != setting || slot.serial != serial_)
        slot = {setting, serial_, look_up(setting)};
    return slot.place;
}

SettingPlace SettingIndex::look_up(const void* setting) const
{
    const auto* at = static_cast<const std::byte*>(setting);
    const auto after = std::ranges::upper_bound(extents_, at, std::less<>{}, &Extent::begin);
    if (after == extents_.begin())
        return {};
    const Extent& extent = *std::prev(after);
    if (!std::less<>{}(at, extent.end))
        return {};
    return Search(fabric_.devices[extent.device], extent.device, setting).run();
}

}
