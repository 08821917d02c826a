// SPDX-License-Identifier: Apache-2.0
// Changes of statements under `interfaces`.
#include "drivers/junos/edit/edit_context.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {
namespace {

// A member of a bundle has the bundle's MTU. Objects if the change cannot be made on the
// member.
Objection follows_bundle(const EditContext& context, const Change& change, std::string_view what)
{
    const Port& port = context.port(change.port.port);
    if (port.lag == Port::no_index || context.wants(port.lag, change))
        return {};
    return Objection(fmt::format(
        "{} gets its {} from {}, which must not change", port.name, what, context.port(port.lag).name));
}

const Statement* option_of(const EditContext& context, std::uint32_t port, std::string_view word)
{
    const Statement* interface = context.interface_of(port);
    if (interface == nullptr)
        return nullptr;
    for (const Statement& options : *interface) {
        if (!options.word().ends_with("ether-options"))
            continue;
        if (const Statement* found = options.child(word); found != nullptr)
            return found;
    }
    return nullptr;
}

// `ether-options`, or the port's equivalent.
std::string_view options_word(const EditContext& context, std::uint32_t port)
{
    if (context.port(port).kind == PortKind::lag)
        return "aggregated-ether-options";
    const Statement* interface = context.interface_of(port);
    if (interface != nullptr) {
        for (const Statement& options : *interface) {
            if (options.word().ends_with("ether-options") && options.word() != "aggregated-ether-options")
                return options.word();
        }
    }
    return "ether-options";
}

bool is_on(const Statement* statement) { return statement != nullptr && statement->key == "on"; }

// Removes the statement that enables link pause; if other ports inherit it too, this port disables it for
// itself.
Objection switch_off(EditContext& context, const Change& change)
{
    const std::uint32_t port = change.port.port;
    const StatementOfPort flow
        = [&](std::uint32_t index) { return option_of(context, index, "flow-control"); };
    if (const Statement* now = flow(port); now != nullptr) {
        Statement* written = context.draft().written(*now);
        const bool mine = written != nullptr && context.unwilling_user(change, *now, flow) == Port::no_index;
        if (mine)
            context.draft().remove(*written);
        else if (Objection reason = context.draft().set(context.draft().root(),
                     {"interfaces", context.port(port).name, options_word(context, port), "no-flow-control"}))
            return reason;
    }
    const Statement* configured = option_of(context, port, "configured-flow-control");
    for (const std::string_view word : {"rx-buffers", "tx-buffers"}) {
        if (configured == nullptr || !is_on(configured->child(word)))
            continue;
        const StatementOfPort buffers = [&](std::uint32_t index) -> const Statement* {
            const Statement* block = option_of(context, index, "configured-flow-control");
            return block == nullptr ? nullptr : block->child(word);
        };
        if (Objection reason = context.put(change,
                buffers,
                {"interfaces",
                    context.port(port).name,
                    options_word(context, port),
                    "configured-flow-control",
                    word},
                "off"))
            return reason;
    }
    return {};
}

}

Objection edit_mtu(EditContext& context, const Change& change)
{
    const auto* frame = std::get_if<Bytes>(&change.value);
    if (frame == nullptr)
        return "the new MTU is not a size";
    if (!mtu_limit.takes_unsigned(frame->count))
        return Objection(range_sentence(mtu_limit, fmt::format("{}", frame->count)));
    if (Objection reason = follows_bundle(context, change, "MTU"))
        return reason;
    const Port& port = context.port(change.port.port);
    if (port.lag != Port::no_index)
        return {};
    const StatementOfPort of_port = [&](std::uint32_t index) -> const Statement* {
        const Statement* interface = context.interface_of(index);
        return interface == nullptr ? nullptr : interface->child("mtu");
    };
    return context.put(change, of_port, {"interfaces", port.name, "mtu"}, fmt::format("{}", frame->count));
}

Objection edit_link_pause(EditContext& context, const Change& change)
{
    const auto* on = std::get_if<bool>(&change.value);
    if (on == nullptr)
        return "the new link pause is neither on nor off";
    if (!*on)
        return switch_off(context, change);
    const std::uint32_t port = change.port.port;
    if (option_of(context, port, "configured-flow-control") != nullptr)
        return "configured-flow-control and flow-control exclude each other: change it by hand";
    if (const Statement* off = option_of(context, port, "no-flow-control"); off != nullptr) {
        Statement* written = context.draft().written(*off);
        if (written == nullptr || off->via.somewhere())
            return "no-flow-control is inherited";
        context.draft().remove(*written);
    }
    return context.draft().set(context.draft().root(),
        {"interfaces", context.port(port).name, options_word(context, port), "flow-control"});
}

Objection edit_speed(EditContext& context, const Change& change)
{
    const auto* speed = std::get_if<BitsPerSecond>(&change.value);
    constexpr std::uint64_t giga = 1'000'000'000;
    if (speed == nullptr || speed->count == 0 || speed->count % giga != 0)
        return "the new speed is not a whole number of gigabits";
    const Port& port = context.port(change.port.port);
    const StatementOfPort of_port = [&](std::uint32_t index) -> const Statement* {
        const Statement* interface = context.interface_of(index);
        const Statement* own = interface == nullptr ? nullptr : interface->child("speed");
        return own != nullptr ? own : option_of(context, index, "speed");
    };
    // For most ports Junos has the speed under `chassis`, or takes it from the optic.
    if (of_port(change.port.port) == nullptr)
        return Objection(fmt::format(
            "{} has no speed statement of its own, and where the speed of a port is set depends on "
            "the model: set it by hand",
            port.name));
    return context.put(
        change, of_port, {"interfaces", port.name, "speed"}, fmt::format("{}g", speed->count / giga));
}

Objection edit_fec(EditContext& context, const Change& change)
{
    const auto* fec = std::get_if<Fec>(&change.value);
    const std::string_view word = fec == nullptr ? std::string_view{} : word_of<Fec>(fec_words, *fec);
    if (word.empty())
        return "Junos has no statement for this FEC: remove the one that is there by hand";
    const std::uint32_t port = change.port.port;
    return context.put(
        change,
        [&](std::uint32_t index) { return option_of(context, index, "fec"); },
        {"interfaces", context.port(port).name, options_word(context, port), "fec"},
        word);
}

}
