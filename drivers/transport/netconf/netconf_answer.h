// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/netconf/netconf_session.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

struct ly_ctx;

namespace rocelint {

/// One answer of the device, successful or not.
struct NetconfAnswer {
    std::string message_id; ///< of the request it answers
    bool succeeded = false; ///< it contains ok or data
    /// The content of <data>, or of the whole answer if it has no <data>.
    std::string data;
    std::vector<RpcError> errors; ///< of any severity
};

/// A libyang context that prints nothing.
class YangContext {
public:
    /// Which operations the context knows: none, or those of NETCONF.
    enum class Holds : std::uint8_t { nothing, netconf };
    explicit YangContext(Holds holds);
    [[nodiscard]] ly_ctx* get() const { return context_.get(); }

private:
    struct Free {
        void operator()(ly_ctx* context) const;
    };
    std::unique_ptr<ly_ctx, Free> context_;
};

/// Whether this is well-formed XML, of one or several elements.
[[nodiscard]] bool is_well_formed(const YangContext& context, const std::string& xml);

/// The message-id of a reply, if it is a number; nothing for any other message.
[[nodiscard]] std::optional<std::string> reply_number(std::string_view message);
/// Parses an <rpc-reply>. Returns nothing for any other message.
[[nodiscard]] std::optional<NetconfAnswer> read_answer(const YangContext& context, const std::string& reply);

}
