// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::sonic_cli {

inline constexpr std::string_view only_ours = "configuration lines that only SONiC's command line writes";

/// Driver::signs.
inline constexpr Sign signs[]{
    Sign{"Flow Control frames received", Sign::certain, "output of priority-flow-control statistics"},
    Sign{"interface-naming standard", 80, only_ours},
    Sign{"interface breakout port ", 60, only_ours},
    Sign{"qos map dscp-tc ", 60, only_ours},
    Sign{"qos map dot1p-tc ", 60, only_ours},
    Sign{"qos map tc-queue ", 60, only_ours},
    Sign{"qos map tc-pg ", 60, only_ours},
    Sign{"qos map pfc-priority-", 60, only_ours},
    Sign{"qos wred-policy ", 60, only_ours},
    Sign{"qos scheduler-policy ", 60, only_ours},
    Sign{"qos-map dscp-tc ", 60, only_ours},
    Sign{"qos-map tc-", 60, only_ours},
    Sign{"roce enable", 60, only_ours},
    Sign{"buffer init lossless", 60, only_ours},
    Sign{"priority-flow-control watchdog on", 60, only_ours},
    Sign{"priority-flow-control watchdog action ", 60, only_ours},
    Sign{"priority-flow-control watchdog restore-time ", 60, only_ours},
    Sign{"ip load-share hash ", 60, only_ours},
    Sign{"unreliable-los ", 50, only_ours},
    Sign{"standalone-link-training", 50, only_ours},
    Sign{"copp-action ", 50, only_ours},
    Sign{"mclag domain ", 50, only_ours},
    Sign{"ip vrf mgmt", 15, only_ours},
    Sign{"interface Eth1/", 30, "names of ports as SONiC's command line writes them"},
    Sign{"interface PortChannel", 30, "names of ports as SONiC's command line writes them"},
    Sign{"interface Loopback ", 10, "names of ports as SONiC's command line writes them"},
    Sign{"Interface:   Eth", 40, "output of show lldp neighbor"},
    Sign{"switchport access Vlan ", 40, only_ours},
    Sign{"switchport trunk allowed Vlan ", 40, only_ours},
};

}
