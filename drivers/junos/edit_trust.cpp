// SPDX-License-Identifier: Apache-2.0
// Which field a port's packets are classified by: the kind of its classifier.
#include "drivers/junos/edit_classifiers.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {
namespace {

bool is_of_kind(const Statement& binding, std::string_view kind)
{
    return kind == "dscp" ? binding.word().starts_with("dscp") : binding.word() == kind;
}

// The one classifier of this kind that the device's ports have; else the one that is defined.
std::string choose_classifier(EditContext& context, std::string_view kind, std::string_view& name)
{
    for (const bool in_use : {true, false}) {
        std::vector<std::string_view> names;
        for (std::uint32_t port = 0; in_use && port < context.device().ports.size(); ++port) {
            for (const Statement* bound : classifier_bindings(context.config().blocks[port])) {
                if (is_of_kind(*bound, kind) && bound->key != "default")
                    names.push_back(bound->key);
            }
        }
        const auto& defined
            = kind == "dscp" ? context.config().dscp_classifiers : context.config().pcp_classifiers;
        for (const auto& [one, index] : defined) {
            if (!in_use)
                names.push_back(one);
        }
        std::ranges::sort(names);
        names.erase(std::ranges::unique(names).begin(), names.end());
        if (names.size() == 1) {
            name = names.front();
            return {};
        }
        if (names.size() > 1)
            return fmt::format("the device has several {} classifiers to choose from", kind);
    }
    return fmt::format("the device has no {} classifier to bind", kind);
}

// The unit that carries the port's packets.
std::string_view unit_of(const EditContext& context, std::uint32_t port)
{
    const Statement* interface = context.interface_of(port);
    const Statement* first = interface == nullptr ? nullptr : interface->child("unit");
    const Statement* zero = interface == nullptr ? nullptr : interface->child("unit", "0");
    return zero != nullptr || first == nullptr ? std::string_view("0") : first->key;
}

// Binds the classifier beside, or instead of, what is bound in the same block.
std::string bind_beside(
    Draft& draft, Statement& now, std::string_view kind, std::string_view name, bool instead)
{
    Statement* block = now.parent;
    const bool fixed = now.word() == "forwarding-class";
    if (instead)
        draft.remove(now);
    return fixed ? draft.set(block, {"classifiers", kind, name}) : draft.set(block, {kind, name});
}

}

std::string edit_trust(EditContext& context, const Change& change)
{
    const auto* trust = std::get_if<Trust>(&change.value);
    if (trust == nullptr || *trust == Trust::none)
        return "a port that trusts nothing gets a forwarding-class instead of a classifier: choose it by hand";
    const std::uint32_t index = change.port.port;
    const Port& port = context.port(index);
    if (port.lag != Port::no_index)
        return context.wants(port.lag, change)
            ? std::string{}
            : fmt::format("{} is classified as its bundle {} is, which must not change",
                port.name,
                context.port(port.lag).name);
    const std::string_view kind = *trust == Trust::pcp ? "ieee-802.1" : "dscp";
    std::string_view name;
    if (std::string reason = choose_classifier(context, kind, name); !reason.empty())
        return reason;
    const std::vector<const Statement*> bound = classifier_bindings(context.config().blocks[index]);
    const bool has_other = std::ranges::any_of(
        bound, [kind](const Statement* statement) { return !is_of_kind(*statement, kind); });
    if (!has_other && !bound.empty())
        return {};
    Draft& draft = context.draft();
    if (bound.empty()) {
        Statement* block = nullptr;
        std::string reason = context.own_block(index, block);
        return reason.empty() ? draft.set(block, {"unit", unit_of(context, index), "classifiers", kind, name})
                              : reason;
    }
    const StatementOfPort first = [&](std::uint32_t other) -> const Statement* {
        const auto theirs = classifier_bindings(context.config().blocks[other]);
        return theirs.empty() ? nullptr : theirs.front();
    };
    const std::uint32_t other_user = context.unwilling_user(change, *bound.front(), first);
    if (other_user != Port::no_index)
        return fmt::format(
            "{} gets its classifier from the same place as {}", port.name, context.port(other_user).name);
    std::vector<const Statement*> done;
    for (const Statement* statement : bound) {
        Statement* written = draft.written(*statement);
        if (written == nullptr)
            return "its classifier is bound by a group in a way that cannot be edited";
        const bool other = !is_of_kind(*statement, kind);
        if (!other || draft.is_removed(*written))
            continue;
        std::string reason = bind_beside(draft, *written, kind, name, *trust != Trust::dscp_else_pcp);
        if (!reason.empty())
            return reason;
    }
    return {};
}

}
