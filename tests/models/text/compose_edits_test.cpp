// SPDX-License-Identifier: Apache-2.0
#include "models/text/compose_edits.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

namespace rocelint {
namespace {

std::string applied(const std::string& text, const std::vector<Edit>& edits)
{
    const Source source(0, "a", text);
    auto after = apply_edits(source, edits);
    REQUIRE_MESSAGE(after.has_value(), testing::reason(after));
    return *after;
}

// Edits that neither overlap nor insert twice at the same place.
std::vector<Edit> random_edits(std::mt19937& random, std::size_t size)
{
    std::vector<Edit> edits;
    std::size_t at = random() % 4;
    while (at <= size) {
        const std::size_t length = std::min<std::size_t>(random() % 3, size - at);
        edits.push_back({{0, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(length)},
            std::string(random() % 3, static_cast<char>('A' + random() % 26))});
        at += length + 1 + random() % 6;
    }
    std::ranges::shuffle(edits, random);
    return edits;
}

TEST_CASE("edits of an edited text compose to one list of edits of the original")
{
    for (unsigned seed = 0; seed < 2000; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(seed);
        std::string text(random() % 24, '.');
        for (std::size_t at = 0; at < text.size(); ++at)
            text[at] = static_cast<char>('a' + at);
        const std::vector<Edit> first = random_edits(random, text.size());
        const std::string between = applied(text, first);
        const std::vector<Edit> second = random_edits(random, between.size());
        CHECK(applied(text, compose_edits(first, between, second)) == applied(between, second));
    }
}

TEST_CASE("text that neither list touches is in no composed edit")
{
    const std::vector<Edit> composed = compose_edits({{{0, 0, 1}, "xx"}}, "xxbcdef", {{{0, 6, 1}, "y"}});
    REQUIRE(composed.size() == 2);
    CHECK(composed[0].at == Span{0, 0, 1});
    CHECK(composed[1].at == Span{0, 5, 1});
    CHECK(composed[1].text == "y");
}

}
}
