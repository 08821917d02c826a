// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::nxos {

/// Driver::base_example.
inline constexpr std::string_view base_example = R"nxos(!Command: show running-config
!Running configuration last done at: Mon Mar  2 09:00:00 2026

version 10.3(4a) Bios:version 05.47
hostname @NAME@
feature lldp

class-map type qos match-any RDMA
  match dscp 26
class-map type qos match-any CNP
  match dscp 48
policy-map type qos FABRIC-IN
  class RDMA
    set qos-group 3
  class CNP
    set qos-group 6
policy-map type queuing FABRIC-OUT
  class type queuing c-out-8q-q7
    bandwidth remaining percent 0
  class type queuing c-out-8q-q6
    priority level 1
  class type queuing c-out-8q-q5
    bandwidth remaining percent 0
  class type queuing c-out-8q-q4
    bandwidth remaining percent 0
  class type queuing c-out-8q-q3
    bandwidth remaining percent 60
    random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes drop-probability 10 weight 0 ecn
  class type queuing c-out-8q-q2
    bandwidth remaining percent 0
  class type queuing c-out-8q-q1
    bandwidth remaining percent 0
  class type queuing c-out-8q-q-default
    bandwidth remaining percent 40
policy-map type network-qos FABRIC-NQ
  class type network-qos c-8q-nq3
    mtu 9216
    pause pfc-cos 3
  class type network-qos c-8q-nq-default
    mtu 9216
system qos
  service-policy type network-qos FABRIC-NQ
  service-policy type queuing output FABRIC-OUT
priority-flow-control watch-dog-interval on
priority-flow-control watch-dog interval 200

ip load-sharing address source-destination port source-destination

interface Ethernet1/1
  description host
  no switchport
  mtu 9216
  speed 100000
  priority-flow-control mode on
  priority-flow-control watch-dog-interval on
  service-policy type qos input FABRIC-IN
  ip address 10.0.1.1/31
  no shutdown

interface Ethernet1/2
  description uplink
  no switchport
  mtu 9216
  speed 100000
  priority-flow-control mode on
  priority-flow-control watch-dog-interval on
  service-policy type qos input FABRIC-IN
  ip address 10.0.0.1/31
  no shutdown
)nxos";

}
