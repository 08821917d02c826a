// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/read/in_force.h"
#include "drivers/junos/write/draft.h"
#include "models/change/asked.h"

#include <functional>
#include <map>
#include <ranges>
#include <span>
#include <string>
#include <vector>

namespace rocelint::junos {

/// Returns the statement in force that gives a port (by index) the value in question; null if there is none.
using StatementOfPort = std::function<const Statement*(std::uint32_t)>;

/// The state that all parts of an edit share. An Objection is why a change cannot be made.
class EditContext {
public:
    EditContext(InForce& now, Draft& draft, std::span<const Change> changes);

    [[nodiscard]] Config& config() { return *now_.config; }
    [[nodiscard]] const Device& device() const { return now_.reading.device; }
    [[nodiscard]] const Port& port(std::uint32_t index) const { return device().ports[index]; }
    [[nodiscard]] Draft& draft() { return draft_; }
    [[nodiscard]] std::span<const Change> changes() const { return asked_.changes(); }
    [[nodiscard]] const Asked& asked() const { return asked_; }
    /// Whether the same change is requested for this port too.
    [[nodiscard]] bool wants(std::uint32_t port, const Change& change) const
    {
        return asked_.wants(port, change);
    }
    /// Returns every port of the device, by index.
    [[nodiscard]] auto ports() const
    {
        return std::views::iota(0U, static_cast<std::uint32_t>(device().ports.size()));
    }
    /// Returns the port's block under `interfaces` that is in force.
    [[nodiscard]] const Statement* interface_of(std::uint32_t port) const { return interfaces_[port]; }
    [[nodiscard]] Binding binding(std::uint32_t port)
    {
        return binding_of(config(), config().blocks[port], units_of(config(), port));
    }

    /// Returns the first port that uses this statement and does not want the same change, or Port::no_index.
    [[nodiscard]] std::uint32_t unwilling_user(
        const Change& change, const Statement& statement, const StatementOfPort& of_port) const;
    /// Returns the first port outside `group` that also uses this statement, or Port::no_index.
    [[nodiscard]] std::uint32_t further_user(const std::vector<std::uint32_t>& group,
        const Statement& statement,
        const StatementOfPort& of_port) const;
    /// Changes the value of a port's statement: in place if all its users want that, else with a statement of
    /// the port's own at the path `own`.
    Objection put(const Change& change,
        const StatementOfPort& of_port,
        std::vector<std::string_view> own,
        std::string_view value);
    /// Returns the port's own block of class-of-service, creating it if necessary. A new block starts with
    /// the settings that wildcards give the port, since the system may ignore wildcards for a port that has
    /// its own block.
    Objection own_block(std::uint32_t index, Statement*& block);
    /// Returns a name that nothing in the block has: the given one with a number.
    [[nodiscard]] std::string_view new_name(std::string_view block, std::string_view stem);

private:
    InForce& now_;
    Draft& draft_;
    Asked asked_;
    std::vector<const Statement*> interfaces_; ///< by port
};

/// Returns a code point as bits, six for a DSCP, three for a PCP: "011010".
[[nodiscard]] std::string bits_of(std::uint8_t point, unsigned bits);

/// A part of an edit, which takes some of the changes. The driver's edit knows which part takes which.
class PartOfEdit {
public:
    explicit PartOfEdit(EditContext& context) : context_(context) { }
    /// Returns the changes that could not be made, by index, with the reason.
    [[nodiscard]] const std::map<std::uint32_t, std::string>& refused() const { return refused_; }

protected:
    [[nodiscard]] Draft& draft() { return context_.draft(); }
    [[nodiscard]] Config& config() { return context_.config(); }
    [[nodiscard]] const Change& change(std::uint32_t index) const { return context_.changes()[index]; }
    void refuse(std::uint32_t index, const Objection& reason)
    {
        refused_.try_emplace(index, reason.sentence());
    }
    EditContext& context_;
    std::map<std::uint32_t, std::string> refused_;
};

/// MTU, link pause, speed and FEC: everything under `interfaces`.
Objection edit_mtu(EditContext& context, const Change& change);
Objection edit_link_pause(EditContext& context, const Change& change);
Objection edit_speed(EditContext& context, const Change& change);
Objection edit_fec(EditContext& context, const Change& change);
/// Forwarding classes, schedulers and hashing.
Objection edit_headroom(EditContext& context, const Change& change);
Objection edit_scheduler(EditContext& context, const Change& change);
Objection edit_marking(EditContext& context, const Change& change);
Objection edit_hashing(EditContext& context, const Change& change);
/// The classifier that a port is bound to.
Objection edit_trust(EditContext& context, const Change& change);

}
