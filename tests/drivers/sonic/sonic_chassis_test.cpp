// SPDX-License-Identifier: Apache-2.0
// Cards of a chassis (switch_type voq): queues by system port are virtual output queues.
#include "tests/drivers/sonic/sonic_edit_case.h"

namespace rocelint::sonic {
namespace {

// A card lc1 with the port Ethernet0, in a chassis with a card lc2, and further tables.
std::string card(std::string_view tables, std::string_view asic = R"("asic_name": "asic0")")
{
    return fmt::format(
        R"({{"DEVICE_METADATA": {{"localhost": {{"hostname": "lc1", "switch_type": "voq", {}}}}},
"PORT": {{"Ethernet0": {{"lanes": "0", "speed": "100000", "admin_status": "up"}}}},
"SYSTEM_PORT": {{"lc1|asic0|Ethernet0": {{"speed": "100000", "system_port_id": "1", "switch_id": "0"}},
 "lc1|asic0|Ethernet-IB0": {{"speed": "10000"}},
 "lc2|Asic0|Ethernet8": {{"speed": "400000", "core_index": "0", "core_port_index": "1", "num_voq": "8"}}}},
"WRED_PROFILE": {{"M": {{"ecn": "ecn_all", "wred_green_enable": "true", "green_min_threshold": "1000", "green_max_threshold": "2000", "green_drop_probability": "5"}}}},
"SCHEDULER": {{"s": {{"type": "DWRR", "weight": "5"}}}},
"BUFFER_POOL": {{"p": {{"type": "both", "mode": "dynamic", "size": "100"}}}},
"BUFFER_PROFILE": {{"b": {{"pool": "p", "size": "0", "dynamic_th": "-1"}}}}, {}}})",
        asic,
        tables);
}

constexpr std::string_view marked
    = R"("QUEUE": {"lc1|Asic0|Ethernet0|3": {"scheduler": "s", "wred_profile": "M"},
 "lc2|Asic0|Ethernet8|3-4": {"scheduler": "s", "wred_profile": "M"}},
"BUFFER_QUEUE": {"lc1|asic0|Ethernet0|3": {"profile": "b"}, "lc2|Asic0|Ethernet8|3-4": {"profile": "b"}})";

constexpr EcnTarget target{Bytes{1000}, Bytes{2000}, Percent::whole(5)};
constexpr EcnTarget other{Bytes{5000}, Bytes{9000}, Percent::whole(5)};

}

TEST_CASE("rows by system port are the virtual output queues of own ports and of other cards' ports")
{
    const ReadText read(card(marked));
    CHECK(read.first_problem() == "");
    CHECK(read.device().virtual_queues.is(true));
    CHECK(read.written(read.device().virtual_queues.origin) == "\"switch_type\": \"voq\"");
    CHECK(read.coverage().count(CoverageState::unsupported) == 0);
    CHECK(read.coverage().count(CoverageState::unrecognised) == 0);
    REQUIRE(read.device().ports.size() == 2);
    const Port& own = read.port("Ethernet0");
    CHECK(own.kind == PortKind::physical);
    CHECK(read.device().queue(own, 3)->ecn.is(Ref{0}));
    CHECK(read.device().queue(own, 3)->scheduler.is(Ref{0}));
    const Port& remote = read.port("lc2|Asic0|Ethernet8");
    CHECK(remote.kind == PortKind::system);
    CHECK(remote.speed.is(BitsPerSecond{400'000'000'000}));
    for (const std::uint8_t number : {std::uint8_t{3}, std::uint8_t{4}}) {
        const Queue* queue = read.device().queue(remote, number);
        REQUIRE(queue != nullptr);
        CHECK(queue->ecn.is(Ref{0}));
        CHECK(read.profile_name(queue->buffer) == "b");
        CHECK_FALSE(queue->scheduler.known());
    }
    CHECK(read.written(read.device().queue(remote, 4)->ecn.origin) == "\"wred_profile\": \"M\"");
    CHECK(read.device().queue(remote, 5)->ecn.is(Ref{}));
    CHECK(read.pointed_at(read.device().queue(remote, 5)->ecn.origin, remote).starts_with("\"QUEUE\""));
}

TEST_CASE("PFC of a card's port does not depend on virtual output queues")
{
    const ReadText read(
        card(std::string(marked) + R"(, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}})"));
    CHECK(read.port("Ethernet0").pfc_tx.is(PrioritySet::of(3)));
    CHECK_FALSE(read.port("lc2|Asic0|Ethernet8").pfc_tx.known());
}

TEST_CASE("ports for the packets of other cards' processors have no queues here that matter")
{
    const ReadText read(
        R"({"DEVICE_METADATA": {"localhost": {"hostname": "lc1", "switch_type": "voq", "asic_name": "asic0"}},
            "PORT": {"Ethernet0": {"speed": "100000"}}, "WRED_PROFILE": {"M": {"ecn": "ecn_all"}},
            "SYSTEM_PORT": {"lc2|asic0|asic0": {"speed": "10000"}, "lc2|asic0|Ethernet-Rec0": {"speed": "10000"}},
            "QUEUE": {"lc2|asic0|Ethernet-Rec0|3": {"wred_profile": "M"}}})");
    CHECK(read.first_problem() == "");
    CHECK(read.port("lc2|asic0|Ethernet-Rec0").kind == PortKind::other);
    CHECK(read.port("lc2|asic0|Ethernet-Rec0").queue_count == 0);
}

TEST_CASE("a row by system port that SYSTEM_PORT lacks is reported once")
{
    const ReadText read(card(
        R"("QUEUE": {"lc3|asic0|Ethernet0|3": {"wred_profile": "M"}, "lc3|asic0|Ethernet0|4": {"wred_profile": "M"}})"));
    REQUIRE(read.problems().size() == 1);
    CHECK(read.first_problem().starts_with("SYSTEM_PORT has no port lc3|asic0|Ethernet0"));
}

TEST_CASE("a switch of a chassis ignores rows by port, which is reported once for each table")
{
    const ReadText read(card(
        R"("QUEUE": {"Ethernet0|3": {"wred_profile": "M"}, "Ethernet0|4": {"wred_profile": "M"}}, "BUFFER_QUEUE": {"Ethernet0|3": {"profile": "b"}})"));
    REQUIRE(read.problems().size() == 2);
    CHECK(read.first_problem().starts_with(
        R"("Ethernet0|3" names no card and no ASIC: a switch of a chassis (switch_type voq) ignores such rows)"));
    const Queue* queue = read.device().queue(read.port("Ethernet0"), 3);
    CHECK_FALSE(queue->ecn.known());
    CHECK_FALSE(queue->buffer.known());
    CHECK(read.note(queue->ecn.origin).starts_with("its row names no card"));
}

TEST_CASE("a fragment with rows by system port shows a chassis, and no port of its own")
{
    const ReadText read(
        R"({"WRED_PROFILE": {"M": {"ecn": "ecn_all"}}, "QUEUE": {"lc1|asic0|Ethernet0|3": {"wred_profile": "M"}}})");
    CHECK(read.first_problem() == "");
    CHECK(read.device().virtual_queues.is(true));
    REQUIRE(read.device().ports.size() == 1);
    CHECK(read.device().ports.front().kind == PortKind::system);
    CHECK(read.device().queue(read.device().ports.front(), 3)->ecn.is(Ref{0}));
    CHECK_FALSE(read.device().queue(read.device().ports.front(), 4)->ecn.known());
    CHECK(read.coverage().count(CoverageState::unsupported) == 0);
}

TEST_CASE("a file with nothing but queues by system port is recognised")
{
    const auto confidence = [](std::string_view text) {
        return driver.detect(Source(0, "qos.json", std::string(text))).confidence;
    };
    CHECK(confidence(R"({"QUEUE": {"lc1|asic0|Ethernet0|3": {"scheduler": "s"}}})") > 0);
    CHECK(confidence(R"({"QUEUE|lc1|asic0|Ethernet0|3": {"scheduler": "s"}})") > 0);
    CHECK(confidence(R"({"QUEUE": {"jobs|today|first": {"size": 3}}})") == 0);
}

TEST_CASE("a queue of a fragment without a hostname has what the rows of all cards with that port say")
{
    const ReadText read(
        R"({"WRED_PROFILE": {"M": {"ecn": "ecn_all"}, "N": {"ecn": "ecn_all"}}, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}},
            "QUEUE": {"lc1|asic0|Ethernet0|3": {"wred_profile": "M"}, "lc2|asic0|Ethernet0|3": {"wred_profile": "M"},
                      "lc1|asic0|Ethernet0|4": {"wred_profile": "M"}, "lc2|asic0|Ethernet0|4": {"wred_profile": "N"},
                      "lc1|asic0|Ethernet0|5": {"wred_profile": "M"}}})");
    const Port& own = read.port("Ethernet0");
    CHECK(own.kind == PortKind::physical);
    CHECK(read.device().queue(own, 3)->ecn.is(Ref{0}));
    CHECK(read.note(read.device().queue(own, 3)->ecn.origin).starts_with("the rows of all cards"));
    CHECK_FALSE(read.device().queue(own, 4)->ecn.known());
    CHECK_FALSE(read.device().queue(own, 5)->ecn.known());
}

TEST_CASE("each chip of a card has virtual output queues of its own")
{
    const auto chip = [](std::string_view name, std::string_view port) {
        return fmt::format(
            R"({{"DEVICE_METADATA": {{"localhost": {{"hostname": "lc1", "switch_type": "voq", "asic_name": "{}"}}}},
"PORT": {{"{}": {{"speed": "100000"}}}}, "WRED_PROFILE": {{"M": {{"ecn": "ecn_all"}}}},
"QUEUE": {{"lc1|asic0|Ethernet0|3": {{"wred_profile": "M"}}, "lc1|asic1|Ethernet4|3": {{"wred_profile": "M"}}, "lc2|asic0|Ethernet0|3": {{}}}}}})",
            name,
            port);
    };
    const ReadText read({{"a/config_db0.json", chip("asic0", "Ethernet0")},
        {"a/config_db1.json", chip("asic1", "Ethernet4")}});
    CHECK(read.first_problem() == "");
    CHECK(read.device().ports.size() == 6);
    for (const std::string_view name : {"asic0:lc1|asic1|Ethernet4", "asic1:lc1|asic0|Ethernet0"})
        CHECK(read.device().queue(read.port(name), 3)->ecn.known());
    for (const std::string_view name : {"asic0:lc2|asic0|Ethernet0", "asic1:lc2|asic0|Ethernet0"})
        CHECK(read.device().queue(read.port(name), 3)->ecn.is(Ref{}));
}

TEST_CASE("the cards of a chassis are one device whose ports have the names of system ports")
{
    const auto config = [](std::string_view host, std::string_view speed) {
        return fmt::format(
            R"({{"DEVICE_METADATA": {{"localhost": {{"hostname": "{}", "switch_type": "voq", "asic_name": "asic0", "hwsku": "X"}}}},
"PORT": {{"Ethernet0": {{"speed": "{}"}}}}, "PORT_QOS_MAP": {{"Ethernet0": {{"pfc_enable": "3"}}}},
"SYSTEM_PORT": {{"lc1|asic0|Ethernet0": {{"speed": "100000"}}, "lc2|asic0|Ethernet0": {{"speed": "400000"}}}},
"WRED_PROFILE": {{"M": {{"ecn": "ecn_all"}}}}}})",
            host,
            speed);
    };
    constexpr std::string_view queues
        = R"({"QUEUE": {"lc1|asic0|Ethernet0|3": {"wred_profile": "M"}, "lc2|asic0|Ethernet0|3": {}}})";
    const ReadText read({{"spine1/lc1/config_db.json", config("lc1", "100000")},
        {"spine1/lc1/qos.json", std::string(queues)},
        {"spine1/lc2/config_db.json", config("lc2", "400000")},
        {"spine1/lc2/qos.json", std::string(queues)}});
    CHECK(read.first_problem() == "");
    CHECK(read.device().name == "fallback");
    CHECK_FALSE(read.device().name_is_configured);
    CHECK(read.device().cards == std::vector<std::string_view>{"lc1", "lc2"});
    CHECK(read.device().virtual_queues.is(true));
    CHECK(read.device().model == "X");
    REQUIRE(read.device().ports.size() == 4);
    const Port& first = read.port("lc1|asic0|Ethernet0");
    const Port& second = read.port("lc2|asic0|Ethernet0");
    CHECK(first.kind == PortKind::physical);
    CHECK(first.speed.is(BitsPerSecond{100'000'000'000}));
    CHECK(second.speed.is(BitsPerSecond{400'000'000'000}));
    CHECK(second.pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.device().queue(first, 3)->ecn.known());
    CHECK_FALSE(read.device().queue(first, 3)->ecn.value.none());
    CHECK(read.device().queue(second, 3)->ecn.is(Ref{}));
    // Each card has queues towards the ports of the other.
    const Port& there = read.port("lc1|asic0:lc2|asic0|Ethernet0");
    const Port& back = read.port("lc2|asic0:lc1|asic0|Ethernet0");
    CHECK(there.kind == PortKind::system);
    CHECK(read.device().queue(there, 3)->ecn.is(Ref{}));
    CHECK_FALSE(read.device().queue(back, 3)->ecn.value.none());
}

TEST_CASE("a correction of a queue of a chassis writes the row of its system port")
{
    const Case from(card(
        R"("QUEUE": {"lc1|Asic0|Ethernet0|0": {"scheduler": "s"}, "lc2|Asic0|Ethernet8|3-4": {"scheduler": "s"}})"));
    Change own = from.change("Ethernet0", Property::ecn, target);
    own.number = 3;
    Change remote = from.change("lc2|Asic0|Ethernet8", Property::ecn, other);
    remote.number = 4;
    const std::string both = from.corrected({own, remote});
    CHECK(both.find(R"("lc1|Asic0|Ethernet0|3": {"wred_profile": "M"})") != std::string::npos);
    CHECK(both.find(R"("lc2|Asic0|Ethernet8|3": {"scheduler": "s"})") != std::string::npos);
    CHECK(both.find(R"("lc2|Asic0|Ethernet8|4": {"scheduler": "s", "wred_profile": "RDMA_5000_9000_5"})")
        != std::string::npos);
    CHECK(both.find("\"Ethernet0|3\"") == std::string::npos);
    const Commands made = from.commands_for({own});
    CHECK(made.text.find("/QUEUE/lc1|Asic0|Ethernet0|3") != std::string::npos);
}

TEST_CASE("a correction is refused where the row of a system port cannot be written")
{
    const Case nameless(card(R"("QUEUE": {})", R"("mac": "00:11:22:33:44:55")"));
    Change change = nameless.change("Ethernet0", Property::ecn, target);
    change.number = 3;
    CHECK(nameless.corrected({change}).starts_with(
        "refused: DEVICE_METADATA does not state hostname and asic_name"));
    const Case named(card(marked));
    Change served = named.change(
        "lc2|Asic0|Ethernet8", Property::scheduler, SchedulerTarget{SchedulerKind::strict, {}, {}});
    served.number = 3;
    CHECK(named.corrected({served}).starts_with("refused: the queue is served where its port is"));
}

}
