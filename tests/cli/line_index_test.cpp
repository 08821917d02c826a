// SPDX-License-Identifier: Apache-2.0
// Editor positions and byte offsets, with any line ending.
#include "cli/lsp/line_index.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint::cli {
namespace {

TEST_CASE("lines end with a line feed, a carriage return, or both, and no position is between the two")
{
    for (const std::string end : {"\n", "\r\n", "\r"}) {
        CAPTURE(end.size());
        const std::string text = "one" + end + "two" + end + end + "four";
        const LineIndex index(text);
        REQUIRE(index.line_count() == 4);
        CHECK(index.line_begin(1) == 3 + end.size());
        CHECK(index.line_end(0) == 3);
        CHECK(index.line_end(1) == 6 + end.size());
        CHECK(index.line_end(2) == index.line_begin(2));
        CHECK(index.line_end(3) == text.size());
        // A position beyond the end of a line means its end.
        CHECK(index.offset({0, 99}, Encoding::utf16) == 3);
        CHECK(index.offset({9, 0}, Encoding::utf16) == text.size());
        // An offset inside a line ending has the position of the line's end.
        CHECK(index.position(index.line_begin(1) - 1, Encoding::utf8) == LspPosition{0, 3});
        CHECK(index.position(index.line_begin(1), Encoding::utf8) == LspPosition{1, 0});
    }
}

TEST_CASE("an edit that separates or joins a carriage return and a line feed moves the following lines")
{
    std::string text = "one\r\ntwo\r\nthree";
    LineIndex index(text);
    const auto replace = [&](std::size_t begin, std::size_t end, std::string_view by) {
        std::string next = text;
        next.replace(begin, end - begin, by);
        text = std::move(next);
        index.follow(text, begin, end, by.size());
        const LineIndex fresh(text);
        REQUIRE(index.line_count() == fresh.line_count());
        for (std::uint32_t line = 0; line < fresh.line_count(); ++line)
            CHECK(index.line_begin(line) == fresh.line_begin(line));
    };
    replace(4, 4, "x"); // one\rx\ntwo\r\nthree
    CHECK(index.line_count() == 4);
    replace(4, 5, ""); // as it was
    CHECK(index.line_count() == 3);
    replace(3, 4, ""); // one\ntwo\r\nthree
    replace(3, 3, "\r");
    replace(0, text.size(), "\n\r");
    CHECK(index.line_count() == 3);
    replace(1, 1, "\r"); // \n\r\r
    replace(2, 2, "\n"); // \n\r\n\r
    CHECK(index.line_count() == 4);
}

TEST_CASE("characters are counted in the units that the client requested")
{
    const std::string text = "\xc3\xa9\xf0\x9f\x98\x80z\r\n"; // e with acute, an emoji of two UTF-16 units, z
    const LineIndex index(text);
    CHECK(index.position(6, Encoding::utf8) == LspPosition{0, 6});
    CHECK(index.position(6, Encoding::utf16) == LspPosition{0, 3});
    CHECK(index.position(6, Encoding::utf32) == LspPosition{0, 2});
    CHECK(index.offset({0, 3}, Encoding::utf16) == 6);
    CHECK(index.offset({0, 2}, Encoding::utf16) == 2); // in the middle of the emoji
    CHECK(index.offset({0, 2}, Encoding::utf32) == 6);
    CHECK(index.offset({0, 1}, Encoding::utf8) == 1);
}

}
}
