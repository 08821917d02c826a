// SPDX-License-Identifier: Apache-2.0
// Each text that rocelint writes into a configuration has a documented limit or a stated reason for having no limit, and a name
// that is too long for the platform is shortened, the same way wherever it stands.
#include "drivers/line_cli/grammar/slot.h"
#include "drivers/line_cli/read/lines.h"
#include "models/fabric/classify.h"
#include "tests/contract/changes.h"
#include "tests/contract/driver_case.h"
#include "tests/contract/limits.h"
#include "tests/contract/line_facts.h"
#include "tests/drivers/render_design.h"

#include <algorithm>
#include <string>
#include <vector>

namespace rocelint::name_contract {
namespace {

using contract::Files;
using contract::Read;

constexpr line_cli::Scopes top = 1;
constexpr std::size_t long_name = 80;

// The names differ in their last character only.
std::string class_name(std::size_t number)
{
    return std::string(long_name - 1, 'c') + static_cast<char>('a' + number);
}

DeviceDesign design_of_long_names(const Driver& driver, const Device& like)
{
    const bool host = like.kind == DeviceKind::host;
    DeviceDesign design
        = render_design::switch_design(driver.name, "device1", host ? Role::host : Role::leaf, !host);
    for (std::size_t at = 0; at < design.classes.size(); ++at)
        design.classes[at].name = class_name(at);
    if (host)
        design.nic = "mlx5";
    for (const Port& port : like.ports) {
        if (port.kind != PortKind::physical)
            continue;
        PortDesign& made = render_design::add_port(design,
            {.name = std::string(port.name),
                .peer = std::string(long_name, 'p'),
                .peer_port = "eth0",
                .peer_role = host ? Role::leaf : Role::spine});
        if (host && port.nic != Port::no_index)
            made.rdma_device = like.nics[port.nic].rdma_device;
        for (LosslessDesign& each : made.lossless) {
            if (host)
                each.xoff.reset();
        }
    }
    return design;
}

Files files_of(const Rendering& rendering)
{
    Files files;
    for (const RenderedFile& file : rendering.files)
        files.emplace_back(file.name, file.text);
    return files;
}

// A line has one text: that of its last such slot.
const line_cli::Slot* text_slot(const line_cli::Statement& row)
{
    const line_cli::Slot* found = nullptr;
    for (std::size_t at = 0; at < row.pattern.slots(); ++at) {
        const line_cli::SlotKind kind = row.slots[at].kind;
        if (kind == line_cli::SlotKind::text || kind == line_cli::SlotKind::rest)
            found = &row.slots[at];
    }
    return found;
}

// Checks the texts of all lines that are not in `known`.
void check_texts(const line_cli::Grammar& grammar, std::span<const Tree> trees, std::string_view known)
{
    const line_cli::Lines lines = line_cli::read_lines(grammar, top, trees, nullptr);
    for (const line_cli::Fact& fact : lines.facts) {
        const line_cli::Slot* slot = fact.statement == nullptr ? nullptr : text_slot(*fact.statement);
        if (slot == nullptr || fact.text.empty() || known.find(fact.line) != std::string_view::npos)
            continue;
        CAPTURE(fact.statement->pattern.text());
        CAPTURE(fact.line);
        REQUIRE(slot->text != nullptr);
        CHECK_FALSE(slot->text->source.empty());
        CHECK(text_objection(*slot->text, fact.text, Measures::all) == "");
    }
}

const line_cli::Grammar* grammar_of(std::string_view platform)
{
    const auto found
        = std::ranges::find(limit_contract::all_limits(), platform, &limit_contract::Limits::platform);
    return found == limit_contract::all_limits().end() ? nullptr : found->grammar;
}

}

TEST_SUITE_BEGIN("line contract");

TEST_CASE("every text that is limited is reported when it is read, and is written only where it fits")
{
    for (const limit_contract::Limits& limits : limit_contract::all_limits()) {
        if (limits.grammar == nullptr)
            continue;
        CAPTURE(limits.platform);
        for (const line_cli::Statement& row : limits.grammar->rows()) {
            const line_cli::Slot* slot = text_slot(row);
            if (slot == nullptr || slot->text == nullptr || slot->text->longest == 0)
                continue;
            CAPTURE(row.pattern.text());
            const std::string most(slot->text->longest, 'x');
            const std::string more = most + "x";
            line_cli::Fact fact = contract::filled(row);
            fact.text = most;
            CHECK(out_of_range(row, fact).empty());
            fact.text = more;
            const std::string refusal = out_of_range(row, fact);
            CHECK(refusal.empty() != slot->text->documented);
            CHECK(text_objection(*slot->text, more, Measures::all).find("characters, where at most ")
                != std::string::npos);
            if (!slot->text->fixed)
                CHECK(line_cli::name_in_range(row, more).size() <= most.size());
            const std::string line = write(limits.grammar->dialect(), row, fact);
            const line_cli::Match match
                = limits.grammar->match(static_cast<line_cli::Scopes>(row.scopes & -row.scopes), line);
            if (match.statement == &row)
                CHECK(problem_of(match) == refusal);
        }
    }
}

TEST_CASE("names of 80 characters are rendered as names that the platform takes, and mean the same")
{
    contract::for_each_example([](const Driver& driver, const std::string& text) {
        if (driver.render == nullptr || driver.renders_managers)
            return;
        const DeviceDesign design = design_of_long_names(driver, Read(driver, text).device());
        const Rendering rendering = driver.render(design);
        if (!rendering.refused.empty())
            return;
        const Read read(driver, files_of(rendering));
        CHECK(read.problems() == 0);
        for (const PortDesign& wanted : design.ports) {
            const std::uint32_t index = read.device().find_port(wanted.name);
            REQUIRE(index != Port::no_index);
            const Port& port = read.device().ports[index];
            CHECK(port.pfc_tx.value == design.lossless());
            for (const ClassDesign& each : design.classes) {
                const Treatment treatment = classify_dscp(read.device(), port, *each.dscps.begin());
                REQUIRE(treatment.tc.known());
                CHECK(treatment.tc.value == each.priority);
            }
        }
        if (const line_cli::Grammar* grammar = grammar_of(driver.name))
            check_texts(*grammar, read.trees, {});
    });
}

TEST_CASE("a device whose name the platform does not take is refused with a sentence")
{
    contract::for_each_example([](const Driver& driver, const std::string& text) {
        const Read base(driver, text);
        const Device& like = base.device();
        if (driver.render == nullptr || driver.renders_managers || like.kind == DeviceKind::host)
            return;
        DeviceDesign design = design_of_long_names(driver, like);
        design.name = std::string(long_name, 'd');
        const Rendering rendering = driver.render(design);
        if (grammar_of(driver.name) != nullptr)
            CHECK(rendering.refused.find("has 80 characters, where at most ") != std::string::npos);
        else if (rendering.refused.empty())
            CHECK(Read(driver, files_of(rendering)).device().name == design.name);
    });
}

TEST_CASE("a correction writes no text without a limit or a reason")
{
    contract::for_each_example([](const Driver& driver, const std::string& text) {
        const line_cli::Grammar* grammar = grammar_of(driver.name);
        if (driver.edit == nullptr || grammar == nullptr)
            return;
        const Read base(driver, text);
        for (const Change& change : contract::every_change(base.device())) {
            const std::vector<Change> changes{change};
            const Editing editing = driver.edit(base.trees, base.device(), changes);
            const auto edited = apply_edits(base.source(), editing.edits);
            REQUIRE(edited.has_value());
            const Read read(driver, *edited);
            check_texts(*grammar, read.trees, text);
        }
    });
}

TEST_SUITE_END();

}
