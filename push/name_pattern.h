// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::push {

/// The names that a host pattern of Ansible stands for: "leaf[01:16]", "leaf[1:9:2]", "pod[a:c]-leaf[1:2]". A plain name
/// stands for itself. Nothing where it is malformed, longer than a host name can be (255), or stands for more than `most`.
[[nodiscard]] std::optional<std::vector<std::string>> expand_host_range(
    std::string_view pattern, std::size_t most);

/// Whether a name matches one of the shell patterns ("leaf*", "host[12]") or is one of them.
[[nodiscard]] bool matches_any(std::string_view name, const std::vector<std::string>& patterns);

/// Whether one pattern names the device: its name, a shell pattern or a range of names ("leaf[01:16]"), or the same of one of its
/// groups.
[[nodiscard]] bool names_device(
    std::string_view pattern, std::string_view name, const std::vector<std::string>& groups);

/// Whether a device is within patterns of Ansible (its documentation, "Patterns: targeting hosts and groups"): "!x" takes
/// out what x names, "&x" all that x does not name. Where none of the others stands there, all are within.
[[nodiscard]] bool is_within(
    std::string_view name, const std::vector<std::string>& groups, const std::vector<std::string>& patterns);

}
