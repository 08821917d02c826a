// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::sonic {

/// Whether a file is SONiC's, by the table names near its beginning; broken JSON is recognised as well.
[[nodiscard]] Detection detect(const Source& source);
/// Whether a file is a pg_profile_lookup.ini.
[[nodiscard]] bool is_profile_table(std::string_view text);

}
