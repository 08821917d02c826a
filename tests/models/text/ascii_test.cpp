// SPDX-License-Identifier: Apache-2.0
#include "models/text/ascii.h"

#include <doctest/doctest.h>

#include <cctype>
#include <string>

namespace rocelint {
namespace {

TEST_CASE("each class contains the characters in its name, and no byte above 127")
{
    for (int byte = 0; byte < 256; ++byte) {
        CAPTURE(byte);
        const char c = static_cast<char>(byte);
        const bool is_ascii = byte < 128;
        CHECK(ascii::is_digit(c) == (is_ascii && std::isdigit(byte) != 0));
        CHECK(ascii::is_octal_digit(c) == (is_ascii && byte >= '0' && byte <= '7'));
        CHECK(ascii::is_lower(c) == (is_ascii && std::islower(byte) != 0));
        CHECK(ascii::is_upper(c) == (is_ascii && std::isupper(byte) != 0));
        CHECK(ascii::is_letter(c) == (is_ascii && std::isalpha(byte) != 0));
        CHECK(ascii::is_letter_or_digit(c) == (is_ascii && std::isalnum(byte) != 0));
        CHECK(ascii::is_c_space(c) == (is_ascii && std::isspace(byte) != 0));
        CHECK((ascii::hex_value(c) >= 0) == (is_ascii && std::isxdigit(byte) != 0));
        CHECK(ascii::lower(c) == (is_ascii ? static_cast<char>(std::tolower(byte)) : c));
        CHECK(ascii::upper(c) == (is_ascii ? static_cast<char>(std::toupper(byte)) : c));
    }
}

TEST_CASE("the classes of blanks differ in the carriage return, the line feed and the other spaces of C")
{
    const std::string spaces = " \t\r\n\v\f";
    const auto held = [&](auto is_blank) {
        std::string held;
        for (const char c : spaces)
            held += is_blank(c) ? std::string(1, c) : std::string();
        return held;
    };
    CHECK(held(ascii::is_blank) == " \t");
    CHECK(held(ascii::is_blank_or_cr) == " \t\r");
    CHECK(held(ascii::is_white) == " \t\r\n");
    CHECK(held(ascii::is_c_space) == spaces);
}

TEST_CASE("hexadecimal digits have their values in both cases")
{
    const std::string_view digits = "0123456789abcdef";
    for (std::size_t value = 0; value < digits.size(); ++value) {
        CHECK(ascii::hex_value(digits[value]) == static_cast<int>(value));
        CHECK(ascii::hex_value(ascii::upper(digits[value])) == static_cast<int>(value));
    }
}

TEST_CASE("changing case leaves all other characters alone")
{
    CHECK(ascii::lowered("Ethernet1/1 [Ä]") == "ethernet1/1 [Ä]");
    CHECK(ascii::uppered("qfx5120-48y ä") == "QFX5120-48Y ä");
}

TEST_CASE("a number consists of digits, at least one")
{
    CHECK(ascii::is_number("007"));
    CHECK_FALSE(ascii::is_number(""));
    CHECK_FALSE(ascii::is_number("-1"));
    CHECK_FALSE(ascii::is_number("1 "));
}

TEST_CASE("trimming removes only characters of the class, and only at the ends")
{
    CHECK(ascii::trimmed(" \t a b\t ", ascii::is_blank) == "a b");
    CHECK(ascii::trimmed(" a\r", ascii::is_blank) == "a\r");
    CHECK(ascii::trimmed(" a\r", ascii::is_blank_or_cr) == "a");
    CHECK(ascii::trimmed("\na\n", ascii::is_blank_or_cr) == "\na\n");
    CHECK(ascii::trimmed("\r\na\n", ascii::is_white) == "a");
    CHECK(ascii::trimmed("\va\f", ascii::is_white) == "\va\f");
    CHECK(ascii::trimmed("\va\f", ascii::is_c_space) == "a");
    CHECK(ascii::trimmed_front("00120", '0') == "120");
    CHECK(ascii::trimmed_back("00120", '0') == "0012");
}

TEST_CASE("a text of blanks is trimmed to the empty view at its start")
{
    const std::string_view blanks = " \t ";
    const std::string_view cut = ascii::trimmed(blanks, ascii::is_blank);
    CHECK(cut.empty());
    CHECK(cut.data() == blanks.data());
}

TEST_CASE("words are taken one by one, however many blanks are between them")
{
    std::string_view line = "  mtu \t 9216 ";
    CHECK(ascii::first_word(line, ascii::is_blank).empty());
    CHECK(ascii::take_word(line, ascii::is_blank) == "mtu");
    CHECK(line == " \t 9216 ");
    CHECK(ascii::take_word(line, ascii::is_blank) == "9216");
    CHECK(ascii::take_word(line, ascii::is_blank).empty());
    CHECK(line.empty());
}

TEST_CASE("cells are taken up to the separator, and empty cells count, but not after the last separator")
{
    std::string_view list = "a,,b,";
    CHECK(ascii::take_until(list, ',') == "a");
    CHECK(ascii::take_until(list, ',').empty());
    CHECK(ascii::take_until(list, ',') == "b");
    CHECK(list.empty());
    CHECK(ascii::take_until(list, ',').empty());
}

TEST_CASE("lines are taken without their end, which may have a carriage return")
{
    std::string_view text = "a\r\n\nb\r\r\nc";
    CHECK(ascii::take_line(text) == "a");
    CHECK(ascii::take_line(text).empty());
    CHECK(ascii::take_line(text) == "b\r");
    CHECK(ascii::take_line(text) == "c");
    CHECK(text.empty());
}

}
}
