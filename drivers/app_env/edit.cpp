// SPDX-License-Identifier: Apache-2.0
// Only NCCL_IB_TC is corrected: the other variables are the user's choice.
#include "drivers/app_env/edit.h"

#include "drivers/app_env/assignment.h"

#include <fmt/format.h>

namespace rocelint::app_env {
namespace {

constexpr std::string_view variable = "NCCL_IB_TC";

std::string_view line_around(std::string_view text, std::size_t offset)
{
    const std::size_t feed = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
    const std::size_t from = feed == std::string_view::npos ? 0 : feed + 1;
    return text.substr(from, std::min(text.find('\n', offset), text.size()) - from);
}

// The place of this assignment's value, without its quotes.
Span value_place(const Source& source, Span assignment)
{
    const std::string_view whole = source.text_at(assignment);
    Assignments parts(whole);
    const auto parsed = parts.next();
    return parsed ? source.span_of(parsed->value) : Span{};
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
                const Span written = device.origins.span(job.traffic_class.origin);
                if (job.traffic_class.known())
                    editing.edits.push_back({value_place(*tree.source, written), fmt::format("{}", *tos)});
                else if (job.traffic_class.origin == OriginId{})
                    editing.edits.push_back(new_line(*tree.source, *tos));
                else
                    editing.refused.push_back(
                        {index, "NCCL_IB_TC is not set to a number, perhaps by a template"});
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
