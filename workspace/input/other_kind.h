// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "models/text/source.h"

#include <string_view>

namespace rocelint::workspace {

/// The advice for a configuration that is given as a topology.
inline constexpr std::string_view infer_topology_advice
    = "`rocelint topology infer PATH` writes one from what devices show of their cables";

/// Why a file could not be read as `what` ("a policy"). If the file is the configuration of a platform and not named
/// like one of ours, the error says so and gives the advice, because a list of mistakes would hide the cause; otherwise
/// it is `mistakes`.
[[nodiscard]] Error unless_configuration(
    const Source& source, std::string_view what, std::string_view advice, Error mistakes);

}
