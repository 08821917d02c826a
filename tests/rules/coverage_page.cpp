// SPDX-License-Identifier: Apache-2.0
// What each line is read for and which rules judge it: generated from the readers and rules, so that it cannot become outdated.
#include "tests/rules/coverage_page.h"

#include "drivers/driver.h"
#include "models/fabric/fields/fields.h"
#include "models/fabric/records.h"
#include "models/text/append.h"
#include "tests/example_fabric.h"

#include <fmt/format.h>

#include <type_traits>
#include <vector>

namespace rocelint::testing {
namespace {

using Judged = std::map<std::pair<std::string_view, std::string_view>, std::set<std::string_view>>;

struct Statement {
    std::string text; ///< of the first line of this kind
    std::set<std::string_view> states;
    std::set<std::string_view> rules;
    std::set<std::string_view> unjudged; ///< why no rule judges it
};

std::string without_numbers(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c < '0' || c > '9')
            out += c;
        else if (out.empty() || out.back() != '#')
            out += '#';
    }
    return out;
}

// Calls `visit(record, row, origin)` for each setting of the device.
template <class Visit>
void each_setting(const Device& device, Visit&& visit)
{
    for_each_field([&](std::string_view record, const auto& row) {
        using Row = std::remove_cvref_t<decltype(row)>;
        for_each_list(device, [&](auto records) {
            if constexpr (std::is_same_v<typename Row::Record, typename decltype(records)::value_type>) {
                for (const auto& one : records)
                    visit(record, row, (one.*row.member).origin);
            }
        });
    });
}

std::string_view line_at(std::string_view text, std::uint32_t offset)
{
    const std::size_t feed = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
    const std::size_t begin = feed == std::string_view::npos ? 0 : feed + 1;
    std::string_view line = text.substr(begin, std::min(text.find('\n', begin), text.size()) - begin);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return line;
}

// The lines in file order; lines that differ only in numbers occur once.
std::vector<Statement> statements_of(const Driver& driver, const Judged& judged)
{
    const std::string text = example_text({driver.name, "leaf1", ""});
    const Source source(0, std::string(driver.base_file_name), text);
    std::vector<Tree> trees;
    trees.push_back(driver.parse(source));
    const Reading reading = driver.read(trees, source.file_name());
    std::map<std::uint32_t, std::string> by_offset;
    std::map<std::string, Statement> by_text;
    each_setting(reading.device, [&](std::string_view record, const auto& row, OriginId origin) {
        const Span at = origin.kind() == OriginKind::explicit_ ? reading.device.origins.span(origin) : Span{};
        if (!at.somewhere() || at.offset >= text.size())
            return;
        const std::string_view line = line_at(text, at.offset);
        const std::string key = without_numbers(line);
        by_offset.try_emplace(static_cast<std::uint32_t>(line.data() - text.data()), key);
        Statement& statement = by_text[key];
        if (statement.text.empty())
            statement.text = line;
        statement.states.insert(row.what);
        if (const auto rules = judged.find({record, row.name}); rules != judged.end())
            statement.rules.insert(rules->second.begin(), rules->second.end());
        if (!row.unjudged.empty())
            statement.unjudged.insert(row.unjudged);
    });
    std::vector<Statement> statements;
    for (const auto& [offset, key] : by_offset) {
        const auto found = by_text.find(key);
        if (found == by_text.end())
            continue;
        statements.push_back(std::move(found->second));
        by_text.erase(found);
    }
    return statements;
}

std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '|')
            out += '\\';
        out += c;
    }
    return out;
}

}

std::string coverage_page(const Judged& judged)
{
    std::string out
        = "<!-- Written by the tests: ROCELINT_UPDATE_GOLDEN=1. -->\n# Which statement feeds which rules\n\n"
          "The lines of each platform's base example that state something of the model, and the rules that say "
          "something else where it is unread. Lines that are alike but for their numbers stand once; what maps "
          "and lists of members lead to is judged by the rules that classify packets. What each platform reads "
          "besides is in the README of its driver.\n";
    for (const Driver* driver : all_drivers()) {
        if (driver->base_example.empty())
            continue;
        append(out, "\n## {}\n\n| line | states | rules |\n|---|---|---|\n", driver->title);
        for (const Statement& statement : statements_of(*driver, judged)) {
            std::string rules = fmt::format("{}", fmt::join(statement.rules, ", "));
            for (const std::string_view why : statement.unjudged)
                append(rules, "{}none of part of it: {}", rules.empty() ? "" : "; ", why);
            append(out,
                "| `{}` | {} | {} |\n",
                escaped(statement.text),
                fmt::join(statement.states, "; "),
                rules);
        }
    }
    return out;
}

}
