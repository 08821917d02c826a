// SPDX-License-Identifier: Apache-2.0
// What the cmdlets print and export, as objects. A table cuts long texts and a list does not, so only names and
// numbers are expected of a table.
#include "drivers/windows_host/record.h"

#include "drivers/windows_host/transcript.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <optional>

namespace rocelint::windows_host {
namespace {

using State = CoverageState;

// The line as it is in the file, with its indentation.
std::string_view raw_line(const Tree& tree, const Node& line)
{
    const std::string_view text = tree.source->text();
    const std::size_t feed = line.offset == 0 ? std::string_view::npos : text.rfind('\n', line.offset - 1);
    const std::size_t begin = feed == std::string_view::npos ? 0 : feed + 1;
    return text.substr(begin, line.offset + line.length - begin);
}

bool is_underline(std::string_view line)
{
    return line.find('-') != std::string_view::npos && line.find_first_not_of("- ") == std::string_view::npos;
}

bool is_indented(const Tree& tree, const Node& line)
{
    return raw_line(tree, line).starts_with(' ') || raw_line(tree, line).starts_with('\t');
}

// Whether a blank line stands before this one.
bool follows_blank(const Tree& tree, const Node& line)
{
    const std::string_view text = tree.source->text();
    std::size_t at = line.offset;
    std::size_t feeds = 0;
    while (at > 0 && ascii::is_white(text[at - 1])) {
        feeds += text[at - 1] == '\n' ? 1 : 0;
        --at;
    }
    return feeds > 1;
}

// Where the columns of a table begin: at the words of the underline.
std::vector<std::size_t> columns_of(std::string_view underline)
{
    constexpr std::size_t most = 64; // so that each row stays cheap; the cmdlets print a few
    std::vector<std::size_t> columns;
    for (std::size_t at = 0; at < underline.size() && columns.size() < most; ++at) {
        if (underline[at] == '-' && (at == 0 || underline[at - 1] == ' '))
            columns.push_back(at);
    }
    return columns;
}

// Where the character of this number begins; headings and names may hold characters of several bytes.
std::size_t byte_of(std::string_view line, std::size_t character)
{
    std::size_t at = 0;
    for (std::size_t passed = 0; at < line.size(); ++at) {
        const bool begins = (static_cast<unsigned char>(line[at]) & 0xc0U) != 0x80U;
        if (begins && passed++ == character)
            break;
    }
    return at;
}

// The text of each column. Numbers are aligned to the right and may begin before their column does.
std::vector<std::string_view> cut(std::string_view line, const std::vector<std::size_t>& columns)
{
    std::vector<std::size_t> begins;
    for (std::size_t begin : columns) {
        begin = byte_of(line, begin);
        const std::size_t least = begins.empty() ? 0 : begins.back();
        const std::size_t from = begin;
        while (begin > least && begin < line.size() && line[begin] != ' ' && line[begin - 1] != ' ')
            --begin;
        // A word that reaches back into the column before belongs to that one.
        begins.push_back(begin == least && begin != 0 ? from : begin);
    }
    std::vector<std::string_view> cells;
    for (std::size_t at = 0; at < begins.size(); ++at) {
        const std::size_t end = at + 1 < begins.size() ? begins[at + 1] : line.size();
        cells.push_back(ascii::trimmed(line.substr(begins[at], end - begins[at]), ascii::is_blank));
    }
    return cells;
}

std::vector<Record> table_at(const Tree& tree, const Node*& line)
{
    const std::vector<std::size_t> columns = columns_of(raw_line(tree, *line->next));
    const std::vector<std::string_view> names = cut(raw_line(tree, *line), columns);
    const Node& heading = *line;
    const Node& underline = *line->next;
    std::vector<Record> rows;
    for (line = underline.next;
         line != nullptr && !follows_blank(tree, *line) && !parse_prompt(line->key).found;
         line = line->next) {
        const std::vector<std::string_view> values = cut(raw_line(tree, *line), columns);
        Record& row = rows.emplace_back();
        for (std::size_t at = 0; at < names.size(); ++at) {
            if (!values[at].empty())
                row.cells.push_back({names[at], values[at], line, tree.source->span_of(values[at])});
        }
    }
    if (!rows.empty() && kind_of(rows.front()) != RecordKind::unknown) {
        heading.mark(State::irrelevant);
        underline.mark(State::irrelevant);
    }
    return rows;
}

// "Enabled                    : True"
std::optional<Cell> property_in(const Tree& tree, const Node& line)
{
    const std::size_t colon = line.key.find(" :");
    if (colon == std::string_view::npos || is_indented(tree, line) || parse_prompt(line.key).found)
        return std::nullopt;
    const std::string_view name = ascii::trimmed(line.key.substr(0, colon), ascii::is_blank);
    const std::string_view value = ascii::trimmed(line.key.substr(colon + 2), ascii::is_blank);
    if (name.empty() || name.find(' ') != std::string_view::npos)
        return std::nullopt;
    return Cell{name, value, &line, tree.source->span_of(value.empty() ? name : value)};
}

std::vector<Record> list_at(const Tree& tree, const Node*& line)
{
    std::vector<Record> blocks(1);
    for (; line != nullptr; line = line->next) {
        if (const auto property = property_in(tree, *line)) {
            constexpr std::size_t most = 64; // so that looking names up stays cheap
            if (blocks.back().cells.size() >= most || blocks.back().find(property->name) != nullptr)
                blocks.emplace_back();
            blocks.back().cells.push_back(*property);
        } else if (is_indented(tree, *line) && !blocks.back().cells.empty())
            blocks.back().cells.back().more.push_back(line);
        else
            break;
    }
    return blocks;
}

bool has(const Record& record, std::string_view name) { return record.find(name) != nullptr; }

// Other cmdlets print the name, the description and "Enabled" of adapters as Get-NetAdapterRdma does.
bool is_of_other_offload(const Record& record)
{
    constexpr std::string_view properties[]{"NumberOfReceiveQueues", // -Rss, -Vmq
        "Profile", // -Rss
        "BaseVmqProcessor", // -Vmq
        "SriovSupport", // -Sriov
        "NumVFs", // -Sriov
        "ComponentID"}; // -Binding
    return std::ranges::any_of(properties, [&](std::string_view name) { return has(record, name); });
}

// A value of JSON: the scalar itself, or the first of an array.
const Node* scalar_of(const Node& member)
{
    if (member.kind == Node::Kind::array && member.first != nullptr && member.first->is_scalar())
        return member.first;
    return member.is_scalar() ? &member : nullptr;
}

// The values of a list as a table shows them: "0,1,2".
std::string_view joined_values(const Tree& tree, const Node& list, std::string_view only)
{
    if (list.child_count < 2)
        return only;
    std::string text;
    for (const Node& child : list) {
        child.mark(State::irrelevant);
        text.append(text.empty() ? "" : ",").append(child.value);
    }
    return tree.arena->keep(text);
}

void take_json(const Tree& tree, const Node& node, std::vector<Record>& records)
{
    if (node.kind == Node::Kind::array) {
        node.mark(State::irrelevant);
        for (const Node& child : node)
            take_json(tree, child, records);
        return;
    }
    if (node.kind != Node::Kind::object)
        return;
    Record record;
    node.mark(State::irrelevant);
    for (const Node& member : node) {
        if (member.key.starts_with("Cim"))
            member.mark_subtree(State::irrelevant); // the class of the object, and all values once more
        const Node* scalar = scalar_of(member);
        if (scalar == nullptr)
            continue;
        std::string_view value = scalar->value;
        if (scalar != &member) {
            member.mark(State::irrelevant);
            value = joined_values(tree, member, value);
        }
        record.cells.push_back({member.key, value, scalar, tree.value_span(*scalar)});
    }
    if (kind_of(record) != RecordKind::unknown)
        records.push_back(std::move(record));
    else if (const Node* value = node.child("value"); value != nullptr)
        take_json(tree, *value, records);
}

// <B N="Willing">false</B>: the elements below Props and MS of an Obj (MS-PSRP, section 2.2.5).
void take_properties(const Tree& tree, const Node& group, Record& record)
{
    group.mark(State::irrelevant);
    for (const Node& element : group) {
        const Node* name = element.child("@N");
        // <Obj N="Priority"><LST><By>0</By><By>1</By></LST></Obj>
        if (const Node* list = element.child("LST");
            name != nullptr && list != nullptr && list->first != nullptr) {
            element.mark_subtree(State::irrelevant);
            record.cells.push_back({name->value,
                joined_values(tree, *list, list->first->value),
                list->first,
                tree.value_span(*list->first)});
            continue;
        }
        if (name == nullptr || element.child_count > 1) {
            element.mark_subtree(State::irrelevant);
            continue;
        }
        name->mark(State::irrelevant);
        record.cells.push_back({name->value, element.value, &element, tree.value_span(element)});
    }
}

void take_xml(const Tree& tree, const Node& node, std::vector<Record>& records)
{
    Record record;
    const bool frames = node.key.empty() || node.key == "Objs" || node.key == "Obj" || node.key == "LST";
    if (frames)
        node.mark(State::irrelevant);
    for (const Node& child : node) {
        if (child.key == "Props" || child.key == "MS")
            take_properties(tree, child, record);
        else if (frames && !child.is_container())
            child.mark(State::irrelevant);
        else if (child.key == "TN" || child.key == "TNRef")
            child.mark_subtree(State::irrelevant);
    }
    if (kind_of(record) != RecordKind::unknown) {
        records.push_back(std::move(record));
        return;
    }
    for (const Node& child : node)
        take_xml(tree, child, records);
}

}

bool same_name(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, {}, ascii::lower, ascii::lower);
}

const Cell* Record::find(std::string_view name) const
{
    const auto found
        = std::ranges::find_if(cells, [name](const Cell& cell) { return same_name(cell.name, name); });
    return found == cells.end() ? nullptr : &*found;
}

RecordKind kind_of(const Record& record)
{
    if (has(record, "Willing"))
        return RecordKind::dcbx_setting;
    if (has(record, "RegistryKeyword"))
        return RecordKind::advanced_property;
    if (has(record, "OperationalFlowControl") || has(record, "Capabilities"))
        return RecordKind::adapter_qos;
    if ((has(record, "Scope") || has(record, "AddressScope"))
        && (has(record, "Status") || has(record, "AdminStatus")))
        return RecordKind::lldp_agent;
    if (has(record, "Algorithm") && has(record, "Priority"))
        return RecordKind::traffic_class;
    if (has(record, "NetworkProfile") && has(record, "Name"))
        return RecordKind::policy;
    if (has(record, "LinkSpeed") && has(record, "Name"))
        return RecordKind::adapter;
    if (has(record, "Priority") && has(record, "Enabled"))
        return RecordKind::flow_control;
    if (has(record, "InterfaceDescription") && has(record, "Enabled") && !is_of_other_offload(record))
        return RecordKind::adapter_rdma;
    return RecordKind::unknown;
}

std::vector<Record> records_at(const Tree& tree, const Node*& line)
{
    if (line->next != nullptr && is_underline(line->next->key) && !is_underline(line->key))
        return table_at(tree, line);
    if (property_in(tree, *line))
        return list_at(tree, line);
    line = line->next;
    return {};
}

std::vector<Record> exported_records(const Tree& tree)
{
    std::vector<Record> records;
    if (tree.root == nullptr)
        return records;
    if (tree.root->kind == Node::Kind::line)
        take_xml(tree, *tree.root, records);
    else
        take_json(tree, *tree.root, records);
    return records;
}

}
