// SPDX-License-Identifier: Apache-2.0
#include "models/physics/wire.h"
#include "rules/peer_link.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::mtu001 {
namespace {

constexpr double largest_path_mtu[] = {physics::largest_path_mtu};
constexpr double header_bytes_on_hosts[] = {physics::linux_rdma_headers};
constexpr double header_bytes_on_wire[] = {physics::roce_headers};
constexpr Parameter parameters[] = {
    {.name = "rdma_mtu",
        .defaults = largest_path_mtu,
        .unit = "bytes",
        .meaning = "RDMA path MTU that hosts should reach",
        .source = "InfiniBand Architecture Specification, path MTU 256 to 4096; NVIDIA doroce-linux "
                  "README asks for jumbo frames"},
    {.name = "host_overhead",
        .defaults = header_bytes_on_hosts,
        .unit = "bytes",
        .meaning
        = "what the host's stack subtracts from the interface's MTU before it rounds down to a path MTU",
        .source = "Linux include/rdma/ib_addr.h, iboe_get_mtu: GRH 40, UDP 8, BTH 12, XRC "
                  "4, atomic header 28, ICRC 4"},
    {.name = "wire_overhead",
        .defaults = header_bytes_on_wire,
        .unit = "bytes",
        .meaning = "headers of the largest ordinary RoCEv2 packet that count towards a switch's IP MTU",
        .source = "InfiniBand Architecture Specification annex A17: IPv4 20, UDP 8, BTH 12, "
                  "RETH 16, immediate 4, ICRC 4"},
};

constexpr std::string_view small_pod_network = R"(apiVersion: k8s.cni.cncf.io/v1
kind: NetworkAttachmentDefinition
metadata:
  name: rail0
spec:
  config: '{
      "cniVersion": "0.3.1",
      "name": "rail0",
      "plugins": [
        {"type": "sriov"},
        {"type": "tuning", "mtu": 1500},
        {"type": "rdma"}
      ]
    }'
)";
constexpr std::string_view large_pod_network = R"(apiVersion: k8s.cni.cncf.io/v1
kind: NetworkAttachmentDefinition
metadata:
  name: rail0
spec:
  config: '{
      "cniVersion": "0.3.1",
      "name": "rail0",
      "plugins": [
        {"type": "sriov"},
        {"type": "tuning", "mtu": 9000},
        {"type": "rdma"}
      ]
    }'
)";

constexpr Example examples[] = {
    {.title = "The RDMA interface has the Ethernet default MTU",
        .files = {{{"linux-host",
            "host1",
            R"(-2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode DEFAULT group default qlen 1000
+2: ens1f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP mode DEFAULT group default qlen 1000
-		active_mtu:		4096 (5)
+		active_mtu:		1024 (3)
)"}}},
        .flagged = "mtu 1500"},
    {.title = "A virtual function with an RDMA device of its own has the Ethernet default MTU",
        .files = {{{"linux-host",
            "host1",
            R"(-link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0
+link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0
+link mlx5_2/1 state ACTIVE physical_state LINK_UP netdev ens1f0v0
-    altname enp26s0f0np0
+    altname enp26s0f0np0
+5: ens1f0v0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP mode DEFAULT group default qlen 1000
+    link/ether 02:00:00:00:01:a0 brd ff:ff:ff:ff:ff:ff
)"}}},
        .flagged = "mtu 1500"},
    {.title = "A virtual function is down and waits for the pod that gets it",
        .files = {{{"linux-host",
            "host1",
            R"(-link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0
+link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0
+link mlx5_2/1 state DOWN physical_state DISABLED netdev ens1f0v0
-    altname enp26s0f0np0
+    altname enp26s0f0np0
+5: ens1f0v0: <BROADCAST,MULTICAST> mtu 1500 qdisc noop state DOWN mode DEFAULT group default qlen 1000
+    link/ether 02:00:00:00:01:a0 brd ff:ff:ff:ff:ff:ff
)"}}}},
    {.title = "The RDMA interface has room for a path MTU of 4096", .files = {{{"linux-host", "host1", ""}}}},
    {.title = "The VMkernel interface above the RDMA device has the Ethernet default MTU",
        .files = {{{"esxi-host", "host1", R"(@ vmk1
-   MTU: 9000
+   MTU: 1500
)"}}},
        .flagged = "MTU: 1500"},
    {.title = "A policy gives the virtual functions of pods an MTU of 1500",
        .files = {{{"kubernetes",
            "nics",
            R"(apiVersion: sriovnetwork.openshift.io/v1
kind: SriovNetworkNodePolicy
metadata:
  name: nics
spec:
  deviceType: netdevice
  isRdma: true
  mtu: 1500
  nicSelector:
    pfNames: [ens1f0np0]
  numVfs: 8
  resourceName: rdma
)",
            "policy.yaml"}}},
        .flagged = "mtu: 1500"},
    {.title = "A policy without an MTU leaves virtual functions with 1500 bytes",
        .files = {{{"kubernetes",
            "nics",
            R"(apiVersion: sriovnetwork.openshift.io/v1
kind: SriovNetworkNodePolicy
metadata:
  name: nics
spec:
  deviceType: netdevice
  isRdma: true
  nicSelector:
    pfNames: [ens1f0np0]
  numVfs: 8
  resourceName: rdma
)",
            "policy.yaml"}}},
        .flagged = "spec:"},
    {.title = "A policy gives the virtual functions of pods an MTU of 9000",
        .files = {{{"kubernetes",
            "nics",
            R"(apiVersion: sriovnetwork.openshift.io/v1
kind: SriovNetworkNodePolicy
metadata:
  name: nics
spec:
  deviceType: netdevice
  isRdma: true
  mtu: 9000
  nicSelector:
    pfNames: [ens1f0np0]
  numVfs: 8
  resourceName: rdma
)",
            "policy.yaml"}}}},
    {.title = "A network of pods sets their RDMA interfaces to 1500 bytes",
        .files = {{{"kubernetes", "rail0", small_pod_network, "rail0.yaml"}}},
        .flagged = R"("mtu": 1500)"},
    {.title = "A network of pods sets their RDMA interfaces to 9000 bytes",
        .files = {{{"kubernetes", "rail0", large_pod_network, "rail0.yaml"}}}},
    {.title = "A routed port of a leaf has the default MTU",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
-   mtu 9214
+   mtu 1500
)"}}},
        .flagged = "mtu 1500"},
    {.title = "Routed ports carry jumbo packets", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "A leaf's port carries no jumbo packets",
        .files = {{{"sonic", "leaf1", R"({"PORT": {"Ethernet0": {"mtu": "1500"}}})"}}},
        .flagged = R"("mtu": "1500")"},
    {.title = "Ports carry 9100 bytes", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "A port has the MTU of 1514, which counts the Ethernet header",
        .files = {{{"junos", "leaf1", R"(@ et-0/0/0 {
-        mtu 9216;
+        mtu 1514;
)"}}},
        .flagged = "mtu 1514;"},
    {.title = "The MTU is 9216", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "A port of a leaf has the default MTU",
        .files = {{{"onyx", "leaf1", R"(+   interface ethernet 1/1 mtu 1500 force
)"}}},
        .flagged = "mtu 1500"},
    {.title = "Ports carry jumbo packets", .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "A port has the usual MTU",
        .files = {{{"os10", "leaf1", R"(@ interface ethernet1/1/1
- mtu 9216
+ mtu 1532
)"}}},
        .flagged = "mtu 1532"},
    {.title = "A port has the default MTU",
        .files = {{{"nxos", "leaf1", R"(@ interface Ethernet1/1
-  mtu 9216
+  mtu 1500
)"}}},
        .flagged = "mtu 1500"},
    {.title = "A port has an MTU of 1500 bytes",
        .files = {{{"sonic-cli", "leaf1", R"(@ interface Eth1/1
- mtu 9216
+ mtu 1500
)"}}},
        .flagged = "mtu 1500"},
    {.title = "A port has the MTU of the internet",
        .files = {{{"nvue", "leaf1", R"(+nv set interface swp1 link mtu 1500
)"}}},
        .flagged = "mtu 1500"},
    {.title = "Both ports have the MTU that is the platform's default", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "A port takes no jumbo frames",
        .files = {{{"vrp", "leaf1", R"(@ interface 100GE1/0/1
- jumboframe enable 9216
+ jumboframe enable 1518
)"}}},
        .flagged = "jumboframe enable 1518"},
    {.title = "`mtu` of a routed port does not limit what the chip forwards",
        .files = {{{"vrp", "leaf1", R"(@ interface 100GE1/0/2
- mtu 9100
+ mtu 1500
)"}}}},
    {.title = "A port has the MTU of the internet",
        .files = {{{"aoscx", "leaf1", R"(@ interface 1/1/1
-    mtu 9198
+    mtu 1500
)"}}},
        .flagged = "mtu 1500"},
    {.title = "A port has the MTU of the internet",
        .files = {{{"iosxr", "leaf1", R"(@ interface HundredGigE0/0/0/0
- mtu 9216
+ mtu 1514
)"}}},
        .flagged = "mtu 1514"},
    {.title = "A port takes no jumbo frames",
        .files = {{{"comware", "leaf1", R"(@ interface HundredGigE1/0/1
- jumboframe enable 9216
+ undo jumboframe enable
)"}}},
        .flagged = "undo jumboframe enable"},
    {.title = "A routed port has the IP MTU of the system",
        .files = {{{"srlinux", "leaf1", R"(@ interface ethernet-1/1 {
-        ip-mtu 9198
+        ip-mtu 1500
)"}}},
        .flagged = "ip-mtu 1500"},
};

// The RDMA path MTU that an interface's MTU allows: a power of two from 256 to 4096.
std::uint64_t path_mtu_of(std::uint64_t mtu, std::uint64_t overhead)
{
    constexpr std::uint64_t largest = physics::largest_path_mtu;
    constexpr std::uint64_t smallest = 256;
    for (std::uint64_t path = largest; path >= smallest; path /= 2) {
        if (mtu >= path + overhead)
            return path;
    }
    return 0;
}

std::uint64_t bytes_of(const PortContext& context, std::string_view parameter)
{
    const double number = context.number(parameter);
    return number > 0 ? static_cast<std::uint64_t>(number) : 0;
}

// Proposes the MTU of comparable ports, limited by what the port at the other end accepts.
void propose_mtu(const PortContext& context, Diagnosis& diagnosis, Bytes least_packet)
{
    constexpr std::uint64_t ethernet_header = physics::ethernet_header;
    const Bytes least_frame{least_packet.count + ethernet_header};
    Bytes frame = context.shared().frames().for_port(context.id, least_frame);
    const auto peer = context.fabric.peer(context.id);
    if (context.on_host() && peer) {
        const Setting<Bytes>& taken = context.fabric.port(*peer).max_frame;
        frame = std::min(frame, std::max(least_frame, taken.value_or(frame)));
    }
    diagnosis.changes.push_back(
        context.change(Property::mtu, context.on_host() ? Bytes{frame.count - ethernet_header} : frame));
}

// The virtual functions of a host's port that carry RDMA by themselves: each has an MTU of its own.
void check_virtual_functions(PortContext& context)
{
    const Device& host = context.device();
    const std::uint64_t wanted = bytes_of(context, "rdma_mtu");
    const std::uint64_t overhead = bytes_of(context, "host_overhead");
    for (const Nic& nic : host.nics) {
        if (nic.port >= host.ports.size() || nic.rdma_device.empty())
            continue;
        const Port& port = host.ports[nic.port];
        // One that is down waits for the pod that gets it.
        if (port.admin_up.is(false) || nic.iwarp.is(true))
            continue;
        if (port.kind != PortKind::virtual_function || port.parent != context.id.port || !port.ip_mtu.known()
            || port.ip_mtu.value.count >= wanted + overhead)
            continue;
        const PortId id{context.id.device, nic.port};
        context.report({.severity = context.assumed() ? Severity::info : Severity::warning,
            .at = host.place(port.ip_mtu.origin, &port),
            .message
            = fmt::format("{} has MTU {}, which leaves RDMA of this virtual function a path MTU of {} "
                          "instead of {}: several times the packets for the same data",
                context.port_label(id),
                port.ip_mtu.value.count,
                path_mtu_of(port.ip_mtu.value.count, overhead),
                wanted),
            .subjects = {Subject{id, Property::mtu, Subject::whole}},
            .fix = fmt::format("Set the MTU of {} to at least {}, as a rule that of {}.",
                port.name,
                wanted + overhead,
                context.port().name)});
    }
}

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.is_roce() || port.kind != PortKind::physical || (!context.on_host() && !context.on_switch()))
        return;
    if (context.on_host())
        check_virtual_functions(context);
    const Nic* nic = context.nic();
    const Bytes* mtu = context.need(context.id, port.ip_mtu, "the MTU");
    if (mtu == nullptr)
        return;
    const std::uint64_t wanted = bytes_of(context, "rdma_mtu");
    const std::uint64_t overhead = bytes_of(context, context.on_host() ? "host_overhead" : "wire_overhead");
    if (mtu->count >= wanted + overhead)
        return;
    const std::uint64_t left = path_mtu_of(mtu->count, overhead);
    // A NIC that still uses more than its interface allows contradicts itself; anything else is the site's
    // choice.
    const bool contradiction = nic != nullptr && nic->rdma_mtu.known() && nic->rdma_mtu.value.count > left;
    // A switch drops nothing if no host sends packets larger than it carries: a smaller path MTU only costs
    // performance.
    const std::uint64_t used = context.on_switch() ? context.shared().path_mtu().count : 0;
    const bool drops = contradiction || (used > 0 && mtu->count < used + overhead);
    Diagnosis diagnosis{.severity = context.assumed() && !contradiction ? Severity::info
            : is_of_peer_link(context) || !drops                        ? Severity::warning
                                                                        : Severity::error,
        .at = context.place(port.ip_mtu.origin),
        .message = context.on_host()
            ? fmt::format("{} has MTU {}, which leaves RDMA a path MTU of {} instead of {}: "
                          "several times the packets for the same data",
                context.port_label(context.id),
                mtu->count,
                left,
                wanted)
            : fmt::format("{} has MTU {}, too small for RDMA packets of {} bytes and their headers: {}",
                context.port_label(context.id),
                mtu->count,
                drops ? used : wanted,
                drops          ? std::string("they are dropped here")
                    : used > 0 ? fmt::format("hosts have to stay at a path MTU of {}", used)
                               : std::string("hosts that use them lose them here")),
        .subjects = {context.subject(Property::mtu)},
        .fix = fmt::format(
            "Set the MTU of {} to at least {}, as a rule 9000 on hosts and the maximum on switches.",
            port.name,
            wanted + overhead)};
    if (contradiction)
        diagnosis.show(context.place(nic->rdma_mtu.origin),
            fmt::format("the NIC says that its path MTU is {}", nic->rdma_mtu.value.count));
    propose_mtu(context, diagnosis, {wanted + overhead});
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "MTU001",
    .name = "small-mtu-for-rdma",
    .severity = Severity::error,
    .other_severities
    = {{{Severity::warning,
            "where no host is known to send more than the port carries, or between the switches of "
            "an MLAG pair"},
        {Severity::info, "where the policy is only assumed and the NIC uses no more than the port carries"}}},
    .scope = Scope::port,
    .summary = "A RoCE port's MTU does not leave room for the RDMA path MTU.",
    .why = "The path MTU is a power of two, and the host takes the largest that fits into the interface's "
           "MTU after the headers. With 1500 that is 1024: four times the packets, completions and header "
           "bytes of 4096. A switch port with less than the hosts use drops the large packets and forwards "
           "the small ones that every test sends.",
    .source = "Linux include/rdma/ib_addr.h, iboe_get_mtu; InfiniBand Architecture Specification annex A17",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Raise the MTU to that of other hosts or switches: 4192 at least on hosts, as a rule 9000, and more on "
      "switches.",
    .check_port = check,
};

}
