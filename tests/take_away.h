// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fields/fields.h"
#include "models/fabric/records.h"

#include <type_traits>

namespace rocelint::testing {

/// Makes every setting of the row unread on the device. Returns false and changes nothing if none of them was known.
template <class Row>
bool take_away(Device& device, const Row& row)
{
    const auto each = [&](auto&& visit) {
        for_each_list(device, [&](auto records) {
            if constexpr (std::is_same_v<typename Row::Record, typename decltype(records)::value_type>) {
                for (auto& record : records)
                    visit(record.*row.member);
            }
        });
    };
    bool any = false;
    each([&](const auto& setting) { any = any || setting.peek_known(); });
    if (!any)
        return false;
    const OriginId reason = device.origins.unread("taken away");
    each([&](auto& setting) {
        setting.origin = reason;
        setting.value = {};
    });
    return true;
}

}
