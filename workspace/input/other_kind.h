// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "models/text/source.h"

#include <string_view>

namespace rocelint::workspace {

/// The advice for a configuration that is given as a topology.
inline constexpr std::string_view infer_topology_advice
    = "`rocelint topology infer PATH` writes one from what devices show of their cables";

/// Why a file could not be read as `what` ("a policy"): if it is configuration of a platform and does not have one
/// of our names, that and the advice, since a list of its mistakes would only hide it; else `mistakes`.
[[nodiscard]] Error unless_configuration(
    const Source& source, std::string_view what, std::string_view advice, Error mistakes);

}
