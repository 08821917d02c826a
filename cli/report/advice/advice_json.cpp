// SPDX-License-Identifier: Apache-2.0
#include "cli/report/advice/advice.h"
#include "cli/report/json/schema_versions.h"
#include "cli/terminal/version.h"
#include "models/syntax/json/json_writer.h"

namespace rocelint::cli {
namespace {

using Layout = JsonWriter::Layout;

template <class Texts>
void write_sentences(JsonWriter& out, std::string_view key, const Texts& texts)
{
    out.key(key).begin_array();
    for (const auto& text : texts)
        out.string(text);
    out.end();
}

void write_optional(JsonWriter& out, std::string_view key, const std::optional<double>& value)
{
    out.key(key);
    if (value)
        out.decimal(*value);
    else
        out.null();
}

void write_answers(JsonWriter& out, const advice::Answers& answers)
{
    out.key("answers").begin_object();
    for (const advice::AnswerRow& row : advice::answer_rows()) {
        if (row.number != nullptr && answers.*row.number)
            out.key(row.key).decimal(*(answers.*row.number));
        else if (row.word != nullptr && answers.*row.word)
            out.text(row.key, *(answers.*row.word));
        else if (row.words != nullptr && answers.*row.words)
            write_sentences(out, row.key, *(answers.*row.words));
    }
    out.key("findings").begin_object();
    for (const auto& [code, efficiency] : answers.findings)
        out.key(code).decimal(efficiency);
    out.end();
    out.end();
}

void write_tier(JsonWriter& out, const TierUplinks& tier)
{
    const TierCapacity& capacity = tier.capacity;
    out.begin_object();
    out.count("tier", capacity.tier);
    out.text_or_null("plane", capacity.plane);
    out.count("switches", capacity.switches);
    out.text_or_null("unknown", capacity.unknown);
    if (capacity.unknown.empty()) {
        out.count("down", capacity.down);
        out.count("up", capacity.up);
        out.count("bisection", capacity.bisection());
        out.count("full_bisection", capacity.full_bisection());
        out.key("least_share").decimal(capacity.least_share);
        out.key("assumes_hosts").boolean(capacity.assumes_hosts);
    }
    out.key("loss");
    if (tier.loss) {
        out.begin_object();
        out.text("spine", tier.loss->spine);
        out.count("spines", tier.loss->spines);
        out.count("bisection", tier.loss->through / 2);
        out.key("least_share").decimal(tier.loss->least_share);
        out.end();
    } else {
        out.null();
    }
    out.end();
}

void write_shape(JsonWriter& out, const Advice& advice)
{
    out.key("fabric");
    if (!advice.shape) {
        out.null();
        return;
    }
    const workspace::FabricShape& shape = *advice.shape;
    out.begin_object(Layout::rows);
    out.text("path", advice.fabric);
    out.count("hosts", shape.hosts);
    out.count("rails", shape.rails);
    out.key("injection");
    if (shape.injection)
        out.number(*shape.injection);
    else
        out.null();
    out.key("checked").boolean(shape.was_checked);
    out.key("tiers").begin_array(Layout::rows);
    for (const TierUplinks& tier : shape.tiers)
        write_tier(out, tier);
    out.end();
    write_sentences(out, "not_computed", shape.not_computed);
    out.key("findings").begin_object();
    for (const auto& [code, count] : shape.findings)
        out.count(code, count);
    out.end();
    out.end();
}

void write_rule(JsonWriter& out, const advice::Consideration& one)
{
    constexpr std::string_view verdicts[] = {"fires", "silent", "open"};
    out.begin_object();
    out.text("id", one.id);
    out.text("rule", one.rule);
    out.text("article", one.article->title);
    out.text_or_null("date", one.article->date);
    out.text("verdict", verdicts[static_cast<std::size_t>(one.verdict)]);
    out.text_or_null("for", one.lean == advice::Lean::none ? std::string_view() : advice::name_of(one.lean));
    out.text("because", one.because);
    write_sentences(out, "missing", one.missing);
    out.end();
}

void write_loss(JsonWriter& out, const AdvisedLoss& loss)
{
    out.begin_object();
    out.text("kind", loss.kind);
    out.text("subject", loss.subject);
    out.key("efficiency").decimal(loss.efficiency);
    out.key("step_ratio").decimal(loss.step_ratio);
    out.key("lost_share").decimal(loss.lost_share);
    write_optional(out, "gpu_hours", loss.gpu_hours);
    write_optional(out, "worth", loss.worth);
    out.key("exceeds_premium");
    if (loss.exceeds_premium)
        out.boolean(*loss.exceeds_premium);
    else
        out.null();
    out.text("assumption", loss.assumption);
    out.end();
}

void write_sensitivity(JsonWriter& out)
{
    out.key("sensitivity").begin_array(Layout::rows);
    for (const double share : shown_shares) {
        for (const double efficiency : shown_efficiencies) {
            out.begin_object();
            out.key("communication").decimal(share);
            out.key("efficiency").decimal(efficiency);
            out.key("lost_share").decimal(advice::lost_share({share}, {efficiency}).value);
            out.end();
        }
    }
    out.end();
}

}

std::string advice_json(const Advice& advice)
{
    JsonWriter out;
    out.begin_object(Layout::rows);
    out.count("schema_version", SchemaVersions::advise);
    out.key("tool").begin_object();
    out.text("name", "rocelint");
    out.text("version", version);
    out.end();
    write_sentences(out, "to_answer", advice.missing);
    write_answers(out, advice.answers);
    write_shape(out, advice);
    out.key("rules").begin_array(Layout::rows);
    for (const advice::Consideration& one : advice.considerations)
        write_rule(out, one);
    out.end();
    out.key("losses").begin_array(Layout::rows);
    for (const AdvisedLoss& loss : advice.losses)
        write_loss(out, loss);
    out.end();
    write_sentences(out, "without_efficiency", advice.unpriced);
    write_sensitivity(out);
    write_sentences(out, "turning_points", advice.turning_points);
    out.end();
    return out.take();
}

}
