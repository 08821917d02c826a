// SPDX-License-Identifier: Apache-2.0
#include "models/advice/considerations.h"
#include "models/advice/limits.h"

#include <fmt/format.h>

namespace rocelint::advice {
namespace {

void add_break_even(std::vector<std::string>& out,
    std::string_view fabric,
    std::string_view key,
    std::optional<double> efficiency,
    const Answers& answers)
{
    const auto usage = answers.usage();
    const auto found = break_even(answers, efficiency);
    if (!found || usage->whole().count <= 0)
        return;
    if (found->lost.count > 0)
        out.push_back(fmt::format("{}: at a premium of {:.0f}, or {:.2f} for a GPU-hour, both cost the same",
            fabric,
            found->worth,
            found->premium / found->lost.count));
    if (*answers.gpu_hour_price <= 0)
        return;
    const Share lost{found->premium / (*answers.gpu_hour_price * usage->whole().count)};
    if (const auto other = break_even_efficiency({*answers.communication}, lost))
        out.push_back(fmt::format("{}: with {} {} {:.3f} the comparison with the premium turns",
            fabric,
            key,
            found->pays() ? "above" : "below",
            other->value));
    if (const auto other = break_even_communication({*efficiency}, lost))
        out.push_back(fmt::format("{}: with communication {} {:.3f} the comparison with the premium turns",
            fabric,
            found->pays() ? "below" : "above",
            other->value));
}

}

std::vector<std::string> turning_points(const Answers& answers)
{
    std::vector<std::string> out;
    add_break_even(out, "RoCE", "efficiency_roce", answers.efficiency_roce, answers);
    add_break_even(out, "Spectrum-X", "efficiency_spectrum_x", answers.efficiency_spectrum_x, answers);
    if (const auto gpus = planned_gpus(answers)) {
        if (*gpus <= small_cluster)
            out.push_back("more than 512 GPUs: the share of communication decides (EPOKA)");
        else if (*gpus <= large_cluster)
            out.push_back(fmt::format(
                "communication {} 0.30 of a step, or more than 2048 GPUs, or 512 and fewer (EPOKA)",
                answers.communication && *answers.communication > much_communication ? "of at most"
                                                                                     : "above"));
        else
            out.push_back("2048 GPUs or fewer (EPOKA)");
    }
    if (answers.job_gpus)
        out.push_back(fmt::format("a largest job of {} 64 GPUs (assumed)",
            *answers.job_gpus >= synchronous_job ? "fewer than" : "at least"));
    if (answers.shared_with)
        out.push_back(answers.shared_with->empty() ? "storage or tenants on the same fabric (assumed)"
                                                   : "a fabric of its own for storage and tenants (assumed)");
    return out;
}

}
