// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/setting.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace rocelint::eos {

/// What EOS does where the configuration is silent: entries of the catalog's `eos` section.
enum class Default : std::uint8_t {
    mtu,
    pfc,
    link_pause,
    ecn,
    random_drop,
    queue_priority,
    switched,
    admin_up,
    trust_switched,
    trust_routed,
    port_cos,
    port_dscp,
    cos_to_tc,
    dscp_to_tc,
    tc_to_queue,
    pfc_priority_is_tc,
    rewrite_dscp,
    no_policy,
    watchdog_action,
    watchdog_without_timeout,
    arp_timeout,
    mac_timeout,
    mlag_peer_link,
    allow_own_as,
    count_,
};

/// The sourced defaults of one device, with one Origin each however many ports use it.
class Defaults {
public:
    /// Of a fragment nothing is a default: what it lacks may stand in another file.
    Defaults(Origins& origins, bool fragment);
    /// Origin of kind `default_`; unread where the catalog has no entry or the file is a fragment.
    [[nodiscard]] OriginId origin(Default name) const { return origins_[static_cast<std::size_t>(name)]; }
    [[nodiscard]] std::uint64_t number(Default name) const;
    [[nodiscard]] std::string_view text(Default name) const;
    [[nodiscard]] bool known(Default name) const { return origin(name).kind() == OriginKind::default_; }

    /// `value` as a default of this name, or unread.
    template <class T>
    [[nodiscard]] Setting<T> value(Default name, T value_when_known) const
    {
        return known(name) ? Setting<T>(value_when_known, origin(name)) : Setting<T>::unread(origin(name));
    }

private:
    std::array<OriginId, static_cast<std::size_t>(Default::count_)> origins_{};
};

}
