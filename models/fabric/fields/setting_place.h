// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint {

/// What fields.h says about a setting, independent of the device.
struct SettingRow {
    std::string_view record; ///< the C++ name of its struct, as in field_tables
    std::string_view name; ///< from its row in fields.h
    std::string_view what; ///< likewise, for messages
    bool optional = false; ///< likewise
};

/// Identifies a setting of the fabric.
struct SettingPlace {
    PortId port; ///< port index Port::no_index if the setting does not belong to a port
    const SettingRow* row = nullptr; ///< null: the setting is not part of the fabric

    [[nodiscard]] bool known() const { return row != nullptr; }
};

/// Finds settings by address. Indexes the fabric once; the fabric must neither change nor move afterwards.
/// Most lookups are for copies that no device holds, and searching every device for those would take time
/// proportional to the size of the fabric.
class SettingIndex {
public:
    explicit SettingIndex(const Fabric& fabric);
    /// Device indices to search first. They may be out of range.
    using Likely = std::array<std::uint32_t, 2>;
    /// Returns the place of the Setting, or of the origin of a map's entry, at this address in any device, or
    /// nothing. Faster if it lies in a likely device.
    [[nodiscard]] SettingPlace find(const void* setting, const Likely& likely) const;

private:
    class Layout;
    /// The kind of object that the elements of a list belong to.
    enum class Owner : std::uint8_t { device, port, queue, group, nic, subnet_port };
    /// The memory range of one list of one device.
    struct Extent {
        const std::byte* begin;
        const std::byte* end;
        const Layout* layout;
        Owner owner;
        std::uint32_t device;
    };
    void add(const void* first, std::size_t count, const Layout& layout, Owner owner, std::uint32_t device);
    void add_device(const Device& device, std::uint32_t index);

    [[nodiscard]] SettingPlace place_in(const Extent& extent, const std::byte* setting) const;
    [[nodiscard]] std::uint32_t port_of(const Extent& extent, std::size_t element) const;

    const Fabric& fabric_;
    std::vector<Extent> extents_; ///< by device, most requested first
    std::vector<std::size_t> first_extent_; ///< by device
    std::vector<Extent> by_address_;
    const std::byte* lowest_ = nullptr; ///< lowest address of all extents
    const std::byte* highest_ = nullptr; ///< address after the end of the last extent
};

}
