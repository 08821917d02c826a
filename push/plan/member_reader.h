// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/document_reader.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::push {

/// Reads required members of an object. For a missing member, or one of another kind, the DocumentReader
/// reports an error at its place, and the value is empty.
class MemberReader {
protected:
    explicit MemberReader(DocumentReader& reader) : reader_(reader) { }

    /// Passes each object of a list to `reader`.
    template <class Reader>
    void each(const Node& object, std::string_view key, Reader reader)
    {
        const Node* list = object.child(key);
        if (list == nullptr || list->kind != Node::Kind::array) {
            reader_.wrong(list == nullptr ? object : *list, fmt::format("'{}' must be a list", key));
            return;
        }
        for (const Node& element : *list) {
            if (!reader_.good())
                return;
            if (reader_.is_object(element, "an entry"))
                reader(element);
        }
    }

    const Node* member(const Node& object, std::string_view key)
    {
        const Node* node = object.child(key);
        if (node == nullptr)
            reader_.wrong(object, fmt::format("'{}' is missing", key));
        return node;
    }

    std::string text(const Node& object, std::string_view key)
    {
        const Node* node = member(object, key);
        return node == nullptr ? std::string{} : reader_.text(*node);
    }

    bool flag(const Node& object, std::string_view key)
    {
        const Node* node = member(object, key);
        return node != nullptr && reader_.flag(*node);
    }

    std::vector<std::string> texts(const Node& object, std::string_view key)
    {
        std::vector<std::string> result;
        const Node* list = member(object, key);
        if (list != nullptr && list->kind != Node::Kind::array)
            reader_.wrong(*list, fmt::format("'{}' must be a list", key));
        for (const Node* element = list == nullptr ? nullptr : list->first; element != nullptr;
             element = element->next)
            result.push_back(reader_.text(*element));
        return result;
    }

    DocumentReader& reader_;
};

}
