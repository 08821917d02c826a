// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/edit_draft.h"
#include "drivers/junos/in_force.h"
#include "models/change/asked.h"

#include <functional>
#include <map>
#include <ranges>
#include <span>
#include <string>
#include <vector>

namespace rocelint::junos {

/// Which statement in force gives a port (by its index) what is at issue; null for none.
using StatementOfPort = std::function<const Statement*(std::uint32_t)>;

/// What every part of an edit needs. Functions that return text return nothing, or why a change cannot be made.
class EditContext {
public:
    EditContext(InForce& now, Draft& draft, std::span<const Change> changes);

    [[nodiscard]] Config& config() { return *now_.config; }
    [[nodiscard]] const Device& device() const { return now_.reading.device; }
    [[nodiscard]] const Port& port(std::uint32_t index) const { return device().ports[index]; }
    [[nodiscard]] Draft& draft() { return draft_; }
    [[nodiscard]] std::span<const Change> changes() const { return asked_.changes(); }
    [[nodiscard]] const Asked& asked() const { return asked_; }
    /// Whether the same change is asked for on this port too.
    [[nodiscard]] bool wants(std::uint32_t port, const Change& change) const
    {
        return asked_.wants(port, change);
    }
    /// Every port of the device, by index.
    [[nodiscard]] auto ports() const
    {
        return std::views::iota(0U, static_cast<std::uint32_t>(device().ports.size()));
    }
    /// The port's block under `interfaces`, as it is in force.
    [[nodiscard]] const Statement* interface_of(std::uint32_t port) const { return interfaces_[port]; }
    [[nodiscard]] Binding binding(std::uint32_t port)
    {
        return binding_of(config(), config().blocks[port], units_of(config(), port));
    }

    /// The first port that has this statement and is not to be changed likewise, or Port::no_index.
    [[nodiscard]] std::uint32_t unwilling_user(
        const Change& change, const Statement& statement, const StatementOfPort& of_port) const;
    /// The first port other than those in `group` that has this statement too, or Port::no_index.
    [[nodiscard]] std::uint32_t further_user(const std::vector<std::uint32_t>& group,
        const Statement& statement,
        const StatementOfPort& of_port) const;
    /// Gives a port's statement another value: where it is written if all its users want that, else by a statement of
    /// the port's own, to which `own` leads.
    [[nodiscard]] std::string put(const Change& change,
        const StatementOfPort& of_port,
        std::vector<std::string_view> own,
        std::string_view value);
    /// The port's own block of class-of-service, made if there is none. A new one begins with what wildcards give the
    /// port, since the system may leave those aside for a port that has a block of its own.
    [[nodiscard]] std::string own_block(std::uint32_t index, Statement*& block);
    /// A name that nothing in the block has: the given one with a number.
    [[nodiscard]] std::string_view new_name(std::string_view block, std::string_view stem);

private:
    InForce& now_;
    Draft& draft_;
    Asked asked_;
    std::vector<const Statement*> interfaces_; ///< by port
};

/// Six bits of a DSCP, three of a PCP: "011010".
[[nodiscard]] std::string bits_of(std::uint8_t point, unsigned bits);

/// Takes part of the changes; the rest of a driver's edit knows which.
class PartOfEdit {
public:
    explicit PartOfEdit(EditContext& context) : context_(context) { }
    /// Changes that could not be made, by index, with the reason.
    [[nodiscard]] const std::map<std::uint32_t, std::string>& refused() const { return refused_; }

protected:
    [[nodiscard]] Draft& draft() { return context_.draft(); }
    [[nodiscard]] Config& config() { return context_.config(); }
    [[nodiscard]] const Change& change(std::uint32_t index) const { return context_.changes()[index]; }
    void refuse(std::uint32_t index, const std::string& reason) { refused_.try_emplace(index, reason); }
    EditContext& context_;
    std::map<std::uint32_t, std::string> refused_;
};

/// MTU, link pause, speed and FEC: what stands under `interfaces`. Empty, or the reason for a refusal.
[[nodiscard]] std::string edit_mtu(EditContext& context, const Change& change);
[[nodiscard]] std::string edit_link_pause(EditContext& context, const Change& change);
[[nodiscard]] std::string edit_speed(EditContext& context, const Change& change);
[[nodiscard]] std::string edit_fec(EditContext& context, const Change& change);
/// Forwarding classes, schedulers and hashing.
[[nodiscard]] std::string edit_headroom(EditContext& context, const Change& change);
[[nodiscard]] std::string edit_scheduler(EditContext& context, const Change& change);
[[nodiscard]] std::string edit_marking(EditContext& context, const Change& change);
[[nodiscard]] std::string edit_hashing(EditContext& context, const Change& change);
/// Which classifier a port has.
[[nodiscard]] std::string edit_trust(EditContext& context, const Change& change);

}
