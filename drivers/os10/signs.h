// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::os10 {

inline constexpr std::string_view only_ours = "configuration lines that only OS10 writes";
// NX-OS and the command line of Enterprise SONiC.
inline constexpr std::string_view others = "a platform of the same family";

/// Driver::signs.
inline constexpr Sign signs[]{
    Sign{"! Version 10.", Sign::certain, "its header comment is that of OS10"},
    Sign{"Queue Packets ", Sign::certain, "output of show queuing statistics", " Dropped-Packets"},
    Sign{"interface ethernet1/1/", 70, "names of ports as OS10 writes them"},
    Sign{"interface ethernet 1/1/", 70, "names of ports as OS10 writes them"},
    Sign{"interface Ethernet 1/1/", 20, "names of ports as OS10 writes them"},
    Sign{"interface range Ethernet 1/1/", 50, "names of ports as OS10 writes them"},
    Sign{"interface range ethernet1/1/", 70, "names of ports as OS10 writes them"},
    Sign{"interface mgmt1/1/1", 80, "names of ports as OS10 writes them"},
    Sign{"interface mgmt 1/1/1", 60, "names of ports as OS10 writes them"},
    Sign{"interface breakout 1/1/", 30, only_ours},
    Sign{"port-group1/1/", 70, only_ours},
    Sign{"port-group 1/1/", 50, only_ours},
    Sign{"trust dot1p-map ", 80, only_ours},
    Sign{"trust dscp-map ", 80, only_ours},
    Sign{"trust-map dot1p ", 40, only_ours},
    Sign{"trust-map dscp ", 40, only_ours},
    Sign{"qos-map traffic-class ", 80, only_ours},
    Sign{"service-policy input type network-qos ", 45, only_ours},
    Sign{"service-policy output type queuing ", 30, only_ours},
    Sign{"class-map type application ", 40, only_ours},
    Sign{"policy-map type application ", 40, only_ours},
    Sign{"dcbx enable", 30, only_ours},
    Sign{"ets mode on", 20, only_ours},
    Sign{"vlt-domain ", 60, only_ours},
    Sign{"vlt-port-channel ", 40, only_ours},
    Sign{"iscsi target port ", 20, only_ours},
    Sign{"system-user linuxadmin ", 50, only_ours},
    Sign{"class-map type queuing ", 15, "lines of OS10 and of platforms like it"},
    Sign{"class-map type network-qos ", 15, "lines of OS10 and of platforms like it"},
    Sign{"policy-map type network-qos ", 15, "lines of OS10 and of platforms like it"},
    Sign{"pfc-cos ", 20, "lines of OS10 and of platforms like it"},
    Sign{"flowcontrol receive o", 10, "lines of OS10 and of platforms like it"},
    Sign{"!Command: show running-config", -300, others},
    Sign{"feature ", -100, others},
    Sign{"ver 08.", -300, others},
    Sign{"tagged ethe ", -300, others},
    Sign{"untagged ethe ", -300, others},
    Sign{"port-name ", -60, others},
    Sign{"vrf context ", -100, others},
    Sign{"class type network-qos c-", -200, others},
    Sign{"class type queuing c-out-", -200, others},
    Sign{"qos map dscp-tc ", -200, others},
    Sign{"qos map tc-queue ", -200, others},
    Sign{"qos wred-policy ", -200, others},
    Sign{"qos scheduler-policy ", -200, others},
    Sign{"interface Ethernet1/", -60, others},
    Sign{"interface GigabitEthernet", -200, others},
    Sign{"interface TenGigabitEthernet", -200, others},
};

}
