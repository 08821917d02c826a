// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/path/cause_sets.h"

#include <cstdint>
#include <vector>

namespace rocelint::proof {

/// Everything that packets meet between a switch and a leaf of the destination class: causes and arrivals.
struct Reached {
    std::uint32_t causes = 0; ///< set of causes
    std::uint32_t arrivals = 0; ///< set of indices into ClassProof::arrivals
};

/// A packet that has arrived at a leaf of the destination class.
struct Arrival {
    std::uint32_t device = 0;
    Packet packet;
};

/// Computes what packets meet on their way to a destination class, one class at a time. Use one object per
/// thread.
class ClassProof {
public:
    ClassProof(const FabricProof& proof,
        const std::vector<std::vector<std::uint32_t>>& hop_sets,
        CauseTable& causes,
        SetTable& sets);

    void choose(std::uint32_t destination_class);
    /// The rest of the path of a packet inside a switch. Valid until the next choose().
    [[nodiscard]] Reached from(std::uint32_t device, const Packet& packet);
    [[nodiscard]] const std::vector<Arrival>& arrivals() const { return arrivals_; }
    /// The causes that a hop meets.
    [[nodiscard]] std::uint32_t set_of(std::uint32_t channel, const Packet& packet) const;

private:
    struct Known {
        Packet packet;
        Reached reached;
        bool open = true;
    };
    [[nodiscard]] Reached look(std::uint32_t device, const Packet& packet, std::uint32_t depth);
    [[nodiscard]] std::uint32_t cause_set(const Step& step)
    {
        return unite_.table().make({causes_->add(step)});
    }
    [[nodiscard]] Reached arrive(std::uint32_t device, const Packet& packet);

    const FabricProof* proof_;
    const std::vector<std::vector<std::uint32_t>>* hop_sets_;
    CauseTable* causes_;
    SetUnion unite_;
    routing::RouteFinder finder_;
    const routing::Routes* routes_ = nullptr;
    const routing::DestinationClass* class_ = nullptr;
    std::uint32_t endpoint_ = 0; ///< any endpoint of the class
    std::vector<std::vector<Known>> known_; ///< by device
    std::vector<Arrival> arrivals_;
};

}
