// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint {

/// Which setting of which device something is.
struct SettingPlace {
    /// Invalid: the setting is none of the fabric's. Of what is not of one port the port is Port::no_index.
    PortId port;
    std::string_view record; ///< the C++ name of its struct, as in field_tables
    std::string_view name; ///< as its row of fields.h has it
    std::string_view what; ///< likewise, for people
    bool optional = false; ///< likewise

    [[nodiscard]] bool known() const { return port.valid(); }
};

/// Finds settings by their address. A fabric is gone through once, and must neither change nor move after that: most of
/// what is looked up are copies that no device holds, and to find that out by asking every device would take as long as
/// the fabric is large.
class SettingIndex {
public:
    explicit SettingIndex(const Fabric& fabric);
    /// The Setting, or the origin of a map's entry, at an address in any device, or nothing.
    [[nodiscard]] SettingPlace find(const void* setting) const;

private:
    /// Memory of one device.
    struct Extent {
        const std::byte* begin;
        const std::byte* end;
        std::uint32_t device;
    };
    template <class T>
    void add(const T* first, std::size_t count, std::uint32_t device);
    void add_device(const Device& device, std::uint32_t index);

    [[nodiscard]] SettingPlace look_up(const void* setting) const;

    const Fabric& fabric_;
    std::uint64_t serial_; ///< of this index: what was found by another one is not taken for its own
    std::vector<Extent> extents_; ///< in ascending order
};

}
