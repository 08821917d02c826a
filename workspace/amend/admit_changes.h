// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "workspace/check/fault_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace rocelint::workspace {

/// Changes with which the check of the corrected fabric finds nothing new, and those left out because of new
/// findings.
template <class Item, class Trial>
struct Admitted {
    Trial best; ///< the trial of all admitted changes
    std::vector<std::pair<Item, std::string>> left_out; ///< each with the reason
};

/// Finds which of many changes can be made together without any new finding. An Item has a `device` in the
/// fabric as it was; a Trial has `faults` (NewFaults), and `try_all` makes a Trial from a list of items. All
/// changes are first tried together, since that usually works; if it does not, those on the devices of the
/// new findings and on their neighbors are tried by bisection.
template <class Item, class Trial, class TryAll>
class ChangeAdmission {
public:
    ChangeAdmission(const Fabric& fabric, TryAll try_all) : fabric_(fabric), try_all_(std::move(try_all)) { }

    Admitted<Item, Trial> run(const std::vector<Item>& asked)
    {
        result_.best = try_all_(asked);
        if (!result_.best.faults.sentence.empty())
            isolate(asked, result_.best.faults);
        return std::move(result_);
    }

private:
    // The maximum number of checks spent on finding the responsible changes. Changes still suspected then are
    // left out.
    static constexpr unsigned most_trials = 48;

    void isolate(const std::vector<Item>& asked, const NewFaults& faults)
    {
        std::vector<Item> suspects;
        for (const Item& item : asked)
            (is_suspect(item, faults) ? suspects : accepted_).push_back(item);
        result_.best = try_all_(accepted_);
        if (!result_.best.faults.sentence.empty()) {
            // The cause is not among the suspects.
            suspects = asked;
            accepted_.clear();
            result_.best = try_all_(accepted_);
        }
        admit(suspects, faults.sentence);
    }

    // Whether the change is on a device that has new findings, or on a neighbor of one.
    [[nodiscard]] bool is_suspect(const Item& item, const NewFaults& faults) const
    {
        const auto& devices = faults.devices;
        return devices.empty() || devices.contains(item.device)
            || std::ranges::any_of(fabric_.links, [&](const Link& link) {
                   return (link.a.device == item.device && devices.contains(link.b.device))
                       || (link.b.device == item.device && devices.contains(link.a.device));
               });
    }

    // `fault`: what was found when these candidates were tried together with others.
    void admit(const std::vector<Item>& candidates, const std::string& fault)
    {
        if (candidates.empty())
            return;
        if (trials_++ >= most_trials) {
            give_up(candidates, fault);
            return;
        }
        std::vector<Item> items = accepted_;
        items.insert(items.end(), candidates.begin(), candidates.end());
        Trial trial = try_all_(items);
        if (trial.faults.sentence.empty()) {
            accepted_ = std::move(items);
            result_.best = std::move(trial);
        } else if (candidates.size() == 1) {
            result_.left_out.emplace_back(candidates.front(), std::move(trial.faults.sentence));
        } else {
            const auto middle = candidates.begin() + static_cast<std::ptrdiff_t>(candidates.size() / 2);
            admit({candidates.begin(), middle}, trial.faults.sentence);
            admit({middle, candidates.end()}, trial.faults.sentence);
        }
    }

    void give_up(const std::vector<Item>& candidates, const std::string& fault)
    {
        for (const Item& item : candidates) {
            result_.left_out.emplace_back(item,
                candidates.size() == 1
                    ? fmt::format("{} (it was not tried alone: {} parts of the corrections were tried)",
                        fault,
                        most_trials)
                    : fmt::format(
                        "it is one of {} corrections that were not tried each alone, since {} parts of all were "
                        "tried; of the part that they belong to: {}",
                        candidates.size(),
                        most_trials,
                        fault));
        }
    }

    const Fabric& fabric_;
    TryAll try_all_;
    std::vector<Item> accepted_;
    Admitted<Item, Trial> result_;
    unsigned trials_ = 0;
};

/// Runs a ChangeAdmission.
template <class Item, class Trial, class TryAll>
[[nodiscard]] Admitted<Item, Trial> admit_changes(
    const Fabric& fabric, const std::vector<Item>& asked, TryAll try_all)
{
    return ChangeAdmission<Item, Trial, TryAll>(fabric, std::move(try_all)).run(asked);
}

}
