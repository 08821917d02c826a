// SPDX-License-Identifier: Apache-2.0
// A knob is one setting of a host's network interface or RDMA device. Its row states everything that is known
// of it, once: scripts are read, captures compared, and commands and their undo written from the same row.
#pragma once

#include "drivers/linux_host/knob/member.h"
#include "models/fabric/value/limit.h"
#include "models/fabric/value/spelling.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace rocelint::linux_host {

/// Names the settings. The order carries no meaning; a setting is described by its row.
enum class Knob : std::uint8_t {
    buffer_size,
    cable_length,
    class_map, ///< the traffic class of each priority
    cm_mode, ///< 1: RoCE v1, 2: RoCE v2
    cm_tos,
    cnp_dscp,
    cnp_priority,
    dcbx, ///< 1: the operating system decides, 0: the firmware
    default_priority,
    dscp_flush, ///< resets all DSCPs to priority 0
    dscp_priority,
    eee, ///< Energy-Efficient Ethernet
    fec, ///< the number of a Fec value
    firmware_agent, ///< the LLDP and DCBX agent in the firmware of Intel NICs
    mtu,
    notification, ///< the halves of DCQCN
    pause, ///< link pause: `number` 0 for receiving, 1 for sending
    pause_type, ///< a value of PauseType
    pfc,
    priority_buffer,
    rate_limit, ///< Gbit/s
    reaction,
    roce_priority, ///< of RoCE in the application table
    service, ///< values of Service
    share, ///< percent
    traffic_class,
    trust, ///< a value of Trusted
};

/// How a traffic class is served, as the DCB interface numbers it (linux/dcbnl.h, IEEE_8021QAZ_TSA_*).
enum class Service : std::uint8_t { strict = 0, ets = 2, vendor = 255 };
/// The numbers of Knob::trust.
enum class Trusted : std::uint8_t { pcp, dscp, dscp_pcp };
/// Converts between the trust mode of a port and the numbers of Knob::trust.
[[nodiscard]] constexpr Trusted trusted_by(Trust trust)
{
    return trust == Trust::dscp ? Trusted::dscp : trust == Trust::pcp ? Trusted::pcp : Trusted::dscp_pcp;
}
[[nodiscard]] constexpr Trust trust_in(Trusted trusted)
{
    return trusted == Trusted::dscp ? Trust::dscp
        : trusted == Trusted::pcp   ? Trust::pcp
                                    : Trust::dscp_else_pcp;
}

/// The kind of pause frames of a port, where one setting decides it for both directions.
enum class PauseType : std::uint8_t { none, pfc, link };

/// The value type of a knob.
enum class Shape : std::uint8_t {
    amount, ///< one number
    word, ///< one of a few words
    eight, ///< a number or word for each of eight priorities, traffic classes or buffers
    point, ///< a priority for each of 64 DSCPs; a value is about one of them
    half, ///< on or off for each priority; a value is about one of them
};

/// The object that a knob belongs to.
enum class Scope : std::uint8_t {
    link, ///< any network interface
    nic, ///< an interface that can carry RDMA
    rdma_device,
};

/// The tools that write or hold settings.
enum class Tool : std::uint8_t {
    ip,
    ifconfig,
    ethtool,
    mlnx_qos, ///< mlx5: mlnx-tools
    dcb, ///< other NICs: iproute2
    nicctl, ///< ionic: AMD's nicctl
    lldptool, ///< other NICs where lldpad sets DCB: open-lldp
    cma, ///< cma_roce_tos and cma_roce_mode of mlnx-tools
    net_file, ///< below /sys/class/net/IF
    rdma_file, ///< below /sys/class/infiniband/DEV/tc/PORT
    cm_file, ///< below /sys/kernel/config/rdma_cm/DEV/ports/PORT
    bnxt_file, ///< below /sys/kernel/config/bnxt_re/DEV/ports/PORT/cc
};

/// How a value is written.
enum class Notation : std::uint8_t {
    plain, ///< a number or a word
    commas, ///< mlnx_qos' comma-separated list of eight
    pairs, ///< dcb's "all:off 3:on"
    set_amount, ///< mlnx_qos' "set,3"
    set_point, ///< mlnx_qos' "set,26,3"
    point, ///< dcb's "26:3"
    each_priority, ///< nicctl's "3 --no-drop enable": one command for each priority that is given
    dscp_option, ///< nicctl's "26 --priority 3"
    priorities, ///< lldptool's "3,4" or "none"
    comma_pairs, ///< lldptool's "0:0,1:1"
    application, ///< lldptool's "3,5,26": priority, selector of DSCP, DSCP
};

/// The use of a spelling.
enum class Use : std::uint8_t {
    write, ///< new commands are written with it
    edit, ///< its value is corrected where a file has it
    read, ///< it is only understood
};

/// How one tool spells a knob.
struct ToolSpelling {
    Tool tool = Tool::ip;
    std::string_view object{}; ///< what precedes the interface: "-A", "pfc", "cma_roce_tos"
    std::string_view key{}; ///< what precedes the value: "--pfc", "prio-pfc"; the name of a file
    Notation notation = Notation::plain;
    Use use = Use::write;
    /// The words for values. A value without a word is written as a number.
    std::span<const Spelling<std::uint32_t>> words{};
    bool numbers = false; ///< numbers are understood in addition to words
    bool mlx5 = false; ///< works only on mlx5 NICs
    bool joins = false; ///< is written into one command with others of this object that join
    std::uint8_t number = 0; ///< the part of the knob that it sets: the side of link pause
    bool fewer = false; ///< commas: fewer than eight are taken, for the first ones
    std::string_view keeps{}; ///< commas: the word that leaves an entry as it is
    std::string_view verb{}; ///< dcb: "set"; cma_roce_mode: "-p 1 "
    std::string_view expects{}; ///< what to write, for a message
    std::string_view effect{}; ///< of the command on the link or its traffic, for a comment

    [[nodiscard]] constexpr bool takes_numbers() const { return words.empty() || numbers; }
};

/// Everything that is known of one setting of a host.
struct KnobRow {
    Knob knob = Knob::mtu;
    std::string_view title; ///< "the cable length"
    Shape shape = Shape::amount;
    Scope scope = Scope::nic;
    /// The range of the amount, or of each of eight numbers.
    Limit limit{"value", 0, 0xffffffff, {}};
    /// The words for its values in messages. A value without a word is written as a number.
    std::span<const Spelling<std::uint32_t>> words{};
    const Member* member = nullptr;
    /// What an undo could not restore because it was not read, where it is not the title.
    std::string_view unread_as{};
    /// Why a change of it cannot be undone, with the place of the port's name.
    std::string_view no_undo{};
    std::array<ToolSpelling, 5> spellings_or_none{}; ///< the last ones may have no key

    [[nodiscard]] constexpr std::span<const ToolSpelling> spellings() const
    {
        std::size_t count = 0;
        while (count < spellings_or_none.size() && !spellings_or_none[count].key.empty())
            ++count;
        return std::span(spellings_or_none).first(count);
    }
};

/// All rows, in the order in which settings are made when a class becomes lossless: buffer space first, then
/// pause, then the traffic mapped to the class.
[[nodiscard]] std::span<const KnobRow> knob_rows();
[[nodiscard]] const KnobRow& row_of(Knob knob);
/// The place of the knob in the order in which settings are made.
[[nodiscard]] std::uint8_t order_of(Knob knob);
[[nodiscard]] inline const Limit& limit_of(Knob knob) { return row_of(knob).limit; }

/// A spelling with the row that it belongs to.
struct SpeltKnob {
    const KnobRow* row = nullptr;
    const ToolSpelling* spelling = nullptr;
    [[nodiscard]] explicit operator bool() const { return spelling != nullptr; }
};
/// The first knob that the tool spells with this object and key. Both members are null if no knob matches.
[[nodiscard]] SpeltKnob find_spelling(Tool tool, std::string_view object, std::string_view key);
/// The first knob that the tool spells with this object. Both members are null if no knob matches.
[[nodiscard]] SpeltKnob find_object(Tool tool, std::string_view object);
/// How the tool spells the knob; the spelling is null if it does not.
[[nodiscard]] SpeltKnob spelt_by(Knob knob, Tool tool);
/// Calls visit(SpeltKnob) for each spelling of the tool.
template <class Visit>
void visit_spellings(Tool tool, Visit&& visit)
{
    for (const KnobRow& row : knob_rows()) {
        for (const ToolSpelling& spelling : row.spellings()) {
            if (spelling.tool == tool)
                visit(SpeltKnob{&row, &spelling});
        }
    }
}
/// How a knob is written where `tool` (mlnx_qos, dcb, nicctl or lldptool) sets up the NIC; null if nothing writes it
/// there. What lldptool does not set is written by dcb.
[[nodiscard]] const ToolSpelling* written_by(const KnobRow& row, Tool tool, std::uint8_t number);

}
