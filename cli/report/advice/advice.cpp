// SPDX-License-Identifier: Apache-2.0
// Each efficiency is either stated by the user or follows from the bandwidths of the topology; none is assumed.
#include "cli/report/advice/advice.h"

#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

using advice::Answers;

// Hosts times GPUs of each, where the site does not state the number.
void complete_from_fabric(Advice& advice)
{
    Answers& answers = advice.answers;
    const workspace::FabricShape& shape = *advice.shape;
    if (!answers.gpus_per_host && shape.gpus_per_host) {
        answers.gpus_per_host = *shape.gpus_per_host;
        advice.from_fabric.push_back(fmt::format("gpus_per_host is {}", *shape.gpus_per_host));
    }
    if (!answers.gpus && answers.gpus_per_host && shape.hosts != 0) {
        answers.gpus = shape.hosts * *answers.gpus_per_host;
        advice.from_fabric.push_back(fmt::format("gpus is {}: {} with {} each",
            *answers.gpus,
            counted(shape.hosts, "host"),
            *answers.gpus_per_host));
    } else if (!answers.gpus && shape.hosts != 0) {
        advice.from_fabric.push_back(
            fmt::format("gpus follows from {} once gpus_per_host is answered", counted(shape.hosts, "host")));
    }
}

class Losses {
public:
    explicit Losses(Advice& advice) : advice_(advice), answers_(advice.answers) { }

    void add_all()
    {
        if (!answers_.communication)
            return;
        add_fabric("RoCE", answers_.efficiency_roce);
        add_fabric("Spectrum-X", answers_.efficiency_spectrum_x);
        if (advice_.shape) {
            for (const TierUplinks& tier : advice_.shape->tiers)
                add_tier(tier);
        }
        add_findings();
    }

private:
    AdvisedLoss made(std::string_view kind, std::string subject, double efficiency, bool for_an_hour) const
    {
        const advice::Share communication{*answers_.communication};
        AdvisedLoss loss{.kind = kind,
            .subject = std::move(subject),
            .efficiency = efficiency,
            .step_ratio = advice::step_time_ratio(communication, {efficiency}),
            .lost_share = advice::lost_share(communication, {efficiency}).value};
        auto usage = answers_.usage();
        if (for_an_hour && answers_.gpus && answers_.utilisation)
            usage = advice::Usage{*answers_.gpus, 1, {*answers_.utilisation}};
        if (!usage)
            return loss;
        loss.gpu_hours = advice::lost_gpu_hours(*usage, communication, {efficiency}).count;
        if (answers_.gpu_hour_price)
            loss.worth = *loss.gpu_hours * *answers_.gpu_hour_price;
        return loss;
    }

    void add_fabric(std::string_view name, std::optional<double> efficiency)
    {
        if (!efficiency)
            return;
        AdvisedLoss& loss
            = advice_.losses.emplace_back(made("fabric", std::string(name), *efficiency, false));
        loss.assumption = "e is stated, against InfiniBand";
    }

    static std::string place_of(const TierCapacity& capacity)
    {
        const std::string tier(tier_in_words(capacity.tier));
        return capacity.plane.empty() ? tier : fmt::format("{} of plane {}", tier, capacity.plane);
    }

    void add_tier(const TierUplinks& tier)
    {
        const TierCapacity& capacity = tier.capacity;
        if (!capacity.unknown.empty())
            return;
        if (capacity.least_share < 1 && capacity.least_share > 0) {
            AdvisedLoss& loss = advice_.losses.emplace_back(made("oversubscription",
                fmt::format("oversubscription of {}", place_of(capacity)),
                capacity.least_share,
                false));
            loss.assumption = "e is the narrowest switch's share upwards: all communication crosses the tier";
        }
        if (!tier.loss)
            return;
        const double left = tier.loss->least_share / capacity.least_share;
        if (left <= 0) // no path is left, so steps do not take longer but stop
            return;
        AdvisedLoss& loss = advice_.losses.emplace_back(
            made("spine", fmt::format("loss of {}, for each hour", tier.loss->spine), left, true));
        loss.assumption = fmt::format(
            "e is what the narrowest of {} keeps: all communication crosses them", place_of(capacity));
    }

    void add_findings()
    {
        std::vector<AdvisedLoss> found;
        for (const auto& [code, efficiency] : answers_.findings) {
            AdvisedLoss& loss = found.emplace_back(made("finding", code, efficiency, false));
            if (loss.worth && answers_.fabric_premium)
                loss.exceeds_premium = *loss.worth > *answers_.fabric_premium;
            loss.assumption
                = fmt::format("e is stated, against the same fabric without it{}", found_in(code));
        }
        std::ranges::stable_sort(found, std::greater(), &AdvisedLoss::lost_share);
        std::ranges::move(found, std::back_inserter(advice_.losses));
    }

    std::string found_in(const std::string& code) const
    {
        if (!advice_.shape || !advice_.shape->was_checked)
            return {};
        const auto& findings = advice_.shape->findings;
        const auto at = findings.find(code);
        return at == findings.end() ? std::string("; not found in this fabric")
                                    : fmt::format("; {} in this fabric", counted(at->second, "finding"));
    }

    Advice& advice_;
    const Answers& answers_;
};

}

Advice make_advice(Answers answers, std::string fabric, std::optional<workspace::FabricShape> shape)
{
    Advice advice{.answers = std::move(answers), .fabric = std::move(fabric), .shape = std::move(shape)};
    if (advice.shape)
        complete_from_fabric(advice);
    advice.considerations = advice::consider(advice.answers);
    advice.missing = advice::missing_answers(advice.answers);
    Losses(advice).add_all();
    if (advice.shape) {
        for (const auto& [code, count] : advice.shape->findings) {
            if (!advice.answers.findings.contains(code))
                advice.unpriced.push_back(code);
        }
    }
    advice.turning_points = advice::turning_points(advice.answers);
    return advice;
}

}
