// SPDX-License-Identifier: Apache-2.0
#include "models/syntax/coverage.h"
#include "tests/e2e/device.h"
#include "tests/e2e/live_junos.h"
#include "tests/e2e/netconf_server.h"
#include "tests/e2e/netconf_steps.h"

#include <fmt/format.h>

#include <thread>

namespace rocelint::e2e {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const std::string start = junos_xml(junos_clean);

std::vector<Change> several_changes(const ReadJunos& now)
{
    const PortId port = now.port("et-0/0/1");
    return {{.port = port, .property = Property::mtu, .value = Bytes{4096}},
        {.port = port, .property = Property::pfc, .value = PriorityDelta{.remove = PrioritySet::of(3)}},
        {.port = port, .property = Property::link_pause, .value = true}};
}

Transaction mtu_change(const LiveDevice&, const std::string& configuration)
{
    return junos_transaction(configuration, [](const ReadJunos& now) {
        return std::vector<Change>{
            {.port = now.port("et-0/0/1"), .property = Property::mtu, .value = Bytes{4096}}};
    });
}

TEST_CASE(
    "Junos: what is read holds no secret and nothing that changes by itself, and the driver knows all of it")
{
    std::string configuration = start;
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
    "Junos: the life of a transaction: staged without effect, committed, confirmed, and taken back exactly")
{
    const Device device(Device::Kind::junos, "{}", start);
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
    // A check while a commit waits would confirm it.
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

TEST_CASE("Junos: an unconfirmed commit is taken back by the device when our connection is gone")
{
    const Device device(Device::Kind::junos, R"({"time_scale": 0.01})", start);
    auto live = open_junos(device.endpoint());
    const Snapshot before = need(live->read());
    const Transaction change = mtu_change(*live, before.files.front().text);
    need(live->stage(change));
    need(live->commit(change, seconds(60)));
    live.reset();
    const auto next = open_junos(device.endpoint());
    CHECK(wait_for([&] { return need(next->read()).hash == before.hash; }));
    CHECK(need(next->pending(change)) == Pending::none);
    CHECK(holds(reason_of(next->confirm(change)), "has been taken back"));
    CHECK(need(next->abandon(change)) == seconds(0));
}

TEST_CASE("Junos: where the answer to the commit is lost, the device tells what became of it")
{
    const Device device(
        Device::Kind::junos, R"({"faults": [{"match": "<commit>", "count": 1, "do": "drop_after"}]})", start);
    const auto live = open_junos(device.endpoint());
    const Snapshot before = need(live->read());
    const Transaction change = mtu_change(*live, before.files.front().text);
    need(live->stage(change));
    reason_of(live->commit(change, seconds(300)), ErrorKind::unreachable);
    CHECK(need(live->pending(change)) == Pending::ours);
    CHECK(need(live->abandon(change)) > seconds(290));
    device.set_control(R"({"hurry": true})");
    CHECK(need(live->read()).hash == before.hash);
    CHECK(need(live->pending(change)) == Pending::none);
}

TEST_CASE("Junos: the same change by another user is not ours")
{
    const Device device(Device::Kind::junos, R"({"login": "somebody"})", start);
    const auto live = open_junos(device.endpoint());
    const Transaction change = mtu_change(*live, need(live->read()).files.front().text);
    NetconfSession other = netconf(device.endpoint());
    must(other.edit_config(Datastore::candidate, mtu_edit(4096)));
    must(other.commit({.seconds = 300}));
    CHECK(need(live->pending(change)) == Pending::foreign);
    CHECK(holds(reason_of(live->check_ready(change)), "a commit of somebody waits"));
}

TEST_CASE("Junos: a new session sees whose commit waits, and confirms ours only")
{
    const Device device(Device::Kind::junos, "{}", start);
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
    CHECK(holds(reason_of(live->check_ready(change)), "waits for its confirmation"));
    CHECK(holds(reason_of(live->stage(change)), "waits for its confirmation"));
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

TEST_CASE("Junos: a transaction is abandoned in every state, and what is left is said in seconds")
{
    const Device device(Device::Kind::junos, "{}", start);
    auto live = open_junos(device.endpoint());
    const Snapshot before = need(live->read());
    const Transaction change = mtu_change(*live, before.files.front().text);
    CHECK(need(live->abandon(change)) == seconds(0));
    need(live->stage(change));
    CHECK(need(live->abandon(change)) == seconds(0));
    need(live->check_ready(change));
    need(live->stage(change));
    need(live->commit(change, seconds(120)));
    const seconds left = need(live->abandon(change));
    CHECK(left > seconds(110));
    CHECK(left <= seconds(120));
    live.reset();
    const auto next = open_junos(device.endpoint());
    const seconds told = need(next->abandon(change));
    CHECK(told > seconds(110));
    CHECK(told <= seconds(120));
    device.set_control(R"({"hurry": true})");
    CHECK(need(next->read()).hash == before.hash);
    CHECK(need(next->abandon(change)) == seconds(0));
}

TEST_CASE(
    "Junos: what a candidate, a lock or a missing capability stands in the way of is refused with the reason")
{
    const Device device(Device::Kind::junos, "{}", start);
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
    CHECK(holds(reason_of(live->check_ready(change)), "cannot be told whether a commit waits"));
    for (const char* offered : {R"({"capabilities": ["candidate:1.0", "validate:1.0"]})",
             R"({"capabilities": ["writable-running:1.0", "rollback-on-error:1.0"]})"}) {
        device.set_control(offered);
        const auto other = open_junos(device.endpoint());
        CHECK(holds(reason_of(other->check_ready(change)), "no way back"));
        CHECK(holds(reason_of(other->stage(change)), "no way back"));
    }
}

TEST_CASE("Junos: a refused edit, check or commit leaves the device as it was and the candidate free")
{
    for (const std::string match : {"<edit-config>", "<validate>", "<commit>", "<get-configuration>"}) {
        CAPTURE(match);
        const Device device(Device::Kind::junos, "{}", start);
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

TEST_CASE("Junos: a device that says ok and does nothing is found out at commit, and at confirm")
{
    const Device device(Device::Kind::junos, R"({"faults": [{"match": "<commit>", "do": "lie"}]})", start);
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
    CHECK(holds(reason_of(live->confirm(change)), "still waits"));
    device.set_control(R"({"hurry": true})");
    CHECK(need(live->read()).hash == before.hash);
}

TEST_CASE("Junos: links, drops and pause of the ports that are asked for, and what the device does not know")
{
    const Device device(
        Device::Kind::junos, R"({"ports": {"et-0/0/1": {"up": false, "drops": 5, "pause": 7}}})", start);
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
    CHECK(need(live->health({})).links.size() == 2);
}

TEST_CASE("netconfd: the life of a transaction in version 1.1, from another session too")
{
    const NetconfServer server(NetconfServer::Target::candidate, NetconfServer::Framing::chunks, start);
    auto live = open_junos(server.endpoint());
    const Snapshot before = need(live->read());
    CHECK(holds(before.files.front().text, "<name>et-0/0/1</name>"));
    const Transaction change = junos_transaction(before.files.front().text, several_changes);
    need(live->check_ready(change));
    need(live->stage(change));
    CHECK(need(live->read()).hash == before.hash);
    need(live->commit(change, seconds(60)));
    CHECK(need(live->pending(change)) == Pending::ours);
    CHECK(holds(server.read_with_ncclient(), "<mtu>4096</mtu>"));
    reason_of(live->persist(change));
    live.reset();
    auto next = open_junos(server.endpoint());
    CHECK(need(next->pending(change)) == Pending::ours);
    need(next->confirm(change));
    CHECK(need(next->pending(change)) == Pending::none);
    const Transaction back = opposite(change);
    need(next->stage(back));
    need(next->commit(back, seconds(60)));
    CHECK(need(next->read()).hash == before.hash);
    CHECK(need(next->abandon(back)) == seconds(0));
    CHECK(holds(need(next->read()).files.front().text, "<mtu>4096</mtu>"));
    need(next->stage(back));
    need(next->commit(back, seconds(60)));
    need(next->confirm(back));
    CHECK(need(next->read()).files.front().text == before.files.front().text);
    CHECK(!need(next->health({"et-0/0/1"})).unknown.empty());
}

TEST_CASE("netconfd: a commit that nobody confirms is taken back, as ncclient sees")
{
    const NetconfServer server(NetconfServer::Target::candidate, NetconfServer::Framing::chunks, start);
    auto live = open_junos(server.endpoint());
    const Snapshot before = need(live->read());
    const Transaction change = mtu_change(*live, before.files.front().text);
    need(live->stage(change));
    need(live->commit(change, seconds(1)));
    live.reset();
    // netconfd looks after its timers when nobody asks it anything: no polling.
    std::this_thread::sleep_for(seconds(2));
    const std::string seen = server.read_with_ncclient();
    CHECK(holds(seen, "<mtu>9114</mtu>"));
    CHECK(!holds(seen, "<mtu>4096</mtu>"));
    auto next = open_junos(server.endpoint());
    CHECK(need(next->read()).hash == before.hash);
    CHECK(holds(reason_of(next->confirm(change)), "has been taken back"));
}

TEST_CASE(
    "Junos: where there is a startup configuration it is written after the confirmation, and not before")
{
    const Device device(Device::Kind::junos,
        R"({"capabilities": ["candidate:1.0", "confirmed-commit:1.0", "validate:1.0", "startup:1.0"]})",
        start);
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

TEST_CASE("netconfd: without a candidate there is no way back")
{
    const NetconfServer running(NetconfServer::Target::running, NetconfServer::Framing::chunks, start);
    const auto live = open_junos(running.endpoint());
    const Transaction change = mtu_change(*live, need(live->read()).files.front().text);
    CHECK(holds(reason_of(live->check_ready(change)), "no way back"));
}

// What a fabric of ours is rendered as, made wrong, and pushed right again.
TEST_CASE(
    "netconfd: every change of a rendered device's broken twin is taken, and its undo restores the twin")
{
    const std::string source = ROCELINT_SOURCE_DIR;
    const std::string wrong = junos_xml(file_text(source + "/tests/e2e/junos_twin.conf"));
    const NetconfServer server(NetconfServer::Target::candidate, NetconfServer::Framing::chunks, wrong);
    const auto live = open_junos(server.endpoint());
    const Snapshot before = need(live->read());
    const Transaction change = junos_transaction(before.files.front().text, [](const ReadJunos& now) {
        const PortId leaf = now.port("et-0/0/0");
        const PortId other = now.port("et-0/0/1");
        const PortId third = now.port("et-0/0/2");
        std::vector<Change> changes{{.port = leaf, .property = Property::mtu, .value = Bytes{9114}},
            {.port = third, .property = Property::pfc, .value = PriorityDelta{.add = PrioritySet::of(3)}},
            {.port = leaf, .property = Property::trust, .value = Trust::dscp},
            {.port = third, .property = Property::cable_length, .value = Metres{30}},
            {.port = leaf, .property = Property::fec, .value = Fec::rs},
            {.port = other, .property = Property::link_pause, .value = false},
            {.port = other, .property = Property::speed, .value = BitsPerSecond{100'000'000'000}},
            {.port = other,
                .property = Property::dscp_map,
                .value = MapEntry{.kind = MapKind::dscp_to_tc, .from = 28, .to = 0}},
            {.port = other,
                .property = Property::scheduler,
                .number = 3,
                .value = SchedulerTarget{.kind = SchedulerKind::weighted, .bandwidth = Percent::whole(50)},
                .shared = true}};
        // A class is one for all ports.
        for (std::uint32_t index = 0; index < now.reading.device.ports.size(); ++index)
            changes.push_back({.port = {0, index},
                .property = Property::headroom,
                .value = PriorityDelta{.add = PrioritySet::of(3)}});
        return changes;
    });
    INFO(change.netconf);
    INFO(change.undo_netconf);
    need(live->check_ready(change));
    need(live->stage(change));
    need(live->commit(change, seconds(60)));
    need(live->confirm(change));
    CHECK(need(live->read()).hash != before.hash);
    const Transaction back = opposite(change);
    need(live->stage(back));
    need(live->commit(back, seconds(60)));
    need(live->confirm(back));
    CHECK(need(live->read()).files.front().text == before.files.front().text);
}

}
}
