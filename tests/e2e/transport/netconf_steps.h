// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/netconf/netconf_session.h"
#include "tests/e2e/process.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

namespace rocelint::e2e {

inline NetconfSession netconf(const Endpoint& endpoint, const CancelFlag* cancel = nullptr)
{
    auto session = NetconfSession::connect(endpoint, cancel);
    REQUIRE_MESSAGE(session.has_value(), testing::reason(session));
    return *std::move(session);
}

inline NetconfReply must(Result<NetconfReply> reply)
{
    REQUIRE_MESSAGE(reply.has_value(), testing::reason(reply));
    return *std::move(reply);
}

inline Error must_fail(const Result<NetconfReply>& reply, ErrorKind kind)
{
    REQUIRE(!reply.has_value());
    CHECK_MESSAGE(reply.error().kind == kind, reply.error().message);
    CHECK(reply.error().message.starts_with("leaf1: "));
    CHECK(reply.error().message.find('\n') == std::string::npos);
    return reply.error();
}

inline std::string mtu_edit(int mtu)
{
    return fmt::format(
        "<configuration xmlns=\"http://xml.juniper.net/xnm/1.1/xnm\"><interfaces><interface><name>et-0/0/1</name>"
        "<mtu>{}</mtu></interface></interfaces></configuration>",
        mtu);
}

inline std::string mtu_line(int mtu) { return fmt::format("<mtu>{}</mtu>", mtu); }

inline bool runs_mtu(NetconfSession& session, int mtu)
{
    return holds(must(session.get_config(Datastore::running)).data, mtu_line(mtu));
}

inline void commit_mtu(NetconfSession& session, int mtu)
{
    must(session.edit_config(Datastore::candidate, mtu_edit(mtu)));
    must(session.commit());
}

}
