// SPDX-License-Identifier: Apache-2.0
#include "cli/report/advice/advice.h"
#include "cli/terminal/table.h"
#include "cli/terminal/visible.h"
#include "models/text/append.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

constexpr double in_percent = 100;

class AdviceText {
public:
    AdviceText(const Advice& advice, std::size_t width) : advice_(advice), width_(width) { }

    std::string write()
    {
        add_missing();
        if (advice_.shape) {
            add_title(fmt::format("Fabric of {}", visible(advice_.fabric)));
            for (const std::string& sentence : fabric_sentences(advice_))
                add_line(sentence);
        }
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
        if (!advice_.answers.communication) {
            add_line("not computed: communication (f) is not answered");
            return;
        }
        add_line(usage_sentence(advice_));
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
            add_line(fmt::format("{}: {}", loss.subject, loss_sentence(loss)));
        add_unpriced();
        add_line(advice_assumption);
    }

    void add_unpriced()
    {
        const std::vector<std::string> counted_codes = unpriced_codes(advice_);
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
