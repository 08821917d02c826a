// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint {

/// What fields.h says of a setting, of whichever device.
struct SettingRow {
    std::string_view record; ///< the C++ name of its struct, as in field_tables
    std::string_view name; ///< as its row of fields.h has it
    std::string_view what; ///< likewise, for people
    bool optional = false; ///< likewise
};

/// Which setting of which device something is.
struct SettingPlace {
    PortId port; ///< of what is not of one port: Port::no_index of the device
    const SettingRow* row = nullptr; ///< null: the setting is none of the fabric's

    [[nodiscard]] bool known() const { return row != nullptr; }
};

/// Finds settings by their address. A fabric is gone through once, and must neither change nor move after that: most of
/// what is looked up are copies that no device holds, and to find that out by asking every device would take as long as
/// the fabric is large.
class SettingIndex {
public:
    explicit SettingIndex(const Fabric& fabric);
    /// Devices in which a setting is looked for at first. Indices, which may be out of range.
    using Likely = std::array<std::uint32_t, 2>;
    /// The Setting, or the origin of a map's entry, at an address in any device, or nothing. Faster where it is one of a
    /// likely device.
    [[nodiscard]] SettingPlace find(const void* setting, const Likely& likely) const;

private:
    class Layout;
    /// What the elements of a list belong to.
    enum class Owner : std::uint8_t { device, port, queue, group, nic, subnet_port };
    /// A list of one device.
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
    std::vector<Extent> extents_; ///< device by device, those that are asked for most at first
    std::vector<std::size_t> first_extent_; ///< by device
    std::vector<Extent> by_address_;
    const std::byte* lowest_ = nullptr; ///< of all extents
    const std::byte* highest_ = nullptr; ///< likewise, behind the last
};

}
