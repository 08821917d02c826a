// SPDX-License-Identifier: Apache-2.0
// Statements of the platforms whose lines are rows of a grammar.
#include "drivers/aoscx/grammar.h"
#include "drivers/comware/grammar.h"
#include "drivers/eos/grammar.h"
#include "drivers/iosxr/grammar.h"
#include "drivers/nxos/grammar.h"
#include "drivers/onyx/grammar.h"
#include "drivers/os10/grammar.h"
#include "drivers/sample_cli/grammar.h"
#include "drivers/sonic_cli/grammar.h"
#include "drivers/vrp/grammar.h"
#include "tests/fuzz/grammar_text.h"

#include <fmt/format.h>

namespace rocelint::fuzz {
namespace {

using line_cli::Grammar;
using line_cli::Pattern;
using line_cli::Scopes;
using line_cli::Slot;
using line_cli::SlotKind;
using line_cli::Statement;

struct LinePlatform {
    std::string_view name;
    const Grammar& (*grammar)();
    Scopes top;
};
constexpr LinePlatform platforms[]{{"aoscx", aoscx::grammar, aoscx::scope::top},
    {"comware", comware::grammar, comware::scope::top},
    {"eos", eos::grammar, eos::scope::top},
    {"iosxr", iosxr::grammar, iosxr::scope::top},
    {"nxos", nxos::grammar, nxos::scope::top},
    {"onyx", onyx::grammar, onyx::scope::top},
    {"os10", os10::grammar, os10::scope::top},
    {"sample-cli", sample_cli::grammar, sample_cli::scope::top},
    {"sonic-cli", sonic_cli::grammar, sonic_cli::scope::top},
    {"vrp", vrp::grammar, vrp::scope::top}};

constexpr std::string_view points[]{"0",
    "3",
    "7",
    "8",
    "63",
    "64",
    "0-7",
    "0-63",
    "63-0",
    "3,4",
    "3 4",
    "26 48",
    "af31",
    "ef",
    "cs8",
    "0 1 2 3 4 5 6 7"};

class LineMaker {
public:
    LineMaker(const Grammar& grammar, const WordPool& pool, Choices& choices)
        : grammar_(grammar), pool_(pool), choices_(choices)
    {
    }

    std::string make(Scopes top)
    {
        block(top, {}, 0);
        return std::move(text_);
    }

private:
    void block(Scopes inside, const std::string& header, std::size_t depth)
    {
        std::vector<const Statement*> rows;
        for (const Statement& row : grammar_.rows()) {
            if ((row.scopes & inside) != 0)
                rows.push_back(&row);
        }
        constexpr std::size_t deepest = 4;
        constexpr std::size_t most_lines = 12;
        for (std::size_t lines = choices_.below(depth == 0 ? most_lines : 6) + 1; lines > 0 && !rows.empty();
             --lines) {
            const Statement& row = *choices_.pick(rows);
            std::string said = line(row);
            if (row.opens == 0 && choices_.chance(24))
                said = fmt::format("{} {}", grammar_.dialect().negation, said);
            const std::string whole = header.empty() ? said : header + " " + said;
            const bool flat = grammar_.dialect().flat;
            for (std::size_t step = 0; !flat && step < depth; ++step)
                text_ += grammar_.dialect().step;
            text_ += (flat ? whole : said) + "\n";
            if (row.opens != 0 && depth < deepest)
                block(row.opens, flat ? whole : std::string{}, depth + 1);
        }
    }

    std::string line(const Statement& row)
    {
        std::string said;
        const Pattern& pattern = row.pattern;
        for (std::size_t at = 0; at < pattern.size(); ++at) {
            const Pattern::Token& token = pattern[at];
            if (token.kind == Pattern::Kind::open && choices_.chance(128)) {
                while (pattern[at].kind != Pattern::Kind::close)
                    ++at;
                continue;
            }
            if (token.kind == Pattern::Kind::open || token.kind == Pattern::Kind::close)
                continue;
            said += said.empty() ? "" : " ";
            if (token.kind == Pattern::Kind::slot)
                said += value(row.slots[token.slot], pattern.stem_text());
            else
                said += alternative(pattern.text(token));
        }
        return said;
    }

    std::string alternative(std::string_view words)
    {
        while (words.find('|') != std::string_view::npos) {
            if (choices_.chance(96))
                words.remove_prefix(words.find('|') + 1);
            else
                words = words.substr(0, words.find('|'));
        }
        return std::string(words);
    }

    std::string value(const Slot& slot, std::string_view stem)
    {
        switch (slot.kind) {
        case SlotKind::text:
        case SlotKind::rest:
            return pool_.behind(stem, choices_);
        case SlotKind::set:
        case SlotKind::ranges:
        case SlotKind::points:
            return std::string(choices_.pick(points));
        case SlotKind::word:
            return slot.terms.empty() || choices_.chance(12) ? pool_.any(choices_)
                                                             : std::string(choices_.pick(slot.terms).word);
        case SlotKind::number:
        case SlotKind::thousandths:
        case SlotKind::index:
            return number(slot);
        }
        return {};
    }

    std::string number(const Slot& slot)
    {
        if (!slot.instead.empty() && choices_.chance(48))
            return std::string(slot.instead);
        if (slot.kind == SlotKind::index && !slot.terms.empty() && choices_.chance(128))
            return std::string(choices_.pick(slot.terms).word);
        const std::uint64_t near[]{
            slot.least, slot.most, slot.least + 1, slot.most - 1, slot.most + 1, slot.most / 2, 3};
        const bool known = !choices_.chance(32);
        std::uint64_t amount = choices_.pick(near);
        if (slot.kind == SlotKind::thousandths && known)
            return fmt::format("{}.{:03}", amount / 1000, amount % 1000);
        if (slot.kind == SlotKind::index || slot.terms.empty())
            return known ? fmt::format("{}", amount) : WordPool::number(choices_);
        const line_cli::Term& unit = choices_.pick(slot.terms);
        amount /= unit.number == 0 ? 1 : unit.number;
        const std::string digits = known ? fmt::format("{}", amount) : WordPool::number(choices_);
        return unit.word.empty() ? digits : fmt::format("{} {}", digits, unit.word);
    }

    const Grammar& grammar_;
    const WordPool& pool_;
    Choices& choices_;
    std::string text_;
};

}

std::string line_text(std::string_view platform, const WordPool& pool, Choices& choices)
{
    for (const LinePlatform& each : platforms) {
        if (each.name == platform)
            return LineMaker(each.grammar(), pool, choices).make(each.top);
    }
    return {};
}

}
