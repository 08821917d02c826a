// SPDX-License-Identifier: Apache-2.0
// Settings stored in the firmware of an NVIDIA NIC, from mlxconfig, and its retransmission settings, from
// mlxreg. One query of a card shows all of its ports.
#include "drivers/linux_host/output/outputs.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// The parameters of DCQCN, without "_P1" (mlxconfig, ROCE_CC_ECN).
constexpr std::array<std::string_view, 17> dcqcn_names{"CLAMP_TGT_RATE",
    "CLAMP_TGT_RATE_AFTER_TIME_INC",
    "DCE_TCP_G",
    "DCE_TCP_RTT",
    "INITIAL_ALPHA_VALUE",
    "MIN_TIME_BETWEEN_CNPS",
    "RATE_REDUCE_MONITOR_PERIOD",
    "RATE_TO_SET_ON_FIRST_CNP",
    "RPG_AI_RATE",
    "RPG_BYTE_RESET",
    "RPG_GD",
    "RPG_HAI_RATE",
    "RPG_MAX_RATE",
    "RPG_MIN_DEC_FAC",
    "RPG_MIN_RATE",
    "RPG_THRESHOLD",
    "RPG_TIME_RESET"};

// Parses "True(1)", "DEVICE_DEFAULT(0)", "255", "0xff".
std::optional<std::uint32_t> firmware_number(std::string_view text)
{
    if (const std::size_t open = text.find('('); open != std::string_view::npos && text.ends_with(')'))
        text = text.substr(open + 1, text.size() - open - 2);
    if (text.starts_with("0x")) {
        constexpr std::size_t most_digits = 8;
        std::uint32_t number = 0;
        text.remove_prefix(2);
        for (const char c : text) {
            // mlxconfig writes lower case only.
            const int digit = ascii::is_upper(c) ? -1 : ascii::hex_value(c);
            if (digit < 0)
                return std::nullopt;
            number = number * 16 + static_cast<std::uint32_t>(digit);
        }
        return text.empty() || text.size() > most_digits ? std::nullopt : std::optional(number);
    }
    const auto number = parse_number(text);
    return number && *number <= 0xffffffffU ? std::optional(static_cast<std::uint32_t>(*number))
                                            : std::nullopt;
}

// The settings of one card. Port n of the firmware is PCI function n - 1.
class CardReader {
public:
    explicit CardReader(HostBuilder& host) : host_(host) { }

    /// The following settings are for the card of this RDMA device, interface or PCI address.
    void begin(std::string_view device) { port_ = host_.find_port(host_.interface_of(device)); }
    [[nodiscard]] bool knows_card() const { return port_ != Port::no_index; }

    State take(std::string_view name, std::string_view value, Span at)
    {
        std::uint32_t port = port_;
        if (name.size() > 3 && name[name.size() - 3] == '_' && name[name.size() - 2] == 'P') {
            port = function(name.back());
            name.remove_suffix(3);
        }
        const Place place = place_of(name);
        if (place == Place::none)
            return State::irrelevant;
        // The card's other port belongs to a host, or a link layer, that was not captured.
        if (port == Port::no_index)
            return State::irrelevant;
        const auto number = firmware_number(value);
        if (!number)
            return State::unrecognised;
        NetDevice& net = host_.net(port);
        net.has_nic = true;
        const OriginId here = host_.origins().explicit_at(at);
        if (place == Place::sends_lldp || place == Place::receives_lldp)
            take_agent(port, place, *number != 0, here);
        else if (!set(net.nic, place, name, *number, here))
            return State::unrecognised;
        FirmwareLldp& agent = agents_[port];
        agent.dcbx = net.nic.firmware_dcbx;
        net.nic.firmware_dcbx = agent.speaks_dcbx();
        return State::read;
    }

private:
    enum class Place : std::uint8_t {
        none,
        mask,
        cnp_dscp,
        cnp_priority,
        dcbx,
        sends_lldp,
        receives_lldp,
        willing,
        ats,
        out_of_order,
        programmable,
        dcqcn
    };

    void take_agent(std::uint32_t port, Place place, bool on, OriginId why)
    {
        FirmwareLldp& agent = agents_[port];
        (place == Place::sends_lldp ? agent.sends : agent.receives) = {on, why};
    }

    static Place place_of(std::string_view name)
    {
        return name == "ROCE_CC_PRIO_MASK"                              ? Place::mask
            : name == "CNP_DSCP"                                        ? Place::cnp_dscp
            : name == "CNP_802P_PRIO"                                   ? Place::cnp_priority
            : name == "LLDP_NB_DCBX"                                    ? Place::dcbx
            : name == "LLDP_NB_TX_MODE"                                 ? Place::sends_lldp
            : name == "LLDP_NB_RX_MODE"                                 ? Place::receives_lldp
            : name == "DCBX_WILLING"                                    ? Place::willing
            : name == "ATS_ENABLED"                                     ? Place::ats
            : name == "ROCE_ADAPTIVE_ROUTING_EN"                        ? Place::out_of_order
            : name == "USER_PROGRAMMABLE_CC"                            ? Place::programmable
            : std::ranges::find(dcqcn_names, name) != dcqcn_names.end() ? Place::dcqcn
                                                                        : Place::none;
    }

    // The interface of the port with this digit: the function of the same card, if PCI addresses are known.
    [[nodiscard]] std::uint32_t function(char digit) const
    {
        if (port_ == Port::no_index)
            return Port::no_index;
        const std::string_view pci = host_.net(port_).pci;
        if (pci.empty())
            return digit == '1' ? port_ : Port::no_index;
        if (digit < '1' || digit > '8')
            return Port::no_index;
        std::string wanted(pci);
        wanted.back() = static_cast<char>(digit - 1); // port "1" is function 0
        return host_.port_at_pci(wanted);
    }

    static bool set(Nic& nic, Place place, std::string_view name, std::uint32_t number, OriginId why)
    {
        switch (place) {
        case Place::mask:
            if (number > 255)
                return false;
            nic.cc_priorities = {PrioritySet{static_cast<std::uint8_t>(number)}, why};
            return true;
        case Place::cnp_dscp:
            if (number > 63)
                return false;
            nic.stored_cnp_dscp = {static_cast<std::uint8_t>(number), why};
            return true;
        case Place::cnp_priority:
            if (number > 7)
                return false;
            nic.stored_cnp_priority = {static_cast<std::uint8_t>(number), why};
            return true;
        case Place::dcbx:
            nic.firmware_dcbx = {number != 0, why};
            return true;
        case Place::willing:
            nic.dcbx_willing = {number != 0, why};
            return true;
        case Place::ats:
            nic.ats = {number != 0, why};
            return true;
        case Place::out_of_order:
            nic.out_of_order = {number != 0, why};
            return true;
        case Place::programmable:
            nic.programmable_cc = {number != 0, why};
            return true;
        default:
            break;
        }
        // The text of the table outlives the tree.
        const std::string_view kept = *std::ranges::find(dcqcn_names, name);
        const auto known = std::ranges::find(nic.dcqcn, kept, &DcqcnParameter::name);
        if (known != nic.dcqcn.end())
            *known = {kept, number, why};
        else
            nic.dcqcn.push_back({kept, number, why});
        return true;
    }

    HostBuilder& host_;
    std::uint32_t port_ = Port::no_index;
    std::map<std::uint32_t, FirmwareLldp> agents_; ///< by port
};

std::string_view last_word(std::string_view line) { return line.substr(line.find_last_of(" \t") + 1); }

// The current value in "NAME  default  current  next"; empty if the line has fewer columns.
std::string_view column_of_now(std::string_view line)
{
    Words words(line);
    words.next();
    words.next();
    const std::string_view now = words.next();
    return words.at_end() ? std::string_view{} : now;
}

// Takes a setting with its current value and that for the next boot. A difference between them is a finding;
// each is also judged by itself.
State take_of_two(HostBuilder& host,
    CardReader& card,
    std::string_view name,
    std::string_view now,
    std::string_view next,
    Span at)
{
    const bool differ = !now.empty() && now != next;
    const State state = card.take(name, differ && host.reads_in_force() ? now : next, at);
    if (differ && state == State::read)
        host.warn_outdated(at,
            {},
            fmt::format(
                "the firmware has {} {} now and {} after the next boot: it was changed and the NIC not reset since",
                name,
                now,
                next));
    return state;
}

bool is_setting_name(std::string_view word)
{
    return word.size() > 2
        && word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string_view::npos;
}

}

// "ROCE_CC_PRIO_MASK_P1 255 255 255": with -e the default, the current value and the value after the next
// boot (the last one counts), and '*' before changed settings.
void read_mlxconfig(HostBuilder& host, const Section& section)
{
    CardReader card(host);
    card.begin(section.command.subject);
    bool told = false;
    section.take_lines([&](const Node& line) {
        if (const auto device = value_of(line.key, "Device"); device && !device->empty()) {
            // "Device:  /dev/mst/mt4129_pciconf0" adds nothing to the command line.
            if (section.command.subject.empty() || host.port_at_pci(*device) != Port::no_index)
                card.begin(*device);
            return State::read;
        }
        std::string_view text = line.key;
        if (text.starts_with('*'))
            text = text.substr(std::min(text.size(), text.find_first_not_of("* \t")));
        Words words(text);
        const std::string_view name = words.next();
        if (!is_setting_name(name) || words.at_end())
            return State::irrelevant;
        if (!card.knows_card()) {
            if (!told)
                host.warn(section.place(), "the interface that this mlxconfig output is about is not known");
            told = true;
            return State::unsupported;
        }
        return take_of_two(host, card, name, column_of_now(text), last_word(text), section.span(line));
    });
}

bool is_mlxconfig_json(const Node& root)
{
    return root.first != nullptr && root.first->key.starts_with("Device #")
        && root.first->child("tlv_configuration") != nullptr;
}

void read_mlxconfig_json(HostBuilder& host, const Tree& tree)
{
    for (const Node& device : *tree.root) {
        const Node* settings = device.child("tlv_configuration");
        const Node* address = device.child("device");
        if (settings == nullptr)
            continue;
        device.mark(State::read);
        settings->mark(State::read);
        for (const Node& about : device) {
            if (&about != settings)
                about.mark_subtree(State::irrelevant);
        }
        CardReader card(host);
        card.begin(address == nullptr ? std::string_view{} : address->value);
        if (!card.knows_card())
            host.warn(tree.span(device), "the interface that this mlxconfig output is about is not known");
        for (const Node& setting : *settings) {
            const Node* value = setting.child("next_value");
            const Node* now = setting.child("current_value");
            const State state = value == nullptr ? State::irrelevant
                : card.knows_card()              ? take_of_two(host,
                      card,
                      setting.key,
                      now == nullptr ? std::string_view{} : std::string_view(now->value),
                      value->value,
                      tree.span(*value))
                                                 : State::unsupported;
            setting.mark_subtree(state);
        }
    }
}

// Reads lines like "roce_adp_retrans_en | 0x00000001".
void read_mlxreg(HostBuilder& host, const Section& section)
{
    const std::uint32_t port = host.find_port(host.interface_of(section.command.subject));
    if (port == Port::no_index)
        host.warn(section.place(), "the interface that this mlxreg output is about is not known");
    section.take_lines([&](const Node& line) {
        Words words(line.key);
        const std::string_view name = words.next();
        if (!words.take("|"))
            return State::irrelevant;
        if (port == Port::no_index)
            return State::unsupported;
        NetDevice& net = host.net(port);
        Setting<bool>* place = name == "roce_adp_retrans_en" ? &net.nic.adaptive_retransmission
            : name == "roce_slow_restart_en"                 ? &net.nic.slow_restart
            : name == "adaptive_routing_forced_en"           ? &net.nic.out_of_order
                                                             : nullptr;
        if (place == nullptr)
            return State::irrelevant;
        const auto number = firmware_number(words.next());
        if (!number)
            return State::unrecognised;
        // Forced here or allowed by the firmware: either is enough.
        if (!(place == &net.nic.out_of_order && *number == 0 && place->is(true)))
            *place = {*number != 0, host.origins().explicit_at(section.span(line))};
        net.has_nic = true;
        return State::read;
    });
}

}
