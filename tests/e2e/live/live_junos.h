// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"
#include "tests/e2e/process.h"
#include "tests/e2e/server/junos_text.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

#include <array>

namespace rocelint::e2e {

inline constexpr const char* junos_clean = R"(
system { host-name leaf1; }
interfaces {
    et-0/0/0 { mtu 9114; unit 0 { family inet; } }
    et-0/0/1 { mtu 9114; unit 0 { family inet; } }
}
class-of-service {
    classifiers {
        dscp rdma {
            forwarding-class best-effort { loss-priority low code-points [ 000000 001010 ]; }
            forwarding-class rdma { loss-priority low code-points 011010; }
        }
    }
    forwarding-classes {
        class best-effort queue-num 0;
        class rdma queue-num 3 no-loss pfc-priority 3;
    }
    congestion-notification-profile {
        rdma {
            input { dscp { code-point 011010 { pfc; mru 9114; } } cable-length 5; }
            output { ieee-802.1 { code-point 011 { flow-control-queue 3; } } }
        }
    }
    interfaces {
        et-0/0/0 { congestion-notification-profile rdma; unit 0 { classifiers { dscp rdma; } } }
        et-0/0/1 { congestion-notification-profile rdma; unit 0 { classifiers { dscp rdma; } } }
    }
}
)";

/// The parsed configuration of one device.
struct ReadJunos {
    explicit ReadJunos(const std::string& text)
        : source(0, "leaf1.xml", text), trees{driver().parse(source)}, reading(driver().read(trees, "leaf1"))
    {
    }
    static const Driver& driver() { return *find_driver("junos"); }
    [[nodiscard]] PortId port(std::string_view name) const
    {
        for (std::uint32_t index = 0; index < reading.device.ports.size(); ++index) {
            if (reading.device.ports[index].name == name)
                return {0, index};
        }
        FAIL("no such port");
        return {};
    }
    Source source;
    std::array<Tree, 1> trees;
    Reading reading;
};

/// A transaction that makes these changes to a configuration, and its undo.
template <class Make>
Transaction junos_transaction(const std::string& text, Make&& make)
{
    const ReadJunos now(text);
    const std::vector<Change> changes = make(now);
    const Commands forth = ReadJunos::driver().commands(now.trees, now.reading.device, changes);
    const Commands back = ReadJunos::driver().undo(now.trees, now.trees, now.reading.device, changes);
    for (const Commands* commands : {&forth, &back}) {
        for (const Refusal& refusal : commands->refused)
            FAIL_CHECK(refusal.change << ": " << refusal.reason);
    }
    Transaction transaction;
    transaction.id = "rl-test-1";
    transaction.ports = {"et-0/0/1"};
    transaction.commands = forth.text;
    transaction.netconf = forth.netconf;
    transaction.undo = back.text;
    transaction.undo_netconf = back.netconf;
    return transaction;
}

inline Transaction opposite(const Transaction& transaction)
{
    Transaction back = transaction;
    back.id += "-back";
    std::swap(back.commands, back.undo);
    std::swap(back.netconf, back.undo_netconf);
    return back;
}

inline std::unique_ptr<LiveDevice> open_junos(const Endpoint& endpoint)
{
    auto device = ReadJunos::driver().open({.endpoint = endpoint, .device = "leaf1", .netconf = true});
    REQUIRE_MESSAGE(device.has_value(), testing::reason(device));
    return *std::move(device);
}

template <class T>
T need(Result<T> result)
{
    REQUIRE_MESSAGE(result.has_value(), testing::reason(result));
    return *std::move(result);
}
inline void need(const Result<void>& result) { REQUIRE_MESSAGE(result.has_value(), testing::reason(result)); }

template <class T>
std::string reason_of(const Result<T>& result, ErrorKind kind = ErrorKind::refused)
{
    REQUIRE(!result.has_value());
    CHECK_MESSAGE(result.error().kind == kind, result.error().message);
    CHECK(result.error().message.starts_with("leaf1: "));
    return result.error().message;
}

inline const std::string junos_start = junos_xml(junos_clean);

inline std::vector<Change> several_changes(const ReadJunos& now)
{
    const PortId port = now.port("et-0/0/1");
    return {{.port = port, .property = Property::mtu, .value = Bytes{4096}},
        {.port = port, .property = Property::pfc, .value = PriorityDelta{.remove = PrioritySet::of(3)}},
        {.port = port, .property = Property::link_pause, .value = true}};
}

/// Moves DSCP 10 from best-effort, which keeps DSCP 0, to the lossless class.
inline std::vector<Change> move_code_point(const ReadJunos& now)
{
    std::vector<Change> changes;
    for (const std::string_view name : {"et-0/0/0", "et-0/0/1"})
        changes.push_back({.port = now.port(name),
            .property = Property::dscp_map,
            .value = MapEntry{.kind = MapKind::dscp_to_tc, .from = 10, .to = 3}});
    return changes;
}

inline Transaction mtu_change(const LiveDevice&, const std::string& configuration)
{
    return junos_transaction(configuration, [](const ReadJunos& now) {
        return std::vector<Change>{
            {.port = now.port("et-0/0/1"), .property = Property::mtu, .value = Bytes{4096}}};
    });
}

}
