// SPDX-License-Identifier: Apache-2.0
// The words of SR Linux's statements resolved in Nokia's modules, without any table of the driver.
#include "tests/vendor/srlinux_modules.h"

#include "tests/vendor/schema_folder.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <libyang/libyang.h>
#include <memory>
#include <pugixml.hpp>
#include <sstream>
#include <vector>

namespace rocelint::vendor::srlinux_config {
namespace {

using Words = std::vector<std::string>;

// Chassis whose statements exclude those of a 7220 IXR-D5, or are mandatory besides them.
constexpr std::string_view other_hardware[]{"fpcx",
    "platform-7730",
    "platform-7215",
    "platform-7250",
    "platform-vsrl",
    "ixr-dnx",
    "qos-pfc-dnx",
    "qos-multi-traffic-queue",
    "qos-ecn-dscp-policy",
    "qos-forwarding-class-index",
    "forward-error-correction-ethernet",
    "loopback-mode-facility",
    "vlan-loopback"};
constexpr std::string_view needed[]{"srl_nokia-qos",
    "srl_nokia-interfaces",
    "srl_nokia-interfaces-vlans",
    "srl_nokia-interfaces-lag",
    "srl_nokia-if-ip",
    "srl_nokia-system",
    "srl_nokia-system-name",
    "srl_nokia-mtu",
    "srl_nokia-platform",
    "srl_nokia-acl-qos"};

// SR Linux takes a node that is not there for unequal to any value, and compares a boolean by its value: its manual has
// schedulers without a priority and classes without a multicast queue, and its own defaults are compared with false(). XPath 1.0
// does neither, so that these conditions are put the other way around.
constexpr YangSchema::Wording wordings[]{
    {"srl_nokia-qos", "and ../priority != 'strict'", "and not(../priority = 'strict')"},
    {"srl_nokia-qos", "'. != ../multicast-queue'", "'not(. = ../multicast-queue)'"},
    {"srl_nokia-qos",
        ". = false() or string(../../interface-ref/interface) = '' or /srl_nokia-if:interface",
        ". = 'false' or string(../../interface-ref/interface) = '' or not(/srl_nokia-if:interface"},
    {"srl_nokia-qos",
        "'. = false() or string(../../interface-ref/subinterface)",
        "'. = \"false\" or string(../../interface-ref/subinterface)"},
    {"srl_nokia-qos",
        "srl_nokia-if:flow-control/srl_nokia-if:receive = false()",
        "srl_nokia-if:flow-control/srl_nokia-if:receive = 'true')"}};

Words words_of(std::string_view line)
{
    Words words;
    for (std::size_t at = 0; at < line.size();) {
        if (line[at] == ' ' || line[at] == '\t' || line[at] == '\r') {
            ++at;
            continue;
        }
        const bool quoted = line[at] == '"';
        const std::size_t end
            = std::min(quoted ? line.find('"', at + 1) : line.find_first_of(" \t\r", at), line.size());
        words.emplace_back(line.substr(at + (quoted ? 1 : 0), end - at - (quoted ? 1 : 0)));
        at = end + (quoted ? 1 : 0);
    }
    return words;
}

struct Place {
    const lysc_node* schema = nullptr;
    pugi::xml_node xml;
};

class Statements {
public:
    explicit Statements(const YangSchema& schema) : schema_(schema)
    {
        top_.xml = document_.append_child("data");
    }

    void read(const std::string& text)
    {
        std::vector<Place> blocks{top_};
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            Words words = words_of(line);
            if (words.empty() || words[0].starts_with("#"))
                continue;
            const bool removes = words[0] == "delete";
            if (words[0] == "set" || removes)
                words.erase(words.begin(), words.begin() + 2);
            if (words[0] == "}") {
                REQUIRE(blocks.size() > 1);
                blocks.pop_back();
                continue;
            }
            const bool opens = words.back() == "{";
            if (opens)
                words.pop_back();
            if (words.back() == "[") {
                for (std::string value; std::getline(lines, value) && words_of(value).front() != "]";)
                    words.push_back(words_of(value).front());
                words.emplace_back("]");
            }
            pugi::xml_document nowhere;
            Place place = blocks.back();
            if (removes)
                place.xml = nowhere.append_child("data");
            follow(words, place, removes);
            if (opens)
                blocks.push_back(place);
        }
    }

    [[nodiscard]] const std::string& misplaced() const { return misplaced_; }
    [[nodiscard]] std::string xml() const
    {
        std::ostringstream out;
        for (const pugi::xml_node top : document_.child("data").children())
            top.print(out);
        return out.str();
    }

private:
    void follow(const Words& words, Place& place, bool removes)
    {
        for (std::size_t at = 0; at < words.size(); ++at) {
            const lysc_node* node = schema_.child_of_any_module(place.schema, words[at]);
            if (node == nullptr)
                return misplace(words, at);
            if (node->nodetype == LYS_CONTAINER) {
                place = {node, made(place.xml, node)};
            } else if (node->nodetype == LYS_LIST) {
                if (!enter_list(place, node, words, at))
                    return misplace(words, at);
            } else if (!take_values(place, node, words, at) && !removes) {
                return misplace(words, at);
            }
        }
    }

    // The first key is a word by itself, the others follow their names.
    bool enter_list(Place& place, const lysc_node* list, const Words& words, std::size_t& at) const
    {
        std::vector<std::pair<const lysc_node*, std::string>> keys;
        for (const lysc_node* key = nullptr; (key = lys_getnext(key, list, nullptr, 0)) != nullptr;) {
            if ((key->flags & LYS_KEY) == 0)
                continue;
            if (!keys.empty() && (++at >= words.size() || words[at] != key->name))
                return false;
            if (++at >= words.size())
                return false;
            keys.emplace_back(key, words[at]);
        }
        for (const pugi::xml_node there : place.xml.children(list->name)) {
            bool same = true;
            for (const auto& [key, value] : keys)
                same = same && value == there.child(key->name).text().get();
            if (same) {
                place = {list, there};
                return true;
            }
        }
        place = {list, added(place.xml, list)};
        for (const auto& [key, value] : keys)
            added(place.xml, key).text().set(value.c_str());
        return true;
    }

    static bool take_values(const Place& place, const lysc_node* leaf, const Words& words, std::size_t& at)
    {
        if (++at >= words.size())
            return false;
        const bool several = words[at] == "[";
        for (at += several ? 1 : 0; at < words.size() && words[at] != "]"; ++at) {
            const bool is_list = leaf->nodetype == LYS_LEAFLIST;
            (is_list ? added(place.xml, leaf) : made(place.xml, leaf)).text().set(words[at].c_str());
            if (!several)
                break;
        }
        return true;
    }

    static pugi::xml_node added(pugi::xml_node parent, const lysc_node* node)
    {
        pugi::xml_node made = parent.append_child(node->name);
        made.append_attribute("xmlns") = node->module->ns;
        return made;
    }
    static pugi::xml_node made(pugi::xml_node parent, const lysc_node* node)
    {
        const pugi::xml_node there = parent.child(node->name);
        return there ? there : added(parent, node);
    }

    void misplace(const Words& words, std::size_t at)
    {
        if (misplaced_.empty())
            misplaced_ = fmt::format(
                "\"{}\" in \"{}\"", words[std::min(at, words.size() - 1)], fmt::join(words, " "));
    }

    const YangSchema& schema_;
    pugi::xml_document document_;
    Place top_;
    std::string misplaced_;
};

}

const YangSchema* modules()
{
    static const std::unique_ptr<YangSchema> loaded = []() -> std::unique_ptr<YangSchema> {
        const auto folder = schema_folder("srlinux");
        return folder
            ? std::make_unique<YangSchema>(*folder, needed, "srl_nokia-features", other_hardware, wordings)
            : nullptr;
    }();
    if (loaded == nullptr)
        (void)schema_folder("srlinux");
    return loaded.get();
}

std::string fault_of(const YangSchema& schema, const std::string& text, YangSchema::Extent extent)
{
    Statements statements(schema);
    statements.read(text);
    return statements.misplaced().empty() ? schema.fault_in(statements.xml(), extent)
                                          : "no place for " + statements.misplaced();
}

}
