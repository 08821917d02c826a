// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::aoscx {

inline constexpr std::string_view only_ours = "configuration lines that only AOS-CX writes";

/// Driver::signs.
inline constexpr Sign signs[]{
    Sign{"!Version ArubaOS-CX", Sign::certain, "its header is that of AOS-CX"},
    Sign{"!Version AOS-CX", Sign::certain, "its header is that of AOS-CX"},
    Sign{"https-server vrf ", 50, only_ours},
    Sign{"ssh server vrf ", 50, only_ours},
    Sign{"vsx-sync ", 40, only_ours},
    Sign{"inter-switch-link ", 35, only_ours},
    Sign{"interface 1/1/", 30, "names of ports as AOS-CX writes them"},
    Sign{"interface lag ", 30, "names of ports as AOS-CX writes them"},
    Sign{"vrf attach ", 30, only_ours},
    Sign{"vlan trunk allowed ", 30, only_ours},
    Sign{"vlan trunk native ", 30, only_ours},
    Sign{"flow-control priority ", 40, only_ours},
    Sign{"flow-control buffer ", 40, only_ours},
    Sign{"flow-control watchdog", 40, only_ours},
    Sign{"qos pool ", 40, only_ours, " lossless "},
    Sign{"qos queue-profile ", 40, only_ours},
    Sign{"qos schedule-profile ", 40, only_ours},
    Sign{"qos threshold-profile ", 40, only_ours},
    Sign{"qos dscp-map ", 35, only_ours, " local-priority "},
    Sign{"qos cos-map ", 35, only_ours, " local-priority "},
    Sign{"map queue ", 35, only_ours, " local-priority "},
    Sign{"apply qos ", 35, only_ours},
    Sign{"DCBx operational state ", Sign::certain, "output of show dcbx interface of AOS-CX"},
    Sign{"Buffer usage for ", Sign::certain, "output of show interface qos buffers of AOS-CX", " in kbytes:"},
    Sign{"Tx Bytes ", Sign::certain, "output of show interface queues of AOS-CX", " Tx Drops"},
    Sign{"Product Name ", 35, "output of show system of AOS-CX", " Aruba "},
};

}
