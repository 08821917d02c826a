// SPDX-License-Identifier: Apache-2.0
#include "tests/vendor/config_db.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <libyang/libyang.h>
#include <map>
#include <utility>
#include <vector>

namespace rocelint::vendor {
namespace {

using Json = nlohmann::ordered_json;

std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '<')
            out += "&lt;";
        else if (c == '&')
            out += "&amp;";
        else
            out += c;
    }
    return out;
}

std::vector<std::string> parts_of(std::string_view text, char between)
{
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = text.find(between);
        parts.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

std::vector<std::string_view> keys_of(const lysc_node* list)
{
    std::vector<std::string_view> keys;
    for (const lysc_node* child = lysc_node_child(list); child != nullptr; child = child->next) {
        if ((child->flags & LYS_KEY) != 0)
            keys.emplace_back(child->name);
    }
    return keys;
}

std::string scalar(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

class Writer {
public:
    explicit Writer(const YangSchema& schema) : schema_(schema) { }

    void table(const std::string& name, const Json& rows)
    {
        const lysc_node* node = schema_.second(name);
        if (node == nullptr) {
            made_.unmodelled.insert(name);
            return;
        }
        made_.xml = fmt::format("<{}>", name);
        for (const auto& [key, fields] : rows.items())
            row(node, name, key, fields);
        // The tables of a module share one container.
        tops_[{node->parent->name, node->module->ns}] += fmt::format("{}</{}>\n", made_.xml, name);
    }

    ConfigDbXml take()
    {
        made_.xml.clear();
        for (const auto& [top, tables] : tops_)
            made_.xml += fmt::format("<{0} xmlns=\"{1}\">{2}</{0}>\n", top.first, top.second, tables);
        return std::move(made_);
    }

private:
    void misplace(const std::string& what)
    {
        if (made_.misplaced.empty())
            made_.misplaced = what;
    }

    void row(const lysc_node* table, const std::string& name, const std::string& key, const Json& fields)
    {
        if (const lysc_node* only = YangSchema::child(table, key);
            only != nullptr && only->nodetype == LYS_CONTAINER) {
            made_.xml += fmt::format("<{}>", key);
            entry(only, name + "|" + key, fields);
            made_.xml += fmt::format("</{}>", key);
            return;
        }
        const std::vector<std::string> parts = parts_of(key, '|');
        for (const lysc_node* list = lysc_node_child(table); list != nullptr; list = list->next) {
            const std::vector<std::string_view> keys = keys_of(list);
            if (list->nodetype != LYS_LIST || keys.size() != parts.size())
                continue;
            made_.xml += fmt::format("<{}>", list->name);
            for (std::size_t part = 0; part < parts.size(); ++part)
                made_.xml += fmt::format("<{0}>{1}</{0}>", keys[part], escaped(parts[part]));
            entry(list, name + "|" + key, fields);
            made_.xml += fmt::format("</{}>", list->name);
            return;
        }
        misplace(name + "|" + key);
    }

    void entry(const lysc_node* node, const std::string& name, const Json& fields)
    {
        // A map: each field is an entry of an inner list with a key and one value.
        for (const lysc_node* inner = lysc_node_child(node); inner != nullptr; inner = inner->next) {
            if (inner->nodetype == LYS_LIST)
                return pairs(inner, fields);
        }
        for (const auto& [field, value] : fields.items()) {
            if (field == "NULL")
                continue;
            const lysc_node* leaf = YangSchema::child(node, field);
            if (leaf == nullptr) {
                misplace(name + " " + field);
                continue;
            }
            std::vector<std::string> values;
            if (value.is_array()) {
                for (const Json& one : value)
                    values.push_back(scalar(one));
            } else if (leaf->nodetype == LYS_LEAFLIST) {
                values = parts_of(scalar(value), ',');
            } else {
                values.push_back(scalar(value));
            }
            for (const std::string& one : values)
                made_.xml += fmt::format("<{0}>{1}</{0}>", field, escaped(one));
        }
    }

    void pairs(const lysc_node* inner, const Json& fields)
    {
        const std::vector<std::string_view> keys = keys_of(inner);
        const lysc_node* target = lysc_node_child(inner);
        while (target != nullptr && (target->flags & LYS_KEY) != 0)
            target = target->next;
        if (keys.size() != 1 || target == nullptr)
            return misplace(inner->name);
        for (const auto& [from, to] : fields.items())
            made_.xml += fmt::format("<{0}><{1}>{2}</{1}><{3}>{4}</{3}></{0}>",
                inner->name,
                keys.front(),
                escaped(from),
                target->name,
                escaped(scalar(to)));
    }

    const YangSchema& schema_;
    ConfigDbXml made_; ///< its `xml` is that of the current table
    std::map<std::pair<std::string, std::string>, std::string> tops_; ///< by name and namespace
};

}

ConfigDbXml config_db_as_xml(const YangSchema& schema, std::string_view json)
{
    Writer writer(schema);
    const Json config = Json::parse(json);
    for (const auto& [table, rows] : config.items())
        writer.table(table, rows);
    return writer.take();
}

}
