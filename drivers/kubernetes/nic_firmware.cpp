// SPDX-License-Identifier: Apache-2.0
#include "drivers/kubernetes/nic_firmware.h"

#include "drivers/firmware_lldp.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace rocelint::kubernetes {
namespace {

using State = CoverageState;

struct FirmwareParameter {
    std::string_view name; ///< without "_P1"
    std::uint32_t largest;
    void (*set)(Nic& nic, std::uint32_t number, OriginId why);
};
// Names and ranges: mlxconfig of NVIDIA MFT, ROCE_CC, LLDP_NB_DCBX, PCI_CONF.
constexpr auto firmware_parameters = std::to_array<FirmwareParameter>({
    {"CNP_DSCP",
        63,
        [](Nic& nic, std::uint32_t number, OriginId why) {
            nic.stored_cnp_dscp = {static_cast<std::uint8_t>(number), why};
        }},
    {"CNP_802P_PRIO",
        7,
        [](Nic& nic, std::uint32_t number, OriginId why) {
            nic.stored_cnp_priority = {static_cast<std::uint8_t>(number), why};
        }},
    {"ROCE_CC_PRIO_MASK",
        255,
        [](Nic& nic, std::uint32_t number, OriginId why) {
            nic.cc_priorities = {PrioritySet{static_cast<std::uint8_t>(number)}, why};
        }},
    {"LLDP_NB_DCBX",
        1,
        [](Nic& nic, std::uint32_t number, OriginId why) {
            nic.firmware_dcbx = {number != 0, why};
        }},
    {"DCBX_WILLING",
        1,
        [](Nic& nic, std::uint32_t number, OriginId why) {
            nic.dcbx_willing = {number != 0, why};
        }},
    {"ATS_ENABLED",
        1,
        [](Nic& nic, std::uint32_t number, OriginId why) {
            nic.ats = {number != 0, why};
        }},
    {"ROCE_ADAPTIVE_ROUTING_EN",
        1,
        [](Nic& nic, std::uint32_t number, OriginId why) {
            nic.out_of_order = {number != 0, why};
        }},
    {"USER_PROGRAMMABLE_CC",
        1,
        [](Nic& nic, std::uint32_t number, OriginId why) {
            nic.programmable_cc = {number != 0, why};
        }},
    {"ROCE_CC_ALGORITHM",
        1,
        [](Nic& nic, std::uint32_t number, OriginId why) {
            nic.reacts_to_qcn = {number != 0, why};
        }},
    // Off leaves it to the register ROCE_ACCL.
    {"RDMA_SELECTIVE_REPEAT_EN",
        1,
        [](Nic& nic, std::uint32_t number, OriginId why) {
            if (number != 0)
                nic.selective_repeat = {true, why};
        }},
});

struct LldpMode {
    std::string_view name;
    Setting<bool> FirmwareLldp::*setting;
};
// mlxconfig of NVIDIA MFT, LLDP_NB_CONF: OFF(0), MANDATORY(1), ALL(2).
constexpr auto lldp_modes = std::to_array<LldpMode>(
    {{"LLDP_NB_TX_MODE", &FirmwareLldp::sends}, {"LLDP_NB_RX_MODE", &FirmwareLldp::receives}});
constexpr std::uint64_t largest_mode = 2;

// A number, or a word of mlxconfig.
std::optional<std::uint64_t> firmware_number(std::string_view text)
{
    constexpr std::array<std::string_view, largest_mode + 1> modes{"OFF", "MANDATORY", "ALL"};
    if (const auto* const mode = std::ranges::find(modes, text); mode != modes.end())
        return mode - modes.begin();
    if (text == "ECN" || text == "QCN")
        return text == "QCN" ? 1 : 0;
    if (text == "True" || text == "TRUE" || text == "true")
        return 1;
    if (text == "False" || text == "FALSE" || text == "false")
        return 0;
    return parse_number(text);
}

// Whether it is one of DCQCN's numbers, which the model has and this reader does not take.
bool is_of_dcqcn(std::string_view name)
{
    constexpr std::array<std::string_view, 6> beginnings{
        "CLAMP_TGT_RATE", "DCE_TCP_", "INITIAL_ALPHA", "MIN_TIME_BETWEEN_CNPS", "RATE_", "RPG_"};
    return std::ranges::any_of(
        beginnings, [name](std::string_view beginning) { return name.starts_with(beginning); });
}

const FirmwareParameter* find_parameter(std::string_view name)
{
    const auto* const found = std::ranges::find(firmware_parameters, name, &FirmwareParameter::name);
    return found == firmware_parameters.end() ? nullptr : found;
}

void take_parameter(Draft& draft, Nic& nic, FirmwareLldp& lldp, const Node& name, const Node& value)
{
    std::string_view word = name.value;
    const bool of_port = word.size() > 3 && word.substr(word.size() - 3, 2) == "_P";
    const bool of_first = !of_port || word.back() == '1';
    if (of_port)
        word.remove_suffix(3);
    const FirmwareParameter* parameter = find_parameter(word);
    const auto* const mode = std::ranges::find(lldp_modes, word, &LldpMode::name);
    const bool is_mode = mode != lldp_modes.end();
    // One port stands for all ports of the NIC, and has what the first one gets.
    if ((parameter == nullptr && !is_mode) || !of_first) {
        const State state = is_of_dcqcn(word) ? State::unsupported : State::irrelevant;
        name.mark(state);
        value.mark(state);
        return;
    }
    name.mark(State::read);
    if (draft.is_unfilled(value))
        return;
    const auto number = firmware_number(value.value);
    const std::uint64_t largest = is_mode ? largest_mode : parameter->largest;
    if (!number || *number > largest) {
        draft.complain(draft.place(value),
            fmt::format("{} is {}, and must be a number up to {}", name.value, redact(value.value), largest));
        return;
    }
    value.mark(State::read);
    const OriginId stated = draft.stated(value);
    if (is_mode)
        lldp.*(mode->setting) = {*number != 0, stated};
    else
        parameter->set(nic, static_cast<std::uint32_t>(*number), stated);
}

}

void set_firmware(Nic& nic, std::string_view name, std::uint64_t number, OriginId why)
{
    if (const FirmwareParameter* parameter = find_parameter(name))
        parameter->set(nic, static_cast<std::uint32_t>(number), why);
}

void read_raw_firmware(Draft& draft, Nic& nic, const Node* parameters)
{
    if (parameters == nullptr)
        return;
    FirmwareLldp lldp;
    for (const Node& entry : *parameters) {
        const Node* name = node_at(&entry, "name");
        const Node* value = node_at(&entry, "value");
        if (name == nullptr || value == nullptr)
            continue;
        entry.mark(State::irrelevant);
        take_parameter(draft, nic, lldp, *name, *value);
    }
    lldp.dcbx = nic.firmware_dcbx;
    nic.firmware_dcbx = lldp.speaks_dcbx();
}

}
