// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"
#include "drivers/transport/ssh_session.h"
#include "models/text/source.h"
#include "tests/e2e/server/device.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace rocelint::e2e::linux_host_steps {

using std::chrono::seconds;

inline const Driver& platform() { return *find_driver("linux-host"); }

/// One file of a host as the driver reads it.
struct Understood {
    explicit Understood(const std::string& text)
        : source(SourceId{0}, "host1.txt", text)
        , tree(platform().parse(source))
        , reading(platform().read({&tree, 1}, "x"))
    {
    }
    [[nodiscard]] const Port& port(std::string_view name) const
    {
        const std::uint32_t index = reading.device.find_port(name);
        REQUIRE(index != Port::no_index);
        return reading.device.ports[index];
    }
    [[nodiscard]] Change change(Property property, ChangeValue value) const
    {
        Change made;
        made.port.port = reading.device.find_port("ens1f0np0");
        made.property = property;
        made.value = std::move(value);
        return made;
    }
    Source source;
    Tree tree;
    Reading reading;
};

/// Makes priority 3 lossless and maps DSCP 26 to it.
inline std::vector<Change> enable(const Understood& host)
{
    return {host.change(Property::pfc, PriorityDelta{PrioritySet{8}, {}}),
        host.change(Property::trust, Trust::dscp),
        host.change(Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 46, 3}),
        host.change(Property::mtu, Bytes{9000}),
        host.change(Property::congestion_control, PriorityDelta{{}, PrioritySet{1}}),
        host.change(Property::rdma_marking, std::uint8_t{106})};
}

/// An emulated host and our connection to it.
class Host {
public:
    explicit Host(const std::string& control = {}, const std::string& interfaces = {})
        : device(Device::Kind::linux_host, control.empty() ? quick : control)
    {
        if (!interfaces.empty())
            device.folder().write("interfaces.json", interfaces);
        connect();
    }

    void connect()
    {
        LiveTarget target;
        target.endpoint = device.endpoint("host1");
        target.device = "host1";
        auto opened = platform().open(target);
        REQUIRE_MESSAGE(opened.has_value(), testing::reason(opened));
        live = *std::move(opened);
    }

    Snapshot read()
    {
        auto snapshot = live->read();
        REQUIRE_MESSAGE(snapshot.has_value(), testing::reason(snapshot));
        REQUIRE(snapshot->files.size() == 1);
        return *std::move(snapshot);
    }

    Transaction plan(const std::string& id = "t1")
    {
        const Understood now(read().files[0].text);
        const std::vector<Change> changes = enable(now);
        const Commands forward = platform().commands({&now.tree, 1}, now.reading.device, changes);
        const Commands back = platform().undo({&now.tree, 1}, {&now.tree, 1}, now.reading.device, changes);
        REQUIRE(forward.refused.empty());
        REQUIRE(back.refused.empty());
        Transaction transaction;
        transaction.id = id;
        transaction.ports = {"ens1f0np0"};
        transaction.disruptive = true;
        transaction.commands = forward.text;
        transaction.persistent = forward.persistent;
        transaction.undo = back.text;
        transaction.undo_persistent = back.persistent;
        return transaction;
    }

    static Transaction reversed(const Transaction& made, const std::string& id)
    {
        Transaction back = made;
        back.id = id;
        std::swap(back.commands, back.undo);
        std::swap(back.persistent, back.undo_persistent);
        return back;
    }

    void shell(const std::string& command)
    {
        auto session = SshSession::connect(device.endpoint());
        REQUIRE(session.has_value());
        auto run = session->exec(command);
        REQUIRE(run.has_value());
        CHECK_MESSAGE(run->status == 0, command, ": ", run->err);
    }

    [[nodiscard]] std::string boot_file(const std::string& path) const
    {
        return file_text(device.folder().path("root" + path));
    }

    void stage_and_commit(const Transaction& transaction)
    {
        const auto ready = live->check_ready(transaction);
        REQUIRE_MESSAGE(ready.has_value(), testing::reason(ready));
        const auto staged = live->stage(transaction);
        REQUIRE_MESSAGE(staged.has_value(), testing::reason(staged));
        // The timer must not run out here, and a busy machine may need more time than a real host.
        const auto window = std::max(live->least_window(transaction), seconds(300));
        const auto committed = live->commit(transaction, window);
        REQUIRE_MESSAGE(committed.has_value(), testing::reason(committed));
    }

    Pending pending(const Transaction& transaction)
    {
        auto state = live->pending(transaction);
        REQUIRE_MESSAGE(state.has_value(), testing::reason(state));
        return *state;
    }

    void succeed(const Result<void>& result) { CHECK_MESSAGE(result.has_value(), testing::reason(result)); }

    static constexpr const char* quick = R"({"link_seconds": 0})";
    Device device;
    std::unique_ptr<LiveDevice> live;
};

template <class T>
std::string refusal(const Result<T>& result)
{
    REQUIRE(!result.has_value());
    CHECK(result.error().kind == ErrorKind::refused);
    return result.error().message;
}

}
