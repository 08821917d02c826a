// SPDX-License-Identifier: Apache-2.0
#include "drivers/nxos/nxos.h"
#include "models/text/edit.h"
#include "tests/drivers/text_case.h"

#include <string>

namespace rocelint {
namespace {

constexpr std::string_view two_strict = "!Command: show running-config\n"
                                        "hostname leaf1\n"
                                        "policy-map type queuing OUT\n"
                                        "  class type queuing c-out-8q-q7\n"
                                        "    priority level 2\n"
                                        "  class type queuing c-out-8q-q6\n"
                                        "    priority level 1\n"
                                        "  class type queuing c-out-8q-q3\n"
                                        "    bandwidth remaining percent 50\n"
                                        "interface Ethernet1/1\n"
                                        "  service-policy type queuing output OUT\n";

TEST_CASE("a queue that becomes strict gets the first unused priority level of its policy")
{
    const tests::TextCase from(nxos::driver, "leaf1.cfg", two_strict);
    const std::uint32_t port = from.device().find_port("Ethernet1/1");
    REQUIRE(port != Port::no_index);
    Change change{.port = {0, port},
        .property = Property::scheduler,
        .value = SchedulerTarget{SchedulerKind::strict, {}, {}}};
    change.number = 3;
    const Editing editing = nxos::driver.edit({&from.tree, 1}, from.device(), {&change, 1});
    REQUIRE(editing.refused.empty());
    const auto text = apply_edits(*from.sources.find(0), editing.edits);
    REQUIRE(text.has_value());
    CHECK(text->find("c-out-8q-q3\n    priority level 3\n") != std::string::npos);
    CHECK(text->find("c-out-8q-q6\n    priority level 1\n") != std::string::npos);
}

// The configuration after this port's change, or why the change was not made.
std::string changed(std::string_view config, Property property, const ChangeValue& value)
{
    const tests::TextCase from(nxos::driver, "leaf1.cfg", config);
    const Change change{
        .port = {0, from.device().find_port("Ethernet1/1")}, .property = property, .value = value};
    const Editing editing = nxos::driver.edit({&from.tree, 1}, from.device(), {&change, 1});
    return editing.refused.empty() ? *apply_edits(*from.sources.find(0), editing.edits)
                                   : editing.refused.front().reason;
}

TEST_CASE("a switched port is given only an MTU that NX-OS takes there")
{
    const std::string head = "!Command: show running-config\nhostname leaf1\n";
    const std::string port = "interface Ethernet1/1\n  switchport\n  mtu 1500\n";
    const auto with_mtu = [&](const std::string& text, std::uint64_t mtu) {
        return changed(text, Property::mtu, Bytes{mtu + 14});
    };
    CHECK(with_mtu(head + port, 9100)
        == "a switched port of NX-OS has MTU 1500 or that of `system jumbomtu`, which is 9216");
    CHECK(with_mtu(head + port, 9216) == head + "interface Ethernet1/1\n  switchport\n  mtu 9216\n");
    CHECK(with_mtu(head + "system jumbomtu 9100\n" + port, 9100)
        == head + "system jumbomtu 9100\ninterface Ethernet1/1\n  switchport\n  mtu 9100\n");
    CHECK(with_mtu(head + "interface Ethernet1/1\n  no switchport\n  mtu 1500\n", 9100)
        == head + "interface Ethernet1/1\n  no switchport\n  mtu 9100\n");
}

TEST_CASE("a new detection time keeps the multiplier of the port, and what it does about a stuck queue")
{
    const std::string head = "!Command: show running-config\nhostname leaf1\n"
                             "priority-flow-control watch-dog-interval on\n"
                             "priority-flow-control watch-dog interval ";
    const std::string port
        = "\ninterface Ethernet1/1\n"
          "  priority-flow-control watch-dog-interval on interface-multiplier 3 disable-action\n";
    WatchdogTarget target{.priorities = PrioritySet::of(3), .detection = Milliseconds{600}};
    CHECK(changed(head + "100" + port, Property::watchdog_timers, target) == head + "200" + port);
    target.detection = Milliseconds{500};
    CHECK(changed(head + "100" + port, Property::watchdog_timers, target)
        == "the detection time is not a multiple of the interface-multiplier");
}

}
}
