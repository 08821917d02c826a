// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/nvue/nvue.h"
#include "models/syntax/coverage.h"
#include "models/text/edit.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::nvue_test {

/// One device, read from some files.
struct Case {
    SourceSet sources;
    std::vector<Tree> trees;
    Reading reading;

    explicit Case(std::string_view text) : Case({{"leaf1.yaml", text}}) { }
    Case(std::initializer_list<std::pair<const char*, std::string_view>> files)
    {
        for (const auto& [path, text] : files) {
            const SourceId id = sources.next_id();
            sources.put(std::make_unique<Source>(id, path, text));
            trees.push_back(nvue::driver.parse(*sources.find(id)));
        }
        reading = nvue::driver.read(trees, "leaf1");
    }
    [[nodiscard]] const Device& device() const { return reading.device; }
    [[nodiscard]] const Port& port(std::string_view name) const
    {
        return reading.device.ports.at(reading.device.find_port(name));
    }
    [[nodiscard]] const EcnProfile* marking(std::string_view name, std::uint8_t queue) const
    {
        const Setting<Ref>& ecn = device().queue(port(name), queue)->ecn;
        return ecn.known() && !ecn.value.none() ? &device().ecn_profiles.at(ecn.value.index) : nullptr;
    }
    [[nodiscard]] const Scheduler* service(std::string_view name, std::uint8_t queue) const
    {
        const Setting<Ref>& scheduler = device().queue(port(name), queue)->scheduler;
        return scheduler.known() && !scheduler.value.none() ? &device().schedulers.at(scheduler.value.index)
                                                            : nullptr;
    }
    [[nodiscard]] std::uint32_t lines(CoverageState state, std::size_t file = 0) const
    {
        return measure_coverage(trees[file]).count(state);
    }
    [[nodiscard]] std::string edited(const std::vector<Change>& changes) const
    {
        const Editing editing = nvue::driver.edit(trees, device(), changes);
        return editing.refused.empty() ? *apply_edits(*sources.find(0), editing.edits)
                                       : "refused: " + editing.refused.front().reason;
    }
};

inline Change change(std::uint32_t port, Property property, ChangeValue value, std::uint8_t number = 0xff)
{
    return {.port = {0, port}, .property = property, .number = number, .value = value};
}

}
