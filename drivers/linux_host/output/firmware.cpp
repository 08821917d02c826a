// SPDX-License-Identifier: Apache-2.0
// Which settings of the firmware mean what. Queries show them, and scripts set them.
#include "drivers/linux_host/output/firmware.h"

#include "drivers/firmware_lldp.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <array>
#include <string>
#include <type_traits>
#include <variant>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// A setting without "_P1", where it is kept, and its largest value (Mellanox/mstflint mlxconfig: ROCE_CC,
// LLDP_NB_DCBX, PCI_CONF, ROCE_CONF).
struct FirmwareRow {
    std::string_view name;
    std::uint32_t largest = 0;
    std::variant<Setting<PrioritySet> Nic::*, Setting<std::uint8_t> Nic::*, Setting<bool> Nic::*> field;
};
constexpr auto firmware_rows = std::to_array<FirmwareRow>({
    {"ROCE_CC_PRIO_MASK", 255, &Nic::cc_priorities},
    {"CNP_DSCP", 63, &Nic::stored_cnp_dscp},
    {"CNP_802P_PRIO", 7, &Nic::stored_cnp_priority},
    {"LLDP_NB_DCBX", 0xffffffff, &Nic::firmware_dcbx},
    {"DCBX_WILLING", 0xffffffff, &Nic::dcbx_willing},
    {"ATS_ENABLED", 0xffffffff, &Nic::ats},
    {"ROCE_ADAPTIVE_ROUTING_EN", 0xffffffff, &Nic::out_of_order},
    {"USER_PROGRAMMABLE_CC", 0xffffffff, &Nic::programmable_cc},
    // ECN(0), QCN(1): "Select RDMA over Converged Ethernet (RoCE) algorithm".
    {"ROCE_CC_ALGORITHM", 1, &Nic::reacts_to_qcn},
});

// "If TRUE, CNP packets for this port contain priority from a received request. If FALSE, CNP responses use value
// set by CNP_802P_PRIO" (mlxconfig -d DEVICE show_confs, ROCE_CC).
constexpr std::string_view answer_priority = "CNP_RES_PRIO_MODE";
// Without RoCE the NIC has no GIDs (mlxconfig -d DEVICE show_confs, ROCE_CONF: ROCE_DISABLE is 1).
constexpr std::string_view roce_control = "ROCE_CONTROL";
constexpr std::uint32_t roce_disable = 1;
// IB(1), ETH(2), VPI(3) (NVIDIA Firmware Tools 4.34.1-10 LTS, Using mlxconfig).
constexpr std::string_view link_type = "LINK_TYPE";
constexpr std::uint32_t link_type_infiniband = 1;
constexpr std::uint32_t last_link_type = 3;
// Allows selective repeat; the register ROCE_ACCL forces it without this, so that off here does not mean off.
constexpr std::string_view selective_repeat = "RDMA_SELECTIVE_REPEAT_EN";
constexpr std::string_view agent_sends = "LLDP_NB_TX_MODE";
constexpr std::string_view agent_receives = "LLDP_NB_RX_MODE";

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

const FirmwareRow* firmware_row(std::string_view name)
{
    const auto row = std::ranges::find(firmware_rows, name, &FirmwareRow::name);
    return row == firmware_rows.end() ? nullptr : &*row;
}

bool is_agent(std::string_view name) { return name == agent_sends || name == agent_receives; }

bool is_dcqcn(std::string_view name) { return std::ranges::find(dcqcn_names, name) != dcqcn_names.end(); }

bool is_special(std::string_view name)
{
    return name == answer_priority || name == roce_control || name == link_type || name == selective_repeat;
}

// The words of mlxconfig for numbers, in small letters.
struct ValueWord {
    std::string_view word;
    std::uint32_t number = 0;
};
constexpr auto value_words = std::to_array<ValueWord>(
    {{"true", 1}, {"false", 0}, {"ib", 1}, {"eth", 2}, {"vpi", 3}, {"ecn", 0}, {"qcn", 1}});

std::string_view without_port(std::string_view name)
{
    const bool has_port = name.size() > 3 && name[name.size() - 3] == '_' && name[name.size() - 2] == 'P';
    return has_port ? name.substr(0, name.size() - 3) : name;
}

template <class T>
T value_for(std::uint32_t number)
{
    if constexpr (std::is_same_v<T, bool>)
        return number != 0;
    else
        return T{static_cast<std::uint8_t>(number)};
}

}

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

std::optional<std::uint32_t> firmware_value(std::string_view text)
{
    const std::string lower = ascii::lowered(text);
    if (const auto word = std::ranges::find(value_words, lower, &ValueWord::word); word != value_words.end())
        return word->number;
    return firmware_number(text.starts_with("0x") ? std::string_view(lower) : text);
}

bool is_judged_by_rules(std::string_view name)
{
    name = without_port(name);
    return firmware_row(name) != nullptr || is_dcqcn(name) || is_agent(name) || is_special(name);
}

std::uint32_t FirmwareCard::port_of(std::string_view& name) const
{
    const std::string_view whole = name;
    name = without_port(name);
    return name.size() < whole.size() ? function(whole.back()) : port_;
}

State FirmwareCard::take(std::string_view name, std::string_view value, Span at)
{
    const std::uint32_t port = port_of(name);
    if (!is_judged_by_rules(name))
        return State::irrelevant;
    // The card's other port belongs to a host, or a link layer, that was not captured.
    if (port == Port::no_index)
        return State::irrelevant;
    const auto number = firmware_value(value);
    if (!number)
        return State::unrecognised;
    // Without its PCI address it may be the other port of the card.
    if (name == link_type && host_.net(port).pci.empty())
        return State::unsupported;
    if (name == roce_control && *number != roce_disable)
        return State::irrelevant;
    NetDevice& net = host_.net(port);
    net.has_nic = true;
    if (!take_agent(port, name, *number, at) && !set(net.nic, name, *number, at))
        return State::unrecognised;
    FirmwareLldp& agent = agents_[port];
    agent.dcbx = net.nic.firmware_dcbx;
    net.nic.firmware_dcbx = agent.speaks_dcbx();
    return State::read;
}

bool FirmwareCard::take_agent(std::uint32_t port, std::string_view name, std::uint32_t number, Span at)
{
    if (!is_agent(name))
        return false;
    FirmwareLldp& agent = agents_[port];
    (name == agent_sends ? agent.sends : agent.receives) = {number != 0, host_.origins().explicit_at(at)};
    return true;
}

std::optional<Span> FirmwareCard::shown_otherwise(std::string_view name, std::uint32_t number)
{
    const std::uint32_t port = port_of(name);
    if (port == Port::no_index)
        return std::nullopt;
    const Nic& nic = host_.net(port).nic;
    if (is_dcqcn(name)) {
        const auto known = std::ranges::find(nic.dcqcn, name, &DcqcnParameter::name);
        return known == nic.dcqcn.end() || known->value == number
            ? std::nullopt
            : std::optional(host_.origins().span(known->at));
    }
    const FirmwareRow* row = firmware_row(name);
    if (row == nullptr)
        return std::nullopt;
    return std::visit(
        [&](auto field) -> std::optional<Span> {
            const auto& setting = nic.*field;
            using Value = std::remove_cvref_t<decltype(setting.value)>;
            if (!setting.peek_known() || setting.value == value_for<Value>(number))
                return std::nullopt;
            return host_.origins().span(setting.origin);
        },
        row->field);
}

std::uint32_t FirmwareCard::function(char digit) const
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

bool FirmwareCard::set(Nic& nic, std::string_view name, std::uint32_t number, Span at)
{
    Setting<std::uint8_t>& priority = nic.stored_cnp_priority;
    if (name == answer_priority) {
        if (number != 0)
            priority = Setting<std::uint8_t>::unread(host_.origins().unread(
                "CNP_RES_PRIO_MODE makes the firmware send CNPs in the priority of the packets that they answer"));
        return true;
    }
    const OriginId why = host_.origins().explicit_at(at);
    if (name == roce_control) {
        nic.has_v2_gid = {false, why};
        return true;
    }
    if (name == link_type) {
        if (number < link_type_infiniband || number > last_link_type)
            return false;
        nic.infiniband = {number == link_type_infiniband, why};
        return true;
    }
    if (name == selective_repeat) {
        if (number != 0)
            nic.selective_repeat = {true, why};
        return true;
    }
    if (const FirmwareRow* row = firmware_row(name)) {
        if (number > row->largest)
            return false;
        const bool follows_request
            = row->name == "CNP_802P_PRIO" && !priority.peek_known() && priority.origin != OriginId{};
        if (follows_request)
            return true;
        std::visit(
            [&](auto field) {
                using Value = std::remove_cvref_t<decltype((nic.*field).value)>;
                nic.*field = {value_for<Value>(number), why};
            },
            row->field);
        return true;
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

}
