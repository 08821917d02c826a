// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/topology.h"
#include "models/syntax/tree.h"
#include "models/text/result.h"
#include "workspace/topology_import/csv.h"

#include <cstdint>
#include <string_view>

namespace rocelint::workspace {

/// The form of a text, by its first characters and lines.
enum class TextShape : std::uint8_t { json, xml, graph, table, lines, yaml };

/// A file parsed by its shape, for the forms of that shape.
struct ParsedText {
    const Source& source;
    TextShape shape = TextShape::yaml;
    Tree tree; ///< of JSON, XML and YAML; the root of YAML is a list of documents
    CsvTable table; ///< of a table

    /// The document of JSON, or the first one of YAML; null if there is none.
    [[nodiscard]] const Node* document() const;
};

/// A form in which another program or a person writes down cables.
struct TopologyForm {
    std::string_view name; ///< as in messages and in docs/howto/import-a-topology.md
    TextShape shape = TextShape::yaml;
    bool (*fits)(const ParsedText& text) = nullptr; ///< whether the content is in this form
    Result<Topology> (*read)(const ParsedText& text, std::string_view name) = nullptr;
};

// One function of each kind for each form, in the file of its name.
[[nodiscard]] bool fits_ptm(const ParsedText& text);
[[nodiscard]] Result<Topology> read_ptm(const ParsedText& text, std::string_view name);
[[nodiscard]] bool fits_containerlab(const ParsedText& text);
[[nodiscard]] Result<Topology> read_containerlab(const ParsedText& text, std::string_view name);
[[nodiscard]] bool fits_sonic_links(const ParsedText& text);
[[nodiscard]] bool fits_netbox_table(const ParsedText& text);
[[nodiscard]] bool fits_cable_table(const ParsedText& text);
[[nodiscard]] Result<Topology> read_cable_table(const ParsedText& text, std::string_view name);
[[nodiscard]] bool fits_minigraph(const ParsedText& text);
[[nodiscard]] Result<Topology> read_minigraph(const ParsedText& text, std::string_view name);
[[nodiscard]] bool fits_netbox(const ParsedText& text);
[[nodiscard]] Result<Topology> read_netbox(const ParsedText& text, std::string_view name);
[[nodiscard]] bool fits_ibutils(const ParsedText& text);
[[nodiscard]] Result<Topology> read_ibutils(const ParsedText& text, std::string_view name);
[[nodiscard]] bool fits_connections(const ParsedText& text);
[[nodiscard]] Result<Topology> read_connections(const ParsedText& text, std::string_view name);
[[nodiscard]] bool fits_avd(const ParsedText& text);
[[nodiscard]] Result<Topology> read_avd(const ParsedText& text, std::string_view name);
[[nodiscard]] bool fits_air(const ParsedText& text);
[[nodiscard]] Result<Topology> read_air(const ParsedText& text, std::string_view name);

}
