// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <cstdint>
#include <vector>

namespace rocelint::app_env {

/// How the lines of a file were handled; a line keeps the worst of its marks.
class LineStates {
public:
    explicit LineStates(const Tree& tree);
    void mark(std::uint32_t begin, std::uint32_t end, CoverageState state);
    /// Marks lines from `from` on as not understood, and all others as irrelevant unless they were marked.
    void finish(std::uint32_t from = 0xffffffffU) const;

private:
    std::vector<const Node*> lines_;
    std::vector<CoverageState> states_;
};

}
