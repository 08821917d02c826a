// SPDX-License-Identifier: Apache-2.0
// Sentences that the text and the page have in common.
#include "cli/report/advice/advice.h"
#include "models/text/append.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

namespace rocelint::cli {
namespace {

constexpr double percent_of_share = 100;
constexpr double bits_in_gigabit = 1e9;

std::string hosts_sentence(const workspace::FabricShape& shape, const std::optional<double>& gpus_per_host)
{
    std::string what = counted(shape.hosts, "host");
    if (shape.rails != 0)
        append(what, ", {}", counted(shape.rails, "rail"));
    if (!shape.injection || shape.hosts == 0)
        return what;
    const double of_host = static_cast<double>(*shape.injection) / shape.hosts / bits_in_gigabit;
    append(what, ", {:g} Gb/s for each host", of_host);
    if (gpus_per_host)
        append(what, ", {:g} Gb/s for each GPU", of_host / *gpus_per_host);
    return what;
}

void add_tier_sentences(std::vector<std::string>& out, const TierUplinks& tier)
{
    const TierCapacity& capacity = tier.capacity;
    if (!capacity.unknown.empty())
        return;
    std::string line = fmt::format("{} {}{}: {} downwards, {} upwards; bisection {}",
        capacity.switches,
        tier_in_words(capacity.tier),
        capacity.plane.empty() ? std::string() : fmt::format(" of plane {}", capacity.plane),
        speed_in_words(capacity.down),
        speed_in_words(capacity.up),
        speed_in_words(capacity.bisection()));
    if (capacity.bisection() != capacity.full_bisection())
        append(line, " instead of {}", speed_in_words(capacity.full_bisection()));
    if (capacity.assumes_hosts)
        line += "; that hosts are below is assumed";
    out.push_back(std::move(line));
    if (tier.loss)
        out.push_back(
            fmt::format("without {}, 1 of {} above: bisection {}, the narrowest switch keeps {:.1f} % "
                        "of the bandwidth below it",
                tier.loss->spine,
                tier.loss->spines,
                speed_in_words(tier.loss->through / 2),
                tier.loss->least_share * percent_of_share));
}

}

std::vector<std::string> fabric_sentences(const Advice& advice)
{
    std::vector<std::string> out;
    if (!advice.shape)
        return out;
    const workspace::FabricShape& shape = *advice.shape;
    out.push_back(hosts_sentence(shape, advice.answers.gpus_per_host));
    out.insert(out.end(), advice.from_fabric.begin(), advice.from_fabric.end());
    for (const TierUplinks& tier : shape.tiers)
        add_tier_sentences(out, tier);
    for (const std::string& reason : shape.not_computed)
        out.push_back(fmt::format("not computed: {}", reason));
    return out;
}

std::string usage_sentence(const Advice& advice)
{
    const advice::Answers& answers = advice.answers;
    if (!answers.communication)
        return {};
    if (const auto usage = answers.usage())
        return fmt::format("N = {} GPUs, H = {} hours, u = {}: {:.0f} GPU-hours in use; f = {}",
            usage->gpus,
            usage->hours,
            usage->utilisation.value,
            usage->whole().count,
            *answers.communication);
    return fmt::format(
        "f = {}; shares alone, since gpus, hours or utilisation is not answered", *answers.communication);
}

std::string loss_sentence(const AdvisedLoss& loss)
{
    return fmt::format("{}{}",
        loss.assumption,
        loss.exceeds_premium.value_or(false) ? "; it alone costs more than the premium" : "");
}

std::string reason_of(const advice::Consideration& consideration)
{
    return consideration.missing.empty() ? consideration.because
                                         : fmt::format("to answer: {}", listed(consideration.missing));
}

std::string source_of(const advice::Article& article)
{
    return article.date.empty() ? std::string(article.title)
                                : fmt::format("{}, {}", article.title, article.date);
}

std::vector<std::string> unpriced_codes(const Advice& advice)
{
    std::vector<std::string> codes;
    for (const std::string& code : advice.unpriced)
        codes.push_back(fmt::format("{} ({})", code, advice.shape->findings.at(code)));
    return codes;
}

}
