// SPDX-License-Identifier: Apache-2.0
// What the contract asks of every driver: read texts, and read back what it made of them.
#pragma once

#include "drivers/driver.h"
#include "models/fabric/fields/dump.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::contract {

/// A base example with a name filled in.
inline std::string named(std::string_view example)
{
    constexpr std::string_view place = "@NAME@";
    std::string text(example);
    for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at))
        text.replace(at, place.size(), "device1");
    return text;
}

using Files = std::vector<std::pair<std::string, std::string>>; ///< path and text

/// The files of one device as one driver read them, with the texts that the reading points into.
struct Read {
    SourceSet sources;
    std::vector<Tree> trees;
    Reading reading;

    Read(const Driver& driver, const Files& files)
    {
        for (const auto& [path, text] : files) {
            const SourceId id = sources.next_id();
            sources.put(std::make_unique<Source>(id, path, text));
            trees.push_back(driver.parse(*sources.find(id)));
        }
        reading = driver.read(trees, "fallback");
    }
    Read(const Driver& driver, std::string_view text)
        : Read(driver, Files{{std::string(driver.base_file_name), std::string(text)}})
    {
    }
    [[nodiscard]] const Source& source() const { return *sources.find(0); }
    [[nodiscard]] const Device& device() const { return reading.device; }
    [[nodiscard]] std::string dumped() const { return dump(reading.device, sources); }
    [[nodiscard]] bool has(const SyntaxProblem& problem) const
    {
        for (const SyntaxProblem& own : reading.problems) {
            if (own.message == problem.message)
                return true;
        }
        return false;
    }
    [[nodiscard]] std::size_t problems() const
    {
        std::size_t count = reading.problems.size();
        for (const Tree& tree : trees)
            count += tree.problems.size();
        return count;
    }
};

inline const Port* first_physical(const Device& device)
{
    for (const Port& port : device.ports) {
        if (port.kind == PortKind::physical)
            return &port;
    }
    return nullptr;
}

template <class Check>
void for_each_example(Check&& check)
{
    for (const Driver* driver : all_drivers()) {
        if (driver->base_example.empty())
            continue;
        CAPTURE(driver->name);
        check(*driver, named(driver->base_example));
    }
}

}
