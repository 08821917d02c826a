// SPDX-License-Identifier: Apache-2.0
// Writes an intent of many devices to standard output: leaves and spines of three platforms in turn, one port per host, and each
// link on its own line.
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

constexpr std::uint32_t ports = 64;

struct Fabric {
    std::uint32_t leaves = 0;
    std::uint32_t spines = 0;
    std::uint32_t hosts = 0;
    std::uint32_t uplinks = 30; ///< of each leaf
};

// The name of a port in the numbering of the device's platform.
std::string port_name(std::uint32_t device, std::uint32_t port)
{
    switch (device % 3) {
    case 0:
        return fmt::format("Ethernet{}", port * 8);
    case 1:
        return fmt::format("Ethernet{}/1", port + 1);
    default:
        return fmt::format("et-0/0/{}", port);
    }
}

std::string intent_of(const Fabric& fabric)
{
    constexpr std::array<std::string_view, 3> platforms{"sonic", "eos", "junos"};
    std::string text = R"(version: 1
policy: {version: 1, rdma: {priority: 3, dscp: [26]}, cnp: {priority: 6, dscp: 48}, cables: {host-leaf: 3, leaf-spine: 30}}
mtu: 9000
templates:
  sonic: {platform: sonic, asic: spectrum-4, model: ACS-SN5600, ports: {"Ethernet[0-504/8]": {speed: 400G, lanes: 8, first_lane: 1}}}
  eos: {platform: eos, asic: tomahawk5, model: DCS-7060X6-64PE, ports: {"Ethernet[1-64]/1": {speed: 400G, lanes: 4}}}
  junos: {platform: junos, asic: tomahawk5, model: qfx5240-64od, ports: {"et-0/0/[0-63]": {speed: 400G, lanes: 4}}}
  host: {platform: linux-host, role: host, nic: mlx5, ports: {ens1f0np0: {rdma_device: mlx5_0, speed: 400G}}}
devices:
)";
    for (std::uint32_t leaf = 0; leaf < fabric.leaves; ++leaf)
        text += fmt::format("  leaf{}: {{template: {}, role: leaf}}\n", leaf, platforms[leaf % 3]);
    for (std::uint32_t spine = 0; spine < fabric.spines; ++spine)
        text += fmt::format("  spine{}: {{template: {}, role: spine}}\n", spine, platforms[spine % 3]);
    text += fmt::format("  host[0-{}]: {{template: host}}\nlinks:\n", fabric.hosts - 1);
    std::vector<std::uint32_t> leaf_used(fabric.leaves);
    std::vector<std::uint32_t> spine_used(fabric.spines);
    for (std::uint32_t host = 0; host < fabric.hosts; ++host) {
        const std::uint32_t leaf = host % fabric.leaves;
        text += fmt::format("  - {{a: \"host{}:ens1f0np0\", b: \"leaf{}:{}\"}}\n",
            host,
            leaf,
            port_name(leaf, leaf_used[leaf]++));
    }
    for (std::uint32_t leaf = 0; leaf < fabric.leaves; ++leaf) {
        for (std::uint32_t uplink = 0; uplink < fabric.uplinks; ++uplink) {
            const std::uint32_t spine = (leaf * 7 + uplink) % fabric.spines;
            if (spine_used[spine] == ports || leaf_used[leaf] == ports)
                continue;
            text += fmt::format("  - {{a: \"leaf{}:{}\", b: \"spine{}:{}\"}}\n",
                leaf,
                port_name(leaf, leaf_used[leaf]++),
                spine,
                port_name(spine, spine_used[spine]++));
        }
    }
    return text;
}

}

int main(int argc, char** argv)
{
    const auto number = [&](int index) {
        return index < argc ? static_cast<std::uint32_t>(std::strtoul(argv[index], nullptr, 10)) : 0U;
    };
    const Fabric fabric{.leaves = number(1), .spines = number(2), .hosts = number(3)};
    if (fabric.leaves == 0 || fabric.spines == 0 || fabric.hosts == 0) {
        std::fputs("usage: make_intent LEAVES SPINES HOSTS > fabric.yaml\n", stderr);
        return 2;
    }
    std::fputs(intent_of(fabric).c_str(), stdout);
    return 0;
}
