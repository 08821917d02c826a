// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::vrp {

inline constexpr std::string_view port_names = "names of ports as VRP writes them";
inline constexpr std::string_view only_ours = "configuration lines that only VRP writes";
inline constexpr std::string_view shown_version = "the output of `display version` on a switch of Huawei";
// H3C's Comware has the same sections and many of the same words.
inline constexpr std::string_view others = "a platform of the same family";

/// Driver::signs.
inline constexpr Sign signs[]{
    Sign{"!Software Version V", Sign::certain, "its header is that of VRP"},
    Sign{"VRP (R) software, Version 8", Sign::certain, "it shows the version of VRP 8"},
    Sign{"Huawei Versatile Routing Platform Software", 30, shown_version},
    Sign{"Huawei YunShan OS", 30, shown_version},
    Sign{"HUAWEI CE", 30, shown_version, " uptime is "},
    Sign{"Interface  ", Sign::certain, "output of display dcb", " PFC Status "},
    Sign{"Interface  ", Sign::certain, "output of display dcb pfc", " Received(Frames) "},
    Sign{"Queue  ", Sign::certain, "output of display qos queue statistics", " CIR/PIR "},
    Sign{"display current-configuration", 15, "a command of VRP and of platforms like it"},
    Sign{"interface 10GE", 50, port_names},
    Sign{"interface 25GE", 50, port_names},
    Sign{"interface 40GE", 50, port_names},
    Sign{"interface 50GE", 50, port_names},
    Sign{"interface 100GE", 50, port_names},
    Sign{"interface 200GE", 50, port_names},
    Sign{"interface 400GE", 50, port_names},
    Sign{"interface 800GE", 50, port_names},
    Sign{"interface MEth", 30, port_names},
    Sign{"interface Eth-Trunk", 30, port_names},
    Sign{"dcb pfc", 40, only_ours},
    Sign{"dcb ets-profile ", 40, only_ours},
    Sign{"diffserv domain ", 40, only_ours},
    Sign{"drop-profile ", 30, only_ours},
    Sign{"ip-dscp-inbound ", 40, only_ours},
    Sign{"8021p-inbound ", 40, only_ours},
    Sign{"trust upstream ", 30, only_ours},
    Sign{"qos buffer headroom-pool ", 40, only_ours},
    Sign{"jumboframe enable ", 10, "lines of VRP and of platforms like it"},
    Sign{"undo portswitch", 20, only_ours},
    Sign{"sysname ", 15, "lines of VRP and of platforms like it"},
    Sign{"priority-flow-control ", -100, others},
    Sign{"version 7.1.", -100, others},
    Sign{"VRP (R) software, Version 5", -100, others},
    Sign{"interface HundredGigE", -100, others},
    Sign{"interface FourHundredGigE", -100, others},
    Sign{"interface Ten-GigabitEthernet", -100, others},
};

}
