// SPDX-License-Identifier: Apache-2.0
#include "workspace/compare/value_words.h"

#include "models/text/append.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

namespace rocelint::workspace {
namespace {

struct MapWords {
    std::string_view from;
    std::string_view target;
};

// indexed by MapKind
constexpr std::array<MapWords, 8> map_kinds{{{"DSCP", "traffic class"},
    {"PCP", "traffic class"},
    {"traffic class", "queue"},
    {"traffic class", "priority group"},
    {"priority", "queue"},
    {"priority", "priority group"},
    {"traffic class", "DSCP"},
    {"traffic class", "PCP"}}};

const MapWords& words_for(MapKind kind) { return map_kinds[static_cast<std::size_t>(kind)]; }

std::string curve_words(const EcnCurve& curve)
{
    const bool marks = curve.marks.peek_known() && curve.marks.value;
    const bool drops = curve.drops.peek_known() && curve.drops.value;
    if (!curve.marks.peek_known() && !drops)
        return "not known";
    if (!marks && !drops)
        return "off";
    std::string text = marks ? "" : "none, but drops early ";
    if (curve.min_fill.peek_known() && curve.max_fill.peek_known())
        append(text,
            "from {} to {} % of the queue's depth",
            curve.min_fill.value.value(),
            curve.max_fill.value.value());
    else if (curve.min_threshold.peek_known() && curve.max_threshold.peek_known())
        append(text, "from {} to {} bytes", curve.min_threshold.value.count, curve.max_threshold.value.count);
    else
        text += "from thresholds that are not known";
    if (curve.max_probability.peek_known())
        append(text, " with up to {} %", curve.max_probability.value.value());
    return text;
}

std::string class_words(const PolicyClass& one)
{
    std::string matched;
    const auto add = [&matched](std::string_view more) { add_item(matched, more, " or "); };
    if (!one.dscps.empty())
        add("DSCP " + to_string(one.dscps));
    if (!one.pcps.empty())
        add("PCP " + to_string(one.pcps));
    if (one.matches_everything)
        add("all");
    if (one.matches_other)
        add("others");
    std::string text = matched.empty() ? "nothing" : matched;
    if (one.set_tc.peek_known())
        append(text, " to traffic class {}", one.set_tc.value);
    if (one.set_dscp.peek_known())
        append(text, " rewritten to DSCP {}", one.set_dscp.value);
    return text;
}

}

std::string_view without_article(std::string_view what)
{
    for (const std::string_view article : {"the ", "a "}) {
        if (what.starts_with(article))
            what.remove_prefix(article.size());
    }
    return what;
}

bool wants_colon(std::string_view what)
{
    return std::ranges::any_of(std::array{"whether ", "how ", "that ", "what "},
               [what](std::string_view word) { return what.starts_with(word); })
        || what.find(" that ") != std::string_view::npos || what.starts_with("answering ")
        || what.starts_with("slowing ");
}

std::string with_value(std::string_view what, std::string_view value)
{
    // "priorities 3,4" already contains the noun.
    if (what == "priorities" && value.starts_with("priorit"))
        return std::string(value);
    return fmt::format("{}{} {}", without_article(what), wants_colon(what) ? ":" : "", value);
}

std::string short_word(std::string_view row)
{
    if (row == "xoff")
        return "headroom";
    constexpr std::string_view watchdog = "watchdog-";
    std::string word(row.starts_with(watchdog) ? row.substr(watchdog.size()) : row);
    std::ranges::replace(word, '-', ' ');
    return word;
}

std::string priority_words(PrioritySet set)
{
    if (set.empty())
        return "none";
    return fmt::format("{} {}", one_or_many(set.size(), "priority", "priorities"), to_string(set));
}

std::string pfc_words(const Setting<PrioritySet>& set)
{
    if (!set.peek_known())
        return "not known";
    return set.value.empty() ? "off" : "on for " + priority_words(set.value);
}

std::string ecn_words(const EcnProfile* profile, bool known)
{
    if (profile == nullptr)
        return known ? "off" : "not known";
    if (profile->curves.size() == 1)
        return curve_words(profile->curves.front());
    // Colors with equal marking are reported together.
    std::vector<std::pair<std::string, std::string>> alike;
    for (const EcnCurve& curve : profile->curves) {
        std::string words = curve_words(curve);
        const auto same = std::ranges::find(alike, words, &std::pair<std::string, std::string>::second);
        if (same == alike.end())
            alike.emplace_back(word_of(curve.colour), std::move(words));
        else
            append(same->first, " and {}", word_of(curve.colour));
    }
    if (alike.size() == 1)
        return alike.front().second;
    std::string text;
    for (const auto& [colours, words] : alike)
        add_item(text, fmt::format("{} {}", colours, words), "; ");
    return text.empty() ? "off" : text;
}

std::string from_words(MapKind kind, DscpSet points)
{
    return fmt::format("{} {}", words_for(kind).from, to_string(points));
}

std::string target_words(MapKind kind, std::uint8_t target)
{
    return target == ClassMap::unmapped ? fmt::format("a {} that is not stated", words_for(kind).target)
                                        : fmt::format("{} {}", words_for(kind).target, target);
}

std::string map_words(const ClassMap* map, bool known)
{
    if (map == nullptr)
        return known ? "none" : "not known";
    std::map<std::uint8_t, DscpSet> by_target;
    for (std::uint8_t point = 0; point < map->to.size(); ++point) {
        if (map->to[point] != ClassMap::unmapped)
            by_target[map->to[point]].insert(point);
    }
    std::string text;
    for (const auto& [target, points] : by_target)
        add_item(text, fmt::format("{} to {}", to_string(points), target_words(map->kind, target)));
    return text.empty() ? "without an entry" : text;
}

std::string policy_words(const ClassPolicy* policy, bool known)
{
    if (policy == nullptr)
        return known ? "none" : "not known";
    std::string text;
    for (const PolicyClass& one : policy->classes)
        add_item(text, class_words(one), ", then ");
    return text.empty() ? "without a class" : text;
}

}
