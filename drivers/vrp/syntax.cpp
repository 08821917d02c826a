// SPDX-License-Identifier: Apache-2.0
// What is not a line of its own: names of ports, lists of queues, and which hardware a configuration is for.
#include "drivers/line_cli/grammar/port_ranges.h"
#include "drivers/vrp/config.h"
#include "models/catalog/catalog.h"
#include "models/syntax/indent_tree.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::vrp {
namespace {

struct TypeWord {
    std::string_view word;
    PortKind kind;
};
constexpr TypeWord type_words[]{{"Eth-Trunk", PortKind::lag},
    {"Vlanif", PortKind::vlan},
    {"Vbdif", PortKind::vlan},
    {"LoopBack", PortKind::loopback},
    {"MEth", PortKind::management},
    {"Tunnel", PortKind::tunnel},
    {"Nve", PortKind::tunnel},
    {"NULL", PortKind::other},
    {"Stack-Port", PortKind::internal},
    {"GE", PortKind::physical}};
constexpr std::uint64_t giga = 1'000'000'000;

// "1/0/1", "1/0/4": the names of these ports and of those between them, of one type.
bool add_range(std::vector<std::string>& names, std::string_view first, std::string_view last)
{
    constexpr std::uint64_t most = 128;
    const std::size_t slash = first.rfind('/');
    const std::size_t last_slash = last.rfind('/');
    if (slash == std::string_view::npos || last_slash == std::string_view::npos)
        return false;
    // The type may stand before the first number alone.
    if (!first.substr(0, slash).ends_with(last.substr(0, last_slash)))
        return false;
    const auto from = parse_number(first.substr(slash + 1));
    const auto to = parse_number(last.substr(last_slash + 1));
    if (!from || !to || *to < *from || *to - *from > most)
        return false;
    for (std::uint64_t port = *from + 1; port <= *to; ++port)
        names.push_back(fmt::format("{}/{}", first.substr(0, slash), port));
    return true;
}

}

BitsPerSecond speed_of(std::string_view port)
{
    const std::size_t letters = port.find("GE");
    if (letters == std::string_view::npos)
        return {};
    if (letters == 0)
        return {giga};
    const auto number = parse_number(port.substr(0, letters));
    constexpr std::uint64_t fastest = 1600;
    return number && *number <= fastest ? BitsPerSecond{*number * giga} : BitsPerSecond{};
}

std::string pool_name(std::uint64_t slot) { return fmt::format("headroom-pool slot {}", slot); }

std::uint64_t slot_of(std::string_view port)
{
    const std::size_t letters = port.find("GE");
    if (letters == std::string_view::npos)
        return 0;
    const std::string_view numbers = port.substr(letters + 2);
    return parse_number(numbers.substr(0, numbers.find('/'))).value_or(0);
}

std::optional<std::vector<std::string>> members_of(std::string_view text)
{
    constexpr std::size_t most = 1024;
    std::vector<std::string> names;
    std::string_view type;
    for (Words words(text); !words.at_end() && names.size() <= most;) {
        const std::string_view word = words.next();
        if (word == "mode") {
            words.next();
        } else if (word == "to") {
            if (names.empty() || !add_range(names, std::string(names.back()), words.next()))
                return std::nullopt;
        } else if (word.find('/') == std::string_view::npos) {
            type = word;
        } else {
            names.push_back(speed_of(word).count != 0 ? std::string(word) : fmt::format("{}{}", type, word));
            if (kind_of_port(names.back()) != PortKind::physical)
                return std::nullopt;
        }
    }
    return names.empty() || names.size() > most ? std::nullopt : std::optional(std::move(names));
}

std::vector<const Fact*> slot_lines_of(const line_cli::Lines& lines)
{
    std::vector<const Fact*> found;
    for (const Fact& line : lines.facts) {
        if (says(line) == LineKind::pause_by_class || says(line) == LineKind::recovery_action)
            found.push_back(&line);
    }
    return found;
}

const Fact* line_of_slot(std::span<const Fact* const> slot_lines, LineKind what, std::uint64_t slot)
{
    const Fact* found = nullptr;
    for (const Fact* line : slot_lines) {
        // The slot is the last value.
        const line_cli::Value& own = line->values.at(what == LineKind::recovery_action ? 1 : 0);
        if (says(*line) == what && (!own.written() || own.number == slot))
            found = line->sense == Sense::clear ? nullptr : line;
    }
    return found;
}

const Fact* pausing_line(const Device& device, std::span<const Fact* const> slot_lines, std::uint32_t index)
{
    const auto of_port = [&](const Port& port) {
        return line_of_slot(slot_lines, LineKind::pause_by_class, slot_of(port.name));
    };
    if (device.ports[index].kind == PortKind::physical)
        return of_port(device.ports[index]);
    const Fact* found = nullptr;
    for (const Port& member : device.ports) {
        if (member.lag != index)
            continue;
        found = of_port(member);
        if (found == nullptr)
            return nullptr;
    }
    return found;
}

PortKind kind_of_port(std::string_view name)
{
    PortKind kind = PortKind::other;
    if (speed_of(name).count != 0)
        kind = PortKind::physical;
    else {
        const auto* const found = std::ranges::find_if(
            type_words, [&](const TypeWord& type) { return name.starts_with(type.word); });
        kind = found == std::end(type_words) ? PortKind::other : found->kind;
    }
    return line_cli::kind_of_name(name, kind);
}

std::array<std::uint8_t, queue_count> usual_numbers(std::string_view entry)
{
    return line_cli::listed_numbers<queue_count>(catalog::platform_default("vrp", entry).value);
}

std::optional<PrioritySet> queues_of(std::string_view text)
{
    PrioritySet queues;
    for (Words words(text); !words.at_end();) {
        const auto first = parse_number(words.next());
        const auto last = words.take("to") ? parse_number(words.next()) : first;
        if (!first || !last || *last < *first || *last >= queue_count)
            return std::nullopt;
        for (std::uint64_t queue = *first; queue <= *last; ++queue)
            queues.insert(static_cast<Priority>(queue));
    }
    return queues.empty() ? std::nullopt : std::optional(queues);
}

std::string queues_text(PrioritySet queues)
{
    std::string text;
    for (std::uint8_t queue = 0; queue < queue_count; ++queue) {
        if (!queues.has(queue))
            continue;
        const std::uint8_t first = queue;
        while (queue + 1 < queue_count && queues.has(static_cast<Priority>(queue + 1)))
            ++queue;
        text += fmt::format("{}{}", text.empty() ? "" : " ", first);
        if (queue > first)
            text += fmt::format(" to {}", queue);
    }
    return text;
}

Hardware hardware_of_model(std::string_view model)
{
    if (line_cli::is_of_models(catalog::platform_default("vrp", "headroom_models").value, model))
        return Hardware::headroom;
    return line_cli::is_of_models(catalog::platform_default("vrp", "simulated_models").value, model)
        ? Hardware::simulated
        : Hardware::unknown;
}

std::string beyond_hardware(Hardware hardware, PrioritySet priorities)
{
    const bool simulated = hardware == Hardware::simulated;
    const auto most
        = catalog::platform_default("vrp", simulated ? "most_paused_simulated" : "most_paused_headroom");
    const auto highest = catalog::platform_default("vrp", "highest_paused_simulated");
    for (const Priority priority : priorities) {
        if (simulated && priority > highest.number())
            return fmt::format("this hardware pauses priorities up to {}, and not {} ({})",
                highest.number(),
                priority,
                highest.source);
    }
    return static_cast<std::uint64_t>(priorities.size()) > most.number()
        ? fmt::format("PFC takes {} priorities at most here, and these are {} ({})",
            most.number(),
            to_string(priorities),
            most.source)
        : std::string{};
}

std::string beyond_largest_frame(std::uint64_t bytes)
{
    const auto largest = catalog::platform_default("vrp", "largest_frame");
    return bytes > largest.number()
        ? fmt::format("hardware with PFC takes frames up to {} bytes, and not {} ({})",
            largest.number(),
            bytes,
            largest.source)
        : std::string{};
}

Hardware hardware_of(const line_cli::Lines& lines)
{
    Hardware found = Hardware::unknown;
    constexpr std::uint64_t kilobyte = 1024;
    const std::uint64_t largest_simulated
        = catalog::platform_default("vrp", "largest_simulated_pool").number() * kilobyte;
    for (const Fact& line : lines.facts) {
        if (line.sense != Sense::set)
            continue;
        switch (says(line)) {
        case LineKind::model:
            if (const Hardware named = hardware_of_model(Words(line.text).peek()); named != Hardware::unknown)
                return named;
            break;
        case LineKind::headroom_pool:
            if (line.value() > largest_simulated)
                found = Hardware::headroom;
            break;
        case LineKind::interval:
        case LineKind::detection_time:
        case LineKind::recovery_time:
        case LineKind::pause_by_class:
        case LineKind::fixed_threshold:
        case LineKind::threshold:
        case LineKind::headroom:
        case LineKind::reserve:
            found = Hardware::headroom;
            break;
        case LineKind::detection:
        case LineKind::recovery:
        case LineKind::fixed_pair:
        case LineKind::pair:
        case LineKind::ecn_everywhere:
            found = Hardware::simulated;
            break;
        default:
            break;
        }
    }
    return found;
}

}
