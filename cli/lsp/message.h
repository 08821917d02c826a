// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"
#include "models/text/source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint::cli {

/// Error codes of JSON-RPC 2.0 and of the Language Server Protocol 3.17.
enum class RpcError : int {
    parse_error = -32700,
    invalid_request = -32600,
    method_not_found = -32601,
    invalid_params = -32602,
    internal_error = -32603,
    server_not_initialized = -32002,
    request_cancelled = -32800,
    content_modified = -32801,
};

/// A message of the client, or the error in it.
struct Message {
    std::unique_ptr<Source> source;
    Tree tree;
    std::string id; ///< of a request or a response, as JSON; empty for a notification
    std::string method; ///< empty for a response
    const Node* params = nullptr; ///< may be null
    bool failed = false; ///< a response that reports an error
    std::optional<RpcError> error; ///< set if the message cannot be processed
    std::string fault; ///< reason for `error`

    [[nodiscard]] bool is_request() const { return !id.empty() && !method.empty(); }
};

/// Reads one message. Never fails: errors are in `error`.
[[nodiscard]] Message read_message(std::string_view body);

/// A member of an object, or of a nested object: `find(params, "textDocument", "uri")`. Null if it does not
/// exist.
[[nodiscard]] const Node* find(const Node* node, std::string_view key);
template <class... Keys>
[[nodiscard]] const Node* find(const Node* node, std::string_view key, Keys... more)
{
    return find(find(node, key), std::string_view(more)...);
}

/// The id in JSON for the answer, or an empty string if it is neither a number nor a string.
[[nodiscard]] std::string id_text(const Node* id);

/// The value of a member, if it has that type.
[[nodiscard]] std::optional<std::string_view> text_of(const Node* node);
[[nodiscard]] std::optional<std::int64_t> number_of(const Node* node);
/// Whether the value is `true`.
[[nodiscard]] bool is_true(const Node* node);

}
