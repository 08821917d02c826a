// SPDX-License-Identifier: Apache-2.0
// Junos statements as XML elements: Juniper YANG models 23.4R1 (junos-conf-class-of-service,
// junos-conf-interfaces).
#include "drivers/junos/write/element_text.h"

#include "drivers/junos/write/brace_text.h"
#include "drivers/junos/write/command_text.h"

#include <fmt/format.h>

namespace rocelint::junos {
namespace {

// Returns the name of the element inside a binding's element that contains the name.
std::string_view inner_name(const Statement& statement)
{
    const std::string_view around
        = statement.parent == nullptr ? std::string_view{} : statement.parent->word();
    if (is_list_entry(statement))
        return "name";
    if (statement.keyword->form == Form::value && around == "classifiers")
        return "classifier-name";
    if (statement.keyword->form == Form::value && around == "rewrite-rules")
        return "rewrite-rule-name";
    return {};
}

}

std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '&')
            out += "&amp;";
        else
            out += c;
    }
    return out;
}

bool stands_beside(const Statement& statement)
{
    return statement.keyword != nullptr && statement.keyword->form == Form::named && statement.word().empty()
        && statement.parent->word() != "interfaces";
}

std::string_view element_name(const Statement& statement)
{
    if (!statement.word().empty())
        return statement.word();
    return stands_beside(statement) ? statement.parent->word() : std::string_view("interface");
}

std::string render_leaf(const Statement& statement, std::string_view value, std::string_view attributes)
{
    const std::string_view name = element_name(statement);
    if (value.empty())
        return fmt::format("<{}{}/>", name, attributes);
    const std::string_view inner = inner_name(statement);
    return inner.empty()
        ? fmt::format("<{}{}>{}</{}>", name, attributes, escaped(value), name)
        : fmt::format("<{}{}><{}>{}</{}></{}>", name, attributes, inner, escaped(value), inner, name);
}

std::vector<std::string> render_elements(
    const Draft& draft, const Statement& statement, const std::string& indent, const std::string& step)
{
    const std::vector<const Statement*> inside = inside_of(draft, statement);
    std::vector<std::string> lines;
    const auto render_inside = [&](const std::string& deeper) {
        // The depth is that of the grammar, not of the input.
        for (const Statement* child : inside) {
            for (std::string& line : render_elements(draft, *child, deeper, step))
                lines.push_back(std::move(line));
        }
    };
    if (!statement.keyword->is_block()) {
        lines.push_back(indent + render_leaf(statement, statement.key, {}));
        return lines;
    }
    if (!inside.empty() && stands_beside(*inside.front())) {
        render_inside(indent);
        return lines;
    }
    const std::string_view name = element_name(statement);
    // An entry of this list has two adjacent keys.
    if (name == "drop-profile-map") {
        for (const Statement* priority : inside) {
            for (const Statement* protocol : inside_of(draft, *priority)) {
                lines.push_back(fmt::format("{}<{}>", indent, name));
                for (const Statement* key : {priority, protocol})
                    lines.push_back(fmt::format(
                        "{}{}<{}>{}</{}>", indent, step, key->word(), escaped(key->key), key->word()));
                for (const Statement* value : inside_of(draft, *protocol))
                    lines.push_back(indent + step + render_leaf(*value, value->key, {}));
                lines.push_back(fmt::format("{}</{}>", indent, name));
            }
        }
        return lines;
    }
    if (statement.keyword->form == Form::block && inside.empty()) {
        lines.push_back(fmt::format("{}<{}/>", indent, name));
        return lines;
    }
    lines.push_back(fmt::format("{}<{}>", indent, name));
    if (statement.keyword->form == Form::named)
        lines.push_back(fmt::format("{}{}<name>{}</name>", indent, step, escaped(statement.key)));
    render_inside(indent + step);
    lines.push_back(fmt::format("{}</{}>", indent, name));
    return lines;
}

}
