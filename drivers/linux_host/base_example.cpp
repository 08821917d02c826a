// SPDX-License-Identifier: Apache-2.0
// The clean host that rule examples modify; every rule must stay silent on it.
#include "drivers/linux_host/base_example.h"

namespace rocelint::linux_host {

const std::string_view base_example = R"(root@@NAME@:~# hostname
@NAME@
root@@NAME@:~# rdma link
link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0
root@@NAME@:~# ip -d link
1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN mode DEFAULT group default qlen 1000
    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00 promiscuity 0 minmtu 0 maxmtu 0
2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode DEFAULT group default qlen 1000
    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 9978 addrgenmode none
    altname enp26s0f0np0
root@@NAME@:~# mlnx_qos -i ens1f0np0
DCBX mode: OS controlled
Priority trust state: dscp
dscp2prio mapping:
	prio:0 dscp:07,06,05,04,03,02,01,00,
	prio:1 dscp:15,14,13,12,11,10,09,08,
	prio:2 dscp:23,22,21,20,19,18,17,16,
	prio:3 dscp:31,30,29,28,27,26,25,24,
	prio:4 dscp:39,38,37,36,35,34,33,32,
	prio:5 dscp:47,46,45,44,43,42,41,40,
	prio:6 dscp:55,54,53,52,51,50,49,48,
	prio:7 dscp:63,62,61,60,59,58,57,56,
default priority:
Receive buffer size (bytes): 130944,130944,0,0,0,0,0,0,total_size=262016
Cable len: 7
PFC configuration:
	priority    0   1   2   3   4   5   6   7
	enabled     0   0   0   1   0   0   0   0   
	buffer      0   0   0   1   0   0   0   0   
tc: 0 ratelimit: unlimited, tsa: ets, bw: 50%
	 priority:  0
	 priority:  1
	 priority:  2
	 priority:  4
	 priority:  5
	 priority:  7
tc: 3 ratelimit: unlimited, tsa: ets, bw: 50%
	 priority:  3
tc: 6 ratelimit: unlimited, tsa: strict
	 priority:  6
root@@NAME@:~# ethtool -a ens1f0np0
Pause parameters for ens1f0np0:
Autonegotiate:	off
RX:		off
TX:		off

root@@NAME@:~# ethtool -i ens1f0np0
driver: mlx5_core
version: 24.10-0.7.0
firmware-version: 28.43.1014 (MT_0000000834)
bus-info: 0000:1a:00.0
root@@NAME@:~# ethtool --get-tunable ens1f0np0 pfc-prevention-tout
pfc-prevention-tout: 100
root@@NAME@:~# mlxconfig -d mlx5_0 -e q
Device #1:
----------
Device type:        ConnectX7
Name:               MCX755106AS-HEA_Ax
Device:             mlx5_0
Configurations:                                      Default              Current              Next Boot
        ATS_ENABLED                                 False(0)             False(0)             False(0)
        ROCE_ADAPTIVE_ROUTING_EN                    False(0)             False(0)             False(0)
        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
        RPG_TIME_RESET_P1                           300                  300                  300
        RPG_AI_RATE_P1                              5                    5                    5
        DCE_TCP_G_P1                                1019                 1019                 1019
        MIN_TIME_BETWEEN_CNPS_P1                    4                    4                    4
        CNP_802P_PRIO_P1                            6                    6                    6
        CNP_DSCP_P1                                 48                   48                   48
        LLDP_NB_DCBX_P1                             False(0)             False(0)             False(0)
        DCBX_WILLING_P1                             True(1)              True(1)              True(1)
root@@NAME@:~# mlxreg -d mlx5_0 --reg_name ROCE_ACCL --get
Field Name                                     | Data
============================================================
roce_adp_retrans_en                            | 0x00000001
roce_tx_window_en                              | 0x00000000
roce_slow_restart_en                           | 0x00000001
============================================================
root@@NAME@:~# lspci -D -vvv
0000:00:01.0 PCI bridge: Intel Corporation Device 352a (rev 04) (prog-if 00 [Normal decode])
	Bus: primary=00, secondary=18, subordinate=1b, sec-latency=0
	Capabilities: [220 v1] Access Control Services
		ACSCap:	SrcValid+ TransBlk+ ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-
		ACSCtl:	SrcValid- TransBlk- ReqRedir- CmpltRedir- UpstreamFwd- EgressCtrl- DirectTrans-
0000:1a:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]
0000:1b:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)
root@@NAME@:~# ethtool ens1f0np0
Settings for ens1f0np0:
	Supported ports: [ FIBRE ]
	Supports auto-negotiation: Yes
	Speed: 100000Mb/s
	Duplex: Full
	Auto-negotiation: on
	Port: FIBRE
	Link detected: yes
root@@NAME@:~# grep -rH '' /sys/class/net/ens1f0np0/ecn/roce_np/enable /sys/class/net/ens1f0np0/ecn/roce_rp/enable
/sys/class/net/ens1f0np0/ecn/roce_np/enable/0:0
/sys/class/net/ens1f0np0/ecn/roce_np/enable/1:0
/sys/class/net/ens1f0np0/ecn/roce_np/enable/2:0
/sys/class/net/ens1f0np0/ecn/roce_np/enable/3:1
/sys/class/net/ens1f0np0/ecn/roce_np/enable/4:0
/sys/class/net/ens1f0np0/ecn/roce_np/enable/5:0
/sys/class/net/ens1f0np0/ecn/roce_np/enable/6:0
/sys/class/net/ens1f0np0/ecn/roce_np/enable/7:0
/sys/class/net/ens1f0np0/ecn/roce_rp/enable/0:0
/sys/class/net/ens1f0np0/ecn/roce_rp/enable/1:0
/sys/class/net/ens1f0np0/ecn/roce_rp/enable/2:0
/sys/class/net/ens1f0np0/ecn/roce_rp/enable/3:1
/sys/class/net/ens1f0np0/ecn/roce_rp/enable/4:0
/sys/class/net/ens1f0np0/ecn/roce_rp/enable/5:0
/sys/class/net/ens1f0np0/ecn/roce_rp/enable/6:0
/sys/class/net/ens1f0np0/ecn/roce_rp/enable/7:0
root@@NAME@:~# grep -H '' /sys/class/net/ens1f0np0/ecn/roce_np/cnp_dscp /sys/class/net/ens1f0np0/ecn/roce_np/cnp_802p_prio
/sys/class/net/ens1f0np0/ecn/roce_np/cnp_dscp:48
/sys/class/net/ens1f0np0/ecn/roce_np/cnp_802p_prio:6
root@@NAME@:~# cat /sys/class/infiniband/mlx5_0/tc/1/traffic_class
Global tclass=106
root@@NAME@:~# cma_roce_mode -d mlx5_0 -p 1
RoCE v2
root@@NAME@:~# cma_roce_tos -d mlx5_0
106
root@@NAME@:~# show_gids
DEV	PORT	INDEX	GID					IPv4  		VER	DEV
---	----	-----	---					------------  	---	---
mlx5_0	1	0	fe80:0000:0000:0000:0000:00ff:fe00:0110			v1	ens1f0np0
mlx5_0	1	1	fe80:0000:0000:0000:0000:00ff:fe00:0110			v2	ens1f0np0
mlx5_0	1	2	0000:0000:0000:0000:0000:ffff:c000:0201	192.0.2.1  	v1	ens1f0np0
mlx5_0	1	3	0000:0000:0000:0000:0000:ffff:c000:0201	192.0.2.1  	v2	ens1f0np0
n_gids_found=4
root@@NAME@:~# ibv_devinfo -d mlx5_0
hca_id:	mlx5_0
	transport:			InfiniBand (0)
	fw_ver:				28.43.1014
	port:	1
		state:			PORT_ACTIVE (4)
		max_mtu:		4096 (5)
		active_mtu:		4096 (5)
		link_layer:		Ethernet
)";

}
