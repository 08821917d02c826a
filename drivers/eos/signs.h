// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::eos {

// Only the best match among the platforms gets a file. Only signs of unsupported platforms count against EOS.
inline constexpr std::string_view only_ours = "configuration lines that only EOS writes";
// NX-OS, IOS, AOS-CX, Dell OS10 and the command line of Enterprise SONiC.
inline constexpr std::string_view others = "a platform of the same family";

/// Driver::signs.
inline constexpr Sign signs[]{
    Sign{"! device: ", Sign::certain, "its header comment names an EOS version", "EOS-"},
    Sign{"Interface ", Sign::certain, "output of show lldp neighbors detail", " LLDP neighbors", ":"},
    Sign{"!RANCID-CONTENT-TYPE: arista", Sign::certain, "its header comment says that it is Arista's"},
    Sign{"Port ", Sign::certain, "output of show priority-flow-control counters", " RxPfc"},
    Sign{"show interfaces counters queue", Sign::certain, "output of show interfaces counters queue"},
    Sign{"Et1", 40, "output of show interfaces counters queue", " UC"},
    Sign{"boot system ", 230, "it boots an EOS image", "/EOS"},
    Sign{"transceiver qsfp default-mode", 70, only_ours},
    Sign{"service routing protocols model", 70, only_ours},
    Sign{"management api http-commands", 60, only_ours},
    Sign{"management api gnmi", 45, only_ours},
    Sign{"interface profile ", 70, only_ours},
    Sign{"interface Port-Channel", 30, only_ours},
    Sign{"interface Vxlan", 45, only_ours},
    Sign{"interface Management", 20, only_ours},
    Sign{"interface Ethernet", 5, only_ours},
    Sign{"vrf instance ", 25, only_ours},
    Sign{"vlan internal order ", 25, only_ours},
    Sign{"spanning-tree mode mstp", 10, only_ours},
    Sign{"ip virtual-router mac-address", 35, only_ours},
    Sign{"no aaa root", 45, only_ours},
    Sign{"daemon TerminAttr", 70, only_ours},
    Sign{"qos profile ", 45, only_ours},
    Sign{"service-profile ", 45, only_ours},
    Sign{"qos map dscp ", 30, only_ours},
    Sign{"qos map cos ", 30, only_ours},
    Sign{"qos map traffic-class ", 35, only_ours},
    Sign{"policy-map type quality-of-service ", 60, only_ours},
    Sign{"class-map type pbr ", 60, only_ours},
    Sign{"class-map type qos ", 15, "lines of EOS and of platforms like it"},
    Sign{"service-policy type qos input ", 10, "lines of EOS and of platforms like it"},
    Sign{"priority-flow-control priority ", 40, only_ours, " no-drop"},
    Sign{"platform trident mmu", 60, only_ours},
    Sign{"tx-queue ", 35, only_ours},
    Sign{"uc-tx-queue ", 45, only_ours},
    Sign{"priority-flow-control pause watchdog", 60, only_ours},
    Sign{"priority-flow-control all off", 60, only_ours},
    Sign{"priority-flow-control on", 35, only_ours},
    Sign{"random-detect ecn minimum-threshold", 25, only_ours},
    Sign{"!Command: show running-config", -230, others},
    Sign{"! Version 10.", -230, others},
    Sign{"!Version ArubaOS-CX", -230, others},
    Sign{"feature ", -120, others},
    Sign{"boot nxos", -230, others},
    Sign{"vdc ", -120, others},
    Sign{"interface ethernet", -25, others},
    Sign{"interface GigabitEthernet", -70, others},
    Sign{"interface TenGigabitEthernet", -70, others},
    Sign{"interface HundredGigE", -70, others},
    Sign{"interface vlan", -10, others},
    Sign{"interface mgmt", -45, others},
    Sign{"sonic-cli", -120, others},
    Sign{"sonic#", -120, others},
    Sign{"sonic(", -120, others},
};

}
