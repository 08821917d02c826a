// SPDX-License-Identifier: Apache-2.0
// The result of a push, for people and for programs.
#include "cli/report/text/push_outcome.h"

#include "cli/terminal/visible.h"
#include "models/syntax/json/json_writer.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

std::string_view word_of_end(push::Event end)
{
    switch (end) {
    case push::Event::done:
        return "done";
    case push::Event::taken_back:
        return "rolled back";
    case push::Event::refused:
        return "refused";
    case push::Event::not_saved:
        return "not saved";
    case push::Event::unknown:
        return "unknown";
    default:
        return "under way";
    }
}

}

std::string outcome_table(const push::PushResult& result)
{
    std::size_t width = 6;
    for (const push::StepOutcome& outcome : result.outcomes)
        width = std::max(width, outcome.device.size());
    for (const push::StepOutcome& outcome : result.not_begun)
        width = std::max(width, outcome.device.size());
    std::string out = fmt::format("{:<{}}  step  outcome      why\n", "device", width);
    for (const push::StepOutcome& outcome : result.outcomes)
        out += fmt::format("{:<{}}  {:>4}  {:<11}  {}\n",
            outcome.device,
            width,
            outcome.step + 1,
            word_of_end(outcome.end),
            outcome.message);
    for (const push::StepOutcome& outcome : result.not_begun)
        out += fmt::format("{:<{}}  {:>4}  {:<11}  {}\n",
            outcome.device,
            width,
            outcome.step + 1,
            "not begun",
            outcome.message);
    return visible_lines(out);
}

std::string outcome_json(const push::PushResult& result, const std::string& journal)
{
    JsonWriter out;
    out.begin_object(JsonWriter::Layout::rows);
    out.key("good").boolean(result.good());
    out.text("journal", journal);
    out.key("steps").begin_array(JsonWriter::Layout::rows);
    const auto put = [&out](const push::StepOutcome& outcome, std::string_view what) {
        out.begin_object();
        out.text("device", outcome.device);
        out.count("step", outcome.step + 1);
        out.text("outcome", what);
        out.text("why", outcome.message);
        out.end();
    };
    for (const push::StepOutcome& outcome : result.outcomes)
        put(outcome, push::name_of(outcome.end));
    for (const push::StepOutcome& outcome : result.not_begun)
        put(outcome, "not_begun");
    out.end();
    out.end();
    return out.take() + "\n";
}

std::string check_text(const CheckResult& result)
{
    std::string out;
    for (const push::StepOutcome& told : result.neighbours)
        out += fmt::format("{} step {}: {}\n", told.device, told.step + 1, told.message);
    for (const push::StepOutcome& outcome : result.outcomes) {
        const bool accepted = outcome.end == push::Event::done;
        out += fmt::format("{} step {}: {}\n{}{}",
            outcome.device,
            outcome.step + 1,
            accepted ? "accepted" : "not accepted: " + outcome.message,
            accepted ? outcome.message : std::string{},
            accepted && !outcome.message.empty() && !outcome.message.ends_with('\n') ? "\n" : "");
    }
    return visible_lines(out);
}

std::string check_json(const CheckResult& result)
{
    JsonWriter out;
    out.begin_object(JsonWriter::Layout::rows);
    out.key("good").boolean(result.good);
    out.key("steps").begin_array(JsonWriter::Layout::rows);
    for (const push::StepOutcome& outcome : result.outcomes) {
        const bool accepted = outcome.end == push::Event::done;
        out.begin_object();
        out.text("device", outcome.device);
        out.count("step", outcome.step + 1);
        out.text("outcome", accepted ? "accepted" : "not_accepted");
        out.text("why", accepted ? std::string() : outcome.message);
        out.text("would_change", accepted ? outcome.message : std::string());
        out.end();
    }
    out.end();
    out.key("neighbours").begin_array(JsonWriter::Layout::rows);
    for (const push::StepOutcome& told : result.neighbours) {
        out.begin_object();
        out.text("device", told.device);
        out.count("step", told.step + 1);
        out.key("blocks").boolean(told.end == push::Event::refused);
        out.text("why", told.message);
        out.end();
    }
    out.end();
    out.end();
    return out.take() + "\n";
}

}
