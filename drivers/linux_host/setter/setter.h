// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/shell/shell.h"
#include "models/fabric/port.h"
#include "models/fabric/value/priority.h"
#include "models/syntax/tree.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::linux_host {

/// What a line of a host's configuration sets. The order is that in which settings are made when a class
/// becomes lossless: buffer space first, then pause, then the traffic mapped to the class.
enum class Knob : std::uint8_t {
    mtu,
    pause, ///< link pause: `number` 0 for receiving, 1 for sending
    fec, ///< the number of a Fec value
    eee, ///< Energy-Efficient Ethernet
    dcbx,
    buffer_size, ///< list by buffer
    priority_buffer, ///< list by priority
    cable_length,
    pfc, ///< list by priority
    trust,
    dscp_priority, ///< for the DSCP `number`
    dscp_flush, ///< resets all DSCPs to priority 0
    default_priority,
    class_map, ///< traffic class, list by priority
    service, ///< values of Service, list by traffic class
    share, ///< percent, list by traffic class
    rate_limit, ///< Gbit/s, list by traffic class
    traffic_class,
    cm_tos,
    cm_mode,
    notification, ///< the halves of DCQCN, for the priority `number`
    reaction,
    cnp_dscp,
    cnp_priority,
};

/// How a traffic class is served, as the DCB interface numbers it (linux/dcbnl.h, IEEE_8021QAZ_TSA_*).
enum class Service : std::uint8_t { strict = 0, ets = 2, vendor = 255 };
/// The numbers of Knob::trust.
enum class Trusted : std::uint8_t { pcp, dscp, dscp_pcp };

/// How the value is written.
enum class Notation : std::uint8_t {
    plain, ///< a number, a word, or mlnx_qos' comma-separated list of eight
    pairs, ///< dcb's "all:off 3:on"
    dscp_set, ///< mlnx_qos' "set,26,3"
};

/// One setting that a configuration file makes for one interface or RDMA device.
struct Setter {
    Knob sets = Knob::mtu;
    Notation notation = Notation::plain;
    bool by_rdma_device = false; ///< `subject` is an RDMA device, else an interface
    bool mlx5 = false; ///< set in a way that works only on mlx5 NICs
    bool editable = true; ///< `at` contains only this value
    std::uint8_t number = 0;
    std::uint8_t rdma_port = 1;
    PrioritySet given; ///< for a list: which of the eight are given
    std::array<std::uint32_t, 8> list{};
    std::uint32_t amount = 0; ///< for a setting that is not a list
    std::string_view subject;
    Span at; ///< where the value is written
    std::uint32_t after = 0; ///< offset after which a line may be inserted
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

/// Parses one command of a script. `input` is the command
/// that pipes into it, or null. Returns its coverage state.
[[nodiscard]] CoverageState read_setter(
    const ShellCommand& command, const ShellCommand* input, SetterSink& sink);
/// `dcb … set|add|replace`; `words` begin after `dcb` and its options.
[[nodiscard]] CoverageState read_dcb_setter(
    std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);
/// `mlnx_qos -i IF …`; `words` begin after the command's name.
[[nodiscard]] CoverageState read_mlnx_qos_setter(
    std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);
/// Parses a write of a value to a file under /sys.
[[nodiscard]] CoverageState read_sysfs_setter(
    const ShellWord& path, const ShellWord& value, const ShellCommand& command, SetterSink& sink);

/// `cma_roce_tos` and `cma_roce_mode`; `words` begin after the command's name.
[[nodiscard]] CoverageState read_cma_setter(
    bool tos, std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);
/// `echo … > file`.
[[nodiscard]] CoverageState read_printed(const ShellCommand& command, SetterSink& sink);
/// `echo … | tee file`; `words` begin after the command's name.
[[nodiscard]] CoverageState read_tee(std::span<const ShellWord> words,
    const ShellCommand& command,
    const ShellCommand* input,
    SetterSink& sink);

/// The command without leading `sudo -n`, `env A=b` and assignments.
[[nodiscard]] std::span<const ShellWord> without_prefixes(std::span<const ShellWord> words);
/// A number up to `limit`.
[[nodiscard]] std::optional<std::uint32_t> word_number(const ShellWord& word, std::uint32_t limit);
/// The number of a setting. For a number out of range, reports a problem and returns nothing.
[[nodiscard]] std::optional<std::uint32_t> setting_number(Knob sets, const ShellWord& word, SetterSink& sink);
/// Eight comma-separated numbers, each in the setting's range; nothing for any other text.
[[nodiscard]] std::optional<std::array<std::uint32_t, 8>> eight_numbers(std::string_view text, Knob sets);
/// Where a word is in its file.
[[nodiscard]] inline Span place_of(const SetterSink& sink, const ShellWord& word)
{
    return sink.source.span_of(word.written);
}
/// Makes a setter of one value for one subject, located at the word.
[[nodiscard]] Setter make_setter(Knob sets,
    std::string_view subject,
    const ShellWord& value,
    const ShellCommand& command,
    const SetterSink& sink);

}
