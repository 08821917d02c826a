// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"

#include <string>
#include <string_view>

namespace rocelint::catalog {

/// How a change of a running device behaves, from best to worst.
enum class PushClass : std::uint8_t { hitless, disruptive, refused };

/// What is known of a change of a running device: push_hazards.yaml.
struct Hazard {
    PushClass push_class = PushClass::hitless;
    PushClass undo_class = PushClass::hitless; ///< of taking it back
    /// A sentence without its capital and full stop; where nothing is known, that nothing is.
    std::string reason;
    std::string_view source; ///< empty where the class is the change's own; lives as long as the program
};

/// The worst that is known of this change on a platform (a driver's name) with this ASIC (a name of asics.yaml; of a host,
/// the kernel driver of its NIC; empty: not known). Where the catalog has nothing, the change's own class stands for both
/// ways; what is left to people is refused.
[[nodiscard]] Hazard find_hazard(std::string_view platform, std::string_view asic, const Change& change);
/// The same for a device that the change belongs to, without what its present state excludes.
[[nodiscard]] Hazard find_hazard(const Device& device, const Change& change);

[[nodiscard]] const char* name_of(PushClass push_class);

}
