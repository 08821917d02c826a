// SPDX-License-Identifier: Apache-2.0
// Generates the JSON Schema of a file from the tables of its reader and from the names that this program ships.
#include "analysis/policy/policy_keys.h"
#include "drivers/driver.h"
#include "models/catalog/asic.h"
#include "models/catalog/catalog.h"
#include "models/intent/intent_keys.h"
#include "models/syntax/json/json_writer.h"
#include "models/text/append.h"
#include "rules/rule_table.h"
#include "tests/reference/document.h"

#include <fmt/format.h>

namespace rocelint::testing {
namespace {

using Layout = JsonWriter::Layout;

class SchemaWriter {
public:
    std::string write(const Document& document)
    {
        out_.begin_object(Layout::rows);
        out_.text("$schema", "http://json-schema.org/draft-07/schema#");
        out_.text("$comment", "Written by the tests: ROCELINT_UPDATE_GOLDEN=1.");
        out_.text("title", document.title);
        out_.text("description", fmt::format("docs/reference/{}.md", document.page));
        out_.text("$ref", ref(*document.top));
        out_.key("definitions").begin_object(Layout::rows);
        for (const KeyTable* table : tables_of(document))
            write(*table);
        if (document.top == &policy_keys::top)
            write_rules();
        out_.end();
        out_.end();
        return out_.take() + '\n';
    }

private:
    static std::string name(const KeyTable& table)
    {
        std::string out;
        for (const char c : table.path)
            out += c == ' ' ? '_' : c == '[' || c == ']' ? '-' : c;
        return out;
    }
    static std::string ref(const KeyTable& table) { return "#/definitions/" + name(table); }

    void write(const KeyTable& table)
    {
        out_.key(name(table)).begin_object(Layout::rows);
        out_.text("type", "object");
        if (!table.note.empty())
            out_.text("description", table.note);
        std::string required;
        out_.key("properties").begin_object(Layout::rows);
        for (const DocumentKey& key : table.keys)
            write(key, table);
        // Codes of rules, so that editors complete them; names are accepted too.
        if (&table == &policy_keys::rules) {
            for (const Rule* rule : all_rules())
                out_.key(rule->code).begin_object(),
                    out_.text("$ref", fmt::format("#/definitions/rule.{}", rule->code)), out_.end();
        }
        out_.end();
        out_.key("required").begin_array();
        for (const DocumentKey& key : table.keys) {
            if (key.required)
                out_.string(key.name);
        }
        out_.end();
        out_.key("additionalProperties");
        if (table.any != nullptr) {
            write_value(*table.any, table);
        } else if (table.path == std::string_view("variables of a device or group")) {
            out_.boolean(true);
        } else {
            out_.boolean(false);
        }
        out_.end();
    }

    void write(const DocumentKey& key, const KeyTable& table)
    {
        out_.key(key.name);
        write_value(key, table);
    }

    void write_value(const DocumentKey& key, const KeyTable& table)
    {
        out_.begin_object();
        out_.text("description",
            key.required ? std::string(key.effect)
                         : fmt::format("{} Default: {}.", key.effect, key.fallback));
        out_.key("anyOf").begin_array();
        const bool is_list = (key.kinds & a_list) != 0;
        // A mapping is only allowed inside the list; a text instead of the list names a file that contains it.
        DocumentKey alone = key;
        DocumentKey in_list = key;
        if (is_list && (key.kinds & a_mapping) != 0) {
            alone.kinds &= ~unsigned{a_mapping};
            in_list.kinds = a_mapping;
        }
        write_kinds(alone, table);
        if (is_list) {
            out_.begin_object();
            out_.text("type", "array");
            out_.key("items").begin_object();
            out_.key("anyOf").begin_array();
            write_kinds(in_list, table);
            out_.end();
            out_.end();
            out_.end();
        }
        if (is_list || (key.kinds & a_nothing) != 0)
            type("null");
        out_.end();
        out_.end();
    }

    void type(std::string_view name)
    {
        out_.begin_object();
        out_.text("type", name);
        out_.end();
    }

    template <class Words>
    void write_enum(const Words& words)
    {
        out_.begin_object();
        out_.key("enum").begin_array();
        for (const auto& word : words)
            out_.string(word);
        out_.end();
        out_.end();
    }

    // Names that this program ships; for profiles and platforms no others are accepted.
    bool write_names(const DocumentKey& key, const KeyTable& table)
    {
        std::vector<std::string_view> names;
        if (&table == &policy_keys::top && (key.name == "profile" || key.name == "extends")) {
            for (const catalog::Profile& profile : catalog::all_profiles())
                names.push_back(profile.name);
            write_enum(names);
            return key.name == "profile";
        }
        if (&table != &intent_keys::device)
            return false;
        if (key.name == "platform") {
            for (const Driver* driver : all_drivers())
                names.push_back(driver->name);
            write_enum(names);
            return true;
        }
        if (key.name == "asic") {
            for (const catalog::Asic& asic : catalog::all_asics())
                names.push_back(asic.name);
            write_enum(names);
        }
        if (key.name == "nic") {
            for (const catalog::NicModel& nic : catalog::all_nics())
                names.push_back(nic.name);
            write_enum(names);
        }
        return false;
    }

    void write_kinds(const DocumentKey& key, const KeyTable& table)
    {
        if ((key.kinds & a_text) != 0 && !write_names(key, table)) {
            type("string");
            type("number");
        }
        if ((key.kinds & a_word) != 0)
            write_enum(key.words);
        if ((key.kinds & a_number) != 0) {
            out_.begin_object();
            out_.text("type", "number");
            out_.key("minimum").decimal(key.least);
            out_.key("maximum").decimal(key.most);
            out_.end();
        }
        if ((key.kinds & a_flag) != 0) {
            type("boolean");
            write_enum(std::initializer_list<std::string_view>{"yes", "no", "on", "off"});
        }
        if ((key.kinds & a_date) != 0) {
            out_.begin_object();
            out_.text("type", "string");
            out_.text("pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$");
            out_.end();
        }
        if ((key.kinds & a_mapping) != 0) {
            out_.begin_object();
            if (key.of != nullptr)
                out_.text("$ref", ref(*key.of));
            else
                out_.text("$ref", "rocelint.schema.json");
            out_.end();
        }
    }

    // The settings of each rule: its own parameters, and no others.
    void write_rules()
    {
        for (const Rule* rule : all_rules()) {
            out_.key(fmt::format("rule.{}", rule->code)).begin_object();
            out_.text("description", fmt::format("{}: {}", rule->name, rule->summary));
            out_.key("anyOf").begin_array();
            write_enum(words_taken(policy_keys::rule, "severity"));
            out_.begin_object();
            out_.text("type", "object");
            out_.key("properties").begin_object();
            out_.key("severity");
            write_enum(words_taken(policy_keys::rule, "severity"));
            out_.key("parameters").begin_object();
            out_.text("type", "object");
            out_.key("properties").begin_object();
            for (const Parameter& parameter : rule->parameters) {
                out_.key(parameter.name).begin_object();
                out_.text("description", fmt::format("{} ({})", parameter.meaning, parameter.unit));
                out_.key("anyOf").begin_array();
                type("number");
                out_.begin_object();
                out_.text("type", "array");
                out_.key("items");
                type("number");
                out_.end();
                out_.end();
                out_.end();
            }
            out_.end();
            out_.key("additionalProperties").boolean(false);
            out_.end();
            out_.end();
            out_.key("additionalProperties").boolean(false);
            out_.end();
            out_.end();
            out_.end();
        }
    }

    JsonWriter out_;
};

}

std::string json_schema(const Document& document) { return SchemaWriter().write(document); }

}
