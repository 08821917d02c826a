// SPDX-License-Identifier: Apache-2.0
// Which of the rows of one meaning is written: never one that only reads other words for it.
#include "drivers/driver.h"
#include "drivers/line_cli/grammar/grammar.h"
#include "tests/contract/limits.h"
#include "tests/drivers/render_design.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::limit_contract {

TEST_SUITE_BEGIN("line contract");

TEST_CASE("a fact is written by the row that is no synonym, in each of its scopes")
{
    for (const Limits& limits : all_limits()) {
        const line_cli::Grammar* grammar = limits.grammar;
        if (grammar == nullptr)
            continue;
        CAPTURE(limits.platform);
        for (const line_cli::Statement& row : grammar->rows()) {
            if (row.fact == 0 || row.coverage != CoverageState::read || row.says != line_cli::Sense::set)
                continue;
            CAPTURE(row.pattern.text());
            for (unsigned bits = row.scopes; bits != 0; bits &= bits - 1) {
                const auto scope = static_cast<line_cli::Scopes>(bits & (~bits + 1U));
                CHECK((grammar->row(row.fact, scope) == &row) != row.synonym);
            }
            if (!row.synonym)
                continue;
            CHECK(grammar->row_like(row.fact, line_cli::Sense::set) != &row);
            CHECK(grammar->opener(row.opens) != &row);
        }
    }
}

TEST_CASE("Enterprise SONiC's interfaces are entered one by one: a range has no commands for queues")
{
    DeviceDesign design = render_design::switch_design("sonic-cli", "leaf1", Role::leaf);
    render_design::add_port(design, {"Ethernet0"});
    const std::string text = find_driver("sonic-cli")->render(design).files.at(0).text;
    CHECK(text.find("\ninterface Ethernet0\n") != std::string::npos);
    CHECK(text.find("interface range") == std::string::npos);
}

TEST_SUITE_END();

}
