// SPDX-License-Identifier: Apache-2.0
// Parsed once for the whole program instead of once for each file: the standard library, fmt, the model, and what
// most rules and drivers include, which is a third of the time that a unit of six rules takes. Every file still includes
// what it uses, and sees no header of a room above its own: the presets `tidy` and `coverage` build without this header
// and hold that true. A header that the build generates must not be included here, because this one is parsed first.
#pragma once

#include "analysis/facts/memory/group_memory.h"
#include "analysis/facts/memory/lossless_headroom.h"
#include "analysis/facts/tiers.h"
#include "analysis/rdma_queue.h"
#include "drivers/driver.h"
#include "models/catalog/asic.h"
#include "models/fabric/classify.h"
#include "models/fabric/fabric.h"
#include "models/fabric/target.h"
#include "models/syntax/tree.h"
#include "models/text/ascii.h"
#include "models/text/sentence.h"
#include "rules/blame.h"
#include "rules/rule.h"
#include "rules/sm/manager.h"

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
