// SPDX-License-Identifier: Apache-2.0
// The lines that identify captures of a fabric, and the tree of such files.
#include "drivers/ib_fabric/recognise.h"

#include "drivers/ib_fabric/forwarding.h"
#include "drivers/ib_fabric/section.h"
#include "models/syntax/tree_builder.h"
#include "models/syntax/waiver_comment.h"

#include <algorithm>

namespace rocelint::ib_fabric {
namespace {

// ibdm's description of a fabric by its systems: "   P1 -> Cougar H-1 P1", "  M/P1 -> …". Other files (IBNL)
// define the nodes and ports of a system, so they are not known.
bool is_system_link(std::string_view line)
{
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::size_t arrow = line.find(" -> ");
    if (arrow == std::string_view::npos || arrow > 40)
        return false;
    const std::string_view from = line.substr(0, arrow);
    const std::size_t board = from.rfind('/');
    const std::string_view port = from.substr(board == std::string_view::npos ? 0 : board + 1);
    const std::string_view to = line.substr(arrow + 4);
    const std::size_t last = to.rfind(' ');
    return port.size() > 1 && port.front() == 'P'
        && port.find_first_not_of("P0123456789") == std::string_view::npos && last != std::string_view::npos
        && to.find(' ') != last && to.substr(last + 1).find('P') != std::string_view::npos;
}

std::string_view take_line(std::string_view& text)
{
    const std::size_t feed = text.find('\n');
    std::string_view line = text.substr(0, feed);
    text.remove_prefix(feed == std::string_view::npos ? text.size() : feed + 1);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

}

bool has_system_links(const Source& source)
{
    constexpr std::size_t looked_at = 16384;
    std::string_view text = source.text().substr(0, looked_at);
    while (!text.empty()) {
        if (is_system_link(take_line(text)))
            return true;
    }
    return false;
}

// Detects lists whose lines have no word of their own: those that start with a brace or a number.
Detection detect(const Source& source)
{
    constexpr std::size_t looked_at = 16384;
    std::string_view text = source.text().substr(0, looked_at);
    while (!text.empty()) {
        std::string_view line = take_line(text);
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (line.empty())
            continue;
        if (line.starts_with("{ ") && link_list_form.begins(line))
            return {90, "links of ibdiagnet or opensm"};
        if (line.front() >= '0' && line.front() <= '9') {
            if (pkeys_form.begins(line))
                return {80, "smpquery pkeys"};
            if (link_info_form.begins(line))
                return {80, "links of iblinkinfo"};
        }
        if (is_system_link(line))
            return {60, "systems of an ibdm topology"};
    }
    return {};
}

// Consecutive rows of a forwarding table are one node: one node for each row would take five times the memory
// of the text.
Tree parse(const Source& source)
{
    TreeBuilder builder(source);
    builder.open(builder.make_node(Node::Kind::line, 0, 0));
    const std::string_view text = source.text();
    const WaiverComments comments(text, '#');
    bool in_table = false;
    for (std::size_t at = 0; at < text.size();) {
        const auto end_of_line
            = [&text](std::size_t from) { return std::min(text.find('\n', from), text.size()); };
        std::size_t end = end_of_line(at);
        std::size_t from = at;
        std::size_t to = end;
        const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
        while (from < to && is_blank(text[from]))
            ++from;
        while (to > from && is_blank(text[to - 1]))
            --to;
        const std::string_view line = comments.strip(text.substr(from, to - from));
        if (line.empty()) {
            at = end + 1;
            continue;
        }
        if (in_table && from == at && table_row(line)) {
            std::uint32_t count = 1;
            std::size_t next = end + 1;
            while (next < text.size()) {
                const std::size_t next_end = end_of_line(next);
                std::string_view row = text.substr(next, next_end - next);
                if (row.ends_with('\r'))
                    row.remove_suffix(1);
                if (!table_row(row))
                    break;
                end = next_end;
                next = end + 1;
                ++count;
            }
            Node* rows = builder.make_node(
                Node::Kind::lines, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end - at));
            rows->value_length = count;
            builder.add(rows);
        } else {
            in_table = begins_table(line) || (in_table && !line.starts_with("Multicast"));
            Node* node = builder.make_node(
                Node::Kind::line, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(line.size()));
            node->key = line;
            builder.add(node);
        }
        at = end + 1;
    }
    return builder.finish();
}

}
