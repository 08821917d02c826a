// SPDX-License-Identifier: Apache-2.0
// Members of knobs that are single fields of a port or of its NIC.
#pragma once

#include "drivers/linux_host/knob/member.h"

namespace rocelint::linux_host {

/// The amount that stands for a value of the model, and the reverse.
template <class T>
struct AmountOf {
    static constexpr std::uint32_t to(T value) { return static_cast<std::uint32_t>(value); }
    static constexpr T from(std::uint32_t amount) { return static_cast<T>(amount); }
};
template <>
struct AmountOf<Bytes> {
    static constexpr std::uint32_t to(Bytes value) { return static_cast<std::uint32_t>(value.count); }
    static constexpr Bytes from(std::uint32_t amount) { return Bytes{amount}; }
};
template <>
struct AmountOf<Metres> {
    static constexpr std::uint32_t to(Metres value) { return static_cast<std::uint32_t>(value.count); }
    static constexpr Metres from(std::uint32_t amount) { return Metres{amount}; }
};
template <>
struct AmountOf<bool> {
    static constexpr std::uint32_t to(bool value) { return value ? 1 : 0; }
    static constexpr bool from(std::uint32_t amount) { return amount != 0; }
};
template <>
struct AmountOf<DcbxMode> {
    static constexpr std::uint32_t to(DcbxMode value) { return value == DcbxMode::os_controlled ? 1 : 0; }
    static constexpr DcbxMode from(std::uint32_t amount)
    {
        return amount != 0 ? DcbxMode::os_controlled : DcbxMode::firmware_controlled;
    }
};
template <>
struct AmountOf<RoceVersion> {
    static constexpr std::uint32_t to(RoceVersion value) { return value == RoceVersion::v2 ? 2 : 1; }
    static constexpr RoceVersion from(std::uint32_t amount)
    {
        return amount == 2 ? RoceVersion::v2 : RoceVersion::v1;
    }
};

/// A known amount; unknown if the setting was not read.
template <class T>
[[nodiscard]] HeldValue held(const Setting<T>& setting)
{
    HeldValue value;
    value.known = setting.known();
    value.value.amount = AmountOf<T>::to(setting.value);
    value.origin = setting.origin;
    return value;
}
template <class T>
void put_amount(Setting<T>& setting, std::uint32_t amount, OriginId why)
{
    setting = {AmountOf<T>::from(amount), why};
}

/// A field of the port.
template <auto field>
constexpr Member port_field{.stored = Stored::field,
    .get = [](const PortView& view, std::uint8_t) { return held(view.port.*field); },
    .put = [](const PortPlace& place,
               const KnobValue& value) { put_amount(place.port.*field, value.amount, place.why); }};

/// A field of the port's NIC.
template <auto field>
constexpr Member nic_field{.stored = Stored::field,
    .get = [](const PortView& view,
               std::uint8_t) { return view.nic == nullptr ? HeldValue{} : held(view.nic->*field); },
    .put = [](const PortPlace& place,
               const KnobValue& value) { put_amount(place.nic.*field, value.amount, place.why); }};

/// One half of DCQCN: the priorities for which it is on, those for which that is known, and where each is
/// stated.
template <auto on, auto seen, auto stated>
constexpr Member nic_half{.stored = Stored::field,
    .get =
        [](const PortView& view, std::uint8_t number) {
            HeldValue value;
            if (view.nic == nullptr || !(view.nic->*seen).has(number))
                return value;
            value.known = true;
            value.value.amount = (view.nic->*on).value.has(number) ? 1 : 0;
            value.origin = (view.nic->*stated)[number];
            return value;
        },
    .put =
        [](const PortPlace& place, const KnobValue& value) {
            Setting<PrioritySet>& set = place.nic.*on;
            (place.nic.*seen).insert(value.number);
            (place.nic.*stated)[value.number] = place.why;
            if (value.amount != 0)
                set.value.insert(value.number);
            else
                set.value.erase(value.number);
            // The place shown is that of a priority that is on, else of the first one that is off.
            if (value.amount != 0 || !set.known())
                set.origin = place.why;
        }};

}
