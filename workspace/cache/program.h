// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/digest.h"

namespace rocelint::workspace {

/// Stands for this very program and the libraries that it was started with: by their build ids, which linkers make of the content
/// (ELF note NT_GNU_BUILD_ID), or, for one without, by its bytes.
[[nodiscard]] Digest program_digest();

}
