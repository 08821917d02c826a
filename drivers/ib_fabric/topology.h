// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/ib_fabric/scan.h"
#include "drivers/ib_fabric/section.h"

#include <cstdint>
#include <string_view>

namespace rocelint::ib_fabric {

/// One output of ibnetdiscover: nodes in topology.cpp, the lines of their ports in topology_ports.cpp.
class Topology final : public Section {
public:
    using State = CoverageState;
    using Section::Section;

    State take(const Node& line) override;
    void end(bool broken) override;

private:
    struct Ids {
        Guid system = 0;
        Guid node = 0;
        Guid port = 0;
        Setting<std::uint32_t> vendor;
        Setting<std::uint32_t> device;
        std::string_view chassis;
    };

    State take_comment(const Node& line);
    State note(const Node& line, State state);
    State take_id(const Node& line);
    State take_chassis(Scan& scan);
    State take_node(const Node& line);
    std::uint32_t new_node(std::string_view name, const Node& line);
    State take_description(Scan& scan, Guid port_guid, const Node& line);
    State take_port(const Node& line);
    void far_guid(std::uint32_t peer, std::uint8_t number, Guid guid, const Node& line);
    static void skip_external(Scan& scan);
    State take_remark(Scan& scan, std::uint8_t number, const Node& line);
    void describe_peer(PortKey peer, std::string_view description, Lid lid, OriginId at);
    static State take_rate(Scan& scan, DraftPort& own, OriginId at);

    std::uint32_t node_ = Subnet::none;
    Ids ids_;
    const Node* ids_begin_ = nullptr; ///< first ID line of a node whose own line has not come yet
    const Node* last_ = nullptr;
};

}
