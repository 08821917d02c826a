// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/config/config_file.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::linux_host {

/// One object of a cluster that sets up NICs of nodes.
struct ClusterObject {
    ConfigFile* file = nullptr;
    const Node* node = nullptr;
    std::string_view kind;

    [[nodiscard]] const Node* spec() const;
    /// Its name as written, else its kind.
    [[nodiscard]] std::string_view name() const;
    /// Where its name is, else the object.
    [[nodiscard]] Span at() const;
    [[nodiscard]] Span place(const Node& below) const { return file->tree->span(below); }
};

/// The scalar below a node by these keys, or null.
[[nodiscard]] const Node* cluster_value(const Node* node, std::initializer_list<std::string_view> keys);
/// Whether a template has yet to fill in the value.
[[nodiscard]] bool is_unfilled_value(const Node& node);
/// The words that kubectl sends to a cluster as true; nothing else counts.
[[nodiscard]] bool is_true_value(const Node* node);

/// The objects of a Kubernetes cluster among the files of a host.
class ClusterObjects {
public:
    explicit ClusterObjects(std::span<ConfigFile> files);

    /// Those that set up NICs, in the order of the files.
    [[nodiscard]] const std::vector<ClusterObject>& all() const { return objects_; }

    /// Whether an object is for a host.
    struct Choice {
        enum class Answer : std::uint8_t { yes, no, unknown } answer = Answer::yes;
        const Node* label = nullptr; ///< where unknown: the first label that nothing shows
    };
    [[nodiscard]] Choice choose(const ClusterObject& object, std::string_view host) const;

private:
    void take(ConfigFile& file, const Node& node);
    // The labels of the node that is this host, or null.
    [[nodiscard]] const Node* labels_of(std::string_view host) const;

    std::vector<ClusterObject> objects_;
    std::vector<const Node*> nodes_; ///< the metadata of each node of the cluster
};

}
