// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/setting_place.h"
#include "models/fabric/unread_watch.h"
#include "rules/rule.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint {

/// Says "not checked" for a rule that ended because a value is unread, so that no rule can be silent about it: where a rule
/// asked for a value in vain and neither reported nor explained itself, the last such value is the reason. Ports that carry
/// no RDMA are left out.
///
/// One for each rule and task, on the stack of the thread that runs the rule.
class UnreadRows {
public:
    UnreadRows(const Analysis& analysis, const SettingIndex& settings, const Rule& rule, RuleOutput& output);

    /// Before the rule looks at a subject.
    void begin()
    {
        watch_.clear();
        output_.explained.clear();
        findings_before_ = output_.findings.size();
    }
    /// After it has looked at one port. Mostly it asked for nothing in vain.
    void settle(PortId port)
    {
        if (!watch_.asked().empty())
            tell_last(port);
    }
    /// After it has looked at several: each port is told of that a value in vain asked for belongs to.
    void settle_each();

private:
    void tell_last(PortId port);
    [[nodiscard]] bool is_told(PortId port) const;
    [[nodiscard]] bool carries_rdma(PortId port) const;
    [[nodiscard]] bool is_gap(const SettingPlace& place, OriginId origin) const;
    void add(PortId port, const SettingPlace& place, OriginId origin);
    /// The row of this rule and task that gives this reason for the device; behind the last one: there is none.
    [[nodiscard]] std::size_t find_row(std::uint32_t device, std::string_view reason);

    // What a row stands for. Ports of a device mostly lack the same, and words are made only once.
    struct Told {
        std::uint32_t device = 0;
        const char* record = nullptr;
        const char* what = nullptr;
        const char* note = nullptr;
        bool elsewhere = false;
        friend bool operator==(const Told&, const Told&) = default;
    };
    struct Hash {
        std::size_t operator()(const Told& told) const;
    };

    const Analysis& analysis_;
    const SettingIndex& settings_;
    const Rule& rule_;
    RuleOutput& output_;
    UnreadWatch watch_;
    std::size_t findings_before_ = 0;
    std::unordered_map<Told, std::size_t, Hash> told_; ///< with its row
    std::unordered_map<std::uint32_t, std::vector<std::size_t>>
        rows_; ///< by device, of those before `sorted_`
    std::size_t
        sorted_; ///< so many rows of not_checked are in rows_, or were there before this rule and task
};

}
