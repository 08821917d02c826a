// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/firmware_lldp.h"
#include "models/fabric/host.h"
#include "models/fabric/value/priority.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace rocelint {

/// Marks a number of DCQCN, which Nic::dcqcn lists by name.
struct DcqcnNumber { };
/// Marks a parameter that StoredFirmware::settle() reads, since others decide with it.
struct JointNumber { };

/// Parses a number as mlxconfig and mlxreg print it: "True(1)", "DEVICE_DEFAULT(0)", "255", "0xff".
[[nodiscard]] inline std::optional<std::uint32_t> firmware_number(std::string_view text)
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

/// Parses a number as it is typed for mlxconfig and mlxreg: decimal, hexadecimal after "0x" or "0X", octal after "0"
/// (Mellanox/mstflint 4.36.0, mlxreg/mlxreg_lib/mlxreg_parser.cpp, strToUint32(): strtoul() with base 0).
[[nodiscard]] inline std::optional<std::uint64_t> typed_firmware_number(std::string_view text)
{
    std::uint64_t base = 10;
    if (text.size() > 1 && text.front() == '0') {
        const bool is_hexadecimal = text[1] == 'x' || text[1] == 'X';
        base = is_hexadecimal ? 16 : 8;
        text.remove_prefix(is_hexadecimal ? 2 : 1);
    }
    std::uint64_t number = 0;
    for (const char c : text) {
        const int digit = ascii::hex_value(c);
        if (digit < 0 || static_cast<std::uint64_t>(digit) >= base
            || number
                > (std::numeric_limits<std::uint64_t>::max() - static_cast<std::uint64_t>(digit)) / base)
            return std::nullopt;
        number = number * base + static_cast<std::uint64_t>(digit);
    }
    return text.empty() ? std::nullopt : std::optional(number);
}

/// A parameter that the firmware of an NVIDIA NIC stores, and what it sets.
struct FirmwareParameter {
    std::string_view name; ///< of mlxconfig, without "_P1"
    std::uint32_t largest = 0;
    std::variant<JointNumber,
        DcqcnNumber,
        Setting<PrioritySet> Nic::*,
        Setting<std::uint8_t> Nic::*,
        Setting<bool> Nic::*,
        Setting<bool> FirmwareLldp::*>
        field;
    std::array<std::string_view, 4> words{}; ///< the words that mlxconfig prints for 0 to 3, in lower case

    /// The number of a value that was printed or is to be set: a word, or what firmware_number() takes. It may be too
    /// large. Case does not matter (Mellanox/mstflint 4.36.0, mlxconfig/mlxcfg_param.cpp compares by strcasecmp).
    [[nodiscard]] std::optional<std::uint32_t> number_in(std::string_view text) const
    {
        const std::string lower = ascii::lowered(text);
        if (lower == "true")
            return 1;
        if (lower == "false")
            return 0;
        for (std::uint32_t number = 0; number < words.size(); ++number) {
            if (!words[number].empty() && words[number] == lower)
                return number;
        }
        return firmware_number(text.starts_with("0x") ? std::string_view(lower) : text);
    }
};

/// The parameters that rules depend on (Mellanox/mstflint 4.36.0, mlxconfig: ROCE_CC, LLDP_NB_DCBX, LLDP_NB_CONF,
/// PCI_CONF, ROCE_CONF, ROCE_CC_ECN, nv_vpi_link_type, nv_sw_offload_conf). Of DCQCN's, the database bounds the numbers, and the model does not.
inline constexpr auto firmware_parameters = std::to_array<FirmwareParameter>({
    {"ROCE_CC_PRIO_MASK", 255, &Nic::cc_priorities},
    {"CNP_DSCP", 63, &Nic::stored_cnp_dscp},
    {"CNP_802P_PRIO", 7, JointNumber{}},
    {"CNP_RES_PRIO_MODE", 1, JointNumber{}},
    {"ROCE_CONTROL", 2, JointNumber{}, {"device_default", "roce_disable", "roce_enable"}},
    {"LLDP_NB_DCBX", 1, &FirmwareLldp::dcbx},
    {"LLDP_NB_TX_MODE", 2, &FirmwareLldp::sends, {"off", "mandatory", "all"}},
    {"LLDP_NB_RX_MODE", 2, &FirmwareLldp::receives, {"off", "mandatory", "all"}},
    {"DCBX_WILLING", 1, &Nic::dcbx_willing},
    {"ATS_ENABLED", 1, &Nic::ats},
    {"ROCE_ADAPTIVE_ROUTING_EN", 1, &Nic::out_of_order},
    {"USER_PROGRAMMABLE_CC", 1, &Nic::programmable_cc},
    {"ROCE_CC_ALGORITHM", 1, &Nic::reacts_to_qcn, {"ecn", "qcn"}},
    {"RDMA_SELECTIVE_REPEAT_EN", 1, JointNumber{}},
    {"LINK_TYPE", 3, JointNumber{}, {"", "ib", "eth", "vpi"}},
    {"CLAMP_TGT_RATE", 0xffffffff, DcqcnNumber{}},
    {"CLAMP_TGT_RATE_AFTER_TIME_INC", 0xffffffff, DcqcnNumber{}},
    {"DCE_TCP_G", 0xffffffff, DcqcnNumber{}},
    {"DCE_TCP_RTT", 0xffffffff, DcqcnNumber{}},
    {"INITIAL_ALPHA_VALUE", 0xffffffff, DcqcnNumber{}},
    {"MIN_TIME_BETWEEN_CNPS", 0xffffffff, DcqcnNumber{}},
    {"RATE_REDUCE_MONITOR_PERIOD", 0xffffffff, DcqcnNumber{}},
    {"RATE_TO_SET_ON_FIRST_CNP", 0xffffffff, DcqcnNumber{}},
    {"RPG_AI_RATE", 0xffffffff, DcqcnNumber{}},
    {"RPG_BYTE_RESET", 0xffffffff, DcqcnNumber{}},
    {"RPG_GD", 0xffffffff, DcqcnNumber{}},
    {"RPG_HAI_RATE", 0xffffffff, DcqcnNumber{}},
    {"RPG_MAX_RATE", 0xffffffff, DcqcnNumber{}},
    {"RPG_MIN_DEC_FAC", 0xffffffff, DcqcnNumber{}},
    {"RPG_MIN_RATE", 0xffffffff, DcqcnNumber{}},
    {"RPG_THRESHOLD", 0xffffffff, DcqcnNumber{}},
    {"RPG_TIME_RESET", 0xffffffff, DcqcnNumber{}},
});

/// The name of a parameter without the port at its end: "CNP_DSCP" of "CNP_DSCP_P1".
[[nodiscard]] inline std::string_view without_firmware_port(std::string_view name)
{
    const bool has_port = name.size() > 3 && name[name.size() - 3] == '_' && name[name.size() - 2] == 'P';
    return has_port ? name.substr(0, name.size() - 3) : name;
}

/// The parameter with this name, which has no port, or null if no rule depends on it.
[[nodiscard]] inline const FirmwareParameter* find_firmware_parameter(std::string_view name)
{
    const auto* const found = std::ranges::find(firmware_parameters, name, &FirmwareParameter::name);
    return found == firmware_parameters.end() ? nullptr : found;
}

/// What the firmware of a NIC's port stores. Later numbers overwrite earlier ones.
class StoredFirmware {
public:
    /// One stored number and where it is written.
    struct Entry {
        const FirmwareParameter* parameter = nullptr;
        std::uint32_t number = 0;
        OriginId at;
    };

    /// Keeps a number, and sets the NIC's field that it alone decides. `usual` is the firmware's default, if known.
    void take(const FirmwareParameter& parameter,
        std::uint32_t number,
        OriginId at,
        Nic& nic,
        std::optional<std::uint32_t> usual = std::nullopt)
    {
        const auto known = std::ranges::find(entries_, &parameter, &Entry::parameter);
        if (known != entries_.end())
            *known = {&parameter, number, at};
        else
            entries_.push_back({&parameter, number, at});
        std::visit(
            [&](auto field) {
                using Field = decltype(field);
                if constexpr (std::is_same_v<Field, DcqcnNumber>)
                    take_dcqcn(nic, {parameter.name, number, at, usual});
                else if constexpr (std::is_same_v<Field, Setting<bool> Nic::*>)
                    nic.*field = {number != 0, at};
                else if constexpr (std::is_same_v<Field, Setting<std::uint8_t> Nic::*>)
                    nic.*field = {static_cast<std::uint8_t>(number), at};
                else if constexpr (std::is_same_v<Field, Setting<PrioritySet> Nic::*>)
                    nic.*field = {PrioritySet{static_cast<std::uint8_t>(number)}, at};
            },
            parameter.field);
    }

    /// The number of this parameter, or null.
    [[nodiscard]] const Entry* find(std::string_view name) const
    {
        const auto known = std::ranges::find_if(
            entries_, [name](const Entry& entry) { return entry.parameter->name == name; });
        return known == entries_.end() ? nullptr : &*known;
    }

    /// Sets the NIC's fields that several parameters decide, or that another number leaves open.
    void settle(Nic& nic, Origins& origins) const
    {
        FirmwareLldp lldp;
        for (const Entry& entry : entries_) {
            if (const auto* field = std::get_if<Setting<bool> FirmwareLldp::*>(&entry.parameter->field))
                lldp.*(*field) = {entry.number != 0, entry.at};
        }
        if (lldp.dcbx.peek_known())
            nic.firmware_dcbx = lldp.speaks_dcbx();
        // "If TRUE, CNP packets for this port contain priority from a received request. If FALSE, CNP responses use
        // value set by CNP_802P_PRIO" (mlxconfig -d DEVICE show_confs, ROCE_CC).
        const Entry* answers = find("CNP_RES_PRIO_MODE");
        const Entry* priority = find("CNP_802P_PRIO");
        if (answers != nullptr && answers->number != 0)
            nic.stored_cnp_priority = Setting<std::uint8_t>::unread(origins.unread(
                "CNP_RES_PRIO_MODE makes the firmware send CNPs in the priority of the packets that they answer"));
        else if (priority != nullptr)
            nic.stored_cnp_priority = {static_cast<std::uint8_t>(priority->number), priority->at};
        // Without RoCE the NIC has no GIDs (mlxconfig -d DEVICE show_confs, ROCE_CONF: ROCE_DISABLE is 1).
        const Entry* control = find("ROCE_CONTROL");
        constexpr std::uint32_t roce_disable = 1;
        if (control != nullptr && control->number == roce_disable)
            nic.has_v2_gid = {false, control->at};
        if (const Entry* routing = find("ROCE_ADAPTIVE_ROUTING_EN"))
            nic.stored_out_of_order = {routing->number != 0, routing->at};
        // Off allows nothing, but the register ROCE_ACCL may force it all the same.
        const Entry* selective = find("RDMA_SELECTIVE_REPEAT_EN");
        if (selective != nullptr)
            nic.stored_selective_repeat = {selective->number != 0, selective->at};
        if (selective != nullptr && selective->number != 0)
            nic.selective_repeat = {true, selective->at};
        const Entry* link = find("LINK_TYPE");
        constexpr std::uint32_t link_infiniband = 1;
        constexpr std::uint32_t link_ethernet = 2;
        if (link != nullptr && (link->number == link_infiniband || link->number == link_ethernet))
            nic.infiniband = {link->number == link_infiniband, link->at};
        else if (link != nullptr)
            nic.infiniband = Setting<bool>::unread(
                origins.unread("LINK_TYPE lets the port find out what it is connected to"));
    }

private:
    static void take_dcqcn(Nic& nic, DcqcnParameter taken)
    {
        const auto known = std::ranges::find(nic.dcqcn, taken.name, &DcqcnParameter::name);
        if (known == nic.dcqcn.end())
            return nic.dcqcn.push_back(taken);
        if (!taken.usual)
            taken.usual = known->usual;
        *known = taken;
    }

    std::vector<Entry> entries_;
};

}
