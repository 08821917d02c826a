// SPDX-License-Identifier: Apache-2.0
// Without a policy, what would drop RDMA packets still fails a pipeline, as long as the classes are inferred from lines.
#include "drivers/driver.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace rocelint {
namespace {

// How the uplink of a platform's clean switch loses PFC.
struct Loss {
    std::string_view platform;
    std::string_view line; ///< its last occurrence is that of the uplink; empty: `instead` is appended
    std::string_view instead;
    std::string_view uplink;
};

constexpr Loss losses[] = {
    {"eos", "   priority-flow-control on\n", "", "Ethernet2/1"},
    {"nxos", "  priority-flow-control mode on\n", "  priority-flow-control mode off\n", "Ethernet1/2"},
    {"sonic", R"("pfc_enable": "3")", R"("pfc_enable": "")", "Ethernet4"},
    {"nvue", "", "nv set qos pfc quiet tx enable\nnv set interface swp2 qos pfc profile quiet\n", "swp2"},
    {"junos", "            congestion-notification-profile lossless;\n", "", "et-0/0/1"},
};

std::string clean_text(const Driver& driver)
{
    constexpr std::string_view placeholder = "@NAME@";
    std::string text(driver.base_example);
    for (std::size_t at = text.find(placeholder); at != std::string::npos; at = text.find(placeholder))
        text.replace(at, placeholder.size(), "leaf1");
    return text;
}

std::string with_loss(std::string text, const Loss& loss)
{
    const std::size_t at = loss.line.empty() ? text.size() : text.rfind(loss.line);
    REQUIRE(at != std::string::npos);
    return text.replace(at, loss.line.size(), loss.instead);
}

Run check_alone(const Driver& driver, const std::string& text)
{
    const TemporaryFolder folder;
    folder.write("leaf1/" + std::string(driver.base_file_name), text);
    return rocelint({"check", folder.path()});
}

}

TEST_CASE("an uplink without PFC fails the gate without a policy, if the class is inferred from lines")
{
    for (const Loss& loss : losses) {
        CAPTURE(loss.platform);
        const Driver* driver = find_driver(loss.platform);
        REQUIRE(driver != nullptr);
        const std::string clean = clean_text(*driver);
        const Run before = check_alone(*driver, clean);
        INFO(before.out);
        CHECK(before.code == 0);
        CHECK(before.says("priority 3 is lossless"));
        const Run after = check_alone(*driver, with_loss(clean, loss));
        INFO(after.out);
        CHECK(after.code == 1);
        CHECK(after.says("error PFC001"));
        CHECK(after.says("leaf1 " + std::string(loss.uplink)));
    }
}

}
