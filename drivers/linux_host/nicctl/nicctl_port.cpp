// SPDX-License-Identifier: Apache-2.0
// The link of an AMD Pensando NIC. What ethtool shows of it has precedence, since it is the state.
#include "drivers/linux_host/nicctl/nicctl_port.h"

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

State take_nicctl_speed(Port& port, std::string_view text, OriginId why)
{
    const auto rate = text.ends_with('G') ? gigabits(text.substr(0, text.size() - 1)) : std::nullopt;
    if (!rate)
        return State::unrecognised;
    if (!port.speed.known())
        port.speed = {*rate, why};
    return State::read;
}

// RS, FC or NONE (Linux drivers/net/ethernet/pensando/ionic/ionic_if.h, enum ionic_port_fec_type)
State take_nicctl_fec(Port& port, std::string_view text, OriginId why)
{
    const bool known = text == "RS" || text == "FC" || text == "NONE";
    if (known && !port.fec.known())
        port.fec = {text == "RS" ? Fec::rs : text == "FC" ? Fec::base_r : Fec::none, why};
    return known ? State::read : State::unrecognised;
}

}

std::optional<State> NicctlPort::take(const NicctlLine& line, Port& port)
{
    if (line.key == "Spec" || line.key == "Status") {
        in_status_ = line.key == "Status";
        begun_ = true;
        return State::irrelevant;
    }
    if (!begun_)
        return std::nullopt;
    const OriginId why = host_.origins().explicit_at(line.at);
    if (line.key == "Operational status") {
        if (!port.link_up.known())
            port.link_up = {line.value == "UP", why};
        return State::read;
    }
    if (in_status_)
        return State::irrelevant; // repeats the specification, or describes the transceiver
    if (line.key == "speed")
        return take_nicctl_speed(port, line.value, why);
    if (line.key == "FEC type")
        return take_nicctl_fec(port, line.value, why);
    if (line.key == "Pause type") {
        pause_type_ = line.value;
        pause_type_at_ = why;
        const bool known = line.value == "PFC" || line.value == "LLFC" || line.value == "NONE";
        return known ? State::read : State::unrecognised;
    }
    if (line.key == "TX pause" || line.key == "RX pause") {
        if (line.value != "enabled" && line.value != "disabled")
            return State::unrecognised;
        (line.key.front() == 'T' ? pause_tx_ : pause_rx_) = {line.value == "enabled", why};
        return State::read;
    }
    if (line.key == "Auto negotiation") {
        if (!port.autoneg.known())
            port.autoneg = {line.value == "enabled", why};
        return State::read;
    }
    if (line.key == "Number of lanes") {
        const auto lanes = small_number(line.value, 16);
        if (!lanes || *lanes == 0)
            return State::unrecognised;
        if (!port.lanes.known())
            port.lanes = {*lanes, why};
        return State::read;
    }
    // The limit of the port; the interface has its own MTU, which `ip link` shows.
    return line.key == "MTU" ? State::unsupported : State::irrelevant;
}

// Pause frames of type PFC are not link pause.
void NicctlPort::apply_to(std::uint32_t index)
{
    const bool pfc = pause_type_ == "PFC";
    if (!pfc && pause_type_ != "LLFC" && pause_type_ != "NONE")
        return;
    Port& port = host_.port_at(index);
    NetDevice& net = host_.net(index);
    net.has_nic = true;
    const bool link = pause_type_ == "LLFC";
    if (!link || pause_rx_.known())
        port.pause_rx = {link && pause_rx_.value, link ? pause_rx_.origin : pause_type_at_};
    if (!link || pause_tx_.known())
        port.pause_tx = {link && pause_tx_.value, link ? pause_tx_.origin : pause_type_at_};
    const Setting<bool>& off = pause_rx_.is(false) ? pause_rx_ : pause_tx_;
    if (pfc && off.is(false))
        net.nic.pauses_priorities = {false, off.origin};
    else
        net.nic.pauses_priorities = {pfc, pause_type_at_};
}

}
