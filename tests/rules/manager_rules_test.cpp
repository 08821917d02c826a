// SPDX-License-Identifier: Apache-2.0
// What rules about subnet managers say that no example can show: that something could not be checked.
#include "tests/example_fabric.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace rocelint {
namespace {

bool is_unchecked(const workspace::Outcome& outcome, std::string_view code, std::string_view reason)
{
    return std::ranges::any_of(outcome.report.not_checked, [&](const NotChecked& row) {
        return row.rule->code == code && row.reason.find(reason) != std::string::npos;
    });
}

TEST_CASE("a list of roots that is named and was not read is told as not checked")
{
    const auto outcome = check_example({.title = "", .files = {{{"opensm", "sm1", ""}}}});
    CHECK(is_unchecked(*outcome, "SM027", "root_guid_file /etc/opensm/root_guid.conf was not read"));
}

}
}
