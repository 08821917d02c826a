// SPDX-License-Identifier: Apache-2.0
#include "models/syntax/coverage.h"
#include "tests/e2e/live/live_junos.h"
#include "tests/e2e/server/netconf_server.h"
#include "tests/e2e/transport/netconf_steps.h"

#include <thread>

namespace rocelint::e2e {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST_CASE("netconfd: the life of a transaction with confirmed-commit:1.1, also from another session")
{
    const NetconfServer server(NetconfServer::Target::candidate, NetconfServer::Framing::chunks, junos_start);
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

TEST_CASE("netconfd: moving one code point to another class while others stay is confirmed as ours")
{
    const NetconfServer server(NetconfServer::Target::candidate, NetconfServer::Framing::chunks, junos_start);
    const auto live = open_junos(server.endpoint());
    const Snapshot before = need(live->read());
    const Transaction change = junos_transaction(before.files.front().text, move_code_point);
    INFO(change.netconf);
    need(live->check_ready(change));
    need(live->stage(change));
    need(live->commit(change, seconds(60)));
    CHECK(need(live->pending(change)) == Pending::ours);
    need(live->confirm(change));
    const Transaction back = opposite(change);
    need(live->stage(back));
    need(live->commit(back, seconds(60)));
    CHECK(need(live->pending(back)) == Pending::ours);
    need(live->confirm(back));
    CHECK(need(live->read()).files.front().text == before.files.front().text);
}

TEST_CASE("netconfd: an unconfirmed commit is rolled back, as ncclient sees")
{
    const NetconfServer server(NetconfServer::Target::candidate, NetconfServer::Framing::chunks, junos_start);
    auto live = open_junos(server.endpoint());
    const Snapshot before = need(live->read());
    const Transaction change = mtu_change(*live, before.files.front().text);
    need(live->stage(change));
    // Long enough to ask the switch what it made of the commit.
    constexpr seconds window(6);
    need(live->commit(change, window));
    live.reset();
    std::this_thread::sleep_for(window);
    // netconfd checks its timers only while idle, so the polls are far apart.
    std::string seen = "<mtu>4096</mtu>";
    for (int looks = 0; looks < 60 && holds(seen, "<mtu>4096</mtu>"); ++looks) {
        std::this_thread::sleep_for(seconds(1));
        seen = server.read_with_ncclient();
    }
    CHECK(holds(seen, "<mtu>9114</mtu>"));
    CHECK(!holds(seen, "<mtu>4096</mtu>"));
    auto next = open_junos(server.endpoint());
    CHECK(need(next->read()).hash == before.hash);
    CHECK(holds(reason_of(next->confirm(change)), "has been rolled back"));
}

TEST_CASE("netconfd: without a candidate no rollback is possible")
{
    const NetconfServer running(NetconfServer::Target::running, NetconfServer::Framing::chunks, junos_start);
    const auto live = open_junos(running.endpoint());
    const Transaction change = mtu_change(*live, need(live->read()).files.front().text);
    CHECK(holds(reason_of(live->check_ready(change)), "no way to undo"));
}

// Renders one of our fabrics, breaks it, and pushes the corrections.
TEST_CASE(
    "netconfd: every change of a rendered device's broken twin is accepted, and its undo restores the twin")
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
        // A class applies to all ports.
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
