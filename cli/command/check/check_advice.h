// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/check/check.h"
#include "cli/report/advice/advice.h"
#include "workspace/check/outcome.h"

#include <memory>
#include <optional>
#include <span>

namespace rocelint::cli {

/// The advice that follows from --answers for the fabric that was checked; no value without answers. Call it before
/// a baseline removes findings, because it counts the findings of the codes with stated costs. `has_page`: one of the
/// reports is an HTML page, the only format that shows the advice.
[[nodiscard]] Result<std::optional<Advice>> check_advice(const CheckOptions& options,
    std::span<const std::unique_ptr<workspace::Outcome>> outcomes,
    bool has_page);

}
