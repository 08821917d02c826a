// SPDX-License-Identifier: Apache-2.0
// Every line of Sample CLI, stated once: reading, checking, writing, editing and undoing all use these rows.
// A row without a source would be a guess; an undocumented line has no row, and stays unrecognised.
#include "drivers/sample_cli/grammar.h"

#include "models/fabric/qos.h"

namespace rocelint::sample_cli {
namespace {

using line_cli::Aside;
using line_cli::Dialect;
using line_cli::Displaces;
using line_cli::Grammar;
using line_cli::No;
using line_cli::PortBlocks;
using line_cli::PortHeader;
using line_cli::SlotKind;
using line_cli::Statement;
using line_cli::Term;

constexpr std::string_view readme = "Sample CLI, drivers/sample_cli/README.md";

// Settings shared by all lines. A port exists without its header, so an undo negates the port's lines, never
// the header.
constexpr std::string_view permanent[]{"interface "};
constexpr Dialect dialect{.comment = "!",
    .step = "   ",
    .separator = "!",
    .negation = "no",
    .short_negations = 0,
    .permanent = permanent};

// Words that stand for numbers. The first unit that expresses a number exactly is the one written.
constexpr std::uint64_t giga = 1'000'000'000;
constexpr Term speeds[]{{"25G", 25 * giga}, {"100G", 100 * giga}, {"200G", 200 * giga}, {"400G", 400 * giga}};
constexpr Term sizes[]{{"kbytes", 1000}, {"bytes", 1}};
constexpr Term trusts[]{{"dscp", static_cast<std::uint64_t>(Trust::dscp)}};

// How long a text may be. One that other devices know by name is fixed: a design with a longer one is refused,
// where any other text is shortened.
constexpr TextLimit device_name{.longest = 63, .source = readme, .fixed = true};
constexpr TextLimit description_text{.longest = 240, .source = readme};

constexpr line_cli::Statement rows[]{
    {.pattern = "hostname {name}",
        .slots = {{.name = "name", .kind = SlotKind::text, .text = &device_name}},
        .fact = kind(LineKind::hostname),
        .source = readme},
    // A list of code points that one line assigns to a class: ListLines edits it, one code point at a time.
    {.pattern = "class dscp {dscps} to {class}",
        .slots = {{.name = "dscps", .most = 63, .kind = SlotKind::points}, {.name = "class", .most = 7}},
        .fact = kind(LineKind::class_of_dscp),
        .source = readme,
        .displaces = Displaces::adds_up},
    // `index` puts the queue into Fact::number; `instead` is a word that may replace a number.
    {.pattern = "queue {queue} share {share}",
        .slots = {{.name = "queue", .most = 7, .kind = SlotKind::index},
            {.name = "share", .least = 1, .most = 100, .instead = "strict"}},
        .fact = kind(LineKind::service),
        .source = readme},
    // A header opens the scope of the lines in its block.
    {.pattern = "interface {name}",
        .slots = {{.name = "name", .kind = SlotKind::rest, .text = &own_words}},
        .fact = kind(LineKind::port),
        .source = readme,
        .opens = scope::port},
    {.scopes = scope::port,
        .pattern = "description {text}",
        .slots = {{.name = "text", .kind = SlotKind::rest, .text = &description_text}},
        .fact = kind(LineKind::description),
        .source = readme},
    {.scopes = scope::port,
        .pattern = "speed {speed}",
        .slots = {{.name = "speed", .terms = speeds, .kind = SlotKind::word}},
        .fact = kind(LineKind::speed),
        .source = readme},
    // The range that the device allows: a value outside it is reported when read, refused when requested, and
    // adjusted when rendered.
    {.scopes = scope::port,
        .pattern = "mtu {mtu}",
        .slots = {{.name = "mtu", .least = 68, .most = 9216}},
        .fact = kind(LineKind::mtu),
        .source = readme},
    {.scopes = scope::port,
        .pattern = "pfc priority {priority}",
        .slots = {{.name = "priority", .most = 7, .kind = SlotKind::index}},
        .fact = kind(LineKind::pfc),
        .source = readme},
    {.scopes = scope::port,
        .pattern = "trust {field}",
        .slots = {{.name = "field", .terms = trusts, .kind = SlotKind::word}},
        .fact = kind(LineKind::trust),
        .source = readme},
    // An optional part. `no ecn queue 3` is enough to switch marking off: a negation ends at the " / ".
    {.scopes = scope::port,
        .pattern = "ecn queue {queue} / minimum {min} maximum {max} [probability {p}]",
        .slots = {{.name = "queue", .most = 7, .kind = SlotKind::index},
            {.name = "min", .least = 1, .most = 100'000'000, .terms = sizes},
            {.name = "max", .least = 1, .most = 100'000'000, .terms = sizes},
            {.name = "p", .least = 1, .most = 100}},
        .fact = kind(LineKind::marking),
        .source = readme},
    {.scopes = scope::port,
        .pattern = "watchdog detection {detection} restoration {restoration}",
        .slots = {{.name = "detection", .least = 100, .most = 5000},
            {.name = "restoration", .least = 100, .most = 60'000}},
        .fact = kind(LineKind::watchdog),
        .source = readme},
    // A known line that may affect RDMA traffic and has no place in the model.
    {.scopes = scope::port,
        .pattern = "storm-control {rest}",
        .slots = {{.name = "rest", .kind = SlotKind::rest}},
        .coverage = CoverageState::unsupported,
        .source = readme,
        .unreads = line_cli::nothing_modelled},
};

// First words of lines that have nothing to do with RDMA traffic.
constexpr Aside asides[]{{scope::top, CoverageState::irrelevant, "ntp snmp-server username logging end"}};

constexpr Grammar all{dialect, rows, asides};

constexpr PortHeader headers[]{{kind(LineKind::port), ""}};
constexpr PortBlocks blocks{headers};

}

const line_cli::Grammar& grammar() { return all; }

const line_cli::PortBlocks& port_blocks() { return blocks; }

}
