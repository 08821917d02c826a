// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/kubernetes/draft.h"
#include "models/catalog/catalog.h"

#include <cstdint>
#include <string_view>

namespace rocelint::kubernetes {

/// Reads roceOptimized for the NIC of a port. `has_profile`: a profile of Spectrum-X decides its settings.
void read_roce(Draft& draft, std::uint32_t port, const Node* roce, bool has_profile);
/// Makes trust, PFC and the type of service of a port unread; `reason` is a literal.
void make_unread(Draft& draft, std::uint32_t port, std::string_view reason);
/// The origin of a value that the operator itself chooses because of the line at `node`.
[[nodiscard]] OriginId chosen(Draft& draft, const Node& node, const catalog::PlatformDefault& entry);

}
