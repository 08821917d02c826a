// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/e2e/live/live_switch.h"

#include <string>

namespace rocelint::e2e::live_nxos {

/// The configuration of the switch before each test.
inline constexpr const char* configuration
    = "hostname leaf1\nfeature scheduler\npolicy-map type network-qos NQ\n  class type network-qos c-8q-nq3\n    mtu 9216\n"
      "system qos\n  service-policy type network-qos NQ\ninterface Ethernet1/1\n  mtu 9216\n  priority-flow-control mode off\n"
      "interface Ethernet1/2\n  mtu 9216\nusername admin password 5 $5$hush$hidden role network-admin\n";

/// The change that is pushed.
inline Transaction pause_and_mode()
{
    Transaction change;
    change.ports = {"Ethernet1/1"};
    change.commands
        = "policy-map type network-qos NQ\n  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n"
          "interface Ethernet1/1\n  priority-flow-control mode on\n";
    change.undo
        = "policy-map type network-qos NQ\n  class type network-qos c-8q-nq3\n    no pause pfc-cos 3\n"
          "interface Ethernet1/1\n  priority-flow-control mode off\n";
    return change;
}

/// An emulated switch with this configuration.
struct Switch : LiveSwitch {
    explicit Switch(const std::string& control = {}, const char* text = configuration)
        : LiveSwitch(Device::Kind::nxos, "nxos", text, control, pause_and_mode())
    {
    }
};

}
