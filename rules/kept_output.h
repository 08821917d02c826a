// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/stored/reader.h"
#include "models/stored/writer.h"
#include "rules/rule.h"

#include <cstddef>

namespace rocelint {

/// Rules are told apart by their place in the list of all: the list is part of the program, and the program of the key.
[[nodiscard]] std::size_t place_of_rule(const Rule* rule);

/// Whether an output may be kept as it stands: what rules write before findings are folded and no more, and no secret in it.
[[nodiscard]] bool may_keep(const RuleOutput& output);
/// An output as bytes, and from them again. False where they are not all of one.
void write_output(stored::Writer& out, const RuleOutput& output);
[[nodiscard]] bool read_output(stored::Reader& in, RuleOutput& output);

}
