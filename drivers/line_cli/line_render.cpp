// SPDX-License-Identifier: Apache-2.0
// A design as lines, by the rows that read them: no line is spelt here.
#include "drivers/line_cli/line_render.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::line_cli {

Fact make_fact(std::uint8_t what, std::initializer_list<std::uint64_t> values, std::uint8_t number)
{
    Fact fact{.kind = what, .number = number};
    std::ranges::transform(values, fact.values.begin(), [](std::uint64_t value) { return Value::of(value); });
    return fact;
}

void LineRender::say(const std::string& header, Fact fact)
{
    const Statement& row = fact.statement != nullptr ? *fact.statement : *grammar_.row(fact.kind);
    if (std::string reason = out_of_range(row, fact); !reason.empty())
        leave_out(header, reason + "; the nearest value is written");
    const std::string line = write(grammar_.dialect(), row, in_range(row, fact));
    if (line.empty())
        leave_out(header, fmt::format("this {} cannot be written", row.pattern.stem_text()));
    else
        text_ += fmt::format("{}{}{}\n", header, header.empty() ? "" : " ", line);
}

void LineRender::say_plainly(std::string_view line)
{
    text_ += line;
    text_ += '\n';
}

void LineRender::leave_out(std::string_view port, std::string sentence)
{
    auto known = std::ranges::find(left_out_, sentence, &LeftOut::sentence);
    if (known == left_out_.end())
        known = left_out_.insert(known, {std::move(sentence), {}});
    if (!port.empty())
        known->ports.emplace_back(port);
}

std::vector<std::string> LineRender::left_out() const
{
    std::vector<std::string> sentences;
    for (const auto& [sentence, ports] : left_out_)
        sentences.push_back(ports.empty() ? sentence
                : ports.size() == 1
                ? fmt::format("{}: {}", ports.front(), sentence)
                : fmt::format("{} and {} more: {}", ports.front(), ports.size() - 1, sentence));
    return sentences;
}

}
