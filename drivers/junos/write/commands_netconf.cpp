// SPDX-License-Identifier: Apache-2.0
// Writes the same corrections as an <edit-config>, for push and for tools that speak NETCONF.
#include "drivers/junos/write/command_text.h"
#include "drivers/junos/write/element_text.h"
#include "drivers/junos/write/writer.h"

#include <fmt/format.h>

#include <unordered_set>

namespace rocelint::junos {
namespace {

class ConfigElement {
public:
    ConfigElement(const Draft& draft, Direction direction) : draft_(draft), direction_(direction)
    {
        visit_standing_blocks(draft, [this](const Statement& block) {
            if (changes_of(draft_, block).empty())
                return;
            for (const Statement* up = &block; up != nullptr; up = up->parent)
                touched_.insert(up);
        });
    }

    std::string text()
    {
        if (touched_.empty())
            return {};
        out_ = "<config>\n  <configuration>\n";
        write_inside(draft_.top(), 2);
        return out_ + "  </configuration>\n</config>\n";
    }

private:
    void line(std::size_t depth, std::string_view text)
    {
        out_ += fmt::format("{}{}\n", std::string(depth * 2, ' '), text);
    }

    // The depth is that of the grammar, not of the input.
    void write_inside(const Statement& block, std::size_t depth)
    {
        for (const Statement& child : block) {
            const Amendment* amendment = draft_.of(child);
            const bool gone_anyway = amendment != nullptr && amendment->added && amendment->removed;
            if (child.deleted || gone_anyway)
                continue;
            if (amendment != nullptr && direction_.comes(*amendment)) {
                add(child, depth);
            } else if (amendment != nullptr && direction_.goes(*amendment)) {
                remove(child, depth);
            } else if (!child.keyword->is_block()) {
                write_leaf(child, amendment, depth);
            } else if (touched_.contains(&child) || (amendment != nullptr && amendment->activated)) {
                write_block(child, amendment, depth);
            }
        }
    }

    void write_leaf(const Statement& leaf, const Amendment* amendment, std::size_t depth)
    {
        if (amendment == nullptr)
            return;
        const std::string_view changed = amendment->changed ? amendment->value : leaf.key;
        if (amendment->changed && is_list_entry(leaf))
            line(depth, render_leaf(leaf, direction_.back() ? changed : leaf.key, deletes));
        line(depth, render_leaf(leaf, direction_.back() ? leaf.key : changed, activity(amendment)));
    }

    void write_block(const Statement& block, const Amendment* amendment, std::size_t depth)
    {
        // A block of names has no element of its own.
        const bool of_names
            = block.keyword->form == Form::block && block.first != nullptr && stands_beside(*block.first);
        if (of_names)
            return write_inside(block, depth);
        const std::string_view name = element_name(block);
        line(depth, fmt::format("<{}{}>", name, activity(amendment)));
        if (block.keyword->form == Form::named)
            line(depth + 1, fmt::format("<name>{}</name>", escaped(block.key)));
        write_inside(block, depth + 1);
        line(depth, fmt::format("</{}>", name));
    }

    [[nodiscard]] std::string_view activity(const Amendment* amendment) const
    {
        if (amendment == nullptr || !amendment->activated)
            return {};
        return direction_.back() ? " inactive=\"inactive\"" : " active=\"active\"";
    }

    void add(const Statement& statement, std::size_t depth)
    {
        const Draft& from = direction_.back() ? *direction_.plain : draft_;
        const Statement* written = direction_.back() ? from.written(statement) : &statement;
        if (written == nullptr)
            return;
        for (const std::string& text : render_elements(from, *written, std::string(depth * 2, ' '), "  "))
            out_ += text + "\n";
    }

    // The depth is that of the grammar, not of the input.
    void remove(const Statement& statement, std::size_t depth)
    {
        if (statement.keyword->form == Form::block && statement.first != nullptr
            && stands_beside(*statement.first)) {
            for (const Statement& entry : statement) {
                const Amendment* amendment = draft_.of(entry);
                if (!entry.deleted && (direction_.back() || amendment == nullptr || !amendment->added))
                    remove(entry, depth);
            }
            return;
        }
        const std::string_view name = element_name(statement);
        if (statement.keyword->form == Form::named)
            return line(depth,
                fmt::format("<{}{}><name>{}</name></{}>", name, deletes, escaped(statement.key), name));
        const bool by_value = statement.keyword->form == Form::list || is_list_entry(statement);
        line(depth, render_leaf(statement, by_value ? statement.key : std::string_view{}, deletes));
    }

    static constexpr std::string_view deletes = " operation=\"delete\"";
    const Draft& draft_;
    Direction direction_;
    std::unordered_set<const Statement*> touched_;
    std::string out_;
};

}

std::string netconf_config(const Draft& draft, Direction direction)
{
    return ConfigElement(draft, direction).text();
}

}
