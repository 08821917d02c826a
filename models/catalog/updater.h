// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace rocelint::catalog {

/// The switch whose updater is queried, as far as it is known.
struct UpdaterDevice {
    std::string_view sku; ///< hwsku; empty: unknown
    std::string_view release; ///< "202405", or a build's version that contains it; empty: unknown
    /// "x86_64-mlnx_msn3700-r0"; some images determine the chip regardless of the SKU
    std::string_view platform;
};

/// One operation of a patch (RFC 6902).
struct UpdaterOperation {
    std::string_view operation; ///< add, replace or remove
    std::string_view table;
    std::string_view key; ///< empty: the table as a whole
    std::string_view field; ///< empty: the row as a whole
    std::span<const std::string_view> row; ///< the fields of an added row
};

/// How an updater reacts to an operation.
enum class UpdaterVerdict : std::uint8_t {
    takes,
    unknown_sku, ///< refuses it and every other change of this table, because it does not know the SKU's chip
    chip, ///< refuses the operation on this chip
    whole_table, ///< refuses to create a whole table at once
    row, ///< refuses to add or remove the row
    field, ///< refuses to change the field
};

/// The verdict and its basis.
struct UpdaterAnswer {
    UpdaterVerdict verdict = UpdaterVerdict::takes;
    std::string_view since; ///< the first branch that accepts the operation; empty: none
    std::string_view source; ///< file, function and branch; empty where nothing guards the table
    /// The updater accepts the operation only on SKUs that it knows, and this device's SKU is unknown.
    bool depends_on_sku = false;
};

/// How SONiC's generic_config_updater reacts to an operation (sonic_updater.yaml). For an unknown release,
/// returns the answer of the strictest release.
[[nodiscard]] UpdaterAnswer ask_updater(const UpdaterDevice& device, const UpdaterOperation& operation);
/// The source if the updater takes a port down and up again to change the port's row in this table; else
/// empty.
[[nodiscard]] std::string_view takes_port_down(std::string_view table);

}
