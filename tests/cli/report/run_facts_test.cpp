// SPDX-License-Identifier: Apache-2.0
// The command that a page shows can be typed in a shell.
#include "cli/report/data/run_facts.h"
#include "cli/terminal/typed_word.h"

#include <doctest/doctest.h>

#include <array>

namespace rocelint::cli {
namespace {

TEST_CASE("a command line is shown as one would type it, with words in quotes where a shell needs them")
{
    const std::array plain{"/usr/bin/rocelint", "check", "site/", "--report", "html=report.html"};
    CHECK(typed_command(plain) == "rocelint check site/ --report html=report.html");
    const std::array odd{"rocelint", "check", "my site", "it's", "", "$(x)"};
    CHECK(typed_command(odd) == R"(rocelint check 'my site' 'it'\''s' '' '$(x)')");
}

TEST_CASE("a path that begins with a hyphen is no option where it is typed")
{
    CHECK(typed_path("-x/my site") == "'./-x/my site'");
    CHECK(typed_path("site-1") == "site-1");
}

TEST_CASE("a page is named after the folder or the files that were checked")
{
    CHECK(run_facts({"no/such/site/"}, {}, "").site == "site");
    CHECK(run_facts({"-"}, {}, "").site == "standard input");
    CHECK(run_facts({"a", "b", "c", "d"}, {}, "").site == "a, b, c and 1 more");
}

}
}
