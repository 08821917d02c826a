// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/sonic/sonic_text.h"

namespace rocelint::sonic {
namespace {

// A policer for packets with DSCP 26 that enter by Ethernet0, with these fields of POLICER and this access list.
ReadText policed(std::string_view policer, std::string_view list, std::string_view rules)
{
    return ReadText(whole(R"(, "ACL_TABLE": {"IN": {"type": "L3", "ports": "Ethernet0")" + std::string(list)
        + R"(}}, "POLICER": {"P": {)" + std::string(policer) + R"(}}, "ACL_RULE": {)" + std::string(rules)
        + "}"));
}

constexpr std::string_view rule_26 = R"("IN|A": {"PRIORITY": "10", "DSCP": "26", "POLICER_ACTION": "P"})";

DscpSet only_26()
{
    DscpSet set;
    set.insert(26);
    return set;
}

TEST_CASE("a policer of two rates makes packets yellow and red, unless an action drops them")
{
    const ReadText read = policed(
        R"("METER_TYPE": "bytes", "MODE": "tr_tcm", "CIR": "1000", "PIR": "2000", "RED_PACKET_ACTION": "drop")",
        "",
        rule_26);
    const std::vector<Meter>& meters = read.device().meters;
    REQUIRE(meters.size() == 2);
    CHECK(meters[0].effect == MeterEffect::yellow);
    CHECK(meters[0].above == BitsPerSecond{8000});
    CHECK(meters[0].dscps == only_26());
    CHECK(meters[1].effect == MeterEffect::drop);
    CHECK(meters[1].above == BitsPerSecond{16'000});
    CHECK(read.coverage().count(CoverageState::unrecognised) == 0);
}

TEST_CASE(
    "a rule of higher priority keeps packets from the policer, and an egress list meters nothing that enters")
{
    constexpr std::string_view policer = R"("METER_TYPE": "bytes", "MODE": "sr_tcm", "CIR": "1000")";
    const std::string before
        = R"("IN|B": {"PRIORITY": "20", "DSCP": "26", "PACKET_ACTION": "FORWARD"}, )" + std::string(rule_26);
    CHECK(policed(policer, "", before).device().meters.empty());
    CHECK(policed(policer, R"(, "stage": "egress")", rule_26).device().meters.empty());
}

TEST_CASE("behind a rule that matches by address, it is not known what a policer takes")
{
    const ReadText read = policed(R"("METER_TYPE": "bytes", "MODE": "sr_tcm", "CIR": "1000")",
        "",
        R"("IN|B": {"PRIORITY": "20", "SRC_IP": "10.0.0.0/8", "PACKET_ACTION": "FORWARD"}, )"
            + std::string(rule_26));
    REQUIRE(read.device().meters.size() == 2);
    for (const Meter& meter : read.device().meters) {
        CHECK(meter.effect == MeterEffect::unknown);
        CHECK(meter.dscps == only_26());
    }
}

TEST_CASE(
    "a rule that matches more than RoCE has in common, or names no policer that is there, stays unknown")
{
    constexpr std::string_view policer = R"("METER_TYPE": "bytes", "MODE": "sr_tcm", "CIR": "1000")";
    const auto first = [&](std::string_view rule) {
        const ReadText read = policed(policer, "", rule);
        REQUIRE_FALSE(read.device().meters.empty());
        return read.device().meters.front().effect;
    };
    CHECK(first(R"("IN|A": {"PRIORITY": "1", "SRC_IP": "10.0.0.0/8", "POLICER_ACTION": "P"})")
        == MeterEffect::unknown);
    CHECK(first(R"("IN|A": {"PRIORITY": "1", "DSCP": "26", "POLICER_ACTION": "GONE"})")
        == MeterEffect::unknown);
    CHECK(first(R"("IN|A": {"PRIORITY": "1", "L4_DST_PORT": "4791", "POLICER_ACTION": "P"})")
        == MeterEffect::yellow);
}

TEST_CASE("a policer of a VLAN leaves open which packets of its members it takes")
{
    const ReadText read(whole(
        R"(, "ACL_TABLE": {"IN": {"type": "L3", "ports": ["Vlan100"]}},
 "VLAN": {"Vlan100": {"vlanid": "100"}}, "VLAN_MEMBER": {"Vlan100|Ethernet0": {"tagging_mode": "untagged"}},
 "POLICER": {"P": {"METER_TYPE": "bytes", "MODE": "sr_tcm", "CIR": "1000", "RED_PACKET_ACTION": "drop"}},
 "ACL_RULE": {)"
        + std::string(rule_26) + "}"));
    REQUIRE_FALSE(read.device().meters.empty());
    for (const Meter& meter : read.device().meters) {
        CHECK(meter.effect == MeterEffect::unknown);
        CHECK(read.device().ports[meter.port].name == "Ethernet0");
    }
}

TEST_CASE("a rule for another protocol or another port than RoCE has meters no RoCE")
{
    constexpr std::string_view policer = R"("METER_TYPE": "bytes", "MODE": "sr_tcm", "CIR": "1000")";
    for (const char* condition : {R"("IP_PROTOCOL": "6")",
             R"("L4_DST_PORT": "179")",
             R"("NEXT_HEADER": "58", "SRC_IPV6": "fd00::/8")",
             R"("IP_TYPE": "NON_IP")"}) {
        CAPTURE(condition);
        const std::string rule
            = std::string(R"("IN|A": {"PRIORITY": "1", )") + condition + R"(, "POLICER_ACTION": "P"})";
        CHECK(policed(policer, "", rule).device().meters.empty());
    }
    CHECK(
        policed(policer, "", R"("IN|A": {"IP_PROTOCOL": "17", "POLICER_ACTION": "P"})").device().meters.size()
        == 2);
}

}
}
