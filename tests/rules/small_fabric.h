// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::test {

/// A linked fabric with everything its analysis refers to.
struct LinkedFabric {
    Fabric fabric;
    Policy policy;
    Analysis analysis;
};

/// A fabric of switches and hosts whose ports all carry RDMA on priority 3, built without configuration texts.
class SmallFabric {
public:
    void add(std::string_view name, Role role, std::string_view plane = {});
    void add_host(std::string_view name, Role role = Role::host);
    /// Adds a device that the topology names but nobody collected.
    void plan(std::string_view name, Role role);
    void rail(std::string_view leaf, std::uint32_t number);
    /// Adds a port to each of the two, with this speed in Gb/s. On a host it is another RDMA port.
    void cable(std::string_view a, std::string_view b, std::uint32_t gigabits = 100);
    /// Adds a port that leads to a device that was not collected.
    void open_end(std::string_view device, std::string_view neighbour);
    void assume_policy() { assumed_ = true; }
    /// States a parameter of a rule in the policy.
    void state(std::string_view code, std::string_view parameter, double value)
    {
        parameters_.push_back({std::string(code), std::string(parameter), value});
    }

    [[nodiscard]] std::unique_ptr<LinkedFabric> build() const;
    /// The findings of the topology's rules: "severity CODE message", one per line.
    [[nodiscard]] std::string findings() const;
    /// How many rows say that this rule was not checked.
    [[nodiscard]] std::size_t not_checked(std::string_view code) const;

private:
    struct Node {
        std::string name;
        Role role = Role::unknown;
        std::string plane;
        bool host = false;
        bool collected = true;
        std::uint32_t rail = Port::no_index;
        std::vector<std::uint32_t> ports; ///< speeds
    };
    struct Wire {
        std::string a;
        std::string a_port;
        std::string b;
        std::string b_port;
    };
    struct StatedParameter {
        std::string code;
        std::string name;
        double value;
    };
    Node& node(std::string_view name);
    static std::string new_port(Node& node, std::uint32_t gigabits);
    std::vector<Node> nodes_;
    std::vector<Wire> wires_;
    std::vector<StatedParameter> parameters_;
    bool assumed_ = false;
};

}
