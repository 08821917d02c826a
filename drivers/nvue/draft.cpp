// SPDX-License-Identifier: Apache-2.0
// Ports share profiles, and most share the one for all ports. A change for one port is written where it
// changes no other port.
#include "drivers/nvue/draft.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::nvue {
namespace {

// Returns "traffic-class # min-threshold" for a row below "qos KIND {} ", or empty for rows of other kinds.
std::string_view tail_of(const Row& row, std::string_view kind)
{
    const std::string head = fmt::format("qos {} {{}} ", kind);
    return row.path.starts_with(head) ? row.path.substr(head.size()) : std::string_view{};
}

std::string numbered(std::string_view tail, std::uint8_t number)
{
    const std::size_t at = tail.find('#');
    return at == std::string_view::npos
        ? std::string(tail)
        : fmt::format("{}{}{}", tail.substr(0, at), number, tail.substr(at + 1));
}

bool is_made_by_roce(const Fact* fact) { return fact->node == nullptr; }

}

void Draft::add_usual(std::string_view kind, std::string_view name, Both& both) const
{
    if (name != usual_profile)
        return;
    const auto add = [&](std::string key, std::string value) {
        both.effective.try_emplace(std::move(key), std::move(value));
    };
    const auto& usual = config_.defaults;
    if (kind == "pfc" && config_.roce.lossless()) {
        const Stated length = config_.global(LineKind::roce_cable);
        add("cable-length",
            length ? std::string(length.fact->text) : std::string(usual.text("roce_cable_length")));
    }
    if (kind == "congestion-control" && both.effective.empty()) {
        const std::string queue = fmt::format("traffic-class {} ", usual.text("ecn"));
        add(queue + "ecn", "enable");
        add(queue + "min-threshold", std::string(usual.text("ecn_min")));
        add(queue + "max-threshold", std::string(usual.text("ecn_max")));
        add(queue + "probability", std::string(usual.text("ecn_probability")));
    }
    if (kind == "egress-scheduler" && !config_.roce.on) {
        for (std::uint8_t queue = 0; queue < class_count; ++queue) {
            if (both.effective.contains(fmt::format("traffic-class {} mode", queue)))
                continue;
            add(fmt::format("traffic-class {} mode", queue), "dwrr");
            add(fmt::format("traffic-class {} bw-percent", queue), queue % 2 == 0 ? "12" : "13");
        }
    }
}

const Draft::Both& Draft::content(std::string_view kind, std::string_view name)
{
    const auto [entry, fresh] = contents_.try_emplace({std::string(kind), std::string(name)});
    Both& both = entry->second;
    if (!fresh)
        return both;
    for (const Row& row : rows()) {
        const std::string_view tail = tail_of(row, kind);
        if (tail.empty() || row.says == LineKind::nothing)
            continue;
        if (row.slot == Slot::list) {
            for (const Entries& each : config_.all(kind, name, row.says)) {
                for (std::uint8_t number = 0; number <= row.most; ++number) {
                    if ((each.bits >> number & 1U) == 0)
                        continue;
                    both.effective[fmt::format("{} {}", tail, number)];
                    if (!is_made_by_roce(each.fact))
                        both.written[fmt::format("{} {}", tail, number)];
                }
            }
            continue;
        }
        const bool of_numbers = tail.find('#') != std::string_view::npos;
        for (std::uint8_t number = 0; number < (of_numbers ? 64 : 1); ++number) {
            const Stated stated
                = config_.find(kind, name, row.says, of_numbers ? number : std::uint8_t{0xff});
            if (!stated || stated.fact->place != &row_place(row.says))
                continue;
            both.effective[numbered(tail, number)] = stated.fact->text;
            both.written[numbered(tail, number)] = stated.fact->text;
        }
    }
    add_usual(kind, name, both);
    return both;
}

Content& Draft::of_port(const Kind& kind, std::uint32_t port)
{
    const auto [entry, fresh] = wanted_.try_emplace({std::string(kind.word), port});
    if (fresh)
        entry->second = content(kind.word, config_.profile_of(port, kind.binding)).effective;
    return entry->second;
}

std::vector<std::uint32_t> Draft::users(const Kind& kind, std::uint32_t port) const
{
    std::vector<std::uint32_t> found;
    const std::string_view name = config_.profile_of(port, kind.binding);
    for (std::uint32_t other = 0; other < config_.device.ports.size(); ++other) {
        const PortKind what = config_.device.ports[other].kind;
        if ((what == PortKind::physical || what == PortKind::lag)
            && config_.profile_of(other, kind.binding) == name)
            found.push_back(other);
    }
    return found;
}

void Draft::put(std::uint32_t port, std::string_view path, std::string value)
{
    const std::string name(config_.device.ports[port].name);
    for (Step& step : steps_) {
        if (!step.ports.empty() && step.path == path && step.value == value && !step.unset) {
            if (std::ranges::find(step.ports, name) == step.ports.end())
                step.ports.push_back(name);
            return;
        }
    }
    steps_.push_back({{name}, std::string(path), std::move(value), false});
}

void Draft::put_whole(std::string path, std::string value, bool unset)
{
    const auto same = std::ranges::find_if(
        steps_, [&](const Step& step) { return step.ports.empty() && step.path == path; });
    if (same == steps_.end())
        steps_.push_back({{}, std::move(path), std::move(value), unset});
    else
        same->value = std::move(value);
}

// Whether the wanted PFC is that of the lossless mode of `qos roce`, while the file states a lossy mode.
bool Draft::is_of_lossless_mode(const Content& wanted, const Both& both) const
{
    const std::string paused = fmt::format("switch-priority {}", roce_priority);
    const Content made{{paused, ""}, {"rx", "enable"}, {"tx", "enable"}};
    return config_.roce.on && !config_.roce.lossless() && both.written.empty() && wanted == made;
}

void Draft::change_profile(const Kind& kind, std::string_view name, const Content& wanted, Objection& refusal)
{
    const Both& both = content(kind.word, name);
    if (kind.word == "pfc" && name == usual_profile && is_of_lossless_mode(wanted, both)) {
        put_whole("qos roce mode", "lossless");
        return;
    }
    const std::string head = fmt::format("qos {} {} ", kind.word, name);
    for (const auto& [key, value] : wanted) {
        const auto now = both.written.find(key);
        if (now != both.written.end() && now->second == value)
            continue;
        const auto effective = both.effective.find(key);
        const bool same = effective != both.effective.end() && effective->second == value;
        // The length for the profile that roce makes is set in roce itself where the file has it there, and up to 5.3
        // (NVIDIA NVUE reference, Set and Unset Commands, QoS, cable-length).
        constexpr Release of_profile{5, 4};
        const bool of_roce = config_.global(LineKind::roce_cable)
            || (config_.release.has_value() && *config_.release < of_profile);
        if (kind.word == "pfc" && key == "cable-length" && config_.roce.lossless() && name == usual_profile) {
            if (!same)
                put_whole(of_roce ? "qos roce cable-length" : head + key, value);
        } else {
            put_whole(head + key, value);
        }
    }
    for (const auto& [key, value] : both.effective) {
        if (wanted.contains(key))
            continue;
        if (both.written.contains(key))
            put_whole(head + key, {}, true);
        else if (kind.word == "pfc" && std::ranges::none_of(wanted, [](const auto& each) {
                     return each.first.starts_with("switch-priority");
                 }))
            refusal = "`qos roce` pauses this priority: its mode would have to be lossy";
    }
}

void Draft::make_profile(
    const Kind& kind, std::string_view name, const Content& wanted, const std::vector<std::uint32_t>& ports)
{
    std::string made = fmt::format(
        "{}-{}", name == usual_profile ? kind.word : name, config_.device.ports[ports.front()].name);
    while (config_.has_profile(kind.word, made) || made_.contains(std::string(kind.word) + ' ' + made))
        made += "-own";
    made_.insert(std::string(kind.word) + ' ' + made);
    for (const auto& [key, value] : wanted)
        put_whole(fmt::format("qos {} {} {}", kind.word, made, key), value);
    for (const std::uint32_t port : ports)
        put(port, fmt::format("qos {} profile", kind.word), made);
}

std::vector<Step> Draft::steps(Objection& refusal)
{
    for (const Kind& kind : kinds_of_profiles) {
        std::set<std::string> done;
        for (const auto& [place, first] : wanted_) {
            const std::string name(config_.profile_of(place.second, kind.binding));
            if (place.first != kind.word || !done.insert(name).second)
                continue;
            const Content effective = content(kind.word, name).effective;
            const std::vector<std::uint32_t> all = users(kind, place.second);
            std::map<Content, std::vector<std::uint32_t>> groups;
            for (const std::uint32_t port : all) {
                const auto wanted = wanted_.find({std::string(kind.word), port});
                groups[wanted == wanted_.end() ? effective : wanted->second].push_back(port);
            }
            for (const auto& [wanted, ports] : groups) {
                if (wanted == effective)
                    continue;
                if (ports.size() == all.size())
                    change_profile(kind, name, wanted, refusal);
                else
                    make_profile(kind, name, wanted, ports);
            }
        }
    }
    return std::move(steps_);
}

Objection untypable(std::string_view text)
{
    const auto plain = [](char c) {
        return ascii::is_letter_or_digit(c)
            || std::string_view("._:/,@+ -").find(c) != std::string_view::npos;
    };
    const bool option = text.starts_with('-') || text.find(" -") != std::string_view::npos;
    constexpr std::size_t longest = 1024;
    if (std::ranges::all_of(text, plain) && !option && text.size() < longest)
        return {};
    return "a name in this statement holds characters that a shell would take for more than a name";
}

std::string command_lines(const std::vector<Step>& steps)
{
    std::string text;
    for (const Step& step : steps) {
        text += step.unset ? "nv unset " : "nv set ";
        if (!step.ports.empty())
            text += fmt::format("interface {} ", fmt::join(step.ports, ","));
        text += step.path;
        if (!step.value.empty())
            text += ' ' + step.value;
        text += '\n';
    }
    return text;
}

}
