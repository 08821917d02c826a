// SPDX-License-Identifier: Apache-2.0
// The lines that identify captures of a fabric, and the tree of such files.
#include "drivers/ib_fabric/recognise.h"

#include "drivers/ib_fabric/forwarding.h"
#include "drivers/ib_fabric/section.h"
#include "models/syntax/tree_builder.h"
#include "models/syntax/waiver_comment.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::ib_fabric {
namespace {

// ibdm's description of a fabric by its systems: "   P1 -> Cougar H-1 P1", "  M/P1 -> …". Other files (IBNL)
// define the nodes and ports of a system, so they are not known.
bool is_system_link(std::string_view line)
{
    line = ascii::trimmed_front(line, ascii::is_blank);
    constexpr std::size_t longest_port = 40;
    constexpr std::string_view leads_to = " -> ";
    const std::size_t arrow = line.substr(0, longest_port + leads_to.size()).find(leads_to);
    if (arrow == std::string_view::npos)
        return false;
    const std::string_view from = line.substr(0, arrow);
    const std::size_t board = from.rfind('/');
    const std::string_view port = from.substr(board == std::string_view::npos ? 0 : board + 1);
    const std::string_view to = line.substr(arrow + leads_to.size());
    const std::size_t last = to.rfind(' ');
    return port.size() > 1 && port.front() == 'P'
        && port.find_first_not_of("P0123456789") == std::string_view::npos && last != std::string_view::npos
        && to.find(' ') != last && to.substr(last + 1).find('P') != std::string_view::npos;
}

}

bool has_system_links(const Source& source)
{
    constexpr std::size_t looked_at = 16384;
    std::string_view text = source.text().substr(0, looked_at);
    while (!text.empty()) {
        if (is_system_link(ascii::take_line(text)))
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
        std::string_view line = ascii::take_line(text);
        line = ascii::trimmed_front(line, ascii::is_blank);
        if (line.empty())
            continue;
        if (line.starts_with("{ ") && link_list_form.begins(line))
            return {90, "links of ibdiagnet or opensm"};
        if (ascii::is_digit(line.front())) {
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
        const std::string_view line
            = comments.strip(ascii::trimmed(text.substr(at, end - at), ascii::is_blank_or_cr));
        if (line.empty()) {
            at = end + 1;
            continue;
        }
        if (in_table && line.data() == text.data() + at && table_row(line)) {
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
            Node* node = builder.make_node(Node::Kind::line,
                static_cast<std::uint32_t>(line.data() - text.data()),
                static_cast<std::uint32_t>(line.size()));
            node->key = line;
            builder.add(node);
        }
        at = end + 1;
    }
    return builder.finish();
}

}
