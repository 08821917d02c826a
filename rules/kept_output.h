// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/stored/reader.h"
#include "models/stored/writer.h"
#include "rules/rule.h"

#include <cstddef>

namespace rocelint {

/// The index of a rule in the list of all rules. It identifies rules in stored outputs: the list is part of
/// the program, and the program is part of the key.
[[nodiscard]] std::size_t place_of_rule(const Rule* rule);

/// Whether an output may be stored: it is as rules write it before findings are folded, and contains no
/// secret.
[[nodiscard]] bool may_keep(const RuleOutput& output);
/// Serializes an output and reads it back. read_output() returns false if the bytes are not a complete
/// output.
void write_output(stored::Writer& out, const RuleOutput& output);
[[nodiscard]] bool read_output(stored::Reader& in, RuleOutput& output);

}
