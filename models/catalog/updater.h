// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace rocelint::catalog {

/// The switch whose updater is asked, as far as it is known.
struct UpdaterDevice {
    std::string_view sku; ///< hwsku; empty: not known
    std::string_view release; ///< "202405", or a build's version that begins with it; empty: not known
    std::string_view platform; ///< "x86_64-mlnx_msn3700-r0"; some images tell the chip whatever the SKU
};

/// One operation of a patch (RFC 6902).
struct UpdaterOperation {
    std::string_view operation; ///< add, replace or remove
    std::string_view table;
    std::string_view key; ///< empty: the table as a whole
    std::string_view field; ///< empty: the row as a whole
    std::span<const std::string_view> row; ///< the fields of a row that is added
};

/// What an updater makes of an operation.
enum class UpdaterVerdict : std::uint8_t {
    takes,
    unknown_sku, ///< refuses it, and every change of this table: it does not know the SKU's chip
    chip, ///< refuses it on this chip
    whole_table, ///< refuses to make a whole table at once
    row, ///< refuses to add or remove the row
    field, ///< refuses to change the field
};

/// The verdict, with what it rests on.
struct UpdaterAnswer {
    UpdaterVerdict verdict = UpdaterVerdict::takes;
    std::string_view since; ///< the first branch that takes it; empty: none
    std::string_view source; ///< file, function and branch; empty where nothing guards the table
    /// It takes it where the SKU is one that it knows, and the SKU is not known to us.
    bool depends_on_sku = false;
};

/// What SONiC's generic_config_updater makes of an operation (sonic_updater.yaml). Of a release that is not known it is
/// what the strictest makes of it.
[[nodiscard]] UpdaterAnswer ask_updater(const UpdaterDevice& device, const UpdaterOperation& operation);
/// Whether the updater takes a port down and up again to change its row in this table: then the source, else empty.
[[nodiscard]] std::string_view takes_port_down(std::string_view table);

}
