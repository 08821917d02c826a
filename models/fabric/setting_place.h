// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <string_view>

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

/// Finds the Setting, or the origin of a map's entry, at an address in a device, or nothing.
[[nodiscard]] SettingPlace setting_place(const Fabric& fabric, std::uint32_t device, const void* setting);
/// Likewise in any device; `likely` is looked through first.
[[nodiscard]] SettingPlace find_setting(const Fabric& fabric, std::uint32_t likely, const void* setting);

}
