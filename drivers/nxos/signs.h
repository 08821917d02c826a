// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::nxos {

inline constexpr std::string_view only_ours = "configuration lines that only NX-OS writes";
// Dell OS10, IOS and the command line of Enterprise SONiC.
inline constexpr std::string_view others = "a platform of the same family";

/// Driver::signs.
inline constexpr Sign signs[]{
    Sign{"!Command: show running-config", Sign::certain, "its header comment is that of NX-OS"},
    Sign{"!RANCID-CONTENT-TYPE: cisco-nx", Sign::certain, "its header comment says that it is of NX-OS"},
    Sign{"Local Port id: Eth", 40, "output of show lldp neighbors detail"},
    Sign{"Local Port id: mgmt", 40, "output of show lldp neighbors detail"},
    Sign{"Port ", Sign::certain, "output of show interface priority-flow-control", " Oper(VL bmap)"},
    Sign{"Egress Queuing for ", Sign::certain, "output of show queuing interface", " [System]"},
    Sign{"| QOS GROUP ", Sign::certain, "output of show queuing pfc-queue", " PFC-COS ["},
    Sign{"Chassis id: ", 10, "output of show lldp neighbors detail"},
    Sign{"policy-map type network-qos ", 40, only_ours},
    Sign{"class-map type network-qos ", 40, only_ours},
    Sign{"class type network-qos c-", 50, only_ours},
    Sign{"class type queuing c-out-", 50, only_ours},
    Sign{"class-map type qos ", 36, "lines of NX-OS and of platforms like it"},
    Sign{"policy-map type qos ", 40, only_ours},
    Sign{"service-policy type qos input ", 10, "lines of NX-OS and of platforms like it"},
    Sign{"priority-flow-control mode on send-tlv", 40, only_ours},
    Sign{"priority-flow-control watch-dog", 45, only_ours},
    Sign{"vrf context ", 35, only_ours},
    Sign{"vpc domain ", 35, only_ours},
    Sign{"vpc peer-link", 35, only_ours},
    Sign{"copp profile ", 50, only_ours},
    Sign{"boot nxos", 120, only_ours},
    Sign{"feature nxapi", 50, only_ours},
    Sign{"feature interface-vlan", 50, only_ours},
    Sign{"feature lacp", 35, only_ours},
    Sign{"feature lldp", 35, only_ours},
    Sign{"feature ", 10, only_ours},
    Sign{"ip load-sharing address ", 35, only_ours},
    Sign{"interface Ethernet1/", 20, "names of ports as NX-OS writes them"},
    Sign{"interface Ethernet 1/", 20, "names of ports as NX-OS writes them"},
    Sign{"interface port-channel", 15, "names of ports as NX-OS writes them"},
    Sign{"interface Vlan", 10, "names of ports as NX-OS writes them"},
    Sign{"spanning-tree port type ", 20, only_ours},
    Sign{"spanning-tree mst ", 5, only_ours},
    Sign{"no cdp enable", 20, only_ours},
    Sign{"hsrp version ", 25, only_ours},
    Sign{"logging event port ", 20, only_ours},
    Sign{"service-policy type network-qos ", 40, only_ours},
    Sign{"interface ethernet1/1/", -300, others},
    Sign{"interface mgmt1/1/1", -300, others},
    Sign{"interface range ", -300, others},
    Sign{"interface Ethernet 1/1/", -60, others},
    Sign{"interface ethernet 1/1/", -60, others},
    Sign{"qos-map traffic-class ", -300, others},
    Sign{"trust dot1p-map ", -300, others},
    Sign{"! device: ", -300, others},
    Sign{"policy-map type quality-of-service ", -300, others},
    Sign{"class-map type pbr ", -300, others},
    Sign{"interface Management", -120, others},
    Sign{"vrf instance ", -120, others},
    Sign{"management api ", -120, others},
    Sign{"priority-flow-control priority ", -60, others},
    Sign{"tx-queue ", -120, others},
    Sign{"uc-tx-queue ", -120, others},
    Sign{"interface GigabitEthernet", -120, others},
    Sign{"interface TenGigabitEthernet", -120, others},
    Sign{"sonic-cli", -300, others},
};

}
