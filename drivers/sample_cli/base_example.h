// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::sample_cli {

/// A clean switch whose name is `@NAME@`: port p1 leads to a host, p2 to a spine.
inline constexpr std::string_view base_example = R"(! sample-cli
hostname @NAME@
!
class dscp 26 to 3
class dscp 48 to 6
!
queue 0 share 40
queue 3 share 60
queue 6 share strict
!
interface p1
   description host
   speed 100G
   mtu 9114
   trust dscp
   pfc priority 3
   watchdog detection 200 restoration 400
   ecn queue 3 minimum 150 kbytes maximum 1500 kbytes probability 10
!
interface p2
   description uplink
   speed 100G
   mtu 9114
   trust dscp
   pfc priority 3
   watchdog detection 200 restoration 400
   ecn queue 3 minimum 150 kbytes maximum 1500 kbytes probability 10
!
end
)";

}
