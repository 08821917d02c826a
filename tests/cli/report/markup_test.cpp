// SPDX-License-Identifier: Apache-2.0
// Device names and lines of files must not turn into markup.
#include "cli/report/data/markup.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace rocelint::cli {
namespace {

std::string markdown(std::string_view text)
{
    std::string out;
    append_markdown(out, text);
    return out;
}

TEST_CASE("every character that begins a structure of Markdown becomes a character reference")
{
    for (const char c : std::string_view("\\`*_{}[]<>#+!|~&\"'")) {
        CAPTURE(c);
        CHECK(markdown(std::string("a") + c + "b") == fmt::format("a&#{};b", static_cast<int>(c)));
    }
    // A cell of a table ends at the first bar, escaped or not.
    CHECK(markdown("leaf1 | leaf2").find('|') == std::string::npos);
    CHECK(markdown("ask @netops") == "ask @&#8203;netops");
    CHECK(markdown("Ethernet1/1, 9214 bytes: 10 %") == "Ethernet1/1, 9214 bytes: 10 %");
}

TEST_CASE("every character that begins a structure of XML becomes a reference")
{
    std::string out;
    append_markup(out, "<a b=\"c\" d='e'>&</a>");
    CHECK(out == "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;&lt;/a&gt;");
}

}
}
