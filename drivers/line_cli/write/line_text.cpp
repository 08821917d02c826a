// SPDX-License-Identifier: Apache-2.0
// From a design to text. The rows know how a line is written; this file knows where it goes. What no line can
// express is left out and reported.
#include "drivers/line_cli/write/line_text.h"

#include "drivers/line_cli/grammar/slot.h"
#include "drivers/line_cli/write/line_writer.h"
#include "models/text/short_name.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::line_cli {

void LineText::line(std::string_view text)
{
    const Dialect& dialect = grammar_.dialect();
    if (text.empty())
        return;
    if (dialect.flat) {
        text_ += open_.empty() ? std::string(text) : flat_line(dialect, open_.back(), text);
    } else {
        for (std::size_t depth = 0; depth < open_.size(); ++depth)
            text_ += dialect.step;
        text_ += text;
    }
    text_ += '\n';
}

void LineText::fit_text(const Statement& row, const Slot& slot, Fact& fact, std::string_view port)
{
    const std::string reason = text_sentence(row, slot, fact.text, Measures::all);
    if (reason.empty())
        return;
    if (slot.text->fixed) {
        if (refused_.empty())
            refused_ = reason;
        return;
    }
    fact.text = short_texts_.emplace_back(short_name(fact.text, slot.text->longest));
    leave_out(fmt::format("{}; `{}` is written", reason, fact.text), port);
}

Fact LineText::fitted(const Statement& row, const Fact& fact, std::string_view port)
{
    Fact taken = in_range(row, fact);
    for (std::size_t at = 0; at < row.pattern.slots(); ++at) {
        if (row.slots[at].text != nullptr)
            fit_text(row, row.slots[at], taken, port);
    }
    return taken;
}

Fact LineText::say(const Fact& fact, std::string_view about)
{
    const std::string_view port = about.empty() ? port_ : about;
    const Statement* row
        = fact.statement != nullptr ? fact.statement : grammar_.row_like(fact.kind, fact.sense);
    if (row == nullptr)
        return fact;
    Fact taken = fitted(*row, fact, port);
    const std::string text = write(grammar_.dialect(), *row, taken);
    Fact numbers = fact;
    numbers.text = taken.text;
    if (text.empty())
        leave_out(
            fmt::format("the platform has no words for this value of {}", row->pattern.stem_text()), port);
    else if (std::string reason = out_of_range(*row, numbers); !reason.empty() && refused_.empty())
        leave_out(fmt::format("{}; `{}` is written", reason, text), port);
    line(text);
    return taken;
}

void LineText::enter(const Fact& header, std::string_view port)
{
    const Dialect& dialect = grammar_.dialect();
    const Statement* row
        = header.statement != nullptr ? header.statement : grammar_.row_like(header.kind, header.sense);
    Fact taken = header;
    if (!dialect.flat) {
        if (!open_.empty())
            separate();
        taken = say(header);
    } else if (row != nullptr) {
        taken = fitted(*row, header, port);
    }
    open_.push_back(write(grammar_, taken));
    port_ = port;
}

void LineText::leave()
{
    open_.pop_back();
    port_.clear();
    if (open_.empty() && !grammar_.dialect().flat)
        separate();
}

void LineText::leave_out(std::string sentence, std::string_view port)
{
    auto known = std::ranges::find(remarks_, sentence, &Remark::sentence);
    if (known == remarks_.end())
        known = remarks_.insert(known, {std::move(sentence), std::string(port), 0});
    ++known->ports;
}

std::vector<std::string> LineText::left_out() const
{
    std::vector<std::string> sentences;
    for (const Remark& remark : remarks_)
        sentences.push_back(remark.port.empty() ? remark.sentence
                : remark.ports == 1
                ? fmt::format("{}: {}", remark.port, remark.sentence)
                : fmt::format("{} and {} more: {}", remark.port, remark.ports - 1, remark.sentence));
    return sentences;
}

}
