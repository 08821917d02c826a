// SPDX-License-Identifier: Apache-2.0
// What devices do with commands, written again without any code of the drivers: a test that compares both finds what
// one of them gets wrong.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::replay {

/// The configuration of a device after it took the commands, or why it would refuse them.
struct Replayed {
    std::string text;
    std::string refusal; ///< empty: taken
};

/// `config apply-patch` on config_db.json: every step of the RFC 6902 patch applies, and no table is left empty.
[[nodiscard]] Replayed apply_sonic(std::string_view config, std::string_view patch);
/// Lines of `configure` merged into a running-config: modes, `no` and `default`. A line of no known command is refused.
[[nodiscard]] Replayed apply_eos(std::string_view config, std::string_view lines);

/// `set`, `delete` and `activate` in configuration mode, on a configuration in braces; it comes back as `set` lines. What
/// is not there cannot be deleted.
[[nodiscard]] Replayed apply_junos(std::string_view config, std::string_view lines);

/// Lines of Sample CLI merged into its configuration; `interface p1-4` is a block of its own.
[[nodiscard]] Replayed apply_sample_cli(std::string_view config, std::string_view commands);

/// Lines of `config` mode: each in the place of the one that is about the same, or taking it away.
[[nodiscard]] Replayed apply_nxos(std::string_view config, std::string_view lines);
[[nodiscard]] Replayed apply_os10(std::string_view config, std::string_view lines);
[[nodiscard]] Replayed apply_onyx(std::string_view config, std::string_view lines);

/// Lines of `nv set` and `nv unset` upon `nv config show -o commands`: a word that stands for itself alone is replaced, what
/// is unset goes with all below it. Anything else is refused.
[[nodiscard]] Replayed apply_nvue(std::string_view config, std::string_view lines);

/// By the platform's name; nothing for one whose commands are not replayed.
[[nodiscard]] std::optional<Replayed> apply(
    std::string_view platform, std::string_view config, std::string_view commands);

/// The stanzas in which two configurations of a platform differ: "PORT_QOS_MAP|Ethernet0", "interface Ethernet1/1", or
/// a whole line that stands alone. Sorted.
[[nodiscard]] std::vector<std::string> changed_stanzas(
    std::string_view platform, std::string_view before, std::string_view after);
[[nodiscard]] std::vector<std::string> changed_sonic_rows(std::string_view before, std::string_view after);
[[nodiscard]] std::vector<std::string> changed_eos_stanzas(std::string_view before, std::string_view after);

}
