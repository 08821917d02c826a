// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/cli/fabric_run.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace rocelint::diff_test {

using Json = nlohmann::json;

}
