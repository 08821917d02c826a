// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/junos.h"
#include "models/fabric/classify.h"
#include "models/fabric/dump.h"
#include "models/syntax/coverage.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>

namespace rocelint::junos_case {

/// One Junos text, read. Everything that the device points into lives as long as this does.
struct Case {
    SourceSet sources{1};
    Tree tree;
    Reading reading;
    Coverage coverage;

    explicit Case(std::string_view text)
    {
        sources.put(std::make_unique<Source>(0, "juniper.conf", text));
        tree = junos::driver.parse(*sources.find(0));
        reading = junos::driver.read({&tree, 1}, "fallback");
        coverage = measure_coverage(tree);
    }

    [[nodiscard]] const Device& device() const { return reading.device; }
    [[nodiscard]] const Port& port(std::string_view name) const
    {
        const std::uint32_t index = device().find_port(name);
        REQUIRE(index != Port::no_index);
        return device().ports[index];
    }
    [[nodiscard]] std::string first_problem() const
    {
        if (!tree.problems.empty())
            return tree.problems[0].message;
        return reading.problems.empty() ? "" : reading.problems[0].message;
    }
    /// The text that a setting comes from.
    template <class T>
    [[nodiscard]] std::string_view written(const Setting<T>& setting) const
    {
        return sources.text_at(device().place(setting.origin));
    }
    [[nodiscard]] CoverageState state_of_line(std::uint32_t line) const
    {
        return line_states(tree)[line - 1];
    }
};

}
