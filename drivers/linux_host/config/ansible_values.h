// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint::linux_host {

/// The variables of Ansible that are in force at a task, as far as its file states them. Copied for each
/// block, since what a block states ends with it.
class AnsibleValues {
public:
    /// Adds the variables of a mapping `vars`; null adds none.
    void add(const Node* mapping);
    void set(std::string_view name, const Node* value) { values_[std::string(name)] = value; }
    /// From here on the variable has a value that the file does not state.
    void forget(std::string_view name)
    {
        if (const auto found = values_.find(name); found != values_.end())
            values_.erase(found);
    }

    /// The value of an expression that only names a variable, a member or an entry: `nic`, `item.name`,
    /// `nics[0]`; null for any other expression, and for what the file does not state.
    [[nodiscard]] const Node* find(std::string_view expression) const;
    /// The text of such an expression; nothing for a mapping or list.
    [[nodiscard]] std::optional<std::string> text_of(std::string_view expression) const;
    /// The text with the values of its marks `{{ … }}`; nothing if one of them is not known.
    [[nodiscard]] std::optional<std::string> filled(std::string_view text) const;
    /// The list that a text of one mark stands for, or null.
    [[nodiscard]] const Node* list_of(std::string_view text) const;

private:
    [[nodiscard]] std::optional<std::string> filled(std::string_view text, int depth) const;

    std::map<std::string, const Node*, std::less<>> values_;
};

}
