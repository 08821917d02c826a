// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::sonic {

/// Whether the text holds tables of counters, such as those of `show pfc counters`.
[[nodiscard]] bool is_counter_tables(std::string_view text);
/// Whether a file is from SONiC, judged by the table names near its beginning; recognizes broken JSON too.
[[nodiscard]] Detection detect(const Source& source);
/// Whether a text is a pg_profile_lookup.ini.
[[nodiscard]] bool is_profile_table(std::string_view text);

}
