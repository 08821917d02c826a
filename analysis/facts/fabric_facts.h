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

/// Facts about the whole fabric that several rules need; see DeviceFacts. Not thread-safe.
class FabricFacts {
public:
    /// The analysis must outlive this object.
    explicit FabricFacts(const Analysis& analysis)
        : analysis_(analysis), devices_(analysis.fabric->devices.size())
    {
    }

    /// Valid as long as this object.
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
