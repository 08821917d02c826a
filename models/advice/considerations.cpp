// SPDX-License-Identifier: Apache-2.0
// Rules of thumb are shown as what they are: each with its article, its condition and the answers that met it.
#include "models/advice/considerations.h"

#include "models/advice/limits.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rocelint::advice {
namespace {

constexpr Article epoka{"EPOKA, High-Performance Networking for GPU Clusters: InfiniBand vs. Ethernet", ""};
// The full titles of these three were not found again: what they say counts as an assumption, and is printed as one.
constexpr Article operator_article{"assumed: an operator on InfiniBand and Spectrum-X, title not known", ""};
constexpr Article deploy_cue{"assumed: DeployCue, title not known", "2026-06-20"};
constexpr Article fpt{"assumed: FPT AI Factory, title not known", ""};

constexpr double percent = 100;

constexpr std::string_view no_answer = "not answered";

using WordSet = std::set<std::string, std::less<>>;

Consideration made(std::string_view id, const Article& article, std::string_view rule)
{
    return {.id = id, .rule = rule, .article = &article, .because = std::string(no_answer)};
}

void decide(Consideration& one, bool fires, Lean lean, std::string because)
{
    one.verdict = fires ? Verdict::fires : Verdict::silent;
    one.lean = fires ? lean : Lean::none;
    one.because = std::move(because);
}

std::string words_of(const WordSet& words) { return words.empty() ? std::string("nothing") : listed(words); }

// Those of the keys, all of numbers, that have no answer.
std::vector<std::string_view> unanswered(const Answers& answers, std::vector<std::string_view> keys)
{
    std::erase_if(keys, [&](std::string_view key) { return (answers.*answer_row(key).number).has_value(); });
    return keys;
}

Consideration existing(const Answers& answers)
{
    Consideration one = made("existing", operator_article, "A site that runs InfiniBand already extends it");
    if (!answers.runs)
        one.missing = {"runs"};
    else
        decide(one,
            answers.runs->contains("infiniband"),
            Lean::infiniband,
            fmt::format("the site runs {}", words_of(*answers.runs)));
    return one;
}

Consideration synchronous(const Answers& answers)
{
    Consideration one
        = made("synchronous", operator_article, "From 64 GPUs in one synchronous job on, InfiniBand");
    if (!answers.job_gpus)
        one.missing = {"job_gpus"};
    else
        decide(one,
            *answers.job_gpus >= synchronous_job,
            Lean::infiniband,
            fmt::format("the largest job has {:.0f} GPUs", *answers.job_gpus));
    return one;
}

Consideration shared(const Answers& answers)
{
    Consideration one
        = made("shared", operator_article, "A fabric that storage or tenants share is Ethernet");
    if (!answers.shared_with)
        one.missing = {"shared_with"};
    else
        decide(one,
            !answers.shared_with->empty(),
            Lean::ethernet,
            fmt::format("shared with {}", words_of(*answers.shared_with)));
    return one;
}

Consideration team(const Answers& answers)
{
    Consideration one = made(
        "team", operator_article, "The fabric that the team has run; the other is a second discipline");
    if (!answers.skills) {
        one.missing = {"skills"};
        return one;
    }
    const bool infiniband = answers.skills->contains("infiniband");
    const bool ethernet = answers.skills->contains("ethernet");
    decide(one,
        infiniband != ethernet,
        infiniband ? Lean::infiniband : Lean::ethernet,
        fmt::format("the team has run {}", words_of(*answers.skills)));
    return one;
}

Consideration worth(const Answers& answers)
{
    Consideration one = made("worth",
        operator_article,
        "InfiniBand if the GPU-hours that Ethernet loses over the refresh cycle are worth more than its premium");
    const auto found = break_even(answers, answers.efficiency_roce);
    if (!found) {
        one.missing = unanswered(answers,
            {"gpus",
                "communication",
                "efficiency_roce",
                "hours",
                "utilisation",
                "gpu_hour_price",
                "fabric_premium"});
        return one;
    }
    one.verdict = Verdict::fires;
    one.lean = found->pays() ? Lean::infiniband : Lean::ethernet;
    one.because = fmt::format("with RoCE, {:.0f} GPU-hours worth {:.0f} are lost; the premium is {:.0f}",
        found->lost.count,
        found->worth,
        found->premium);
    return one;
}

Consideration small(const Answers& answers)
{
    Consideration one = made("size-small", epoka, "Up to 512 GPUs, RoCE is the default");
    const auto gpus = planned_gpus(answers);
    if (!gpus)
        one.missing = unanswered(answers, {"gpus", "gpus_in_two_years"});
    else
        decide(one, *gpus <= small_cluster, Lean::ethernet, fmt::format("{:.0f} GPUs in two years", *gpus));
    return one;
}

Consideration medium(const Answers& answers)
{
    Consideration one = made("size-medium",
        epoka,
        "From 512 to 2048 GPUs, Ethernet unless about 30 % of a step or more is communication");
    const auto gpus = planned_gpus(answers);
    if (!gpus) {
        one.missing = unanswered(answers, {"gpus", "gpus_in_two_years"});
    } else if (*gpus <= small_cluster || *gpus > large_cluster) {
        decide(one, false, Lean::none, fmt::format("{:.0f} GPUs in two years", *gpus));
    } else if (!answers.communication) {
        one.missing = {"communication"};
    } else {
        const bool much = *answers.communication > much_communication;
        decide(one,
            true,
            much ? Lean::infiniband : Lean::ethernet,
            fmt::format("{:.0f} GPUs in two years, communication is {:.0f} % of a step",
                *gpus,
                *answers.communication * percent));
    }
    return one;
}

Consideration large(const Answers& answers)
{
    Consideration one = made("size-large", epoka, "Beyond 2048 GPUs, InfiniBand is more compelling");
    const auto gpus = planned_gpus(answers);
    if (!gpus)
        one.missing = unanswered(answers, {"gpus", "gpus_in_two_years"});
    else
        decide(one, *gpus > large_cluster, Lean::infiniband, fmt::format("{:.0f} GPUs in two years", *gpus));
    return one;
}

Consideration inference(const Answers& answers)
{
    Consideration one = made("inference", fpt, "Inference and storage run on Ethernet");
    if (!answers.workload)
        one.missing = {"workload"};
    else
        decide(one,
            *answers.workload == "inference",
            Lean::ethernet,
            fmt::format("the GPUs do {}", *answers.workload == "mixed" ? "both" : *answers.workload));
    return one;
}

// The article says "small" and states no number, so the user's own premium decides what is small.
Consideration elsewhere(const Answers& answers)
{
    Consideration one = made("elsewhere",
        deploy_cue,
        "Where communication is a small share of a step, money is better spent elsewhere than on the fabric");
    const auto usage = answers.usage();
    if (!usage || !answers.communication || !answers.gpu_hour_price || !answers.fabric_premium) {
        one.missing = unanswered(
            answers, {"gpus", "communication", "hours", "utilisation", "gpu_hour_price", "fabric_premium"});
        return one;
    }
    const double all = usage->whole().count * *answers.communication * *answers.gpu_hour_price;
    decide(one,
        all < *answers.fabric_premium,
        Lean::ethernet,
        fmt::format("all GPU-hours that wait for communication are worth {:.0f}; the premium is {:.0f}",
            all,
            *answers.fabric_premium));
    return one;
}

}

std::vector<Consideration> consider(const Answers& answers)
{
    return {existing(answers),
        synchronous(answers),
        shared(answers),
        team(answers),
        worth(answers),
        small(answers),
        medium(answers),
        large(answers),
        inference(answers),
        elsewhere(answers)};
}

std::vector<std::string_view> missing_answers(const Answers& answers)
{
    std::set<std::string_view> needed;
    for (const Consideration& one : consider(answers)) {
        if (one.verdict == Verdict::open)
            needed.insert(one.missing.begin(), one.missing.end());
    }
    std::vector<std::string_view> keys;
    for (const AnswerRow& row : answer_rows()) {
        if (needed.contains(row.key))
            keys.push_back(row.key);
    }
    return keys;
}

std::optional<BreakEven> break_even(const Answers& answers, std::optional<double> efficiency)
{
    const auto usage = answers.usage();
    if (!usage || !answers.communication || !efficiency || !answers.gpu_hour_price || !answers.fabric_premium)
        return std::nullopt;
    const GpuHours lost = lost_gpu_hours(*usage, {*answers.communication}, {*efficiency});
    return BreakEven{lost, lost.count * *answers.gpu_hour_price, *answers.fabric_premium};
}

std::string_view name_of(Verdict verdict)
{
    constexpr std::string_view names[] = {"fires", "does not", "open"};
    return names[static_cast<std::size_t>(verdict)];
}

std::string_view name_of(Lean lean)
{
    constexpr std::string_view names[] = {"-", "infiniband", "ethernet"};
    return names[static_cast<std::size_t>(lean)];
}

}
