// SPDX-License-Identifier: Apache-2.0
// Two small platforms to test rows of lines.
#pragma once

#include "drivers/line_cli/grammar/rows.h"
#include "drivers/line_cli/write/line_editor.h"
#include "drivers/line_cli/write/retrace.h"
#include "models/text/edit.h"

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_edit {

using namespace line_cli;

/// Scopes and facts of the two platforms.
enum Scope : Scopes { top = 1, interface = 2, profile = 4, queue = 8 };
enum Kind : std::uint8_t {
    none,
    mtu,
    marking,
    trust,
    pfc,
    timer,
    map,
    header,
    block,
    profile_header,
    profile_name
};

/// A platform with blocks, profiles and queues.
inline constexpr std::string_view block_ports_of_device[]{"interface ", "tx-queue "};
inline constexpr Dialect blocks{.to_default = "default", .permanent = block_ports_of_device};
inline constexpr line_cli::Statement block_rows[]{
    {top,
        "interface {name}",
        {{.name = "name", .kind = SlotKind::rest}},
        header,
        No::clear,
        CoverageState::read,
        "",
        interface},
    {top,
        "qos profile {name}",
        {{.name = "name", .kind = SlotKind::text}},
        profile_header,
        No::clear,
        CoverageState::read,
        "",
        profile},
    {interface, "service-profile {name}", {{.name = "name", .kind = SlotKind::text}}, profile_name},
    {interface, "mtu {mtu}", {{.name = "mtu", .least = 68, .most = 9214}}, mtu},
    {interface | profile,
        "trust {field}",
        {{.name = "field", .most = 7, .kind = SlotKind::number}},
        trust,
        No::off},
    rows::adds_up({interface | profile,
        "pause priority {set}",
        {{.name = "set", .most = 7, .kind = SlotKind::set}},
        pfc,
        No::off}),
    {interface, "timer [detect {d}] [restore {r}]", {{.name = "d"}, {.name = "r"}}, timer},
    {interface | profile,
        "tx-queue {queue}",
        {{.name = "queue", .most = 7, .kind = SlotKind::index}},
        block,
        No::clear,
        CoverageState::read,
        "",
        queue},
    {queue, "mark from {min}", {{.name = "min"}}, marking, No::off},
    rows::adds_up({top,
        "map dscp {from} to {to}",
        {{.name = "from", .most = 63, .kind = SlotKind::points}, {.name = "to", .most = 7}},
        map}),
};
inline constexpr Grammar with_blocks{blocks, block_rows, {}};
inline constexpr PortHeader block_headers[]{{header, ""}};
inline constexpr PortBlocks block_ports{block_headers, profile_header, profile_name};

/// A platform on which every line repeats its header.
inline constexpr std::string_view flat_ports_of_device[]{"interface ethernet"};
inline constexpr Dialect one_line{
    .comment = "##", .separator = "", .leave = "", .flat = true, .permanent = flat_ports_of_device};
inline constexpr line_cli::Statement flat_rows[]{
    {top,
        "interface ethernet {name}",
        {{.name = "name", .kind = SlotKind::text}},
        header,
        No::clear,
        CoverageState::read,
        "",
        interface},
    {interface, "mtu {mtu} [force]", {{.name = "mtu", .least = 1500, .most = 9216}}, mtu},
    {interface, "trust {field}", {{.name = "field"}}, trust, No::off},
    {interface,
        "traffic-class {q} mark from {min}",
        {{.name = "q", .most = 7, .kind = SlotKind::index}, {.name = "min"}},
        marking,
        No::off},
};
inline constexpr Grammar flat{one_line, flat_rows, {}};
inline constexpr PortHeader flat_headers[]{{header, "Eth"}};
inline constexpr PortBlocks flat_ports{flat_headers};

/// A configuration with its lines, and a device that has only the named ports.
struct Config {
    const Grammar& grammar;
    Source source;
    Tree tree;
    std::vector<SyntaxProblem> problems;
    Lines lines;
    Device device;

    Config(const Grammar& rows, std::string_view text, std::initializer_list<std::string_view> ports)
        : grammar(rows)
        , source(0, "leaf1.cfg", text)
        , tree(parse_indented(source, {.comment = rows.dialect().comment[0]}))
        , lines(read_lines(rows, top, {&tree, 1}, &problems))
    {
        for (const std::string_view name : ports) {
            Port port;
            port.name = name;
            device.ports.push_back(port);
        }
    }

    /// The text after the edits, followed by the commands for them.
    [[nodiscard]] std::string written(const LineWriter& writer) const
    {
        const std::string text = *apply_edits(source, writer.edits());
        const Source edited(0, "leaf1.cfg", text);
        const Tree after = parse_indented(edited, {.comment = grammar.dialect().comment[0]});
        return text + "----\n" + retrace({grammar, top}, {&tree, 1}, {&after, 1});
    }

    /// The text after writing `fact` for these ports, then the commands; or "refused: why".
    [[nodiscard]] std::string put(
        const PortBlocks& blocks_of_ports, std::vector<std::uint32_t> ports, const Fact& fact)
    {
        std::vector<Change> changes;
        for (const std::uint32_t port : ports)
            changes.push_back({.port = {0, port}, .property = Property::mtu, .number = fact.number});
        const StanzaIndex index(lines, blocks_of_ports, device);
        LineWriter writer(grammar);
        LineEditor editor(grammar, index, device, changes, writer);
        for (const Change& change : changes) {
            if (const std::string reason = editor.put(change, fact); !reason.empty())
                return "refused: " + reason;
        }
        return written(writer);
    }
};

/// A fact with one value.
inline Fact number(std::uint8_t kind, std::uint64_t value)
{
    return {.kind = kind, .values = {Value::of(value)}};
}

}
