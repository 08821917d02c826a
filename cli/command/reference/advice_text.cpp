// SPDX-License-Identifier: Apache-2.0
#include "cli/command/reference/advice.h"
#include "cli/terminal/table.h"
#include "cli/terminal/visible.h"
#include "models/text/append.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

constexpr double in_percent = 100;
constexpr double bits_per_gigabit = 1e9;

class AdviceText {
public:
    AdviceText(const Advice& advice, std::size_t width) : advice_(advice), width_(width) { }

    std::string write()
    {
        add_missing();
        if (advice_.shape)
            add_shape(*advice_.shape);
        add_rules();
        add_losses();
        add_sensitivity();
        add_turning_points();
        return std::move(out_);
    }

private:
    void add_title(std::string_view title) { append(out_, "{}{}\n", out_.empty() ? "" : "\n", title); }

    void add_line(std::string_view sentence) { append(out_, "  {}", folded(sentence, width_ - 2, 4)); }

    void add_table(std::span<const Column> columns, const std::vector<TableRow>& rows)
    {
        out_ += table(columns, rows, width_);
    }

    void add_missing()
    {
        if (advice_.missing.empty())
            return;
        out_ += folded(fmt::format("to answer: {}", listed(advice_.missing)), width_, 2);
        out_ += folded(
            "State them in a file for --answers, or as options; conclusions that depend on them are left open.",
            width_);
    }

    void add_shape(const workspace::FabricShape& shape)
    {
        add_title(fmt::format("Fabric of {}", visible(advice_.fabric)));
        std::string what = counted(shape.hosts, "host");
        if (shape.rails != 0)
            append(what, ", {}", counted(shape.rails, "rail"));
        if (shape.injection && shape.hosts != 0)
            append(what,
                ", {:g} Gb/s for each host",
                static_cast<double>(*shape.injection) / shape.hosts / bits_per_gigabit);
        if (shape.injection && advice_.answers.gpus_per_host && shape.hosts != 0)
            append(what,
                ", {:g} Gb/s for each GPU",
                static_cast<double>(*shape.injection) / shape.hosts / *advice_.answers.gpus_per_host
                    / bits_per_gigabit);
        add_line(what);
        for (const std::string& sentence : advice_.from_fabric)
            add_line(sentence);
        for (const TierUplinks& tier : shape.tiers)
            add_tier(tier);
        for (const std::string& reason : shape.not_computed)
            add_line(fmt::format("not computed: {}", reason));
    }

    void add_tier(const TierUplinks& tier)
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
        add_line(line);
        if (tier.loss)
            add_line(
                fmt::format("without {}, 1 of {} above: bisection {}, the narrowest switch keeps {:.1f} % "
                            "of the bandwidth below it",
                    tier.loss->spine,
                    tier.loss->spines,
                    speed_in_words(tier.loss->through / 2),
                    tier.loss->least_share * in_percent));
    }

    static std::string reason_of(const advice::Consideration& one)
    {
        return one.missing.empty() ? one.because : fmt::format("to answer: {}", listed(one.missing));
    }

    static std::string source_of(const advice::Article& article)
    {
        return article.date.empty() ? std::string(article.title)
                                    : fmt::format("{}, {}", article.title, article.date);
    }

    void add_rules()
    {
        add_title("Rules of thumb (opinions of articles, which contradict each other)");
        std::vector<TableRow> rows;
        std::size_t counts[3] = {};
        std::size_t open = 0;
        for (const advice::Consideration& one : advice_.considerations) {
            ++counts[static_cast<std::size_t>(one.lean)];
            open += one.verdict == advice::Verdict::open ? 1 : 0;
            rows.push_back({std::string(advice::name_of(one.verdict)),
                std::string(advice::name_of(one.lean)),
                fmt::format("{}: {} ({})", one.rule, reason_of(one), source_of(*one.article))});
        }
        constexpr Column columns[] = {{"verdict"}, {"for"}, {"rule: why (source)"}};
        add_table(columns, rows);
        add_line(fmt::format("{} for InfiniBand, {} for Ethernet, {} open.", counts[1], counts[2], open));
        add_line(
            "No rule compares Spectrum-X with RoCE on standard switches: their difference is that of e.");
    }

    // Small amounts, such as those of one hour, have decimals.
    static std::string optional_amount(const std::optional<double>& value)
    {
        constexpr double without_decimals = 100;
        if (!value)
            return "-";
        return *value < without_decimals ? fmt::format("{:.2f}", *value) : fmt::format("{:.0f}", *value);
    }

    void add_losses()
    {
        add_title("Lost GPU-hours: N·H·u·(1 - 1/((1 - f) + f/e))");
        const advice::Answers& answers = advice_.answers;
        if (!answers.communication) {
            add_line("not computed: communication (f) is not answered");
            return;
        }
        if (const auto usage = answers.usage())
            add_line(fmt::format("N = {} GPUs, H = {} hours, u = {}: {:.0f} GPU-hours in use; f = {}",
                usage->gpus,
                usage->hours,
                usage->utilisation.value,
                usage->whole().count,
                *answers.communication));
        else
            add_line(fmt::format("f = {}; shares alone, since gpus, hours or utilisation is not answered",
                *answers.communication));
        std::vector<TableRow> rows;
        for (const AdvisedLoss& loss : advice_.losses)
            rows.push_back({loss.subject,
                fmt::format("{:.3g}", loss.efficiency),
                fmt::format("{:.4f}", loss.step_ratio),
                fmt::format("{:.2f} %", loss.lost_share * in_percent),
                optional_amount(loss.gpu_hours),
                optional_amount(loss.worth)});
        constexpr Column columns[]
            = {{"of"}, {"e", true}, {"step", true}, {"lost", true}, {"GPU-hours", true}, {"worth", true}};
        if (!rows.empty())
            add_table(columns, rows);
        for (const AdvisedLoss& loss : advice_.losses)
            add_line(fmt::format("{}: {}{}",
                loss.subject,
                loss.assumption,
                loss.exceeds_premium.value_or(false) ? "; it alone costs more than the premium" : ""));
        add_unpriced();
        add_line(
            "Assumed: only communication becomes slower, and what overlaps with computation is not in f.");
    }

    void add_unpriced()
    {
        std::vector<std::string> counted_codes;
        for (const std::string& code : advice_.unpriced)
            counted_codes.push_back(fmt::format("{} ({})", code, advice_.shape->findings.at(code)));
        if (!counted_codes.empty())
            add_line(fmt::format(
                "findings without a stated e, so without a cost: {}; `--cost-of CODE=E` states one",
                listed(counted_codes)));
    }

    void add_sensitivity()
    {
        add_title("Sensitivity: share lost, for f (down) and e (across)");
        std::vector<TableRow> rows;
        for (const double share : shown_shares) {
            TableRow& row = rows.emplace_back();
            row.push_back(fmt::format("f = {:.0f} %", share * in_percent));
            for (const double efficiency : shown_efficiencies)
                row.push_back(
                    fmt::format("{:.2f} %", advice::lost_share({share}, {efficiency}).value * in_percent));
        }
        std::vector<std::string> titles;
        for (const double efficiency : shown_efficiencies)
            titles.push_back(fmt::format("e = {:g}", efficiency));
        std::vector<Column> columns(1);
        for (const std::string& title : titles)
            columns.push_back({title, true});
        add_table(columns, rows);
    }

    void add_turning_points()
    {
        add_title("What would change the answer");
        for (const std::string& sentence : advice_.turning_points)
            add_line(sentence);
        add_line(
            "measured numbers in place of estimates: e from busbw of nccl-tests on both fabrics, f from a "
            "profile of the job, and a scaling curve over 1, 2 and more hosts");
    }

    const Advice& advice_;
    std::size_t width_;
    std::string out_;
};

}

std::string advice_text(const Advice& advice, std::size_t width) { return AdviceText(advice, width).write(); }

}
