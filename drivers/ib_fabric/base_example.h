// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rocelint::ib_fabric {

/// Two leaves, two spines and four hosts; each link runs at the speed of both its ends.
constexpr const char* base_example = R"(#
# Topology file: generated on Mon Jun  1 12:00:00 2026
#
# Initiated from node 0000000000000101 port 0000000000000102

vendid=0x2c9
devid=0xd2f2
sysimgguid=0x11
switchguid=0x11(11)
Switch	40 "S-0000000000000011"		# "leaf1" enhanced port 0 lid 11 lmc 0
[1]	"H-0000000000000101"[1](102) 		# "host1 mlx5_0" lid 101 4xHDR
[2]	"H-0000000000000103"[1](104) 		# "host2 mlx5_0" lid 102 4xHDR
[31]	"S-0000000000000021"[1]		# "spine1" lid 21 4xHDR
[32]	"S-0000000000000022"[1]		# "spine2" lid 22 4xHDR

vendid=0x2c9
devid=0xd2f2
sysimgguid=0x12
switchguid=0x12(12)
Switch	40 "S-0000000000000012"		# "leaf2" enhanced port 0 lid 12 lmc 0
[1]	"H-0000000000000105"[1](106) 		# "host3 mlx5_0" lid 103 4xHDR
[2]	"H-0000000000000107"[1](108) 		# "host4 mlx5_0" lid 104 4xHDR
[31]	"S-0000000000000021"[2]		# "spine1" lid 21 4xHDR
[32]	"S-0000000000000022"[2]		# "spine2" lid 22 4xHDR

vendid=0x2c9
devid=0xd2f2
sysimgguid=0x21
switchguid=0x21(21)
Switch	40 "S-0000000000000021"		# "spine1" enhanced port 0 lid 21 lmc 0
[1]	"S-0000000000000011"[31]		# "leaf1" lid 11 4xHDR
[2]	"S-0000000000000012"[31]		# "leaf2" lid 12 4xHDR

vendid=0x2c9
devid=0xd2f2
sysimgguid=0x22
switchguid=0x22(22)
Switch	40 "S-0000000000000022"		# "spine2" enhanced port 0 lid 22 lmc 0
[1]	"S-0000000000000011"[32]		# "leaf1" lid 11 4xHDR
[2]	"S-0000000000000012"[32]		# "leaf2" lid 12 4xHDR

vendid=0x2c9
devid=0x101b
sysimgguid=0x101
caguid=0x101
Ca	1 "H-0000000000000101"		# "host1 mlx5_0"
[1](102) 	"S-0000000000000011"[1]		# lid 101 lmc 0 "leaf1" lid 11 4xHDR

vendid=0x2c9
devid=0x101b
sysimgguid=0x103
caguid=0x103
Ca	1 "H-0000000000000103"		# "host2 mlx5_0"
[1](104) 	"S-0000000000000011"[2]		# lid 102 lmc 0 "leaf1" lid 11 4xHDR

vendid=0x2c9
devid=0x101b
sysimgguid=0x105
caguid=0x105
Ca	1 "H-0000000000000105"		# "host3 mlx5_0"
[1](106) 	"S-0000000000000012"[1]		# lid 103 lmc 0 "leaf2" lid 12 4xHDR

vendid=0x2c9
devid=0x101b
sysimgguid=0x107
caguid=0x107
Ca	1 "H-0000000000000107"		# "host4 mlx5_0"
[1](108) 	"S-0000000000000012"[2]		# lid 104 lmc 0 "leaf2" lid 12 4xHDR

)";

}
