// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::comware {

inline constexpr std::string_view its_header = "its header is that of Comware";
inline constexpr std::string_view shown_version = "the output of `display version` on a switch with Comware";
inline constexpr std::string_view port_names = "names of ports as Comware writes them";
inline constexpr std::string_view only_ours = "configuration lines that only Comware writes";
inline constexpr std::string_view of_family = "lines of Comware and of platforms like it";
// Huawei's VRP has the same sections and many of the same words, and Cisco's IOS XE and IOS XR names of ports like these.
inline constexpr std::string_view others = "a platform with words like those of Comware";

/// Driver::signs.
inline constexpr Sign signs[]{
    Sign{"version 7.1.", Sign::certain, its_header, ", "},
    Sign{"version 9.1.", Sign::certain, its_header, ", "},
    Sign{"H3C Comware ", Sign::certain, shown_version},
    Sign{"HPE Comware ", Sign::certain, shown_version},
    Sign{"HP Comware ", Sign::certain, shown_version},
    Sign{"display current-configuration", 15, "a command of Comware and of platforms like it"},
    Sign{"interface Ten-GigabitEthernet", 50, port_names},
    Sign{"interface Twenty-FiveGigE", 50, port_names},
    Sign{"interface M-GigabitEthernet", 50, port_names},
    Sign{"interface Bridge-Aggregation", 50, port_names},
    Sign{"interface Route-Aggregation", 50, port_names},
    Sign{"interface Vlan-interface", 40, port_names},
    Sign{"interface FortyGigE", 30, port_names},
    Sign{"interface HundredGigE", 30, port_names},
    Sign{"interface TwoHundredGigE", 40, port_names},
    Sign{"interface FourHundredGigE", 30, port_names},
    Sign{"interface EightHundredGigE", 30, port_names},
    Sign{"priority-flow-control no-drop dot1p ", 60, only_ours},
    Sign{"priority-flow-control deadlock ", 40, only_ours},
    Sign{"priority-flow-control dot1p ", 40, only_ours},
    Sign{"priority-flow-control poolID ", 40, only_ours},
    Sign{"priority-flow-control poolid ", 40, only_ours},
    Sign{"qos map-table ", 40, only_ours},
    Sign{"qos wred queue ", 40, only_ours},
    Sign{"qos wfq ", 40, only_ours},
    Sign{"port link-mode ", 40, only_ours},
    Sign{"irf mac-address ", 40, only_ours},
    Sign{"sysname ", 15, of_family},
    Sign{"!Software Version V", -100, others},
    Sign{"VRP (R) software", -100, others},
    Sign{"dcb pfc", -100, others},
    Sign{"diffserv domain ", -60, others},
    Sign{"interface Eth-Trunk", -60, others},
    Sign{"interface MEth", -60, others},
    Sign{"!! IOS XR Configuration", -100, others},
    Sign{"switchport", -60, others},
};

}
