// SPDX-License-Identifier: Apache-2.0
// Every row of the knobs, written by every tool that spells it and read again.
#include "drivers/linux_host/edit/knob_request.h"
#include "drivers/linux_host/knob/notation.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>

namespace rocelint::linux_host {
namespace {

std::uint32_t any_amount(const KnobRow& row, const ToolSpelling& spelling, std::mt19937& random)
{
    // If several values have one word, the first is read.
    if (!spelling.words.empty() && (!spelling.numbers || random() % 2 == 0))
        return rocelint::value_of<std::uint32_t>(
            spelling.words, spelling.words[random() % spelling.words.size()].word)
            .value_or(0);
    const auto least = static_cast<std::uint32_t>(row.limit.least);
    const auto most = static_cast<std::uint32_t>(row.limit.most);
    return std::uniform_int_distribution<std::uint32_t>(least, most)(random);
}

KnobValue any_value(const KnobRow& row, const ToolSpelling& spelling, std::mt19937& random)
{
    KnobValue value;
    if (row.shape == Shape::eight) {
        for (std::uint32_t& each : value.list)
            each = any_amount(row, spelling, random);
        value.given = PrioritySet{0xff};
        return value;
    }
    value.amount = any_amount(row, spelling, random);
    value.number = row.shape == Shape::point ? static_cast<std::uint8_t>(random() % 64)
        : row.shape == Shape::half           ? static_cast<std::uint8_t>(random() % 8)
                                             : spelling.number;
    return value;
}

bool same_value(const KnobValue& a, const KnobValue& b)
{
    return a.number == b.number && a.given == b.given && a.list == b.list && a.amount == b.amount;
}

// What a script with this one line sets.
std::vector<Setter> setters_of(const Source& source, Arena& arena)
{
    std::vector<Setter> setters;
    std::vector<SyntaxProblem> problems;
    SetterSink sink{source, setters, problems};
    const ShellScript script = follow_shell(source.text(), source.text(), {}, arena);
    const ShellCommand* input = nullptr;
    for (const ShellCommand& command : script.commands) {
        (void)read_setter(command, input, sink);
        input = command.pipes ? &command : nullptr;
    }
    CHECK(problems.empty());
    return setters;
}

}

TEST_CASE("every tool reads the values of every knob as it writes them")
{
    std::mt19937 random(1);
    for (const KnobRow& row : knob_rows()) {
        for (const ToolSpelling& spelling : row.spellings()) {
            // Written as one command for each priority; see the tests of nicctl.
            if (spelling.use == Use::read || spelling.notation == Notation::each_priority)
                continue;
            for (int round = 0; round < 200; ++round) {
                KnobValue value = any_value(row, spelling, random);
                const std::string text = value_text(spelling, value);
                const auto read = parse_value(row, spelling, text);
                CAPTURE(text);
                REQUIRE(read.has_value());
                // The file of a half names its priority.
                value.number = row.shape == Shape::half ? read->number : value.number;
                CHECK(same_value(*read, value));
            }
        }
    }
}

TEST_CASE("the command of every knob sets that knob")
{
    std::mt19937 random(2);
    for (const KnobRow& row : knob_rows()) {
        for (const Tool tool : {Tool::mlnx_qos, Tool::dcb}) {
            for (int round = 0; round < 50; ++round) {
                KnobRequest request;
                request.knob = row.knob;
                request.tool = tool;
                request.interface = "eth0";
                request.rdma_device = round % 2 == 0 ? "mlx5_1" : "";
                request.number
                    = row.knob == Knob::pause ? static_cast<std::uint8_t>(round % 2) : std::uint8_t{0};
                const ToolSpelling* spelling = written_by(row, tool, request.number);
                if (spelling == nullptr)
                    continue;
                static_cast<KnobValue&>(request) = any_value(row, *spelling, random);
                const Source source(0, "setup.sh", command_text(request, {}) + '\n');
                CAPTURE(source.text());
                Arena arena(512);
                const std::vector<Setter> setters = setters_of(source, arena);
                REQUIRE(setters.size() == 1);
                const Setter& setter = setters.front();
                CHECK(setter.knob == row.knob);
                CHECK(setter.spelling == spelling);
                CHECK(same_value(setter, request));
                CHECK(setter.subject == (setter.by_rdma_device ? request.rdma_device : request.interface));
                // A correction in place replaces the words of the command.
                CHECK(source.text_at(setter.at) == value_text(request, setter));
            }
        }
    }
}

TEST_CASE("a value out of the range of its knob is not read")
{
    for (const KnobRow& row : knob_rows()) {
        for (const ToolSpelling& spelling : row.spellings()) {
            if (!spelling.takes_numbers() || spelling.use == Use::read || row.limit.most >= 0xffffffff)
                continue;
            const auto beyond = static_cast<std::uint32_t>(row.limit.most + 1);
            KnobValue value;
            value.amount = beyond;
            value.list.fill(beyond);
            CAPTURE(value_text(spelling, value));
            CHECK(!parse_value(row, spelling, value_text(spelling, value)).has_value());
        }
    }
}

TEST_CASE("no two knobs are spelt alike, and each says what it is")
{
    std::set<std::tuple<Tool, std::string_view, std::string_view>> spelt;
    for (const KnobRow& row : knob_rows()) {
        CHECK(!row.title.empty());
        CHECK(row.member != nullptr);
        CHECK(!row.spellings().empty());
        for (const ToolSpelling& spelling : row.spellings()) {
            // Resetting the map is a value of the option that sets one DSCP.
            if (row.knob != Knob::dscp_flush)
                CHECK(spelt.emplace(spelling.tool, spelling.object, spelling.key).second);
        }
    }
}

}
