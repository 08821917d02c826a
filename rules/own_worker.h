// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"
#include "analysis/custom_rule.h"
#include "models/confined/confined.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// One thing that an own rule said of one subject, on its way out of the process that evaluated it; or, once of each batch, that
/// the rule was asked of any subject, and that its `where` held for one.
struct OwnEvent {
    enum class Kind : std::uint8_t { finding, not_checked, error, asked, met };
    Kind kind = Kind::finding;
    std::uint32_t rule = 0; ///< its place in the list of those that run
    std::uint32_t ports = 0; ///< of a row of not_checked
    PortId port; ///< the subject; not valid for the whole fabric
    Span at;
    std::string text; ///< message, reason or error
};

/// How the subjects of a fabric are parted among processes.
class OwnBatches {
public:
    OwnBatches(const Fabric& fabric, const std::vector<const CustomRule*>& rules);
    [[nodiscard]] std::uint32_t count() const { return fabric_ + devices_ + links_; }

    enum class What : std::uint8_t { fabric, device, links };
    struct Batch {
        What what;
        std::uint32_t first; ///< device or link
        std::uint32_t end;
    };
    [[nodiscard]] Batch operator[](std::uint32_t batch) const;

private:
    std::uint32_t fabric_ = 0;
    std::uint32_t devices_ = 0;
    std::uint32_t links_ = 0;
    std::uint32_t link_count_ = 0;
};

/// Evaluates batches until there are none left. In a process of its own.
void evaluate_own_rules(const std::vector<const CustomRule*>& rules,
    const Analysis& analysis,
    const OwnBatches& batches,
    confined::Worker& worker);

[[nodiscard]] std::vector<OwnEvent> read_own_events(std::string_view bytes);

}
