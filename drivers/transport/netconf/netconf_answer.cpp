// SPDX-License-Identifier: Apache-2.0
// Parses <rpc-reply> here because libnetconf2 does not find
// the errors that Junos puts below its routing engines.
#include "drivers/transport/netconf/netconf_answer.h"

#include "drivers/transport/netconf/netconf_framing.h"
#include "drivers/transport/netconf/netconf_schema.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <libyang/libyang.h>
#include <mutex>

namespace rocelint {
namespace {

struct FreeNodes {
    void operator()(lyd_node* node) const { lyd_free_all(node); }
};
using Nodes = std::unique_ptr<lyd_node, FreeNodes>;

Nodes parse(const YangContext& context, const char* xml)
{
    if (too_much_xml(xml))
        return nullptr;
    lyd_node* tree = nullptr;
    if (lyd_parse_data_mem(context.get(), xml, LYD_XML, LYD_PARSE_ONLY | LYD_PARSE_OPAQ, 0, &tree)
        != LY_SUCCESS) {
        lyd_free_all(tree);
        return nullptr;
    }
    return Nodes(tree);
}

// Every node is opaque, because it was parsed without a schema.
std::string_view name_of(const lyd_node* node)
{
    return node->schema ? "" : reinterpret_cast<const lyd_node_opaq*>(node)->name.name;
}

std::string text_of(const lyd_node* node)
{
    std::string_view text = node->schema ? "" : reinterpret_cast<const lyd_node_opaq*>(node)->value;
    return std::string(ascii::trimmed(text, ascii::is_white));
}

RpcError read_error(const lyd_node* error)
{
    RpcError result;
    for (const lyd_node* part = lyd_child(error); part; part = part->next) {
        const std::string_view name = name_of(part);
        if (name == "error-type")
            result.type = text_of(part);
        else if (name == "error-tag")
            result.tag = text_of(part);
        else if (name == "error-severity")
            result.severity = text_of(part);
        else if (name == "error-path")
            result.path = text_of(part);
        else if (name == "error-message")
            result.message = text_of(part);
        else if (name == "error-info") {
            for (const lyd_node* info = lyd_child(part); info && result.element.empty(); info = info->next)
                result.element = text_of(info);
        }
    }
    return result;
}

// Junos nests the errors and successes of its routing engines some levels deep.
void read_results(const lyd_node* reply, NetconfAnswer& answer)
{
    lyd_node* node = nullptr;
    LYD_TREE_DFS_BEGIN(reply, node)
    {
        const std::string_view name = name_of(node);
        if (name == "rpc-error") {
            answer.errors.push_back(read_error(node));
            LYD_TREE_DFS_continue = 1;
        } else if (name == "ok" || name == "commit-success" || name == "commit-check-success") {
            answer.succeeded = true;
        }
        LYD_TREE_DFS_END(reply, node);
    }
}

// The first start tag at or after `at`, skipping declarations, comments and blanks.
struct Tag {
    std::string_view name; ///< without prefix
    std::size_t end = std::string_view::npos; ///< after its ">"
    bool empty = false; ///< <name/>
};

Tag next_tag(std::string_view text, std::size_t at)
{
    while (at < text.size()) {
        at = text.find('<', at);
        if (at == std::string_view::npos)
            return {};
        if (text.substr(at).starts_with("<!--")) {
            at = text.find("-->", at);
            continue;
        }
        if (text.substr(at).starts_with("<?")) {
            at = text.find("?>", at);
            continue;
        }
        break;
    }
    if (at >= text.size())
        return {};
    char quote = 0;
    std::size_t end = at + 1;
    for (; end < text.size() && (quote || text[end] != '>'); ++end) {
        if (quote ? text[end] == quote : text[end] == '"' || text[end] == '\'')
            quote = quote ? 0 : text[end];
    }
    if (end >= text.size())
        return {};
    std::string_view name = text.substr(at + 1, end - at - 1);
    const bool empty = name.ends_with('/');
    name = name.substr(0, name.find_first_of(" \t\r\n/"));
    if (const std::size_t colon = name.find(':'); colon != std::string_view::npos)
        name.remove_prefix(colon + 1);
    return {name, end + 1, empty};
}

// The value of an attribute in the last start tag of `text`.
std::string attribute(std::string_view text, std::string_view name)
{
    const std::size_t at = text.rfind(name);
    const std::size_t open = at == std::string_view::npos ? at : text.find_first_of("\"'", at);
    const std::size_t close = open == std::string_view::npos ? open : text.find(text[open], open + 1);
    return close == std::string_view::npos ? std::string()
                                           : std::string(text.substr(open + 1, close - open - 1));
}

}

void YangContext::Free::operator()(ly_ctx* context) const { ly_ctx_destroy(context); }

YangContext::YangContext(Holds holds)
{
    static std::once_flag once;
    std::call_once(once, [] { ly_log_options(LY_LOSTORE_LAST); });
    ly_ctx* context = nullptr;
    const LY_ERR made = ly_ctx_new(nullptr, LY_CTX_NO_YANGLIBRARY, &context);
    ensure(made == LY_SUCCESS, "no context for XML");
    context_.reset(context);
    if (holds == Holds::netconf)
        ensure(lys_parse_mem(context, netconf_schema, LYS_IN_YANG, nullptr) == LY_SUCCESS,
            "the NETCONF schema does not compile");
}

bool is_well_formed(const YangContext& context, const std::string& xml)
{
    return parse(context, xml.c_str()) != nullptr;
}

std::optional<std::string> reply_number(std::string_view message)
{
    const Tag root = next_tag(message, 0);
    if (root.name != "rpc-reply")
        return std::nullopt;
    std::string number = attribute(message.substr(0, root.end), "message-id");
    // Our message ids are numbers. Nothing else is copied into another message.
    const bool is_number
        = !number.empty() && number.size() <= 20 && std::ranges::all_of(number, ascii::is_digit);
    return is_number ? std::optional(std::move(number)) : std::nullopt;
}

std::optional<NetconfAnswer> read_answer(const YangContext& context, const std::string& reply)
{
    const std::string_view text = reply;
    const Tag root = next_tag(text, 0);
    if (root.name != "rpc-reply")
        return std::nullopt;
    NetconfAnswer answer;
    answer.message_id = attribute(text.substr(0, root.end), "message-id");
    const Tag first = root.empty ? Tag{} : next_tag(text, root.end);
    if (first.name == "data") {
        answer.succeeded = true;
        if (first.empty)
            return answer;
        // The last end tags are those of rpc-reply and data; the text
        // in between stays unchanged so that it can be compared.
        std::size_t end = text.rfind("</");
        end = end == std::string_view::npos || end == 0 ? end : text.rfind("</", end - 1);
        if (end == std::string_view::npos || end < first.end)
            return std::nullopt;
        answer.data = text.substr(first.end, end - first.end);
        return answer;
    }
    const Nodes tree = parse(context, reply.c_str());
    if (!tree)
        return std::nullopt;
    read_results(tree.get(), answer);
    const std::size_t end = root.empty ? std::string_view::npos : text.rfind("</");
    if (end != std::string_view::npos && end >= root.end)
        answer.data = text.substr(root.end, end - root.end);
    return answer;
}

}
