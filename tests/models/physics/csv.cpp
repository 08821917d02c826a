// SPDX-License-Identifier: Apache-2.0
#include "tests/models/physics/csv.h"

#include "models/text/source.h"

#include <doctest/doctest.h>

namespace rocelint {

std::vector<std::vector<std::string>> read_csv(const char* name)
{
    const auto file = Source::read(0, std::string(ROCELINT_SOURCE_DIR "/tests/models/physics/data/") + name);
    REQUIRE(file.has_value());
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> row{""};
    for (const char c : (*file)->text()) {
        if (c == '\n') {
            if (!row.front().starts_with('#'))
                rows.push_back(row);
            row = {""};
        } else if (c == ',') {
            row.emplace_back();
        } else {
            row.back() += c;
        }
    }
    return rows;
}

}
