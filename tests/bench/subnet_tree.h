// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace rocelint::bench {

/// The shape of a generated three-level fat tree: by default 18 432 hosts on 1 664 switches.
struct Shape {
    std::uint32_t pods = 18;
    std::uint32_t leaves = 32; ///< per pod
    std::uint32_t spines = 32; ///< per pod; also the number of planes of cores
    std::uint32_t hosts = 32; ///< per leaf
    std::uint32_t cores = 16; ///< per plane
    std::uint32_t cables = 2; ///< from each spine to each core of its plane
    std::uint32_t files = 4; ///< that the tables are split into, since one file may have at most 256 MiB
    std::uint32_t loop = 0; ///< 1: two spines and two leaves send some packets in a loop
};

/// The switch or host that a number stands for. Leaves come first, then spines, cores and hosts.
struct Node {
    enum class Kind : std::uint8_t { leaf, spine, core, host };
    Kind kind;
    std::uint32_t pod; ///< for a core: its plane
    std::uint32_t index; ///< in the pod or plane; for a host: on its leaf
    std::uint32_t leaf; ///< for a host: in the pod
};

/// Cables and routes of such a tree, by node number.
class Tree {
public:
    explicit Tree(const Shape& shape) : shape_(shape) { }

    [[nodiscard]] std::uint32_t leaf(std::uint32_t pod, std::uint32_t index) const
    {
        return pod * shape_.leaves + index;
    }
    [[nodiscard]] std::uint32_t spine(std::uint32_t pod, std::uint32_t index) const
    {
        return shape_.pods * shape_.leaves + pod * shape_.spines + index;
    }
    [[nodiscard]] std::uint32_t core(std::uint32_t plane, std::uint32_t index) const
    {
        return shape_.pods * (shape_.leaves + shape_.spines) + plane * shape_.cores + index;
    }
    [[nodiscard]] std::uint32_t host(std::uint32_t leaf, std::uint32_t index) const
    {
        return switches() + leaf * shape_.hosts + index;
    }
    [[nodiscard]] std::uint32_t switches() const
    {
        return shape_.pods * (shape_.leaves + shape_.spines) + shape_.spines * shape_.cores;
    }
    [[nodiscard]] std::uint32_t nodes() const
    {
        return switches() + shape_.pods * shape_.leaves * shape_.hosts;
    }

    [[nodiscard]] Node node(std::uint32_t number) const
    {
        const std::uint32_t leaves = shape_.pods * shape_.leaves;
        const std::uint32_t spines = leaves + shape_.pods * shape_.spines;
        if (number < leaves)
            return {Node::Kind::leaf, number / shape_.leaves, number % shape_.leaves, 0};
        if (number < spines)
            return {
                Node::Kind::spine, (number - leaves) / shape_.spines, (number - leaves) % shape_.spines, 0};
        if (number < switches())
            return {Node::Kind::core, (number - spines) / shape_.cores, (number - spines) % shape_.cores, 0};
        const std::uint32_t leaf = (number - switches()) / shape_.hosts;
        return {Node::Kind::host,
            leaf / shape_.leaves,
            (number - switches()) % shape_.hosts,
            leaf % shape_.leaves};
    }

    [[nodiscard]] std::string name(std::uint32_t number) const
    {
        const Node one = node(number);
        switch (one.kind) {
        case Node::Kind::leaf:
            return fmt::format("leaf{}.{}", one.pod, one.index);
        case Node::Kind::spine:
            return fmt::format("spine{}.{}", one.pod, one.index);
        case Node::Kind::core:
            return fmt::format("core{}.{}", one.pod, one.index);
        case Node::Kind::host:
            break;
        }
        return fmt::format("host{}.{}.{} mlx5_0", one.pod, one.leaf, one.index);
    }

    // The port by which a switch forwards packets for a node: up by the address, then down.
    [[nodiscard]] std::uint32_t port(std::uint32_t at, std::uint32_t to) const
    {
        if (at == to)
            return 0;
        const Node here = node(at);
        const Node there = node(to);
        const bool below = there.kind == Node::Kind::leaf || there.kind == Node::Kind::host;
        const std::uint32_t leaf_there = there.kind == Node::Kind::host ? there.leaf : there.index;
        const std::uint32_t plane = there.kind == Node::Kind::core ? there.pod
            : there.kind == Node::Kind::spine                      ? there.index
                                                                   : to % shape_.spines;
        switch (here.kind) {
        case Node::Kind::leaf:
            if (there.kind == Node::Kind::host && there.pod == here.pod && there.leaf == here.index)
                return 1 + there.index;
            return shape_.hosts + 1 + plane;
        case Node::Kind::spine:
            if (below && there.pod == here.pod)
                return 1 + leaf_there;
            if (plane != here.index && !below)
                return 1 + to % shape_.leaves; // down to a leaf, which belongs to its plane too
            if (there.kind == Node::Kind::spine && there.pod == here.pod)
                return 1 + to % shape_.leaves;
            return shape_.leaves + 1
                + (there.kind == Node::Kind::core ? there.index * shape_.cables + to % shape_.cables
                                                  : to / shape_.spines % (shape_.cores * shape_.cables));
        case Node::Kind::core:
        case Node::Kind::host:
            break;
        }
        const std::uint32_t pod = there.kind == Node::Kind::core ? to % shape_.pods : there.pod;
        return 1 + pod * shape_.cables + to % shape_.cables;
    }

    // The node and port at the other end of a switch's port; ports after the last cabled one lead nowhere.
    struct End {
        std::uint32_t node;
        std::uint32_t port;
    };
    [[nodiscard]] std::uint32_t cabled_ports(std::uint32_t at) const
    {
        const Node here = node(at);
        return here.kind == Node::Kind::leaf ? shape_.hosts + shape_.spines
            : here.kind == Node::Kind::spine ? shape_.leaves + shape_.cores * shape_.cables
            : here.kind == Node::Kind::core  ? shape_.pods * shape_.cables
                                             : 1;
    }
    [[nodiscard]] End far(std::uint32_t at, std::uint32_t port) const
    {
        const Node here = node(at);
        const std::uint32_t index = port - 1;
        switch (here.kind) {
        case Node::Kind::leaf:
            if (index < shape_.hosts)
                return {host(at, index), 1};
            return {spine(here.pod, index - shape_.hosts), here.index + 1};
        case Node::Kind::spine:
            if (index < shape_.leaves)
                return {leaf(here.pod, index), shape_.hosts + 1 + here.index};
            return {core(here.index, (index - shape_.leaves) / shape_.cables),
                1 + here.pod * shape_.cables + (index - shape_.leaves) % shape_.cables};
        case Node::Kind::core:
            return {spine(index / shape_.cables, here.pod),
                shape_.leaves + 1 + here.index * shape_.cables + index % shape_.cables};
        case Node::Kind::host:
            break;
        }
        return {leaf(here.pod, here.leaf), here.index + 1};
    }

private:
    Shape shape_;
};

}
