// SPDX-License-Identifier: Apache-2.0
#include "models/text/source.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>

namespace rocelint {
namespace {

TEST_CASE("lines are counted wherever they end, and text after the last end is a line too")
{
    CHECK(count_lines("") == 0);
    CHECK(count_lines("a") == 1);
    CHECK(count_lines("\n") == 1);
    CHECK(count_lines("a\nb") == 2);
    // Every length around a multiple of eight, every position of the line feed, and bytes that differ from it in one bit.
    for (std::size_t length = 1; length <= 40; ++length) {
        for (std::size_t at = 0; at < length; ++at) {
            for (const char other : {'\x0b', '\x8a', '\x00', '\xff', '\x09', '\x4a'}) {
                std::string text(length, other);
                text[at] = '\n';
                CAPTURE(length);
                CAPTURE(at);
                CHECK(count_lines(text) == (at + 1 == length ? 1 : 2));
            }
        }
    }
}

TEST_CASE("more line ends than a byte can count are counted")
{
    for (const std::size_t count : {255U, 256U, 2039U, 2040U, 2041U, 100'003U})
        CHECK(count_lines(std::string(count, '\n')) == count);
}

}
}
