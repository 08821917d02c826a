// SPDX-License-Identifier: Apache-2.0
// What `advise` says, for a page whose check was given answers.
#include "cli/report/advice/advice.h"
#include "cli/report/html/html_data.h"
#include "cli/terminal/visible.h"

namespace rocelint::cli {
namespace {

template <class Texts>
void write_texts(JsonWriter& out, std::string_view key, const Texts& texts)
{
    out.key(key).begin_array();
    for (const auto& text : texts)
        out.string(visible(text));
    out.end();
}

void write_number(JsonWriter& out, const std::optional<double>& value)
{
    if (value)
        out.decimal(*value);
    else
        out.null();
}

void write_loss(JsonWriter& out, const AdvisedLoss& loss)
{
    out.begin_array();
    out.string(loss.kind);
    out.string(visible(loss.subject));
    out.decimal(loss.efficiency);
    out.decimal(loss.step_ratio);
    out.decimal(loss.lost_share);
    write_number(out, loss.gpu_hours);
    write_number(out, loss.worth);
    out.string(visible(loss_sentence(loss)));
    out.end();
}

void write_consideration(JsonWriter& out, const advice::Consideration& one)
{
    out.begin_array();
    out.string(advice::name_of(one.verdict));
    out.string(one.lean == advice::Lean::none ? std::string_view() : advice::name_of(one.lean));
    out.string(one.rule);
    out.string(visible(reason_of(one)));
    out.string(source_of(*one.article));
    out.end();
}

}

void write_advice(JsonWriter& out, const Advice* advice)
{
    out.key("advice");
    if (advice == nullptr) {
        out.null();
        return;
    }
    out.begin_object();
    write_texts(out, "missing", advice->missing);
    write_texts(out, "fabric", fabric_sentences(*advice));
    out.text("usage", usage_sentence(*advice));
    out.key("losses").begin_array();
    for (const AdvisedLoss& loss : advice->losses)
        write_loss(out, loss);
    out.end();
    write_texts(out, "unpriced", unpriced_codes(*advice));
    out.key("rules").begin_array();
    for (const advice::Consideration& one : advice->considerations)
        write_consideration(out, one);
    out.end();
    write_texts(out, "turningPoints", advice->turning_points);
    out.text("assumption", advice_assumption);
    out.end();
}

}
