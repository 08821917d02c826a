// SPDX-License-Identifier: Apache-2.0
// JSON-RPC 2.0, as far as a language server needs it. JSON is read as that of devices is.
#include "cli/lsp/message.h"

#include "models/syntax/json_tree.h"
#include "models/syntax/json_writer.h"

#include <algorithm>
#include <charconv>

namespace rocelint::cli {
namespace {

Message refuse(Message message, RpcError error, std::string fault)
{
    message.error = error;
    message.fault = std::move(fault);
    return message;
}

}

const Node* find(const Node* node, std::string_view key)
{
    return node == nullptr || node->kind != Node::Kind::object ? nullptr : node->child(key);
}

std::optional<std::string_view> text_of(const Node* node)
{
    if (node == nullptr || node->kind != Node::Kind::string)
        return std::nullopt;
    return node->value;
}

std::optional<std::int64_t> number_of(const Node* node)
{
    if (node == nullptr || node->kind != Node::Kind::number)
        return std::nullopt;
    std::int64_t value = 0;
    const std::string_view text = node->value;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || stop != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::string id_text(const Node* id)
{
    if (id == nullptr || (id->kind != Node::Kind::number && id->kind != Node::Kind::string))
        return {};
    if (id->kind == Node::Kind::number)
        return std::string(id->value);
    JsonWriter quoted;
    quoted.string(id->value);
    return quoted.take_value();
}

bool is_true(const Node* node)
{
    return node != nullptr && node->kind == Node::Kind::boolean && node->value == "true";
}

Message read_message(std::string_view body)
{
    Message message;
    message.source = std::make_unique<Source>(0, "message", body);
    message.tree = parse_json(*message.source);
    const auto wrong
        = std::ranges::find(message.tree.problems, SyntaxProblem::Severity::error, &SyntaxProblem::severity);
    if (wrong != message.tree.problems.end() || !message.tree.complete())
        return refuse(std::move(message),
            RpcError::parse_error,
            wrong != message.tree.problems.end() ? wrong->message : "this is not JSON");
    const Node* document = message.tree.root;
    if (document == nullptr || document->kind != Node::Kind::object)
        return refuse(std::move(message), RpcError::invalid_request, "a message is a JSON object");
    if (const Node* id = document->child("id")) {
        message.id = id_text(id);
        if (message.id.empty() && id->kind != Node::Kind::null)
            return refuse(std::move(message), RpcError::invalid_request, "an id is a number or a string");
    }
    message.params = document->child("params");
    message.failed = document->child("error") != nullptr;
    const Node* method = document->child("method");
    if (const auto name = text_of(method))
        message.method = *name;
    else if (method != nullptr)
        return refuse(std::move(message), RpcError::invalid_request, "a method is a string");
    else if (message.id.empty() || (document->child("result") == nullptr && !message.failed))
        return refuse(
            std::move(message), RpcError::invalid_request, "a message has a method, or an id and a result");
    return message;
}

}
