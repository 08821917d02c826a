// SPDX-License-Identifier: Apache-2.0
// Whether an edit is in force: how one of our commits is recognised.
#include "drivers/junos/live/live_text.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <string_view>

namespace rocelint::junos {
namespace {

constexpr std::string_view class_begin
    = "<configuration><class-of-service><classifiers><dscp><name>rdma</name><forwarding-class>"
      "<name>best-effort</name><loss-priority><name>low</name>";
constexpr std::string_view class_end
    = "</loss-priority></forwarding-class></dscp></classifiers></class-of-service></configuration>";

std::string points(std::string_view inside) { return fmt::format("{}{}{}", class_begin, inside, class_end); }

TEST_SUITE_BEGIN("junos live text");

TEST_CASE("deleting a value from a list is in force while other values of the list stay")
{
    const std::string edit = points("<code-points operation=\"delete\">011010</code-points>");
    CHECK(is_in_force(edit, points("<code-points>000000</code-points><code-points>001010</code-points>")));
    CHECK(!is_in_force(edit, points("<code-points>000000</code-points><code-points>011010</code-points>")));
    CHECK(is_in_force(edit, points("")));
}

TEST_CASE("a value set together with an attribute is in force only if that value is there")
{
    const std::string edit = points("<code-points active=\"active\">011010</code-points>");
    CHECK(is_in_force(edit, points("<code-points>000000</code-points><code-points>011010</code-points>")));
    CHECK(!is_in_force(edit, points("<code-points>000000</code-points>")));
}

TEST_CASE("an element without a value is deleted whatever its value was")
{
    const std::string edit
        = "<configuration><system><host-name operation=\"delete\"/></system></configuration>";
    CHECK(!is_in_force(edit, "<configuration><system><host-name>leaf1</host-name></system></configuration>"));
    CHECK(is_in_force(edit, "<configuration><system><services/></system></configuration>"));
}

TEST_CASE("an entry with two keys is found by both")
{
    const auto maps = [](std::string_view low, std::string_view high) {
        const auto entry = [](std::string_view loss, std::string_view profile) {
            return fmt::format("<drop-profile-map><loss-priority>{}</loss-priority><protocol>any</protocol>"
                               "<drop-profile>{}</drop-profile></drop-profile-map>",
                loss,
                profile);
        };
        return fmt::format("<configuration><class-of-service><schedulers><name>rdma</name>{}{}"
                           "</schedulers></class-of-service></configuration>",
            entry("low", low),
            entry("high", high));
    };
    const std::string edit
        = "<configuration><class-of-service><schedulers><name>rdma</name><drop-profile-map>"
          "<loss-priority>high</loss-priority><protocol>any</protocol><drop-profile>late</drop-profile>"
          "</drop-profile-map></schedulers></class-of-service></configuration>";
    CHECK(is_in_force(edit, maps("early", "late")));
    CHECK(!is_in_force(edit, maps("late", "early")));
}

TEST_SUITE_END();

}
}
