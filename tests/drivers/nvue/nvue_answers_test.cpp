// SPDX-License-Identifier: Apache-2.0
#include "drivers/nvue/live/live_answers.h"

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

namespace rocelint::nvue_test {
namespace {

using std::chrono::seconds;
using Times = std::vector<seconds>;

TEST_CASE("a difference consists of statements; without any it is empty; a message is not a difference")
{
    using nvue::Difference;
    using nvue::difference_in;
    for (const std::string_view none : {"",
             "\n \r\n",
             "[]\n",
             "---\n{}\n",
             "- header:\n    rev-id: 1.0\n    version: Cumulus Linux 5.15.0\n- set: {}\n"})
        CHECK(difference_in(none) == Difference::none);
    for (const std::string_view some : {"- unset:\n    interface:\n    system:\n      wjh:\n",
             "- header:\n    version: Cumulus Linux 5.15.0\n- set:\n    qos: {}\n",
             "nv set interface swp1 link mtu 9216\n",
             "- nv set qos roce enable on\n+ nv unset qos roce\n"})
        CHECK(difference_in(some) == Difference::some);
    CHECK(difference_in("No changes\n") == Difference::unclear);
    CHECK(difference_in("Error: Unknown revision: pending\n") == Difference::unclear);
}

TEST_CASE("times are read in words, with units and as on a clock, and numbers without a unit are not times")
{
    using nvue::times_in;
    CHECK(times_in("9 minutes 58 seconds left") == Times{seconds(598)});
    CHECK(times_in("1 hour, 2 minutes and 3 seconds") == Times{seconds(3723)});
    CHECK(times_in("0:09:58.731") == Times{seconds(598)});
    CHECK(times_in("09:58\n") == Times{seconds(598)});
    CHECK(times_in("598s") == Times{seconds(598)});
    CHECK(times_in("9m58s") == Times{seconds(598)});
    CHECK(times_in("599.4 sec of 600 sec") == Times{seconds(599), seconds(600)});
    CHECK(times_in("598").empty());
    CHECK(times_in("applied [rev_id: 2]").empty());
    CHECK(times_in("").empty());
}

TEST_CASE("a timer is accepted where it ends with the window")
{
    const auto objection = [](std::string_view printed, int window, int passed) {
        const auto found = nvue::timer_objection(printed, seconds(window), seconds(passed));
        return found ? found.sentence() : std::string();
    };
    CHECK(objection("9 minutes 58 seconds", 600, 2).empty());
    CHECK(objection("10:00", 600, 0).empty());
    CHECK(objection("8 minutes", 600, 115).empty());
    CHECK(objection("9s", 600, 1)
        == "the rollback was asked for after 600 s, and 1 s later the switch says \"9s\"");
    CHECK(!objection("10:00:00", 600, 1).empty());
    CHECK(!objection("0s", 60, 60).empty());
    CHECK(objection("pending\nmore", 600, 1)
        == "`nv config apply --confirm-status` printed \"pending\", and when the switch rolls back is not understood from that");
}

}
}
