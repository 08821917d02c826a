// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/map_lines.h"

namespace rocelint::eos {
namespace {

MapText text_of(const MapEntry& entry)
{
    MapText map;
    map.from.insert(entry.from);
    map.what = entry.kind == MapKind::dscp_to_tc ? "dscp"
        : entry.kind == MapKind::pcp_to_tc       ? "cos"
                                                 : "traffic-class";
    map.target = entry.kind == MapKind::tc_to_queue ? "tx-queue"
        : entry.kind == MapKind::tc_to_dscp         ? "dscp"
                                                    : "traffic-class";
    map.to = entry.to;
    return map;
}

bool same_table(const MapText& a, const MapText& b)
{
    return a.what == b.what
        && (a.target == b.target || (a.target == "uc-tx-queue" && b.target == "tx-queue"));
}

}

bool put_global(std::span<const Tree> trees,
    Writer& writer,
    const Node* old,
    std::string_view beginning,
    std::string text)
{
    writer.command({}, text);
    const Tree* tree = nullptr;
    const Node* alike = nullptr;
    const Node* interface = nullptr;
    const Tree* tree_of_interface = nullptr;
    for (const Tree& candidate : trees) {
        if (candidate.root == nullptr)
            continue;
        for (const Node& node : *candidate.root) {
            if (&node == old)
                return writer.replace(candidate, node, std::move(text));
            if (begins_with(node.key, beginning)) {
                tree = &candidate;
                alike = &node;
            }
            if (interface == nullptr && node.key.starts_with("interface ")) {
                interface = &node;
                tree_of_interface = &candidate;
            }
        }
    }
    if (alike != nullptr)
        writer.insert_after(*tree, *alike, text);
    else if (interface != nullptr)
        writer.insert_before(*tree_of_interface, *interface, text);
    return alike != nullptr || interface != nullptr;
}

void MapLines::set(const MapEntry& entry)
{
    const MapText wanted = text_of(entry);
    for (MapText& map : wanted_) {
        if (same_table(map, wanted) && map.to == wanted.to) {
            map.from = map.from | wanted.from;
            return;
        }
    }
    wanted_.push_back(wanted);
}

// Code points that get another target go out of the lines that had them.
void MapLines::leave_out(const Tree& tree, const Node& line, const MapText& map)
{
    MapText rest = map;
    for (const MapText& wanted : wanted_) {
        if (same_table(map, wanted))
            rest.from = rest.from - wanted.from;
    }
    if (rest.from == map.from)
        return;
    // No other correction touches these lines, so that neither edit can be refused.
    if (rest.from.empty())
        static_cast<void>(writer_.remove(tree, line));
    else
        static_cast<void>(writer_.replace(tree, line, map_text(rest)));
}

void MapLines::write(const MapText& map)
{
    static_cast<void>(
        put_global(trees_, writer_, nullptr, std::string("qos map ") + std::string(map.what), map_text(map)));
}

void MapLines::finish()
{
    if (wanted_.empty())
        return;
    for (const Tree& tree : trees_) {
        if (tree.root == nullptr)
            continue;
        for (const Node& line : *tree.root) {
            const auto map = parse_map(line.key);
            if (!map)
                continue;
            for (MapText& wanted : wanted_) {
                if (same_table(*map, wanted))
                    wanted.target = map->target;
            }
            leave_out(tree, line, *map);
        }
    }
    for (const MapText& map : wanted_)
        write(map);
}

}
