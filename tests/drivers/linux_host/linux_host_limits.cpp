// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/limits.h"

namespace rocelint::limit_contract {
namespace {

const Reported linux_host_limits{{
    .platform = "linux-host",
    // Captures show the current state; only a script requests a value.
    .file = "setup.sh",
    .text = "#!/bin/sh\n",
    .beyond = {
        {"mtu 65536: out of range, 68 to 65535 (linux/if_ether.h",
            "\n",
            "\nip link set ens1f0np0 mtu 65536\n",
            Property::mtu,
            Bytes{65536}},
        {"mtu 67: out of range, 68 to 65535 (linux/if_ether.h",
            "\n",
            "\nip link set ens1f0np0 mtu 67\n",
            Property::mtu,
            Bytes{67}},
        {"type of service 256: out of range, 0 to 255",
            "\n",
            "\ncma_roce_tos -d mlx5_0 -p 1 -t 256\n",
            {}},
        {"DSCP 64: out of range, 0 to 63",
            "\n",
            "\necho 64 > /sys/class/net/ens1f0np0/ecn/roce_np/cnp_dscp\n",
            Property::cnp_marking,
            std::uint8_t{64}},
        {"cable_len 65536: out of range, 0 to 65535",
            "\n",
            "\ndcb pfc set dev ens1f0np0 delay 65536\n",
            Property::cable_length,
            Metres{65536}},
        {"priority 8: out of range, 0 to 7",
            "\n",
            "\necho 8 > /sys/class/net/ens1f0np0/ecn/roce_np/cnp_802p_prio\n",
            Property::dscp_map,
            MapEntry{MapKind::dscp_to_tc, 26, 8}},
    },
    .rendered = {"mtu takes 68 to 65535 (linux/if_ether.h", "cable_len takes 0 to 65535 (linux/dcbnl.h"},
}};

}
}
