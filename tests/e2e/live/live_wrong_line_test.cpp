// SPDX-License-Identifier: Apache-2.0
// A line that a switch does not take, after others that it took: the switch itself refuses it, by the grammar of its manual
// (tests/e2e/emulator/grammar_*.py), and not because a test asks it to.
#include "tests/e2e/live/live_switch.h"

#include <string_view>

namespace rocelint::e2e::live_wrong_line {
namespace {

struct Case {
    Device::Kind kind;
    std::string_view platform;
    const char* configuration;
    const char* taken; ///< lines that the switch takes
    const char* undo; ///< what undoes them
    const char* port; ///< the line that enters the port; empty where lines name their port
    std::initializer_list<const char*> wrong;
};

constexpr const char* eos_ports
    = "hostname leaf1\ninterface Ethernet1\n   mtu 9214\ninterface Ethernet2\n   mtu 9214\n";
constexpr const char* nxos_ports
    = "hostname leaf1\nfeature scheduler\ninterface Ethernet1/1\n  mtu 9216\n  priority-flow-control mode off\n"
      "interface Ethernet1/2\n  mtu 9216\n";
constexpr const char* onyx_ports
    = "hostname leaf1\ninterface ethernet 1/1 mtu 9216 force\ninterface ethernet 1/1 qos trust L2\n";
constexpr const char* os10_ports
    = "hostname leaf1\ninterface ethernet1/1/1\n mtu 9216\n priority-flow-control mode off\n";
constexpr const char* aoscx_ports = "hostname leaf1\ninterface 1/1/1\n    no shutdown\n    mtu 9198\n";
constexpr const char* vrp_ports = "sysname leaf1\ninterface 100GE1/0/1\n jumboframe enable 9216\n";
constexpr const char* sonic_ports = "hostname leaf1\ninterface Eth1/1\n mtu 9216\n no shutdown\n";

// A number out of range, a word that no switch knows, and a reference to what does not exist. EOS takes the last.
const Case cases[]{
    {Device::Kind::eos,
        "eos",
        eos_ports,
        "interface Ethernet1\n   priority-flow-control on\n   exit\n",
        "interface Ethernet1\n   no priority-flow-control\n   exit\n",
        "interface Ethernet2",
        {"mtu 99999999", "priority-flow-control bananas", "priority-flow-control priority 77 no-drop"}},
    {Device::Kind::nxos,
        "nxos",
        nxos_ports,
        "interface Ethernet1/1\n  priority-flow-control mode on\n  exit\n",
        "interface Ethernet1/1\n  priority-flow-control mode off\n  exit\n",
        "interface Ethernet1/2",
        {"mtu 99999999", "priority-flow-control bananas", "service-policy type qos input NOTTHERE"}},
    {Device::Kind::onyx,
        "onyx",
        onyx_ports,
        "interface ethernet 1/1 qos trust L3\n",
        "interface ethernet 1/1 qos trust L2\n",
        "",
        {"interface ethernet 1/1 mtu 99999999 force", "dcb priority-flow-control priority 77 enable"}},
    {Device::Kind::os10,
        "os10",
        os10_ports,
        "interface ethernet1/1/1\n priority-flow-control mode on\n exit\n",
        "interface ethernet1/1/1\n priority-flow-control mode off\n exit\n",
        "interface ethernet1/1/1",
        {"mtu 99999999", "priority-flow-control bananas", "service-policy input type network-qos NOTTHERE"}},
    {Device::Kind::sonic_cli,
        "sonic-cli",
        sonic_ports,
        "interface Eth1/1\n priority-flow-control priority 3\n exit\n",
        "interface Eth1/1\n no priority-flow-control priority 3\n exit\n",
        "interface Eth1/1",
        {"mtu 99999999", "priority-flow-control bananas", "qos-map dscp-tc NOTTHERE"}},
    {Device::Kind::aoscx,
        "aoscx",
        aoscx_ports,
        "interface 1/1/1\n    flow-control priority rxtx 3\n    exit\n",
        "interface 1/1/1\n    no flow-control priority\n    exit\n",
        "interface 1/1/1",
        {"mtu 99999", "flow-control bananas", "apply qos threshold-profile NOTTHERE"}},
    {Device::Kind::vrp,
        "vrp",
        vrp_ports,
        "interface 100GE1/0/1\n trust dscp\n quit\n",
        "interface 100GE1/0/1\n undo trust dscp\n quit\n",
        "interface 100GE1/0/1",
        {"jumboframe enable 99999", "dcb pfc enable mode bananas", "trust upstream NOTTHERE"}},
};

TEST_CASE("a line that a switch does not take is named, and the switch is as before")
{
    for (const Case& one : cases) {
        for (const std::string_view line : one.wrong) {
            CAPTURE(one.platform);
            CAPTURE(line);
            Transaction change;
            change.commands = std::string(one.taken) + one.port + (*one.port == '\0' ? "" : "\n ")
                + std::string(line) + "\n" + (*one.port == '\0' ? "" : " exit\n");
            change.undo = one.undo;
            LiveSwitch leaf(one.kind, one.platform, one.configuration, {}, change);
            const std::string before = leaf.hash();
            // EOS refuses the line while it is staged, the others while it is typed.
            const auto staged = leaf.live->stage(leaf.change);
            const bool refused = staged
                ? is_refused(leaf.live->commit(leaf.change, std::chrono::seconds(600)), line)
                : is_refused(staged, line);
            CHECK(refused);
            CHECK(leaf.hash() == before);
            CHECK(leaf.open()->pending(leaf.change) == Pending::none);
            CHECK(leaf.open()->check_ready(leaf.change).has_value());
        }
    }
}

}
}
