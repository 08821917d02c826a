// SPDX-License-Identifier: Apache-2.0
#include "tests/vendor/junos_statements.h"

#include "drivers/junos/grammar/grammar.h"
#include "drivers/junos/read/syntax.h"
#include "models/syntax/tree.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <libyang/libyang.h>
#include <pugixml.hpp>
#include <sstream>
#include <vector>

namespace rocelint::vendor {
namespace {

constexpr const char* name_space = "http://xml.juniper.net/xnm/1.1/xnm";

// Elements whose names a statement omits: `dscp rdma;` is <dscp><classifier-name>rdma</classifier-name></dscp>. Modules without
// Juniper's extensions do not mark them; these are the ones in statements that we write.
constexpr std::array<std::string_view, 10> unspoken{"classifier-name",
    "rewrite-rule-name",
    "profile-name",
    "rate",
    "seed-value",
    "bits",
    "bundle",
    "as-number",
    "filter-name",
    "interface"};

struct Place {
    const lysc_node* schema = nullptr;
    pugi::xml_node xml;
    bool unnamed = false; ///< a list whose entries are named one level below: `schedulers { a { … } }`
};

bool is_empty_leaf(const lysc_node* node)
{
    return node->nodetype == LYS_LEAF
        && reinterpret_cast<const lysc_node_leaf*>(node)->type->basetype == LY_TYPE_EMPTY;
}

/// Resolves the words of statements in the modules.
class Statements {
public:
    explicit Statements(const YangSchema& schema)
    {
        top_.schema = schema.top("configuration");
        REQUIRE((top_.schema != nullptr));
        top_.xml = document_.append_child("configuration");
        top_.xml.append_attribute("xmlns") = name_space;
    }

    void read(const std::string& text)
    {
        const Source source(0, "device.conf", text);
        const Tree tree = junos::parse(source);
        REQUIRE(tree.problems.empty());
        REQUIRE((tree.root != nullptr));
        struct Open {
            const Node* node;
            Place place;
        };
        std::vector<Open> open{{tree.root->first, top_}};
        while (!open.empty()) {
            const Node* node = open.back().node;
            if (node == nullptr) {
                open.pop_back();
                continue;
            }
            open.back().node = node->next;
            Place place = open.back().place;
            follow(*node, place);
            if (node->first != nullptr)
                open.push_back({node->first, place});
        }
    }

    [[nodiscard]] JunosXml take()
    {
        std::ostringstream out;
        document_.save(out);
        return {out.str(), std::move(misplaced_)};
    }

private:
    void follow(const Node& node, Place& place)
    {
        Arena quotes(256);
        junos::StatementWords words(node.key, node.offset, quotes);
        std::vector<std::string> all;
        for (junos::Word word = words.next(); !word.empty(); word = words.next())
            all.emplace_back(word.text);
        const Place around = place;
        bool adds = true;
        std::size_t at = 0;
        while (at < all.size() && all[at].ends_with(':')
            && all[at].find_first_of("0123456789/") > all[at].size())
            ++at;
        if (around.schema == top_.schema && at < all.size()) {
            const std::string& verb = all[at];
            adds = verb != "delete" && verb != "deactivate" && verb != "activate";
            at += verb == "set" || !adds ? 1 : 0;
        }
        pugi::xml_document nowhere;
        if (!adds)
            place.xml = nowhere.append_child("configuration");
        bool in_block = true;
        for (; at < all.size(); ++at) {
            if (!step(place, all, at, adds, in_block))
                return misplace(all, at);
        }
        if (!in_block && node.first != nullptr)
            misplace(all, all.size() - 1);
    }

    // Resolves one word with those that belong to it; false if the modules have no place for it.
    bool step(Place& place, const std::vector<std::string>& words, std::size_t& at, bool adds, bool& in_block)
    {
        std::string_view word = words[at];
        if (place.unnamed) {
            place = {place.schema, entry(place.xml, place.schema->name, words[at])};
            return in_block = true;
        }
        // Words that the modules spell differently, since they are XML names.
        if (word == "802.3ad")
            word = "ieee-802.3ad";
        else if (word == "to")
            word = "end-range";
        const lysc_node* node = YangSchema::child(place.schema, word);
        if (node == nullptr)
            return step_unspoken(place, words, at, in_block);
        in_block = node->nodetype == LYS_CONTAINER || node->nodetype == LYS_LIST;
        if (node->nodetype == LYS_CONTAINER) {
            place = {node, made(place.xml, node->name)};
            return true;
        }
        if (node->nodetype == LYS_LIST)
            return enter_list(place, node, words, at);
        if (is_empty_leaf(node)) {
            made(place.xml, node->name);
            return true;
        }
        if (at + 1 == words.size())
            return !adds; // `delete … mtu` has no value
        ++at;
        const bool several = words[at] == "[";
        at += several ? 1 : 0;
        for (; at < words.size() && words[at] != "]"; ++at) {
            const bool is_list = node->nodetype == LYS_LEAFLIST;
            pugi::xml_node leaf = is_list ? place.xml.append_child(node->name) : made(place.xml, node->name);
            leaf.text().set(words[at].c_str());
            if (!several)
                break;
        }
        return true;
    }

    bool enter_list(
        Place& place, const lysc_node* list, const std::vector<std::string>& words, std::size_t& at)
    {
        if (YangSchema::child(list, "name") == nullptr) {
            place = {list, place.xml.append_child(list->name)};
            return true;
        }
        if (++at == words.size()) {
            place = {list, place.xml, true};
            return true;
        }
        place = {list, entry(place.xml, list->name, words[at])};
        return true;
    }

    bool step_unspoken(Place& place, const std::vector<std::string>& words, std::size_t& at, bool& in_block)
    {
        for (const std::string_view name : unspoken) {
            const lysc_node* node = YangSchema::child(place.schema, name);
            if (node == nullptr)
                continue;
            in_block = node->nodetype == LYS_LIST;
            if (in_block) {
                place = {node, entry(place.xml, node->name, words[at])};
                return true;
            }
            made(place.xml, node->name).text().set(words[at].c_str());
            return true;
        }
        return false;
    }

    static pugi::xml_node made(pugi::xml_node parent, const char* name)
    {
        const pugi::xml_node there = parent.child(name);
        return there ? there : parent.append_child(name);
    }

    static pugi::xml_node entry(pugi::xml_node parent, const char* list, const std::string& name)
    {
        for (const pugi::xml_node there : parent.children(list)) {
            if (name == there.child("name").text().get())
                return there;
        }
        pugi::xml_node added = parent.append_child(list);
        added.append_child("name").text().set(name.c_str());
        return added;
    }

    void misplace(const std::vector<std::string>& words, std::size_t at)
    {
        if (misplaced_.empty())
            misplaced_ = fmt::format(
                "\"{}\" in \"{}\"", words[std::min(at, words.size() - 1)], fmt::join(words, " "));
    }

    pugi::xml_document document_;
    Place top_;
    std::string misplaced_;
};

}

JunosXml junos_statements(const YangSchema& schema, const std::string& text)
{
    Statements statements(schema);
    statements.read(text);
    return statements.take();
}

JunosXml junos_edit(const YangSchema& schema, const std::string& config)
{
    JunosXml made;
    pugi::xml_document document;
    REQUIRE((document.load_string(config.c_str())));
    pugi::xml_node top = document.find_node(
        [](const pugi::xml_node& node) { return std::string_view(node.name()) == "configuration"; });
    REQUIRE((top));
    struct Open {
        pugi::xml_node xml;
        const lysc_node* schema;
        bool goes;
    };
    std::vector<Open> pending{{top, schema.top("configuration"), false}};
    std::vector<pugi::xml_node> gone;
    while (!pending.empty()) {
        const Open open = pending.back();
        pending.pop_back();
        for (const pugi::xml_node child : open.xml.children()) {
            if (child.type() != pugi::node_element)
                continue;
            const lysc_node* node = YangSchema::child(open.schema, child.name());
            if (node == nullptr) {
                made.misplaced = fmt::format("<{}> in <{}>", child.name(), open.xml.name());
                return made;
            }
            const bool goes = child.attribute("operation");
            if (goes && !open.goes)
                gone.push_back(child);
            pending.push_back({child, node, open.goes || goes});
        }
        pugi::xml_node at = open.xml;
        at.remove_attributes();
    }
    for (pugi::xml_node node : gone)
        node.parent().remove_child(node);
    top.append_attribute("xmlns") = name_space;
    std::ostringstream out;
    top.print(out);
    made.xml = out.str();
    return made;
}

}
