// SPDX-License-Identifier: Apache-2.0
// Words that precede secrets, from vendors' manuals. Prefers too many over too few: nothing hidden here
// matters for RDMA.
#include "models/text/secret_words.h"

#include "models/text/ascii.h"

#include <algorithm>
#include <bitset>
#include <iterator>
#include <string>

namespace rocelint {
namespace {

bool is_long_hexadecimal(std::string_view word)
{
    constexpr std::size_t shortest = 32; // the length of an MD5
    constexpr std::size_t least_digits = 8; // distinct digits of sixteen; masks and padded numbers have fewer
    if (word.starts_with("0x"))
        word.remove_prefix(2);
    if (word.size() < shortest)
        return false;
    std::bitset<16> seen;
    for (const char c : word) {
        if (ascii::is_digit(c))
            seen.set(static_cast<std::size_t>(c - '0'));
        else if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))
            seen.set(static_cast<std::size_t>(10 + (c & 7) - 1));
        else
            return false;
    }
    return seen.count() >= least_digits;
}

}

bool names_secret(std::string_view word)
{
    constexpr std::string_view parts[]{"key",
        "psk",
        "pwd",
        "token",
        "tokens",
        "community",
        "secrets",
        "passkey",
        "certificate",
        "credential",
        "credentials",
        "apikey",
        "authkey",
        "privkey",
        "cert",
        "pass",
        "auth",
        "priv",
        "md5",
        "sha",
        "ingestauth",
        "authentication",
        "cvauth",
        "cak",
        "ckn",
        "bearer",
        "pap",
        "chap",
        "bindpw",
        "pw",
        "mkey",
        "smkey",
        "sakey",
        "sshkey",
        "passcode",
        "encrypt",
        "hashed",
        "hmac",
        "aes",
        "keytab",
        "keychain",
        "salt",
        "preshared",
        "sha1",
        "sha256",
        "sha384",
        "sha512"};
    constexpr std::string_view anywhere[]{
        "password", "passwd", "passphrase", "secret", "private_key", "securestring", "pscredential"};
    constexpr std::size_t longest_word = 128;
    if (word.size() > longest_word)
        return false;
    const std::string lower = ascii::lowered(word);
    // Hash keys spread packets over links and are not secret.
    if (lower.find("hash-key") != std::string::npos || lower.find("hash_key") != std::string::npos)
        return false;
    if (std::ranges::any_of(
            anywhere, [&](std::string_view part) { return lower.find(part) != std::string::npos; }))
        return true;
    std::size_t from = 0;
    for (std::size_t at = 0; at <= word.size(); ++at) {
        const bool separator = at < word.size() && (word[at] == '_' || word[at] == '-' || word[at] == '.');
        const bool hump
            = at > from && at < word.size() && ascii::is_upper(word[at]) && !ascii::is_upper(word[at - 1]);
        if (at < word.size() && !separator && !hump)
            continue;
        if (std::ranges::find(parts, std::string_view(lower).substr(from, at - from)) != std::end(parts))
            return true;
        from = separator ? at + 1 : at;
    }
    return false;
}

// Case-sensitive, as in command lines: "Crypto Enabled" is part of a NIC's description.
bool begins_security_section(std::string_view word)
{
    constexpr std::string_view words[]{"aaa",
        "crypto",
        "ike",
        "ikev1",
        "ikev2",
        "ipsec",
        "kerberos",
        "ldap",
        "ldap-server",
        "macsec",
        "mka",
        "nacm",
        "pki",
        "radius",
        "radius-server",
        "radsec",
        "snmp",
        "snmp-agent",
        "snmpv3",
        "tacacs",
        "tacacs-server",
        "tacplus",
        "tacplus-server",
        "username",
        "usm",
        "wireguard"};
    constexpr std::size_t longest_word = 16;
    return word.size() <= longest_word && std::ranges::find(words, word) != std::end(words);
}

bool looks_secret(std::string_view word)
{
    constexpr std::string_view marks[]{
        "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "hf_", "sk-", "nvapi-", "eyJ"};
    constexpr std::size_t shortest_token = 20;
    if (word.size() < shortest_token)
        return false;
    const bool marked
        = std::ranges::any_of(marks, [word](std::string_view mark) { return word.starts_with(mark); });
    return (marked && std::ranges::any_of(word, ascii::is_digit) && std::ranges::any_of(word, ascii::is_upper)
               && std::ranges::any_of(word, ascii::is_lower))
        || is_long_hexadecimal(word);
}

}
