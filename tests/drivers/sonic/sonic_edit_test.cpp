// SPDX-License-Identifier: Apache-2.0
#include "models/text/short_name.h"
#include "tests/drivers/sonic/sonic_edit_case.h"

namespace rocelint::sonic {
namespace {

PriorityDelta pause(Priority priority) { return {.add = PrioritySet::of(priority), .remove = {}}; }
PriorityDelta no_pause(Priority priority) { return {.add = {}, .remove = PrioritySet::of(priority)}; }

std::string maps_of(unsigned count)
{
    std::string text = R"("DSCP_TO_TC_MAP": {"AZURE": {"26": "0", "48": "6"}}, "PORT_QOS_MAP": {)";
    for (unsigned port = 0; port < count; ++port)
        text += fmt::format(R"({}"Ethernet{}": {{"dscp_to_tc_map": "AZURE", "pfc_enable": "3"}})",
            port == 0 ? "" : ", ",
            port);
    return text + "}";
}

std::size_t count_of(std::string_view text, std::string_view what)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1))
        ++count;
    return count;
}

constexpr MapEntry to_lossless{MapKind::dscp_to_tc, 26, 3};

}

TEST_CASE("a map that 64 ports share changes in place if all of them want it")
{
    const Case from(ports(64, maps_of(64)));
    std::vector<Change> changes;
    for (unsigned port = 0; port < 64; ++port)
        changes.push_back(from.change(fmt::format("Ethernet{}", port), Property::dscp_map, to_lossless));
    const std::string text = from.corrected(changes);
    CHECK(count_of(text, R"("26": "3")") == 1);
    CHECK(count_of(text, R"("dscp_to_tc_map": "AZURE")") == 64);
}

TEST_CASE("if one of 64 ports keeps the map, the others get a copy of it")
{
    const Case from(ports(64, maps_of(64)));
    std::vector<Change> changes;
    for (unsigned port = 1; port < 64; ++port)
        changes.push_back(from.change(fmt::format("Ethernet{}", port), Property::dscp_map, to_lossless));
    const std::string text = from.corrected(changes);
    CHECK(count_of(text, R"("AZURE": {"26": "0", "48": "6"})") == 1);
    CHECK(count_of(text, R"("AZURE_RDMA": {"26": "3", "48": "6"})") == 1);
    CHECK(count_of(text, R"("dscp_to_tc_map": "AZURE_RDMA")") == 63);
    CHECK(count_of(text, R"("dscp_to_tc_map": "AZURE",)") == 1);
}

TEST_CASE("the copy of a map whose name is as long as the YANG models take gets a shorter name")
{
    const std::string longest(32, 'M');
    std::string text = ports(2, maps_of(2));
    for (std::size_t at = text.find("AZURE"); at != std::string::npos; at = text.find("AZURE"))
        text.replace(at, 5, longest);
    const Case from(text);
    const std::string made = from.corrected({from.change("Ethernet1", Property::dscp_map, to_lossless)});
    const std::string copy = short_name(longest + "_RDMA", 32);
    CHECK(copy.size() == 32);
    CHECK(count_of(made, fmt::format(R"("{}": {{"26": "3", "48": "6"}})", copy)) == 1);
    CHECK(count_of(made, fmt::format(R"("dscp_to_tc_map": "{}")", copy)) == 1);
    CHECK(count_of(made, fmt::format(R"("dscp_to_tc_map": "{}")", longest)) == 1);
}

TEST_CASE("the patch creates the copy of a map before ports are bound to it")
{
    const Case from(ports(2, maps_of(2)));
    const Commands made = from.commands_for({from.change("Ethernet1", Property::dscp_map, to_lossless)});
    CHECK(made.refused.empty());
    const std::size_t map = made.text.find("/DSCP_TO_TC_MAP/AZURE_RDMA");
    const std::size_t binding = made.text.find("/PORT_QOS_MAP/Ethernet1/dscp_to_tc_map");
    REQUIRE(map != std::string::npos);
    REQUIRE(binding != std::string::npos);
    CHECK(map < binding);
}

TEST_CASE("a row of several ports is split if not all of them want the same")
{
    const Case from(ports(3, R"("PORT_QOS_MAP": {"Ethernet0,Ethernet1,Ethernet2": {"pfc_enable": "3,5"}})"));
    CHECK(from.corrected({from.change("Ethernet0", Property::pfc, no_pause(5)),
                             from.change("Ethernet1", Property::pfc, no_pause(5)),
                             from.change("Ethernet2", Property::pfc, no_pause(5))})
              .find(R"("Ethernet0,Ethernet1,Ethernet2": {"pfc_enable": "3"})")
        != std::string::npos);
    const std::string text = from.corrected({from.change("Ethernet1", Property::pfc, no_pause(5))});
    CHECK(text.find(R"("Ethernet0,Ethernet2": {"pfc_enable": "3,5"})") != std::string::npos);
    CHECK(text.find(R"("Ethernet1": {"pfc_enable": "3"})") != std::string::npos);
}

TEST_CASE("a range of queues is split if only one of them changes")
{
    const Case from(ports(2,
        R"("QUEUE": {"Ethernet0,Ethernet1|3-4": {"scheduler": "a"}}, "SCHEDULER": {"a": {"type": "DWRR", "weight": "14"}})"));
    Change change = from.change(
        "Ethernet1", Property::ecn, EcnTarget{Bytes{1000000}, Bytes{2000000}, Percent::whole(5)});
    change.number = 3;
    const std::string text = from.corrected({change});
    CHECK(text.find(R"("Ethernet0,Ethernet1|3-4")") == std::string::npos);
    CHECK(text.find(R"("Ethernet1|3": {"scheduler": "a", "wred_profile": "RDMA_1000000_2000000_5"})")
        != std::string::npos);
    CHECK(text.find(R"("Ethernet0,Ethernet1|4": {"scheduler": "a"})") != std::string::npos);
}

TEST_CASE("references are written as the file writes them")
{
    const Case old(ports(2,
        R"("DSCP_TO_TC_MAP": {"AZURE": {"26": "3"}}, "PORT_QOS_MAP": {"Ethernet0": {"dscp_to_tc_map": "[DSCP_TO_TC_MAP|AZURE]"}})"));
    CHECK(old.corrected({old.change("Ethernet1", Property::trust, Trust::dscp)})
              .find(R"("Ethernet1": {"dscp_to_tc_map": "[DSCP_TO_TC_MAP|AZURE]"})")
        != std::string::npos);
}

TEST_CASE("a profile that other queues share stays for them, and the port gets its own")
{
    const Case from(ports(2,
        R"("WRED_PROFILE": {"W": {"ecn": "ecn_all", "wred_green_enable": "true", "green_min_threshold": "100000", "green_max_threshold": "200000", "green_drop_probability": "5"}}, "QUEUE": {"Ethernet0|3": {"wred_profile": "W"}, "Ethernet1|3": {"wred_profile": "W"}})"));
    const EcnTarget target{Bytes{150000}, Bytes{200000}, Percent::whole(5)};
    Change first = from.change("Ethernet0", Property::ecn_thresholds, target);
    Change second = from.change("Ethernet1", Property::ecn_thresholds, target);
    first.number = second.number = 3;
    const std::string both = from.corrected({first, second});
    CHECK(both.find(R"("green_min_threshold": "150000")") != std::string::npos);
    CHECK(count_of(both, R"("wred_profile": "W")") == 2);
    const std::string one = from.corrected({first});
    CHECK(one.find(R"("green_min_threshold": "100000")") != std::string::npos);
    CHECK(one.find(R"("wred_profile": "RDMA_150000_200000_5")") != std::string::npos);
    CHECK(from.commands_for({first}).refused.size() == 1);
    CHECK(from.commands_for({first}).refused[0].reason.find("adds no row to WRED_PROFILE")
        != std::string::npos);
}

TEST_CASE("headroom of one port leaves the profile of the others alone")
{
    const Case from(ports(2,
        R"("BUFFER_POOL": {"ingress_lossless_pool": {"size": "10000000", "type": "ingress", "mode": "dynamic"}}, "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"pool": "ingress_lossless_pool", "xon": "1000", "xoff": "2000", "size": "3000", "dynamic_th": "0"}}, "BUFFER_PG": {"Ethernet0|3": {"profile": "pg_lossless_100000_5m_profile"}, "Ethernet1|3": {"profile": "pg_lossless_100000_5m_profile"}}, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}, "Ethernet1": {"pfc_enable": "3"}})"));
    Change change = from.change("Ethernet0", Property::headroom, Bytes{5000});
    change.number = 3;
    const std::string one = from.corrected({change});
    CHECK(one.find(R"("pg_lossless_100000_5m_profile_xoff_5000": )") != std::string::npos);
    CHECK(one.find(R"("xoff": "5000")") != std::string::npos);
    // If the old size was the sum of both thresholds, so is the new one.
    CHECK(one.find(R"("size": "6000")") != std::string::npos);
    CHECK(one.find(R"("xoff": "2000", "size": "3000")") != std::string::npos);
    Change other = from.change("Ethernet1", Property::headroom, Bytes{5000});
    other.number = 3;
    CHECK(from.corrected({change, other}).find("profile_xoff") == std::string::npos);
}

constexpr const char* profiles_of_two_speeds
    = R"("BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"pool": "ingress_lossless_pool", "xon": "1000", "xoff": "2000", "size": "3000", "dynamic_th": "0"}, "pg_lossless_200000_5m_profile": {"pool": "ingress_lossless_pool", "xon": "1000", "xoff": "4000", "size": "5000", "dynamic_th": "0"}, "pg_lossless_100000_40m_profile": {"pool": "ingress_lossless_pool", "xon": "1000", "xoff": "3000", "size": "4000", "dynamic_th": "0"}}, )";

TEST_CASE(
    "a group is left to buffermgrd if no row has the profile that it creates, and never names a missing one")
{
    const Case from(ports(2,
        R"("CABLE_LENGTH": {"AZURE": {"Ethernet0": "5m", "Ethernet1": "5m"}}, "BUFFER_POOL": {"ingress_lossless_pool": {"size": "10000000", "type": "ingress", "mode": "dynamic"}}, "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"pool": "ingress_lossless_pool", "xon": "1000", "xoff": "2000", "size": "3000", "dynamic_th": "0"}}, "BUFFER_PG": {"Ethernet0|3": {"profile": "pg_lossless_100000_5m_profile"}, "Ethernet1|3": {"profile": "pg_lossless_100000_5m_profile"}}, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}, "Ethernet1": {"pfc_enable": "3"}})"));
    const Change longer = from.change("Ethernet1", Property::cable_length, Metres{40});
    const std::string text = from.corrected({longer});
    CHECK(text.find("Ethernet1|3") == std::string::npos);
    CHECK(text.find("_40m_profile") == std::string::npos);
    CHECK(text.find(R"("Ethernet0|3": {"profile": "pg_lossless_100000_5m_profile"})") != std::string::npos);
    const Commands made = from.commands_for({longer});
    CHECK(made.text.find(R"({"op": "remove", "path": "/BUFFER_PG/Ethernet1|3"})") != std::string::npos);
}

TEST_CASE("a port of another speed or cable length gets the headroom profile for it")
{
    const Case from(ports(2,
        std::string(profiles_of_two_speeds)
            + R"("CABLE_LENGTH": {"AZURE": {"Ethernet0": "5m", "Ethernet1": "5m"}}, "BUFFER_POOL": {"ingress_lossless_pool": {"size": "10000000", "type": "ingress", "mode": "dynamic"}}, "BUFFER_PG": {"Ethernet0,Ethernet1|3": {"profile": "pg_lossless_100000_5m_profile"}}, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}, "Ethernet1": {"pfc_enable": "3"}})"));
    const std::string faster
        = from.corrected({from.change("Ethernet0", Property::speed, BitsPerSecond{200'000'000'000})});
    CHECK(faster.find(R"("Ethernet0|3": {"profile": "pg_lossless_200000_5m_profile"})") != std::string::npos);
    CHECK(faster.find(R"("Ethernet1|3": {"profile": "pg_lossless_100000_5m_profile"})") != std::string::npos);
    const std::string longer = from.corrected({from.change("Ethernet1", Property::cable_length, Metres{40})});
    CHECK(longer.find(R"("Ethernet1": "40m")") != std::string::npos);
    CHECK(
        longer.find(R"("Ethernet1|3": {"profile": "pg_lossless_100000_40m_profile"})") != std::string::npos);
}

TEST_CASE("headroom is removed with its PFC, since buffermgrd would otherwise create it again")
{
    const Case from(ports(1,
        R"("CABLE_LENGTH": {"AZURE": {"Ethernet0": "5m"}}, "BUFFER_POOL": {"ingress_lossless_pool": {"size": "10000000", "type": "ingress", "mode": "dynamic"}}, "BUFFER_PG": {"Ethernet0|3-4": {"profile": "pg_lossless_100000_5m_profile"}}, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3,4"}})"));
    const Change headroom = from.change("Ethernet0", Property::headroom, no_pause(4));
    CHECK(from.corrected({headroom})
        == "refused: buffermgrd gives each priority with PFC its headroom: switch PFC off for priority 4 of "
           "Ethernet0 too");
    const std::string text = from.corrected({headroom, from.change("Ethernet0", Property::pfc, no_pause(4))});
    CHECK(text.find(R"("pfc_enable": "3")") != std::string::npos);
    CHECK(text.find("3-4") == std::string::npos);
}

TEST_CASE("a Reed-Solomon FEC is written if it is the one for the port's lanes")
{
    const auto correct = [](std::string_view lanes, Fec fec) {
        std::string text = ports(1, R"("PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}})");
        constexpr std::string_view own = R"("lanes": "0", )";
        text.replace(text.find(own), own.size(), lanes);
        const Case from(text);
        return from.corrected({from.change("Ethernet0", Property::fec, fec)});
    };
    constexpr std::string_view four = R"("lanes": "1,2,3,4", )";
    constexpr std::string_view two = R"("lanes": "1,2", )";
    CHECK(correct(two, Fec::rs544).find(R"("fec": "rs")") != std::string::npos);
    CHECK(correct(four, Fec::rs528).find(R"("fec": "rs")") != std::string::npos);
    CHECK(correct(four, Fec::rs544)
        == "refused: \"rs\" is the Reed-Solomon code of the port's lanes, which is not RS(544,514) on Ethernet0");
    CHECK(correct("", Fec::rs544)
        == "refused: \"rs\" is the Reed-Solomon code of the port's lanes, which is not known to be RS(544,514) on "
           "Ethernet0");
}

TEST_CASE("line endings, tabs, an unterminated last line and a document on one line are kept")
{
    const std::string row = R"("PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}})";
    const std::string one_line = ports(1, row);
    const auto correct = [](const std::string& text) {
        const Case from(text);
        return from.corrected({from.change("Ethernet0", Property::pfc, pause(4))});
    };
    CHECK(correct(one_line).find('\n') == std::string::npos);
    const std::string crlf = "{\r\n\t\"DEVICE_METADATA\": {\"localhost\": {\"hostname\": \"a\"}},\r\n"
                             "\t\"PORT\": {\"Ethernet0\": {\"admin_status\": \"up\"}},\r\n"
                             "\t\"PORT_QOS_MAP\": {\r\n\t\t\"Ethernet0\": {\r\n\t\t\t\"pfc_enable\": "
                             "\"3\"\r\n\t\t}\r\n\t}\r\n}";
    std::string wanted = crlf;
    wanted.replace(wanted.find("\"3\""), 3, "\"3,4\"");
    CHECK(correct(crlf) == wanted);
}

TEST_CASE("of a duplicate key the effective one is corrected")
{
    const Case from(ports(1,
        R"("PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}}, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "4"}})"));
    const std::string text = from.corrected({from.change("Ethernet0", Property::pfc, pause(3))});
    CHECK(text.find(R"("pfc_enable": "3"}})") != std::string::npos);
    CHECK(text.find(R"("pfc_enable": "3,4"}})") != std::string::npos);
}

TEST_CASE("a table is removed with its last row, since CONFIG_DB has no empty ones")
{
    const Case from(ports(1,
        R"("BUFFER_POOL": {"ingress_lossless_pool": {"size": "10000000", "type": "ingress", "mode": "dynamic"}}, "BUFFER_PROFILE": {"p": {"pool": "ingress_lossless_pool", "xoff": "2000", "size": "3000", "dynamic_th": "0"}}, "BUFFER_PG": {"Ethernet0|4": {"profile": "p"}}, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3,4"}})"));
    const Commands made = from.commands_for({from.change("Ethernet0", Property::headroom, no_pause(4))});
    CHECK(made.text.find(R"({"op": "remove", "path": "/BUFFER_PG"})") != std::string::npos);
}

TEST_CASE("the device gets the shortest poll interval that a port asks for")
{
    const Case from(ports(2,
        R"("PFC_WD": {"GLOBAL": {"POLL_INTERVAL": "400"}, "Ethernet0": {"action": "drop", "detection_time": "400", "restoration_time": "400"}, "Ethernet1": {"action": "drop", "detection_time": "200", "restoration_time": "200"}}, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3", "pfcwd_sw_enable": "3"}, "Ethernet1": {"pfc_enable": "3", "pfcwd_sw_enable": "3"}})"));
    WatchdogTarget slow;
    slow.poll = Milliseconds(200);
    WatchdogTarget fast;
    fast.poll = Milliseconds(100);
    const std::string text = from.corrected({from.change("Ethernet1", Property::watchdog_timers, fast),
        from.change("Ethernet0", Property::watchdog_timers, slow)});
    CHECK(text.find(R"("POLL_INTERVAL": "100")") != std::string::npos);
}

}
