// SPDX-License-Identifier: Apache-2.0
#include "rules/own/own_batches.h"

#include <algorithm>
#include <initializer_list>

namespace rocelint {
namespace {

constexpr std::uint32_t links_of_batch = 256;

bool has(const std::vector<const CustomRule*>& rules, std::initializer_list<CustomSubject> wanted)
{
    return std::ranges::any_of(rules,
        [&](const CustomRule* rule) { return std::ranges::find(wanted, rule->subject) != wanted.end(); });
}

}

OwnBatches::OwnBatches(const Fabric& fabric, const std::vector<const CustomRule*>& rules)
    : link_count_(static_cast<std::uint32_t>(fabric.links.size()))
{
    using Of = CustomSubject;
    fabric_ = has(rules, {Of::fabric}) ? 1 : 0;
    devices_ = has(rules, {Of::device, Of::port, Of::host, Of::job})
        ? static_cast<std::uint32_t>(fabric.devices.size())
        : 0;
    links_ = has(rules, {Of::link}) ? (link_count_ + links_of_batch - 1) / links_of_batch : 0;
}

OwnBatches::Batch OwnBatches::operator[](std::uint32_t batch) const
{
    if (batch < fabric_)
        return {What::fabric, 0, 0};
    batch -= fabric_;
    if (batch < devices_)
        return {What::device, batch, batch + 1};
    const std::uint32_t first = (batch - devices_) * links_of_batch;
    return {What::links, first, std::min(first + links_of_batch, link_count_)};
}

}
