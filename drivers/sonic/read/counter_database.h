// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "models/syntax/tree.h"

namespace rocelint::sonic {

/// Reads the counters of a dump of COUNTERS_DB. Marks all of it.
void read_counter_database(Reading& reading, const Tree& tree);

}
