// SPDX-License-Identifier: Apache-2.0
// The tools' words for what the model counts: infiniband-diags (libibmad dump.c, libibnetdisc) and ibutils2.
#include "drivers/ib_fabric/scan.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rocelint::ib_fabric {
namespace {

template <class Value, std::size_t size>
std::optional<Value> find_in(
    const std::array<std::pair<std::string_view, Value>, size>& rows, std::string_view text)
{
    const auto found = std::ranges::find(rows, text, &std::pair<std::string_view, Value>::first);
    return found == rows.end() ? std::nullopt : std::optional(found->second);
}

constexpr std::array<std::pair<std::string_view, IbSpeed>, 9> speed_words{{{"SDR", IbSpeed::sdr},
    {"DDR", IbSpeed::ddr},
    {"QDR", IbSpeed::qdr},
    {"FDR10", IbSpeed::fdr10},
    {"FDR", IbSpeed::fdr},
    {"EDR", IbSpeed::edr},
    {"HDR", IbSpeed::hdr},
    {"NDR", IbSpeed::ndr},
    {"XDR", IbSpeed::xdr}}};

// The words that libibmad prints (mad_dump_linkspeed, mad_dump_linkspeedext), and ibdiagnet's short forms.
constexpr std::array<std::pair<std::string_view, IbSpeed>, 18> speed_rates{{{"2.5", IbSpeed::sdr},
    {"5.0", IbSpeed::ddr},
    {"5", IbSpeed::ddr},
    {"10.0", IbSpeed::qdr},
    {"10", IbSpeed::qdr},
    {"FDR10", IbSpeed::fdr10},
    {"14.0625", IbSpeed::fdr},
    {"14", IbSpeed::fdr},
    {"25.78125", IbSpeed::edr},
    {"25", IbSpeed::edr},
    {"53.125", IbSpeed::hdr},
    {"50", IbSpeed::hdr},
    {"106.25", IbSpeed::ndr},
    {"100", IbSpeed::ndr},
    {"212.5", IbSpeed::xdr},
    {"200", IbSpeed::xdr},
    {"FDR-10", IbSpeed::fdr10},
    {"10.3125", IbSpeed::fdr10}}};

constexpr std::array<std::pair<std::string_view, IbPortState>, 10> states{{{"Down", IbPortState::down},
    {"Initialize", IbPortState::init},
    {"Init", IbPortState::init},
    {"Armed", IbPortState::armed},
    {"Active", IbPortState::active},
    {"DWN", IbPortState::down},
    {"INI", IbPortState::init},
    {"ARM", IbPortState::armed},
    {"ACT", IbPortState::active},
    {"DOWN", IbPortState::down}}};

constexpr std::array<std::pair<std::string_view, IbPhysicalState>, 10> physical_states{{
    {"Sleep", IbPhysicalState::sleep},
    {"Polling", IbPhysicalState::polling},
    {"Disabled", IbPhysicalState::disabled},
    {"PortConfigurationTraining", IbPhysicalState::training},
    {"Training", IbPhysicalState::training},
    {"LinkUp", IbPhysicalState::link_up},
    {"LinkErrorRecovery", IbPhysicalState::error_recovery},
    {"PhyTest", IbPhysicalState::phy_test},
    {"LinkErrRecover", IbPhysicalState::error_recovery},
    {"PhyTest", IbPhysicalState::phy_test},
}};

// The names in perfquery (libibmad fields.c), and the columns of ibdiagnet's PM_INFO.
constexpr std::array<std::pair<std::string_view, IbCounterKind>, 31> counters{{
    {"SymbolErrorCounter", IbCounterKind::symbol_errors},
    {"LinkErrorRecoveryCounter", IbCounterKind::link_recoveries},
    {"LinkDownedCounter", IbCounterKind::link_downs},
    {"PortRcvErrors", IbCounterKind::receive_errors},
    {"PortRcvRemotePhysicalErrors", IbCounterKind::remote_physical_errors},
    {"PortRcvSwitchRelayErrors", IbCounterKind::switch_relay_errors},
    {"PortXmitDiscards", IbCounterKind::transmit_discards},
    {"PortXmitConstraintErrors", IbCounterKind::transmit_constraint_errors},
    {"PortRcvConstraintErrors", IbCounterKind::receive_constraint_errors},
    {"LocalLinkIntegrityErrors", IbCounterKind::local_integrity_errors},
    {"ExcessiveBufferOverrunErrors", IbCounterKind::buffer_overruns},
    {"VL15Dropped", IbCounterKind::vl15_dropped},
    {"PortXmitWait", IbCounterKind::transmit_wait},
    {"PortXmitData", IbCounterKind::transmit_data},
    {"PortRcvData", IbCounterKind::receive_data},
    {"PortXmitPkts", IbCounterKind::transmit_packets},
    {"PortRcvPkts", IbCounterKind::receive_packets},
    {"SymbolErrorCounterExt", IbCounterKind::symbol_errors},
    {"LinkErrorRecoveryCounterExt", IbCounterKind::link_recoveries},
    {"LinkDownedCounterExt", IbCounterKind::link_downs},
    {"PortRcvErrorsExt", IbCounterKind::receive_errors},
    {"PortRcvRemotePhysicalErrorsExt", IbCounterKind::remote_physical_errors},
    {"PortRcvSwitchRelayErrorsExt", IbCounterKind::switch_relay_errors},
    {"PortXmitDiscardsExt", IbCounterKind::transmit_discards},
    {"PortXmitConstraintErrorsExt", IbCounterKind::transmit_constraint_errors},
    {"PortRcvConstraintErrorsExt", IbCounterKind::receive_constraint_errors},
    {"LocalLinkIntegrityErrorsExt", IbCounterKind::local_integrity_errors},
    {"ExcessiveBufferOverrunErrorsExt", IbCounterKind::buffer_overruns},
    {"PortXmitDataExtended", IbCounterKind::transmit_data},
    {"PortRcvDataExtended", IbCounterKind::receive_data},
    {"VL15DroppedExt", IbCounterKind::vl15_dropped},
}};

}

std::optional<IbWidth> width_of(std::string_view text)
{
    if (text.empty() || (text.back() != 'x' && text.back() != 'X'))
        return std::nullopt;
    text.remove_suffix(1);
    constexpr std::array<std::pair<std::string_view, IbWidth>, 5> widths{{{"1", IbWidth::x1},
        {"2", IbWidth::x2},
        {"4", IbWidth::x4},
        {"8", IbWidth::x8},
        {"12", IbWidth::x12}}};
    return find_in(widths, text);
}

std::optional<IbSpeed> speed_of_word(std::string_view text) { return find_in(speed_words, text); }

std::optional<IbSpeed> speed_of_rate(std::string_view text)
{
    if (const std::size_t blank = text.find(' '); blank != std::string_view::npos)
        text = text.substr(0, blank);
    return find_in(speed_rates, text);
}

IbSpeeds speeds_of_bits(std::uint64_t bits)
{
    constexpr std::array<std::pair<std::uint64_t, IbSpeed>, 9> values{{{1U, IbSpeed::sdr},
        {2U, IbSpeed::ddr},
        {4U, IbSpeed::qdr},
        {1U << 16U, IbSpeed::fdr10},
        {1U << 8U, IbSpeed::fdr},
        {2U << 8U, IbSpeed::edr},
        {4U << 8U, IbSpeed::hdr},
        {8U << 8U, IbSpeed::ndr},
        {1U << 24U, IbSpeed::xdr}}};
    IbSpeeds speeds;
    for (const auto& [bit, speed] : values) {
        if ((bits & bit) != 0)
            speeds.insert(speed);
    }
    return speeds;
}

IbWidths widths_of_bits(std::uint64_t bits)
{
    constexpr std::array<IbWidth, 5> widths{IbWidth::x1, IbWidth::x4, IbWidth::x8, IbWidth::x12, IbWidth::x2};
    IbWidths out;
    for (std::size_t bit = 0; bit < widths.size(); ++bit) {
        if ((bits >> bit & 1U) != 0)
            out.insert(widths[bit]);
    }
    return out;
}

std::optional<IbPortState> state_of(std::string_view text) { return find_in(states, text); }
std::optional<IbPhysicalState> physical_state_of(std::string_view text)
{
    return find_in(physical_states, text);
}

std::optional<Bytes> mtu_of_code(std::uint64_t code)
{
    return code >= 1 && code <= 5 ? std::optional(Bytes{std::uint64_t{128} << code}) : std::nullopt;
}

std::optional<IbCounterKind> counter_of(std::string_view name) { return find_in(counters, name); }

}
