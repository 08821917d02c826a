// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/ssh_session.h"
#include "tests/e2e/server/fault_server.h"
#include "tests/e2e/server/ssh_server.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

#include <string_view>

/// Logins to an SSH server, and what is said of those that fail.
namespace rocelint::e2e::ssh_login {

inline bool says(const Error& error, std::string_view text)
{
    return error.message.find(text) != std::string::npos;
}

/// One server for all tests that do not change it.
inline const SshServer& server()
{
    static const SshServer one;
    return one;
}

inline Endpoint fault_endpoint(const FaultServer& fault, const Folder& folder)
{
    Endpoint endpoint;
    endpoint.name = "leaf1";
    endpoint.host = "127.0.0.1";
    endpoint.port = fault.port();
    endpoint.user = "admin";
    endpoint.known_hosts = folder.write("known_hosts", known_hosts_line(fault.port(), keys().host_public));
    return endpoint;
}

inline void check_works(const Endpoint& endpoint)
{
    auto session = SshSession::connect(endpoint);
    REQUIRE_MESSAGE(session.has_value(), testing::reason(session));
    const auto run = session->exec("echo in");
    REQUIRE_MESSAGE(run.has_value(), testing::reason(run));
    CHECK(run->out == "in\n");
}

inline Error check_refused(const Endpoint& endpoint, ErrorKind kind = ErrorKind::refused)
{
    const auto session = SshSession::connect(endpoint);
    REQUIRE(!session.has_value());
    CHECK_MESSAGE(session.error().kind == kind, session.error().message);
    CHECK(session.error().message.starts_with("leaf1: "));
    CHECK(session.error().message.find('\n') == std::string::npos);
    CHECK(!says(session.error(), Keys::passphrase));
    CHECK(!says(session.error(), FaultServer::password));
    return session.error();
}

}
