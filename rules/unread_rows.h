// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/setting_place.h"
#include "models/fabric/unread_watch.h"
#include "rules/rule.h"

#include <cstddef>

namespace rocelint {

/// Says "not checked" for a rule that ended because a value is unread, so that no rule can be silent about it: where a rule
/// asked for a value in vain and neither reported nor explained itself, the last such value is the reason. Ports that carry
/// no RDMA are left out.
///
/// One for each rule and task, on the stack of the thread that runs the rule.
class UnreadRows {
public:
    UnreadRows(const Analysis& analysis, const Rule& rule, RuleOutput& output);

    /// Before the rule looks at a subject.
    void begin();
    /// After it has looked at one port.
    void settle(PortId port);
    /// After it has looked at several: each port is told of that a value in vain asked for belongs to. `device` is the one
    /// that they most likely belong to.
    void settle_each(std::uint32_t device);

private:
    [[nodiscard]] bool is_told(PortId port) const;
    [[nodiscard]] bool carries_rdma(PortId port) const;
    [[nodiscard]] bool is_gap(const SettingPlace& place, OriginId origin) const;
    void add(PortId port, const SettingPlace& place, OriginId origin);

    const Analysis& analysis_;
    const Rule& rule_;
    RuleOutput& output_;
    UnreadWatch watch_;
    std::size_t findings_before_ = 0;
};

}
