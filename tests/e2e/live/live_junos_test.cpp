// SPDX-License-Identifier: Apache-2.0
#include "models/syntax/coverage.h"
#include "tests/e2e/live/live_junos.h"
#include "tests/e2e/server/device.h"
#include "tests/e2e/server/netconf_server.h"
#include "tests/e2e/transport/netconf_steps.h"

#include <fmt/format.h>

#include <thread>

namespace rocelint::e2e {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST_CASE(
    "Junos: the configuration is read without secrets and volatile parts, and the driver knows all of it")
{
    std::string configuration = junos_start;
    configuration.insert(configuration.find("<interfaces>"),
        "<snmp><community><name>hush-hush</name></community></snmp><groups><name>g</name><system>"
        "<root-authentication><encrypted-password>$6$abc$hidden</encrypted-password></root-authentication></system>"
        "<interfaces><interface><name>et-0/0/7</name><mtu>9000</mtu></interface></interfaces></groups>");
    const Device device(Device::Kind::junos, "{}", configuration);
    const auto live = open_junos(device.endpoint());
    const Snapshot first = need(live->read());
    REQUIRE(first.files.size() == 1);
    CHECK(first.files.front().name == "leaf1.xml");
    const std::string& text = first.files.front().text;
    CHECK(holds(text, "<host-name>leaf1</host-name>"));
    CHECK(holds(text, "<name>et-0/0/7</name>"));
    for (const char* part : {"hush", "hidden", "changed-seconds", "xmlns", "junos:"})
        CHECK_MESSAGE(!holds(text, part), part);
    const ReadJunos read(text);
    CHECK(read.reading.problems.empty());
    CHECK(read.reading.device.ports.size() == 2);
    CHECK(measure_coverage(read.trees[0]).count(CoverageState::unrecognised) == 0);
    std::this_thread::sleep_for(milliseconds(1100));
    CHECK(need(live->read()).hash == first.hash);
}

TEST_CASE(
    "Junos: the life of a transaction: staged without effect, committed, confirmed, and rolled back exactly")
{
    const Device device(Device::Kind::junos, "{}", junos_start);
    const auto live = open_junos(device.endpoint());
    const Snapshot before = need(live->read());
    const Transaction change = junos_transaction(before.files.front().text, several_changes);
    need(live->check_ready(change));
    const std::string diff = need(live->stage(change));
    CHECK(holds(diff, "<mtu>4096</mtu>"));
    CHECK(need(live->read()).hash == before.hash);
    CHECK(live->least_window(change) >= seconds(30));
    need(live->commit(change, seconds(300)));
    const std::size_t committed = device.commands().size();
    CHECK(need(live->pending(change)) == Pending::ours);
    const Snapshot after = need(live->read());
    CHECK(after.hash != before.hash);
    CHECK(holds(after.files.front().text, "<mtu>4096</mtu>"));
    reason_of(live->persist(change));
    need(live->confirm(change));
    CHECK(need(live->pending(change)) == Pending::none);
    need(live->confirm(change));
    need(live->persist(change));
    // A commit check would confirm the pending commit.
    CHECK(!holds(device.commands().substr(committed), "validate"));
    device.set_control(R"({"hurry": true})");
    CHECK(need(live->read()).hash == after.hash);
    device.set_control("{}");
    const Transaction back = opposite(change);
    need(live->check_ready(back));
    need(live->stage(back));
    need(live->commit(back, seconds(300)));
    need(live->confirm(back));
    const Snapshot restored = need(live->read());
    CHECK(restored.files.front().text == before.files.front().text);
    CHECK(restored.hash == before.hash);
}

TEST_CASE("Junos: an unconfirmed commit is rolled back by the device when our connection is gone")
{
    const Device device(Device::Kind::junos, "{}", junos_start);
    auto live = open_junos(device.endpoint());
    const Snapshot before = need(live->read());
    const Transaction change = mtu_change(*live, before.files.front().text);
    need(live->stage(change));
    need(live->commit(change, seconds(60)));
    live.reset();
    device.set_control(R"({"hurry": true})");
    const auto next = open_junos(device.endpoint());
    CHECK(wait_for([&] { return need(next->read()).hash == before.hash; }));
    CHECK(need(next->pending(change)) == Pending::none);
    CHECK(holds(reason_of(next->confirm(change)), "has been rolled back"));
    CHECK(need(next->abandon(change)) == seconds(0));
}

TEST_CASE("Junos: if the answer to the commit is lost, the device says whether it is in force")
{
    const Device device(Device::Kind::junos,
        R"({"faults": [{"match": "<commit>", "count": 1, "do": "drop_after"}]})",
        junos_start);
    const auto live = open_junos(device.endpoint());
    const Snapshot before = need(live->read());
    const Transaction change = mtu_change(*live, before.files.front().text);
    need(live->stage(change));
    reason_of(live->commit(change, seconds(300)), ErrorKind::unreachable);
    CHECK(need(live->pending(change)) == Pending::ours);
    CHECK(need(live->abandon(change)) > seconds(200));
    device.set_control(R"({"hurry": true})");
    CHECK(need(live->read()).hash == before.hash);
    CHECK(need(live->pending(change)) == Pending::none);
}

TEST_CASE("Junos: the same change by another user is not ours")
{
    const Device device(Device::Kind::junos, R"({"login": "somebody"})", junos_start);
    const auto live = open_junos(device.endpoint());
    const Transaction change = mtu_change(*live, need(live->read()).files.front().text);
    NetconfSession other = netconf(device.endpoint());
    must(other.edit_config(Datastore::candidate, mtu_edit(4096)));
    must(other.commit({.seconds = 300}));
    CHECK(need(live->pending(change)) == Pending::foreign);
    CHECK(holds(reason_of(live->check_ready(change)), "a commit of somebody is awaiting"));
}

TEST_CASE("Junos: moving one code point to another class while others stay is confirmed as ours")
{
    const Device device(Device::Kind::junos, "{}", junos_start);
    const auto live = open_junos(device.endpoint());
    const Snapshot before = need(live->read());
    const Transaction change = junos_transaction(before.files.front().text, move_code_point);
    INFO(change.netconf);
    need(live->check_ready(change));
    need(live->stage(change));
    need(live->commit(change, seconds(120)));
    CHECK(need(live->pending(change)) == Pending::ours);
    need(live->confirm(change));
    const Transaction back = opposite(change);
    need(live->stage(back));
    need(live->commit(back, seconds(120)));
    CHECK(need(live->pending(back)) == Pending::ours);
    need(live->confirm(back));
    CHECK(need(live->read()).files.front().text == before.files.front().text);
}

TEST_CASE("Junos: a new session sees whose commit is pending, and confirms only ours")
{
    const Device device(Device::Kind::junos, "{}", junos_start);
    auto live = open_junos(device.endpoint());
    const Snapshot before = need(live->read());
    const Transaction change = mtu_change(*live, before.files.front().text);
    CHECK(need(live->pending(change)) == Pending::none);
    {
        NetconfSession other = netconf(device.endpoint());
        must(other.edit_config(Datastore::candidate, mtu_edit(8000)));
        must(other.commit({.seconds = 300}));
    }
    CHECK(need(live->pending(change)) == Pending::foreign);
    CHECK(holds(reason_of(live->check_ready(change)), "awaiting confirmation"));
    CHECK(holds(reason_of(live->stage(change)), "awaiting confirmation"));
    CHECK(holds(reason_of(live->confirm(change)), "not ours"));
    CHECK(need(live->abandon(change)) == seconds(0));
    CHECK(holds(need(live->read()).files.front().text, "<mtu>8000</mtu>"));
    device.set_control(R"({"hurry": true})");
    CHECK(need(live->read()).hash == before.hash);
    device.set_control("{}");
    need(live->stage(change));
    need(live->commit(change, seconds(300)));
    live.reset();
    const auto next = open_junos(device.endpoint());
    CHECK(need(next->pending(change)) == Pending::ours);
    need(next->confirm(change));
    CHECK(need(next->pending(change)) == Pending::none);
    need(next->persist(change));
    device.set_control(R"({"hurry": true})");
    CHECK(holds(need(next->read()).files.front().text, "<mtu>4096</mtu>"));
}

TEST_CASE(
    "Junos: a transaction can be abandoned in every state, and the remaining time is reported in seconds")
{
    const Device device(Device::Kind::junos, "{}", junos_start);
    auto live = open_junos(device.endpoint());
    const Snapshot before = need(live->read());
    const Transaction change = mtu_change(*live, before.files.front().text);
    CHECK(need(live->abandon(change)) == seconds(0));
    need(live->stage(change));
    CHECK(need(live->abandon(change)) == seconds(0));
    need(live->check_ready(change));
    need(live->stage(change));
    need(live->commit(change, seconds(300)));
    const seconds left = need(live->abandon(change));
    CHECK(left > seconds(200));
    CHECK(left <= seconds(300));
    live.reset();
    const auto next = open_junos(device.endpoint());
    const seconds told = need(next->abandon(change));
    CHECK(told > seconds(200));
    CHECK(told <= seconds(300));
    device.set_control(R"({"hurry": true})");
    CHECK(need(next->read()).hash == before.hash);
    CHECK(need(next->abandon(change)) == seconds(0));
}

TEST_CASE(
    "Junos: a candidate, a lock or a missing capability that blocks a change is reported as the reason of the refusal")
{
    const Device device(Device::Kind::junos, "{}", junos_start);
    const auto live = open_junos(device.endpoint());
    const Transaction change = mtu_change(*live, need(live->read()).files.front().text);
    {
        NetconfSession other = netconf(device.endpoint());
        must(other.lock(Datastore::candidate));
        CHECK(holds(reason_of(live->check_ready(change)), "locked by another session"));
    }
    {
        NetconfSession other = netconf(device.endpoint());
        must(other.edit_config(Datastore::candidate, mtu_edit(8000)));
        CHECK(holds(reason_of(live->check_ready(change)), "database modified"));
        must(other.discard_changes());
    }
    need(live->check_ready(change));
    device.set_control(R"({"no_commit_information": true})");
    CHECK(
        holds(reason_of(live->check_ready(change)), "whether a commit is awaiting confirmation is unknown"));
    for (const char* offered : {R"({"capabilities": ["candidate:1.0", "validate:1.0"]})",
             R"({"capabilities": ["writable-running:1.0", "rollback-on-error:1.0"]})"}) {
        device.set_control(offered);
        const auto other = open_junos(device.endpoint());
        CHECK(holds(reason_of(other->check_ready(change)), "no way to undo"));
        CHECK(holds(reason_of(other->stage(change)), "no way to undo"));
    }
}

TEST_CASE("Junos: a user in configure exclusive is named, and nothing is changed")
{
    const Device device(Device::Kind::junos, R"({"exclusive": "netadmin"})", junos_start);
    const auto live = open_junos(device.endpoint());
    const Snapshot before = need(live->read());
    const Transaction change = mtu_change(*live, before.files.front().text);
    CHECK(holds(reason_of(live->check_ready(change)), "netadmin terminal p0"));
    CHECK(holds(reason_of(live->stage(change)), "netadmin terminal p0"));
    CHECK(need(live->read()).hash == before.hash);
}

TEST_CASE("Junos: a refused edit, check or commit leaves the device unchanged and the candidate free")
{
    for (const std::string match : {"<edit-config>", "<validate>", "<commit>", "<get-configuration>"}) {
        CAPTURE(match);
        const Device device(Device::Kind::junos, "{}", junos_start);
        const auto live = open_junos(device.endpoint());
        const Snapshot before = need(live->read());
        const Transaction change = mtu_change(*live, before.files.front().text);
        device.set_control(fmt::format(
            R"({{"faults": [{{"match": "{}", "count": 1, "do": "refuse", "text": "not today"}}]}})", match));
        const bool at_commit = match == "<commit>";
        if (at_commit) {
            need(live->stage(change));
            CHECK(holds(reason_of(live->commit(change, seconds(300))), "not today"));
            CHECK(need(live->abandon(change)) == seconds(0));
        } else {
            CHECK(holds(reason_of(live->stage(change)), "not today"));
        }
        CHECK(need(live->read()).hash == before.hash);
        NetconfSession other = netconf(device.endpoint());
        must(other.lock(Datastore::candidate));
        CHECK(holds(must(other.get_config(Datastore::candidate)).data, "<mtu>9114</mtu>"));
    }
}

TEST_CASE("Junos: a device that says ok and does nothing is detected at commit, and at confirm")
{
    const Device device(
        Device::Kind::junos, R"({"faults": [{"match": "<commit>", "do": "lie"}]})", junos_start);
    const auto live = open_junos(device.endpoint());
    const Snapshot before = need(live->read());
    const Transaction change = mtu_change(*live, before.files.front().text);
    need(live->stage(change));
    CHECK(holds(reason_of(live->commit(change, seconds(300))), "nothing is in force"));
    CHECK(need(live->abandon(change)) == seconds(0));
    CHECK(need(live->read()).hash == before.hash);
    device.set_control(R"({"faults": [{"match": "<commit>", "nth": 2, "do": "lie"}]})");
    need(live->stage(change));
    need(live->commit(change, seconds(300)));
    CHECK(holds(reason_of(live->confirm(change)), "still pending"));
    device.set_control(R"({"hurry": true})");
    CHECK(need(live->read()).hash == before.hash);
}

TEST_CASE("Junos: links, drops and pause of the requested ports, and what the device does not know")
{
    const Device device(Device::Kind::junos,
        R"({"ports": {"et-0/0/1": {"up": false, "drops": 5, "pause": 7}}, "flaps": 4})",
        junos_start);
    const auto live = open_junos(device.endpoint());
    const Health some = need(live->health({"et-0/0/1", "et-0/0/99"}));
    REQUIRE(some.links.size() == 1);
    CHECK(some.links.front().port == "et-0/0/1");
    CHECK(!some.links.front().up);
    REQUIRE(some.unknown.size() == 1);
    CHECK(holds(some.unknown.front(), "et-0/0/99"));
    const auto value = [&](std::string_view name) -> std::uint64_t {
        for (const PortCounter& counter : some.counters) {
            if (counter.name == name)
                return counter.value;
        }
        return 0;
    };
    CHECK(value("queue-3-drop-packets") == 5);
    CHECK(value("input-mac-pfc-frames-3") == 7);
    CHECK(value("carrier-transitions") == 5);
    CHECK(need(live->health({})).links.size() == 2);
}

TEST_CASE("Junos: a startup configuration is written after the confirmation, and not before")
{
    const Device device(Device::Kind::junos,
        R"({"capabilities": ["candidate:1.0", "confirmed-commit:1.0", "validate:1.0", "startup:1.0"]})",
        junos_start);
    const auto live = open_junos(device.endpoint());
    NetconfSession reader = netconf(device.endpoint());
    const auto starts_with_it
        = [&] { return holds(must(reader.get_config(Datastore::startup)).data, "<mtu>4096</mtu>"); };
    const Transaction change = mtu_change(*live, need(live->read()).files.front().text);
    CHECK(holds(reason_of(live->persist(change)), "not in force"));
    need(live->stage(change));
    need(live->commit(change, seconds(300)));
    CHECK(holds(reason_of(live->persist(change)), "nothing is made persistent before"));
    CHECK(!starts_with_it());
    need(live->confirm(change));
    CHECK(!starts_with_it());
    need(live->persist(change));
    CHECK(starts_with_it());
}

}
}
