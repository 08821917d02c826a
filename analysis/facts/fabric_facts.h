// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts/device_facts.h"
#include "analysis/facts/noted.h"
#include "analysis/facts/tiers.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace rocelint {

/// What several rules ask of the whole fabric, as DeviceFacts has it of one device. For one thread.
class FabricFacts {
public:
    /// The analysis must outlive it.
    explicit FabricFacts(const Analysis& analysis)
        : analysis_(analysis), devices_(analysis.fabric->devices.size())
    {
    }

    /// Lives as long as the facts.
    [[nodiscard]] const Tiers& tiers()
    {
        if (!tiers_)
            tiers_.emplace([this] { return Tiers(analysis_); });
        return tiers_->tell();
    }
    /// The facts of one device, by its index.
    [[nodiscard]] DeviceFacts& device(std::uint32_t index)
    {
        if (!devices_[index])
            devices_[index] = std::make_unique<DeviceFacts>(analysis_, index);
        return *devices_[index];
    }

private:
    const Analysis& analysis_;
    std::optional<Noted<Tiers>> tiers_;
    std::vector<std::unique_ptr<DeviceFacts>> devices_;
};

}
