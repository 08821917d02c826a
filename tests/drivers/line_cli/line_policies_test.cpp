// SPDX-License-Identifier: Apache-2.0
// Classification by policies whose classes refer to class-maps, on a small platform.
#include "drivers/line_cli/grammar/rows.h"
#include "drivers/line_cli/read/policy_entries.h"
#include "drivers/line_cli/write/class_map_editor.h"
#include "models/fabric/classify.h"
#include "models/text/edit.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_policies {
namespace {

using namespace line_cli::rows;
using namespace line_cli::vocabulary;

enum Scope : Scopes { top = 1, in_map = 2, in_policy = 4, in_class = 8 };
enum Kind : std::uint8_t { none, map, policy, class_, dscp, cos, precedence, other, set_class, set_dscp };

constexpr Term all_or_any[]{{"match-any", 0}, {"match-all", 1}};
constexpr Statement statements[]{
    {.scopes = top,
        .pattern = "class-map [{how}] {name}",
        .slots = {word("how", all_or_any), text("name")},
        .fact = map,
        .opens = in_map},
    reads(top, "policy-map {name}", {text("name")}, policy, "", in_policy),
    reads(in_map, "match dscp {list}", {points("list", 63)}, dscp, ""),
    reads(in_map, "match cos {list}", {points("list", 7)}, cos, ""),
    reads(in_map, "match precedence {list}", {points("list", 7)}, precedence, ""),
    reads(in_map, "match other {rest}", {rest}, other, ""),
    reads(in_policy, "class {name}", {text("name")}, class_, "", in_class),
    reads(in_class, "set class {class}", {number("class", 0, 7)}, set_class, ""),
    reads(in_class, "set dscp {list}", {points("list", 63)}, set_dscp, ""),
};
constexpr Dialect dialect{};
constexpr line_cli::Grammar grammar{dialect, statements, {}};
constexpr std::uint8_t block_kinds[]{map, policy};
constexpr line_cli::PortBlocks no_ports{};

constexpr line_cli::ClassMapStyle style{.policy = policy,
    .class_map = map,
    .set_class = set_class,
    .rest = "class-default",
    .made_name = "CLASS",
    .initial = 0,
    .needs_all = true,
    .is_wide = [](const Fact& condition, std::uint8_t) { return condition.kind == other; }};

// A device with one port, read from these lines.
struct Policies {
    Source source;
    Tree tree;
    std::vector<SyntaxProblem> problems;
    Device device;
    line_cli::DeviceLines lines;
    Blocks blocks;

    explicit Policies(std::string_view written)
        : source(0, "leaf1.cfg", written)
        , tree(parse_indented(source, {.comment = '!'}))
        , lines(
              grammar, top, {&tree, 1}, device, problems, [](std::string_view) { return PortKind::physical; })
    {
        for (const Stanza& stanza : lines.lines.stanzas)
            blocks.add(lines.lines, stanza);
    }

    [[nodiscard]] line_cli::PolicyEntries entries()
    {
        const Block* found = blocks.find(policy, "IN");
        REQUIRE(found != nullptr);
        const OriginId here = device.origins.explicit_at({});
        line_cli::PolicyEntries made{.policy = found, .rest = {0, here}};
        for (const Block& each : found->inner) {
            const Block* of = blocks.find(map, each.name);
            REQUIRE(of != nullptr);
            line_cli::PolicyEntry& entry = made.classes.emplace_back();
            entry.lines = &each;
            entry.rewrite = each.find(set_dscp);
            const Fact* sets = each.find(set_class);
            entry.tc = sets == nullptr
                ? Setting<std::uint8_t>{}
                : Setting<std::uint8_t>(static_cast<std::uint8_t>(sets->value()), here);
            for (const Fact* line : line_cli::conditions_of(*of)) {
                if (line->kind == dscp)
                    entry.packets.dscps = entry.packets.dscps | DscpSet{line->value()};
                else if (line->kind == precedence)
                    entry.packets.dscps = entry.packets.dscps | line_cli::dscps_of_precedences(line->value());
                else if (line->kind == cos)
                    entry.pcps = entry.pcps | PrioritySet{static_cast<std::uint8_t>(line->value())};
                else
                    entry.other = true;
            }
        }
        return made;
    }

    // The text after a point moved to a class, or why it cannot move.
    [[nodiscard]] std::string after(std::uint8_t match, std::uint8_t point, std::uint8_t number)
    {
        const std::vector<Change> changes;
        const line_cli::StanzaIndex index(lines.lines, no_ports, device);
        line_cli::LineWriter writer(grammar);
        line_cli::LineEditor editor(grammar, index, device, changes, writer);
        line_cli::BlockEditor editing(editor, device, block_kinds);
        line_cli::ClassMapEditor maps(style, editing);
        const std::string reason
            = maps.move_point(*editing.blocks().find(policy, "IN"), match, point, number);
        return reason.empty() ? *apply_edits(source, writer.edits()) : "refused: " + reason;
    }
};

constexpr std::string_view two_classes
    = "class-map match-any A\n   match dscp 24 26\n!\n"
      "class-map match-any B\n   match dscp 26 48\n   match cos 6\n!\n"
      "policy-map IN\n   class A\n      set class 3\n   class B\n      set "
      "class 6\n      set dscp 40\n";

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}

TEST_CASE("the first class of a policy that matches a code point decides about it")
{
    Policies config(two_classes);
    const line_cli::PolicyEntries entries = config.entries();
    line_cli::PolicyClassification made = line_cli::classify(config.lines, entries);
    line_cli::take_rewrites(config.lines, entries, made);
    CHECK(made.trust.is(Trust::dscp_else_pcp));
    CHECK(made.policy.none());
    const ClassMap& dscps = config.device.maps.at(made.dscp_map.index);
    CHECK(dscps.to[24] == 3);
    CHECK(dscps.to[26] == 3);
    CHECK(dscps.to[48] == 6);
    CHECK(dscps.to[10] == 0);
    CHECK(config.device.maps.at(made.pcp_map.index).to[6] == 6);
    CHECK(config.device.maps.at(made.rewrite_map.index).to[6] == 40);
    config.device.ports.emplace_back();
    line_cli::bind_classification(config.lines, 0, made, {});
    CHECK(config.device.ports[0].dscp_to_tc.value == made.dscp_map);
    CHECK(config.device.ports[0].tc_to_dscp.value == made.rewrite_map);
}

TEST_CASE("a policy with a class that DSCP and CoS do not determine becomes a policy of the device")
{
    Policies config(
        "class-map match-any A\n   match other x\n!\npolicy-map IN\n   class A\n      set class 3\n");
    const line_cli::PolicyClassification made = line_cli::classify(config.lines, config.entries());
    CHECK(made.trust.is(Trust::none));
    CHECK(made.dscp_map.none());
    REQUIRE(!made.policy.none());
    const ClassPolicy& kept = config.device.policies.at(made.policy.index);
    REQUIRE(kept.classes.size() == 1);
    CHECK(kept.classes[0].name == "A");
    CHECK(kept.classes[0].matches_other);
    CHECK(kept.classes[0].set_tc.is(std::uint8_t{3}));
}

TEST_CASE("a line that rewrites the DSCP of a class and is not understood leaves open what a port rewrites")
{
    Policies config(
        "class-map match-any A\n   match dscp 26\n!\npolicy-map IN\n   class A\n      set class 3\n      set dscp "
        "nonsense\n");
    const line_cli::PolicyEntries entries = config.entries();
    line_cli::PolicyClassification made = line_cli::classify(config.lines, entries);
    line_cli::take_rewrites(config.lines, entries, made);
    CHECK(made.rewrite_unread);
    CHECK(made.rewrite_map.none());
}

TEST_CASE("an IP precedence is eight DSCPs")
{
    CHECK(line_cli::dscps_of_precedences(0b1000).bits == std::uint64_t{0xff} << 24);
    CHECK(line_cli::dscps_of_precedences(0).empty());
}

TEST_CASE("a code point moves to the class-map of the class with the wanted number")
{
    Policies config(two_classes);
    const std::string text = config.after(dscp, 24, 6);
    CHECK(holds(text, "class-map match-any A\n   match dscp 26\n"));
    CHECK(holds(text, "   match dscp 24 26 48\n"));
}

TEST_CASE("a code point moves out of every class-map if packets of no class have the wanted number")
{
    Policies config(two_classes);
    const std::string text = config.after(dscp, 26, 0);
    CHECK(holds(text, "class-map match-any A\n   match dscp 24\n"));
    CHECK(holds(text, "   match dscp 48\n"));
    CHECK(!holds(text, "26"));
}

TEST_CASE("a class for a code point is added if no class has the wanted number")
{
    Policies config(two_classes);
    const std::string text = config.after(dscp, 26, 5);
    CHECK(holds(text, "class-map match-any CLASS-5\n   match dscp 26\n"));
    CHECK(holds(text, "   class CLASS-5\n      set class 5\n"));
}

TEST_CASE("a code point is not moved where class-maps decide by more, or serve another policy too")
{
    Policies wide(
        "class-map match-any A\n   match other x\n!\npolicy-map IN\n   class A\n      set class 3\n");
    CHECK(wide.after(dscp, 26, 0) == "refused: class-map A looks at more than single points");
    Policies shared(std::string(two_classes) + "!\npolicy-map ELSE\n   class A\n      set class 1\n");
    CHECK(shared.after(dscp, 24, 6) == "refused: class-map A is one of policy-map ELSE too");
    Policies all("class-map A\n   match cos 3\n!\npolicy-map IN\n   class A\n      set class 3\n");
    CHECK(all.after(dscp, 26, 3) == "refused: the class-map is match-all: a packet would have to be of both");
}

}
