// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/setting.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace rocelint::junos {

/// What the system does where the configuration is silent: entries of the catalog's `junos` section.
enum class Default : std::uint8_t {
    mtu,
    admin_up,
    pfc,
    output_queues,
    link_pause,
    ecn,
    scheduler_priority,
    watchdog,
    watchdog_poll,
    watchdog_detection,
    watchdog_recovery,
    watchdog_action,
    cable_length,
    forwarding_classes,
    rewrite,
    ingress_filter,
    count_,
};

/// The sourced defaults of one device, with one Origin each however many ports use it.
class Defaults {
public:
    /// Of a fragment nothing is a default: what it lacks may stand in another file.
    Defaults(Origins& origins, bool fragment);
    [[nodiscard]] OriginId origin(Default name) const { return origins_[static_cast<std::size_t>(name)]; }
    [[nodiscard]] std::uint64_t number(Default name) const;
    [[nodiscard]] std::string_view text(Default name) const;
    /// `value` as a default of this name, or unread.
    template <class T>
    [[nodiscard]] Setting<T> value(Default name, T value_when_known) const
    {
        const OriginId from = origin(name);
        return from.kind() == OriginKind::default_ ? Setting<T>(value_when_known, from)
                                                   : Setting<T>::unread(from);
    }

private:
    std::array<OriginId, static_cast<std::size_t>(Default::count_)> origins_{};
};

}
