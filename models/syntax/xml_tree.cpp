// SPDX-License-Identifier: Apache-2.0
// pugixml reads the document; its offsets become Spans. A document that is not well-formed has no tree,
// because its elements would be a guess, and everything in it counts as not understood.
#include "models/syntax/xml_tree.h"

#include "models/syntax/tree_builder.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <string>

namespace rocelint {
namespace {

class XmlReader {
public:
    XmlReader(const Source& source, std::size_t document)
        : builder_(source), source_(source), begin_(document)
    {
    }

    Tree read()
    {
        const std::string_view text = source_.text().substr(begin_);
        Node* root = builder_.make_node(Node::Kind::line, 0, 0);
        builder_.open(root);
        // Text after the document (the prompt of a pasted session) is not part of it.
        const std::size_t last = text.rfind('>');
        const std::size_t size = last == std::string_view::npos ? text.size() : last + 1;
        const pugi::xml_parse_result result
            = document_.load_buffer(text.data(), size, pugi::parse_default, pugi::encoding_utf8);
        if (!result) {
            const auto at = static_cast<std::uint32_t>(begin_
                + std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0)), size));
            builder_.problem(SyntaxProblem::Severity::error,
                {source_.id(), at, at < source_.size() ? 1U : 0U},
                fmt::format("not well-formed XML: {}", result.description()));
            builder_.stop_reading_at(static_cast<std::uint32_t>(begin_));
            return builder_.finish();
        }
        walk();
        return builder_.finish();
    }

private:
    void walk()
    {
        pugi::xml_node node = document_.document_element();
        std::size_t depth = 0;
        while (node) {
            const bool element = node.type() == pugi::node_element;
            if (element && depth + 2 >= max_depth) {
                const std::uint32_t at = offset_of(node);
                builder_.problem(SyntaxProblem::Severity::error,
                    {source_.id(), at, 1},
                    fmt::format("elements are nested deeper than {}", max_depth));
                builder_.stop_reading_at(at);
                return;
            }
            if (element && add_element(node)) {
                node = node.first_child();
                ++depth;
                continue;
            }
            while (!node.next_sibling()) {
                if (depth == 0)
                    return;
                node = node.parent();
                builder_.close();
                --depth;
            }
            node = node.next_sibling();
            if (depth == 0)
                return;
        }
    }

    [[nodiscard]] std::uint32_t offset_of(const pugi::xml_node& node) const
    {
        const std::ptrdiff_t offset = node.offset_debug();
        return static_cast<std::uint32_t>(
            begin_ + static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)));
    }

    // Adds the element. Returns true if the element was left open for its child elements.
    bool add_element(const pugi::xml_node& element)
    {
        const std::uint32_t at = offset_of(element);
        const std::string_view name = element.name();
        Node* node = builder_.make_node(Node::Kind::string, at, static_cast<std::uint32_t>(name.size()));
        node->key = builder_.arena().keep(name);
        read_text(element, *node);
        const bool has_elements = std::ranges::any_of(element.children(),
            [](const pugi::xml_node& child) { return child.type() == pugi::node_element; });
        const bool has_attributes = std::ranges::any_of(element.attributes(), is_kept);
        if (!has_elements && !has_attributes) {
            builder_.add(node);
            return false;
        }
        // Not Kind::object: equal keys form a list here, and all stay.
        node->kind = Node::Kind::array;
        builder_.open(node);
        for (const pugi::xml_attribute& attribute : element.attributes()) {
            if (is_kept(attribute))
                add_attribute(attribute, at);
        }
        if (!has_elements)
            builder_.close();
        return has_elements;
    }

    static bool is_kept(const pugi::xml_attribute& attribute)
    {
        return !std::string_view(attribute.name()).starts_with("xmlns");
    }

    void add_attribute(const pugi::xml_attribute& attribute, std::uint32_t element)
    {
        Node* node = builder_.make_node(Node::Kind::string, element, 0);
        node->key = builder_.arena().keep("@" + std::string(attribute.name()));
        node->value = builder_.arena().keep(attribute.value());
        builder_.add(node);
    }

    void read_text(const pugi::xml_node& element, Node& node)
    {
        for (const pugi::xml_node& child : element.children()) {
            if (child.type() != pugi::node_pcdata && child.type() != pugi::node_cdata)
                continue;
            const std::string_view whole = child.value();
            const std::string_view text = ascii::trimmed(whole, ascii::is_white);
            if (text.empty())
                continue;
            const std::uint32_t skipped = static_cast<std::uint32_t>(text.data() - whole.data());
            node.value_offset = offset_of(child) + skipped;
            // In the source, an entity may be longer than the text that it represents.
            const std::size_t end = std::min(source_.text().find('<', node.value_offset), source_.size());
            const std::string_view written
                = source_.text().substr(node.value_offset, end - node.value_offset);
            node.value_length = static_cast<std::uint32_t>(ascii::trimmed(written, ascii::is_white).size());
            node.value = builder_.arena().keep(text);
            node.length = node.value_offset + node.value_length - node.offset;
            return;
        }
    }

    TreeBuilder builder_;
    const Source& source_;
    std::size_t begin_;
    pugi::xml_document document_;
};

}

Tree parse_xml(const Source& source, std::size_t document) { return XmlReader(source, document).read(); }

}
