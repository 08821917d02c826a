// SPDX-License-Identifier: Apache-2.0
#include "models/text/page_address.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

TEST_CASE("the address of a rule's page is made of a folder, or of a pattern with the code")
{
    CHECK(page_address("https://example.net/rules", "PFC004") == "https://example.net/rules/PFC004.md");
    CHECK(page_address("https://example.net/rules/", "PFC004") == "https://example.net/rules/PFC004.md");
    CHECK(page_address("https://example.net/rules/{code}/", "PFC004") == "https://example.net/rules/PFC004/");
    CHECK(page_address("https://example.net/{code}?rule={code}", "PFC004")
        == "https://example.net/PFC004?rule=PFC004");
}

TEST_CASE("only a web address can be that of the pages")
{
    CHECK(is_page_address("https://example.net/rules/{code}/"));
    CHECK(is_page_address("http://localhost/rules/"));
    for (const char* wrong : {"", "javascript:alert(1)", "example.net/rules", "/rules/", "file:///rules/"})
        CHECK_FALSE(is_page_address(wrong));
}

}
}
