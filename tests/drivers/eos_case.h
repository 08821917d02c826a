// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/eos/eos.h"
#include "models/fabric/classify.h"
#include "models/fabric/dump.h"
#include "models/syntax/coverage.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>

namespace rocelint::eos_case {

/// One EOS text, read. Everything that the device points into lives as long as this does.
struct Case {
    SourceSet sources{1};
    Tree tree;
    Reading reading;
    Coverage coverage;

    explicit Case(std::string_view text)
    {
        sources.put(std::make_unique<Source>(0, "leaf1.cfg", text));
        tree = eos::driver.parse(*sources.find(0));
        reading = eos::driver.read({&tree, 1}, "fallback");
        coverage = measure_coverage(tree);
    }

    [[nodiscard]] const Device& device() const { return reading.device; }
    [[nodiscard]] const Port& port(std::string_view name) const
    {
        const std::uint32_t index = device().find_port(name);
        REQUIRE(index != Port::no_index);
        return device().ports[index];
    }
    [[nodiscard]] std::string text() const { return dump(device(), sources); }
    /// The dump of one port, from its title to the next.
    [[nodiscard]] std::string port_text(std::string_view name) const
    {
        const std::string all = text();
        const std::size_t from = all.find("  port " + std::string(name) + " ");
        REQUIRE(from != std::string::npos);
        return all.substr(from, all.find("\n  port ", from + 1) - from);
    }
    /// The text of the first problem, of the tree's first.
    [[nodiscard]] std::string first_problem() const
    {
        if (!tree.problems.empty())
            return tree.problems[0].message;
        return reading.problems.empty() ? "" : reading.problems[0].message;
    }
};

/// What an interface of a named device becomes, given its indented lines.
inline Case interface_case(std::string_view lines, std::string_view globals = "")
{
    return Case("hostname leaf1\n" + std::string(globals) + "interface Ethernet1/1\n" + std::string(lines));
}

inline bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

struct Row {
    std::string_view lines;
    std::string_view expected; ///< a part of the port's dump
};

}
