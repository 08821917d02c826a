// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/line_editor.h"
#include "drivers/line_cli/line_text.h"
#include "drivers/line_cli/list_lines.h"
#include "drivers/line_cli/port_ranges.h"
#include "drivers/line_cli/prefixes.h"
#include "drivers/line_cli/set_lines.h"
#include "drivers/line_cli/undo.h"
#include "models/syntax/coverage.h"
#include "models/text/edit.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_edit {
namespace {

using namespace line_cli;

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

constexpr Dialect blocks{.to_default = "default"};
constexpr Statement block_rows[]{
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
    {interface | profile,
        "pause priority {set}",
        {{.name = "set", .most = 7, .kind = SlotKind::set}},
        pfc,
        No::off},
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
    {top,
        "map dscp {from} to {to}",
        {{.name = "from", .most = 63, .kind = SlotKind::points}, {.name = "to", .most = 7}},
        map},
};
constexpr Grammar with_blocks{blocks, block_rows, {}};
constexpr PortHeader block_headers[]{{header, ""}};
constexpr PortBlocks block_ports{block_headers, profile_header, profile_name};

constexpr Dialect one_line{.comment = "##", .separator = "", .leave = "", .flat = true};
constexpr Statement flat_rows[]{
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
constexpr Grammar flat{one_line, flat_rows, {}};
constexpr PortHeader flat_headers[]{{header, "Eth"}};
constexpr PortBlocks flat_ports{flat_headers};

/// A configuration with its lines, and a device that has just the ports named.
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

    /// The text once `facts` are put for these ports, then the commands; or "refused: why".
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
        return *apply_edits(source, writer.edits()) + "----\n" + writer.commands();
    }
};

Fact number(std::uint8_t kind, std::uint64_t value) { return {.kind = kind, .values = {Value::of(value)}}; }

}

TEST_CASE("blocks are followed, and what stands in them is theirs")
{
    Config config(with_blocks,
        "interface Ethernet1-2\n   mtu 9300\n   bogus\n   tx-queue 3\n      mark from 5\n   tx-queue 9\n      mark from 6\nno "
        "interface Ethernet7\nother\n",
        {});
    REQUIRE(config.lines.stanzas.size() == 2);
    const std::span<const Fact> inside = config.lines.inside(config.lines.stanzas[0]);
    REQUIRE(inside.size() == 4);
    CHECK(inside[2].kind == marking);
    CHECK(inside[2].number == 3);
    CHECK(inside[2].block == inside[1].node);
    CHECK(inside[3].sense == Sense::unread);
    CHECK(config.lines.unmatched.size() == 1);
    REQUIRE(config.problems.size() == 2);
    CHECK(config.problems[0].severity == SyntaxProblem::Severity::warning);
    CHECK(config.problems[1].message == "tx-queue 9: out of range, 0 to 7");
    const Coverage coverage = measure_coverage(config.tree);
    CHECK(coverage.count(CoverageState::read) == 4);
    CHECK(coverage.count(CoverageState::irrelevant) == 1);
    CHECK(coverage.count(CoverageState::unrecognised) == 4);
}

TEST_CASE("the last line about something holds, for each number and each optional value by itself")
{
    const Config config(with_blocks,
        "interface Ethernet1\n   mtu 1500\n   mtu 9000\n   pause priority 3,4\n   no pause priority 4\n   trust 1\n"
        "   default trust\n   timer detect 1 restore 2\n   timer detect 3\n   tx-queue 2\n      mark from 5\n",
        {});
    FactTable said(with_blocks, config.lines);
    const std::uint32_t place = said.add_place();
    const std::uint32_t other = said.add_place();
    for (const Fact& fact : config.lines.inside(config.lines.stanzas[0]))
        said.put(place, fact);
    CHECK(said.find(place, mtu)->value() == 9000);
    CHECK(said.find(place, pfc, 3)->sense == Sense::set);
    CHECK(said.find(place, pfc, 4)->sense == Sense::off);
    CHECK(said.find(place, pfc, 5) == nullptr);
    CHECK(said.find(place, trust) == nullptr);
    CHECK(said.find(place, timer, 0)->value(0) == 3);
    CHECK(said.find(place, timer, 1)->value(1) == 2);
    CHECK(said.find(place, marking, 2)->value() == 5);
    CHECK(said.find(place, marking, 3) == nullptr);
    CHECK(said.find(place, marking, 9) == nullptr);
    CHECK(said.find(other, mtu) == nullptr);
}

TEST_CASE("a line is edited where all its ports want it, else overridden behind it")
{
    const std::string text = "interface Ethernet1-2\n   mtu 1500\n!\nend\n";
    Config config(with_blocks, text, {"Ethernet1", "Ethernet2"});
    CHECK(config.put(block_ports, {0, 1}, number(mtu, 9000))
        == "interface Ethernet1-2\n   mtu 9000\n!\nend\n----\ninterface Ethernet1-2\n   mtu 9000\n   exit\n");
    CHECK(config.put(block_ports, {1}, number(mtu, 9000))
        == "interface Ethernet1-2\n   mtu 1500\n!\ninterface Ethernet2\n   mtu 9000\n!\nend\n----\ninterface Ethernet2\n   mtu "
           "9000\n   exit\n");
    CHECK(config.put(block_ports, {0}, number(mtu, 9300)) == "refused: mtu 9300: out of range, 68 to 9214");
    Fact mark = number(marking, 7);
    mark.number = 3;
    CHECK(config.put(block_ports, {0, 1}, mark)
        == "interface Ethernet1-2\n   mtu 1500\n   !\n   tx-queue 3\n      mark from 7\n!\nend\n----\ninterface Ethernet1-2\n   "
           "tx-queue 3\n      mark from 7\n      exit\n   exit\n");
}

TEST_CASE("taking a line away names the queue that it is of, and of a line in a block nothing more")
{
    const auto taken
        = [](const Grammar& rows, const PortBlocks& of_ports, std::string_view text, std::string_view port) {
              const Config config(rows, text, {port});
              const std::vector<Change> changes{{.port = {0, 0}}};
              const StanzaIndex index(config.lines, of_ports, config.device);
              LineWriter writer(rows);
              LineEditor editor(rows, index, config.device, changes, writer);
              CHECK(editor
                        .take_away(
                            changes[0], {marking, 3}, {.kind = marking, .number = 3, .sense = Sense::clear})
                        .empty());
              return writer.commands();
          };
    CHECK(
        taken(
            with_blocks, block_ports, "interface Ethernet1\n   tx-queue 3\n      mark from 5\n", "Ethernet1")
        == "interface Ethernet1\n   tx-queue 3\n      default mark from\n      exit\n   exit\n");
    CHECK(taken(flat, flat_ports, "interface ethernet 1/1 traffic-class 3 mark from 7\n", "Eth1/1")
        == "no interface ethernet 1/1 traffic-class 3 mark from\n");
}

TEST_CASE("a profile is edited where all its ports want it")
{
    Config config(with_blocks,
        "qos profile P\n   trust 1\ninterface Ethernet1\n   service-profile P\ninterface Ethernet2\n   service-profile P\n",
        {"Ethernet1", "Ethernet2"});
    CHECK(config.put(block_ports, {0, 1}, number(trust, 2)).starts_with("qos profile P\n   trust 2\n"));
    CHECK(config.put(block_ports, {1}, number(trust, 2)).find("   service-profile P\n   trust 2\n----")
        != std::string::npos);
}

TEST_CASE("on a flat platform every line has its header")
{
    const std::string text
        = "hostname x\ninterface ethernet 1/1-1/2 mtu 1500 force\ninterface ethernet 1/1 trust 1\nntp\n";
    Config config(flat, text, {"Eth1/1", "Eth1/2"});
    CHECK(config.put(flat_ports, {0, 1}, number(mtu, 9216))
        == "hostname x\ninterface ethernet 1/1-1/2 mtu 9216 force\ninterface ethernet 1/1 trust 1\nntp\n----\ninterface ethernet "
           "1/1-1/2 mtu 9216 force\n");
    CHECK(config.put(flat_ports, {1}, number(mtu, 9216))
        == "hostname x\ninterface ethernet 1/1-1/2 mtu 1500 force\ninterface ethernet 1/2 mtu 9216 force\ninterface ethernet 1/1 "
           "trust 1\nntp\n----\ninterface ethernet 1/2 mtu 9216 force\n");
    CHECK(config.put(flat_ports, {0}, {.kind = trust, .sense = Sense::off})
        == "hostname x\ninterface ethernet 1/1-1/2 mtu 1500 force\nno interface ethernet 1/1 trust\nntp\n----\nno interface "
           "ethernet 1/1 trust\n");
    Fact mark{.kind = marking, .number = 3, .values = {Value{}, Value::of(7)}};
    CHECK(config.put(flat_ports, {0}, mark)
              .find("interface ethernet 1/1 trust 1\ninterface ethernet 1/1 traffic-class 3 mark from 7\n")
        != std::string::npos);
}

TEST_CASE("what a refused change wrote is taken back, and what was written before it stays")
{
    Config config(with_blocks,
        "map dscp 24 to 1\ninterface Ethernet1\n   mtu 9000\n   tx-queue 3\n      mark from 5\n"
        "interface Ethernet2\n   mtu 9000\n",
        {"Ethernet1", "Ethernet2"});
    const Tree& tree = config.tree;
    const Node& port = *tree.root->first->next;
    const Node& queue_block = *port.first->next;
    LineWriter writer(with_blocks);
    writer.begin();
    REQUIRE(writer.remove(tree, *queue_block.first));
    writer.insert_stanza(tree, port, "interface Ethernet9", "mtu 1500");
    writer.command({"interface Ethernet1"}, "mtu 1500");
    const auto written
        = [&] { return *apply_edits(config.source, writer.edits()) + "----\n" + writer.commands(); };
    const std::string before = written();
    CHECK(before.find("mark from") == std::string::npos);
    writer.begin();
    writer.remove_block(tree, queue_block);
    REQUIRE(writer.replace(tree, *port.first, "mtu 1500"));
    writer.insert_stanza(tree, port, "interface Ethernet9", "trust 1");
    writer.insert_stanza(tree, port, "interface Ethernet8", "trust 1");
    writer.command({"interface Ethernet1"}, "trust 1");
    writer.command({"interface Ethernet8"}, "trust 1");
    CHECK(written() != before);
    writer.roll_back();
    CHECK(written() == before);
    writer.roll_back();
    CHECK(written() == before);
}

TEST_CASE("entries of a list leave the lines that had them")
{
    Config config(
        with_blocks, "map dscp 24 25 26 to 1\nmap dscp 48 to 6\ninterface Ethernet1\n", {"Ethernet1"});
    const StanzaIndex index(config.lines, block_ports, config.device);
    LineWriter writer(with_blocks);
    LineEditor editor(with_blocks, index, config.device, {}, writer);
    ListLines lists(editor);
    const auto entry = [](std::uint64_t from, std::uint64_t to) {
        return Fact{.kind = map, .values = {Value::of(std::uint64_t{1} << from), Value::of(to)}};
    };
    CHECK(lists.set(entry(26, 3)).empty());
    CHECK(lists.set(entry(25, 3)).empty());
    CHECK(lists.set(entry(48, 5)).empty());
    CHECK(lists.set(entry(1, 9)) == "to 9: out of range, 0 to 7");
    lists.finish();
    CHECK(*apply_edits(config.source, writer.edits())
        == "map dscp 24 to 1\nmap dscp 25 26 to 3\nmap dscp 48 to 5\ninterface Ethernet1\n");
    CHECK(writer.commands() == "map dscp 25 26 to 3\nmap dscp 48 to 5\n");
}

TEST_CASE(
    "a set that lines add up to changes member by member, in the profile only where all its ports want it")
{
    const auto changed = [](std::uint64_t in, std::uint64_t out) {
        Config config(with_blocks,
            "qos profile P\n   pause priority 3,4\ninterface Ethernet1\n   service-profile P\n   pause priority 5\n   no "
            "pause priority 4\ninterface Ethernet2\n   service-profile P\n",
            {"Ethernet1", "Ethernet2"});
        const StanzaIndex index(config.lines, block_ports, config.device);
        const Change change{.port = {0, 0}, .property = Property::pfc};
        LineWriter writer(with_blocks);
        LineEditor editor(with_blocks, index, config.device, {&change, 1}, writer);
        SetLines set(editor, pfc);
        CHECK(set.members(0) == 0x28);
        CHECK(set.members(1) == 0x18);
        CHECK(set.add(change, in) == "");
        CHECK(set.take_out(change, out) == "");
        return *apply_edits(config.source, writer.edits()) + "----\n" + writer.commands();
    };
    CHECK(changed(0x10, 0x20)
        == "qos profile P\n   pause priority 3,4\ninterface Ethernet1\n   service-profile P\n   pause priority 4\ninterface "
           "Ethernet2\n   service-profile P\n----\ninterface Ethernet1\n   pause priority 4\n   no pause priority 5\n   exit\n");
    CHECK(changed(0x40, 0x08)
        == "qos profile P\n   pause priority 3,4\ninterface Ethernet1\n   service-profile P\n   pause priority 5\n   no pause "
           "priority 4\n   pause priority 6\n   no pause priority 3\ninterface Ethernet2\n   service-profile P\n----\ninterface "
           "Ethernet1\n   pause priority 6\n   no pause priority 3\n   exit\n");
}

TEST_CASE(
    "a configuration is written from facts, in blocks or line by line, and what is brought into range is said")
{
    const auto written = [](const Grammar& grammar) {
        LineText out(grammar);
        for (const std::string_view name : {"1", "2"}) {
            out.enter({.kind = header, .text = name});
            CHECK(out.say(number(mtu, 9999), name).value() <= 9216);
            Fact off{.kind = trust, .sense = Sense::off};
            out.say(off);
            out.leave();
        }
        out.leave_out("nothing else");
        std::string text = out.text();
        for (const std::string& sentence : out.left_out())
            text += sentence + "\n";
        return text;
    };
    CHECK(written(with_blocks)
        == "interface 1\n   mtu 9214\n   no trust\n!\ninterface 2\n   mtu 9214\n   no trust\n!\n1 and 1 more: mtu 9999: out of "
           "range, 68 to 9214; `mtu 9214` is written\nnothing else\n");
    CHECK(written(flat)
        == "interface ethernet 1 mtu 9216\nno interface ethernet 1 trust\ninterface ethernet 2 mtu 9216\nno interface ethernet "
           "2 trust\n1 and 1 more: mtu 9999: out of range, 1500 to 9216; `mtu 9216` is written\nnothing else\n");
}

TEST_CASE("what was added is negated, and what was displaced is said again")
{
    const auto undone = [](const Dialect& dialect, std::string_view before, std::string_view after) {
        const Source one(0, "before", before);
        const Source two(1, "after", after);
        const Tree from = parse_indented(one, {});
        const Tree to = parse_indented(two, {});
        return undo_lines(dialect, {&from, 1}, {&to, 1});
    };
    CHECK(undone(blocks, "interface A\n   mtu 1\n", "interface A\n   mtu 2\n   no trust\n")
        == "interface A\n   no mtu 2\n   default trust\n   mtu 1\n   exit\n");
    CHECK(undone(one_line, "a mtu 1\n", "a mtu 1\nno a trust\nb 1\n") == "a trust\nno b 1\n");
}

TEST_CASE("a header stands for the ports of its ranges")
{
    const auto joined = [](std::string_view header) {
        std::string text;
        for (const std::string& name : expand_ports(header).value_or(std::vector<std::string>{}))
            text += name + " ";
        return text;
    };
    CHECK(joined("Ethernet1-4,7/1-2") == "Ethernet1 Ethernet2 Ethernet3 Ethernet4 Ethernet7/1 Ethernet7/2 ");
    CHECK(joined("Ethernet3/1-3") == "Ethernet3/1 Ethernet3/2 Ethernet3/3 ");
    CHECK(joined("Ethernet1/1-3/1") == "Ethernet1/1 Ethernet2/1 Ethernet3/1 ");
    CHECK(joined("Ethernet1/1,Port-Channel5") == "Ethernet1/1 Port-Channel5 ");
    CHECK(joined("Ethernet 1/1") == "Ethernet1/1 ");
    CHECK(joined("Port-Channel1.100,1.200") == "Port-Channel1.100 Port-Channel1.200 ");
    CHECK(joined("1/1-1/3") == "1/1 1/2 1/3 ");
    for (const std::string_view header :
        {"1/1-2/3", "Ethernet1/1-2/3", "Ethernet0-99999999", "Ethernet4-1", "Ethernet1-", ",", ""})
        CHECK(joined(header).empty());
}

TEST_CASE("an address has its mask behind a slash, apart, or in the old form")
{
    const auto length = [](std::string_view text) {
        Words words(text);
        const auto prefix = take_prefix(words);
        return prefix ? static_cast<int>(prefix->length) : -1;
    };
    CHECK(length("10.0.0.1/24") == 96 + 24);
    CHECK(length("10.0.0.1 /24") == 96 + 24);
    CHECK(length("10.0.0.1 255.255.255.0 secondary") == 96 + 24);
    CHECK(length("2001:db8::1/64") == 64);
    for (const std::string_view text : {"10.0.0.1", "10.0.0.1 /33", "10.0.0.1 255.0.255.0", "x", ""})
        CHECK(length(text) == -1);
}

}
