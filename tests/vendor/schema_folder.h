// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/skip.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

/// Modules that vendors publish, used to validate what we write. They are third-party files: none are in this repository, and
/// tests that need them are skipped unless their location is given.
namespace rocelint::vendor {

/// The folder of one vendor ("junos") below ROCELINT_VENDOR_SCHEMAS. If the variable is not set, returns nothing and reports it;
/// if it names a missing folder, the test fails.
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
