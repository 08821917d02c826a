// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree_builder.h"
#include "models/syntax/yaml/yaml_mistake.h"
#include "models/syntax/yaml/yaml_tree.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// Builds the tree of a YAML text from the events of a library, so that a text has the same tree, the same
/// limits and the same mistakes with each library. Offsets count bytes of the source.
class YamlNodes {
public:
    enum class Style : std::uint8_t { block, flow };
    /// Which documents of the text are read.
    enum class Documents : std::uint8_t {
        first,
        all, ///< into an array; a mistake ends only its own document
    };

    /// A scalar as an event describes it.
    struct Scalar {
        std::uint32_t at = 0; ///< of its anchor or tag, if it has one; else of its text
        std::uint32_t end = 0; ///< after its last character or closing quote
        std::string_view text; ///< decoded
        bool is_plain = false; ///< neither quoted nor a block
        bool has_tag = false;
        std::string_view anchor; ///< empty if it has none
    };

    YamlNodes(const Source& source, YamlAuthor author, Documents documents = Documents::first);

    /// The text to read: the source's, with '?' for bytes that YAML does not allow and, if all documents are
    /// read, without marks of templates.
    [[nodiscard]] std::string_view text() const { return text_; }

    void open(std::uint32_t at, Node::Kind kind, Style style, std::string_view anchor);
    void close();
    void scalar(const Scalar& scalar);
    void alias(std::uint32_t at, std::string_view name);
    /// A document begins at `at`.
    void document(std::uint32_t at);
    [[nodiscard]] bool reads_all() const { return reads_all_; }
    /// After a mistake in the document that begins at or after `from`: leaves the rest of it out, and returns
    /// where the next one begins.
    [[nodiscard]] std::uint32_t skip_document(std::uint32_t from);

    /// Reports a mistake at `at` in words for people, and stops reading.
    void stop(YamlMistake mistake, std::uint32_t at);
    [[nodiscard]] bool stopped() const { return stopped_; }

    /// Whether the next scalar is a key.
    [[nodiscard]] bool expects_key() const;
    /// Whether brackets are open, so that indentation means nothing.
    [[nodiscard]] bool in_flow() const;
    [[nodiscard]] const Node* innermost() const { return builder_.innermost(); }
    /// Where the key of the next value begins; npos if it has none.
    [[nodiscard]] std::size_t key_offset() const
    {
        return pending_key_ ? pending_key_->offset : std::string_view::npos;
    }
    /// Where the last key, scalar or alias ended.
    [[nodiscard]] std::uint32_t last_end() const { return last_end_; }
    [[nodiscard]] Tree finish();

private:
    struct Key {
        std::string_view text;
        std::uint32_t offset;
        std::uint32_t length;
    };

    void take_text();
    void hide_template_marks();
    [[nodiscard]] Node* member(std::uint32_t at, Node::Kind kind);
    void remember(std::string_view anchor, const Node* node);
    void report(std::uint32_t at, std::string message);

    const Source& source_;
    YamlAuthor author_;
    TreeBuilder builder_;
    std::string_view text_;
    std::vector<Style> styles_; ///< of the open containers
    std::optional<Key> pending_key_;
    std::map<std::string, const Node*, std::less<>> anchors_;
    std::size_t repeated_ = 0;
    std::uint32_t last_end_ = 0;
    int documents_ = 0;
    std::uint32_t mistakes_ = 0; ///< in all documents
    std::uint32_t undescribed_at_ = 0; ///< the first of those that are only counted
    std::optional<std::uint32_t> left_from_ = std::nullopt; ///< no document is read from here on
    std::uint32_t stopped_at_ = 0;
    bool reads_all_;
    bool stopped_ = false;
};

}
