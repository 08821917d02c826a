// SPDX-License-Identifier: Apache-2.0
// Random pairs of configurations. A simulated device, which knows the rows but shares none of the code under test, executes the
// lines that retrace() derives from each pair.
#include "drivers/aoscx/grammar.h"
#include "drivers/comware/grammar.h"
#include "drivers/eos/grammar.h"
#include "drivers/iosxr/grammar.h"
#include "drivers/line_cli/write/line_writer.h"
#include "drivers/line_cli/write/retrace.h"
#include "drivers/nxos/grammar.h"
#include "drivers/onyx/config.h"
#include "drivers/os10/grammar.h"
#include "drivers/sample_cli/grammar.h"
#include "drivers/sonic_cli/grammar.h"
#include "drivers/vrp/grammar.h"
#include "models/syntax/indent_tree.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {
namespace {

using Random = std::minstd_rand;

std::uint64_t below(Random& random, std::uint64_t count) { return random() % count; }

bool is_set(SlotKind kind)
{
    return kind == SlotKind::set || kind == SlotKind::ranges || kind == SlotKind::points;
}

// A line of the row with random values; empty if no such line would be read back as this row.
std::string random_line(const Grammar& grammar, const line_cli::Statement& row, Scopes scope, Random& random)
{
    Fact fact{.kind = row.fact, .sense = row.says, .statement = &row};
    constexpr std::string_view names[]{"A1", "B2", "C3"};
    for (std::size_t at = 0; at < row.pattern.slots(); ++at) {
        const Slot& slot = row.slots[at];
        if (slot.kind == SlotKind::text || slot.kind == SlotKind::rest) {
            fact.text = names[below(random, 3)];
        } else if (slot.kind == SlotKind::index) {
            fact.number = static_cast<std::uint8_t>(below(random, std::min<std::uint64_t>(slot.most, 7) + 1));
        } else if (is_set(slot.kind)) {
            fact.values[at]
                = Value::of((std::uint64_t{1} << below(random, std::min<std::uint64_t>(slot.most, 4) + 1))
                    | (std::uint64_t{1} << below(random, std::min<std::uint64_t>(slot.most, 4) + 1)));
        } else if (slot.kind == SlotKind::word) {
            fact.values[at] = Value::of(slot.terms[below(random, slot.terms.size())].number);
        } else {
            const std::uint64_t unit = slot.terms.empty() ? 1 : slot.terms.front().number;
            fact.values[at] = Value::of((slot.least / unit + 1 + below(random, 3)) * unit);
        }
    }
    std::string line = write(grammar.dialect(), row, fact);
    const Match read = grammar.match(scope, line);
    return read.statement == &row && !read.rejected && read.wrong == nullptr ? line : std::string{};
}

// A configuration as it would be typed: a few blocks with a few lines each.
std::string random_text(const Grammar& grammar, Scopes top, Random& random)
{
    const Dialect& dialect = grammar.dialect();
    std::string text;
    const auto rows_of = [&](Scopes scope, bool openers) {
        std::vector<const line_cli::Statement*> rows;
        for (const line_cli::Statement& row : grammar.rows()) {
            if ((row.scopes & scope) != 0 && row.fact != 0 && row.coverage == CoverageState::read
                && row.says != Sense::unread && row.no != No::irrelevant && (row.opens != 0) == openers)
                rows.push_back(&row);
        }
        return rows;
    };
    // Writes lines of this scope, and blocks inside it down to the third level.
    const auto fill
        = [&](auto&& self, Scopes scope, const std::string& indent, const std::string& header) -> void {
        const auto lines = rows_of(scope, false);
        for (std::uint64_t count = below(random, 5); count > 0 && !lines.empty(); --count) {
            const std::string line = random_line(grammar, *lines[below(random, lines.size())], scope, random);
            if (!line.empty() && dialect.flat && !header.empty())
                text += flat_line(dialect, header, line) + '\n';
            else if (!line.empty())
                text += indent + line + '\n';
        }
        const auto openers = rows_of(scope, true);
        for (std::uint64_t count = below(random, 4); count > 0 && !openers.empty(); --count) {
            const line_cli::Statement& opener = *openers[below(random, openers.size())];
            const std::string inner = random_line(grammar, opener, scope, random);
            if (inner.empty() || indent.size() > 2 * dialect.step.size() || (dialect.flat && !header.empty()))
                continue;
            if (!dialect.flat)
                text += indent + inner + '\n';
            self(self, opener.opens, indent + std::string(dialect.step), inner);
            if (!dialect.flat)
                text += indent + std::string(dialect.step) + std::string(dialect.leave) + '\n';
        }
    };
    fill(fill, top, {}, {});
    return text;
}

// The state of a device: values by block and by key.
class DeviceOfRows {
public:
    DeviceOfRows(const Grammar& grammar, Scopes top) : grammar_(grammar), top_(top) { }

    void type(const std::string& text)
    {
        std::vector<std::pair<std::string, Scopes>> open{{"", top_}};
        std::istringstream stream(text);
        for (std::string line; std::getline(stream, line);) {
            line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
            if (line == grammar_.dialect().leave) {
                open.pop_back();
                REQUIRE(!open.empty());
                continue;
            }
            const auto [path, scope] = open.back();
            const Match match = grammar_.match(scope, line);
            const bool opens = match.statement != nullptr && match.statement->opens != 0;
            if (opens && grammar_.dialect().flat) {
                const std::string header = line.substr(0, line.size() - match.rest.size());
                take(header, match.statement->opens, std::string(match.rest), match.negated);
            } else if (opens && !match.negated) {
                open.emplace_back(path + "/" + line, match.statement->opens);
                blocks_.try_emplace(open.back().first);
            } else {
                take(path, scope, line, false);
            }
        }
        CHECK((open.size() == 1 || grammar_.dialect().flat));
    }

    // The state without empty ports, which always exist, and without defaults.
    [[nodiscard]] std::string print() const
    {
        std::string out;
        for (const auto& [path, lines] : blocks_) {
            std::string inside;
            for (const auto& [about, value] : lines)
                inside += "  " + about + " = " + value + "\n";
            const auto& permanent = grammar_.dialect().permanent;
            const bool there = std::ranges::any_of(permanent, [&](std::string_view beginning) {
                return std::string_view(path).substr(path.rfind('/') + 1).starts_with(beginning);
            });
            if (!inside.empty() || (!there && !path.empty() && !grammar_.dialect().flat))
                out += path + "\n" + inside;
        }
        return out;
    }

private:
    static std::string all_values(const Fact& fact, std::size_t without)
    {
        std::string out = fmt::format("{} {} {}", static_cast<int>(fact.sense), fact.number, fact.text);
        for (std::size_t slot = 0; slot < most_slots; ++slot)
            out += slot == without
                ? std::string{}
                : fmt::format(" {}:{}", static_cast<int>(fact.values[slot].state), fact.value(slot));
        return out;
    }

    void take(const std::string& path, Scopes scope, std::string line, bool negated)
    {
        Match match = grammar_.match(scope, line, negated);
        const Dialect& dialect = grammar_.dialect();
        std::map<std::string, std::string>& lines = blocks_[path];
        Words words(line);
        const bool takes = negated || words.peek() == dialect.negation
            || (!dialect.to_default.empty() && words.peek() == dialect.to_default);
        if (takes && !negated)
            words.next();
        const std::string plain(words.rest());
        if (takes) {
            // A block is removed with everything in it.
            const std::string block = path + "/" + plain;
            std::erase_if(blocks_,
                [&](const auto& each) { return each.first == block || each.first.starts_with(block + "/"); });
            blocks_[path].erase(plain);
        }
        // A negation that has no row of its own removes the line that it negates.
        if (match.statement == nullptr && takes)
            match = grammar_.match(scope, plain);
        if (match.statement == nullptr || match.rejected)
            return keep(blocks_[path], plain, plain, takes);
        const line_cli::Statement& row = *match.statement;
        const Fact& fact = match.fact;
        if (row.displaces == Displaces::needs_no_first)
            return keep(lines, plain, plain, takes);
        std::string about = fmt::format("{} {}", fact.kind, fact.number);
        if (row.displaces == Displaces::adds_up) {
            about = fmt::format("{} {}", fact.kind, row.pattern.stem_text());
            std::size_t set = most_slots;
            for (std::size_t slot = row.pattern.slots(); slot-- > 0;)
                set = is_set(row.slots[slot].kind) ? slot : set;
            for (std::size_t slot = set + 1; slot < row.pattern.slots(); ++slot)
                about += is_set(row.slots[slot].kind) ? fmt::format(" {}", fact.value(slot)) : "";
            if (set == most_slots)
                return keep(lines, plain, plain, takes);
            for (std::uint8_t member = 0; member < 64; ++member) {
                if ((fact.value(set) >> member & 1U) != 0 && !is_usual(fact, member))
                    keep(lines, fmt::format("{} {}", about, member), all_values(fact, set), takes);
                else if ((fact.value(set) >> member & 1U) != 0)
                    lines.erase(fmt::format("{} {}", about, member));
            }
            return;
        }
        if (row.displaces == Displaces::first_value)
            about += fmt::format(" {} {}", fact.value(), fact.text);
        for (std::size_t at = 0; at < row.pattern.stem(); ++at) {
            const auto& token = row.pattern[at];
            if (token.kind == Pattern::Kind::slot)
                about += fmt::format(" {} {}",
                    fact.value(token.slot),
                    row.slots[token.slot].kind == SlotKind::index ? std::string_view{} : fact.text);
        }
        if (grammar_.places_of(fact.kind).by_value) {
            for (std::size_t slot = 0; slot < row.pattern.slots(); ++slot) {
                if (fact.values[slot].written())
                    keep(lines, fmt::format("{} {}", about, slot), std::to_string(fact.value(slot)), takes);
            }
            return;
        }
        // Without a keyword for the default, a line that says off equals no line.
        keep(lines,
            about,
            all_values(fact, most_slots),
            takes || (row.says == Sense::off && dialect.to_default.empty()));
    }

    static void keep(
        std::map<std::string, std::string>& lines, const std::string& about, std::string value, bool takes)
    {
        if (takes)
            lines.erase(about);
        else
            lines[about] = std::move(value);
    }

    // On Onyx, maps have no negation.
    [[nodiscard]] bool is_usual(const Fact& fact, std::uint8_t member) const
    {
        const MapLine* map
            = &grammar_ == &onyx::grammar() ? find_map_of_line(onyx::map_lines, fact.kind) : nullptr;
        return map != nullptr && map->usually(member) == fact.number;
    }

    const Grammar& grammar_;
    Scopes top_;
    std::map<std::string, std::map<std::string, std::string>> blocks_;
};

void check_pairs(const RetraceStyle& style)
{
    const IndentGrammar form{.comment = style.grammar.dialect().comment[0]};
    Random random(1);
    std::string from_text = random_text(style.grammar, style.top, random);
    constexpr int pairs = 10'000;
    int different = 0;
    for (int pair = 0; pair < pairs; ++pair) {
        const std::string to_text = random_text(style.grammar, style.top, random);
        const Source from(0, "from", from_text);
        const Source to(1, "to", to_text);
        const Tree before = parse_indented(from, form);
        const Tree after = parse_indented(to, form);
        DeviceOfRows device(style.grammar, style.top);
        device.type(from_text);
        DeviceOfRows wanted(style.grammar, style.top);
        wanted.type(to_text);
        const std::string old = device.print();
        different += old == wanted.print() ? 0 : 1;
        const std::string lines = retrace(style, {&before, 1}, {&after, 1});
        const std::string back = retrace(style, {&after, 1}, {&before, 1});
        CAPTURE(from_text);
        CAPTURE(to_text);
        CAPTURE(lines);
        CAPTURE(back);
        device.type(lines);
        REQUIRE(device.print() == wanted.print());
        device.type(back);
        REQUIRE(device.print() == old);
        from_text = to_text;
    }
    CHECK(different > pairs / 2);
}

TEST_SUITE_BEGIN("retrace");

TEST_CASE("the lines between two configurations of Onyx lead from one to the other, and back")
{
    check_pairs({onyx::grammar(), onyx::scope::top, [](const Fact& line) {
                     return usual_entries(onyx::map_lines, line);
                 }});
}

TEST_CASE("the lines between two configurations of Sample CLI lead from one to the other, and back")
{
    check_pairs({sample_cli::grammar(), sample_cli::scope::top});
}

TEST_CASE(
    "the lines between two configurations of AOS-CX, Comware, EOS, IOS XR, NX-OS, OS10, VRP and Enterprise SONiC lead from one to the other, and back")
{
    SUBCASE("AOS-CX") { check_pairs({aoscx::grammar(), aoscx::scope::top}); }
    SUBCASE("Comware") { check_pairs({comware::grammar(), comware::scope::top}); }
    SUBCASE("EOS") { check_pairs({eos::grammar(), eos::scope::top}); }
    SUBCASE("IOS XR") { check_pairs({iosxr::grammar(), iosxr::scope::top}); }
    SUBCASE("NX-OS") { check_pairs({nxos::grammar(), nxos::scope::top}); }
    SUBCASE("OS10") { check_pairs({os10::grammar(), os10::scope::top}); }
    SUBCASE("VRP") { check_pairs({vrp::grammar(), vrp::scope::top}); }
    SUBCASE("Enterprise SONiC") { check_pairs({sonic_cli::grammar(), sonic_cli::scope::top}); }
}

std::string lines_between(const RetraceStyle& style, std::string_view from_text, std::string_view to_text)
{
    const IndentGrammar form{.comment = style.grammar.dialect().comment[0]};
    const Source from(0, "from", std::string(from_text));
    const Source to(1, "to", std::string(to_text));
    const Tree before = parse_indented(from, form);
    const Tree after = parse_indented(to, form);
    return retrace(style, {&before, 1}, {&after, 1});
}

TEST_CASE("a negated line of two members gives up only the member that is gone")
{
    CHECK(lines_between({eos::grammar(), eos::scope::top},
              "interface Ethernet1\n   no priority-flow-control priority 3,4 no-drop\n",
              "interface Ethernet1\n   no priority-flow-control priority 4 no-drop\n")
        == "interface Ethernet1\n   default priority-flow-control priority 3 no-drop\n   exit\n");
}

TEST_CASE("a line that is known only with its negation is taken back without a second negation")
{
    CHECK(lines_between({eos::grammar(), eos::scope::top},
              "interface Ethernet1\n   no priority-flow-control\n   mtu 9214\n",
              "interface Ethernet1\n   mtu 9214\n")
        == "interface Ethernet1\n   default priority-flow-control\n   exit\n");
    CHECK(lines_between({nxos::grammar(), nxos::scope::top},
              "policy-map type network-qos A\n  class type network-qos B\n    no pause\n    mtu 9216\n",
              "policy-map type network-qos A\n  class type network-qos B\n    mtu 9216\n")
              .find("no no")
        == std::string::npos);
}

TEST_CASE("lines of Onyx that no row reads are left alone")
{
    CHECK(lines_between({onyx::grammar(), onyx::scope::top},
              "no cli default prefix-modes <redacted>\ninterface ethernet 1/1 qos trust L3\n",
              "interface ethernet 1/1 qos trust L2\n")
        == "interface ethernet 1/1 qos trust L2\n");
}

TEST_CASE("a line without values gives way to one with values, and is not negated before")
{
    CHECK(
        lines_between({os10::grammar(), os10::scope::top},
            "policy-map type network-qos A\n class B\n  pause\n",
            "policy-map type network-qos A\n class B\n  pause buffer-size 100 pause-threshold 50 resume-threshold 30\n")
            .find("no pause")
        == std::string::npos);
}

TEST_SUITE_END();

}
}
