// SPDX-License-Identifier: Apache-2.0
// The incasts of a switch, with the values that its rules judge.
#include "analysis/simulate/configured.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {
namespace {

std::unique_ptr<workspace::Outcome> leaf_with_incast(std::string_view patch)
{
    const Example example{.files = {{{"sonic", "leaf1", patch}}}};
    return check_example(example);
}

TEST_CASE("an incast takes its values from groups, pools and the cable")
{
    const auto outcome = leaf_with_incast(R"({"PORT": {"Ethernet4": {"speed": "200000"}}})");
    const simulate::ConfiguredIncasts found = simulate::find_incasts(outcome->analysis, 0);
    CHECK(found.refused.empty());
    REQUIRE(found.incasts.size() == 1);
    const simulate::ConfiguredIncast& incast = found.incasts.front();
    CHECK(incast.egress == std::vector<std::uint32_t>{0});
    CHECK(incast.senders == std::vector<std::uint32_t>{1});
    CHECK(incast.most == 1);
    CHECK(incast.values.threshold.shared.count == 20971520);
    CHECK(incast.values.threshold.alpha.value == 1);
    CHECK(incast.values.packet.count == 1024);
    CHECK(incast.no_headroom == "");
    REQUIRE(incast.headroom);
    CHECK(incast.headroom->port == 1);
    CHECK(incast.headroom->response_quanta == 453);
    CHECK(simulate::find_incasts(outcome->analysis, 0, 1).incasts.empty());
}

TEST_CASE("two equal ports cannot overfill each other")
{
    const auto outcome = leaf_with_incast("");
    const simulate::ConfiguredIncasts found = simulate::find_incasts(outcome->analysis, 0);
    CHECK(found.incasts.empty());
    CHECK(found.refused.empty());
}

TEST_CASE("an incast is refused where alpha or the size of the pool is unknown")
{
    const auto unknown_alpha = leaf_with_incast(
        R"({"DEVICE_METADATA": {"localhost": {"hwsku": "Force10-S6000", "platform": "x86_64-dell_s6000_s1220-r0"}}})");
    const simulate::ConfiguredIncasts refused = simulate::find_incasts(unknown_alpha->analysis, 0);
    CHECK(refused.incasts.empty());
    REQUIRE(refused.refused.size() == 1);
    CHECK(refused.refused.front().ports == std::vector<std::uint32_t>{0, 1});
    CHECK(refused.refused.front().reason
        == "the catalog does not state the meaning of a dynamic threshold on this hardware");
    const auto unknown_pool
        = leaf_with_incast(R"({"DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}},
 "BUFFER_POOL": {"ingress_lossless_pool": {"size": null}}})");
    const simulate::ConfiguredIncasts unsized = simulate::find_incasts(unknown_pool->analysis, 0);
    CHECK(unsized.incasts.empty());
    REQUIRE(unsized.refused.size() == 1);
    CHECK(unsized.refused.front().reason.find("at most the packet memory of 34287552 bytes")
        != std::string::npos);
}

}
}
