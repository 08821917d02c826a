// SPDX-License-Identifier: Apache-2.0
// Which port a setting of the firmware is for. Queries show settings, and scripts set them.
#include "drivers/linux_host/output/firmware.h"

#include "drivers/linux_host/output/interface_name.h"

#include <string>
#include <type_traits>
#include <variant>

namespace rocelint::linux_host {

using State = CoverageState;

namespace {

template <class Member>
constexpr bool is_of_nic = false;
template <class Value>
constexpr bool is_of_nic<Setting<Value> Nic::*> = true;

}

std::uint32_t FirmwareCard::port_of(std::string_view& name) const
{
    const std::string_view whole = name;
    name = without_firmware_port(name);
    return name.size() < whole.size() ? function(whole.back()) : port_;
}

State FirmwareCard::take(std::string_view name, std::string_view value, Span at, std::string_view usual)
{
    if (is_of_unknown_port(name))
        return leave_unread(without_firmware_port(name));
    const std::uint32_t port = port_of(name);
    const FirmwareParameter* parameter = find_firmware_parameter(name);
    // The card's other port belongs to a host, or a link layer, that was not captured.
    if (parameter == nullptr || port == Port::no_index)
        return State::irrelevant;
    const auto number = parameter->number_in(value);
    if (!number || *number > parameter->largest)
        return State::unrecognised;
    // Without its PCI address it may be the other port of the card.
    if (parameter->name == "LINK_TYPE" && host_.net(port).pci.empty())
        return State::unsupported;
    NetDevice& net = host_.net(port);
    net.has_nic = true;
    net.stored.take(*parameter,
        *number,
        host_.origins().explicit_at(at),
        net.nic,
        usual.empty() ? std::nullopt : parameter->number_in(usual));
    return State::read;
}

std::optional<Span> FirmwareCard::shown_otherwise(std::string_view name, std::string_view value)
{
    const std::uint32_t port = port_of(name);
    const FirmwareParameter* parameter = find_firmware_parameter(name);
    if (parameter == nullptr || port == Port::no_index)
        return std::nullopt;
    const auto number = parameter->number_in(value);
    const StoredFirmware::Entry* shown = host_.net(port).stored.find(name);
    if (!number || shown == nullptr || shown->number == *number)
        return std::nullopt;
    return host_.origins().span(shown->at);
}

std::uint32_t FirmwareCard::function(char digit) const
{
    if (port_ == Port::no_index)
        return Port::no_index;
    const std::string_view pci = host_.net(port_).pci;
    if (pci.empty()) {
        const auto own = card_port_by_name(host_.port_at(port_).name);
        return own && digit == '0' + *own ? port_ : Port::no_index;
    }
    if (digit < '1' || digit > '8')
        return Port::no_index;
    std::string wanted(pci);
    wanted.back() = static_cast<char>(digit - 1); // port "1" is function 0
    return host_.port_at_pci(wanted);
}

bool FirmwareCard::is_of_unknown_port(std::string_view name) const
{
    return port_ != Port::no_index && without_firmware_port(name).size() < name.size()
        && host_.net(port_).pci.empty() && !card_port_by_name(host_.port_at(port_).name);
}

State FirmwareCard::leave_unread(std::string_view name)
{
    const FirmwareParameter* parameter = find_firmware_parameter(name);
    if (parameter == nullptr)
        return State::irrelevant;
    NetDevice& net = host_.net(port_);
    net.has_nic = true;
    const OriginId why = host_.origins().unread(
        "no capture shows which port of its card the NIC is (ethtool -i shows its PCI address)");
    std::visit(
        [&net, why](auto field) {
            if constexpr (is_of_nic<decltype(field)>) {
                auto& setting = net.nic.*field;
                if (!setting.peek_known())
                    setting = std::remove_reference_t<decltype(setting)>::unread(why);
            }
        },
        parameter->field);
    return State::unsupported;
}

}
