// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/check/check.h"
#include "cli/report/advice/advice.h"
#include "workspace/check/outcome.h"

#include <memory>
#include <optional>
#include <span>

namespace rocelint::cli {

/// What the answers of --answers say about the one fabric that was checked; no value without answers. To be called
/// before a baseline removes findings, since the findings of stated codes are counted. `has_page`: some report is a
/// page, the only one that shows it.
[[nodiscard]] Result<std::optional<Advice>> check_advice(const CheckOptions& options,
    std::span<const std::unique_ptr<workspace::Outcome>> outcomes,
    bool has_page);

}
