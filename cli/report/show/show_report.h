// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/show/shown_fabric.h"

#include <cstddef>
#include <string>

namespace rocelint::cli {

/// The files, devices, links or classes of all fabrics as tables in lines of at most `width` columns.
[[nodiscard]] std::string show_text(const ShownFabrics& fabrics, ShowSubject subject, std::size_t width);

/// The same as JSON (docs/schema/show.schema.json). With several fabrics, each row names its fabric.
[[nodiscard]] std::string show_json(const ShownFabrics& fabrics, ShowSubject subject);

}
