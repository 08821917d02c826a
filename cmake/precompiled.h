// SPDX-License-Identifier: Apache-2.0
// Parsed once for the whole program instead of once for each file: the standard library, fmt and the model. Every file
// still includes what it uses; the presets `tidy` and `coverage` build without this header and hold that true.
#pragma once

#include "models/fabric/fabric.h"
#include "models/syntax/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <compare>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>
