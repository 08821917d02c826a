// SPDX-License-Identifier: Apache-2.0
// The effect of commands on devices, implemented again without any code of the drivers: comparing both reveals the mistakes of
// either.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::replay {

/// The configuration of a device after it ran the commands, or why it would refuse them.
struct Replayed {
    std::string text;
    std::string refusal; ///< empty: accepted
};

/// `config apply-patch` on config_db.json: every step of the RFC 6902 patch must apply, and no table may become empty.
[[nodiscard]] Replayed apply_sonic(std::string_view config, std::string_view patch);
/// Merges lines of `configure` into a running-config: modes, `no` and `default`. Unknown commands are refused.
[[nodiscard]] Replayed apply_eos(std::string_view config, std::string_view lines);

/// Applies `set`, `delete` and `activate` in configuration mode to a configuration in braces, and returns `set` lines. Deleting
/// something that does not exist is refused.
[[nodiscard]] Replayed apply_junos(std::string_view config, std::string_view lines);

/// Merges lines of Sample CLI into its configuration; `interface p1-4` is a block of its own.
[[nodiscard]] Replayed apply_sample_cli(std::string_view config, std::string_view commands);

/// Applies lines of `config` mode: each replaces or removes the line about the same subject.
[[nodiscard]] Replayed apply_nxos(std::string_view config, std::string_view lines);
[[nodiscard]] Replayed apply_os10(std::string_view config, std::string_view lines);
[[nodiscard]] Replayed apply_sonic_cli(std::string_view config, std::string_view lines);
[[nodiscard]] Replayed apply_vrp(std::string_view config, std::string_view lines);
[[nodiscard]] Replayed apply_aoscx(std::string_view config, std::string_view lines);
[[nodiscard]] Replayed apply_iosxr(std::string_view config, std::string_view lines);
[[nodiscard]] Replayed apply_comware(std::string_view config, std::string_view lines);
[[nodiscard]] Replayed apply_srlinux(std::string_view config, std::string_view lines);
[[nodiscard]] Replayed apply_onyx(std::string_view config, std::string_view lines);

/// Applies lines of `nv set` and `nv unset` to the output of `nv config show -o commands`: a single-valued word is replaced, and
/// unsetting a word removes everything below it. Anything else is refused.
[[nodiscard]] Replayed apply_nvue(std::string_view config, std::string_view lines);

/// Applies a diff without context to the option file. Several diffs may follow each other.
[[nodiscard]] Replayed apply_opensm(std::string_view config, std::string_view patch);

/// Applies the commands of the named platform; empty if its commands are not replayed.
[[nodiscard]] std::optional<Replayed> apply(
    std::string_view platform, std::string_view config, std::string_view commands);

/// The stanzas in which two configurations of a platform differ, sorted: "PORT_QOS_MAP|Ethernet0", "interface Ethernet1/1", or a
/// whole line outside any stanza.
[[nodiscard]] std::vector<std::string> changed_stanzas(
    std::string_view platform, std::string_view before, std::string_view after);
[[nodiscard]] std::vector<std::string> changed_sonic_rows(std::string_view before, std::string_view after);
[[nodiscard]] std::vector<std::string> changed_eos_stanzas(std::string_view before, std::string_view after);

}
