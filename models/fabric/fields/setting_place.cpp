// SPDX-License-Identifier: Apache-2.0
// Maps the address of a setting to its row in fields.h and its port. Only messages need this, so settings do
// not carry their names.
#include "models/fabric/fields/setting_place.h"

#include "models/fabric/fields/fields.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <span>

namespace rocelint {

namespace {

// Most requests are for settings of a port. The lists with them come first, and are looked at one by one.
constexpr std::size_t looked_at = 4;

}

/// The positions of settings in a struct of the model.
class SettingIndex::Layout {
public:
    /// The layout of a struct with rows in fields.h.
    template <class T>
    [[nodiscard]] static const Layout& of(std::string_view record)
    {
        static const Layout layout = [record] {
            Layout made;
            const T sample{};
            made.resize(sizeof sample);
            made.add(sample, sample, record);
            if constexpr (std::is_same_v<T, Device>) {
                made.add(sample, sample.load_balancing, "LoadBalancing");
                made.add(sample, sample.forwarding, "Forwarding");
                made.add(sample, sample.headroom, "HeadroomParameters");
                made.add(sample, sample.trimming, "Trimming");
            }
            if constexpr (std::is_same_v<T, Port>)
                made.add(sample, sample.watchdog, "PfcWatchdog");
            return made;
        }();
        return layout;
    }

    /// The layout of maps, whose entries have no rows.
    [[nodiscard]] static const Layout& of_maps()
    {
        static const Layout layout = [] {
            Layout made;
            made.resize(sizeof(ClassMap));
            made.rows_.push_back(
                {.record = "ClassMap", .name = {}, .what = "what a map leads to", .optional = false});
            std::ranges::fill(made.row_at_, std::uint16_t{1});
            return made;
        }();
        return layout;
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    /// The setting at this offset, or null.
    [[nodiscard]] const SettingRow* at(std::size_t offset) const
    {
        const std::uint16_t row = offset % step == 0 ? row_at_[offset / step] : std::uint16_t{0};
        return row == 0 ? nullptr : &rows_[row - std::size_t{1}];
    }

private:
    static constexpr std::size_t step = alignof(OriginId); // settings are aligned to it

    void resize(std::size_t size)
    {
        size_ = size;
        row_at_.resize((size + step - 1) / step);
    }

    template <class T, class Part>
    void add(const T& whole, const Part& part, std::string_view record)
    {
        for_each_field(fields_of<Part>, [&](const auto& row) {
            const auto offset = reinterpret_cast<const std::byte*>(&(part.*row.member))
                - reinterpret_cast<const std::byte*>(&whole);
            rows_.push_back({.record = record, .name = row.name, .what = row.what, .optional = row.optional});
            row_at_[static_cast<std::size_t>(offset) / step] = static_cast<std::uint16_t>(rows_.size());
        });
    }

    std::size_t size_ = 0;
    std::vector<std::uint16_t> row_at_; ///< by offset: one more than the index of the row, or zero
    std::vector<SettingRow> rows_;
};

void SettingIndex::add(
    const void* first, std::size_t count, const Layout& layout, Owner owner, std::uint32_t device)
{
    if (count == 0)
        return;
    const auto* begin = static_cast<const std::byte*>(first);
    extents_.push_back({begin, begin + count * layout.size(), &layout, owner, device});
}

void SettingIndex::add_device(const Device& device, std::uint32_t index)
{
    const auto add_list
        = [this, index](const auto& list, std::string_view record, Owner owner = Owner::device) {
              using Record = typename std::remove_cvref_t<decltype(list)>::value_type;
              add(list.data(), list.size(), Layout::of<Record>(record), owner, index);
          };
    first_extent_.push_back(extents_.size());
    add_list(device.ports, "Port", Owner::port);
    add_list(device.queues, "Queue", Owner::queue);
    add_list(device.groups, "PriorityGroup", Owner::group);
    add(&device, 1, Layout::of<Device>("Device"), Owner::device, index);
    for (const EcnProfile& profile : device.ecn_profiles)
        add_list(profile.curves, "EcnCurve");
    for (const ClassPolicy& policy : device.policies)
        add_list(policy.classes, "PolicyClass");
    add(device.maps.data(), device.maps.size(), Layout::of_maps(), Owner::device, index);
    add_list(device.schedulers, "Scheduler");
    add_list(device.pools, "BufferPool");
    add_list(device.buffer_profiles, "BufferProfile");
    add_list(device.class_maps, "PolicyClass");
    add_list(device.nics, "Nic", Owner::nic);
    add_list(device.jobs, "Job");
    if (device.subnet) {
        add(&*device.subnet, 1, Layout::of<Subnet>("Subnet"), Owner::device, index);
        add_list(device.subnet->nodes, "IbNode");
        add_list(device.subnet->ports, "IbPort", Owner::subnet_port);
    }
    if (device.manager) {
        add(&*device.manager, 1, Layout::of<SubnetManager>("SubnetManager"), Owner::device, index);
        add_list(device.manager->qos_classes, "SmQosClass");
        add_list(device.manager->qos_policy.levels, "SmQosLevel");
        add_list(device.manager->qos_policy.rules, "SmQosRule");
    }
    const std::size_t first = first_extent_.back();
    const std::size_t sorted_from = std::min(first + looked_at, extents_.size());
    std::ranges::sort(extents_.begin() + static_cast<std::ptrdiff_t>(sorted_from),
        extents_.end(),
        std::less<>{},
        &Extent::begin);
}

SettingIndex::SettingIndex(const Fabric& fabric) : fabric_(fabric)
{
    for (std::uint32_t device = 0; device < fabric.devices.size(); ++device)
        add_device(fabric.devices[device], device);
    first_extent_.push_back(extents_.size());
    by_address_ = extents_;
    std::ranges::sort(by_address_, std::less<>{}, &Extent::begin);
    if (!by_address_.empty()) {
        lowest_ = by_address_.front().begin;
        highest_ = by_address_.back().end;
    }
}

SettingPlace SettingIndex::find(const void* setting, const Likely& likely) const
{
    const auto* at = static_cast<const std::byte*>(setting);
    // Most addresses are copies on the stack, far from all data of devices.
    if (std::less<>{}(at, lowest_) || !std::less<>{}(at, highest_))
        return {};
    const auto holds = [at](const Extent& extent) {
        return !std::less<>{}(at, extent.begin) && std::less<>{}(at, extent.end);
    };
    const auto find_sorted = [&](std::span<const Extent> extents) -> const Extent* {
        const auto after = std::ranges::upper_bound(extents, at, std::less<>{}, &Extent::begin);
        return after == extents.begin() || !holds(*std::prev(after)) ? nullptr : &*std::prev(after);
    };
    for (const std::uint32_t device : likely) {
        if (device >= fabric_.devices.size())
            continue;
        const std::span<const Extent> own = std::span(extents_).subspan(
            first_extent_[device], first_extent_[device + std::size_t{1}] - first_extent_[device]);
        const std::size_t first = std::min(looked_at, own.size());
        const auto found = std::ranges::find_if(own.first(first), holds);
        if (found != own.begin() + static_cast<std::ptrdiff_t>(first))
            return place_in(*found, at);
        if (const Extent* other = find_sorted(own.subspan(first)))
            return place_in(*other, at);
    }
    const Extent* found = find_sorted(by_address_);
    return found == nullptr ? SettingPlace{} : place_in(*found, at);
}

SettingPlace SettingIndex::place_in(const Extent& extent, const std::byte* setting) const
{
    const auto offset = static_cast<std::size_t>(setting - extent.begin);
    const std::size_t element = offset / extent.layout->size();
    const SettingRow* row = extent.layout->at(offset - element * extent.layout->size());
    if (row == nullptr)
        return {};
    const std::uint32_t port = port_of(extent, element);
    const bool has_port = extent.owner != Owner::device && extent.owner != Owner::nic;
    return has_port && port == Port::no_index ? SettingPlace{} : SettingPlace{{extent.device, port}, row};
}

std::uint32_t SettingIndex::port_of(const Extent& extent, std::size_t element) const
{
    const Device& device = fabric_.devices[extent.device];
    const auto first_that = [&device](const auto& owns) {
        const auto found = std::ranges::find_if(device.ports, owns);
        return found == device.ports.end() ? Port::no_index
                                           : static_cast<std::uint32_t>(found - device.ports.begin());
    };
    switch (extent.owner) {
    case Owner::device:
        return Port::no_index;
    case Owner::port:
    case Owner::subnet_port:
        return static_cast<std::uint32_t>(element);
    case Owner::queue:
        return first_that([element](const Port& port) {
            return element >= port.first_queue && element - port.first_queue < port.queue_count;
        });
    case Owner::group:
        return first_that([element](const Port& port) {
            return element >= port.first_group && element - port.first_group < port.group_count;
        });
    case Owner::nic:
        break;
    }
    std::uint32_t last = Port::no_index;
    for (std::uint32_t index = 0; index < device.ports.size(); ++index)
        last = device.ports[index].nic == element ? index : last;
    return last;
}

}
