// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/setting.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace rocelint::eos {

/// What EOS does where the configuration is silent: an entry of the catalog's `eos` section. Other names do not compile.
class Default {
public:
    static constexpr auto names = std::to_array<std::string_view>({"mtu",
        "pfc",
        "link_pause",
        "ecn",
        "random_drop",
        "queue_priority",
        "port_mode",
        "admin_state",
        "trust_switched",
        "trust_routed",
        "port_cos",
        "port_dscp",
        "cos_to_tc",
        "dscp_to_tc",
        "tc_to_queue",
        "pfc_priority_to_tc",
        "rewrite_dscp",
        "ingress_policy",
        "watchdog_action",
        "watchdog_without_timeout",
        "arp_timeout",
        "mac_timeout",
        "mlag_peer_link",
        "allow_own_as"});

    // NOLINTNEXTLINE(google-explicit-constructor): it is its name.
    consteval Default(const char* name)
        : index_(static_cast<std::uint8_t>(std::ranges::find(names, std::string_view(name)) - names.begin()))
    {
        if (index_ == names.size())
            throw "no such default";
    }
    [[nodiscard]] constexpr std::size_t index() const { return index_; }

private:
    std::uint8_t index_;
};

/// The sourced defaults of one device, with one Origin each however many ports use it.
class Defaults {
public:
    /// Of a fragment nothing is a default: what it lacks may stand in another file.
    Defaults(Origins& origins, bool fragment);
    /// Origin of kind `default_`; unread where the catalog has no entry or the file is a fragment.
    [[nodiscard]] OriginId origin(Default name) const { return origins_[name.index()]; }
    [[nodiscard]] std::string_view text(Default name) const { return texts_[name.index()]; }
    [[nodiscard]] std::uint64_t number(Default name) const { return numbers_[name.index()]; }
    [[nodiscard]] bool known(Default name) const { return origin(name).kind() == OriginKind::default_; }

    /// `value` as a default of this name, or unread.
    template <class T>
    [[nodiscard]] Setting<T> value(Default name, T value_when_known) const
    {
        return known(name) ? Setting<T>(value_when_known, origin(name)) : Setting<T>::unread(origin(name));
    }
    /// The entry's number as a default, or unread.
    template <class T>
    [[nodiscard]] Setting<T> number_as(Default name) const
    {
        return value(name, T(number(name)));
    }

private:
    std::array<OriginId, Default::names.size()> origins_{};
    std::array<std::string_view, Default::names.size()> texts_{};
    std::array<std::uint64_t, Default::names.size()> numbers_{};
};

}
