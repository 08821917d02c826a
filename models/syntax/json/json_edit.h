// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"
#include "models/text/edit.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint {

/// A value to write into a JSON document: a string, a list of strings, or an object of strings.
struct JsonValue {
    std::string key; ///< of a member of an object
    std::string text; ///< of a string; empty for an object
    std::vector<JsonValue> members; ///< of an object or a list, in order
    bool is_object = false;
    bool is_list = false;
};

[[nodiscard]] JsonValue json_text_value(std::string_view text);
[[nodiscard]] JsonValue json_list_value(const std::vector<std::string>& elements);
[[nodiscard]] JsonValue json_object_value(std::vector<std::pair<std::string, JsonValue>> members);

/// The value on one line.
[[nodiscard]] std::string to_json(const JsonValue& value);

/// Collects changes of one JSON document and turns them into the smallest edits. Commas, indentation and line
/// ends follow the neighboring members, and everything else stays byte for byte the same.
class JsonEditor {
public:
    explicit JsonEditor(const Tree& tree) : tree_(&tree) { }

    /// Replaces a container, or a scalar, which stays a string or a bare value.
    void replace(const Node& node, const JsonValue& value);
    /// Adds a member at the end of an object. Replaces a member of the same name that was added before.
    void add(const Node& object, std::string_view key, JsonValue value);
    /// Removes a member from an object, or an element from an array.
    void remove(const Node& parent, const Node& member);

    [[nodiscard]] std::vector<Edit> finish() const;

private:
    struct Additions {
        const Node* object = nullptr;
        std::vector<std::pair<std::string, JsonValue>> members;
    };
    struct Removals {
        const Node* parent = nullptr;
        std::vector<const Node*> members;
    };
    void write_additions(const Additions& additions, std::vector<Edit>& edits) const;
    void write_removals(const Removals& removals, std::vector<Edit>& edits) const;

    const Tree* tree_;
    std::vector<Edit> replacements_;
    std::map<std::uint32_t, Additions> additions_; ///< by the object's offset
    std::map<std::uint32_t, Removals> removals_;
};

/// The offset after the value of a node, brackets included.
[[nodiscard]] std::uint32_t json_end(const Tree& tree, const Node& node);

}
