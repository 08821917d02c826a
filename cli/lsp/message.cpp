// SPDX-License-Identifier: Apache-2.0
// JSON-RPC 2.0, as far as a language server needs it. JSON is read as for devices, except for unpaired
// surrogates.
#include "cli/lsp/message.h"

#include "models/syntax/json/json_tree.h"
#include "models/syntax/json/json_writer.h"

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

// Returns the UTF-16 code unit of the escape \uXXXX at this offset.
std::optional<unsigned> escaped_unit(std::string_view text, std::size_t at)
{
    constexpr std::size_t length = 6;
    if (at + length > text.size() || text[at] != '\\' || text[at + 1] != 'u')
        return std::nullopt;
    unsigned unit = 0;
    const char* const end = text.data() + at + length;
    const auto [stop, error] = std::from_chars(text.data() + at + 2, end, unit, 16);
    if (error != std::errc{} || stop != end)
        return std::nullopt;
    return unit;
}

// JavaScript strings may contain an unpaired surrogate, and editors send one if an edit splits a pair. It
// becomes U+FFFD, which is also one UTF-16 code unit, so that the following text keeps its positions.
std::string without_half_pairs(std::string_view body)
{
    constexpr std::string_view replacement = "\\ufffd";
    const auto is_high = [](unsigned unit) { return unit >= 0xd800 && unit < 0xdc00; };
    const auto is_low = [](unsigned unit) { return unit >= 0xdc00 && unit < 0xe000; };
    std::string whole(body);
    std::size_t at = 0;
    while ((at = whole.find('\\', at)) != std::string::npos) {
        const auto unit = escaped_unit(whole, at);
        if (!unit) {
            at += 2; // also skips the escaped character, which may be a backslash
            continue;
        }
        const auto next = escaped_unit(whole, at + replacement.size());
        if (is_high(*unit) && next && is_low(*next)) {
            at += 2 * replacement.size();
            continue;
        }
        if (is_high(*unit) || is_low(*unit))
            whole.replace(at, replacement.size(), replacement);
        at += replacement.size();
    }
    return whole;
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
    message.source = std::make_unique<Source>(0, "message", without_half_pairs(body));
    message.tree = parse_json(*message.source);
    const auto wrong
        = std::ranges::find(message.tree.problems, SyntaxProblem::Severity::error, &SyntaxProblem::severity);
    if (wrong != message.tree.problems.end() || !message.tree.complete()) {
        std::string fault = wrong != message.tree.problems.end() ? wrong->message : "this is not JSON";
        return refuse(std::move(message), RpcError::parse_error, std::move(fault));
    }
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
