// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint {

/// Whether this word's name says that the text after or below it is secret. One part of the word is enough:
/// "snmpCommunity", "api-key", "bindpw", "AUTH_PASSWORD".
[[nodiscard]] bool names_secret(std::string_view word);

/// Whether this word begins a part of a configuration that holds logins and keys but no RDMA settings,
/// whatever its words are called: "aaa", "ldap-server", "crypto", "snmp". Everything after and below it is
/// secret.
[[nodiscard]] bool begins_security_section(std::string_view word);

/// Whether a word's own form shows that it is secret: a token with its issuer's prefix ("ghp_…", a JSON web
/// token), or at least 32 hexadecimal digits as from hash functions and key generators.
[[nodiscard]] bool looks_secret(std::string_view word);

}
