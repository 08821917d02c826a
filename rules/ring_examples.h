// SPDX-License-Identifier: Apache-2.0
// Examples of the rules about rings of lossless buffers and about paths that go up again: two leaves, a
// spine, a host below one of them, and one whose address makes packets take a detour.
#pragma once

#include <string_view>

namespace rocelint::ring_examples {

/// host2 is below leaf2.
inline constexpr std::string_view two_leaves = R"(devices:
  leaf1: {role: leaf}
  leaf2: {role: leaf}
  spine1: {role: spine}
  host1: {role: host}
  host2: {role: host}
links:
  - {a: "leaf1:Ethernet1/1", b: "host1:eth0"}
  - {a: "leaf2:Ethernet1/1", b: "host2:ens1f0np0"}
  - {a: "leaf1:Ethernet2/1", b: "spine1:Ethernet1/1"}
  - {a: "leaf2:Ethernet2/1", b: "spine1:Ethernet2/1"}
)";
/// The link of leaf1 to spine1 has a network that no other device of the base examples has.
inline constexpr std::string_view leaf1 = R"(@ interface Ethernet2/1
-   ip address 10.0.0.1/31
+   ip address 10.0.3.1/31
)";
/// host2 is connected to the spine, and a link joins the leaves.
inline constexpr std::string_view joined_leaves = R"(devices:
  leaf1: {role: leaf}
  leaf2: {role: leaf}
  spine1: {role: spine}
  host1: {role: host}
  host2: {role: host}
links:
  - {a: "leaf1:Ethernet1/1", b: "host1:eth0"}
  - {a: "spine1:Ethernet1/1", b: "host2:ens1f0np0"}
  - {a: "leaf2:Ethernet2/1", b: "spine1:Ethernet2/1"}
  - {a: "leaf2:Ethernet1/1", b: "leaf1:Ethernet2/1"}
)";
/// Packets for host2 take the link between the leaves, and go up again from leaf2.
inline constexpr std::string_view sideways = R"(-ip routing
+ip route 10.0.2.0/24 10.0.6.1
+ip routing
)";
inline constexpr std::string_view leaf2_of_joined = R"(@ interface Ethernet1/1
-   ip address 10.0.1.1/31
+   ip address 10.0.6.1/31
@ interface Ethernet2/1
-   ip address 10.0.0.1/31
+   ip address 10.0.4.1/31
)";
inline constexpr std::string_view spine_of_joined = R"(@ interface Ethernet1/1
-   ip address 10.0.1.1/31
+   ip address 10.0.5.1/31
)";
/// host2 has an address that a route can lead to.
inline constexpr std::string_view host2 = R"(-    altname enp26s0f0np0
+    altname enp26s0f0np0
+    inet 10.0.2.5/24 brd 10.0.2.255 scope global ens1f0np0
)";

}
