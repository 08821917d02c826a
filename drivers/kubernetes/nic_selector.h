// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/kubernetes/objects.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rocelint::kubernetes {

/// Finds templates that select the same NICs: the operator then applies none of them.
class TemplateRivals {
public:
    explicit TemplateRivals(const std::vector<Object>& objects);
    /// Another template that selects every NIC, or some NICs, of this one on the same nodes, the first of the file;
    /// null if none surely does.
    [[nodiscard]] const Object* rival_of(const Object& object) const;

private:
    using Label = std::pair<std::string_view, std::string_view>;
    struct Template {
        const Object* object = nullptr;
        std::string_view type; ///< of its NICs
        std::vector<Label> labels; ///< of its nodes, sorted; without any it selects all
        std::array<std::vector<std::string_view>, 3> lists; ///< of its NICs, sorted; an empty one selects all
    };

    [[nodiscard]] static bool select_the_same(const Template& one, const Template& other);
    void add(const Object& object);
    // The label of a template that the fewest templates have.
    [[nodiscard]] Label rarest_label(const Template& of) const;
    // Keys of the index under which all rivals of a template are: of all such sets the one with the fewest templates.
    [[nodiscard]] std::vector<std::string> keys_of_rivals(const Template& of) const;
    [[nodiscard]] const std::vector<std::size_t>& at(const std::string& key) const;

    std::vector<Template> templates_; ///< in the order of the file
    std::unordered_map<const Node*, std::size_t> by_node_;
    std::unordered_map<std::string, std::vector<std::size_t>>
        index_; ///< the templates that state something, by it
};

/// The type of NIC that a template selects, "1021"; empty if it states none.
[[nodiscard]] std::string_view nic_type(const Object& object);

}
