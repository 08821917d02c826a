// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/config.h"

namespace rocelint::eos {
namespace {

using State = CoverageState;

// "1 0 2 3 4 5 6 7": the class of each CoS, or of each block of eight DSCPs.
std::array<std::uint8_t, 8> eight_numbers(std::string_view text)
{
    std::array<std::uint8_t, 8> numbers;
    numbers.fill(ClassMap::unmapped);
    Words words(text);
    for (std::uint8_t& number : numbers) {
        if (const auto parsed = parse_number(words.next()); parsed && *parsed < 8)
            number = static_cast<std::uint8_t>(*parsed);
    }
    return numbers;
}

Ref add_map(Config& config, MapKind kind)
{
    ClassMap map;
    map.kind = kind;
    config.device.maps.push_back(map);
    return Ref{static_cast<std::uint32_t>(config.device.maps.size() - 1)};
}

void fill_defaults(Config& config, Ref ref, Default name, std::uint8_t points_per_number)
{
    if (!config.defaults.known(name))
        return;
    ClassMap& map = config.device.maps[ref.index];
    const auto numbers = eight_numbers(config.defaults.text(name));
    for (std::uint8_t point = 0; point < 8 * points_per_number; ++point)
        map.set(point, numbers[point / points_per_number], config.defaults.origin(name));
}

// The code points before `to`, each once or in ranges, and the word after it.
struct MapLine {
    DscpSet from;
    std::string_view kind;
    std::optional<std::uint64_t> to;
};

std::optional<MapLine> parse_map_line(Words words, std::uint8_t points)
{
    MapLine line;
    while (!words.at_end() && words.peek() != "to") {
        const std::string_view word = words.next();
        if (const auto named = parse_dscp(word)) {
            line.from.insert(*named);
        } else if (const auto range = parse_dscps(word)) {
            line.from = line.from | *range;
        } else {
            return std::nullopt;
        }
    }
    for (Dscp point = points; point < 64; ++point) {
        if (line.from.has(point))
            return std::nullopt;
    }
    words.take("to");
    line.kind = words.next();
    line.to = parse_number(words.next());
    return line;
}

void set_points(Config& config, Ref ref, const MapLine& line, OriginId here)
{
    ClassMap& map = config.device.maps[ref.index];
    for (const Dscp point : line.from)
        map.set(point, static_cast<std::uint8_t>(*line.to), here);
}

State read_class_map_line(Config& config, Words words, const Tree& tree, const Node& node)
{
    const auto line = parse_map_line(words, 8);
    if (!line || !line->to)
        return State::unrecognised;
    if (line->kind == "tx-queue" || line->kind == "uc-tx-queue") {
        if (*line->to >= queue_count)
            return State::unrecognised;
        ClassMap& map = config.device.maps[config.queue_map.index];
        if (!map.at.somewhere())
            map.at = tree.span(node);
        set_points(config, config.queue_map, *line, config.here(tree, node));
        return State::read;
    }
    if (line->kind == "dscp" && *line->to < 64) {
        if (config.rewrite_map.none()) {
            config.rewrite_map = add_map(config, MapKind::tc_to_dscp);
            config.device.maps[config.rewrite_map.index].at = tree.span(node);
        }
        set_points(config, config.rewrite_map, *line, config.here(tree, node));
        return State::read;
    }
    // What leaves in the VLAN tag, and multicast queues.
    if (line->kind == "cos" || line->kind == "exp" || line->kind == "mc-tx-queue")
        return State::irrelevant;
    return State::unsupported;
}

State read_map_line(Config& config, Words words, bool negated, const Tree& tree, const Node& node)
{
    const std::string_view what = words.next();
    if (what == "exp")
        return State::irrelevant;
    if (what != "dscp" && what != "cos" && what != "traffic-class")
        return negated ? State::irrelevant : State::unsupported;
    // A `no` line restores the default, which is what the map has already.
    if (negated)
        return State::read;
    if (what == "traffic-class")
        return read_class_map_line(config, words, tree, node);
    const auto line = parse_map_line(words, what == "dscp" ? 64 : 8);
    if (!line || line->kind != "traffic-class" || !line->to || *line->to > 7) {
        config.reject(tree.span(node), "this qos map line is not understood");
        return State::unrecognised;
    }
    const Ref ref = what == "dscp" ? config.dscp_map : config.pcp_map;
    ClassMap& map = config.device.maps[ref.index];
    if (!map.at.somewhere())
        map.at = tree.span(node);
    set_points(config, ref, *line, config.here(tree, node));
    return State::read;
}

}

void make_maps(Config& config)
{
    config.dscp_map = add_map(config, MapKind::dscp_to_tc);
    fill_defaults(config, config.dscp_map, Default::dscp_to_tc, 8);
    config.pcp_map = add_map(config, MapKind::pcp_to_tc);
    fill_defaults(config, config.pcp_map, Default::cos_to_tc, 1);
    config.queue_map = add_map(config, MapKind::tc_to_queue);
    if (!config.defaults.known(Default::tc_to_queue))
        return;
    for (std::uint8_t tc = 0; tc < 8; ++tc)
        config.device.maps[config.queue_map.index].set(tc, tc, config.defaults.origin(Default::tc_to_queue));
}

void bind_maps(Config& config)
{
    Origins& origins = config.device.origins;
    const auto binding = [&](Ref ref, Default name) {
        const ClassMap& map = config.device.maps[ref.index];
        return map.at.somewhere() ? Setting<Ref>(ref, origins.explicit_at(map.at))
                                  : config.defaults.value(name, ref);
    };
    config.dscp_binding = binding(config.dscp_map, Default::dscp_to_tc);
    config.pcp_binding = binding(config.pcp_map, Default::cos_to_tc);
    config.queue_binding = binding(config.queue_map, Default::tc_to_queue);
    config.group_binding = config.defaults.value(Default::pfc_priority_is_tc, Ref{});
    const Span queue_lines = config.device.maps[config.queue_map.index].at;
    config.priority_binding = queue_lines.somewhere() && config.group_binding.known()
        ? Setting<Ref>(
            config.queue_map, origins.derived(queue_lines, {}, "PFC priority N is traffic class N"))
        : config.group_binding;
    const Setting<bool>& rewrite = config.globals.rewrite_dscp;
    if (!stated(rewrite))
        config.rewrite_binding = config.defaults.value(Default::rewrite_dscp, Ref{});
    else if (!rewrite.value || !config.rewrite_map.none())
        config.rewrite_binding = {rewrite.value ? config.rewrite_map : Ref{}, rewrite.origin};
    else
        config.rewrite_binding = Setting<Ref>::unread(
            config.unread("qos rewrite dscp is on, and the default traffic class to DSCP map is not known"));
}

CoverageState read_qos_global(Config& config, Words words, bool negated, const Tree& tree, const Node& node)
{
    const std::string_view what = words.next();
    if (what == "map")
        return read_map_line(config, words, negated, tree, node);
    if (what == "rewrite") {
        const std::string_view field = words.next();
        if (field != "dscp")
            return State::irrelevant;
        config.globals.rewrite_dscp = {!negated, config.here(tree, node)};
        return State::read;
    }
    if (what == "profile" && negated)
        return State::irrelevant;
    // What happens to packets that are not ECN-capable, adaptive shaping, and whatever else a release adds.
    return negated ? State::irrelevant : State::unsupported;
}

}
