// SPDX-License-Identifier: Apache-2.0
// Assigns statements to ports and profiles.
#include "drivers/nvue/config.h"

#include "models/fabric/value/priority.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rocelint::nvue {
namespace {

// The release in a text such as "Cumulus Linux 5.14.0".
std::optional<Release> release_in(std::string_view text)
{
    const auto take_number = [&text] {
        std::size_t length = 0;
        while (length < text.size() && ascii::is_digit(text[length]))
            ++length;
        const auto number = parse_number(text.substr(0, length));
        text.remove_prefix(length);
        return number;
    };
    while (!text.empty() && !ascii::is_digit(text.front()))
        text.remove_prefix(1);
    const auto major = take_number();
    if (!major || !text.starts_with('.'))
        return std::nullopt;
    text.remove_prefix(1);
    const auto minor = take_number();
    if (!minor)
        return std::nullopt;
    return Release{static_cast<std::uint32_t>(*major), static_cast<std::uint32_t>(*minor)};
}

}

std::string_view kind_of(const Keyword* place)
{
    const Keyword* kind = nullptr; // the place two levels below the top
    const Keyword* first = nullptr;
    for (const Keyword* at = place; at != nullptr && at != &schema().top(); at = schema().around(*at))
        kind = std::exchange(first, at);
    return kind != nullptr && first->word == "qos" && kind->inside->name != nullptr ? kind->word
                                                                                    : std::string_view{};
}

std::string_view label_of(std::string_view kind)
{
    constexpr std::pair<std::string_view, std::string_view> labels[]{{"pfc", "qos pfc profile"},
        {"link-pause", "qos link-pause profile"},
        {"congestion-control", "qos congestion-control profile"},
        {"mapping", "qos mapping profile"},
        {"remark", "qos remark profile"},
        {"egress-scheduler", "qos egress-scheduler profile"},
        {"egress-shaper", "qos egress-shaper profile"}};
    const auto found = std::ranges::find(labels, kind, &std::pair<std::string_view, std::string_view>::first);
    return found == std::end(labels) ? kind : found->second;
}

Config::Config(Device& target, std::span<const Tree> trees, std::vector<SyntaxProblem>& found)
    : device(target)
    , problems(found)
    , defaults("nvue", default_names, target.origins, target.fragment)
    , lost_names_(target, found)
{
    std::size_t expected = 0;
    for (const Tree& tree : trees)
        expected += tree.node_count;
    facts.reserve(expected);
    for (const Tree& tree : trees)
        collect(tree, *device.arena, facts, problems);
    for (std::uint32_t at = 0; at < facts.size(); ++at) {
        if (first_word(*facts[at].place) != "interface" && kind_of(facts[at].place).empty())
            whole_.push_back(at);
    }
    const Stated enabled = global(LineKind::roce_enable);
    const Stated present = global(LineKind::roce_present);
    roce.on = enabled ? enabled.fact->value != 0 : static_cast<bool>(present);
    roce.mode = global(LineKind::roce_mode).value_or(0);
    if (present)
        roce.at = (enabled ? enabled : present).fact->at;
    if (const Stated version = global(LineKind::version))
        release = release_in(version.fact->text);
    const Stated mode = global(LineKind::roce_mode);
    roce.unread = roce.on && mode && (mode.fact->unread || mode.fact->value == dci_1);
    if (roce.unread)
        roce.mode = dci_1;
    if (roce.on && !roce.unread)
        collect_profile(roce_lines(roce.mode), made);
    if (roce.on && roce.mode == lossy_multi_tc) {
        const std::size_t first = made.size();
        collect_profile(multi_class_lines(release), made);
        for (std::size_t at = first; at < made.size(); ++at)
            made[at].unread = !release.has_value();
    }
    place_profiles(facts, true);
    place_profiles(made, false);
    place_ports();
}

void Config::place_profiles(const std::vector<Fact>& from, bool of_file)
{
    for (std::uint32_t at = 0; at < from.size(); ++at) {
        const std::string_view kind = kind_of(from[at].place);
        if (from[at].unset && from[at].name.empty() && (!kind.empty() || from[at].place->word == "qos")) {
            for (auto& [key, profile] : profiles_) {
                if (kind.empty() || key.first == kind)
                    profile.own.push_back(at);
            }
            continue;
        }
        if (kind.empty())
            continue;
        Profile& profile = profiles_[{kind, from[at].name}];
        (of_file ? profile.own : profile.made).push_back(at);
    }
}

// Adjacent statements about one interface or range are one block; a range is expanded once.
void Config::place_ports()
{
    block_end_.resize(facts.size());
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> members;
    std::size_t budget = std::size_t{1} << 20;
    for (std::uint32_t first = 0; first < facts.size();) {
        const Fact& fact = facts[first];
        std::uint32_t end = first + 1;
        const auto is_port
            = [](const Fact& each) { return !each.name.empty() && first_word(*each.place) == "interface"; };
        if (!is_port(fact)) {
            ++first;
            continue;
        }
        while (end < facts.size() && facts[end].name == fact.name && is_port(facts[end]))
            ++end;
        block_end_[first] = end;
        const auto [range, fresh] = members.try_emplace(fact.name);
        if (fresh) {
            std::vector<std::string> names = expand_names(fact.name);
            if (names.size() > budget)
                names.clear();
            budget -= names.size();
            if (names.empty())
                problems.push_back(
                    {SyntaxProblem::Severity::error, fact.at, "this range of interfaces is not understood"});
            for (const std::string& name : names) {
                const auto known = port_by_name.find(name);
                if (known != port_by_name.end()) {
                    range->second.push_back(known->second);
                    continue;
                }
                if (fact.unset)
                    continue;
                const auto index = static_cast<std::uint32_t>(device.ports.size());
                Port& port = device.ports.emplace_back();
                port.name = device.arena->keep(name);
                port.kind = kind_by_name(name);
                port.at = fact.at;
                port_by_name.emplace(port.name, index);
                range->second.push_back(index);
                of_port_.emplace_back();
            }
        }
        for (const std::uint32_t port : range->second)
            of_port_[port].push_back(first);
        first = end;
    }
}

bool Config::writes_enabled() const
{
    if (release)
        return *release >= says_state;
    // Words of which each belongs to releases on one side of the change only.
    for (const Fact& fact : facts) {
        if (fact.row == nullptr || fact.text.empty())
            continue;
        const bool changed = fact.says() == LineKind::roce_enable || fact.says() == LineKind::adaptive
            || fact.says() == LineKind::adaptive_port || fact.says() == LineKind::hash_field
            || fact.says() == LineKind::autoneg || fact.says() == LineKind::ospf
            || fact.says() == LineKind::vxlan;
        if (changed && (fact.text == "on" || fact.text == "off"))
            return false;
    }
    return true;
}

std::string_view Config::keep(std::string_view text)
{
    const auto known = kept_.find(text);
    if (known != kept_.end())
        return known->second;
    const std::string_view copy = device.arena->keep(text);
    kept_.emplace(copy, copy);
    return copy;
}

OriginId Config::origin(const Fact& fact, Span bound)
{
    if (fact.node == nullptr)
        return device.origins.inherited(roce.at, roce.at, roce_source);
    return bound.somewhere() ? device.origins.inherited(bound, fact.at) : device.origins.explicit_at(fact.at);
}

}
