// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/netconf/netconf_answer.h"
#include "drivers/transport/netconf/netconf_translate.h"
#include "drivers/transport/relay.h"

struct nc_session;

namespace rocelint {

/// One request.
struct NetconfRequest {
    enum class Kind : std::uint8_t {
        lock,
        unlock,
        get_config,
        edit_config,
        validate,
        commit,
        cancel_commit,
        discard_changes,
        kill_session,
        copy_config, ///< from `source` to `store`
        raw ///< `text` is the operation
    };
    Kind kind = Kind::lock;
    Datastore store = Datastore::running;
    Datastore source = Datastore::running;
    std::string text; ///< filter, configuration or operation
    EditOptions edit;
    std::optional<std::uint32_t> confirm_seconds; ///< commit: confirmed, with this timeout
    std::string persist;
    std::string persist_id;
    std::uint32_t session = 0;
};

/// The messages of a NETCONF session: libnetconf2 writes requests and waits for the answers. Between the
/// library and the device every message is unpacked and framed again, because libnetconf2 2.0.24
/// - fetches and parses all YANG modules that a hello names (hundreds on Junos): it gets a hello without
///   them;
/// - treats what Junos sends between messages as the beginning of the next one, and gives up after 20 s;
/// - rejects a reply with a warning along with <ok/>, as Junos sends it: answers are read from their text.
class NetconfWire {
public:
    [[nodiscard]] static Result<std::unique_ptr<NetconfWire>> open(
        std::shared_ptr<Connection> connection, const Limit& limit);
    ~NetconfWire();
    NetconfWire(const NetconfWire&) = delete;
    NetconfWire& operator=(const NetconfWire&) = delete;

    /// Sends a request and waits for its answer. After an error
    /// of any kind other than `refused` the wire is dead.
    [[nodiscard]] Result<NetconfAnswer> call(
        const NetconfRequest& request, const Limit& limit, std::string_view doing);
    [[nodiscard]] bool alive() const { return !dead_; }
    [[nodiscard]] std::uint32_t id() const;
    /// All capabilities in the device's hello.
    [[nodiscard]] const std::vector<std::string>& capabilities() const { return capabilities_; }
    [[nodiscard]] bool is_well_formed(const std::string& xml) const
    {
        return rocelint::is_well_formed(plain_, xml);
    }
    [[nodiscard]] const Connection& connection() const { return *connection_; }

private:
    explicit NetconfWire(std::shared_ptr<Connection> connection);
    void die();
    tl::unexpected<Error> died(const SocketWatch::Guard& guard, std::string_view doing);

    std::shared_ptr<Connection> connection_;
    std::shared_ptr<NetconfInbox> inbox_ = std::make_shared<NetconfInbox>();
    std::unique_ptr<Relay> relay_;
    Descriptor socket_; ///< the near end of the relay
    /// One for each session, because the library writes to it.
    YangContext schema_{YangContext::Holds::netconf};
    /// Without a schema, so that no name, such as `commit`, is tied to a certain place.
    YangContext plain_{YangContext::Holds::nothing};
    nc_session* session_ = nullptr;
    std::vector<std::string> capabilities_;
    bool dead_ = false;
};

}
