// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/server/netconf_server.h"
#include "tests/e2e/transport/netconf_steps.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <thread>

namespace rocelint::e2e {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST_CASE(
    "netconfd offers a candidate and confirmed commits of version 1.1, and accepts an edit that ncclient then sees")
{
    const NetconfServer server(NetconfServer::Target::candidate, NetconfServer::Framing::chunks);
    NetconfSession session = netconf(server.endpoint());
    const NetconfCapabilities& offers = session.capabilities();
    CHECK(offers.candidate);
    CHECK(!offers.writable_running);
    CHECK(offers.validate);
    CHECK(offers.confirmed_commit_1_1);
    CHECK(offers.rollback_on_error);
    CHECK(session.id() > 0);
    must(session.lock(Datastore::candidate));
    must(session.edit_config(
        Datastore::candidate, mtu_edit(9216), {.rollback_on_error = true, .test_then_set = true}));
    CHECK(!runs_mtu(session, 9216));
    CHECK(holds(must(session.get_config(Datastore::candidate)).data, mtu_line(9216)));
    must(session.commit());
    CHECK(runs_mtu(session, 9216));
    const auto closed = session.close();
    CHECK_MESSAGE(closed.has_value(), testing::reason(closed));
    must_fail(session.commit(), ErrorKind::unreachable);
    CHECK(holds(server.read_with_ncclient(), mtu_line(9216)));
}

TEST_CASE("a subtree filter selects, and invalid XML is not sent")
{
    const NetconfServer server;
    NetconfSession session = netconf(server.endpoint());
    commit_mtu(session, 9000);
    const std::string filter = "<configuration xmlns=\"http://xml.juniper.net/xnm/1.1/xnm\"/>";
    CHECK(holds(must(session.get_config(Datastore::running, filter)).data, mtu_line(9000)));
    CHECK(must(session.get_config(Datastore::running, "<other xmlns=\"urn:none\"/>")).data.empty());
    must_fail(session.get_config(Datastore::running, "<a>"), ErrorKind::invalid);
    must_fail(session.edit_config(Datastore::candidate, "<a></b>"), ErrorKind::invalid);
    must_fail(session.edit_config(Datastore::candidate, "text"), ErrorKind::invalid);
    must_fail(session.edit_config(Datastore::candidate, "http://somewhere/"), ErrorKind::invalid);
    must_fail(session.edit_config(Datastore::running, mtu_edit(9000)), ErrorKind::refused);
    CHECK(session.alive());
}

TEST_CASE("a refusal reports the device's words, path and tag, and leaves the session usable")
{
    const NetconfServer server;
    NetconfSession session = netconf(server.endpoint());
    must(session.lock(Datastore::candidate));
    const Error error
        = must_fail(session.edit_config(Datastore::candidate, mtu_edit(10)), ErrorKind::refused);
    CHECK(holds(error.message, "editing candidate"));
    CHECK(holds(error.message, "invalid-value"));
    REQUIRE(!session.errors().empty());
    CHECK(holds(session.errors().front().path, "mtu"));
    commit_mtu(session, 9100);
    CHECK(session.errors().empty());
    CHECK(runs_mtu(session, 9100));
}

TEST_CASE("a lock is denied to the second session, and released when the first ends in any way")
{
    const NetconfServer server;
    NetconfSession second = netconf(server.endpoint());
    {
        NetconfSession first = netconf(server.endpoint());
        must(first.lock(Datastore::candidate));
        const Error denied = must_fail(second.lock(Datastore::candidate), ErrorKind::refused);
        CHECK(holds(denied.message, "lock-denied"));
        must(first.edit_config(Datastore::candidate, mtu_edit(1600)));
    }
    must(second.lock(Datastore::candidate));
    CHECK(!holds(must(second.get_config(Datastore::candidate)).data, mtu_line(1600)));
    NetconfSession third = netconf(server.endpoint());
    must(third.kill_session(second.id()));
    CHECK(wait_for([&] { return third.lock(Datastore::candidate).has_value(); }));
    must_fail(second.get_config(Datastore::running), ErrorKind::unreachable);
    CHECK(!second.alive());
}

TEST_CASE("an unconfirmed commit is rolled back; a confirmed one stays")
{
    // Long enough to ask and confirm on a busy machine; both servers' windows run at the same time.
    constexpr std::uint32_t window = 10;
    const NetconfServer left_alone;
    const NetconfServer kept;
    NetconfSession unconfirmed = netconf(left_alone.endpoint());
    NetconfSession confirmed = netconf(kept.endpoint());
    for (NetconfSession* session : {&unconfirmed, &confirmed}) {
        CAPTURE(session == &confirmed);
        commit_mtu(*session, 9000);
        must(session->edit_config(Datastore::candidate, mtu_edit(8000)));
        must(session->commit({.seconds = window}));
        CHECK(session->commit_pending());
        CHECK(runs_mtu(*session, 8000));
        must_fail(session->validate(Datastore::candidate), ErrorKind::refused);
        if (session == &confirmed) {
            must(session->confirm());
            CHECK(!session->commit_pending());
        }
    }
    std::this_thread::sleep_for(seconds(window));
    // netconfd checks its timers only while idle, so the polls are far apart.
    bool rolled_back = false;
    for (int looks = 0; looks < 60 && !rolled_back; ++looks) {
        std::this_thread::sleep_for(milliseconds(1500));
        rolled_back = !runs_mtu(unconfirmed, 8000);
    }
    CHECK(rolled_back);
    CHECK(runs_mtu(confirmed, 8000));
    must(unconfirmed.discard_changes());
    must(confirmed.discard_changes());
    CHECK(holds(left_alone.read_with_ncclient(), mtu_line(9000)));
    CHECK(holds(kept.read_with_ncclient(), mtu_line(8000)));
}

TEST_CASE(
    "a confirmed commit ends with its session, unless it persists: then another one confirms or cancels it")
{
    const NetconfServer server(NetconfServer::Target::candidate, NetconfServer::Framing::chunks);
    NetconfSession reader = netconf(server.endpoint());
    commit_mtu(reader, 9000);
    {
        NetconfSession session = netconf(server.endpoint());
        must(session.edit_config(Datastore::candidate, mtu_edit(8000)));
        must(session.commit({.seconds = 60}));
        CHECK(runs_mtu(reader, 8000));
    }
    CHECK(wait_for([&] { return runs_mtu(reader, 9000); }));
    for (const bool cancel : {true, false}) {
        CAPTURE(cancel);
        {
            NetconfSession session = netconf(server.endpoint());
            must(session.edit_config(Datastore::candidate, mtu_edit(8000)));
            must(session.commit({.seconds = 60, .persist = "rl1"}));
        }
        CHECK(runs_mtu(reader, 8000));
        must_fail(reader.confirm("wrong"), ErrorKind::refused);
        must(cancel ? reader.cancel_commit("rl1") : reader.confirm("rl1"));
        CHECK(runs_mtu(reader, cancel ? 9000 : 8000));
        must(reader.discard_changes());
    }
}

TEST_CASE("a confirmed commit is rolled back when our process dies with its connection")
{
    const NetconfServer server;
    NetconfSession reader = netconf(server.endpoint());
    commit_mtu(reader, 9000);
    CancelFlag cancel = false;
    NetconfSession session = netconf(server.endpoint(), &cancel);
    must(session.edit_config(Datastore::candidate, mtu_edit(8000)));
    must(session.commit({.seconds = 60}));
    CHECK(runs_mtu(reader, 8000));
    cancel = true;
    must_fail(session.get_config(Datastore::running), ErrorKind::cancelled);
    CHECK(!session.alive());
    CHECK(wait_for([&] { return runs_mtu(reader, 9000); }));
}

TEST_CASE("netconfd answers ok and changes nothing after a validate: only reading back shows it")
{
    const NetconfServer server;
    NetconfSession session = netconf(server.endpoint());
    commit_mtu(session, 9000);
    must(session.edit_config(Datastore::candidate, mtu_edit(8000)));
    must(session.validate(Datastore::candidate));
    must(session.commit());
    CHECK(runs_mtu(session, 9000));
}

TEST_CASE("a server without a candidate accepts edits of the running configuration")
{
    const NetconfServer server(NetconfServer::Target::running);
    NetconfSession session = netconf(server.endpoint());
    CHECK(!session.capabilities().candidate);
    CHECK(session.capabilities().writable_running);
    CHECK(!session.capabilities().confirmed_commit);
    must(session.lock(Datastore::running));
    must(session.edit_config(Datastore::running, mtu_edit(9000)));
    CHECK(runs_mtu(session, 9000));
    must_fail(session.edit_config(Datastore::candidate, mtu_edit(9000)), ErrorKind::refused);
    must_fail(session.commit({.seconds = 5}), ErrorKind::refused);
    CHECK(session.close().has_value());
}

TEST_CASE("twenty NETCONF sessions at a time lock, edit and commit in turn")
{
    const NetconfServer server;
    Endpoint endpoint = server.endpoint();
    endpoint.connect_timeout = seconds(180);
    std::atomic<int> commits{0};
    std::vector<std::thread> threads;
    threads.reserve(20);
    for (int number = 0; number < 20; ++number) {
        threads.emplace_back([&, number] {
            auto session = NetconfSession::connect(endpoint);
            if (!session)
                return;
            const bool locked
                = wait_for([&] { return session->lock(Datastore::candidate).has_value(); }, seconds(300));
            if (locked && session->edit_config(Datastore::candidate, mtu_edit(2000 + number))
                && session->commit() && session->close())
                ++commits;
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    CHECK(commits == 20);
}

TEST_CASE("NETCONF works through a jump host")
{
    const SshServer jump;
    const NetconfServer server;
    Endpoint endpoint = server.endpoint();
    endpoint.jumps = {jump.endpoint("jump")};
    NetconfSession session = netconf(endpoint);
    commit_mtu(session, 9216);
    CHECK(runs_mtu(session, 9216));
}

}
}
