// SPDX-License-Identifier: Apache-2.0
#include "models/routing/graph.h"
#include "models/routing/tier.h"

#include <doctest/doctest.h>

namespace rocelint::routing {
namespace {

std::uint32_t tier_of_device(DeviceKind kind, Role role)
{
    Fabric fabric;
    Device& device = fabric.devices.emplace_back();
    device.kind = kind;
    device.role = {role, device.origins.explicit_at({0, 1, 1})};
    return Graph(fabric).tier(0);
}

TEST_CASE("roles state the tiers of the glossary: hosts 0, leaves 1, spines 2 and up")
{
    CHECK(tier_of(Role::host) == 0U);
    CHECK(tier_of(Role::storage) == 0U);
    CHECK(tier_of(Role::leaf) == 1U);
    CHECK(tier_of(Role::border) == 1U);
    CHECK(tier_of(Role::spine) == 2U);
    CHECK(tier_of(Role::super_spine) == 3U);
    CHECK(tier_of(Role::core) == 4U);
    CHECK_FALSE(tier_of(Role::unknown).has_value());
    CHECK_FALSE(tier_of(Role::management).has_value());
}

TEST_CASE("a storage switch is a leaf, a storage server is a host")
{
    CHECK(tier_of_device(DeviceKind::network_switch, Role::storage) == 1);
    CHECK(tier_of_device(DeviceKind::host, Role::storage) == 0);
    CHECK(tier_of_device(DeviceKind::network_switch, Role::spine) == 2);
    CHECK(tier_of_device(DeviceKind::host, Role::spine) == 0);
}

}
}
