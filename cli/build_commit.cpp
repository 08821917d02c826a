// SPDX-License-Identifier: Apache-2.0
#include "cli/build_commit.h"

namespace {
#include "cli/commit.h"
}

const char* rocelint::cli::build_commit() { return commit; }
