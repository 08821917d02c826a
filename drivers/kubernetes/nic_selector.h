// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/kubernetes/objects.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint::kubernetes {

/// Finds templates that select the same NICs: the operator then applies none of them.
class TemplateRivals {
public:
    explicit TemplateRivals(const std::vector<Object>& objects);
    /// Another template that selects every NIC, or some NICs, of this one on the same nodes; null if none surely
    /// does.
    [[nodiscard]] const Object* rival_of(const Object& object) const;

private:
    std::unordered_map<std::string_view, std::vector<const Object*>> by_type_;
};

/// The type of NIC that a template selects, "1021"; empty if it states none.
[[nodiscard]] std::string_view nic_type(const Object& object);

}
