// SPDX-License-Identifier: Apache-2.0
// Only what Driver::read understands is fetched, so that passwords, keys and communities never leave the
// switch.
#include "drivers/junos/live/live_text.h"

#include "drivers/junos/live/live_elements.h"
#include "drivers/junos/write/element_text.h"
#include "models/syntax/xml_tree.h"
#include "models/text/ascii.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {
namespace {

// What the grammar reads of the levels that may hold secrets or much other text. A group repeats all of them.
constexpr std::string_view filtered_levels
    = "<apply-groups/><apply-groups-except/><system><host-name/><apply-groups/></system>"
      "<chassis><fpc/></chassis><interfaces/><class-of-service/><forwarding-options/><firewall/>"
      "<vlans><vlan><name/><vlan-id/><vlan-id-list/><l3-interface/><interface><name/></interface><filter/>"
      "<forwarding-options><filter/></forwarding-options></vlan></vlans>"
      "<routing-options><autonomous-system/><forwarding-table/><static/><rib/></routing-options>"
      "<policy-options><policy-statement/></policy-options><logical-systems><name/></logical-systems>"
      "<protocols><dcbx/><ospf><disable/><area><name/></area></ospf><ospf3><disable/><area><name/></area></ospf3>"
      "<isis><disable/><interface><name/></interface></isis>"
      "<bgp><family/><local-as/><multipath/><global-load-balancing/>"
      "<neighbor><name/><family/><local-as/><multipath/><no-global-load-balancing/></neighbor>"
      "<group><name/><family/><local-as/><multipath/><no-global-load-balancing/>"
      "<neighbor><name/><family/><local-as/><multipath/><no-global-load-balancing/></neighbor></group></bgp>"
      "</protocols>";

// Compares names by number: et-0/0/9 before et-0/0/10.
bool stands_before(std::string_view a, std::string_view b)
{
    while (!a.empty() && !b.empty()) {
        const auto number = [](std::string_view text) {
            std::size_t end = 0;
            while (end < text.size() && ascii::is_digit(text[end]))
                ++end;
            return text.substr(0, end);
        };
        const std::string_view left = number(a);
        const std::string_view right = number(b);
        if (!left.empty() && !right.empty()) {
            if (left.size() != right.size())
                return left.size() < right.size();
            if (left != right)
                return left < right;
            a.remove_prefix(left.size());
            b.remove_prefix(right.size());
        } else if (a.front() != b.front()) {
            return a.front() < b.front();
        } else {
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    return a.empty() && !b.empty();
}

bool is_junos_own(const Node& node) { return node.key.starts_with("junos:"); }

// Whether the order of entries has a meaning.
bool keeps_order(std::string_view name) { return name == "firewall" || name == "policy-options"; }

// Returns the elements of a block in the order in which they are written.
std::vector<const Node*> in_order(const Node& block, bool sorted)
{
    std::vector<const Node*> elements;
    for (const Node& child : block) {
        if (!is_xml_attribute(child) && !is_junos_own(child))
            elements.push_back(&child);
    }
    if (!sorted)
        return elements;
    struct Entry {
        const Node* node;
        std::size_t group; ///< position of the list's first entry
        std::string_view key;
    };
    std::vector<Entry> entries;
    std::vector<std::pair<std::string_view, std::size_t>> lists;
    for (std::size_t place = 0; place < elements.size(); ++place) {
        const Node& node = *elements[place];
        const std::string_view name = plain_name(node.key);
        std::string_view key = inner_text(node, "name");
        if (name == "code-points" || name == "code-point")
            key = key.empty() ? unblanked(node.value) : key;
        if (key.empty()) {
            entries.push_back({&node, place, {}});
            continue;
        }
        const auto found = std::ranges::find(lists, name, [](const auto& list) { return list.first; });
        const std::size_t group = found == lists.end() ? place : found->second;
        if (found == lists.end())
            lists.emplace_back(name, place);
        entries.push_back({&node, group, key});
    }
    std::ranges::stable_sort(entries, [](const Entry& a, const Entry& b) {
        return a.group != b.group ? a.group < b.group : stands_before(a.key, b.key);
    });
    std::ranges::transform(entries, elements.begin(), &Entry::node);
    return elements;
}

class Tidier {
public:
    TidyConfiguration made;

    void write(const Node& top)
    {
        open_.push_back({"configuration", in_order(top, true), 0, true});
        put(0, "<configuration>");
        while (!open_.empty()) {
            Open& block = open_.back();
            if (block.next == block.elements.size()) {
                put(open_.size() - 1, fmt::format("</{}>", block.name));
                open_.pop_back();
            } else {
                write_element(*block.elements[block.next++], block.sorted);
            }
        }
    }

private:
    struct Open {
        std::string_view name;
        std::vector<const Node*> elements;
        std::size_t next;
        bool sorted;
    };

    void write_element(const Node& node, bool sorted)
    {
        const std::string_view name = plain_name(node.key);
        const std::string start
            = fmt::format("{}{}", name, inner(node, "@inactive") ? " inactive=\"inactive\"" : "");
        sorted = sorted && !keeps_order(name);
        std::vector<const Node*> inside = in_order(node, sorted);
        if (!inside.empty()) {
            put(open_.size(), fmt::format("<{}>", start));
            open_.push_back({name, std::move(inside), 0, sorted});
            return;
        }
        const std::string_view value = unblanked(node.value);
        if (value.empty())
            return put(open_.size(), fmt::format("<{}/>", start));
        const auto line
            = [&](std::string_view shown) { return fmt::format("<{}>{}</{}>", start, escaped(shown), name); };
        // The redactor knows statements, not elements: `pre-shared-key abc` is one.
        const std::string statement = fmt::format("{} {}", name, value);
        const std::string without = redact(statement);
        const bool harmless = without == statement;
        put(open_.size(), line(value), harmless ? line(value) : line(redaction));
    }

    void put(std::size_t depth, const std::string& line) { put(depth, line, line); }
    void put(std::size_t depth, const std::string& line, const std::string& redacted_line)
    {
        const std::string indent(depth * 4, ' ');
        made.text += indent + line + '\n';
        made.redacted += indent + redacted_line + '\n';
    }

    std::vector<Open> open_;
};

}

std::string live_filter()
{
    return fmt::format("<configuration xmlns=\"{}\"><version/>{}<groups><name/>{}</groups></configuration>",
        configuration_namespace,
        filtered_levels,
        filtered_levels);
}

std::optional<TidyConfiguration> tidy(const std::string& data)
{
    const std::string_view content = unblanked(data);
    // A device without any of the requested parts sends nothing, or an empty element.
    const Source source(0, "", content.empty() ? std::string_view("<configuration/>") : content);
    const Tree tree = parse_xml(source);
    const Node* top = first_configuration(tree);
    if (top == nullptr)
        return std::nullopt;
    Tidier tidier;
    tidier.write(*top);
    return std::move(tidier.made);
}

std::optional<std::string> statement_beside(std::string_view wanted, std::string_view now)
{
    if (wanted == now)
        return std::nullopt;
    const auto differ = std::ranges::mismatch(wanted, now);
    const auto at = static_cast<std::size_t>(differ.in1 - wanted.begin());
    const auto line_at = [at](std::string_view text) {
        const std::size_t begin = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
        const std::string_view rest = text.substr(begin == std::string_view::npos ? 0 : begin + 1);
        const std::string line = redact(rest.substr(0, rest.find('\n')));
        const std::size_t first = line.find_first_not_of(' ');
        return first == std::string::npos ? std::string("nothing") : "`" + line.substr(first) + "`";
    };
    return fmt::format("{} stands where {} ought to", line_at(now), line_at(wanted));
}

}
