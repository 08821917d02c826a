// SPDX-License-Identifier: Apache-2.0
// The only wrapper of libyang. Debian 12 has version 2.1.30, which libyang-cpp does not support. libyang
// reports errors by data path; the Span of each node provides the line.
#include "models/yang/document.h"

#include "models/late/library.h"
#include "models/text/result.h"
#include "models/yang/module_text.h"

#include <libyang/libyang.h>
#include <unordered_map>

namespace rocelint::yang {
namespace {

struct CloseContext {
    void operator()(ly_ctx* context) const { ly_ctx_destroy(context); }
};

// lyd_new_list() itself: it takes as many arguments as there are keys, so no forwarding function is possible.
decltype(&lyd_new_list) new_list()
{
    static const auto function = late::libyang().find<decltype(::lyd_new_list)>("lyd_new_list");
    return function;
}

const char* text_of(std::string_view module_name)
{
    return module_name == "rocelint-fabric" ? text::rocelint_fabric : nullptr;
}

Fault fault_of(const ly_err_item& error)
{
    const std::string_view tag = error.apptag == nullptr ? std::string_view{} : error.apptag;
    if (tag == "instance-required")
        return Fault::dangling;
    if (tag == "data-not-unique")
        return Fault::repeated;
    const std::string_view message = error.msg == nullptr ? std::string_view{} : error.msg;
    if (message.starts_with("Duplicate instance"))
        return Fault::repeated;
    if (message.starts_with("Mandatory"))
        return Fault::missing;
    return tag == "must-violation" ? Fault::broken_must : Fault::other;
}

// The data path from "Schema location "...", data location "/m:top/list[key='x']"." or from a bare path;
// empty if there is none.
std::string data_path(const ly_err_item& error)
{
    const std::string_view text = error.path == nullptr ? std::string_view{} : error.path;
    if (text.starts_with('/'))
        return std::string(text);
    constexpr std::string_view before = "ata location \"";
    const std::size_t begin = text.find(before);
    const std::size_t end = text.rfind('"');
    if (begin == std::string_view::npos || end < begin + before.size())
        return {};
    return std::string(text.substr(begin + before.size(), end - begin - before.size()));
}

}

struct Document::Tree {
    std::unique_ptr<ly_ctx, CloseContext> context;
    lys_module* module = nullptr;
    lyd_node* top = nullptr;
    std::unordered_map<const lyd_node*, Span> places;
    std::optional<Violation> first; ///< the first value that a leaf did not accept

    ~Tree()
    {
        // If libyang is missing, nothing was created, and a call here would throw a second time.
        if (top != nullptr)
            lyd_free_all(top);
    }

    Entry keep(LY_ERR result, lyd_node* node, Span at, std::string_view name, std::string_view value)
    {
        if (result == LY_SUCCESS && node != nullptr) {
            places.emplace(node, at);
            return {node};
        }
        if (!first) {
            const ly_err_item* error = ly_err_last(context.get());
            first = Violation{Fault::value,
                at,
                std::string(value),
                std::string(name),
                error == nullptr || error->msg == nullptr ? std::string("is not accepted") : error->msg};
        }
        return {};
    }

    // The place of a node, or of its nearest ancestor with a place.
    [[nodiscard]] Span place_of(const lyd_node* node) const
    {
        for (; node != nullptr; node = lyd_parent(node)) {
            const auto found = places.find(node);
            if (found != places.end() && found->second.somewhere())
                return found->second;
        }
        return {};
    }
};

Document::Document(std::string_view module_name, std::string_view top) : tree_(std::make_unique<Tree>())
{
    // By default libyang prints to standard error. This setting is per process.
    ly_log_options(LY_LOSTORE_LAST);
    ly_ctx* context = nullptr;
    ensure(ly_ctx_new(nullptr, LY_CTX_NO_YANGLIBRARY | LY_CTX_DISABLE_SEARCHDIRS, &context) == LY_SUCCESS,
        "libyang gives no context");
    tree_->context.reset(context);
    const char* text = text_of(module_name);
    ensure(text != nullptr, "a YANG module is not compiled in");
    ensure(lys_parse_mem(context, text, LYS_IN_YANG, &tree_->module) == LY_SUCCESS,
        "a YANG module of ours does not parse");
    ensure(lyd_new_inner(nullptr, tree_->module, std::string(top).c_str(), 0, &tree_->top) == LY_SUCCESS,
        "a YANG module of ours lacks its container");
}

Document::~Document() = default;

Document::Entry Document::top() const { return {tree_->top}; }

Document::Entry Document::add_container(Entry parent, const char* name, Span at)
{
    if (parent.node == nullptr)
        return {};
    lyd_node* made = nullptr;
    const LY_ERR result = lyd_new_inner(static_cast<lyd_node*>(parent.node), nullptr, name, 0, &made);
    return tree_->keep(result, made, at, name, {});
}

Document::Entry Document::add_entry(Entry parent, const char* list, const std::string& key, Span at)
{
    if (parent.node == nullptr)
        return {};
    lyd_node* made = nullptr;
    const LY_ERR result
        = new_list()(static_cast<lyd_node*>(parent.node), nullptr, list, 0, &made, key.c_str());
    return tree_->keep(result, made, at, list, key);
}

Document::Entry Document::add_entry(
    Entry parent, const char* list, const std::string& key, const std::string& second_key, Span at)
{
    if (parent.node == nullptr)
        return {};
    lyd_node* made = nullptr;
    const LY_ERR result = new_list()(
        static_cast<lyd_node*>(parent.node), nullptr, list, 0, &made, key.c_str(), second_key.c_str());
    return tree_->keep(result, made, at, list, key);
}

void Document::add_leaf(Entry parent, const char* name, const std::string& value, Span at)
{
    if (parent.node == nullptr)
        return;
    lyd_node* made = nullptr;
    const LY_ERR result
        = lyd_new_term(static_cast<lyd_node*>(parent.node), nullptr, name, value.c_str(), 0, &made);
    static_cast<void>(tree_->keep(result, made, at, name, value));
}

std::optional<Violation> Document::validate()
{
    if (tree_->first)
        return tree_->first;
    if (lyd_validate_module(&tree_->top, tree_->module, LYD_VALIDATE_PRESENT, nullptr) == LY_SUCCESS)
        return std::nullopt;
    const ly_err_item* error = ly_err_last(tree_->context.get());
    if (error == nullptr)
        return Violation{.message = "is not valid"};
    Violation violation{.fault = fault_of(*error), .message = error->msg == nullptr ? "" : error->msg};
    lyd_node* node = nullptr;
    const std::string path = data_path(*error);
    if (!path.empty() && lyd_find_path(tree_->top, path.c_str(), 0, &node) == LY_SUCCESS && node != nullptr) {
        violation.at = tree_->place_of(node);
        violation.name = LYD_NAME(node);
        const char* value = lyd_get_value(node);
        violation.value = value == nullptr ? "" : value;
    }
    return violation;
}

}
