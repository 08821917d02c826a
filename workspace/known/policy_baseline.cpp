// SPDX-License-Identifier: Apache-2.0
#include "workspace/known/policy_baseline.h"

#include "workspace/check/policy_options.h"

#include <fmt/format.h>

#include <span>

namespace rocelint::workspace {

Result<Baseline> read_policy_baseline(const Policy& policy)
{
    if (policy.baseline.empty())
        return Baseline{};
    if (const auto inside = check_policy_path(policy, "baseline", policy.baseline); !inside)
        return tl::unexpected(inside.error());
    auto baseline = read_baseline(policy.baseline);
    if (!baseline && baseline.error().kind == ErrorKind::unreadable)
        return fail(ErrorKind::usage,
            fmt::format("{}: {}; `rocelint baseline create PATH` writes it",
                place_of_key(policy, "baseline"),
                baseline.error().message));
    return baseline;
}

Result<void> take_known_of_policy(std::unique_ptr<Outcome>& outcome)
{
    if (outcome->policy.baseline.empty())
        return {};
    auto baseline = read_policy_baseline(outcome->policy);
    if (!baseline)
        return tl::unexpected(baseline.error());
    const std::vector<std::string> names
        = names_in_baseline(outcome->policy.baseline, std::span(&outcome, 1), *baseline);
    static_cast<void>(take_known(*outcome, *baseline, names.front()));
    return {};
}

}
