// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/knob/knob.h"
#include "drivers/shell/shell.h"
#include "models/syntax/tree.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::linux_host {

/// One setting that a configuration file makes for one interface or RDMA device.
struct Setter : KnobValue {
    Knob knob = Knob::mtu;
    const ToolSpelling* spelling = nullptr; ///< null in network configuration, where it is a plain number
    bool by_rdma_device = false; ///< `subject` is an RDMA device, else an interface
    bool mlx5 = false; ///< set in a way that works only on mlx5 NICs
    bool bnxt = false; ///< set in a way that works only on Broadcom NICs
    bool by_adapter = false; ///< `subject` is a number in niccli's list, or a PCI address
    bool waits_for_apply = false; ///< not in force until a write to bnxt_re's file `apply`
    bool without_pfc = false; ///< a cable length that mlnx_qos sets without PFC in the same command
    bool editable = true; ///< `at` contains only this value
    std::uint8_t rdma_port = 1;
    std::string_view subject;
    /// If set, `subject` is what the tool of this driver's NICs calls one of them (a UUID, a PCI address or an RDMA
    /// device); if that is empty, all of them are meant.
    std::string_view of_driver{};
    Span at; ///< where the value is written
    std::uint32_t after = 0; ///< offset after which a line may be inserted
};

/// One setting that a command stores in the firmware of a NIC for its next start (`mlxconfig -d CARD set NAME=VALUE`), or
/// writes into its register ROCE_ACCL until then (`mlxreg -d CARD --reg_name ROCE_ACCL --set NAME=VALUE`).
struct FirmwareSetting {
    std::string_view card; ///< an RDMA device, an interface, a PCI address or a file below /dev/mst
    std::string_view name; ///< with "_P1", where it has one
    std::string_view value;
    Span at; ///< the name with its value
    bool in_register = false; ///< else stored for the next start
};

/// A kernel setting that decides which interface answers for an IPv4 address, `net.ipv4.conf.INTERFACE.NAME = VALUE`.
struct AddressSetting {
    std::string_view interface; ///< "all": the setting of the same name for all interfaces
    std::string_view name;
    std::uint8_t value = 0;
    Span at; ///< of the name with its value
};

/// Collects what the commands of one file set.
struct SetterSink {
    const Source& source;
    std::vector<Setter>& setters;
    std::vector<SyntaxProblem>& problems;
    std::vector<FirmwareSetting>* firmware = nullptr; ///< null: settings of the firmware are not read
    std::vector<AddressSetting>* addresses = nullptr; ///< null: kernel settings are not read
    /// Reports a warning, once for each place.
    void warn(Span at, std::string message)
    {
        report(SyntaxProblem::Severity::warning, at, std::move(message));
    }
    /// Reports, once for each place, that a tool refuses its command or the kernel the value, which sets
    /// nothing. Returns the coverage state of such a command.
    CoverageState refuse(Span at, std::string message);

private:
    void report(SyntaxProblem::Severity severity, Span at, std::string message);
};

/// Parses one command of a script. `input` is the command
/// that pipes into it, or null. Returns its coverage state.
[[nodiscard]] CoverageState read_setter(
    const ShellCommand& command, const ShellCommand* input, SetterSink& sink);
/// `dcb … set|add|replace`; `words` begin after `dcb` and its options.
[[nodiscard]] CoverageState read_dcb_setter(
    std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);
/// `ethtool --set-priv-flags IF FLAG on|off …`; `words` begin after the command's name.
[[nodiscard]] CoverageState read_flag_setter(
    std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);
/// `lldptool -T -i IF -V TLV KEY=VALUE …`; `words` begin after the command's name.
[[nodiscard]] CoverageState read_lldptool_setter(
    std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);
/// `mlnx_qos -i IF …`; `words` begin after the command's name.
[[nodiscard]] CoverageState read_mlnx_qos_setter(
    std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);
/// `mlxconfig -d CARD set NAME=VALUE …`; `words` begin after the command's name.
[[nodiscard]] CoverageState read_mlxconfig_setter(std::span<const ShellWord> words, SetterSink& sink);
/// `mlxreg -d CARD --reg_name ROCE_ACCL --set "FIELD=VALUE,…"`; `words` begin after the command's name.
[[nodiscard]] CoverageState read_mlxreg_setter(std::span<const ShellWord> words, SetterSink& sink);
/// `sysctl -w net.ipv4.conf.all.arp_ignore=1`; `words` begin after the command's name.
[[nodiscard]] CoverageState read_sysctl_setter(std::span<const ShellWord> words, SetterSink& sink);
/// Takes a kernel setting, "net.ipv4.conf.all.arp_ignore" or with slashes, if it decides who answers for an address.
[[nodiscard]] CoverageState add_address_setting(
    std::string_view variable, std::string_view value, Span at, SetterSink& sink);
/// `nicctl update …`; `words` begin after the command's name.
[[nodiscard]] CoverageState read_nicctl_setter(
    std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);
/// `ethtool …`, `ip …`, `ifconfig …`; `words` begin after the command's name.
[[nodiscard]] CoverageState read_ethtool_setter(
    std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);
[[nodiscard]] CoverageState read_ip_setter(
    std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);
[[nodiscard]] CoverageState read_ifconfig_setter(
    std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);
/// Parses a write of a value to a file under /sys.
[[nodiscard]] CoverageState read_sysfs_setter(
    const ShellWord& path, const ShellWord& value, const ShellCommand& command, SetterSink& sink);

/// `cma_roce_tos` and `cma_roce_mode`; `words` begin after the command's name.
[[nodiscard]] CoverageState read_cma_setter(
    const SpeltKnob& spelt, std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);
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
/// Where a word is in its file.
[[nodiscard]] inline Span place_of(const SetterSink& sink, const ShellWord& word)
{
    return sink.source.span_of(word.written);
}
/// Makes a setter of one value for one subject, located at the word.
[[nodiscard]] Setter make_setter(const SpeltKnob& spelt,
    std::string_view subject,
    const ShellWord& value,
    const ShellCommand& command,
    const SetterSink& sink);
/// Parses a value in the spelling's notation and makes its setter. Returns nothing for another text; a number out
/// of range is an error, since what it is written to refuses it.
[[nodiscard]] std::optional<Setter> parse_setter(const SpeltKnob& spelt,
    std::string_view subject,
    const ShellWord& value,
    const ShellCommand& command,
    SetterSink& sink);
/// Adds the setter, if there is one, and returns whether the command was read.
[[nodiscard]] CoverageState add_setter(std::optional<Setter> setter, SetterSink& sink);

}
