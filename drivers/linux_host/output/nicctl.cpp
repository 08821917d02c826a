// SPDX-License-Identifier: Apache-2.0
// What AMD's nicctl shows of Pensando NICs (driver ionic). All its outputs are blocks that begin with a NIC and its PCI
// address; some show a port or an RDMA device inside. Forms: amd/node-scraper, test_network_collector.py; AMD, MoRI
// inference recipe for Pollara, "Verification".
#include "drivers/linux_host/output/nicctl_qos.h"
#include "drivers/linux_host/shell/arguments.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// The parameters of DCQCN, in the words of `nicctl show dcqcn`.
constexpr std::array<std::string_view, 10> nicctl_dcqcn_names{"Rate increase in AI phase",
    "Rate increase byte count",
    "Alpha update G value",
    "Alpha update interval",
    "Rate increase in HAI phase",
    "Initial alpha value",
    "Rate reduce monitor period",
    "Rate increase threshold",
    "Rate increase interval",
    "Token bucket size"};

std::optional<NicctlLine> nicctl_line(const Section& section, const Node& line)
{
    const std::size_t colon = line.key.find(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    return NicctlLine{
        trimmed(line.key.substr(0, colon)), trimmed(line.key.substr(colon + 1)), section.span(line)};
}

// "42424650-4c32-3533-3330-323934000000 (0000:06:00.0) : Disabled"
struct NicctlTitle {
    std::string_view id;
    std::string_view pci;
    std::string_view rest; ///< after the last colon
};
NicctlTitle nicctl_title(std::string_view value)
{
    NicctlTitle title;
    title.id = value.substr(0, value.find_first_of(" \t("));
    const std::size_t open = value.find('(');
    const std::size_t close = value.find(')', open == std::string_view::npos ? 0 : open);
    if (open == std::string_view::npos || close == std::string_view::npos)
        return title;
    title.pci = value.substr(open + 1, close - open - 1);
    const std::string_view rest = trimmed(value.substr(close + 1));
    title.rest = rest.starts_with(':') ? trimmed(rest.substr(1)) : std::string_view{};
    return title;
}

bool is_rule_of_table(std::string_view text)
{
    return text.find_first_not_of("-*=") == std::string_view::npos;
}

// "1111111-4c32-3533-3330-12345000000    0000:06:00.0   salina   A   ABC1234"
bool take_card_row(HostBuilder& host, std::string_view row)
{
    Words words(row);
    const std::string_view id = words.next();
    const std::string_view pci = words.next();
    constexpr std::size_t shortest_address = 7; // "06:00.0"
    if (id.find('-') == std::string_view::npos || pci.size() < shortest_address
        || pci.find(':') == std::string_view::npos || pci.find('.') == std::string_view::npos)
        return false;
    NicCard& card = host.card(id);
    card.pci = pci;
    words.next();
    card.partition = words.next();
    return true;
}

class NicctlReader {
public:
    NicctlReader(HostBuilder& host, const Section& section) : host_(host), section_(section) { }

    void read()
    {
        section_.take_lines([&](const Node& line) { return take(line); });
        finish_port();
    }

private:
    State take(const Node& line)
    {
        if (is_rule_of_table(line.key))
            return State::irrelevant;
        if (line.key.starts_with("Priority  ") || line.key.starts_with("Type  ")
            || line.key.starts_with("Id  "))
            return State::irrelevant; // a table's heading
        const auto parts = nicctl_line(section_, line);
        if (ascii::is_digit(line.key.front()) && !parts) {
            return port_ == Port::no_index ? State::unsupported
                                           : qos().take_row(line.key, section_.span(line));
        }
        if (take_card_row(host_, line.key))
            return State::read;
        if (!parts)
            return State::unrecognised;
        if (parts->key == "NIC")
            return begin_nic(*parts);
        if (nic_ == Port::no_index)
            return State::unsupported;
        if (parts->key == "Port")
            return begin_port(*parts);
        if (port_ == Port::no_index)
            return State::unsupported;
        if (const auto taken = qos().take(*parts))
            return *taken;
        if (const auto taken = take_dcqcn(*parts))
            return *taken;
        if (const auto taken = take_port_line(*parts))
            return *taken;
        return take_version(*parts);
    }

    NicctlQos& qos()
    {
        if (!qos_)
            qos_.emplace(host_);
        return *qos_;
    }

    State begin_nic(const NicctlLine& line)
    {
        finish_port();
        const NicctlTitle title = nicctl_title(line.value);
        if (title.id.empty())
            return State::unrecognised;
        NicCard& card = host_.card(title.id);
        if (card.pci.empty())
            card.pci = title.pci;
        partition_ = card.partition;
        nic_ = port_ = host_.port_of_card(card);
        ports_ = 0;
        if (nic_ == Port::no_index) {
            if (!std::exchange(told_, true))
                host_.warn(line.at,
                    fmt::format(
                        "nothing shows which interface the NIC at {} is: add the output of ethtool -i",
                        title.pci.empty() ? title.id : title.pci));
            return State::unsupported;
        }
        if (title.rest == "Enabled" || title.rest == "Disabled") {
            nic().ats = {title.rest == "Enabled", host_.origins().explicit_at(line.at)};
            return State::read;
        }
        return title.rest.empty() ? State::read : State::unrecognised;
    }

    // The NIC's PCI address leads to the interface of its first port.
    State begin_port(const NicctlLine& line)
    {
        finish_port();
        in_status_ = false;
        port_ = ports_++ == 0 ? nic_ : Port::no_index;
        if (port_ == Port::no_index) {
            host_.warn(line.at, "nothing shows which interface this further port of the NIC is");
            return State::unsupported;
        }
        nic().port_id = nicctl_title(line.value).id;
        return State::read;
    }

    Nic& nic()
    {
        host_.net(port_).has_nic = true;
        return host_.net(port_).nic;
    }

    std::optional<State> take_dcqcn(const NicctlLine& line)
    {
        const OriginId why = host_.origins().explicit_at(line.at);
        if (line.key == "Lif id" || line.key == "DCQCN profile id")
            return State::irrelevant;
        if (line.key == "ROCE device") {
            finish_dcqcn();
            // The device of a virtual function has an interface of its own, which only `rdma link` shows.
            const std::string_view interface = host_.port_at(nic_).name;
            if (host_.interface_of(line.value).empty() && host_.rdma_of_interface(interface) == nullptr)
                host_.rdma(line.value, 1).net_device = interface;
            port_ = host_.find_port(host_.interface_of(line.value));
            return State::read;
        }
        if (line.key == "Status" && !line.value.empty()) {
            if (line.value != "Enabled" && line.value != "Disabled")
                return State::unrecognised;
            (line.value == "Enabled" ? enabled_ : disabled_) = why;
            return State::read;
        }
        if (line.key == "DSCP value used for CNP") {
            const auto dscp = small_number(line.value, 63);
            if (!dscp)
                return State::unrecognised;
            cnp_differs_ = cnp_differs_ || (cnp_.known() && cnp_.value != *dscp);
            cnp_ = {*dscp, why};
            return State::read;
        }
        const auto* name = std::ranges::find(nicctl_dcqcn_names, line.key);
        if (name == nicctl_dcqcn_names.end())
            return std::nullopt;
        const auto number = parse_number(line.value);
        if (!number || *number > 0xffffffffU)
            return State::unrecognised;
        // Of several profiles the last one is kept; a firmware that has one number has it in all of them.
        std::vector<DcqcnParameter>& all = nic().dcqcn;
        const auto known = std::ranges::find(all, *name, &DcqcnParameter::name);
        const DcqcnParameter parameter{*name, static_cast<std::uint32_t>(*number), why};
        if (known != all.end())
            *known = parameter;
        else
            all.push_back(parameter);
        return State::read;
    }

    // DCQCN of this NIC is switched by RDMA device, for all priorities and both directions at once.
    void finish_dcqcn()
    {
        const bool on = enabled_ != OriginId{};
        if (port_ != Port::no_index && on != (disabled_ != OriginId{})) {
            const OriginId why = on ? enabled_ : disabled_;
            const PrioritySet all = PrioritySet::all();
            const PrioritySet set = on ? all : PrioritySet{};
            Nic& into = nic();
            into.ecn_notification = into.ecn_reaction = {set, why};
            into.notification_seen = into.reaction_seen = all;
            into.notification_at.fill(why);
            into.reaction_at.fill(why);
        }
        if (port_ != Port::no_index && cnp_.known())
            nic().cnp_dscp = cnp_differs_ ? Setting<std::uint8_t>::unread(host_.origins().unread(
                                 "the profiles of nicctl show dcqcn have different DSCPs for CNPs"))
                                          : cnp_;
        enabled_ = disabled_ = {};
        cnp_ = {};
        cnp_differs_ = false;
    }

    std::optional<State> take_port_line(const NicctlLine& line)
    {
        if (line.key == "Spec" || line.key == "Status") {
            in_status_ = line.key == "Status";
            in_port_ = true;
            return State::irrelevant;
        }
        if (!in_port_)
            return std::nullopt;
        const OriginId why = host_.origins().explicit_at(line.at);
        Port& port = host_.port_at(port_);
        if (line.key == "Operational status") {
            if (!port.link_up.known())
                port.link_up = {line.value == "UP", why};
            return State::read;
        }
        if (in_status_)
            return State::irrelevant; // repeats the specification, or describes the transceiver
        if (line.key == "speed")
            return take_speed(port, line.value, why);
        if (line.key == "FEC type")
            return take_fec(port, line.value, why);
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

    static State take_speed(Port& port, std::string_view text, OriginId why)
    {
        const auto rate = text.ends_with('G') ? gigabits(text.substr(0, text.size() - 1)) : std::nullopt;
        if (!rate)
            return State::unrecognised;
        if (!port.speed.known())
            port.speed = {*rate, why};
        return State::read;
    }

    // RS, FC or NONE (Linux drivers/net/ethernet/pensando/ionic/ionic_if.h, enum ionic_port_fec_type)
    static State take_fec(Port& port, std::string_view text, OriginId why)
    {
        const bool known = text == "RS" || text == "FC" || text == "NONE";
        if (known && !port.fec.known())
            port.fec = {text == "RS" ? Fec::rs : text == "FC" ? Fec::base_r : Fec::none, why};
        return known ? State::read : State::unrecognised;
    }

    // Pause frames of type PFC are not link pause.
    void finish_pause()
    {
        const bool pfc = pause_type_ == "PFC";
        if (port_ == Port::no_index || (!pfc && pause_type_ != "LLFC" && pause_type_ != "NONE"))
            return;
        Port& port = host_.port_at(port_);
        const bool link = pause_type_ == "LLFC";
        if (!link || pause_rx_.known())
            port.pause_rx = {link && pause_rx_.value, link ? pause_rx_.origin : pause_type_at_};
        if (!link || pause_tx_.known())
            port.pause_tx = {link && pause_tx_.value, link ? pause_tx_.origin : pause_type_at_};
        const Setting<bool>& off = pause_rx_.is(false) ? pause_rx_ : pause_tx_;
        if (pfc && off.is(false))
            nic().pauses_priorities = {false, off.origin};
        else
            nic().pauses_priorities = {pfc, pause_type_at_};
    }

    void finish_port()
    {
        finish_dcqcn();
        if (qos_ && port_ != Port::no_index)
            qos_->apply_to(port_);
        finish_pause();
        qos_.reset();
        pause_type_ = {};
        pause_rx_ = pause_tx_ = {};
        in_port_ = false;
    }

    // `nicctl show version firmware` shows both partitions, `nicctl show card` the one that runs.
    State take_version(const NicctlLine& line)
    {
        constexpr std::string_view firmware = "Firmware-";
        if (!line.key.starts_with(firmware))
            return line.key == "CPLD" || line.key.starts_with("Boot0") || line.key.starts_with("Uboot")
                    || line.key.starts_with("Device config")
                ? State::irrelevant
                : State::unrecognised;
        if (partition_.empty() || line.key.substr(firmware.size()) != partition_)
            return State::irrelevant;
        if (!nic().firmware.known())
            nic().firmware = {line.value, host_.origins().explicit_at(line.at)};
        return State::read;
    }

    HostBuilder& host_;
    const Section& section_;
    std::uint32_t nic_ = Port::no_index; ///< the interface of the NIC
    std::uint32_t port_ = Port::no_index; ///< the interface that the lines are about
    std::uint32_t ports_ = 0; ///< of this NIC so far
    std::string_view partition_;
    std::optional<NicctlQos> qos_;
    OriginId enabled_;
    OriginId disabled_;
    Setting<std::uint8_t> cnp_;
    bool cnp_differs_ = false;
    bool told_ = false;
    bool in_port_ = false;
    bool in_status_ = false;
    std::string_view pause_type_;
    OriginId pause_type_at_;
    Setting<bool> pause_rx_;
    Setting<bool> pause_tx_;
};

}

void find_nic_cards(HostBuilder& host, const Section& section)
{
    NicCard* card = nullptr;
    for (const Node& line : section.node) {
        if (line.kind != Node::Kind::line || take_card_row(host, line.key))
            continue;
        const auto parts = nicctl_line(section, line);
        if (parts && parts->key == "NIC") {
            const NicctlTitle title = nicctl_title(parts->value);
            card = title.id.empty() ? nullptr : &host.card(title.id);
            if (card != nullptr && card->pci.empty())
                card->pci = title.pci;
        } else if (parts && parts->key == "ROCE device" && card != nullptr && card->interface.empty()) {
            card->interface = host.interface_of(parts->value);
        }
    }
}

void read_nicctl(HostBuilder& host, const Section& section) { NicctlReader(host, section).read(); }

}
