// SPDX-License-Identifier: Apache-2.0
#include "cli/command/live/access.h"

#include <doctest/doctest.h>

#include <cstdlib>

namespace rocelint::push {
namespace {

TEST_CASE("a jump host never gets the password of the device behind it")
{
    ::setenv("ROCELINT_TEST_PASSWORD", "not-for-jump-hosts", 1);
    InventoryDevice device;
    device.name = "leaf1";
    device.password_env = "ROCELINT_TEST_PASSWORD";
    const Access access = cli::make_access({});
    const AskSecret ask = access.ask(device);
    CHECK(ask({SecretQuestion::Kind::password, "leaf1", "admin", {}}) == "not-for-jump-hosts");
    // There is no user to type an answer.
    CHECK(ask({SecretQuestion::Kind::password, "bastion", "admin", {}}) == std::nullopt);
    CHECK(ask({SecretQuestion::Kind::other, "leaf1", "admin", "Password: "}) == std::nullopt);
}

}
}
