// SPDX-License-Identifier: Apache-2.0
// Only NCCL_IB_TC is corrected: the other variables are the user's choice.
#include "drivers/app_env/edit.h"

#include "drivers/app_env/job/assignment.h"
#include "drivers/app_env/job_form.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rocelint::app_env {
namespace {

constexpr std::string_view variable = "NCCL_IB_TC";

std::string_view line_around(std::string_view text, std::size_t offset)
{
    const std::size_t feed = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
    const std::size_t from = feed == std::string_view::npos ? 0 : feed + 1;
    return text.substr(from, std::min(text.find('\n', offset), text.size()) - from);
}

// The place of this assignment's value, without its quotes; of `${NAME:-default}`, the default. Some forms
// separate the name from the value, and only the value is known to be here. Nothing if it is neither.
std::optional<Span> value_place(const Source& source, Span assignment)
{
    const std::string_view whole = source.text_at(assignment);
    Assignments parts(whole);
    const auto parsed = parts.next();
    std::string_view value = parsed ? parsed->value : whole;
    const bool is_number
        = !value.empty() && std::ranges::all_of(value, [](char c) { return ascii::is_letter_or_digit(c); });
    if ((parsed && parsed->name != variable) || (!parsed && !is_number))
        return std::nullopt;
    const std::size_t dash = value.find('-');
    if (value.starts_with("${") && value.ends_with('}') && dash != std::string_view::npos) {
        const std::string_view inside = value.substr(dash + 1, value.size() - dash - 2);
        if (inside.find('$') == std::string_view::npos)
            value = inside;
    }
    return source.span_of(value);
}

bool has_lines_of_its_own(const Source& source)
{
    const JobForm form = job_file(source).form;
    return form == JobForm::assignments || form == JobForm::none;
}

// A new line after the last NCCL variable, in the same form as that line.
Edit new_line(const Source& source, std::uint8_t tos)
{
    const std::string_view text = source.text();
    std::size_t behind = text.size();
    std::string_view like;
    for (std::size_t at = text.find("NCCL_"); at != std::string_view::npos; at = text.find("NCCL_", at + 1)) {
        const std::string_view line = line_around(text, at);
        if (line.substr(line.find_first_not_of(" \t")).starts_with('#'))
            continue;
        like = line;
        behind = static_cast<std::size_t>(line.data() - text.data()) + line.size() + 1;
    }
    const std::size_t indentation = std::min(like.find_first_not_of(" \t"), like.size());
    std::string begin(like.substr(0, indentation));
    for (const std::string_view word : {"export ", "declare -x "}) {
        if (like.substr(indentation).starts_with(word))
            begin += word;
    }
    const std::string_view line_end = like.ends_with('\r') ? "\r\n" : "\n";
    std::string line = fmt::format("{}{}={}", begin, variable, tos);
    const bool last = behind > text.size();
    const auto at = static_cast<std::uint32_t>(std::min(behind, text.size()));
    return {
        {source.id(), at, 0}, last ? std::string(line_end) + line : std::move(line) + std::string(line_end)};
}

// Corrects one job. Returns why that is refused; empty if it is not.
std::string_view edit_job(
    const Source& source, const Device& device, const Job& job, std::uint8_t tos, Editing& editing)
{
    if (job_file(source).form == JobForm::log)
        return "this file is the log of a job that ran; set NCCL_IB_TC where the job is started";
    if (job.traffic_class.known()) {
        const auto place = value_place(source, device.origins.span(job.traffic_class.origin));
        if (!place)
            return "NCCL_IB_TC is a part of a longer word of this file";
        // Several commands of a script may get the same variable.
        if (std::ranges::find(editing.edits, *place, &Edit::at) == editing.edits.end())
            editing.edits.push_back({*place, fmt::format("{}", tos)});
        return {};
    }
    if (job.traffic_class.origin != OriginId{})
        return "NCCL_IB_TC is not set to a number, perhaps by a template";
    if (!has_lines_of_its_own(source))
        return "this file does not set NCCL_IB_TC; set it before the command that starts the job";
    editing.edits.push_back(new_line(source, tos));
    return {};
}

}

Editing edit(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Editing editing;
    for (std::uint32_t index = 0; index < changes.size(); ++index) {
        const auto* tos = std::get_if<std::uint8_t>(&changes[index].value);
        if (changes[index].property != Property::rdma_marking || tos == nullptr) {
            editing.refused.push_back({index, "of a job's environment only NCCL_IB_TC is corrected"});
            continue;
        }
        for (const Job& job : device.jobs) {
            if (job.traffic_class.is(*tos))
                continue;
            for (const Tree& tree : trees) {
                if (tree.source->id() != job.at.source)
                    continue;
                const std::string_view refused = edit_job(*tree.source, device, job, *tos, editing);
                if (!refused.empty())
                    editing.refused.push_back({index, std::string(refused)});
            }
        }
    }
    return editing;
}

Commands commands(std::span<const Tree>, const Device&, std::span<const Change> changes)
{
    Commands made;
    for (std::uint32_t index = 0; index < changes.size(); ++index) {
        const auto* tos = std::get_if<std::uint8_t>(&changes[index].value);
        if (changes[index].property == Property::rdma_marking && tos != nullptr)
            made.text += fmt::format("export {}={}\n", variable, *tos);
        else
            made.refused.push_back({index, "of a job's environment only NCCL_IB_TC is corrected"});
    }
    return made;
}

}
