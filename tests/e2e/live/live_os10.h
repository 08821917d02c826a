// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/e2e/live/live_switch.h"

#include <string>

namespace rocelint::e2e::live_os10 {

/// The configuration of the switch before each test.
inline constexpr const char* configuration
    = "hostname leaf1\nclass-map type network-qos RDMA-GROUP\n match qos-group 3\n"
      "policy-map type network-qos FABRIC-PFC\n class RDMA-GROUP\n  pause\n"
      "interface ethernet1/1/1\n mtu 9216\n priority-flow-control mode off\ninterface ethernet1/1/2\n mtu 9216\n"
      "username admin password $6$hush$hidden role sysadmin\n";

/// The change that is pushed.
inline Transaction class_and_mode()
{
    Transaction change;
    change.ports = {"ethernet1/1/1"};
    change.commands
        = "policy-map type network-qos FABRIC-PFC\n class RDMA-GROUP\n  pfc-cos 3\n  exit\n exit\n"
          "interface ethernet1/1/1\n priority-flow-control mode on\n exit\n";
    change.undo = "policy-map type network-qos FABRIC-PFC\n class RDMA-GROUP\n  no pfc-cos\n  exit\n exit\n"
                  "interface ethernet1/1/1\n priority-flow-control mode off\n exit\n";
    return change;
}

/// An emulated switch with this configuration.
struct Switch : LiveSwitch {
    explicit Switch(const std::string& control = {})
        : LiveSwitch(Device::Kind::os10, "os10", configuration, control, class_and_mode())
    {
    }
};

}
