// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::junos {

inline constexpr std::string_view hierarchy = "statements of the Junos hierarchy";
inline constexpr std::string_view vyos = "VyOS";
inline constexpr std::string_view other_commands = "set commands of VyOS, SR Linux or NVUE";

/// Driver::signs: statements in braces, then commands.
inline constexpr Sign signs[]{
    Sign{"Physical interface: ", Sign::certain, "output of show interfaces", ", Physical link is "},
    Sign{"class-of-service {", 60, hierarchy},
    Sign{"routing-options {", 50, hierarchy},
    Sign{"policy-options {", 50, hierarchy},
    Sign{"forwarding-options {", 50, hierarchy},
    Sign{"routing-instances {", 50, hierarchy},
    Sign{"interfaces {", 15, hierarchy},
    Sign{"system {", 10, hierarchy},
    Sign{"protocols {", 20, hierarchy},
    Sign{"chassis {", 30, hierarchy},
    Sign{"host-name ", 15, hierarchy, {}, "{;"},
    Sign{"groups {", 25, hierarchy},
    Sign{"apply-groups ", 40, hierarchy, {}, "{;"},
    Sign{"family inet", 20, hierarchy, {}, "{;"},
    Sign{"unit 0 {", 25, hierarchy},
    Sign{"drop-profiles {", 40, hierarchy},
    Sign{"forwarding-class ", 20, hierarchy, {}, "{;"},
    Sign{"encrypted-password \"", 20, hierarchy},
    Sign{"version 2", 15, hierarchy, {}, "{;"},
    Sign{"version 1", 15, hierarchy, {}, "{;"},
    Sign{"policy-statement ", 30, hierarchy, {}, "{;"},
    Sign{"congestion-notification-profile ", 50, hierarchy, {}, "{;"},
    Sign{"scheduler-maps {", 40, hierarchy},
    Sign{"ether-options {", 40, hierarchy},
    Sign{"inactive: ", 40, hierarchy, {}, "{;"},
    Sign{"## Last c", 40, hierarchy},
    Sign{"vyos", -100, vyos, {}, "{;"},
    Sign{"ethernet eth", -100, vyos, {}, "{;"},
    Sign{"set class-of-service ", 80, hierarchy},
    Sign{"set interfaces et-", 80, hierarchy},
    Sign{"set interfaces xe-", 80, hierarchy},
    Sign{"set interfaces ge-", 80, hierarchy},
    Sign{"set interfaces ae", 60, hierarchy},
    Sign{"set interfaces irb", 60, hierarchy},
    Sign{"set interfaces lo0 unit", 80, hierarchy},
    Sign{"set interfaces interface-range ", 80, hierarchy},
    Sign{"set system host-name ", 35, hierarchy},
    Sign{"set chassis ", 60, hierarchy},
    Sign{"set groups ", 60, hierarchy},
    Sign{"set apply-groups ", 80, hierarchy},
    Sign{"set policy-options ", 60, hierarchy},
    Sign{"set routing-options ", 60, hierarchy},
    Sign{"set routing-instances ", 60, hierarchy},
    Sign{"set forwarding-options ", 60, hierarchy},
    Sign{"set protocols ", 20, hierarchy},
    Sign{"set firewall family ", 60, hierarchy},
    Sign{"set version ", 30, hierarchy},
    Sign{"set vlans ", 20, hierarchy},
    Sign{"configure {", -200, "the MD-CLI of SR OS"},
    Sign{"admin-state enable", -200, "the MD-CLI of SR OS"},
    Sign{"admin-state disable", -200, "the MD-CLI of SR OS"},
    Sign{"router \"Base\" {", -200, "the MD-CLI of SR OS"},
    Sign{"set interfaces ethernet ", -200, other_commands},
    Sign{"set service ", -60, other_commands},
    Sign{"set / ", -200, other_commands},
    Sign{"set interface ", -100, other_commands},
    Sign{"set qos ", -100, other_commands},
};

}
