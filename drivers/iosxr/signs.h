// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::iosxr {

inline constexpr std::string_view only_ours = "configuration lines that only IOS XR writes";
inline constexpr std::string_view port_names = "names of ports as IOS XR writes them";
// IOS and NX-OS, and H3C's Comware, which has ports of the same types.
inline constexpr std::string_view others = "a platform of the same family";

/// Driver::signs.
inline constexpr Sign signs[]{
    Sign{"!! IOS XR Configuration", Sign::certain, "its header is that of IOS XR"},
    Sign{"hw-module profile priority-flow-control ", 60, only_ours},
    Sign{"end-class-map", 50, only_ours},
    Sign{"end-policy-map", 50, only_ours},
    Sign{"interface MgmtEth0/", 60, port_names},
    Sign{"interface Bundle-Ether", 40, port_names},
    // H3C's Comware has ports with three numbers: FourHundredGigE1/0/1.
    Sign{"interface FourHundredGigE0/0/0/", 80, port_names},
    Sign{"interface HundredGigE0/0/0/", 70, port_names},
    Sign{"interface TwoHundredGigE0/0/0/", 80, port_names},
    Sign{"interface EightHundredGigE0/0/0/", 80, port_names},
    Sign{"interface FourHundredGigE0/", 30, port_names},
    Sign{"interface HundredGigE0/", 30, port_names},
    Sign{"interface TenGigE0/", 40, port_names},
    Sign{"interface TwentyFiveGigE0/", 40, port_names},
    Sign{"interface FortyGigE0/0/0/", 60, port_names},
    Sign{"buffer-internal traffic-class", 40, only_ours},
    Sign{"buffer-extended traffic-class", 40, only_ours},
    Sign{"priority-flow-control watchdog mode ", 25, only_ours},
    Sign{"bundle id ", 30, only_ours, " mode "},
    Sign{"ipv4 address ", 20, only_ours},
    Sign{"router static", 20, only_ours},
    Sign{"bandwidth remaining ratio ", 10, "lines of IOS XR and of platforms like it"},
    Sign{"Local Interface: ", 20, "output of show lldp neighbors detail"},
    Sign{"Chassis id: ", 10, "output of show lldp neighbors detail"},
    Sign{"feature nxapi", -300, others},
    Sign{"boot nxos", -300, others},
    Sign{"boot-start-marker", -300, others},
    Sign{"service timestamps debug ", -60, others, " uptime"},
    Sign{"ip address ", -20, others},
    Sign{"irf mac-address ", -300, others},
};

}
