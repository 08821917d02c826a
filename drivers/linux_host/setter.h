// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/shell.h"
#include "models/fabric/port.h"
#include "models/fabric/priority.h"
#include "models/syntax/tree.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::linux_host {

/// What a line of a host's configuration sets. In the order in which settings are made when a class becomes lossless:
/// room first, then pause, then what is sorted into it.
enum class Sets : std::uint8_t {
    mtu,
    pause, ///< link pause: `number` 0 for receiving, 1 for sending
    fec, ///< a number of Fec
    eee, ///< Energy-Efficient Ethernet
    dcbx,
    buffer_size, ///< list by buffer
    priority_buffer, ///< list by priority
    cable_length,
    pfc, ///< list by priority
    trust,
    dscp_priority, ///< of the DSCP `number`
    dscp_flush, ///< all DSCPs back to priority 0
    default_priority,
    class_map, ///< traffic class, list by priority
    service, ///< list by traffic class, of Service
    share, ///< percent, list by traffic class
    rate_limit, ///< Gbit/s, list by traffic class
    traffic_class,
    cm_tos,
    cm_mode,
    notification, ///< DCQCN's halves, of the priority `number`
    reaction,
    cnp_dscp,
    cnp_priority,
};

/// How a traffic class is served, as the DCB interface numbers it (linux/dcbnl.h, IEEE_8021QAZ_TSA_*).
enum class Service : std::uint8_t { strict = 0, ets = 2, vendor = 255 };
/// Numbers of Sets::trust.
enum class Trusted : std::uint8_t { pcp, dscp, dscp_pcp };

/// How the value is written.
enum class Notation : std::uint8_t {
    plain, ///< a number, a word, or mlnx_qos' list of eight with commas
    pairs, ///< dcb's "all:off 3:on"
    dscp_set, ///< mlnx_qos' "set,26,3"
};

/// One setting that a configuration file makes for one interface or RDMA device.
struct Setter {
    Sets sets = Sets::mtu;
    Notation notation = Notation::plain;
    bool by_rdma_device = false; ///< `subject` is an RDMA device, else an interface
    bool mlx5 = false; ///< set in a way that only mlx5 NICs have
    bool editable = true; ///< `at` holds this value alone
    std::uint8_t number = 0;
    std::uint8_t rdma_port = 1;
    PrioritySet given; ///< of a list: which of the eight are stated
    std::array<std::uint32_t, 8> list{};
    std::uint32_t amount = 0; ///< of what is no list
    std::string_view subject;
    Span at; ///< the value as it is written
    std::uint32_t after = 0; ///< offset behind which a line may follow it
};

/// Collects what the commands of one file set.
struct SetterSink {
    const Source& source;
    std::vector<Setter>& setters;
    std::vector<SyntaxProblem>& problems;
    void warn(Span at, std::string message)
    {
        problems.push_back({SyntaxProblem::Severity::warning, at, std::move(message)});
    }
};

/// Understands one command of a script. `input` is the command that pipes into it, or null. Says what became of it.
[[nodiscard]] CoverageState read_setter(
    const ShellCommand& command, const ShellCommand* input, SetterSink& sink);
/// `dcb … set|add|replace`; `words` begin behind `dcb` and its options.
[[nodiscard]] CoverageState read_dcb_setter(
    std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);
/// `mlnx_qos -i IF …`; `words` begin behind the command's name.
[[nodiscard]] CoverageState read_mlnx_qos_setter(
    std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);
/// A value written to a file under /sys.
[[nodiscard]] CoverageState read_sysfs_setter(
    const ShellWord& path, const ShellWord& value, const ShellCommand& command, SetterSink& sink);

/// `cma_roce_tos` and `cma_roce_mode`; `words` begin behind the command's name.
[[nodiscard]] CoverageState read_cma_setter(
    bool tos, std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);
/// `echo … > file`.
[[nodiscard]] CoverageState read_printed(const ShellCommand& command, SetterSink& sink);
/// `echo … | tee file`; `words` begin behind the command's name.
[[nodiscard]] CoverageState read_tee(std::span<const ShellWord> words,
    const ShellCommand& command,
    const ShellCommand* input,
    SetterSink& sink);

/// The command without `sudo -n`, `env A=b` and assignments before it.
[[nodiscard]] std::span<const ShellWord> without_prefixes(std::span<const ShellWord> words);
/// A number up to `limit`.
[[nodiscard]] std::optional<std::uint32_t> word_number(const ShellWord& word, std::uint32_t limit);
/// The number of a setting. One that it does not take is told, and nothing.
[[nodiscard]] std::optional<std::uint32_t> setting_number(Sets sets, const ShellWord& word, SetterSink& sink);
/// Eight numbers with commas, each in the setting's range; nothing for anything else.
[[nodiscard]] std::optional<std::array<std::uint32_t, 8>> eight_numbers(std::string_view text, Sets sets);
/// The place of a word in its file.
[[nodiscard]] inline Span place_of(const SetterSink& sink, const ShellWord& word)
{
    return sink.source.span_of(word.written);
}
/// A setter of one value of one subject, with its place taken from the word.
[[nodiscard]] Setter make_setter(Sets sets,
    std::string_view subject,
    const ShellWord& value,
    const ShellCommand& command,
    const SetterSink& sink);

}
