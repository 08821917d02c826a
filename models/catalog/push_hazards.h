// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"

#include <string>
#include <string_view>

namespace rocelint::catalog {

/// How a running device behaves during a change, from best to worst.
enum class PushClass : std::uint8_t { hitless, disruptive, refused };

/// What push_hazards.yaml says about a change of a running device.
struct Hazard {
    PushClass push_class = PushClass::hitless;
    PushClass undo_class = PushClass::hitless; ///< the class of undoing the change
    /// A sentence without capital letter and full stop. States explicitly that nothing is known, if so.
    std::string reason;
    std::string_view source; ///< empty if the class is the change's own; lives as long as the program
};

/// The worst known hazard of this change on a platform (a driver's name) with this ASIC (a name from
/// asics.yaml; for a host, the kernel driver of its NIC; empty: unknown). If the catalog has no entry, the
/// change's own class applies to the change and its undo. Changes of class manual are refused.
[[nodiscard]] Hazard find_hazard(std::string_view platform, std::string_view asic, const Change& change);
/// The same for the change's device, leaving out hazards that the device's present state rules out.
[[nodiscard]] Hazard find_hazard(const Device& device, const Change& change);

[[nodiscard]] const char* name_of(PushClass push_class);

}
