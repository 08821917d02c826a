// SPDX-License-Identifier: Apache-2.0
// Recognizes a file by its content, because files of all forms are called topology or cables. First the shape
// of the text decides how it is parsed, then each form of that shape looks for what only it has.
#include "workspace/topology_import/import_topology.h"

#include "models/syntax/json/json_tree.h"
#include "models/syntax/xml_tree.h"
#include "models/syntax/yaml/yaml_tree.h"
#include "models/text/ascii.h"
#include "models/text/sentence.h"
#include "workspace/topology_import/draft.h"
#include "workspace/topology_import/forms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::workspace {
namespace {

constexpr std::array topology_forms{
    TopologyForm{"topology.dot of PTM", TextShape::graph, fits_ptm, read_ptm},
    TopologyForm{"containerlab", TextShape::yaml, fits_containerlab, read_containerlab},
    TopologyForm{"CSV of cables", TextShape::table, fits_cable_table, read_cable_table},
    TopologyForm{"minigraph.xml of SONiC", TextShape::xml, fits_minigraph, read_minigraph},
    TopologyForm{"links CSV of sonic-mgmt", TextShape::table, fits_sonic_links, read_cable_table},
    TopologyForm{"cables CSV of NetBox", TextShape::table, fits_netbox_table, read_cable_table},
    TopologyForm{"JSON of NetBox or Nautobot", TextShape::json, fits_netbox, read_netbox},
    TopologyForm{".topo of ibutils", TextShape::lines, fits_ibutils, read_ibutils},
    TopologyForm{
        "Connection of Hedgehog or TopoLink of EDA", TextShape::yaml, fits_connections, read_connections},
    TopologyForm{"inventory of AVD", TextShape::yaml, fits_avd, read_avd},
    TopologyForm{"JSON of NVIDIA Air", TextShape::json, fits_air, read_air},
};

constexpr std::array<std::string_view, 3> own_keys{"version", "devices", "links"};

bool is_own_key(std::string_view key) { return std::ranges::find(own_keys, key) != own_keys.end(); }

// Whether every key at the beginning of a line is one of ours, so that nothing needs to be parsed to know it.
bool has_own_keys_only(std::string_view text)
{
    bool any = false;
    while (!text.empty()) {
        const std::string_view line = ascii::take_line(text);
        if (line.empty() || !ascii::is_letter(line.front()))
            continue;
        if (!is_own_key(ascii::first_word(line, ':')))
            return false;
        any = true;
    }
    return any;
}

std::string_view first_line(std::string_view text)
{
    while (!text.empty()) {
        const std::string_view line
            = ascii::trimmed(ascii::take_line(text), [](char c) { return ascii::is_blank_or_cr(c); });
        if (!line.empty() && line.front() != '#')
            return line;
    }
    return {};
}

// "graph G {", "strict digraph {"; comments may come first.
bool begins_graph(std::string_view text)
{
    while (!text.empty()) {
        std::string_view line = ascii::trimmed(ascii::take_line(text), ascii::is_blank_or_cr);
        if (line.starts_with("/*")) {
            const std::size_t end = line.find("*/");
            if (end == std::string_view::npos) {
                const std::size_t close = text.find("*/");
                text.remove_prefix(close == std::string_view::npos ? text.size() : close + 2);
                continue;
            }
            line = ascii::trimmed(line.substr(end + 2), ascii::is_blank_or_cr);
        }
        if (line.empty() || line.front() == '#' || line.starts_with("//"))
            continue;
        const auto is_gap = [](char c) { return ascii::is_blank(c) || c == '{'; };
        std::string word = ascii::lowered(ascii::take_word(line, is_gap));
        if (word == "strict")
            word = ascii::lowered(ascii::take_word(line, is_gap));
        return word == "graph" || word == "digraph";
    }
    return false;
}

// A system of ibutils, and below it "P1 -> HCA host1 P1".
bool has_ib_cable(std::string_view text)
{
    while (!text.empty()) {
        std::string_view line = ascii::take_line(text);
        line = line.substr(0, line.find('#'));
        const std::string_view port = ascii::take_word(line, ascii::is_blank_or_cr);
        const std::string_view arrow = ascii::take_word(line, ascii::is_blank_or_cr);
        if (!port.empty() && port.back() != ':' && arrow.starts_with('-') && arrow.ends_with("->"))
            return true;
    }
    return false;
}

TextShape shape_of(std::string_view text)
{
    const std::string_view content = ascii::trimmed_front(text, ascii::is_white);
    if (content.starts_with('<'))
        return TextShape::xml;
    if (content.starts_with('{') || content.starts_with('['))
        return TextShape::json;
    if (begins_graph(text))
        return TextShape::graph;
    const std::string_view head = first_line(text);
    const bool is_key = head.find(": ") != std::string_view::npos || head.ends_with(':') || head == "---";
    if (!is_key && csv_separator(head) != '\0')
        return TextShape::table;
    return !is_key && has_ib_cable(text) ? TextShape::lines : TextShape::yaml;
}

ParsedText parse_text(const Source& source)
{
    ParsedText text{.source = source, .shape = shape_of(source.text())};
    if (text.shape == TextShape::json)
        text.tree = parse_json(source);
    else if (text.shape == TextShape::xml)
        text.tree = parse_xml(source);
    else if (text.shape == TextShape::yaml)
        text.tree = parse_yaml_documents(source);
    else if (text.shape == TextShape::table)
        text.table = read_csv(source.text(), csv_separator(first_line(source.text())));
    return text;
}

std::string names_of_forms() { return listed(topology_form_names(), "or"); }

// Objects of Kubernetes come as YAML and, from kubectl -o json, as JSON; JSON is also what YAML files may hold.
bool can_have_shape(const TopologyForm& form, TextShape shape)
{
    return form.shape == shape || (form.shape == TextShape::yaml && shape == TextShape::json);
}

bool may_be_own(const ParsedText& text)
{
    if (text.source.file_name() == "topology.yaml")
        return true;
    if (text.shape != TextShape::yaml && text.shape != TextShape::json)
        return false;
    const Node* document = text.document();
    if (document == nullptr || document->kind == Node::Kind::null)
        return true;
    return document->kind == Node::Kind::object
        && std::ranges::any_of(*document, [](const Node& entry) { return is_own_key(entry.key); });
}

const SyntaxProblem* first_error(const Tree& tree)
{
    const auto found = std::ranges::find(
        tree.problems, SyntaxProblem::Severity::error, [](const SyntaxProblem& one) { return one.severity; });
    return found == tree.problems.end() ? nullptr : &*found;
}

}

const Node* ParsedText::document() const
{
    if (tree.root == nullptr || shape == TextShape::json)
        return tree.root;
    return shape == TextShape::yaml ? tree.root->first : nullptr;
}

std::vector<std::string> topology_form_names()
{
    std::vector<std::string> names{"topology.yaml"};
    for (const TopologyForm& form : topology_forms)
        names.emplace_back(form.name);
    return names;
}

Result<Topology> read_any_topology(const Source& source)
{
    if (has_own_keys_only(source.text()))
        return read_topology(source);
    const ParsedText text = parse_text(source);
    if (const SyntaxProblem* problem = first_error(text.tree); problem != nullptr) {
        if (may_be_own(text))
            return read_topology(source);
        return fail_in_file(source, problem->at.offset, problem->message);
    }
    std::vector<const TopologyForm*> fitting;
    for (const TopologyForm& form : topology_forms) {
        if (can_have_shape(form, text.shape) && form.fits(text))
            fitting.push_back(&form);
    }
    if (fitting.size() == 1)
        return fitting.front()->read(text, fitting.front()->name);
    if (fitting.empty() && may_be_own(text))
        return read_topology(source);
    if (fitting.empty())
        return fail_in_file(source,
            0,
            fmt::format("this is not a topology; give a file in one of these forms: {}", names_of_forms()));
    std::vector<std::string_view> names;
    for (const TopologyForm* form : fitting)
        names.push_back(form->name);
    return fail_in_file(source,
        0,
        fmt::format("this fits several forms ({}); leave one of them in the file. The forms are {}",
            listed(names),
            names_of_forms()));
}

}
