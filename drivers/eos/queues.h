// SPDX-License-Identifier: Apache-2.0
// The egress queues of a switch, for all code that writes queues.
#pragma once

#include "drivers/eos/grammar.h"
#include "models/catalog/asic.h"

#include <optional>
#include <string_view>

namespace rocelint::eos {

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
        return std::nullopt;
    return !(known->deep_buffer.known() && known->deep_buffer.value);
}

/// Returns the row that opens the block of a queue.
[[nodiscard]] inline const line_cli::Statement* queue_row(bool unicast)
{
    return grammar().row_like(
        kind_of(LineKind::tx_queue), line_cli::Sense::set, unicast ? "uc-tx-queue" : "tx-queue");
}

}
