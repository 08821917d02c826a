// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/nvue/nvue_case.h"

#include <fmt/format.h>

namespace rocelint::nvue_test {
namespace {

constexpr std::string_view roce = "nv set system hostname leaf1\nnv set interface swp1-2 link speed 400G\n"
                                  "nv set qos roce state enabled\n";

std::string with(std::string_view more) { return std::string(roce) + std::string(more); }

TEST_CASE("a shaper that counts packets has no limit in bits, one that counts kilobits has")
{
    constexpr std::string_view shaper
        = "nv set qos egress-shaper s1 port-max-rate 2000\nnv set qos egress-shaper s1 traffic-class 3 max-rate 500\n"
          "nv set interface swp1 qos egress-shaper profile s1\n";
    const Case kilobits(with(shaper));
    CHECK(kilobits.port("swp1").limit.is(BitsPerSecond{2'000'000}));
    CHECK(kilobits.service("swp1", 3)->limit.is(BitsPerSecond{500'000}));
    const Case packets(with(std::string(shaper) + "nv set qos egress-shaper s1 mode pps\n"));
    CHECK(packets.reading.problems.empty());
    CHECK(packets.lines(CoverageState::unrecognised) == 0);
    CHECK_FALSE(packets.port("swp1").limit.known());
    CHECK_FALSE(packets.service("swp1", 3)->limit.known());
}

TEST_CASE("thresholds in percent of a limit that moves are not the byte thresholds")
{
    const Case relative(
        with("nv set qos congestion-control default-global traffic-class 3 mode relative\n"
             "nv set qos congestion-control default-global traffic-class 3 min-threshold-percent 20\n"));
    CHECK(relative.reading.problems.empty());
    const EcnProfile* marking = relative.marking("swp1", 3);
    REQUIRE(marking != nullptr);
    CHECK(marking->curves.front().marks.is(true));
    CHECK_FALSE(marking->curves.front().min_threshold.known());
    CHECK_FALSE(marking->curves.front().max_threshold.known());
    const Case absolute(with("nv set qos congestion-control default-global traffic-class 3 mode absolute\n"));
    CHECK(absolute.marking("swp1", 3)->curves.front().min_threshold.is(Bytes{150'000}));
}

TEST_CASE("switchd's own file may hold several blocks of marking for all ports")
{
    const Case blocks(R"(pfc.port_group_list = [g1]
pfc.g1.cos_list = [3]
pfc.g1.port_set = swp1
pfc.g1.small_packet_probability = 60
default_ecn_red_conf@1.egress_queue_list = [3]
default_ecn_red_conf@1.ecn_enable = true
default_ecn_red_conf@1.mode = relative
default_ecn_red_conf@1.min_threshold_bytes = 0
default_ecn_red_conf@1.min_threshold_percent = 20
default_ecn_red_conf@2.egress_queue_list = [4,5]
default_ecn_red_conf@2.ecn_enable = true
default_ecn_red_conf@2.mode = absolute
default_ecn_red_conf@2.min_threshold_bytes = 40000
)");
    CHECK(blocks.lines(CoverageState::unsupported) == 0);
    CHECK(blocks.lines(CoverageState::unrecognised) == 0);
    REQUIRE(blocks.marking("swp1", 3) != nullptr);
    CHECK_FALSE(blocks.marking("swp1", 3)->curves.front().min_threshold.known());
    REQUIRE(blocks.marking("swp1", 5) != nullptr);
    CHECK(blocks.marking("swp1", 5)->curves.front().min_threshold.is(Bytes{40'000}));
}

TEST_CASE("a mode of roce whose settings are not known leaves them unread")
{
    const Case between(with("nv set qos roce mode dci-1\n"));
    CHECK(between.reading.problems.empty());
    CHECK_FALSE(between.port("swp1").pfc_tx.known());
    CHECK_FALSE(between.port("swp1").trust.known());
    CHECK(between.marking("swp1", 3) == nullptr);
    CHECK(between.service("swp1", 3) == nullptr);
    const Case unknown(with("nv set qos roce mode sideways\n"));
    CHECK(unknown.reading.problems.size() == 1);
    CHECK_FALSE(unknown.port("swp1").pfc_tx.known());
}

TEST_CASE("headroom of the shared pool, and pools and buffers that advanced tuning changes, are unread")
{
    const Case own(with({}));
    CHECK(own.device().groups.at(own.port("swp1").first_group + 3U).buffer.known());
    const Case shared(with("nv set interface swp1 qos shared-headroom-pool enabled\n"
                           "nv set qos pfc default-global small-packet-probability 60\n"
                           "nv set interface swp1 qos headroom lossy extra-threshold 50000\n"));
    CHECK(shared.reading.problems.empty());
    CHECK(shared.lines(CoverageState::unrecognised) == 0);
    CHECK_FALSE(shared.device().groups.at(shared.port("swp1").first_group + 3U).buffer.known());
    CHECK(shared.device().groups.at(shared.port("swp2").first_group + 3U).buffer.known());

    REQUIRE(!own.device().pools.empty());
    CHECK(own.device().pools.front().percentage.known());
    const Case tuned(
        with("nv set qos advance-buffer-config default-global ingress-pool 3 memory-percent 20\n"
             "nv set qos advance-buffer-config default-global ingress-lossless-buffer shared-bytes 10000\n"));
    CHECK(tuned.lines(CoverageState::unsupported) == 2);
    CHECK_FALSE(tuned.device().pools.front().percentage.known());
    const Setting<Ref>& buffer = tuned.device().groups.at(tuned.port("swp1").first_group + 3U).buffer;
    REQUIRE(buffer.known());
    CHECK_FALSE(tuned.device().buffer_profiles.at(buffer.value.index).dynamic_threshold.known());
}

TEST_CASE("statements are written in the words of the release that the file states, or that its words are of")
{
    HashFields fields;
    for (const HashField field : {HashField::source_ip,
             HashField::destination_ip,
             HashField::ip_protocol,
             HashField::source_port,
             HashField::destination_port})
        fields.insert(field);
    const std::vector<Change> hashing{change(Port::no_index, Property::hashing, fields)};
    const auto written = [&](std::string_view text) {
        const Case file(text);
        return nvue::driver.commands(file.trees, file.device(), hashing).text;
    };
    constexpr std::string_view on = "nv set system forwarding ecmp-hash source-port on\n";
    constexpr std::string_view enabled = "nv set system forwarding ecmp-hash source-port enabled\n";
    constexpr std::string_view yaml = R"(- header:
    nvue-api-version: nvue_v1
    version: Cumulus Linux {}
- set:
    system:
      forwarding:
        ecmp-hash:
          source-port: off
)";
    const auto of_release = [&](std::string_view release) {
        std::string text(yaml);
        return text.replace(text.find("{}"), 2, release);
    };
    CHECK(written(of_release("5.14.0")) == on);
    CHECK(written(of_release("5.15.0")) == enabled);
    CHECK(
        written("nv set system hostname leaf1\nnv set system forwarding ecmp-hash source-port off\n") == on);
    CHECK(written("nv set system hostname leaf1\nnv set qos roce state enabled\n"
                  "nv set system forwarding ecmp-hash source-port disabled\n")
        == enabled);
}

TEST_CASE("a part of a configuration that states one hashed field leaves the set of them unread")
{
    const auto hashing = [](const std::string& text) { return Case(text).device().load_balancing.ecmp; };
    const std::string part = "nv set system forwarding ecmp-hash source-port off\n";
    CHECK_FALSE(hashing(part).known());
    const auto whole = hashing("nv set system hostname leaf1\n" + part);
    REQUIRE(whole.known());
    CHECK(whole.value.has(HashField::source_ip));
    CHECK_FALSE(whole.value.has(HashField::source_port));
    std::string all = part;
    for (const std::string_view field : {"source-ip", "destination-ip", "ip-protocol", "destination-port"})
        all += fmt::format("nv set system forwarding ecmp-hash {} on\n", field);
    CHECK(hashing(all).known());
}

TEST_CASE("unset removes a statement in the words of every release")
{
    for (const std::string_view words : {"enable on", "state enabled"}) {
        const std::string line = "interface swp1 router adaptive-routing " + std::string(words);
        const std::string bare = line.substr(0, line.rfind(' '));
        CHECK(Case(with("nv set " + line + "\n")).port("swp1").adaptive_routing.is(true));
        CHECK_FALSE(Case(with("nv set " + line + "\nnv unset " + bare + "\n"))
                        .port("swp1")
                        .adaptive_routing.is(true));
    }
}

TEST_CASE("the watchdog is switched on by the statement of every release, and by the word that the file has")
{
    const std::vector<Change> on{change(0,
        Property::watchdog,
        WatchdogTarget{.priorities = PrioritySet::of(3), .detection = {}, .restoration = {}, .poll = {}})};
    const auto written = [&](std::string_view more) {
        const Case file(with(more));
        return nvue::driver.commands(file.trees, file.device(), on).text;
    };
    CHECK(written({}) == "nv set interface swp1 qos pfc-watchdog\n");
    CHECK(written("nv set interface swp1 qos pfc-watchdog state disable\n")
        == "nv set interface swp1 qos pfc-watchdog state enable\n");
    CHECK(written("nv set interface swp1 qos pfc-watchdog state disabled\n")
        == "nv set interface swp1 qos pfc-watchdog state enabled\n");
}

TEST_CASE(
    "the cable length is set in roce up to 5.3 and where the file has it there, else in the profile of PFC")
{
    std::vector<Change> longer{change(0, Property::cable_length, Metres{300})};
    longer.front().shared = true;
    const auto written = [&](std::string_view more) {
        const Case file(with(more));
        return nvue::driver.commands(file.trees, file.device(), longer).text;
    };
    CHECK(written({}).starts_with("nv set qos pfc default-global cable-length 300\n"));
    CHECK(written("nv set qos roce cable-length 40\n").starts_with("nv set qos roce cable-length 300\n"));
}

}
}
