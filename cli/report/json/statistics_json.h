// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"
#include "models/syntax/json/json_writer.h"

#include <span>

namespace rocelint::cli {

/// Writes the number of findings by rule and by device, most first, under the key "statistics".
void write_statistics_json(JsonWriter& out, std::span<const ReportData> fabrics);

}
