// SPDX-License-Identifier: Apache-2.0
// Finds the statement that gives a port its value, after groups and ranges: an edit has to change or override
// it.
#include "drivers/junos/edit/edit_context.h"

#include "drivers/junos/grammar/build.h"
#include "drivers/junos/read/limits.h"
#include "models/text/short_name.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {

EditContext::EditContext(InForce& now, Draft& draft, std::span<const Change> changes)
    : now_(now), draft_(draft), asked_(changes), interfaces_(now.reading.device.ports.size())
{
    if (const Statement* all = now.hierarchy.root()->child("interfaces"); all != nullptr) {
        for (const Statement& statement : *all) {
            const auto found = statement.word().empty() ? config().port_by_name.find(statement.key)
                                                        : config().port_by_name.end();
            if (found != config().port_by_name.end())
                interfaces_[found->second] = &statement;
        }
    }
}

std::uint32_t EditContext::unwilling_user(
    const Change& change, const Statement& statement, const StatementOfPort& of_port) const
{
    return asked_.first_unwilling(change, ports(), [&](std::uint32_t port, const auto& need) {
        const Statement* other = of_port(port);
        if (other != nullptr && other->at == statement.at)
            need(change.number);
    });
}

std::uint32_t EditContext::further_user(
    const std::vector<std::uint32_t>& group, const Statement& statement, const StatementOfPort& of_port) const
{
    for (std::uint32_t index = 0; index < device().ports.size(); ++index) {
        const Statement* other = of_port(index);
        if (other != nullptr && other->at == statement.at && !std::ranges::binary_search(group, index))
            return index;
    }
    return Port::no_index;
}

Objection EditContext::put(const Change& change,
    const StatementOfPort& of_port,
    std::vector<std::string_view> own,
    std::string_view value)
{
    const Statement* now = of_port(change.port.port);
    Statement* written = now == nullptr ? nullptr : draft_.written(*now);
    if (written != nullptr && unwilling_user(change, *now, of_port) == Port::no_index) {
        draft_.change(*written, value);
        return {};
    }
    own.push_back(value);
    return draft_.set(draft_.root(), own);
}

Objection EditContext::own_block(std::uint32_t index, Statement*& block)
{
    const std::vector<std::string_view> path{"class-of-service", "interfaces", port(index).name};
    block = draft_.find(draft_.root(), path);
    if (block != nullptr)
        return {};
    if (Objection reason = draft_.set(draft_.root(), path))
        return reason;
    block = draft_.find(draft_.root(), path);
    for (const Statement* given : config().blocks[index]) {
        const bool wildcard = given->key == "all" || matches_wildcard(given->key, port(index).name);
        if (!wildcard)
            continue;
        if (Objection reason = draft_.copy(*given, *block))
            return reason;
    }
    return {};
}

std::string_view EditContext::new_name(std::string_view block, std::string_view stem)
{
    for (int number = 2;; ++number) {
        const std::string name
            = short_name(fmt::format("{}-{}", stem, number), class_of_service_name.longest);
        if (draft_.find(draft_.root(), {"class-of-service", block, name}) == nullptr)
            return draft_.keep(name);
    }
}

std::string bits_of(std::uint8_t point, unsigned bits)
{
    std::string text;
    for (unsigned bit = bits; bit > 0; --bit)
        text += ((point >> (bit - 1)) & 1U) != 0 ? '1' : '0';
    return text;
}

}
