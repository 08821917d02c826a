// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/skip.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

/// Modules that vendors publish, to hold against them what we write. They are other people's files: nothing of them is
/// here, and the tests that need them are skipped where nobody says where they lie.
namespace rocelint::vendor {

/// The folder of one vendor ("junos") in the one that ROCELINT_VENDOR_SCHEMAS names. Nothing where the variable is not
/// set, which is then said; a folder that is named and not there ends the test.
[[nodiscard]] inline std::optional<std::string> schema_folder(std::string_view vendor)
{
    const char* all = std::getenv("ROCELINT_VENDOR_SCHEMAS");
    if (all == nullptr || *all == '\0') {
        testing::skip("ROCELINT_VENDOR_SCHEMAS is not set");
        return std::nullopt;
    }
    const std::filesystem::path folder = std::filesystem::path(all) / vendor;
    REQUIRE_MESSAGE(std::filesystem::is_directory(folder), folder.string(), " is no folder");
    return folder.string();
}

}
