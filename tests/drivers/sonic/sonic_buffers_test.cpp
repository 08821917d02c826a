// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/sonic/sonic_text.h"

namespace rocelint::sonic {
namespace {

constexpr std::string_view static_model = R"(, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3,4"}},
    "BUFFER_POOL": {"ingress_lossless_pool": {"type": "ingress", "mode": "dynamic", "size": "1000"}})";

TEST_CASE("pools, profiles and their references are read in both notations")
{
    for (const bool old_style : {false, true}) {
        const ReadText read(std::string(R"({
            "BUFFER_POOL": {"in": {"type": "ingress", "mode": "dynamic", "size": "1000", "xoff": "77"},
                            "out": {"type": "egress", "mode": "static", "size": 2000},
                            "two": {"type": "both", "percentage": "90"}},
            "BUFFER_PROFILE": {"a": {"pool": ")")
            + (old_style ? "[BUFFER_POOL|in]" : "in")
            + R"(", "size": "10", "xon": "1", "xon_offset": "2", "xoff": "3", "dynamic_th": "-2"},
                "b": {"pool": "out", "size": "0", "static_th": "999"}},
            "BUFFER_QUEUE": {"Ethernet0|0-2": {"profile": ")"
            + (old_style ? "[BUFFER_PROFILE|b]" : "b") + R"("}},
            "BUFFER_PORT_INGRESS_PROFILE_LIST": {"Ethernet0": {"profile_list": ")"
            + (old_style ? "[BUFFER_PROFILE|a],[BUFFER_PROFILE|b]" : "a,b") + R"("}},
            "BUFFER_PORT_EGRESS_PROFILE_LIST": {"Ethernet0": {"profile_list": ["b"]}},
            "BUFFER_PG": {"Ethernet0|3-4": {"profile": "a"}}})");
        CHECK(read.first_problem() == "");
        const Device& device = read.device();
        CHECK(device.pools[0].direction.is(PoolDirection::ingress));
        CHECK(device.pools[0].mode.is(ThresholdMode::dynamic));
        CHECK(device.pools[0].shared_headroom.is(Bytes{77}));
        CHECK(device.pools[1].size.is(Bytes{2000}));
        CHECK(device.pools[2].percentage.is(Percent::whole(90)));
        CHECK(device.buffer_profiles[0].pool.is(Ref{0}));
        CHECK(device.buffer_profiles[0].reserved.is(Bytes{10}));
        CHECK(device.buffer_profiles[0].xon_offset.is(Bytes{2}));
        CHECK(device.buffer_profiles[0].dynamic_threshold.is(-2));
        CHECK(device.buffer_profiles[1].fixed_threshold.is(Bytes{999}));
        const Port& port = read.port("Ethernet0");
        CHECK(read.profile_name(device.queue(port, 2)->buffer) == "b");
        CHECK(read.profile_name(device.queue(port, 3)->buffer) == "unread");
        CHECK(read.profile_name(device.group(port, 4)->buffer) == "a");
        CHECK(device.group(port, 4)->lossless.is(true));
        CHECK(device.group(port, 4)->lossless.origin.kind() == OriginKind::inherited);
        REQUIRE(port.ingress_buffers.known());
        CHECK(device.buffer_profile_lists[port.ingress_buffers.value.index].profiles
            == std::vector<Ref>{Ref{0}, Ref{1}});
        CHECK(device.buffer_profile_lists[port.egress_buffers.value.index].profiles
            == std::vector<Ref>{Ref{1}});
        CHECK(read.coverage().count(CoverageState::unrecognised) == 0);
    }
}

TEST_CASE("in the static model the daemon's lossless groups are derived")
{
    const ReadText read(
        whole(std::string(static_model) + R"(, "CABLE_LENGTH": {"AZURE": {"Ethernet0": "40m"}})"));
    const Port& port = read.port("Ethernet0");
    CHECK(port.cable_length.is(Metres{40}));
    const PriorityGroup& group = *read.device().group(port, 3);
    CHECK(read.profile_name(group.buffer) == "pg_lossless_100000_40m_profile");
    CHECK(group.lossless.is(true));
    const Origin origin = read.device().origins.look_up(group.lossless.origin);
    CHECK(origin.kind == OriginKind::derived);
    CHECK(read.tree().source->text_at(origin.at) == "\"pfc_enable\": \"3,4\"");
    CHECK(read.tree().source->text_at(origin.via) == "\"Ethernet0\": \"40m\"");
    CHECK(read.device().group(port, 4)->lossless.is(true));
    CHECK(read.device().group(port, 0)->lossless.is(false));
    CHECK(read.profile_name(read.device().group(port, 0)->buffer) == "none");
    const BufferProfile& profile = read.device().buffer_profiles[group.buffer.value.index];
    CHECK_FALSE(profile.xoff.known());
    CHECK(profile.pool.is(Ref{0}));
}

TEST_CASE("a cable of 0m, a missing cable and a Mellanox port that is down get no lossless group")
{
    const auto lossless
        = [](const ReadText& read) { return read.device().group(read.port("Ethernet0"), 3)->lossless; };
    const ReadText zero(
        whole(std::string(static_model) + R"(, "CABLE_LENGTH": {"AZURE": {"Ethernet0": "0m"}})"));
    CHECK(lossless(zero).is(false));
    CHECK(lossless(zero).origin.kind() == OriginKind::derived);
    const ReadText missing(whole(static_model));
    CHECK(lossless(missing).is(false));
    CHECK_FALSE(missing.port("Ethernet0").cable_length.known());
    const ReadText down(R"({"DEVICE_METADATA": {"localhost": {"platform": "x86_64-mlnx_msn2700-r0"}},
        "PORT": {"Ethernet0": {"speed": "100000", "admin_status": "down"}},
        "CABLE_LENGTH": {"AZURE": {"Ethernet0": "5m"}})"
        + std::string(static_model) + "}");
    CHECK(lossless(down).is(false));
    const ReadText no_pool(whole(R"(, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}})"));
    CHECK_FALSE(lossless(no_pool).known());
}

TEST_CASE("values of the platform's lookup table go into the derived profiles")
{
    const ReadText read(
        {{"config_db.json",
             whole(std::string(static_model) + R"(, "CABLE_LENGTH": {"AZURE": {"Ethernet0": "5m"}})")},
            {"pg_profile_lookup.ini",
                "# speed cable size xon xoff threshold xon_offset\n"
                " 100000   5m 50176 19456 30720 0 18\n"
                "  25000 300m 67584 19456 48128 1\n"}});
    CHECK(read.first_problem() == "");
    const PriorityGroup& group = *read.device().group(read.port("Ethernet0"), 3);
    const BufferProfile& profile = read.device().buffer_profiles[group.buffer.value.index];
    CHECK(profile.name == "pg_lossless_100000_5m_profile");
    CHECK(profile.reserved.is(Bytes{50176}));
    CHECK(profile.xon.is(Bytes{19456}));
    CHECK(profile.xoff.is(Bytes{30720}));
    CHECK(profile.xon_offset.is(Bytes{18}));
    CHECK(profile.dynamic_threshold.is(0));
    CHECK(read.device().buffer_profiles.size() == 2);
    CHECK(read.coverage(1).count(CoverageState::read) == 2);
}

TEST_CASE("a lossless profile's name states what it was calculated for")
{
    const ReadText read(R"({"BUFFER_PROFILE": {"pg_lossless_25000_300m_profile": {"xoff": "1"},
        "pg_lossless_25000_300m_mtu1500_profile": {"xoff": "1"}, "pg_lossless_x_300m_profile": {"xoff": "1"},
        "pg_lossless_25000_300_profile": {"xoff": "1"}, "pg_lossless_25000_99999999999m_profile": {"xoff": "1"},
        "pg_lossless_": {"xoff": "1"}, "other": {"xoff": "1"}}})");
    const std::vector<BufferProfile>& profiles = read.device().buffer_profiles;
    CHECK(profiles[0].for_speed.is(BitsPerSecond{25'000'000'000}));
    CHECK(profiles[0].for_cable.is(Metres{300}));
    for (std::size_t index = 1; index < profiles.size(); ++index) {
        CAPTURE(profiles[index].name);
        CHECK_FALSE(profiles[index].for_speed.known());
        CHECK_FALSE(profiles[index].for_cable.known());
    }
}

TEST_CASE("a pool or profile that SAI would not create is an error at its row")
{
    const auto problem = [](std::string_view pools, std::string_view profiles) {
        return ReadText(
            R"({"DEVICE_METADATA": {"localhost": {"hostname": "a", "type": "LeafRouter"}}, "PORT": {"Ethernet0": {"speed": "100000"}},
 "BUFFER_POOL": {)"
            + std::string(pools) + R"(}, "BUFFER_PROFILE": {)" + std::string(profiles) + "}}")
            .first_problem();
    };
    constexpr std::string_view pool = R"("p": {"type": "ingress", "mode": "dynamic", "size": "1000000"})";
    CHECK(problem(pool, R"("q": {"pool": "p", "size": "0", "dynamic_th": "0"})").empty());
    CHECK(problem(pool, R"("q": {"pool": "p", "size": "0", "static_th": "0"})").empty());
    CHECK(problem(pool, R"("q": {"pool": "p", "size": "0"})")
        == "buffer profile q has neither dynamic_th nor static_th, without which it is not created");
    CHECK(problem(R"("p": {"type": "ingress", "mode": "dynamic"})", "")
        == "buffer pool p has no size, without which it is not created");
    CHECK(problem(pool, R"("q": {"size": "0", "dynamic_th": "0"})")
        == "buffer profile q names no pool, from which its memory is taken");
    CHECK(problem(R"("p": {"mode": "dynamic", "size": "1000000"})", "")
        == "buffer pool p has no type, without which it is not created");
    CHECK(problem(R"("p": {"NULL": "NULL"})", "").empty());
}

TEST_CASE("the name of a profile alone gives no headroom")
{
    const auto lossless = [](std::string_view more) {
        const ReadText read(whole(std::string(static_model) + std::string(more)));
        return read.device().group(read.port("Ethernet0"), 3)->lossless;
    };
    constexpr std::string_view bound = R"(, "CABLE_LENGTH": {"AZURE": {"Ethernet0": "40m"}},
    "BUFFER_PG": {"Ethernet0|3": {"profile": "pg_lossless_100000_40m_profile"}})";
    // The daemon creates a profile that has no row, but only if the name is the one it would choose.
    CHECK(lossless(bound).is(true));
    const Setting<bool> another = lossless(R"(, "CABLE_LENGTH": {"AZURE": {"Ethernet0": "40m"}},
    "BUFFER_PG": {"Ethernet0|3": {"profile": "pg_lossless_100000_300m_profile"}})");
    CHECK_FALSE(another.known());
    // The daemon leaves an existing row unchanged.
    const std::string with_row = std::string(bound)
        + R"(, "BUFFER_PROFILE": {"pg_lossless_100000_40m_profile": {"pool": "ingress_lossless_pool", "size": "1"}})";
    CHECK(lossless(with_row).is(false));
}

TEST_CASE("a threshold's column means nothing if the mode of the pool is unknown")
{
    const ReadText read("100000 5m 56320 19456 36864 33554432\n100000 40m 64512 19456 45056 0\n");
    REQUIRE(read.device().buffer_profiles.size() == 2);
    for (const BufferProfile& profile : read.device().buffer_profiles) {
        CHECK(profile.xoff.known());
        CHECK_FALSE(profile.dynamic_threshold.known());
        CHECK_FALSE(profile.fixed_threshold.known());
    }
}

TEST_CASE("a port's maximum headroom comes from STATE_DB")
{
    const ReadText read(whole(R"(, "BUFFER_MAX_PARAM_TABLE": {
        "Ethernet0": {"max_headroom_size": "122880", "max_priority_groups": "8", "max_queues": "16"},
        "global": {"mmu_size": "12766208"}})"));
    CHECK(read.first_problem() == "");
    CHECK(read.port("Ethernet0").max_headroom.is(Bytes{122880}));
    CHECK(read.coverage().count(CoverageState::unrecognised) == 0);
    const ReadText none(whole(R"(, "BUFFER_MAX_PARAM_TABLE": {"Ethernet0": {"max_headroom_size": "0"}})"));
    CHECK_FALSE(none.port("Ethernet0").max_headroom.known());
}

TEST_CASE("in the dynamic model NULL stands for headroom that the device calculates")
{
    const ReadText read(R"({"DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}},
        "PORT": {"Ethernet0": {"speed": "100000"}},
        "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3,4"}},
        "CABLE_LENGTH": {"AZURE": {"Ethernet0": "5m"}},
        "DEFAULT_LOSSLESS_BUFFER_PARAMETER": {"AZURE": {"default_dynamic_th": "0", "over_subscribe_ratio": "2"}},
        "LOSSLESS_TRAFFIC_PATTERN": {"AZURE": {"mtu": "1024", "small_packet_percentage": "100"}},
        "BUFFER_POOL": {"ingress_lossless_pool": {"type": "ingress", "mode": "dynamic"}},
        "BUFFER_PG": {"Ethernet0|3": {"profile": "NULL"}}})");
    CHECK(read.first_problem() == "");
    const Device& device = read.device();
    const Port& port = read.port("Ethernet0");
    CHECK(device.headroom.dynamic.is(true));
    CHECK(device.headroom.default_dynamic_threshold.is(0));
    CHECK(device.headroom.oversubscription.is(2));
    CHECK(device.headroom.lossless_mtu.is(Bytes{1024}));
    CHECK(device.headroom.small_packets.is(Percent::whole(100)));
    CHECK(device.group(port, 3)->lossless.is(true));
    CHECK_FALSE(device.group(port, 3)->buffer.known());
    CHECK(device.group(port, 4)->lossless.is(false));
    CHECK(device.group(port, 4)->lossless.origin.kind() == OriginKind::default_);
}

TEST_CASE("a watchdog row, the global interval and pfcwd_sw_enable make the watchdog")
{
    const ReadText read(
        whole(R"(, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "2,3,4,6", "pfcwd_sw_enable": "3,4"}},
        "PFC_WD": {"GLOBAL": {"POLL_INTERVAL": "150"},
                   "Ethernet0": {"action": "forward", "detection_time": "300", "restoration_time": 400,
                                 "pfc_stat_history": "disable"}})"));
    const PfcWatchdog& watchdog = read.port("Ethernet0").watchdog;
    CHECK(watchdog.enabled.is(true));
    CHECK(watchdog.action.is(WatchdogAction::forward));
    CHECK(watchdog.detection.is(Milliseconds(300)));
    CHECK(watchdog.restoration.is(Milliseconds(400)));
    CHECK(watchdog.poll.is(Milliseconds(150)));
    CHECK(watchdog.priorities.is(PrioritySet{0x18}));
    CHECK(read.coverage().count(CoverageState::unrecognised) == 0);
}

TEST_CASE("the watchdog's defaults are those of the daemon")
{
    const ReadText read(whole(R"(, "PFC_WD": {"Ethernet0": {"detection_time": "300"}})"));
    const PfcWatchdog& watchdog = read.port("Ethernet0").watchdog;
    CHECK(watchdog.action.is(WatchdogAction::drop));
    CHECK(watchdog.action.origin.kind() == OriginKind::default_);
    CHECK(watchdog.poll.is(Milliseconds(100)));
    CHECK_FALSE(watchdog.restoration.known());
    const ReadText refused(whole(R"(, "PFC_WD": {"Ethernet0": {"action": "drop"}})"));
    CHECK(refused.port("Ethernet0").watchdog.enabled.is(false));
    CHECK(refused.port("Ethernet0").watchdog.enabled.origin.kind() == OriginKind::derived);
    const ReadText off(whole(
        R"(, "PFC_WD": {"GLOBAL": {"BIG_RED_SWITCH": "enable"}, "Ethernet0": {"detection_time": "300"}})"));
    CHECK(off.port("Ethernet0").watchdog.enabled.is(false));
    const ReadText unpolled(whole(R"(, "FLEX_COUNTER_TABLE": {"PFCWD": {"FLEX_COUNTER_STATUS": "disable"}},
        "PFC_WD": {"Ethernet0": {"detection_time": "300"}})"));
    CHECK(unpolled.port("Ethernet0").watchdog.enabled.is(false));
}

TEST_CASE("a code point without a row of its map is class 0, and one with an unreadable row is unknown")
{
    const ReadText read(whole(R"(, "DSCP_TO_TC_MAP": {"AZURE": {"3": "3", "26": "three"}},
        "TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {"0": "0"}},
        "PORT_QOS_MAP": {"Ethernet0": {"dscp_to_tc_map": "AZURE", "tc_to_pg_map": "AZURE"}})"));
    const ClassMap& dscps = *read.device().map(read.port("Ethernet0").dscp_to_tc);
    CHECK(dscps.to[3] == 3);
    CHECK(dscps.to[8] == 0);
    CHECK(dscps.origin[8].kind() == OriginKind::derived);
    CHECK(dscps.to[26] == ClassMap::unmapped);
    const ClassMap& groups = *read.device().map(read.port("Ethernet0").tc_to_priority_group);
    CHECK(groups.to[3] == ClassMap::unmapped);
    CHECK(read.device().origins.look_up(groups.origin[3]).note.starts_with("its map has no row for it"));
}

TEST_CASE("the treatment of trimmed packets is read, and defaults to what the chip does")
{
    const std::string trims = R"(,
        "BUFFER_POOL": {"pool": {"type": "egress", "mode": "dynamic", "size": "1000000"}},
        "BUFFER_PROFILE": {
            "cut": {"pool": "pool", "size": "0", "dynamic_th": "0", "packet_discard_action": "trim"},
            "drop": {"pool": "pool", "size": "0", "dynamic_th": "0", "packet_discard_action": "drop"}})";
    const ReadText stated(whole(trims
        + R"(, "SWITCH_TRIMMING": {"GLOBAL": {"size": "128", "dscp_value": "48", "queue_index": "6"}})"));
    CHECK(stated.problems().empty());
    CHECK(stated.device().buffer_profiles[0].trims.is(true));
    CHECK(stated.device().buffer_profiles[1].trims.is(false));
    CHECK(stated.device().trimming.dscp.is(48));
    CHECK(stated.device().trimming.queue.is(6));
    CHECK_FALSE(stated.device().trimming.tc.known());
    const ReadText by_port(whole(trims
        + R"(, "SWITCH_TRIMMING": {"GLOBAL": {"dscp_value": "from-tc", "tc_value": "5", "queue_index": "dynamic"}})"));
    CHECK_FALSE(by_port.device().trimming.dscp.known());
    CHECK(by_port.device().trimming.tc.is(5));
    CHECK_FALSE(by_port.device().trimming.queue.known());
    const ReadText silent(whole(trims));
    CHECK(silent.device().trimming.dscp.is(0));
    CHECK(silent.device().trimming.dscp.origin.kind() == OriginKind::default_);
    CHECK(silent.device().trimming.queue.is(0));
    CHECK_FALSE(ReadText(whole("")).device().trimming.queue.known());
}

TEST_CASE("a trimming value that the switch rejects is reported, and not read")
{
    const ReadText read(whole(
        R"(, "SWITCH_TRIMMING": {"GLOBAL": {"size": "much", "dscp_value": "64", "queue_index": "best"}},
        "BUFFER_POOL": {"pool": {"type": "egress", "mode": "dynamic", "size": "1000000"}},
        "BUFFER_PROFILE": {
            "cut": {"pool": "pool", "size": "0", "dynamic_th": "0", "packet_discard_action": "cut"}})"));
    CHECK(read.problems().size() == 4);
    CHECK_FALSE(read.device().trimming.dscp.known());
    CHECK_FALSE(read.device().trimming.queue.known());
    CHECK_FALSE(read.device().buffer_profiles[0].trims.known());
}

TEST_CASE("default_pfcwd_status starts no watchdog without rows of PFC_WD")
{
    const ReadText read(R"({"DEVICE_METADATA": {"localhost": {"default_pfcwd_status": "enable"}},
        "PORT": {"Ethernet0": {}, "Ethernet4": {}},
        "PORT_QOS_MAP": {"Ethernet0,Ethernet4": {"pfc_enable": "3"}},
        "DEVICE_NEIGHBOR": {"Ethernet0": {"name": "host1", "port": "eth0"}}})");
    CHECK(read.port("Ethernet0").watchdog.enabled.is(false));
    CHECK(read.port("Ethernet0").watchdog.enabled.origin.kind() == OriginKind::derived);
    CHECK(read.port("Ethernet4").watchdog.enabled.is(false));
}

TEST_CASE("without pfcwd_sw_enable the watched priorities depend on the release")
{
    const auto watched = [](std::string_view version) {
        const ReadText read(whole(R"(, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}},
            "VERSIONS": {"DATABASE": {"VERSION": ")"
            + std::string(version) + R"("}})"));
        return read.port("Ethernet0").watchdog.priorities;
    };
    CHECK(watched("version_3_0_4").is(PrioritySet::of(3)));
    CHECK(watched("version_3_0_5").is(PrioritySet{}));
    CHECK(watched("version_202405_01").is(PrioritySet{}));
    CHECK_FALSE(watched("").known());
}

}
}
