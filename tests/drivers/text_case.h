// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "models/fabric/fields/dump.h"
#include "models/syntax/coverage.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>

namespace rocelint::tests {

/// One configuration and its reading. It owns everything that the device points into.
struct TextCase {
    SourceSet sources{1};
    Tree tree;
    Reading reading;
    Coverage coverage;

    TextCase(const Driver& driver, std::string_view file_name, std::string_view text)
    {
        sources.put(std::make_unique<Source>(0, std::string(file_name), text));
        tree = driver.parse(*sources.find(0));
        reading = driver.read({&tree, 1}, "fallback");
        coverage = measure_coverage(tree);
    }

    [[nodiscard]] const Device& device() const { return reading.device; }
    [[nodiscard]] const Port& port(std::string_view name) const
    {
        const std::uint32_t index = device().find_port(name);
        REQUIRE(index != Port::no_index);
        return device().ports[index];
    }
    /// The message of the first problem, those of the tree first.
    [[nodiscard]] std::string first_problem() const
    {
        if (!tree.problems.empty())
            return tree.problems[0].message;
        return reading.problems.empty() ? "" : reading.problems[0].message;
    }
};

}
