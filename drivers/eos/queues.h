// SPDX-License-Identifier: Apache-2.0
// The egress queues of a switch, for all code that writes queues.
#pragma once

#include "drivers/eos/grammar.h"
#include "models/catalog/asic.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace rocelint::eos {

/// Whether packets wait in virtual output queues at the chip that they come in by: on a chip of the catalog with deep
/// buffers, and on all switches of these series.
[[nodiscard]] inline bool has_virtual_queues(std::string_view asic, std::string_view model)
{
    const catalog::Asic* known = catalog::find_asic(asic);
    if (known == nullptr)
        known = catalog::find_asic(model);
    if (known != nullptr && known->deep_buffer.known())
        return known->deep_buffer.value;
    constexpr std::string_view series[]{"DCS-7020", "DCS-7280", "DCS-750", "DCS-751", "DCS-780", "DCS-781"};
    return std::ranges::any_of(series, [model](std::string_view one) { return model.starts_with(one); });
}
/// The evidence for has_virtual_queues().
inline constexpr std::string_view virtual_queues_source
    = "switches of the series 7280R, 7500R and 7800R have virtual output queues (Arista white papers 7280R3 Switch Architecture "
      "and 7800R3 Platform Architecture); 7020R is of their family (aristanetworks/cloudvision-python cloudvision/cvlib/"
      "device.py, device_capabilities: jericho-fixed; Arista 7020R Series data sheet)";

/// Whether a switch has separate unicast queues. Chips with virtual output queues have one set of queues,
/// tx-queue; the others have unicast queues of their own, uc-tx-queue (Arista EOS User Manual, Quality of
/// Service, commands tx-queue and uc-tx-queue; Arista AVD schema qos_profiles). Nothing if neither name
/// belongs to a known chip.
[[nodiscard]] inline std::optional<bool> has_unicast_queues(std::string_view asic, std::string_view model)
{
    const catalog::Asic* known = catalog::find_asic(asic);
    if (known == nullptr)
        known = catalog::find_asic(model);
    if (known == nullptr)
        return has_virtual_queues(asic, model) ? std::optional(false) : std::nullopt;
    return !(known->deep_buffer.known() && known->deep_buffer.value);
}

/// Returns the row that opens the block of a queue.
[[nodiscard]] inline const line_cli::Statement* queue_row(bool unicast)
{
    return grammar().row_like(
        kind_of(LineKind::tx_queue), line_cli::Sense::set, unicast ? "uc-tx-queue" : "tx-queue");
}

}
