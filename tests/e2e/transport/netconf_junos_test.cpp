// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/server/device.h"
#include "tests/e2e/server/netconf_server.h"
#include "tests/e2e/transport/netconf_steps.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <thread>

namespace rocelint::e2e {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST_CASE(
    "Junos: confirmed commits of version 1.0 have no persist, and a plain commit of any session confirms")
{
    const Device device(Device::Kind::junos, "{}");
    NetconfSession session = netconf(device.endpoint());
    CHECK(session.capabilities().confirmed_commit);
    CHECK(!session.capabilities().confirmed_commit_1_1);
    CHECK(!session.capabilities().rollback_on_error);
    must(session.lock(Datastore::candidate));
    must(session.edit_config(Datastore::candidate, mtu_edit(9216)));
    must_fail(session.commit({.seconds = 10, .persist = "rl1"}), ErrorKind::refused);
    must(session.commit({.seconds = 300}));
    CHECK(runs_mtu(session, 9216));
    must_fail(session.cancel_commit(), ErrorKind::refused);
    device.set_control(R"({"hurry": true})");
    CHECK(!runs_mtu(session, 9216));
    device.set_control("{}");
    must(session.edit_config(Datastore::candidate, mtu_edit(9216)));
    must(session.commit({.seconds = 300}));
    CHECK(session.close().has_value());
    CHECK(!holds(file_text(device.folder().path("state.json")), "\"pending\": null"));
    NetconfSession next = netconf(device.endpoint());
    must(next.confirm());
    CHECK(runs_mtu(next, 9216));
    CHECK(holds(file_text(device.folder().path("state.json")), "\"pending\": null"));
}

TEST_CASE("Junos: a warning next to ok is a success that reports the warning; an error is a failure")
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

TEST_CASE("a configuration is passed on byte for byte, however large and in either framing")
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
    "a device that hangs, drops the connection, stops midway or answers endlessly gives one sentence and a free lock")
{
    struct Row {
        const char* fault;
        ErrorKind kind;
        bool took_effect;
        const char* why = "whether it took effect is not known";
    };
    const Row rows[] = {{"hang", ErrorKind::timed_out, false},
        {"hang_after", ErrorKind::timed_out, true},
        {"drop", ErrorKind::unreachable, false},
        {"drop_after", ErrorKind::unreachable, true},
        {"half", ErrorKind::unreachable, true},
        {"wrong_id", ErrorKind::unreachable, true},
        {"elements",
            ErrorKind::unreachable,
            true,
            "committing: its answer has more than 1000000 elements, and whether it took effect is not known"},
        {"flood",
            ErrorKind::unreachable,
            true,
            "committing: its answer is larger than 64 MiB, and whether it took effect is not known"}};
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
            session.set_timeout(row.kind == ErrorKind::timed_out ? milliseconds(500) : seconds(300));
            const auto start = std::chrono::steady_clock::now();
            CHECK(holds(must_fail(session.commit(), row.kind).message, row.why));
            CHECK(!session.alive());
            CHECK(std::chrono::steady_clock::now() - start < seconds(120));
        }
        NetconfSession next = netconf(endpoint);
        CHECK(wait_for([&] { return next.lock(Datastore::candidate).has_value(); }));
        CHECK(runs_mtu(next, 9216) == row.took_effect);
    }
}

TEST_CASE("a missing hello and a missing subsystem give one sentence")
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
}

TEST_CASE("a device that says ok and does nothing is detected by reading back")
{
    const Device device(Device::Kind::junos, R"({"faults": [{"match": "commit", "do": "lie"}]})");
    NetconfSession session = netconf(device.endpoint());
    commit_mtu(session, 9216);
    CHECK(!runs_mtu(session, 9216));
}

}
}
