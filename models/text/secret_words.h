// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint {

/// Whether what follows this word, or stands below it, is secret by its name: "snmpCommunity", "api-key", "bindpw" and
/// "AUTH_PASSWORD" are known by one of their parts.
[[nodiscard]] bool names_secret(std::string_view word);

/// Whether this word begins a part of a configuration that holds logins and keys and nothing of RDMA, whatever the words in it
/// are called: "aaa", "ldap-server", "crypto", "snmp". What stands behind it and below it is secret as a whole.
[[nodiscard]] bool begins_security_section(std::string_view word);

/// Whether a word is secret by its own form: a token as its issuer marks it ("ghp_…", a JSON web token), or at least 32 hexadecimal
/// digits as hash functions and key generators give them.
[[nodiscard]] bool looks_secret(std::string_view word);

}
