// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/custom_rule.h"
#include "models/fabric/fabric.h"

#include <cstdint>
#include <vector>

namespace rocelint {

/// How the subjects of a fabric are divided among processes.
class OwnBatches {
public:
    OwnBatches(const Fabric& fabric, const std::vector<const CustomRule*>& rules);
    [[nodiscard]] std::uint32_t count() const { return fabric_ + devices_ + links_; }

    enum class What : std::uint8_t { fabric, device, links };
    struct Batch {
        What what;
        std::uint32_t first; ///< index of the device or link
        std::uint32_t end;
    };
    [[nodiscard]] Batch operator[](std::uint32_t batch) const;

private:
    std::uint32_t fabric_ = 0;
    std::uint32_t devices_ = 0;
    std::uint32_t links_ = 0;
    std::uint32_t link_count_ = 0;
};

}
