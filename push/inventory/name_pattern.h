// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::push {

/// Expands a host pattern of Ansible: "leaf[01:16]", "leaf[1:9:2]", "pod[a:c]-leaf[1:2]". A plain name stands
/// for itself. Returns nothing if the pattern is malformed, longer than a hostname may be (255), or stands
/// for more than `most` names.
[[nodiscard]] std::optional<std::vector<std::string>> expand_host_range(
    std::string_view pattern, std::size_t most);

/// Whether a name equals one of the patterns or matches one as a shell pattern ("leaf*", "host[12]").
[[nodiscard]] bool matches_any(std::string_view name, const std::vector<std::string>& patterns);

/// Whether one pattern names the device, by its name or the name of one of its groups: exactly, as a shell
/// pattern, or as a range ("leaf[01:16]").
[[nodiscard]] bool names_device(
    std::string_view pattern, std::string_view name, const std::vector<std::string>& groups);

/// Whether a list of Ansible patterns selects a device (Ansible documentation, "Patterns: targeting hosts and
/// groups"): "!x" excludes what x names, "&x" everything that x does not name. If there are only such
/// patterns, they apply to all devices.
[[nodiscard]] bool is_within(
    std::string_view name, const std::vector<std::string>& groups, const std::vector<std::string>& patterns);

}
