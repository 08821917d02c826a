// SPDX-License-Identifier: Apache-2.0
// One line is edited for one change. What runs is decided by the last line of an option that is taken, so that a line which a
// later one overrides is not the one to edit.
#include "drivers/opensm/edit.h"

#include "models/fabric/subnet_manager.h"

#include <fmt/format.h>

namespace rocelint::opensm {
namespace {

// The value of an option in this file's own words: hexadecimal stays hexadecimal.
std::string value_text(const SmOption& option, const Change& change)
{
    if (const auto* on = std::get_if<bool>(&change.value))
        return *on ? "TRUE" : "FALSE";
    const std::uint64_t number = std::get<Bytes>(change.value).count;
    return option.given.starts_with("0x") ? fmt::format("0x{:02x}", number) : fmt::format("{}", number);
}

std::string refusal(const SubnetManager& manager, const Change& change)
{
    if (change.property != Property::manager)
        return "of a subnet manager's files only options are corrected";
    const bool fits
        = std::holds_alternative<bool>(change.value) || std::holds_alternative<Bytes>(change.value);
    if (!fits || change.port.port >= manager.options.size())
        return "the change names no line of opensm.conf";
    const SmOption& option = manager.options[change.port.port];
    if (!option.known || option.secret || option.overridden || option.given.empty())
        return fmt::format("the line of {} is not the one that counts", option.name);
    return {};
}

}

Editing edit(std::span<const Tree>, const Device& device, std::span<const Change> changes)
{
    Editing editing;
    for (std::uint32_t index = 0; index < changes.size(); ++index) {
        const Change& change = changes[index];
        if (!device.manager) {
            editing.refused.push_back({index, "no file of a subnet manager was read"});
            continue;
        }
        if (std::string reason = refusal(*device.manager, change); !reason.empty()) {
            editing.refused.push_back({index, std::move(reason)});
            continue;
        }
        const SmOption& option = device.manager->options[change.port.port];
        editing.edits.push_back({option.value_at, value_text(option, change)});
    }
    return editing;
}

}
