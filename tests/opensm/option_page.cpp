// SPDX-License-Identifier: Apache-2.0
// Generates the page from the reader's option table and the rules' own examples, so that it cannot become outdated.
#include "tests/opensm/option_page.h"

#include "models/catalog/opensm_options.h"
#include "models/text/append.h"
#include "rules/rule_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace rocelint::testing {
namespace {

using catalog::OpensmOption;
using catalog::OpensmType;

std::string range_of(const OpensmOption& option)
{
    if (!option.words.empty()) {
        std::string out;
        for (const std::string_view word : option.words)
            append(out, "{}{}", out.empty() ? "" : ", ", word);
        return out;
    }
    if (option.low && option.high)
        return fmt::format("{} to {}", *option.low, *option.high);
    return "";
}

std::string_view type_name(OpensmType type)
{
    switch (type) {
    case OpensmType::boolean:
        return "TRUE or FALSE";
    case OpensmType::uint8:
        return "8 bits";
    case OpensmType::uint16:
        return "16 bits";
    case OpensmType::uint32:
        return "32 bits";
    case OpensmType::int32:
        return "32 bits with sign";
    case OpensmType::uint64:
        return "64 bits";
    case OpensmType::word:
        return "word";
    case OpensmType::text:
        return "text";
    case OpensmType::port_mask:
        return "mask of ports";
    case OpensmType::table_entry:
        return "shift:multiplier";
    case OpensmType::table:
        return "list of shift:multiplier";
    case OpensmType::per_sl:
        return "service level and number";
    }
    return "";
}

std::string wrong_of(const OpensmOption& option)
{
    if (option.type == OpensmType::text)
        return "the text, whatever it is";
    return option.wrong == "before" ? "what stood before the line" : fmt::format("`{}`", option.wrong);
}

std::string beyond_of(const OpensmOption& option)
{
    if (option.beyond == "written")
        return "the number as written";
    if (!option.beyond.empty())
        return catalog::find_opensm_option(option.beyond) != nullptr
            ? fmt::format("the value of `{}`", option.beyond)
            : fmt::format("`{}`", option.beyond);
    if (option.nvidia_only && option.low)
        return "not known";
    return catalog::largest_of(option.type) == 0 ? "" : "what stood before the line";
}

// The rules with an example that flags a line with this option.
std::map<std::string_view, std::set<std::string_view>> rules_by_option()
{
    std::map<std::string_view, std::set<std::string_view>> found;
    for (const Rule* rule : all_rules()) {
        for (const Example& example : rule->examples) {
            const std::string_view word = example.flagged.substr(0, example.flagged.find_first_of(" \t=:"));
            if (catalog::find_opensm_option(word) != nullptr && example.files[0].platform == "opensm")
                found[word].insert(rule->code);
        }
    }
    return found;
}

std::string rules_of(
    const OpensmOption& option, const std::map<std::string_view, std::set<std::string_view>>& rules)
{
    std::set<std::string_view> codes;
    if (const auto own = rules.find(option.name); own != rules.end())
        codes = own->second;
    if (option.type == OpensmType::boolean)
        codes.insert("SM021");
    else if (option.type != OpensmType::text)
        codes.insert("SM023");
    std::string out;
    for (const std::string_view code : codes) {
        if (std::ranges::any_of(all_rules(), [code](const Rule* rule) { return rule->code == code; }))
            append(out, "{}[{}](rules/{}.md)", out.empty() ? "" : ", ", code, code);
    }
    return out;
}

void add_rows(std::string& page, bool nvidia)
{
    const auto rules = rules_by_option();
    page
        += "| option | type | range | default | a wrong value runs | a number out of range runs | read again | rules "
           "|\n|---|---|---|---|---|---|---|---|\n";
    for (const OpensmOption& option : catalog::opensm_options()) {
        if (option.nvidia_only != nvidia)
            continue;
        const std::string_view fallback = nvidia ? option.nvidia_fallback : option.fallback;
        append(page,
            "| `{}` | {} | {} | {} | {} | {} | {} | {} |\n",
            option.name,
            type_name(option.type),
            range_of(option),
            fallback.empty() ? "not known" : fmt::format("`{}`", fallback),
            wrong_of(option),
            beyond_of(option),
            option.restart ? "at start" : "on SIGHUP",
            rules_of(option, rules));
    }
}

}

std::string option_page()
{
    std::string page
        = "# opensm's options\n\nMade of `models/catalog/opensm_options.yaml`, by which the `opensm` driver "
          "reads. What runs with a wrong value was\nrecorded from opensm 3.3.23: `opensm_options` gives "
          "the real program each option with a good value, a wrong one and numbers out\nof range, and compares "
          "what it writes (`opensm -c`) with this table.\n\nopensm ends with exit code 0 on every one of "
          "them.\n\n";
    add_rows(page, false);
    page
        += "\n## NVIDIA's subnet manager\n\nIt has the options above as well; these it has besides. The program "
           "is not free, so that nothing here was\nrecorded: names and types are those of its header, and where "
           "it says what an option starts with, that.\n\n";
    add_rows(page, true);
    return page;
}

}
