// SPDX-License-Identifier: Apache-2.0
#include "drivers/transport/netconf_session.h"
#include "tests/e2e/device.h"
#include "tests/e2e/netconf_server.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <thread>

namespace rocelint::e2e {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

NetconfSession netconf(const Endpoint& endpoint, const CancelFlag* cancel = nullptr)
{
    auto session = NetconfSession::connect(endpoint, cancel);
    REQUIRE_MESSAGE(session.has_value(), session.error().message);
    return *std::move(session);
}

NetconfReply must(Result<NetconfReply> reply)
{
    REQUIRE_MESSAGE(reply.has_value(), reply.error().message);
    return *std::move(reply);
}

Error must_fail(const Result<NetconfReply>& reply, ErrorKind kind)
{
    REQUIRE(!reply.has_value());
    CHECK_MESSAGE(reply.error().kind == kind, reply.error().message);
    CHECK(reply.error().message.starts_with("leaf1: "));
    CHECK(reply.error().message.find('\n') == std::string::npos);
    return reply.error();
}

std::string mtu_edit(int mtu)
{
    return fmt::format(
        "<configuration xmlns=\"http://xml.juniper.net/xnm/1.1/xnm\"><interfaces><interface><name>et-0/0/1</name>"
        "<mtu>{}</mtu></interface></interfaces></configuration>",
        mtu);
}

std::string mtu_line(int mtu) { return fmt::format("<mtu>{}</mtu>", mtu); }

bool runs_mtu(NetconfSession& session, int mtu)
{
    return holds(must(session.get_config(Datastore::running)).data, mtu_line(mtu));
}

void commit_mtu(NetconfSession& session, int mtu)
{
    must(session.edit_config(Datastore::candidate, mtu_edit(mtu)));
    must(session.commit());
}

TEST_CASE(
    "netconfd offers a candidate and confirmed commits of version 1.1, and takes an edit that ncclient then sees")
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
    CHECK_MESSAGE(closed.has_value(), closed.error().message);
    must_fail(session.commit(), ErrorKind::unreachable);
    CHECK(holds(server.read_with_ncclient(), mtu_line(9216)));
}

TEST_CASE("a subtree filter selects, and what is no XML is not sent")
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

TEST_CASE("a refusal tells the device's words, path and tag, and leaves the session usable")
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

TEST_CASE("a lock is denied to the second session, and comes free when the first goes, however it goes")
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

TEST_CASE("a confirmed commit that nobody confirms is taken back; one that is confirmed stays")
{
    const NetconfServer server;
    NetconfSession session = netconf(server.endpoint());
    commit_mtu(session, 9000);
    for (const bool confirm : {false, true}) {
        CAPTURE(confirm);
        must(session.edit_config(Datastore::candidate, mtu_edit(8000)));
        must(session.commit({.seconds = 1}));
        CHECK(session.commit_pending());
        CHECK(runs_mtu(session, 8000));
        must_fail(session.validate(Datastore::candidate), ErrorKind::refused);
        if (confirm) {
            must(session.confirm());
            CHECK(!session.commit_pending());
        }
        std::this_thread::sleep_for(milliseconds(2200));
        CHECK(runs_mtu(session, 8000) == confirm);
        must(session.discard_changes());
    }
    CHECK(holds(server.read_with_ncclient(), mtu_line(8000)));
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

TEST_CASE("a confirmed commit is taken back when our process dies with its connection")
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

TEST_CASE("a server without candidate takes edits of the running configuration")
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

TEST_CASE(
    "Junos: confirmed commits of version 1.0 have no persist, and a plain commit of any session confirms")
{
    const Device device(Device::Kind::junos, R"({"time_scale": 0.1})");
    NetconfSession session = netconf(device.endpoint());
    CHECK(session.capabilities().confirmed_commit);
    CHECK(!session.capabilities().confirmed_commit_1_1);
    CHECK(!session.capabilities().rollback_on_error);
    must(session.lock(Datastore::candidate));
    must(session.edit_config(Datastore::candidate, mtu_edit(9216)));
    must_fail(session.commit({.seconds = 10, .persist = "rl1"}), ErrorKind::refused);
    must(session.commit({.seconds = 10}));
    CHECK(runs_mtu(session, 9216));
    must_fail(session.cancel_commit(), ErrorKind::refused);
    std::this_thread::sleep_for(milliseconds(1100));
    CHECK(!runs_mtu(session, 9216));
    must(session.edit_config(Datastore::candidate, mtu_edit(9216)));
    must(session.commit({.seconds = 10}));
    CHECK(session.close().has_value());
    NetconfSession next = netconf(device.endpoint());
    must(next.confirm());
    std::this_thread::sleep_for(milliseconds(1100));
    CHECK(runs_mtu(next, 9216));
}

TEST_CASE("Junos: a warning beside ok is a success that tells the warning; an error is none")
{
    const Device device(Device::Kind::junos, R"({"warn": true})");
    NetconfSession session = netconf(device.endpoint());
    const NetconfReply reply = must(session.edit_config(Datastore::candidate, mtu_edit(9216)));
    REQUIRE(reply.warnings.size() == 1);
    CHECK(reply.warnings.front().severity == "warning");
    CHECK(reply.warnings.front().message == "statement has no contents; ignored");
    must(session.commit());
    CHECK(runs_mtu(session, 9216));
    const Error error = must_fail(session.edit_config(Datastore::candidate, mtu_edit(1)), ErrorKind::refused);
    CHECK(error.message == "leaf1: editing candidate: mtu is not in range 256..16000 (invalid-value), mtu");
    CHECK(session.close().has_value());
}

TEST_CASE("a configuration is handed on byte for byte, however large and in either framing")
{
    std::string edit = "<configuration xmlns=\"http://xml.juniper.net/xnm/1.1/xnm\"><interfaces>";
    for (int port = 0; port < 3000; ++port)
        edit += fmt::format(
            "<interface><name>et-0/0/{}</name><description>a &lt;b&gt; &amp; c \"{}\"</description></interface>",
            port,
            port);
    edit += "</interfaces></configuration>";
    const auto check = [&](NetconfSession session) {
        must(session.edit_config(Datastore::candidate, edit));
        must(session.commit());
        const std::string data = must(session.get_config(Datastore::running)).data;
        CHECK(holds(data, "<name>et-0/0/2999</name>"));
        CHECK(holds(data, "a &lt;b&gt; &amp; c \"1234\""));
        CHECK(holds(data, "</configuration>"));
        CHECK(!holds(data, "rpc-reply"));
    };
    const Device junos(Device::Kind::junos);
    check(netconf(junos.endpoint()));
    const NetconfServer server(NetconfServer::Target::candidate, NetconfServer::Framing::chunks);
    check(netconf(server.endpoint()));
}

TEST_CASE(
    "a device that hangs, drops the connection or breaks off ends in one sentence, and the lock is free again")
{
    struct Row {
        const char* fault;
        ErrorKind kind;
        bool took_effect;
    };
    const Row rows[] = {{"hang", ErrorKind::timed_out, false},
        {"hang_after", ErrorKind::timed_out, true},
        {"drop", ErrorKind::unreachable, false},
        {"drop_after", ErrorKind::unreachable, true},
        {"half", ErrorKind::unreachable, true},
        {"wrong_id", ErrorKind::unreachable, true}};
    std::vector<std::unique_ptr<Device>> devices;
    for (const Row& row : rows)
        devices.push_back(std::make_unique<Device>(Device::Kind::junos,
            fmt::format(R"({{"faults": [{{"match": "commit", "do": "{}"}}]}})", row.fault)));
    for (std::size_t number = 0; number < devices.size(); ++number) {
        const Row& row = rows[number];
        CAPTURE(row.fault);
        Endpoint endpoint = devices[number]->endpoint();
        {
            NetconfSession session = netconf(endpoint);
            must(session.lock(Datastore::candidate));
            must(session.edit_config(Datastore::candidate, mtu_edit(9216)));
            session.set_timeout(milliseconds(500));
            const auto start = std::chrono::steady_clock::now();
            must_fail(session.commit(), row.kind);
            CHECK(!session.alive());
            CHECK(std::chrono::steady_clock::now() - start < seconds(3));
        }
        NetconfSession next = netconf(endpoint);
        CHECK(wait_for([&] { return next.lock(Datastore::candidate).has_value(); }));
        CHECK(runs_mtu(next, 9216) == row.took_effect);
    }
}

TEST_CASE("a hello that never comes and a subsystem that is not there end in one sentence")
{
    const Device device(Device::Kind::junos, R"({"no_hello": true})");
    Endpoint endpoint = device.endpoint();
    endpoint.connect_timeout = milliseconds(1500);
    const auto silent = NetconfSession::connect(endpoint);
    REQUIRE(!silent.has_value());
    CHECK_MESSAGE(silent.error().kind == ErrorKind::timed_out, silent.error().message);
    const SshServer plain;
    const auto none = NetconfSession::connect(plain.endpoint());
    REQUIRE(!none.has_value());
    CHECK(holds(none.error().message, "leaf1: starting NETCONF: "));
    MESSAGE(none.error().message);
}

TEST_CASE("a device that says ok and does nothing is found out by reading back")
{
    const Device device(Device::Kind::junos, R"({"faults": [{"match": "commit", "do": "lie"}]})");
    NetconfSession session = netconf(device.endpoint());
    commit_mtu(session, 9216);
    CHECK(!runs_mtu(session, 9216));
}

TEST_CASE("twenty NETCONF sessions at a time lock, edit and commit in turn")
{
    const NetconfServer server;
    const Endpoint endpoint = server.endpoint();
    std::atomic<int> commits{0};
    std::vector<std::thread> threads;
    for (int number = 0; number < 20; ++number) {
        threads.emplace_back([&, number] {
            auto session = NetconfSession::connect(endpoint);
            if (!session)
                return;
            const bool locked
                = wait_for([&] { return session->lock(Datastore::candidate).has_value(); }, seconds(20));
            if (locked && session->edit_config(Datastore::candidate, mtu_edit(2000 + number))
                && session->commit() && session->close())
                ++commits;
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    CHECK(commits == 20);
}

TEST_CASE("NETCONF goes through a jump host")
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
