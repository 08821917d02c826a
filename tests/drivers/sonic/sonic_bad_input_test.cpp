// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/sonic/sonic_text.h"

namespace rocelint::sonic {
namespace {

TEST_CASE("an impossible value is a problem at its place, and the setting is not made up")
{
    struct Row {
        std::string_view tables;
        std::string_view problem;
    };
    constexpr Row rows[] = {
        {R"(, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "9"}})",
            "pfc_enable is not a list of priorities 0 to 7: \"9\""},
        {R"(, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "0-99999999"}})",
            "pfc_enable is not a list of priorities 0 to 7: \"0-99999999\""},
        {R"(, "PORT_QOS_MAP": {"Ethernet9": {"pfc_enable": "3"}})", "PORT has no port Ethernet9"},
        {R"(, "PORT_QOS_MAP": {"Ethernet0": {"dscp_to_tc_map": "X"}})",
            "DSCP_TO_TC_MAP has no row \"X\": the switch waits for it and applies nothing of this row"},
        {R"(, "PORT_QOS_MAP": {"Ethernet0": {"dscp_to_tc_map": {"a": 1}}})", "dscp_to_tc_map must be text"},
        {R"(, "PORT_QOS_MAP": ["Ethernet0"])", "table PORT_QOS_MAP must be an object, {\"key\": {...}}"},
        {R"(, "PORT_QOS_MAP": {"Ethernet0": "3"})", "PORT_QOS_MAP Ethernet0 must be an object of fields"},
        {R"(, "QUEUE": {"Ethernet0|99": {}})",
            "QUEUE needs a key of the form Ethernet0|3 with queues 0 to 31"},
        {R"(, "QUEUE": {"Ethernet0|0-99999999": {}})",
            "QUEUE needs a key of the form Ethernet0|3 with queues 0 to 31"},
        {R"(, "QUEUE": {"Ethernet0": {}})", "QUEUE needs a key of the form Ethernet0|3 with queues 0 to 31"},
        {R"(, "BUFFER_PG": {"Ethernet0|4-3": {}})",
            "BUFFER_PG needs a key of the form Ethernet0|3-4 with groups 0 to 7"},
        {R"(, "BUFFER_PG": {"Ethernet0|8": {}})",
            "BUFFER_PG needs a key of the form Ethernet0|3-4 with groups 0 to 7"},
        {R"(, "DSCP_TO_TC_MAP": {"A": {"64": "1"}})",
            "DSCP_TO_TC_MAP cannot map \"64\" to \"1\": the two go up to 63 and 15 (sonic-dscp-tc-map.yang, sonic-buildimage 086b03bd)"},
        {R"(, "DSCP_TO_TC_MAP": {"A": {"3": "x"}})",
            "DSCP_TO_TC_MAP cannot map \"3\" to \"x\": the two go up to 63 and 15 (sonic-dscp-tc-map.yang, sonic-buildimage 086b03bd)"},
        {R"(, "WRED_PROFILE": {"W": {"ecn": "ecn_blue"}})", "ecn \"ecn_blue\" is not known"},
        {R"(, "WRED_PROFILE": {"W": {"green_min_threshold": "1 MB"}})",
            "green_min_threshold is not a number in range: \"1 MB\""},
        {R"(, "WRED_PROFILE": {"W": {"green_drop_probability": "101"}})",
            "green_drop_probability 101: out of range, 0 to 100 (sonic-wred-profile.yang, sonic-buildimage 086b03bd)"},
        {R"(, "SCHEDULER": {"s": {"type": "FIFO"}})",
            "\"FIFO\" is not a scheduler type: write DWRR, WRR or "
            "STRICT"},
        {R"(, "BUFFER_POOL": {"p": {"type": "sideways"}})",
            "\"sideways\" is not a pool type: write ingress, egress or both"},
        {R"(, "CABLE_LENGTH": {"AZURE": {"Ethernet0": "40"}})",
            "\"40\" is not a cable length; write metres, such as 40m"},
        {R"(, "CABLE_LENGTH": {"AZURE": {"Ethernet0": ""}})",
            "\"\" is not a cable length; write metres, such as 40m"},
        {R"(, "PFC_WD": {"Ethernet0": {"detection_time": "400a"}})",
            "detection_time is not a number in range: \"400a\""},
        {R"(, "PFC_WD": {"Ethernet0": {"action": "explode", "detection_time": "200"}})",
            "\"explode\" is not a watchdog action: write drop, forward or alert"},
        {R"(, "TUNNEL": {"MuxTunnel0": {"ecn_mode": "copy_from_inner"}})",
            "\"copy_from_inner\" is not a tunnel ecn_mode: write standard or copy_from_outer"},
        {R"(, "PORTCHANNEL_MEMBER": {"PortChannel1": {}})",
            "PORTCHANNEL_MEMBER needs a key of the form PortChannel1|Ethernet0"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.tables);
        const ReadText read(whole(row.tables));
        CHECK(read.first_problem() == row.problem);
        CHECK(read.problems().size() <= 2);
        CHECK_FALSE(read.dumped().empty());
    }
    const ReadText read(whole(R"(, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "9"}})"));
    CHECK_FALSE(read.port("Ethernet0").pfc_tx.known());
    const ReadText wred(
        whole(R"(, "WRED_PROFILE": {"W": {"ecn": "ecn_blue", "wred_green_enable": "true"}})"));
    CHECK_FALSE(wred.device().ecn_profiles[0].known());
    CHECK_FALSE(wred.device().ecn_profiles[0].curves[0].drops.known());
}

TEST_CASE("an unreadable value that decides about RDMA is an error, as on every platform")
{
    for (const std::string_view tables : {R"(, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "8"}})",
             R"(, "BUFFER_PROFILE": {"P": {"xoff": "40K"}})",
             R"(, "CABLE_LENGTH": {"AZURE": {"Ethernet0": "40km"}})",
             R"(, "PFC_WD": {"Ethernet0": {"detection_time": "200ms"}})",
             R"(, "WRED_PROFILE": {"W": {"ecn": "ecn_al"}})",
             R"(, "DSCP_TO_TC_MAP": {"A": {"26": "three"}})"}) {
        CAPTURE(tables);
        const ReadText read(whole(tables));
        REQUIRE(read.problems().size() >= 1);
        CHECK(read.problems().front().severity == SyntaxProblem::Severity::error);
    }
}

TEST_CASE("a dangling name is one problem, however many rows have it")
{
    const ReadText read(whole(
        R"(, "PORT_QOS_MAP": {"Ethernet0": {"dscp_to_tc_map": "X"}, "Ethernet4": {"dscp_to_tc_map": "X"},
             "Ethernet8": {"dscp_to_tc_map": "X"}})"));
    std::size_t lost = 0;
    for (const SyntaxProblem& problem : read.problems()) {
        lost += problem.message.starts_with("DSCP_TO_TC_MAP has no row") ? 1 : 0;
        if (problem.message.starts_with("DSCP_TO_TC_MAP has no row"))
            CHECK(problem.message.find("of this row and ") != std::string::npos);
    }
    CHECK(lost == 1);
}

TEST_CASE("wrong types anywhere cause no crash")
{
    for (const std::string_view value : {"null",
             "1",
             "true",
             "\"\"",
             "[]",
             "{}",
             "[[]]",
             R"({"": {}})",
             R"({"Ethernet0": null})",
             R"({"Ethernet0": []})",
             R"({"Ethernet0": {"x": {}}})",
             R"({"Ethernet0|": {"profile": []}})",
             R"({"|": {"profile": null}})",
             R"({"a|b|c|d|e": {}})",
             R"({"|||3": {}})",
             R"({",|3": {}})",
             R"({"Ethernet0|-": {}})",
             R"({"GLOBAL": 3, "global": 3})",
             R"({"localhost": {"hostname": 5, "type": [], "platform": {}}})"}) {
        for (const std::string_view table : {"PORT",
                 "PORTCHANNEL",
                 "PORTCHANNEL_MEMBER",
                 "PORT_QOS_MAP",
                 "DSCP_TO_TC_MAP",
                 "QUEUE",
                 "SCHEDULER",
                 "WRED_PROFILE",
                 "BUFFER_POOL",
                 "BUFFER_PROFILE",
                 "BUFFER_PG",
                 "BUFFER_QUEUE",
                 "BUFFER_PORT_INGRESS_PROFILE_LIST",
                 "CABLE_LENGTH",
                 "PFC_WD",
                 "FLEX_COUNTER_TABLE",
                 "DEVICE_METADATA",
                 "DEVICE_NEIGHBOR",
                 "VLAN_MEMBER",
                 "INTERFACE",
                 "SYSTEM_DEFAULTS",
                 "TUNNEL",
                 "ACL_TABLE",
                 "VERSIONS",
                 "LOSSLESS_TRAFFIC_PATTERN",
                 "DEFAULT_LOSSLESS_BUFFER_PARAMETER"}) {
            const std::string member = "\"" + std::string(table) + "\": " + std::string(value);
            for (const std::string& text : {"{" + member + "}",
                     "[{" + member + "}]",
                     "{\"sonic-x:sonic-x\": {\"sonic-x:" + std::string(table) + "\": {\"L\": ["
                         + std::string(value) + "]}}}",
                     "{\"" + std::string(table) + "|Ethernet0|3\": " + std::string(value) + "}"}) {
                const ReadText read(text);
                CHECK_FALSE(read.dumped().empty());
                (void)driver.identity(read.tree());
            }
        }
    }
}

TEST_CASE("the base example truncated at any byte is read without a crash")
{
    const std::string text(driver.base_example);
    for (std::size_t size = 0; size < text.size(); size += 13) {
        const Source source(0, "x.json", std::string_view(text).substr(0, size));
        (void)detect(driver, source);
        std::vector<Tree> trees;
        trees.push_back(driver.parse(source));
        CHECK_FALSE(trees[0].problems.empty());
        const Reading reading = driver.read(trees, "x");
        for (const Port& port : reading.device.ports)
            CHECK_FALSE(port.pfc_tx.origin.kind() == OriginKind::default_);
    }
}

TEST_CASE("line endings, byte order marks and duplicate keys cause at most a warning")
{
    std::string text(driver.base_example);
    const ReadText plain(text);
    std::string crlf;
    for (const char c : text)
        crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
    CHECK(ReadText(crlf).dumped() == plain.dumped());
    CHECK(ReadText("\xef\xbb\xbf" + text).dumped() == plain.dumped());
    const ReadText twice(R"({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3", "pfc_enable": "4"}}})");
    CHECK(twice.tree().problems.size() == 1);
    CHECK(twice.port("Ethernet0").pfc_tx.is(PrioritySet::of(4)));
}

TEST_CASE("names with escapes outlive the tree")
{
    Device device;
    const Source source(0, "x.json", R"({"WRED_PROFILE": {"caf\u00e9": {"ecn": "ecn_all"}},
        "PORT_QOS_MAP": {"Ether\u006eet0": {"pfc_enable": "3"}}})");
    {
        std::vector<Tree> trees;
        trees.push_back(driver.parse(source));
        device = driver.read(trees, "x").device;
    }
    CHECK(device.ecn_profiles[0].name == "caf\xc3\xa9");
    CHECK(device.ports[0].name == "Ethernet0");
}

TEST_CASE("hostile sizes take linear time")
{
    std::string ports = "Ethernet0";
    for (int index = 1; index < 20000; ++index)
        ports += ",Ethernet" + std::to_string(index);
    const ReadText many(R"({"QUEUE": {")" + ports + R"(|0-7": {"scheduler": "x"}},
        "PORT_QOS_MAP": {")"
        + ports + R"(": {"pfc_enable": "9,9"}}})");
    CHECK(many.device().ports.size() == 20000);
    CHECK(many.problems().size() < 1000);
    std::string rows;
    for (int index = 0; index < 20000; ++index)
        rows += (index == 0 ? "\"" : ", \"") + std::string("lc") + std::to_string(index)
            + R"(|Asic0|Ethernet0|3": {"scheduler": "x"})";
    CHECK(ReadText(whole(", \"QUEUE\": {" + rows + "}")).problems().size() < 1000);
    std::string bad;
    for (int index = 0; index < 20000; ++index)
        bad += (index == 0 ? "\"" : ", \"") + std::to_string(index) + "\": \"x\"";
    const std::string map = "{\"DSCP_TO_TC_MAP\": {\"A\": {" + bad + "}}}";
    CHECK(ReadText(map).problems().size() <= 500);
    CHECK(ReadText({{"a.json", map}, {"b.json", map}}).problems().size() <= 500);
    std::string alike;
    for (int index = 10000; index < 30000; ++index)
        alike += (index == 10000 ? "\"aaaaaaaa" : ", \"aaaaaaaa") + std::to_string(index) + "bbbbbbbb\": 1";
    CHECK(ReadText("{\"QUEUE\": {" + alike + "}}").tree().complete());
    CHECK_FALSE(ReadText(std::string(100000, '[')).tree().complete());
}

TEST_CASE("a member of an undefined LAG is reported, and belongs to none")
{
    const std::string_view ports = R"({"DEVICE_METADATA": {"localhost": {"hostname": "a"}},
        "PORT": {"Ethernet0": {}, "Ethernet4": {}}, "PORTCHANNEL_MEMBER": {"PortChannel1|Ethernet0": {}})";
    const ReadText read(std::string(ports) + "}");
    CHECK(read.first_problem()
        == "PORTCHANNEL has no PortChannel1: its members wait for it, and carry nothing");
    CHECK(read.port("Ethernet0").lag == Port::no_index);
    const ReadText defined(std::string(ports) + R"(, "PORTCHANNEL": {"PortChannel1": {}}})");
    CHECK(defined.problems().empty());
    CHECK(defined.port("Ethernet0").lag != Port::no_index);
}

}
}
