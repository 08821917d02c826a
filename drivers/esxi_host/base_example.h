// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::esxi_host {

/// The clean host that rule examples modify; every rule must stay silent on it.
inline constexpr std::string_view base_example = R"([root@@NAME@:~] hostname
@NAME@
[root@@NAME@:~] esxcli network nic list
Name    PCI Device    Driver      Admin Status  Link Status   Speed  Duplex  MAC Address         MTU  Description
------  ------------  ----------  ------------  -----------  ------  ------  -----------------  ----  -----------
vmnic4  0000:3b:00.0  nmlx5_core  Up            Up           100000  Full    02:00:00:00:01:10  9000  Mellanox Technologies ConnectX-6 Dx

[root@@NAME@:~] esxcli network nic get -n vmnic4
   Advertised Auto Negotiation: true
   Auto Negotiation: true
   Cable Type: FIBRE
   Driver Info:
         Bus Info: 0000:3b:00:0
         Driver: nmlx5_core
         Firmware Version: 22.36.1010
         Version: 4.23.0.36
   Link Detected: true
   Link Status: Up
   Name: vmnic4
   PHYAddress: 0
   Pause Autonegotiate: false
   Pause RX: false
   Pause TX: false
[root@@NAME@:~] esxcli network nic pauseParams list
NIC     Pause Params Supported  Pause RX  Pause TX  Auto Negotiation  Auto Negotiation Resolution Avail
------  ----------------------  --------  --------  ----------------  ---------------------------------
vmnic4                    true     false     false             false                              false

[root@@NAME@:~] esxcli network nic dcb status get -n vmnic4
   Nic Name: vmnic4
   Mode: 3 - IEEE Mode
   Enabled: true
   PFC Enabled: true
   PFC Configuration: 0 0 0 1 0 0 0 0
[root@@NAME@:~] esxcli rdma device list
Name     Driver      State    MTU  Speed     Paired Uplink  Description
-------  ----------  ------  ----  --------  -------------  -----------
vmrdma0  nmlx5_rdma  Active  4096  100 Gbps  vmnic4         MT2892 Family [ConnectX-6 Dx]

[root@@NAME@:~] esxcli rdma device vmknic list
Device   Vmknic  NetStack
-------  ------  -----------------
vmrdma0  vmk1    defaultTcpipStack

[root@@NAME@:~] esxcli rdma device protocol list
Device   RoCE v1  RoCE v2  iWARP
-------  -------  -------  -----
vmrdma0    false     true  false

[root@@NAME@:~] esxcli system module parameters list -m nmlx5_core
Name         Type  Value  Description
-----------  ----  -----  -----------
RSS          int          Number of queues of receive-side scaling
   Values : 2-16, 0 - disabled
   Default: 0
dcbx         int   3      Sets the operational mode of DCBX
pfcrx        int   0x08   Priority based flow control policy on RX
pfctx        int   0x08   Priority based flow control policy on TX
trust_state  int   2      What the priority of a packet is taken from

[root@@NAME@:~] esxcli system module parameters list -m nmlx5_rdma
Name        Type  Value  Description
----------  ----  -----  -----------
dscp_force  int   26     DSCP of outgoing RoCE traffic
pcp_force   int          PCP of outgoing RoCE traffic

[root@@NAME@:~] esxcli network vswitch standard list
vSwitch1
   Name: vSwitch1
   Class: cswitch
   Num Ports: 10496
   MTU: 9000
   CDP Status: listen
   Uplinks: vmnic4
   Portgroups: Storage

[root@@NAME@:~] esxcli network ip interface list
vmk1
   Name: vmk1
   MAC Address: 00:50:56:6a:11:22
   Enabled: true
   Portset: vSwitch1
   Portgroup: Storage
   Netstack Instance: defaultTcpipStack
   MTU: 9000
)";

}
