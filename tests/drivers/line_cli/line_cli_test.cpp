// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/grammar/grammar.h"
#include "models/syntax/coverage.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <string_view>

namespace rocelint {
namespace {

using namespace line_cli;

enum Scope : Scopes { top = 1, interface = 2, queue = 4, routing = 256 };
enum Kind : std::uint8_t {
    none,
    mtu,
    ecn,
    trust,
    pfc,
    timer,
    map,
    policy,
    header,
    block,
    description,
    share
};

constexpr Term sizes[]{{"kbytes", 1000}, {"mbytes", 1'000'000}, {"bytes", 1}, {"microseconds", 1, 1}};
constexpr Term trusts[]{{"dscp", 1}, {"cos", 2}, {"L3", 1}};
constexpr Term kilobytes[]{{"", 1000}};

// A platform whose lines are nested in blocks.
constexpr Dialect blocks{.to_default = "default"};
constexpr line_cli::Statement block_rows[]{
    {interface,
        "mtu {mtu}",
        {{.name = "mtu", .least = 68, .most = 9214, .impossible_above = 65'535}},
        mtu,
        No::clear,
        CoverageState::read,
        "the manual"},
    {queue,
        "random-detect ecn / minimum-threshold {min} maximum-threshold {max} [max-mark-probability {p}] [weight {w}]",
        {{"min", 1, 256'000'000, sizes}, {"max", 1, 256'000'000, sizes}, {"p", 1, 100}, {"w", 0, 15}},
        ecn,
        No::off},
    {interface,
        "qos trust {field}",
        {{.name = "field", .terms = trusts, .kind = SlotKind::word}},
        trust,
        No::off},
    {interface,
        "priority-flow-control priority {set} no-drop",
        {{.name = "set", .most = 7, .kind = SlotKind::set}},
        pfc,
        No::off},
    {interface,
        "watchdog timer [timeout {t}] [polling-interval {p}] [forced]",
        {{.name = "t", .least = 10, .most = 60'000, .kind = SlotKind::thousandths},
            {.name = "p", .least = 5, .most = 30'000, .kind = SlotKind::thousandths, .instead = "auto"}},
        timer},
    {top,
        "qos map dscp {from} to traffic-class {to} [drop-precedence {dp}]",
        {{.name = "from", .most = 63, .kind = SlotKind::points},
            {.name = "to", .most = 7, .impossible_above = 7},
            {.name = "dp", .most = 2}},
        map},
    {interface,
        "service-policy [type qos|quality-of-service] input {name}",
        {{.name = "name", .kind = SlotKind::text}},
        policy,
        No::off},
    {top,
        "interface {ports}",
        {{.name = "ports", .kind = SlotKind::rest}},
        header,
        No::clear,
        CoverageState::read,
        "",
        interface},
    {interface,
        "tx-queue|uc-tx-queue {queue}",
        {{.name = "queue", .most = 7, .kind = SlotKind::index}},
        block,
        No::clear,
        CoverageState::read,
        "",
        queue},
    {interface, "description {text}", {{.name = "text", .kind = SlotKind::rest}}, description},
    {queue, "bandwidth percent {share}", {{.name = "share", .most = 100}}, share},
    {.scopes = interface, .pattern = "flow-control", .fact = share, .no = No::off, .says = Sense::unread},
    {routing, "neighbor {peer} allowas-in", {{.name = "peer", .kind = SlotKind::text}}, share},
};
constexpr Aside block_asides[]{{top | interface, CoverageState::irrelevant, "lldp ptp"},
    {interface, CoverageState::unsupported, "qos storm-control", nothing_modelled},
    {routing, CoverageState::unsupported, "timers", nothing_modelled},
    {routing, CoverageState::irrelevant, "*"}};
constexpr Grammar with_blocks{blocks, block_rows, block_asides};

// A platform whose lines repeat their header.
constexpr Term groups[]{{"pg0", 0}, {"pg3", 3}};
constexpr Dialect flat_lines{.comment = "##", .step = "", .separator = "", .leave = "", .flat = true};
constexpr line_cli::Statement flat_rows[]{
    {top,
        "interface ethernet {ports}",
        {{.name = "ports", .kind = SlotKind::text}},
        header,
        No::clear,
        CoverageState::read,
        "",
        interface},
    {interface, "mtu {mtu} [+force]", {{.name = "mtu", .least = 1500, .most = 9216}}, mtu},
    {interface,
        "ingress-buffer {group} map / pool {pool}",
        {{.name = "group", .most = 7, .terms = groups, .kind = SlotKind::index},
            {.name = "pool", .kind = SlotKind::text}},
        block},
    {interface,
        "traffic-class {q} congestion-control ecn minimum-absolute {min} maximum-absolute {max}",
        {{.name = "q", .most = 7, .kind = SlotKind::index},
            {"min", 0, 256'000'000, kilobytes},
            {"max", 0, 256'000'000, kilobytes}},
        ecn,
        No::off},
};
constexpr Grammar flat{flat_lines, flat_rows, {}};

std::string sense_text(Sense sense)
{
    return sense == Sense::set  ? ""
        : sense == Sense::off   ? "off "
        : sense == Sense::clear ? "clear "
                                : "unread ";
}

// "(mtu 9214)": the first word of the row, the kind of fact, its number and its values.
std::string shown(const Match& match)
{
    if (match.statement == nullptr)
        return fmt::format("- {}", name_of(match.coverage));
    const Pattern& pattern = match.statement->pattern;
    std::string text = fmt::format("({}{}", sense_text(match.fact.sense), pattern.text(pattern[0]));
    if (match.fact.number != Fact::no_number)
        text += fmt::format(" #{}", match.fact.number);
    for (std::size_t slot = 0; slot < pattern.slots(); ++slot) {
        const Value& value = match.fact.values[slot];
        if (value.state == Value::State::named)
            text += " named";
        else if (value.state != Value::State::absent && match.statement->slots[slot].kind != SlotKind::index)
            text += value.written() ? fmt::format(" {}", value.number) : " instead";
    }
    if (!match.fact.text.empty())
        text += fmt::format(" \"{}\"", match.fact.text);
    text += ')';
    const std::string problem = problem_of(match);
    return problem.empty() ? text : text + " " + problem;
}

struct Row {
    Scopes scope;
    std::string_view line;
    std::string_view expected;
};

TEST_CASE("a row reads its line into a fact")
{
    constexpr Row rows[]{
        {interface, "mtu 9214", "(mtu 9214)"},
        {interface, "no mtu", "(clear mtu)"},
        {interface, "no mtu 9214", "(clear mtu 9214)"},
        {interface, "mtu 9300", "(mtu 9300) mtu 9300: out of range, 68 to 9214 (the manual)"},
        {interface, "mtu 70000", "(unread mtu named) mtu 70000: out of range, 68 to 9214 (the manual)"},
        {interface, "mtu large", "(unread mtu named) mtu large is not a number in range, 68 to 9214"},
        {interface, "mtu", "(unread mtu named) mtu: the number is missing, 68 to 9214"},
        {interface, "mtu 9214 force", "- unrecognised"},
        {top, "mtu 9214", "- unrecognised"},
        {queue,
            "random-detect ecn minimum-threshold 150 kbytes maximum-threshold 3 mbytes",
            "(random-detect 150000 3000000)"},
        {queue,
            "random-detect ecn minimum-threshold 1 bytes maximum-threshold 2 bytes weight 0 max-mark-probability 7",
            "(random-detect 1 2 7 0)"},
        {queue,
            "random-detect ecn minimum-threshold 5 parsecs maximum-threshold 9 parsecs",
            "(unread random-detect named) this random-detect ecn line is not understood"},
        {queue,
            "random-detect ecn minimum-threshold 300 mbytes maximum-threshold 3 microseconds",
            "(random-detect 300000000 3) minimum-threshold 300 mbytes: out of range, 1 to 256000000 bytes"},
        {queue, "no random-detect ecn", "(off random-detect)"},
        {queue, "no random-detect ecn at all", "- unrecognised"},
        {queue, "no random-detect", "- unrecognised"},
        {queue, "default random-detect ecn", "(clear random-detect)"},
        {interface, "qos trust cos", "(qos 2)"},
        {interface, "no qos trust", "(off qos)"},
        {interface, "qos trust vlan", "(unread qos named)"},
        {interface, "qos shape", "- unsupported"},
        {interface, "no qos shape", "- irrelevant"},
        {interface, "lldp run", "- irrelevant"},
        {interface, "priority-flow-control priority 3,5 no-drop", "(priority-flow-control 40)"},
        {interface,
            "priority-flow-control priority 8 no-drop",
            "(unread priority-flow-control named) priority 8: out of range, 0 to 7"},
        {interface, "no priority-flow-control priority 3", "(off priority-flow-control 8)"},
        {interface, "watchdog timer polling-interval auto timeout 0.05 forced", "(watchdog 50 instead)"},
        {interface, "watchdog timer timeout 61", "(watchdog 61000) timeout 61: out of range, 0.01 to 60"},
        {top, "qos map dscp 0 2-3 ef to traffic-class 1", "(qos 70368744177677 1)"},
        {top, "qos map dscp 64 to traffic-class 1", "(unread qos named) dscp 64: out of range, 0 to 63"},
        {top,
            "qos map dscp cs1 to traffic-class 9",
            "(unread qos 256 named) traffic-class 9: out of range, 0 to 7"},
        {interface, "service-policy input P", "(service-policy \"P\")"},
        {interface, "service-policy type quality-of-service input P", "(service-policy \"P\")"},
        {interface, "service-policy type pbr input P", "- unrecognised"},
        {top, "interface Ethernet1-4, 7", "(interface \"Ethernet1-4, 7\")"},
        {interface, "uc-tx-queue 3", "(tx-queue|uc-tx-queue #3)"},
        {interface, "tx-queue 9", "(unread tx-queue|uc-tx-queue named) tx-queue 9: out of range, 0 to 7"},
        {interface, "no tx-queue 3", "(clear tx-queue|uc-tx-queue #3)"},
        {interface, "description to the  spine", "(description \"to the  spine\")"},
        {interface, "no flow-control", "(off flow-control)"},
        {interface, "flow-control", "(unread flow-control)"},
        {routing, "neighbor 10.0.0.1 allowas-in", "(neighbor \"10.0.0.1\")"},
        {routing, "neighbor 10.0.0.1 remote-as 5", "- irrelevant"},
        {routing, "timers bgp 1", "- unsupported"},
        {routing, "no timers bgp 1", "- irrelevant"},
        {interface, "", "- unrecognised"},
        {interface, "no", "- unrecognised"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.line);
        CHECK(shown(with_blocks.match(row.scope, row.line)) == row.expected);
    }
}

TEST_CASE("a flat line consists of its header and what follows it")
{
    const Match header = flat.match(top,
        "interface ethernet 1/1-1/4 traffic-class 3 congestion-control ecn "
        "minimum-absolute 150 maximum-absolute 1500");
    CHECK(shown(header) == "(interface \"1/1-1/4\")");
    REQUIRE(header.statement->opens == interface);
    CHECK(shown(flat.match(interface, header.rest)) == "(traffic-class #3 150000 1500000)");
    const Match negated = flat.match(top, "no interface ethernet 1/1 mtu");
    CHECK(shown(flat.match(interface, negated.rest, negated.negated)) == "(clear mtu)");
    CHECK(shown(flat.match(interface, "mtu 9216 force")) == "(mtu 9216)");
    CHECK(shown(flat.match(interface, "no mtu force")) == "(clear mtu)");
    CHECK(shown(flat.match(interface, "mtu 9216")) == "(mtu 9216)");
    CHECK(shown(flat.match(interface, "ingress-buffer pg3 map pool a")) == "(ingress-buffer #3 \"a\")");
    CHECK(shown(flat.match(interface, "ingress-buffer pg9 map pool a"))
        == "(unread ingress-buffer named) this ingress-buffer line is not understood");
}

TEST_CASE("the same row writes the line, in the first unit that divides the number evenly")
{
    const auto write_fact = [](const Grammar& grammar, const Fact& fact, std::string_view like = {}) {
        return write(grammar.dialect(), *grammar.row(fact.kind), fact, like);
    };
    const auto marking = [](std::uint64_t min, std::uint64_t max) {
        return Fact{.kind = ecn, .number = 3, .values = {Value::of(min), Value::of(max)}};
    };
    CHECK(write_fact(with_blocks, {.kind = mtu, .values = {Value::of(9000)}}) == "mtu 9000");
    CHECK(write_fact(with_blocks, marking(150'000, 1'500'001))
        == "random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500001 bytes");
    CHECK(write_fact(with_blocks, {.kind = ecn, .sense = Sense::off}) == "no random-detect ecn");
    CHECK(write_fact(with_blocks, {.kind = mtu, .sense = Sense::clear}) == "default mtu");
    CHECK(write_fact(with_blocks, {.kind = trust, .values = {Value::of(2)}}) == "qos trust cos");
    CHECK(write_fact(with_blocks, {.kind = trust, .sense = Sense::off}) == "no qos trust");
    CHECK(write_fact(with_blocks, {.kind = policy, .text = "P"}) == "service-policy input P");
    CHECK(write_fact(with_blocks, {.kind = block, .number = 3}) == "tx-queue 3");
    CHECK(write_fact(with_blocks, {.kind = map, .values = {Value::of(0b1101), Value::of(3)}})
        == "qos map dscp 0 2 3 to traffic-class 3");
    CHECK(
        write_fact(with_blocks, {.kind = timer, .values = {Value::of(50), {.state = Value::State::instead}}})
        == "watchdog timer timeout 0.05 polling-interval auto");
    // A trust for which the platform has no word.
    CHECK(write_fact(with_blocks, {.kind = trust, .values = {Value::of(9)}}).empty());
    Fact absolute = marking(0, 0);
    absolute.values = {Value{}, Value::of(150'000), Value::of(1'500'000)};
    CHECK(write_fact(flat, absolute)
        == "traffic-class 3 congestion-control ecn minimum-absolute 150 maximum-absolute 1500");
    absolute.values[1] = Value::of(150'001);
    CHECK(write_fact(flat, absolute).empty());
}

TEST_CASE("a word that the device requires with every change is written, and may be missing when read")
{
    const line_cli::Statement& row = *flat.row(mtu);
    const Fact large{.kind = mtu, .values = {Value::of(9000)}};
    CHECK(write(flat_lines, row, large) == "mtu 9000 force");
    CHECK(write(flat_lines, row, {.kind = mtu, .sense = Sense::clear}) == "no mtu force");
    CHECK(write(flat_lines, row, large, "mtu 1500") == "mtu 9000");
    CHECK(write(flat_lines, row, large, "mtu 1500 force") == "mtu 9000 force");
}

TEST_CASE("an index may be a word, and is part of what a negation refers to")
{
    const line_cli::Statement& row = *flat.row(block);
    CHECK(
        write(flat_lines, row, {.kind = block, .number = 3, .text = "a"}) == "ingress-buffer pg3 map pool a");
    CHECK(write(flat_lines, row, {.kind = block, .number = 3, .sense = Sense::clear})
        == "no ingress-buffer pg3 map");
}

TEST_CASE("an existing line keeps its units, its order and what the fact does not cover")
{
    const auto rewritten = [](const Fact& fact, std::string_view like) {
        return write(blocks, *with_blocks.row(fact.kind), fact, like);
    };
    Fact marking{.kind = ecn, .values = {Value::of(2'000'000), Value::of(3'000'500)}};
    CHECK(
        rewritten(marking, "random-detect ecn  minimum-threshold 1 mbytes weight 0 maximum-threshold 9 bytes")
            .empty());
    CHECK(rewritten(
              marking, "random-detect ecn  minimum-threshold 1 mbytes maximum-threshold 9 mbytes weight 0")
        == "random-detect ecn  minimum-threshold 2 mbytes maximum-threshold 3000500 bytes weight 0");
    marking.values[2] = Value::of(7);
    CHECK(rewritten(marking, "random-detect ecn minimum-threshold 1 bytes maximum-threshold 9 bytes weight 0")
        == "random-detect ecn minimum-threshold 2000000 bytes maximum-threshold 3000500 bytes weight 0 "
           "max-mark-probability 7");
    CHECK(rewritten({.kind = timer, .values = {Value::of(400)}},
              "watchdog timer polling-interval auto timeout 0.2 forced")
        == "watchdog timer polling-interval auto timeout 0.4 forced");
    CHECK(rewritten({.kind = trust, .values = {Value::of(1)}}, "qos trust L3") == "qos trust L3");
    CHECK(rewritten({.kind = trust, .values = {Value::of(2)}}, "qos trust L3") == "qos trust cos");
}

TEST_CASE("the range of a row rejects a value and says what the device accepts")
{
    const line_cli::Statement& row = *with_blocks.row(mtu);
    const Fact large{.kind = mtu, .values = {Value::of(9300)}};
    CHECK(out_of_range(row, large) == "mtu 9300: out of range, 68 to 9214 (the manual)");
    CHECK(out_of_range(row, in_range(row, large)).empty());
    CHECK(in_range(row, large).value() == 9214);
    const line_cli::Statement& times = *with_blocks.row(timer);
    CHECK(out_of_range(times, {.kind = timer, .values = {Value::of(5)}})
        == "timeout 0.005: out of range, 0.01 to 60");
    CHECK(out_of_range(*with_blocks.row(block), {.kind = block, .number = 8})
        == "tx-queue 8: out of range, 0 to 7");
}

TEST_CASE("matching terminates on every line")
{
    constexpr std::string_view text
        = "no random-detect ecn minimum-threshold 150 kbytes maximum-threshold 3 mbytes weight 0 \"x y\" [{]}";
    for (std::size_t begin = 0; begin < text.size(); ++begin) {
        for (std::size_t size = 0; begin + size <= text.size(); ++size) {
            const std::string_view part = text.substr(begin, size);
            for (const Scopes scope : {top, interface, queue}) {
                const Match match = with_blocks.match(scope, part);
                CHECK((match.statement != nullptr || match.fact.kind == none));
            }
        }
    }
}

}
}
