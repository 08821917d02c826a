// SPDX-License-Identifier: Apache-2.0
#include "drivers/sonic/live/live_dry_run.h"
#include "models/syntax/json/json_tree.h"
#include "tests/drivers/sonic/sonic_edit_case.h"

namespace rocelint::sonic {
namespace {

// Two ports with PFC and a watchdog, on a SKU that the updater knows.
std::string watched(std::string_view poll, std::string_view more = "")
{
    return fmt::format(
        R"({{"DEVICE_METADATA": {{"localhost": {{"hostname": "leaf1", "hwsku": "ACS-MSN3700"}}}}, "PORT": {{"Ethernet0": {{"lanes": "0,1,2,3", "speed": "100000", "admin_status": "up"}}, "Ethernet4": {{"lanes": "4,5,6,7", "speed": "100000", "admin_status": "down"}}}}, "PORT_QOS_MAP": {{"Ethernet0": {{"pfc_enable": "3", "pfcwd_sw_enable": "3"}}, "Ethernet4": {{"pfc_enable": "3"}}}}, "PFC_WD": {{"GLOBAL": {{"POLL_INTERVAL": "{}"}}, "Ethernet0": {{"action": "drop", "detection_time": "200", "restoration_time": "200"}}}}{}}})",
        poll,
        more);
}

constexpr PriorityDelta pause_four{.add = PrioritySet::of(4), .remove = {}};
const WatchdogTarget slower{{}, Milliseconds(400), Milliseconds(400), {}};

bool is_refused_for(const Commands& made, std::string_view reason)
{
    return made.refused.size() == 1 && made.refused[0].reason.find(reason) != std::string::npos;
}

}

TEST_CASE("the time of a dry run is doubled, and at most an hour, whatever number the device prints")
{
    const auto least = [](std::string_view milliseconds) {
        const std::string text = fmt::format("@rc 0\n@ms {}\n@data\n", milliseconds);
        return dry_run_of(read_script_answer(text, text, 0), "0").least;
    };
    CHECK(least("1500") == std::chrono::seconds(1 + 3));
    CHECK(least("0") == std::chrono::seconds(1));
    CHECK(least("-5000") == std::chrono::seconds(1));
    CHECK(least("9223372036854775807") == std::chrono::hours(2) + std::chrono::seconds(1));
    CHECK(least("1888888888888888888888888888888200") == std::chrono::hours(2) + std::chrono::seconds(1));
}

TEST_CASE("a row for which the updater takes its port down is reported with the change that needs it")
{
    const Case from(watched("200"));
    const Commands made = from.commands_for({from.change("Ethernet0", Property::watchdog_timers, slower),
        from.change("Ethernet0", Property::pfc, pause_four)});
    CHECK(made.refused.empty());
    REQUIRE(made.interruptions.size() == 1);
    CHECK(made.interruptions[0].change == 1);
    CHECK(made.interruptions[0].reason.starts_with(
        "the switch's updater takes Ethernet0 down and up again to change its row in PORT_QOS_MAP"));
    // A port that is already down has nothing to lose.
    CHECK(from.commands_for({from.change("Ethernet4", Property::pfc, pause_four)}).interruptions.empty());
}

TEST_CASE("no patch is offered while the switch's own models reject the configuration in force")
{
    const Case slow(watched("400"));
    const Commands made = slow.commands_for({slow.change("Ethernet0", Property::watchdog_timers, slower)});
    CHECK(made.text.empty());
    CHECK(is_refused_for(made, "PFC_WD|Ethernet0 has detection_time 200, less than POLL_INTERVAL 400"));
    CHECK(is_refused_for(made, "config reload, which interrupts all traffic"));
    const Case shared(watched("200", R"(, "QUEUE": {"Ethernet0,Ethernet4|3": {"scheduler": "s"}})"));
    CHECK(is_refused_for(shared.commands_for({shared.change("Ethernet0", Property::watchdog_timers, slower)}),
        "QUEUE|Ethernet0,Ethernet4|3 names several ports"));
    const Case dangling(watched("200", R"(, "BUFFER_PG": {"Ethernet0|3": {"profile": "nowhere"}})"));
    CHECK(is_refused_for(
        dangling.commands_for({dangling.change("Ethernet0", Property::watchdog_timers, slower)}),
        "BUFFER_PG|Ethernet0|3 names nowhere, which BUFFER_PROFILE does not have"));
}

TEST_CASE("no patch is offered next to a WRED curve that the switch's own models reject")
{
    const auto reason_for = [](std::string_view fields) {
        const Case from(watched("200", fmt::format(R"(, "WRED_PROFILE": {{"curve": {{{}}}}})", fields)));
        const Commands made
            = from.commands_for({from.change("Ethernet0", Property::watchdog_timers, slower)});
        CHECK(made.text.empty() == !made.refused.empty());
        return made.refused.empty() ? std::string() : made.refused[0].reason;
    };
    const auto has
        = [](const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; };
    CHECK(reason_for(R"("green_min_threshold": "1000", "green_max_threshold": "1000")").empty());
    CHECK(has(reason_for(R"("red_min_threshold": "1001", "red_max_threshold": "1000")"),
        "WRED_PROFILE|curve has red_max_threshold 1000, less than red_min_threshold 1001"));
    CHECK(has(reason_for(R"("green_max_threshold": "1000")"),
        "WRED_PROFILE|curve has green_max_threshold and no green_min_threshold"));
    CHECK(has(reason_for(R"("yellow_drop_probability": "101")"),
        "WRED_PROFILE|curve has yellow_drop_probability 101"));
    CHECK(reason_for(R"("yellow_drop_probability": "100")").empty());
}

TEST_CASE("no patch is offered that creates a guarded table, or that the SKU's updater rejects")
{
    const auto with = [](std::string_view sku) {
        return fmt::format(
            R"({{"DEVICE_METADATA": {{"localhost": {{"hostname": "leaf1"{}}}}}, "PORT": {{"Ethernet0": {{"lanes": "0,1,2,3", "speed": "100000", "admin_status": "up"}}}}, "PORT_QOS_MAP": {{"Ethernet0": {{"pfc_enable": "3", "pfcwd_sw_enable": "3"}}}}, "WRED_PROFILE": {{"AZURE_LOSSLESS": {{"ecn": "ecn_all", "wred_green_enable": "true", "green_min_threshold": "1000", "green_max_threshold": "2000", "green_drop_probability": "5"}}}}, "QUEUE": {{"Ethernet0|3": {{"wred_profile": "AZURE_LOSSLESS"}}}}}})",
            sku);
    };
    const Case known(with(R"(, "hwsku": "ACS-MSN3700")"));
    const WatchdogTarget start{PrioritySet::of(3), Milliseconds(200), Milliseconds(200), {}};
    CHECK(is_refused_for(known.commands_for({known.change("Ethernet0", Property::watchdog, start)}),
        "adds no row to PFC_WD while the table is empty"));
    CHECK(is_refused_for(known.commands_for({known.change("Ethernet0", Property::watchdog, start)}),
        "use `pfcwd start --action drop --restoration-time 200 Ethernet0 200`, or load"));
    const EcnTarget deeper{Bytes{3000}, Bytes{6000}, Percent::whole(5)};
    const auto thresholds = [&](const Case& from) {
        Change change = from.change("Ethernet0", Property::ecn_thresholds, deeper);
        change.number = 3;
        return from.commands_for({change});
    };
    CHECK(thresholds(known).refused.empty());
    CHECK(thresholds(known).interruptions.empty());
    CHECK(thresholds(known).doubt.empty());
    CHECK(is_refused_for(thresholds(Case(with(R"(, "hwsku": "Made-Up-1")"))),
        "changes nothing in WRED_PROFILE on Made-Up-1, a SKU whose chip it does not know"));
    const Commands unsure = thresholds(Case(with("")));
    CHECK(unsure.refused.empty());
    CHECK(unsure.doubt.find("give it with --sku") != std::string::npos);
}

TEST_CASE("a name cannot break out of the path of a patch")
{
    const Case from(
        R"({"DEVICE_METADATA": {"localhost": {"hostname": "leaf1", "hwsku": "ACS-MSN3700"}}, "PORT": {"Ethernet0": {"lanes": "0,1,2,3", "speed": "100000", "admin_status": "up"}}, "BUFFER_POOL": {"ingress_lossless_pool": {"type": "ingress", "mode": "dynamic", "size": "10000000"}}, "BUFFER_PROFILE": {"A1\"}, {\"op\": \"remove\", \"path\": \"/TACPLUS_SERVER": {"pool": "ingress_lossless_pool", "size": "0", "xoff": "1000", "dynamic_th": "0"}}, "BUFFER_PG": {"Ethernet0|3": {"profile": "A1\"}, {\"op\": \"remove\", \"path\": \"/TACPLUS_SERVER"}}, "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3"}}})");
    Change change = from.change("Ethernet0", Property::buffer_threshold, DynamicThreshold{3});
    change.number = 3;
    const Commands made = from.commands_for({change});
    const Source source(0, "patch", made.text);
    const Tree tree = parse_json(source);
    REQUIRE(tree.complete());
    REQUIRE(tree.root->child_count == 1);
    CHECK(tree.root->first->child("path")->value.starts_with("/BUFFER_PROFILE/A1\"}, {"));
    CHECK(tree.root->first->child("path")->value.ends_with("/dynamic_th"));
}

}
