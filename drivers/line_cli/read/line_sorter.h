// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/lines.h"

#include <span>

namespace rocelint::line_cli {

/// Assigns the lines of one device to what they apply to: a platform says what becomes of each block, which it takes in order.
template <class Config>
class LineSorter {
public:
    explicit LineSorter(Config& config) : config_(config) { }
    LineSorter(const LineSorter&) = delete;
    LineSorter& operator=(const LineSorter&) = delete;
    virtual ~LineSorter() = default;

    /// Call it once.
    void run()
    {
        for (const Stanza& stanza : config_.lines.stanzas)
            take(stanza, config_.lines.header(stanza), config_.lines.inside(stanza));
        for (const Node* node : config_.lines.unmatched)
            take_unmatched(*node);
        finish();
    }

protected:
    /// Takes a line in the margin, and the lines in its block.
    virtual void take(const Stanza& stanza, const Fact& header, std::span<const Fact> inside) = 0;
    /// Takes a line that no row reads, such as the prompt in a transcript.
    virtual void take_unmatched(const Node& /*node*/) { }
    /// Called when all lines are taken.
    virtual void finish() { }
    Config& config_;
};

}
