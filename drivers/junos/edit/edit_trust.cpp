// SPDX-License-Identifier: Apache-2.0
// The field by which a port classifies packets, determined by the kind of its classifier.
#include "drivers/junos/edit/edit_classifiers.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {
namespace {

bool is_of_kind(const Statement& binding, std::string_view kind)
{
    return kind == "dscp" ? binding.word().starts_with("dscp") : binding.word() == kind;
}

// Returns the only classifier of this kind that the device's ports use, else the only one defined.
Objection choose_classifier(EditContext& context, std::string_view kind, std::string_view& name)
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
            return Objection(fmt::format("the device has several {} classifiers to choose from", kind));
    }
    return Objection(fmt::format("the device has no {} classifier to bind", kind));
}

// Returns the unit that carries the port's packets.
std::string_view unit_of(const EditContext& context, std::uint32_t port)
{
    const Statement* interface = context.interface_of(port);
    const Statement* first = interface == nullptr ? nullptr : interface->child("unit");
    const Statement* zero = interface == nullptr ? nullptr : interface->child("unit", "0");
    return zero != nullptr || first == nullptr ? std::string_view("0") : first->key;
}

struct Classifier {
    std::string_view kind;
    std::string_view name; ///< empty if no classifier of the kind is to be bound
};
using Classifiers = std::vector<Classifier>;

// Returns the kinds of classifiers for a trust. If both are bound, the DSCP decides for IP packets and the
// PCP for others.
Classifiers classifiers_for(Trust trust)
{
    if (trust == Trust::pcp)
        return {{"ieee-802.1", {}}};
    if (trust == Trust::dscp)
        return {{"dscp", {}}};
    return {{"dscp", {}}, {"ieee-802.1", {}}};
}

bool is_of_any(const Classifiers& wanted, const Statement& binding)
{
    return std::ranges::any_of(
        wanted, [&](const Classifier& each) { return is_of_kind(binding, each.kind); });
}

// Whether a classifier of this kind is bound in the same place as the binding.
bool binds_beside(const std::vector<const Statement*>& bound, const Statement& binding, std::string_view kind)
{
    return std::ranges::any_of(bound,
        [&](const Statement* other) { return other->parent == binding.parent && is_of_kind(*other, kind); });
}

// Chooses a classifier for each kind that is missing in some place of the port.
Objection choose_lacking(
    EditContext& context, const std::vector<const Statement*>& bound, Classifiers& wanted)
{
    for (Classifier& each : wanted) {
        const bool everywhere = !bound.empty() && std::ranges::all_of(bound, [&](const Statement* binding) {
            return binds_beside(bound, *binding, each.kind);
        });
        if (everywhere)
            continue;
        if (Objection reason = choose_classifier(context, each.kind, each.name))
            return reason;
    }
    return {};
}

// Binds the missing classifiers in a block, or next to a binding.
Objection bind_lacking(Draft& draft, Statement* block, bool inside, const Classifiers& lacking)
{
    for (const Classifier& each : lacking) {
        if (each.name.empty())
            continue;
        if (Objection reason = inside ? draft.set(block, {each.kind, each.name})
                                      : draft.set(block, {"classifiers", each.kind, each.name}))
            return reason;
    }
    return {};
}

// Whether the port pauses by the PCP alone: once it classifies by DSCP, it would pause nothing.
bool pauses_by_pcp(EditContext& context, std::uint32_t port)
{
    const Statement* bound = context.binding(port).profile;
    const auto& profiles = context.config().profiles;
    const auto found = bound == nullptr ? profiles.end() : profiles.find(bound->key);
    return found != profiles.end() && is_keyed_on_pcp(*found->second) && context.port(port).routed.is(true)
        && !context.port(port).pfc_tx.value_or({}).empty();
}

}

Objection edit_trust(EditContext& context, const Change& change)
{
    const auto* trust = std::get_if<Trust>(&change.value);
    if (trust == nullptr || *trust == Trust::none)
        return "a port that trusts nothing gets a forwarding-class instead of a classifier: choose it by hand";
    const std::uint32_t index = change.port.port;
    const Port& port = context.port(index);
    if (port.lag != Port::no_index && context.wants(port.lag, change))
        return {};
    if (port.lag != Port::no_index)
        return Objection(fmt::format("{} is classified as its bundle {} is, which must not change",
            port.name,
            context.port(port.lag).name));
    if (*trust == Trust::dscp && pauses_by_pcp(context, index))
        return Objection(fmt::format(
            "PFC of {} is keyed on 802.1p, and would pause nothing by DSCP: bind a profile keyed on DSCP with it",
            port.name));
    const std::vector<const Statement*> bound = classifier_bindings(context.config().blocks[index]);
    Classifiers wanted = classifiers_for(*trust);
    if (Objection reason = choose_lacking(context, bound, wanted))
        return reason;
    Draft& draft = context.draft();
    if (bound.empty()) {
        Statement* block = nullptr;
        Objection reason = context.own_block(index, block);
        if (!reason)
            reason = draft.set(block, {"unit", unit_of(context, index)});
        return reason
            ? reason
            : bind_lacking(draft, draft.find(block, {"unit", unit_of(context, index)}), false, wanted);
    }
    const StatementOfPort first = [&](std::uint32_t other) -> const Statement* {
        const auto theirs = classifier_bindings(context.config().blocks[other]);
        return theirs.empty() ? nullptr : theirs.front();
    };
    const bool stays = std::ranges::all_of(wanted, [](const Classifier& each) { return each.name.empty(); })
        && std::ranges::all_of(bound, [&](const Statement* binding) { return is_of_any(wanted, *binding); });
    if (stays)
        return {};
    const std::uint32_t other_user = context.unwilling_user(change, *bound.front(), first);
    if (other_user != Port::no_index)
        return Objection(fmt::format(
            "{} gets its classifier from the same place as {}", port.name, context.port(other_user).name));
    for (const Statement* binding : bound) {
        Statement* written = draft.written(*binding);
        if (written == nullptr)
            return "its classifier is bound by a group in a way that cannot be edited";
        if (draft.is_removed(*written))
            continue;
        Statement* block = written->parent;
        if (!is_of_any(wanted, *binding))
            draft.remove(*written);
        Classifiers lacking = wanted;
        for (Classifier& each : lacking) {
            if (binds_beside(bound, *binding, each.kind))
                each.name = {};
        }
        if (Objection reason = bind_lacking(draft, block, binding->word() != "forwarding-class", lacking))
            return reason;
    }
    return {};
}

}
