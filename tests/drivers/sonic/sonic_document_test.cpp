// SPDX-License-Identifier: Apache-2.0
#include "drivers/sonic/tables/config_document.h"

#include <doctest/doctest.h>

namespace rocelint::sonic {
namespace {

std::string without_secrets(std::string_view text)
{
    auto document = read_document(text);
    REQUIRE(document.has_value());
    drop_secrets(*document);
    return write_document(*document);
}

TEST_CASE("a stored configuration has no secrets and is still JSON")
{
    const std::string text = without_secrets(R"({
"SNMP_COMMUNITY": {"community-a": {"TYPE": "RO"}, "community-b": {"TYPE": "RW"}},
"TACPLUS": {"global": {"passkey": "hunter2", "timeout": "5"}},
"USER": {"admin": {"hash": "$6$salt$0123456789abcdef", "groups": ["sudo", "docker"]}},
"BGP_NEIGHBOR": {"192.0.2.1": {"auth_password": "x\"y", "asn": "65001"}},
"PORT": {"Ethernet0": {"speed": "100000"}}})");
    for (const char* secret : {"community-a", "community-b", "hunter2", "$6$", "\"y"})
        CHECK(text.find(secret) == std::string::npos);
    auto again = read_document(text);
    REQUIRE(again.has_value());
    CHECK(again->tables.at("SNMP_COMMUNITY").size() == 2);
    // Of tables that are not read, only the sizes are kept.
    CHECK(again->field("TACPLUS", "<redacted> 1", "timeout") == "<redacted>");
    CHECK(again->field("BGP_NEIGHBOR", "<redacted> 1", "asn") == "<redacted>");
    CHECK(again->field("PORT", "Ethernet0", "speed") == "100000");
}

TEST_CASE("a configuration without secrets is stored as it is")
{
    const std::string_view plain = R"({"DSCP_TO_TC_MAP": {"AZURE": {"26": "3"}}, "PORT_QOS_MAP": {"Ethernet0":
{"pfc_enable": "3,4", "dscp_to_tc_map": "AZURE"}}, "PORT": {"a": {"b": ["1", "2"]}}})";
    CHECK(without_secrets(plain) == write_document(*read_document(plain)));
}

TEST_CASE("the first difference of two documents is reported by its place, without possible secrets")
{
    const auto difference = [](std::string_view wanted, std::string_view now) {
        constexpr std::string_view daemons[]{"BUFFER_PG"};
        return first_difference(*read_document(wanted), *read_document(now), daemons).value_or("none");
    };
    const std::string_view port = R"({"PORT": {"Ethernet0": {"mtu": "9100"}}})";
    CHECK(difference(port, port) == "none");
    CHECK(difference(port, R"({"PORT": {"Ethernet0": {"mtu": "9100"}}, "BUFFER_PG": {"Ethernet0|3": {}}})")
        == "none");
    CHECK(
        difference(port, R"({"PORT": {"Ethernet0": {"mtu": "1500"}}})") == "PORT|Ethernet0 has another mtu");
    CHECK(difference(port, R"({"PORT": {"Ethernet0": {"mtu": "9100"}, "Ethernet4": {}}})")
        == "PORT|Ethernet4 is there");
    CHECK(difference(port, "{}") == "table PORT is not there");
    CHECK(
        difference(port,
            R"({"PORT": {"Ethernet0": {"mtu": "9100"}}, "TACPLUS_SERVER": {"192.0.2.9": {"passkey": "x"}}})")
        == "table TACPLUS_SERVER has other contents");
}

}
}
