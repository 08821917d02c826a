// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fields/setting_place.h"
#include "models/fabric/value/unread_watch.h"
#include "rules/rule.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint {

/// Reports "not checked" for a rule that ended because a value is unread, so that no rule ends silently: if a
/// rule accessed an unread value and neither reported nor explained anything, the last such value is the
/// reason. Ports without RDMA are left out.
///
/// There is one object for each rule and task, on the stack of the thread that runs the rule.
class UnreadRows {
public:
    UnreadRows(const Analysis& analysis, const SettingIndex& settings, const Rule& rule, RuleOutput& output);

    /// Call before the rule checks a subject.
    void begin()
    {
        watch_.clear();
        output_.explained.clear();
        findings_before_ = output_.findings.size();
    }
    /// Call after the rule has checked one port. Usually it accessed no unread value.
    void settle(PortId port)
    {
        if (!watch_.asked().empty())
            tell_last(port);
    }
    /// Call after the rule has checked several ports: reports each port that has an unread value the rule
    /// accessed.
    void settle_each();

private:
    void tell_last(PortId port);
    [[nodiscard]] bool is_told(PortId port) const;
    [[nodiscard]] bool carries_rdma(PortId port) const;
    [[nodiscard]] bool is_gap(const SettingPlace& place, OriginId origin) const;
    void add(PortId port, const SettingPlace& place, OriginId origin);
    /// Returns the index of the row with this rule, task, device and reason; one past the last row if there
    /// is none.
    [[nodiscard]] std::size_t find_row(std::uint32_t device, std::string_view reason);

    // Identifies a row. Ports of one device mostly lack the same values, so the text is made only once.
    struct Reported {
        std::uint32_t device = 0;
        const char* record = nullptr;
        const char* what = nullptr;
        const char* note = nullptr;
        bool elsewhere = false;
        friend bool operator==(const Reported&, const Reported&) = default;
    };
    struct Hash {
        std::size_t operator()(const Reported& told) const;
    };

    const Analysis& analysis_;
    const SettingIndex& settings_;
    const Rule& rule_;
    RuleOutput& output_;
    UnreadWatch watch_;
    std::size_t findings_before_ = 0;
    std::unordered_map<Reported, std::size_t, Hash> told_; ///< with the index of the row
    /// By device: the indices of its rows before `sorted_`.
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> rows_;
    /// The number of rows of not_checked that are in rows_ already, or existed before this rule and task.
    std::size_t sorted_;
};

}
