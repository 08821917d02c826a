// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/firmware_parameters.h"
#include "models/fabric/host.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace rocelint::linux_host {

/// A field of the register ROCE_ACCL that rules depend on (Mellanox/mstflint 4.36.0,
/// tools_layouts/adb/prm/hca/ext/register_access_table.adb, roce_accl_reg_ext).
struct RoceRegisterField {
    std::string_view name;
    Setting<bool> Nic::*setting;
    /// The stored parameter that turns the same on, whatever the register says; empty if there is none.
    std::string_view allowed_by{};
};
inline constexpr auto roce_register_fields = std::to_array<RoceRegisterField>({
    {"roce_adp_retrans_en", &Nic::adaptive_retransmission},
    {"roce_tx_window_en", &Nic::send_window},
    {"roce_slow_restart_en", &Nic::slow_restart},
    {"roce_slow_restart_idle_en", &Nic::slow_restart_idle},
    {"adaptive_routing_forced_en", &Nic::out_of_order, "ROCE_ADAPTIVE_ROUTING_EN"},
    {"selective_repeat_forced_en", &Nic::selective_repeat, "RDMA_SELECTIVE_REPEAT_EN"},
});

/// The field with this name, or null if no rule depends on it.
[[nodiscard]] inline const RoceRegisterField* find_roce_register_field(std::string_view name)
{
    const auto* const found = std::ranges::find(roce_register_fields, name, &RoceRegisterField::name);
    return found == roce_register_fields.end() ? nullptr : found;
}

/// The other fields that mlxreg shows of the register (`mlxreg --reg_name ROCE_ACCL --get`); no rule depends on them.
inline constexpr auto other_roce_register_fields = std::to_array<std::string_view>(
    {"min_ack_timeout_limit_disabled", "dc_half_handshake_en", "ack_dscp_force", "ack_dscp"});

/// The bit that mlxreg writes into a field of one bit for this text: the lowest of the number (Mellanox/mstflint 4.36.0,
/// mlxreg/mlxreg_lib/mlxreg_parser.cpp, updateBuffer(), and common/bit_slice.h, MERGE). Nothing: it refuses the text.
[[nodiscard]] inline std::optional<bool> register_bit(std::string_view text)
{
    const auto number = typed_firmware_number(text);
    return number ? std::optional((*number & 1U) != 0) : std::nullopt;
}

/// The register ROCE_ACCL of a NIC's port, as mlxreg shows it or scripts write it. It is lost when the NIC restarts.
class RoceRegister {
public:
    /// The value of this field of the register; unread if nothing shows it.
    [[nodiscard]] Setting<bool>& operator[](const RoceRegisterField& field)
    {
        return values_[static_cast<std::size_t>(&field - roce_register_fields.data())];
    }

    /// Sets the NIC's fields. What the register or the firmware turns on is on.
    void settle(Nic& nic, const StoredFirmware& stored) const
    {
        for (std::size_t index = 0; index < values_.size(); ++index) {
            const RoceRegisterField& field = roce_register_fields[index];
            const Setting<bool>& written = values_[index];
            if (!written.peek_known())
                continue;
            const StoredFirmware::Entry* allowed
                = field.allowed_by.empty() ? nullptr : stored.find(field.allowed_by);
            if (written.value || allowed == nullptr || allowed->number == 0)
                nic.*field.setting = written;
        }
    }

private:
    std::array<Setting<bool>, roce_register_fields.size()> values_{};
};

}
