// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/document_keys.h"
#include "models/syntax/tree.h"
#include "models/text/result.h"
#include "models/text/source.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// Reads typed values from a user-written file (policy, topology, inventory). Keeps the mistakes, with
/// file, line, column and, for a misspelled word, the nearest known one; readers continue with defaults after
/// a mistake.
class DocumentReader {
public:
    explicit DocumentReader(const Tree& tree);

    /// False after the first mistake.
    [[nodiscard]] bool good() const { return !error_.has_value(); }
    /// The first mistake.
    [[nodiscard]] const Error& error() const { return *error_; }
    /// The first mistake with all further ones, which readers that go on after a mistake find.
    [[nodiscard]] Error errors() const;

    /// Records that something at `node` is wrong.
    void wrong(const Node& node, std::string_view message);
    void wrong_at(Span at, std::string_view message);
    /// As wrong(), and suggests the word of `known` nearest to `word`.
    void unknown_word(const Node& node,
        std::string_view what,
        std::string_view word,
        const std::vector<std::string_view>& known);

    void unknown_word_at(
        Span at, std::string_view what, std::string_view word, const std::vector<std::string_view>& known);

    /// As wrong(), for a word that the key does not accept.
    void unknown_word(const Node& node, std::string_view what, std::span<const std::string_view> known);

    /// True for a mapping whose keys are all known.
    bool object_of(const Node& node, const KeyTable& table);
    bool object_of(
        const Node& node, std::string_view what, std::initializer_list<std::string_view> known_keys);
    [[nodiscard]] bool is_object(const Node& node, std::string_view what);
    [[nodiscard]] std::string text(const Node& node);
    [[nodiscard]] double number(const Node& node, double least, double most);
    /// Within the limits of a key in a table; the node may also be an element of the key's list.
    [[nodiscard]] double number(const Node& node, const KeyTable& table, std::string_view key);
    [[nodiscard]] bool flag(const Node& node);
    /// The elements of a list; a single scalar counts as a list of one.
    [[nodiscard]] std::vector<const Node*> list(const Node& node);
    [[nodiscard]] Span span(const Node& node) const { return tree_.span(node); }
    [[nodiscard]] const Source& source() const { return *tree_.source; }
    [[nodiscard]] Position position(const Node& node) const
    {
        return lines_.position(tree_.span(node).offset);
    }
    /// The file's path, as findings name it.
    [[nodiscard]] const std::string& path() const { return tree_.source->path(); }

private:
    bool object_of(const Node& node, std::string_view what, std::span<const std::string_view> known_keys);
    /// What the node is instead of the expected value: "a list", "a mapping", "nothing" or "'3,4'".
    [[nodiscard]] static std::string found(const Node& node);

    const Tree& tree_;
    LineTable lines_;
    std::optional<Error> error_;
    std::vector<Error> further_; ///< at most one for each place
    bool is_broken_ = false; ///< the text is no valid YAML or JSON, so nothing else is reported
};

}
