// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/netconf_session.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

struct ly_ctx;

namespace rocelint {

/// One answer, whatever it says.
struct NetconfAnswer {
    std::string message_id; ///< of the request that it answers
    bool succeeded = false; ///< it says ok, or holds data
    std::string data; ///< what is inside <data>, or inside the whole answer where it holds none
    std::vector<RpcError> errors; ///< of any severity
};

/// A context of libyang. It prints nothing.
class YangContext {
public:
    /// Empty, or with the operations of NETCONF.
    enum class Holds : std::uint8_t { nothing, netconf };
    explicit YangContext(Holds holds);
    [[nodiscard]] ly_ctx* get() const { return context_.get(); }

private:
    struct Free {
        void operator()(ly_ctx* context) const;
    };
    std::unique_ptr<ly_ctx, Free> context_;
};

/// Whether this is well-formed XML: one or several elements.
[[nodiscard]] bool is_well_formed(const YangContext& context, const std::string& xml);

/// The message-id of a reply, where it is a number; nothing for any other message.
[[nodiscard]] std::optional<std::string> reply_number(std::string_view message);
/// What an <rpc-reply> says. Nothing where it is no reply.
[[nodiscard]] std::optional<NetconfAnswer> read_answer(const YangContext& context, const std::string& reply);

}
