// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/sonic/sonic_text.h"

namespace rocelint::sonic {
namespace {

int confidence(std::string_view text, std::string name = "x.json")
{
    const Source source(0, std::move(name), text);
    return detect(driver, source).confidence;
}

TEST_CASE("a SONiC file is recognised by its tables, in every format")
{
    for (const std::string_view text : {
             R"({"DEVICE_METADATA": {"localhost": {}}})",
             R"({"PORT_QOS_MAP": {"Ethernet0": {}}})",
             R"({"BUFFER_PG|Ethernet0|3-4": {"profile": "NULL"}})",
             R"([{"QOS_TABLE:PORT_TABLE:ETHERNET4": {"dscp_to_tc_map": "AZURE"}, "OP": "SET"}])",
             R"([{"PORT": {"Ethernet63": {}}}, {"PORTCHANNEL_MEMBER": {"PortChannel1|Ethernet63": {}}}])",
             R"({"sonic-port:sonic-port": {"sonic-port:PORT": {"PORT_LIST": []}}})",
             R"({"FREE_NAME": {"sonic-port:sonic-port": {"sonic-port:PORT": {}}}})",
             R"({"SAMPLE": {"BUFFER_POOL": {}, "DEVICE_METADATA": {}}, "OTHER": {}})",
             R"({"PORT": {"Ethernet0": {"speed": "100000"}}})",
             R"({%- set x = 1 %} {"WRED_PROFILE": {"A": {"ecn": "{{ mode }}"}}})",
             R"({"SCHEDULER": {"scheduler.0": {"type": "STRICT" "weight": 1}})",
             R"({"PFC_WD": {"Ethernet0": {"action": "drop",}},})",
             "# speed cable size xon xoff threshold\n100000 5m 50176 19456 30720 0\n",
             "  25000  300m 1 2 3 -2 18\r\n",
         }) {
        CAPTURE(text);
        CHECK(confidence(text) > 50);
    }
}

TEST_CASE("other files are not mistaken for SONiC's")
{
    for (const std::string_view text : {
             "",
             "   \n",
             "{}",
             "[]",
             R"({"lldp": {"interface": {"eth0": {"chassis": {"PORT": {"Ethernet0": {}}}}}}})",
             R"({"param": {"100000_5m": {"BUFFER_PG_TABLE": {"a": 1}, "PFC_WD": 3}}})",
             R"({"mellanox": {"admin-down": {"BUFFER_PG_TABLE": {"3-4": {}}, "BUFFER_PROFILE": {}}}})",
             R"({"pfc_wd_action": {"pfc_wd_action": "forward"}})",
             R"({"PORT": 8080, "VLAN": {"id": 1}})",
             R"({"text": "DEVICE_METADATA"})",
             "interface Ethernet1\n   mtu 9214\n",
             "10000 20000 30000\n",
             "# only a comment\n",
             "\x01\x02\x03",
         }) {
        CAPTURE(text);
        CHECK(confidence(text) == 0);
    }
}

TEST_CASE("the hostname is found in every format")
{
    for (const std::string_view text : {
             R"({"DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}}})",
             R"({"DEVICE_METADATA|localhost": {"hostname": "leaf1"}})",
             R"({"sonic-device_metadata:sonic-device_metadata":
                 {"sonic-device_metadata:DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}}}})",
             R"({"DEVICE_METADATA|localhost": {"expireat": 1.5, "ttl": -0.001, "type": "hash",
                                               "value": {"hostname": "leaf1"}}})",
         }) {
        const ReadText read{std::string(text)};
        CHECK(driver.identity(read.tree()) == "leaf1");
        CHECK(read.device().name == "leaf1");
        CHECK(read.device().name_is_configured);
        CHECK(read.written({}) == "");
    }
    const ReadText nameless(R"({"PORT_QOS_MAP": {}})");
    CHECK(driver.identity(nameless.tree()) == "");
    CHECK(nameless.device().name == "fallback");
}

TEST_CASE("every format gives the same settings")
{
    constexpr std::string_view forms[] = {
        R"({"DSCP_TO_TC_MAP": {"AZURE": {"26": "3"}},
            "PORT_QOS_MAP": {"Ethernet4": {"dscp_to_tc_map": "AZURE", "pfc_enable": "3,4"}},
            "WRED_PROFILE": {"W": {"ecn": "ecn_all", "green_min_threshold": "1000"}},
            "SCHEDULER": {"S": {"type": "STRICT"}},
            "QUEUE": {"Ethernet4|3": {"wred_profile": "W", "scheduler": "S"}}})",
        R"({"DSCP_TO_TC_MAP|AZURE": {"type": "hash", "value": {"26": "3"}, "ttl": -1},
            "PORT_QOS_MAP|Ethernet4": {"expireat": 1636034361.1, "ttl": -0.001, "type": "hash",
                "value": {"dscp_to_tc_map": "AZURE", "pfc_enable": "3,4"}},
            "WRED_PROFILE|W": {"type": "hash", "value": {"ecn": "ecn_all", "green_min_threshold": "1000"}},
            "SCHEDULER|S": {"type": "hash", "value": {"type": "STRICT"}},
            "QUEUE|Ethernet4|3": {"type": "hash", "value": {"wred_profile": "W", "scheduler": "S"}}})",
        R"({"DSCP_TO_TC_MAP|AZURE": {"26": 3},
            "PORT_QOS_MAP|Ethernet4": {"dscp_to_tc_map": "[DSCP_TO_TC_MAP|AZURE]", "pfc_enable@": "3,4"},
            "WRED_PROFILE|W": {"ecn": "ecn_all", "green_min_threshold": 1000},
            "SCHEDULER|S": {"type": "STRICT"},
            "QUEUE|Ethernet4|3": {"wred_profile": "[WRED_PROFILE|W]", "scheduler": "[SCHEDULER|S]"}})",
        R"([{"QOS_TABLE:DSCP_TO_TC_MAP_TABLE:AZURE": {"26": "3"}, "OP": "SET"},
            {"QOS_TABLE:PORT_TABLE:ETHERNET4": {"dscp_to_tc_map": "AZURE", "pfc_enable": ["3", "4"]}, "OP": "SET"},
            {"WRED_PROFILE_TABLE:W": {"ecn": "ecn_all", "green_min_threshold": "1000"}, "OP": "SET"},
            {"QOS_TABLE:SCHEDULER_TABLE:S": {"algorithm": "PRIORITY"}, "OP": "SET"},
            {"QUEUE_TABLE:ETHERNET4:3": {"wred_profile": "W", "scheduler": "S"}, "OP": "SET"}])",
        R"([{"DSCP_TO_TC_MAP": {"AZURE": {"26": "3"}}},
            {"PORT_QOS_MAP": {"Ethernet4": {"dscp_to_tc_map": "AZURE", "pfc_enable": "4,3"}}},
            {"WRED_PROFILE": {"W": {"ecn": "ecn_all", "green_min_threshold": "1000"}}},
            {"SCHEDULER": {"S": {"type": "STRICT"}}},
            {"QUEUE": {"Ethernet0,Ethernet4|2-3": {"wred_profile": "W", "scheduler": "S"}}}])",
        R"({"sonic-dscp-tc-map:sonic-dscp-tc-map": {"sonic-dscp-tc-map:DSCP_TO_TC_MAP":
                {"DSCP_TO_TC_MAP_LIST": [{"name": "AZURE", "DSCP_TO_TC_MAP": [{"dscp": "26", "tc": "3"}]}]}},
            "sonic-port-qos-map:sonic-port-qos-map": {"sonic-port-qos-map:PORT_QOS_MAP":
                {"PORT_QOS_MAP_LIST": [{"ifname": "Ethernet4", "dscp_to_tc_map": "AZURE", "pfc_enable": "3,4"}]}},
            "sonic-wred-profile:sonic-wred-profile": {"sonic-wred-profile:WRED_PROFILE":
                {"WRED_PROFILE_LIST": [{"name": "W", "ecn": "ecn_all", "green_min_threshold": 1000}]}},
            "sonic-scheduler:sonic-scheduler": {"sonic-scheduler:SCHEDULER":
                {"SCHEDULER_LIST": [{"name": "S", "type": "STRICT"}]}},
            "sonic-queue:sonic-queue": {"sonic-queue:QUEUE": {"QUEUE_LIST":
                [{"ifname": "Ethernet4", "qindex": "3", "wred_profile": "W", "scheduler": "S"}]}}})",
    };
    for (const std::string_view form : forms) {
        CAPTURE(form);
        const ReadText read{std::string(form)};
        CHECK(read.first_problem() == "");
        CHECK(read.device().fragment);
        const Port& port = read.port("Ethernet4");
        CHECK(port.pfc_tx.is(PrioritySet{0x18}));
        CHECK(port.pfc_tx.origin.kind() == OriginKind::explicit_);
        REQUIRE(read.device().map(port.dscp_to_tc) != nullptr);
        CHECK(read.device().map(port.dscp_to_tc)->at_point(26) == 3);
        CHECK(port.trust.is(Trust::dscp));
        const Queue* queue = read.device().queue(port, 3);
        REQUIRE(queue != nullptr);
        REQUIRE(queue->ecn.known());
        const EcnProfile& profile = read.device().ecn_profiles[queue->ecn.value.index];
        CHECK(profile.name == "W");
        CHECK(profile.marks());
        CHECK(profile.curves[0].min_threshold.is(Bytes{1000}));
        REQUIRE(queue->scheduler.known());
        CHECK(read.device().schedulers[queue->scheduler.value.index].kind.is(SchedulerKind::strict));
        CHECK(read.coverage().count(CoverageState::unrecognised) == 0);
    }
}

TEST_CASE("of the YANG models' test vectors the first configuration is read and the others are named")
{
    const ReadText read(R"({"VALID": {"sonic-port:sonic-port": {"sonic-port:PORT": {"PORT_LIST": [
        {"name": "Ethernet0", "mtu": 9000}]}}},
      "WRONG_MTU": {"sonic-port:sonic-port": {"sonic-port:PORT": {"PORT_LIST": [
        {"name": "Ethernet0", "mtu": 0}]}}}})");
    CHECK(read.device().fragment);
    CHECK(read.port("Ethernet0").ip_mtu.is(Bytes{9000}));
    CHECK(read.first_problem()
        == "this file holds 2 configurations under names of its own; only \"VALID\" is read");
}

TEST_CASE("settings absent from a fragment are unread, those absent from a whole configuration are defaults")
{
    const ReadText fragment(R"({"PORT": {"Ethernet0": {"speed": "100000"}}})");
    CHECK(fragment.device().fragment);
    CHECK_FALSE(fragment.port("Ethernet0").pfc_tx.known());
    CHECK(fragment.note(fragment.port("Ethernet0").pfc_tx.origin) == "PORT_QOS_MAP is not in this fragment");
    CHECK_FALSE(fragment.port("Ethernet0").ip_mtu.known());
    CHECK_FALSE(fragment.port("Ethernet0").watchdog.enabled.known());
    CHECK_FALSE(fragment.port("Ethernet0").queues_visible);

    const ReadText queues(R"({"QUEUE": {"Ethernet0|3": {"scheduler": "s"}}})");
    const Queue* queue = queues.device().queue(queues.port("Ethernet0"), 3);
    REQUIRE(queue != nullptr);
    CHECK_FALSE(queue->ecn.known());
    CHECK(queues.note(queue->ecn.origin) == "QUEUE does not say it in this fragment");
    CHECK(queues.note(queue->scheduler.origin) == "SCHEDULER is not in this fragment");

    const ReadText config(whole(""));
    CHECK_FALSE(config.device().fragment);
    const Port& port = config.port("Ethernet0");
    CHECK(port.pfc_tx.is(PrioritySet{}));
    CHECK(port.pfc_tx.origin.kind() == OriginKind::default_);
    CHECK(port.pfc_rx.is(PrioritySet{}));
    CHECK(port.ip_mtu.is(Bytes{9100}));
    CHECK(port.max_frame.is(Bytes{9114}));
    CHECK(port.watchdog.enabled.is(false));
    CHECK(port.trust.is(Trust::none));
    CHECK(port.queue_count == 8);
    CHECK(port.group_count == 8);
    CHECK(config.device().queue(port, 7)->ecn.is(Ref{}));
}

TEST_CASE("a truncated file says nothing about what may follow")
{
    const std::string text = whole(R"(, "PFC_WD": {"Ethernet0": {"detection_time": "200"}}})");
    const ReadText read(text + " {");
    CHECK_FALSE(read.device().fragment);
    CHECK(read.port("Ethernet0").speed.known());
    CHECK(read.port("Ethernet0").watchdog.enabled.is(true));
    CHECK_FALSE(read.port("Ethernet0").pfc_tx.known());
    CHECK(read.note(read.port("Ethernet0").pfc_tx.origin) == "the file could not be read to its end");
}

TEST_CASE("later files add to earlier ones and a contradiction is named")
{
    const ReadText read({{"config_db.json", whole(R"(, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}})")},
        {"qos.json", R"({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "4", "dscp_to_tc_map": "AZURE"}},
                        "DSCP_TO_TC_MAP": {"AZURE": {"26": "3"}}})"}});
    CHECK_FALSE(read.device().fragment);
    CHECK(read.port("Ethernet0").pfc_tx.is(PrioritySet::of(4)));
    CHECK(read.port("Ethernet0").trust.is(Trust::dscp));
    REQUIRE(read.problems().size() == 1);
    CHECK(read.first_problem()
        == "PORT_QOS_MAP Ethernet0 pfc_enable is \"4\" here and \"3\" in config_db.json; the "
           "value here (qos.json) is used");
    CHECK(read.problems()[0].at.source == 1);
}

TEST_CASE("the namespaces of a multi-ASIC device may differ")
{
    const auto asic = [](std::string_view port, std::string_view size) {
        return std::string(R"({"DEVICE_METADATA": {"localhost": {"hostname": "lc1", "asic_name": "a"}},
            "PORT": {")")
            + std::string(port) + R"(": {"speed": "100000"}},
            "DSCP_TO_TC_MAP": {"AZURE": {"26": "3"}},
            "BUFFER_POOL": {"p": {"type": "ingress", "size": ")"
            + std::string(size) + R"("}},
            "BUFFER_PROFILE": {"b": {"pool": "p", "xoff": "1", "dynamic_th": "0"}},
            "BUFFER_PG": {")"
            + std::string(port) + R"(|3": {"profile": "b"}},
            "PORT_QOS_MAP": {")"
            + std::string(port) + R"(": {"dscp_to_tc_map": "AZURE"}}})";
    };
    const ReadText read(
        {{"a/config_db0.json", asic("Ethernet0", "100")}, {"a/config_db1.json", asic("Ethernet4", "200")}});
    CHECK(read.first_problem() == "");
    CHECK(read.device().ports.size() == 2);
    const auto pool_size = [&](std::string_view name) {
        const Port& port = read.port(name);
        const BufferProfile& profile
            = read.device().buffer_profiles[read.device().group(port, 3)->buffer.value.index];
        return read.device().pools[profile.pool.value.index].size.value.count;
    };
    CHECK(pool_size("Ethernet0") == 100);
    CHECK(pool_size("Ethernet4") == 200);
    CHECK(read.port("Ethernet0").dscp_to_tc.value == read.port("Ethernet4").dscp_to_tc.value);
}

TEST_CASE("the base example is clean and every line of it is known")
{
    std::string text(driver.base_example);
    for (std::size_t at = text.find("@NAME@"); at != std::string::npos; at = text.find("@NAME@"))
        text.replace(at, 6, "leaf1");
    const ReadText read(text);
    CHECK(read.tree().problems.empty());
    CHECK(read.first_problem() == "");
    const Coverage coverage = read.coverage();
    CHECK(coverage.count(CoverageState::unsupported) == 0);
    CHECK(coverage.count(CoverageState::unrecognised) == 0);
    CHECK(read.device().role.is(Role::leaf));
    for (const Port& port : read.device().ports) {
        CHECK(port.pfc_tx.is(PrioritySet::of(3)));
        CHECK(port.trust.is(Trust::dscp));
        CHECK(port.watchdog.enabled.is(true));
        CHECK(port.watchdog.poll.is(Milliseconds(200)));
        CHECK(read.device().map(port.dscp_to_tc)->at_point(26) == 3);
        CHECK(read.device().map(port.dscp_to_tc)->at_point(48) == 6);
        CHECK(read.device().group(port, 3)->lossless.is(true));
        CHECK(read.device().group(port, 0)->lossless.is(false));
    }
}

TEST_CASE("tables of routing and management are irrelevant and unknown ones are reported")
{
    const ReadText read(whole(R"(,
"BGP_NEIGHBOR": {"10.0.0.1": {"asn": "65000"}},
"SNMP_COMMUNITY": {"x": {"TYPE": "RO"}},
"PBH_HASH": {"x": {"hash_field_list": ["y"]}},
"NOVELTY": {"r": {"y": "z"}})"));
    const Coverage coverage = read.coverage();
    CHECK(coverage.count(CoverageState::unsupported) == 1);
    CHECK(coverage.count(CoverageState::unrecognised) == 1);
    CHECK(coverage.details[1].text == R"("NOVELTY": {"x": {"y": "x"}}})");
}

TEST_CASE("a row of a database dump that is not a hash is reported")
{
    const ReadText read(R"({"PORT|Ethernet0": {"type": "hash", "value": {"speed": "100000"}},
        "PORT|Ethernet4": {"type": "string", "value": "x"}})");
    CHECK(read.port("Ethernet0").speed.is(BitsPerSecond{100'000'000'000}));
    CHECK(read.first_problem() == "PORT Ethernet4 is of type string in this dump; only a hash has fields");
}

TEST_CASE("a dump of a whole configuration reads as the configuration")
{
    const std::string_view text = driver.base_example;
    const Source source(0, "config_db.json", text);
    const Tree tree = driver.parse(source);
    std::string dump = "{";
    for (const Node& table : *tree.root) {
        for (const Node& row : table) {
            dump += dump.size() == 1 ? "" : ",\n";
            dump += "\"" + std::string(table.key) + "|" + std::string(row.key)
                + "\": {\"expireat\": 1.5, \"ttl\": -0.001, \"type\": \"hash\", \"value\": {";
            bool first = true;
            for (const Node& field : row) {
                dump += (first ? "\"" : ", \"") + std::string(field.key) + "\": \"" + std::string(field.value)
                    + "\"";
                first = false;
            }
            dump += "}}";
        }
    }
    dump += "}";
    const ReadText whole{std::string(text)};
    const ReadText dumped(dump);
    CHECK(dumped.problems().empty());
    CHECK_FALSE(dumped.device().fragment);
    const auto without_places = [](std::string described) {
        constexpr std::string_view place = "config_db.json:";
        for (std::size_t at = described.find(place); at != std::string::npos;
             at = described.find(place, at)) {
            at += place.size();
            described.erase(
                at, std::min(described.find_first_not_of("0123456789", at), described.size()) - at);
        }
        return described;
    };
    CHECK(without_places(dumped.dumped()) == without_places(whole.dumped()));
}

}
}
