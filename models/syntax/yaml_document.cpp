// SPDX-License-Identifier: Apache-2.0
// yaml-cpp for what people write. An alias of a mapping or list is refused: what is wrong inside would be reported
// at a line that is right where it stands.
#include "models/syntax/tree_builder.h"
#include "models/syntax/yaml_tree.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>

namespace rocelint {
namespace {

// Receives yaml-cpp's events; its marks are line and column, which become byte offsets here.
class Receiver final : public YAML::EventHandler {
public:
    Receiver(const Source& source, TreeBuilder& builder)
        : source_(source), builder_(builder), lines_(source.text())
    {
    }

    [[nodiscard]] std::uint32_t offset(const YAML::Mark& mark) const
    {
        const auto line = static_cast<std::uint32_t>(std::max(mark.line, 0)) + 1;
        if (line > lines_.line_count())
            return static_cast<std::uint32_t>(source_.size());
        std::uint32_t at = lines_.start(line);
        const std::string_view text = source_.text();
        for (int column = 0; column < mark.column && at < text.size() && text[at] != '\n'; ++column) {
            ++at;
            while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U)
                ++at;
        }
        return at;
    }

    void OnDocumentStart(const YAML::Mark&) override { }
    void OnDocumentEnd() override { }
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        scalar(mark, anchor, {}, Node::Kind::null);
    }
    void OnScalar(
        const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, const std::string& value) override
    {
        scalar(mark, anchor, value, Node::Kind::string);
    }
    void OnSequenceStart(
        const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, YAML::EmitterStyle::value) override
    {
        open(mark, anchor, Node::Kind::array);
    }
    void OnSequenceEnd() override { builder_.close(); }
    void OnMapStart(
        const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, YAML::EmitterStyle::value) override
    {
        open(mark, anchor, Node::Kind::object);
    }
    void OnMapEnd() override { builder_.close(); }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        const auto found = anchors_.find(anchor);
        if (found == anchors_.end() || builder_.is_open(found->second) || found->second->first != nullptr)
            throw YAML::ParserException(mark, "aliases of mappings and lists are not read in this file");
        Node* node = member(mark, found->second->kind);
        node->value = found->second->value;
        builder_.add(node);
    }

private:
    struct Key {
        std::string_view text;
        std::uint32_t offset;
    };

    [[nodiscard]] bool expecting_key() const
    {
        return builder_.innermost() != nullptr && builder_.innermost()->kind == Node::Kind::object && !key_;
    }

    Node* member(const YAML::Mark& mark, Node::Kind kind)
    {
        const std::uint32_t at = offset(mark);
        const std::uint32_t from = key_ ? key_->offset : at;
        const auto length = key_ ? static_cast<std::uint32_t>(key_->text.size()) : 1U;
        Node* node = builder_.make_node(kind, from, length);
        if (key_)
            node->key = key_->text;
        key_.reset();
        node->value_offset = at;
        return node;
    }

    void open(const YAML::Mark& mark, YAML::anchor_t anchor, Node::Kind kind)
    {
        if (builder_.depth() >= max_depth)
            throw YAML::ParserException(mark, fmt::format("nested deeper than {} levels", max_depth));
        if (expecting_key())
            throw YAML::ParserException(mark, "a mapping's key must be a scalar");
        Node* node = member(mark, kind);
        if (anchor != 0)
            anchors_[anchor] = node;
        builder_.open(node);
    }

    void scalar(const YAML::Mark& mark, YAML::anchor_t anchor, std::string_view value, Node::Kind kind)
    {
        const std::string_view kept = builder_.arena().keep(value);
        if (expecting_key()) {
            key_ = Key{kept, offset(mark)};
            return;
        }
        Node* node = member(mark, kind);
        node->value = kept;
        node->value_length = static_cast<std::uint32_t>(
            std::min<std::size_t>(kept.size(), source_.size() - node->value_offset));
        node->length = node->value_offset + node->value_length - node->offset;
        if (anchor != 0)
            anchors_[anchor] = node;
        builder_.add(node);
    }

    const Source& source_;
    TreeBuilder& builder_;
    LineTable lines_;
    std::optional<Key> key_;
    std::map<YAML::anchor_t, const Node*> anchors_;
};

}

Tree parse_yaml_document(const Source& source)
{
    TreeBuilder builder(source);
    Receiver receiver(source, builder);
    try {
        std::istringstream stream{std::string(source.text())};
        YAML::Parser parser(stream);
        parser.HandleNextDocument(receiver);
    } catch (const YAML::Exception& exception) {
        const std::uint32_t at
            = std::min(receiver.offset(exception.mark), static_cast<std::uint32_t>(source.size()));
        builder.problem(
            SyntaxProblem::Severity::error, {source.id(), at, at < source.size() ? 1U : 0U}, exception.msg);
        builder.stop_reading_at(at);
    }
    return builder.finish();
}

}
