// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/cluster/cluster_kinds.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint::app_env {

/// One line of a manifest.
struct ManifestLine {
    std::string_view text; ///< without the blanks around it; empty for a comment
    std::uint32_t begin = 0; ///< offset of `text` in the file
    std::uint32_t blanks = 0; ///< before `text`
};

/// An object of Kubernetes, or a service of Docker Compose.
struct ManifestPart {
    std::vector<ManifestLine> lines;
    std::string_view kind; ///< empty for a service
    std::string_view name;
    bool is_service = false;
    std::vector<std::string_view> taken_from; ///< the ConfigMaps and Secrets of envFrom
    /// It takes variables from what no envFrom names: a file, an alias of YAML, another service.
    bool takes_others = false;
    [[nodiscard]] bool holds_variables() const { return kind == "ConfigMap" || kind == "Secret"; }
    /// It sets NICs of hosts, and is not read.
    [[nodiscard]] bool sets_nics() const { return cluster::sets_up_nics(kind); }
};

/// The objects and services of a text, in order.
[[nodiscard]] std::vector<ManifestPart> manifest_parts(std::string_view text);

/// The value of a plain or quoted scalar, without its quotes and a comment after it.
[[nodiscard]] std::string_view scalar(std::string_view written);

/// The value after `key:`; `found` is false if the line has another key.
struct KeyValue {
    bool found = false;
    std::string_view value; ///< as written
};
[[nodiscard]] KeyValue value_of(std::string_view line, std::string_view key);

/// The line without the dashes that begin entries of lists.
[[nodiscard]] std::string_view without_dashes(std::string_view line);

}
